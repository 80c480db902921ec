"""How often somebody tried something recently, counted by all workers together."""

from sqlalchemy import bindparam, delete, func, insert, select

from companion.store import checks
from companion.store.repository import Repository
from companion.store.schema import attempts

_LATELY = (
    select(func.count(), func.min(attempts.c.at))
    .where(attempts.c.what == bindparam("kind"), attempts.c.whose == bindparam("who"))
    .where(attempts.c.at > bindparam("since"))
)
_OLD = delete(attempts).where(attempts.c.what == bindparam("kind"), attempts.c.at <= bindparam("since"))


class Attempts(Repository):
    """Notes and counts. Times are whole seconds of the wall clock; `whose` should not say who it is."""

    def count(self, what: str, whose: str, since: int) -> tuple[int, int]:
        """Return how many there were after `since`, and when the first of them was (0 where there was none)."""
        with self._database.read() as connection:
            number, first = connection.execute(_LATELY, {"kind": what, "who": whose, "since": since}).one()
        return number, first or 0

    def note(self, what: str, whose: str, at: int, forget_until: int) -> None:
        """Note one more, and forget all of the kind until `forget_until`. Raises ValueError."""
        row = {"what": checks.key(what), "whose": checks.key(whose), "at": at}
        with self._database.transaction() as connection:
            connection.execute(_OLD, {"kind": what, "since": forget_until})
            connection.execute(insert(attempts), row)
