"""What was said with an entry. It stands beside the journal, so that it can be removed."""

from sqlalchemy import Connection, bindparam, delete, insert, select

from companion.store import checks
from companion.store.repository import Repository
from companion.store.rows import Remark
from companion.store.schema import remarks

_OF_MATCH = select(remarks).where(remarks.c.match_id == bindparam("match")).order_by(remarks.c.seq)


class Remarks(Repository):
    """Finding remarks. They are recorded with their entry, and removed by whoever forgets a name in them."""

    def of(self, match_id: str) -> tuple[Remark, ...]:
        """Return the remarks of the match, in the order of their entries."""
        with self._database.read() as connection:
            return tuple(Remark(*row) for row in connection.execute(_OF_MATCH, {"match": match_id}))

    def texts(self, match_id: str) -> dict[int, str]:
        """Return the words of the match's remarks, by the number of their entry."""
        return {remark.seq: remark.text for remark in self.of(match_id)}

    def all(self) -> tuple[Remark, ...]:
        """Return every remark there is."""
        with self._database.read() as connection:
            return tuple(Remark(*row) for row in connection.execute(select(remarks)))


def add_remark(connection: Connection, remark: Remark) -> None:
    """Record the remark within a transaction. Raises ValueError."""
    row = {"match_id": remark.match_id, "seq": checks.number(remark.seq), "body": checks.text(remark.text)}
    connection.execute(insert(remarks), row)


def drop_remark(connection: Connection, remark: Remark) -> None:
    """Remove the remark within a transaction."""
    connection.execute(delete(remarks).where(remarks.c.match_id == remark.match_id, remarks.c.seq == remark.seq))
