"""Copies of all the data, examined before they are believed."""

from pathlib import Path

from companion.store.errors import Fault, StoreUnavailable, Unstorable, UnusableCopy
from companion.store.incoming import bring_file_up_to_date, check_file, check_types
from companion.store.store import Store


def ready_copy(path: Path) -> None:
    """Check a file that may be a copy of the data, and bring it up to date in place.

    It must be complete, unaltered, of a schema we know, every value readable and of its type, every journal as its
    hashes say. Raises UnusableCopy; the file may have been changed then.
    """
    check_file(path)
    try:
        bring_file_up_to_date(path)
        check_types(path)
        with Store.sealed(path) as sealed:
            _read_through(sealed)
    except (StoreUnavailable, Unstorable) as error:
        raise UnusableCopy(Fault.DAMAGED, str(error)) from error


def _read_through(store: Store) -> None:
    """Read everything. Raises whatever reading any of it would."""
    for table_id in store.tables.ids():
        store.tables.get(table_id)
        store.seats.at(table_id)
        store.grants.at(table_id)
        for match in store.matches.at(table_id):
            store.journal.verify(match.id)
            store.drafts.of(match.id)
            store.remarks.of(match.id)
