"""What is set for this device, or for all who share the database."""

from collections.abc import Callable

from sqlalchemy import Connection, bindparam, delete, select

from companion.store import checks
from companion.store.repository import Repository, insert_into
from companion.store.schema import settings

_ONE = select(settings.c.value).where(settings.c.key == bindparam("wanted"))
_ALL = select(settings).order_by(settings.c.key)


class Settings(Repository):
    """Texts under keys: what holds for the whole device, its secrets among it."""

    def get(self, key: str) -> str | None:
        """Return the text; None if nothing is set."""
        with self._database.read() as connection:
            return connection.execute(_ONE, {"wanted": key}).scalar_one_or_none()

    def all(self) -> dict[str, str]:
        """Return every setting, by key."""
        with self._database.read() as connection:
            return {row.key: row.value for row in connection.execute(_ALL)}

    def set(self, key: str, value: str | None) -> None:
        """Set the text, or nothing with None. Raises ValueError."""
        self.change(key, lambda _: value)

    def change(self, key: str, change: Callable[[str | None], str | None]) -> str | None:
        """Return the new text, made of the one that is set; nobody else changes it meanwhile. Raises ValueError."""
        with self._database.transaction() as connection:
            self._database.hold_name(connection, checks.key(key))
            known = connection.execute(_ONE, {"wanted": key}).scalar_one_or_none()
            value = change(known)
            if value != known:
                _put(connection, key, value)
        return value

    def get_or_set(self, key: str, first: str) -> str:
        """Return the text; `first` from now on, where nothing is set. All who ask at once are given the same."""
        known = self.get(key)
        return known if known is not None else self.change(key, lambda there: there or first) or first


def _put(connection: Connection, key: str, value: str | None) -> None:
    connection.execute(delete(settings).where(settings.c.key == key))
    if value is not None:
        row = {"key": key, "value": checks.text(value)}
        connection.execute(insert_into(connection, settings).on_conflict_do_nothing(), row)
