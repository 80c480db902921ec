"""Tables: the people and phones of an evening, and what each has chosen for itself."""

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime
from typing import Any, Final, Literal, TypeAlias

from sqlalchemy import (
    ColumnElement,
    Integer,
    Row,
    ScalarSelect,
    Select,
    bindparam,
    delete,
    func,
    insert,
    select,
    type_coerce,
    update,
)
from sqlalchemy.exc import IntegrityError

from companion.store import checks
from companion.store.database import Repository, cached_per_request, fresh_id, hold_table, insert_into, rows_at_tables
from companion.store.errors import CodeTaken, Missing, StoreUnavailable
from companion.store.grants import add_grants
from companion.store.rows import Contents, Grant, Seat, Table, TableUse
from companion.store.schema import journal, matches, seats, table_settings, tables
from companion.store.seats import drop_if_nobodys, sit

_BY_ID = select(tables).where(tables.c.id == bindparam("wanted"))
_LAST_ENTRY = (
    select(journal.c.at)
    .where(journal.c.match_id == matches.c.id, journal.c.seq == matches.c.version - 1)
    .correlate(matches)
    .scalar_subquery()
)
"""When the last entry of a match was made: by its key, so that no journal is read through."""


def _of_matches(what: ColumnElement[Any], *fits: ColumnElement[bool]) -> ScalarSelect[Any]:
    """Something about the matches of the table that a statement is about."""
    return select(what).where(matches.c.table_id == tables.c.id, *fits).correlate(tables).scalar_subquery()


_LAST_USED = func.coalesce(_of_matches(func.max(func.coalesce(_LAST_ENTRY, matches.c.opened_at))), tables.c.opened_at)
"""Exactly: of a few tables, for it looks at their matches."""
_BY_USE = tables.c.last_used.desc(), tables.c.id
_USES = select(
    tables,
    _of_matches(func.count()).label("matches"),
    _of_matches(func.count(), matches.c.ended_at.is_(None)).label("open_matches"),
    _LAST_USED.label("exactly"),
)
_LAST_FEW: Final = 20


class TableRepository(Repository):
    """Opening, finding, looking over and removing tables."""

    def create(self, table: Table, names: Sequence[str], grants: Iterable[Grant] = ()) -> tuple[Seat, ...]:
        """Return the seats of the new table, one a name.

        Raise CodeTaken, Missing if a grant is for another table or for a seat beyond the last, ValueError.
        """
        rows = [Seat(table.id, number, fresh_id(), name, False) for number, name in enumerate(names)]
        try:
            with self._database.transaction() as connection:
                connection.execute(insert(tables), table_row(table))
                sit(connection, rows)
                add_grants(connection, grants)
        except IntegrityError as error:
            # Both a code that is taken and a grant for a seat that is not there break a rule of the schema, and each database
            # words that in its own way.
            if self.by_code(table.code) is not None:
                raise CodeTaken(table.code) from error
            raise Missing("seat") from error
        return tuple(rows)

    @cached_per_request
    def get(self, table_id: str) -> Table | None:
        return self._table(_BY_ID, wanted=table_id)

    def some(self, table_ids: Collection[str]) -> tuple[Table, ...]:
        """Return those of these tables that are there."""
        with self._database.read() as connection:
            return tuple(map(read_table, rows_at_tables(connection, select(tables), tables.c.id, table_ids)))

    @cached_per_request
    def by_code(self, code: str) -> Table | None:
        return self._table(select(tables).where(tables.c.code == code))

    def set_closed_to_seats(self, table_id: str, is_closed: bool) -> None:
        """Let only the host enter for others, or everyone again. Raise Missing."""
        self._change(update(tables).where(tables.c.id == table_id).values(closed_to_seats=is_closed), "table")

    def delete(self, table_id: str) -> None:
        """Remove the table with its matches, journals, grants and settings, and players who sit nowhere else.

        All of it or nothing. Raise Missing.
        """
        with self._database.transaction() as connection:
            # Before the seats are gone with their table: afterwards nothing leads to these players.
            player_ids = connection.scalars(select(seats.c.player_id).where(seats.c.table_id == table_id)).all()
            if not connection.execute(delete(tables).where(tables.c.id == table_id)).rowcount:
                raise Missing("table")
            drop_if_nobodys(connection, player_ids)
        self._database.scrub()

    def uses(self, limit: int, skip: int = 0) -> tuple[TableUse, ...]:
        """Return how tables were used, the one used last first. Raise ValueError."""
        with self._database.read() as connection:
            here = select(tables.c.id).order_by(*_BY_USE).limit(checks.number(limit)).offset(checks.number(skip))
            rows = connection.execute(_USES.where(tables.c.id.in_(here)).order_by(*_BY_USE))
            return tuple(_use(row) for row in rows)

    def use_of(self, table_id: str) -> TableUse | None:
        """Return how the table was used, or None without such a table."""
        with self._database.read() as connection:
            row = connection.execute(_USES.where(tables.c.id == table_id)).one_or_none()
        return None if row is None else _use(row)

    def unused(self, since: datetime, limit: int, longest_code: int = checks.KEY_CHARACTERS) -> tuple[Table, ...]:
        """Return tables at which nothing was opened or entered since then, the one not used for longest first.

        Only those whose code is no longer than that.
        """
        # As text: stored times sort as they follow each other.
        before = checks.instant_text(since)
        # The stored last use first: it may be ten minutes behind (`TEN_MINUTES`), never ahead, and an index finds it. What it
        # lets through is looked at exactly.
        fits = tables.c.last_used < before, func.length(tables.c.code) <= longest_code, before > _LAST_USED
        old = select(tables).where(*fits).order_by(tables.c.last_used, tables.c.id).limit(checks.number(limit))
        with self._database.read() as connection:
            return tuple(read_table(row) for row in connection.execute(old))

    def longest_code(self) -> int:
        """Return how many characters the longest code of a table has."""
        with self._database.read() as connection:
            return connection.scalar(select(func.max(func.length(tables.c.code)))) or 0

    def give_code(self, table_id: str, code: str) -> None:
        """Let the table be found by this code, and no more by the one it had. Raise CodeTaken, Missing, ValueError."""
        changed = update(tables).where(tables.c.id == table_id).values(code=checks.key(code))
        try:
            self._change(changed, "table")
        except IntegrityError as error:
            raise CodeTaken(code) from error

    def contents(self) -> Contents:
        """Return what there is in all."""
        with self._database.read() as connection:
            count = connection.execute(select(func.count()).select_from(tables)).scalar_one()
            counted = func.sum(type_coerce(matches.c.version, Integer))  # also where one of them is no number
            entries = int(connection.scalar(select(counted)) or 0)
            by_game = select(matches.c.game, func.count()).group_by(matches.c.game)
            by_number = by_game.order_by(func.count().desc(), matches.c.game)
            games = tuple((row[0], row[1]) for row in connection.execute(by_number))
            first = connection.scalar(select(func.min(tables.c.opened_at)))
        # Among the few used last by the stored time, as the exact one is known only after a look at the matches.
        # The stored time may be ten minutes behind, so the newest table need not be the first of the list.
        last = max((use.last_used_at for use in self.uses(_LAST_FEW)), default=None)
        played = sum(number for _, number in games)
        return Contents(count, played, entries, games, None if first is None else checks.instant(first), last)

    def ids(self) -> tuple[str, ...]:
        with self._database.read() as connection:
            return tuple(connection.scalars(select(tables.c.id)))

    def _table(self, statement: Select[Any], **wanted: str) -> Table | None:
        with self._database.read() as connection:
            row = connection.execute(statement, wanted).one_or_none()
        return None if row is None else read_table(row)


