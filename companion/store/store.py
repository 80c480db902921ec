"""The store: its repositories over one database."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Self

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from companion.store.backups import replace_rows
from companion.store.database import Database
from companion.store.grants import GrantRepository
from companion.store.journal import JournalRepository, RemarkRepository
from companion.store.match_import import ImportRepository
from companion.store.matches import MatchRepository, SummaryRepository
from companion.store.migrations import bring_up_to_date
from companion.store.seats import PlayerRepository, SeatRepository
from companion.store.settings import (
    AttemptRepository,
    BoxRepository,
    DefinitionRepository,
    SettingRepository,
    SpellingRepository,
)
from companion.store.sqlite import SqliteDatabase
from companion.store.tables import TableRepository, TableSettingRepository


class Store:
    """Everything that must outlive the process: a repository for each kind of record, over one database.

    Safe to use from any number of threads.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.tables = TableRepository(database)
        self.seats = SeatRepository(database)
        self.people = PlayerRepository(database)
        self.grants = GrantRepository(database)
        self.matches = MatchRepository(database)
        self.journal = JournalRepository(database)
        self.summaries = SummaryRepository(database)
        self.imports = ImportRepository(database)
        self.remarks = RemarkRepository(database)
        self.boxes = BoxRepository(database)
        self.spellings = SpellingRepository(database)
        self.definitions = DefinitionRepository(database)
        self.settings = SettingRepository(database)
        self.table_settings = TableSettingRepository(database)
        self.attempts = AttemptRepository(database)

    @classmethod
    def open(cls, target: str | Path) -> Self:
        """Return the store in the file at this path or behind this `postgresql://` address, brought up to date.

        Raise AlreadyRunning, NewerSchema, StoreUnavailable; ValueError for an address of another sort.
        """
        database = _database(target)
        try:
            bring_up_to_date(database)
        # The lock of the file goes with it: where an upgrade fails, the older version must be able to start again.
        except BaseException:
            database.close()
            raise
        return cls(database)

    @property
    def folder(self) -> Path | None:
        """Return the folder of the file; None if the data is on a server."""
        return self._database.folder

    @property
    def is_shared(self) -> bool:
        """Return whether other processes may read and write here too: what one remembers another may have changed."""
        return not self._database.is_alone

    def check(self) -> None:
        """Return if entries could be recorded, as far as can be known without recording one. Raise StoreUnavailable."""
        self._database.check()

    def alone(self, name: str) -> AbstractContextManager[object]:
        """Return what keeps all others who ask to be alone under this name waiting, in whatever process.

        For steps of several questions and changes that must not mix with the same steps of others; never one in another.
        """
        return self._database.alone(name)

    def copy_to(self, target: Path) -> None:
        """Write a whole and consistent copy of the data to a new SQLite file, while play goes on.

        Any kind of database will do: the copy of one can take the place of another. Raise StoreUnavailable.
        """
        self._database.copy_to(target)

    def replace_with(self, copy: "Store", keep: Path) -> None:
        """Put the data of a copy (`sealed`) in place of all data, which is kept in a new file first.

        The owner of this data stays its owner; owners named in the copy do not become so. All of it or nothing; no one
        sees it half done. Raise StoreUnavailable.
        """
        # Rows into the open database, never one file over another: all or nothing by its own transaction, and no second set
        # of locks (ADR 8).
        with copy._database.read() as source, self._database.transaction() as target:
            # Before the copy is kept, so that no entry falls between the two.
            self._database.hold_everything(target)
            self._database.copy_to(keep, target)
            replace_rows(source, target)
        # What was replaced held names, and lingers in the log until it is emptied.
        self._database.scrub()

    def close(self) -> None:
        """Let go of the data; every later call raises StoreUnavailable."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()


def _database(target: str | Path) -> Database:
    if isinstance(target, Path) or "://" not in target:
        return SqliteDatabase(Path(target))
    try:
        url = make_url(target)
    except ArgumentError as error:
        raise ValueError("this is no address of a database") from error
    backend = url.get_backend_name()
    if backend in ("postgresql", "postgres"):
        from companion.store.postgres import PostgresDatabase  # as its driver is needed on servers alone

        return PostgresDatabase(url)
    if backend == "sqlite" and url.database not in (None, "", ":memory:"):
        return SqliteDatabase(Path(str(url.database)))
    raise ValueError("the store is a file, sqlite:///PATH or postgresql://USER@HOST/NAME")
