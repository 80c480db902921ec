"""What a table has chosen for itself: how people sit, who is older than whom, who starts next, and its language."""

from collections.abc import Callable
from typing import Literal, TypeAlias

from sqlalchemy import bindparam, select, update

from companion.store import checks
from companion.store.repository import Repository, hold_table, insert_into
from companion.store.schema import table_settings

Name: TypeAlias = Literal["seating_order", "ages", "picked", "language"]

_ROW = select(table_settings).where(table_settings.c.table_id == bindparam("table"))


class TableSettings(Repository):
    """One row a table, with a text the store does not look into for each thing chosen."""

    def get(self, table_id: str, name: Name) -> str | None:
        """Return the text; None if nothing was chosen, or there is no such table."""
        with self._database.read() as connection:
            row = connection.execute(_ROW, {"table": table_id}).mappings().one_or_none()
        return None if row is None else row[name]

    def set(self, table_id: str, name: Name, value: str | None) -> None:
        """Choose the text, or nothing with None. Raises Missing, ValueError."""
        self.change(table_id, name, lambda _: value)

    def change(self, table_id: str, name: Name, change: Callable[[str | None], str | None]) -> str | None:
        """Return the new text, made of the one that was chosen; nobody else changes it meanwhile. Raises Missing, ValueError."""
        with self._database.transaction() as connection:
            hold_table(connection, table_id)
            connection.execute(insert_into(connection, table_settings).on_conflict_do_nothing(), {"table_id": table_id})
            value = change(connection.execute(_ROW, {"table": table_id}).mappings().one()[name])
            changed = update(table_settings).where(table_settings.c.table_id == table_id)
            connection.execute(changed.values({name: None if value is None else checks.text(value)}))
        return value
