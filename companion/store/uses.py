"""How tables were used: what somebody needs to know who decides which of them to keep."""

from datetime import datetime
from typing import Any

from sqlalchemy import Row, func, select

from companion.store import checks
from companion.store.part import Part
from companion.store.rows import Contents, Table, TableUse
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
_ENTRIES = select(func.coalesce(func.sum(matches.c.version), 0))
_GAMES = select(matches.c.game, func.count()).group_by(matches.c.game).order_by(func.count().desc(), matches.c.game)
_SPAN = select(func.min(tables.c.opened_at), func.max(_LAST_USED)).outerjoin(
    _OF_MATCHES, _OF_MATCHES.c.table_id == tables.c.id
)
_IDS = select(tables.c.id)


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

    def unused(self, since: datetime, limit: int) -> tuple[Table, ...]:
        """Return tables at which nothing was opened or entered since then, the one used last first."""
        old = _USES.where(checks.instant_text(since) > _LAST_USED).limit(checks.number(limit))
        with self._database.read() as connection:
            return tuple(read_table(row) for row in connection.execute(old))

    def contents(self) -> Contents:
        """Return what there is in all."""
        with self._database.read() as connection:
            count = connection.execute(_COUNT).scalar_one()
            entries = int(connection.execute(_ENTRIES).scalar_one())
            games = tuple((row[0], row[1]) for row in connection.execute(_GAMES))
            first, last = connection.execute(_SPAN).one()
        played = sum(number for _, number in games)
        return Contents(count, played, entries, games, _instant(first), _instant(last))

    def table_ids(self) -> tuple[str, ...]:
        """Return the id of every table."""
        with self._database.read() as connection:
            return tuple(connection.execute(_IDS).scalars())


def _instant(stored: str | None) -> datetime | None:
    return None if stored is None else checks.instant(stored)


def _use(row: Row[Any]) -> TableUse:
    return TableUse(read_table(row), row.matches or 0, row.open_matches or 0, checks.instant(row.last_used))
