"""Adding a row to the journal of a match, which is advanced past it: in the words of each kind of database."""

from sqlalchemy import Connection, Insert, and_, bindparam, exists, insert, literal_column, select, update

from companion.store.chain import Stored
from companion.store.inserting import Inserting, InsertInto
from companion.store.ready import Ready
from companion.store.schema import journal, matches

_COLUMNS = [journal.c[name] for name in Stored._fields]
_NEW = [bindparam(column.name, type_=column.type) for column in _COLUMNS]
_OURS = matches.c.id == bindparam("match_id")
_IS_NEXT = and_(_OURS, matches.c.version == bindparam("seq"), matches.c.head == bindparam("prev_hash"))
_IS_KNOWN = exists().where(journal.c.match_id == bindparam("match_id"), journal.c.idem == bindparam("idem"))
_ADVANCE = update(matches).values(version=matches.c.version + literal_column("1"), head=bindparam("hash"))


def record(connection: Connection, row: Stored) -> bool:
    """Return whether the row was added and the match advanced past it.

    Neither was done where somebody was faster, the key is known or the match is gone. Raises IntegrityError where a row
    stands there that the match knows nothing of.
    """
    values = row._asdict()
    return all(step.run(connection, values) == 1 for step in _STEPS[connection.dialect.name])


def _add(insert: InsertInto) -> Insert:
    return insert(journal).on_conflict_do_nothing().from_select(_COLUMNS, select(*_NEW).where(_IS_NEXT))


def _advance_and_add(_connection: Connection) -> Insert:
    """Return one statement for both: whoever is second waits for the match, and finds it advanced."""
    advanced = _ADVANCE.where(_IS_NEXT, ~_IS_KNOWN).returning(matches.c.id).cte("advanced")
    return insert(journal).from_select(_COLUMNS, select(*_NEW).select_from(advanced)).add_cte(advanced)


_STEPS = {
    "sqlite": (Ready(Inserting(_add).on), Ready(lambda _: _ADVANCE.where(_OURS))),
    "postgresql": (Ready(_advance_and_add),),
}
"""Each has to meet one row before the next is taken. To a server every statement is a way there and back."""
