"""What phones were told, held against what the store has: each wrong thing is a word of its own."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory

from companion.store import Entry, Store, StoreError
from tests.strength.phones import Company, Phone

BEFORE_THE_TAPS = 3
"""Entries made by the host, before any phone tapped."""


def complaints(file: Path, companies: Sequence[Company]) -> set[str]:
    """What is wrong in a copy of the records as they lie there, as a server would find them after its end."""
    with as_it_lies(file) as copied:
        found: set[str] = set()
        try:
            with Store.open(copied) as store:
                for company in companies:
                    found |= wrong_in(store.journal.entries(company.match_id), company)
        except StoreError:
            found.add("chain")
        with closing(sqlite3.connect(copied)) as database:
            answers = database.execute("PRAGMA integrity_check").fetchall()
    return found | ({"integrity"} if answers != [("ok",)] else set())


def wrong_in(entries: Sequence[Entry], company: Company) -> set[str]:
    found = {"gap"} if [entry.seq for entry in entries] != list(range(len(entries))) else set()
    for phone in company.phones:
        found |= _wrong_with(phone, entries[BEFORE_THE_TAPS:])
    if any(onlooker.seen > len(entries) for onlooker in company.onlookers):
        found.add("seen but not stored")
    return found


def _wrong_with(phone: Phone, entries: Sequence[Entry]) -> set[str]:
    mine = [entry for entry in entries if entry.by_seat == phone.seat]
    said = len(phone.acknowledged)
    stands = {entry.idem: entry.seq for entry in mine}
    found = {"refused"} if phone.is_refused else set()
    if len(mine) > said + phone.is_waiting:
        found.add("doubled")
    if len(mine) < said or any(stands.get(phone.key_of(tap)) != at - 1 for tap, at in enumerate(phone.acknowledged)):
        found.add("lost")
    if [entry.idem for entry in mine] != [phone.key_of(tap) for tap in range(len(mine))]:
        found.add("out of order")
    return found


@contextmanager
def as_it_lies(file: Path) -> Iterator[Path]:
    """A copy of the file and of its log, made while no server runs; nothing of the memory it shared."""
    with TemporaryDirectory(dir=file.parent.parent) as folder:
        for name in (file.name, f"{file.name}-wal"):
            if (file.parent / name).exists():
                copy(file.parent / name, folder)
        yield Path(folder) / file.name
