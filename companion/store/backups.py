"""Copies of the data: kept on their own accord before its form changes or another copy takes its place; and row by row."""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import Connection, Table, create_engine, delete, insert, select
from sqlalchemy.pool import NullPool

from companion.store.errors import map_os_errors
from companion.store.migrations import take_steps
from companion.store.schema import METADATA, attempts, grants, meta, summaries

FOLDER = "backups"
"""Beside the data."""

MOST_OF_A_KIND = 5
"""So many are kept of each kind, the newest ones."""

BEFORE_RESTORE = "before-restore"
BEFORE_SWEEP = "sweep"
"""The labels of copies: what was done next."""
_STAMP = "%Y%m%d-%H%M%S-%f"
_NAME = re.compile(r".+-(?P<label>schema-\d+|before-restore|sweep)-(?P<at>\d{8}-\d{6}-\d{6})\.sqlite")


@dataclass(frozen=True, slots=True)
class AutomaticBackup:
    """One copy: why it was kept (`schema-1`: before leaving schema 1), and when."""

    path: Path
    label: str
    at: datetime

    @property
    def name(self) -> str:
        return self.path.name


def automatic_backups(folder: Path) -> tuple[AutomaticBackup, ...]:
    """Return the copies in the folder, newest first; none where there is no such folder."""
    named = ((path, _NAME.fullmatch(path.name)) for path in folder.glob("*.sqlite"))
    found = [
        AutomaticBackup(path, name["label"], datetime.strptime(name["at"], _STAMP).replace(tzinfo=UTC))
        for path, name in named
        if name is not None
    ]
    return tuple(sorted(found, key=lambda copy: copy.at, reverse=True))


def make_automatic_backup(folder: Path, label: str, write: Callable[[Path], None]) -> AutomaticBackup:
    """Return a new copy, which `write` has written, in a folder that is made where it is missing; the oldest of its
    kind goes.

    It is later than any copy there: where the clock stepped back, it must not be the first to go. Raise StoreUnavailable.
    """
    with map_os_errors():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        others = automatic_backups(folder)
        # `schema-1` and `schema-2` are of one kind: what is kept before a change of the form.
        of_a_kind = [copy for copy in others if copy.label.split("-")[0] == label.split("-")[0]]
        # Before the new one is written, so that a disk that is nearly full has room for it.
        for copy in of_a_kind[MOST_OF_A_KIND - 1 :]:
            copy.path.unlink(missing_ok=True)
    at = max([datetime.now(UTC), *(copy.at + timedelta(microseconds=1) for copy in others[:1])])
    new = AutomaticBackup(folder / f"tableside-{label}-{at.strftime(_STAMP)}.sqlite", label, at)
    # Last: if this fails, `write` removes what it began, and the older copies are one fewer at most.
    write(new.path)
    return new


_AT_ONCE = 2000
"""So many rows that a large journal never stands in memory."""
_TABLES = [table for table in METADATA.sorted_tables if table is not meta]
"""Those with rows of their own, referred to before those that refer."""


def copy_rows(source: Connection, target: Connection) -> None:
    """Add every row of `source` to `target`, which is empty. Both have the newest schema."""
    # Between two kinds of database each value has to pass through the types of its column.
    copy = _copy_as_they_stand if source.dialect.name == target.dialect.name == "sqlite" else _copy
    for table in _TABLES:
        if table not in (summaries, attempts):  # what follows from the journals, and what counts only here and now
            copy(table, source, target)


def _copy(table: Table, source: Connection, target: Connection) -> None:
    with source.execute(select(table).execution_options(yield_per=_AT_ONCE)) as found:
        for rows in found.mappings().partitions():
            target.execute(insert(table), [dict(row) for row in rows])


def _copy_as_they_stand(table: Table, source: Connection, target: Connection) -> None:
    """Add the rows of one table without looking at them again, in a third of the time: play waits for this."""
    names, marks = ", ".join(table.columns.keys()), ", ".join("?" for _ in table.columns)
    with source.exec_driver_sql(f"SELECT {names} FROM {table.name}") as found:
        for rows in found.partitions(_AT_ONCE):
            target.exec_driver_sql(f"INSERT INTO {table.name} ({names}) VALUES ({marks})", [tuple(row) for row in rows])


def replace_rows(source: Connection, target: Connection) -> None:
    """Put every row of `source` in place of those of `target`, whose owner stays its owner."""
    owners = [dict(row) for row in target.execute(select(grants).where(grants.c.role == "owner")).mappings()]
    # Those that refer go first, as foreign keys demand; `copy_rows` puts them back in the other order.
    for table in reversed(_TABLES):
        target.execute(delete(table))
    copy_rows(source, target)
    # The copy may come from another device: its owner must not become the owner of this one.
    target.execute(delete(grants).where(grants.c.role == "owner"))
    if owners:
        target.execute(insert(grants), owners)


def write_file(source: Connection, target: Path) -> None:
    """Write all rows to a new SQLite file of the newest schema, for this user's eyes only.

    Raise StoreUnavailable, also where there is such a file already.
    """
    with map_os_errors():
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    # Without a pool the file is closed with its one connection, and can be sent, moved or removed at once.
    engine = create_engine(f"sqlite:///{target}", poolclass=NullPool, hide_parameters=True)
    try:
        with engine.begin() as connection:
            take_steps(connection)
            copy_rows(source, connection)
    except BaseException:
        target.unlink(missing_ok=True)
        raise
