"""Copies of all the data: taken while play goes on, examined, and put in place of the present data."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from sqlalchemy import Connection, delete, insert, select

from companion.store.drafts import Drafts
from companion.store.errors import Fault, StoreUnavailable, Unstorable, UnusableCopy
from companion.store.grants import Grants
from companion.store.incoming import SealedFile, bring_file_up_to_date, check_file, check_types
from companion.store.journal import Journal
from companion.store.matches import Matches
from companion.store.part import Part
from companion.store.rows_between import copy_rows, empty
from companion.store.schema import grants
from companion.store.seats import Seats
from companion.store.tables import Tables
from companion.store.uses import Uses

_OWNERS = select(grants).where(grants.c.role == "owner")


class Copies(Part):
    """Taking copies and putting one in place."""

    def copy_to(self, target: Path) -> None:
        """Write a whole and consistent copy of the data to a new SQLite file, while play goes on.

        Any kind of database will do: the copy of one can take the place of another. Raises StoreUnavailable.
        """
        self._database.copy_to(target)

    def replace_with(self, copy: Path, keep: Path) -> None:
        """Put a copy made ready by `ready_copy` in place of all data, which is kept in a new file first.

        The owner of this data stays its owner; owners named in the copy do not become so. All of it or nothing; nobody
        sees it half done. Raises StoreUnavailable.
        """
        sealed = SealedFile(copy)
        try:
            with sealed.read() as source, self._database.write() as target:
                self._database.hold_everything(target)
                self._database.copy_to(keep, target)
                _replace(source, target)
                self._heads.forget_all()
        finally:
            sealed.close()
        self._database.scrub()

    @classmethod
    @contextmanager
    def sealed(cls, copy: Path) -> Iterator[Self]:
        """Yield the data in a copy made ready by `ready_copy`, to be read only."""
        database = SealedFile(copy)
        try:
            yield cls(database)
        finally:
            database.close()


def ready_copy(path: Path) -> None:
    """Check a file that may be a copy of the data, and bring it up to date in place.

    It must be complete, unaltered, of a schema we know, every value readable and of its type, every journal as its
    hashes say. Raises UnusableCopy; the file may have been changed then.
    """
    check_file(path)
    bring_file_up_to_date(path)
    check_types(path)
    database = SealedFile(path)
    try:
        _Read(database).read_through()
    except (StoreUnavailable, Unstorable) as error:
        raise UnusableCopy(Fault.DAMAGED, str(error)) from error
    finally:
        database.close()


class _Read(Journal, Tables, Uses, Seats, Matches, Grants, Drafts):
    """The data of a copy, all of which is read once."""

    def read_through(self) -> None:
        """Read everything. Raises whatever reading any of it would."""
        for table_id in self.table_ids():
            self.table(table_id)
            self.seats(table_id)
            self.grants_at(table_id)
            for match in self.matches_of(table_id):
                self.verify(match.id)
                self.drafts(match.id)


def _replace(source: Connection, target: Connection) -> None:
    owners = [dict(row._mapping) for row in target.execute(_OWNERS)]
    empty(target)
    copy_rows(source, target)
    target.execute(delete(grants).where(grants.c.role == "owner"))
    if owners:
        target.execute(insert(grants), owners)
