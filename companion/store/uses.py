"""How tables were used: what somebody needs to know who decides which of them to keep."""

from typing import Any

from sqlalchemy import Row, func, select

from companion.store import checks
from companion.store.part import Part
from companion.store.rows import TableUse
from companion.store.schema import journal, matches, tables
from companion.store.tables import read_table

_LAST_ENTRY = (
    select(journal.c.at)
    .where(journal.c.match_id == matches.c.id, journal.c.seq == matches.c.version - 1)
    .correlate(matches)
    .scalar_subquery()
)
"""When the last entry of a match was made: by its key, so that no journal is read through."""

_OF_MATCHES = (
    select(
        matches.c.table_id,
        func.count().label("matches"),
        func.count().filter(matches.c.ended_at.is_(None)).label("open_matches"),
        func.max(func.coalesce(_LAST_ENTRY, matches.c.opened_at)).label("last"),
    )
    .group_by(matches.c.table_id)
    .subquery()
)
_LAST_USED = func.coalesce(_OF_MATCHES.c.last, tables.c.opened_at)
_USES = (
    select(tables, _OF_MATCHES.c.matches, _OF_MATCHES.c.open_matches, _LAST_USED.label("last_used"))
    .outerjoin(_OF_MATCHES, _OF_MATCHES.c.table_id == tables.c.id)
    .order_by(_LAST_USED.desc(), tables.c.id)
)
_COUNT = select(func.count()).select_from(tables)


class Uses(Part):
    """Looking over all tables."""

    def uses(self, limit: int, skip: int = 0) -> tuple[TableUse, ...]:
        """Return how tables were used, the one used last first. Raises ValueError."""
        with self._database.read() as connection:
            rows = connection.execute(_USES.limit(checks.number(limit)).offset(checks.number(skip)))
            return tuple(_use(row) for row in rows)

    def use_of(self, table_id: str) -> TableUse | None:
        """Return how the table was used, or None without such a table."""
        with self._database.read() as connection:
            row = connection.execute(_USES.where(tables.c.id == table_id)).one_or_none()
        return None if row is None else _use(row)

    def count_tables(self) -> int:
        """Return how many tables there are."""
        with self._database.read() as connection:
            return connection.execute(_COUNT).scalar_one()


def _use(row: Row[Any]) -> TableUse:
    return TableUse(read_table(row), row.matches or 0, row.open_matches or 0, checks.instant(row.last_used))