def read_table(row: Row[Any]) -> Table:
    """Return the table of a row that holds its columns."""
    return Table(row.id, row.code, checks.instant(row.opened_at), row.closed_to_seats, row.name)


def table_row(table: Table) -> dict[str, str | bool]:
    return {
        "id": checks.key(table.id),
        "code": checks.key(table.code),
        "opened_at": checks.instant_text(table.opened_at),
        "closed_to_seats": table.closed_to_seats,
        "name": table.name,
        "last_used": checks.instant_text(table.opened_at),
    }


def _use(row: Row[Any]) -> TableUse:
    try:
        last = checks.instant(row.exactly)
    except StoreUnavailable:  # that of a match or an entry which is damaged
        last = checks.instant(row.last_used)
    return TableUse(read_table(row), row.matches, row.open_matches, last)


SettingName: TypeAlias = Literal["seating_order", "picked", "language", "game", "succession", "was_host"]

_SETTINGS = select(table_settings).where(table_settings.c.table_id == bindparam("table"))


class TableSettingRepository(Repository):
    """How people sit, who starts next, the language and the game chosen: texts the store does not look into."""

    def get(self, table_id: str, name: SettingName) -> str | None:
        """Return the text; None if nothing was chosen, or there is no such table."""
        return self._of(table_id).get(name)

    @cached_per_request
    def _of(self, table_id: str) -> dict[str, str]:
        with self._database.read() as connection:
            row = connection.execute(_SETTINGS, {"table": table_id}).mappings().one_or_none()
        return {} if row is None else dict(row)

    def set(self, table_id: str, name: SettingName, value: str | None) -> None:
        """Choose the text, or nothing with None. Raise Missing, ValueError."""
        self.change(table_id, name, lambda _: value)

    def change(self, table_id: str, name: SettingName, change: Callable[[str | None], str | None]) -> str | None:
        """Return the new text, made of the one that was chosen; no one else changes it meanwhile.

        Raise Missing, ValueError.
        """
        with self._database.transaction() as connection:
            hold_table(connection, table_id)
            connection.execute(insert_into(connection, table_settings).on_conflict_do_nothing(), {"table_id": table_id})
            value = change(connection.execute(_SETTINGS, {"table": table_id}).mappings().one()[name])
            changed = update(table_settings).where(table_settings.c.table_id == table_id)
            connection.execute(changed.values({name: None if value is None else checks.text(value)}))
        return value
