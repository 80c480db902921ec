"""The games that devices have defined for themselves."""

from datetime import datetime

from sqlalchemy import bindparam, delete, select

from companion.store import checks
from companion.store.database import Repository, insert_into
from companion.store.schema import definitions

_OF_ONE = (
    select(definitions.c.id, definitions.c.body)
    .where(definitions.c.whose == bindparam("of"))
    .order_by(definitions.c.used_at.desc(), definitions.c.id)
)


class Definitions(Repository):
    """Texts that the store does not look into, by whose they are: the hash of a device's token."""

    def of(self, whose: str) -> tuple[tuple[str, str], ...]:
        """Return the id and the text of each, the one used last first."""
        with self._database.read() as connection:
            return tuple((row.id, row.body) for row in connection.execute(_OF_ONE, {"of": whose}))

    def put(self, whose: str, id: str, body: str, used_at: datetime) -> None:
        """Keep the text under this id, new or in place of another. Raises ValueError."""
        row = {
            "whose": checks.token_hash(whose),
            "id": checks.key(id),
            "body": checks.text(body),
            "used_at": checks.instant_text(used_at),
        }
        with self._database.transaction() as connection:
            new = insert_into(connection, definitions)
            changed = {"body": new.excluded.body, "used_at": new.excluded.used_at}
            connection.execute(new.on_conflict_do_update(index_elements=["whose", "id"], set_=changed), row)

    def remove(self, whose: str, id: str) -> None:
        """Keep the text no longer; nothing if there is none."""
        gone = delete(definitions).where(definitions.c.whose == whose, definitions.c.id == id)
        with self._database.transaction() as connection:
            connection.execute(gone)
