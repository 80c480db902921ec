"""Which spellings of a name mean the same person, as the owner and each device see it."""

from sqlalchemy import Connection, bindparam, delete, select

from companion.store import checks
from companion.store.repository import Repository, insert_into
from companion.store.schema import spellings

_ONE = select(spellings.c.pairs).where(spellings.c.whose == bindparam("of"))


class Spellings(Repository):
    """A text a device, which the store does not look into. `whose` is the hash of its token, or says that it is the owner's."""

    def get(self, whose: str) -> str | None:
        """Return the text; None if nothing was merged."""
        with self._database.read() as connection:
            return connection.execute(_ONE, {"of": whose}).scalar_one_or_none()

    def all(self) -> dict[str, str]:
        """Return every text, by whose it is."""
        with self._database.read() as connection:
            return {row.whose: row.pairs for row in connection.execute(select(spellings))}

    def set(self, whose: str, pairs: str | None) -> None:
        """Keep the text, or nothing with None. Raises ValueError."""
        with self._database.transaction() as connection:
            set_spellings(connection, whose, pairs)


def set_spellings(connection: Connection, whose: str, pairs: str | None) -> None:
    """Keep the text within a transaction, or nothing with None. Raises ValueError."""
    if pairs is None:
        connection.execute(delete(spellings).where(spellings.c.whose == whose))
        return
    new = insert_into(connection, spellings)
    put = new.on_conflict_do_update(index_elements=["whose"], set_={"pairs": new.excluded.pairs})
    connection.execute(put, {"whose": checks.key(whose), "pairs": checks.text(pairs)})
