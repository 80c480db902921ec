"""The power cut at any moment: what was acknowledged is there when it is back, and the file is whole."""

import random
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import groupby
from pathlib import Path

from companion.store import Store, StoreUnavailable, chain
from companion.store.chain import JournalRow
from tests.strength.disks import FILE, Disk, Event, Said, Synced, record
from tests.strength.scale import times
from tests.strength.tapping import BEGUN

CUTS = times(160, 10_000)
TAPS = times(40, 250)
_ROWS = f"SELECT {', '.join(JournalRow._fields)} FROM journal ORDER BY match_id, seq"
_MATCHES = "SELECT id, version, head, game, options, seats FROM matches"


def cuts(events: Sequence[Event], count: int, dice: random.Random) -> Iterator[tuple[dict[str, bytes], dict[str, int]]]:
    """The files after each of so many cuts, and how many entries of each match had been acknowledged before it."""
    begun = events.index(Said(BEGUN))
    moments = Counter(dice.randrange(begun, len(events)) for _ in range(count))
    disk, kept = Disk(), dict[str, int]()
    for number, event in enumerate(events):
        disk.take(number, event)
        if isinstance(event, Said) and event.line != BEGUN:
            _, match_id, seq = event.line.split()
            kept[match_id] = int(seq) + 1
        for _ in range(moments[number]):
            yield disk.after_a_cut(dice), dict(kept)


def wrong_after(files: dict[str, bytes], kept: dict[str, int], folder: Path) -> set[str]:
    """What is wrong with these files, opened as a server would."""
    for name, content in files.items():
        (folder / name).write_bytes(content)
    (folder / f"{FILE}-shm").unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(folder / FILE)) as database:
            return _wrong_in(database, kept)
    except (sqlite3.DatabaseError, StoreUnavailable):
        return {"corrupt"}


def _wrong_in(database: sqlite3.Connection, kept: dict[str, int]) -> set[str]:
    rows = [JournalRow._make(row) for row in database.execute(_ROWS)]
    journals = {match_id: [*found] for match_id, found in groupby(rows, lambda row: row.match_id)}
    for match_id, version, head, *begun in database.execute(_MATCHES):
        before, journal = chain.beginning(match_id, *begun), journals.get(match_id, [])
        assert len(list(chain.checked(match_id, 0, before, journal))) == len(journal)
        chain.check_end(match_id, version, head, 0, [before, *(row.hash for row in journal)])
    found = {"lost"} if any(len(journals.get(match_id, [])) < count for match_id, count in kept.items()) else set()
    whole = database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    return found if whole else found | {"corrupt"}


def counted(events: Sequence[Event], count: int, folder: Path) -> Counter[str]:
    """How many of so many cuts showed what, and in how many anything was acknowledged or under way."""
    shown: Counter[str] = Counter()
    for files, kept in cuts(events, count, random.Random(count)):
        shown.update(wrong_after(files, kept, folder))
        shown["cuts"] += 1
        shown["with entries"] += bool(kept)
    return shown


def test_no_cut_takes_anything_that_was_acknowledged(tmp_path: Path) -> None:
    events = record(tmp_path, TAPS)
    assert (
        sum(isinstance(event, Synced) and event.file == FILE for event in events) > 2
    )  # the log was put in place, too
    shown = counted(events, CUTS, tmp_path)
    assert (shown["lost"], shown["corrupt"]) == (0, 0)
    assert shown["cuts"] == CUTS
    assert shown["with entries"] > CUTS / 2


def test_a_file_that_a_cut_has_left_is_opened_by_the_store(tmp_path: Path) -> None:
    events = record(tmp_path, 12)
    for number, (files, kept) in enumerate(cuts(events, times(5, 300), random.Random(5))):
        folder = tmp_path / str(number)
        folder.mkdir()
        for name, content in files.items():
            (folder / name).write_bytes(content)
        with Store.open(folder / FILE) as store:
            assert all(store.journal.verify(match_id) >= count for match_id, count in kept.items())
