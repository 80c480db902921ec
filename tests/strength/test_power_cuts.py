"""The power cut at any moment: what was acknowledged is there when it is back, and the file is whole."""

import random
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from companion.store import Store, StoreUnavailable
from tests.strength.disks import FILE, Disk, Event, Said, Synced, record
from tests.strength.scale import times
from tests.strength.tapping import BEGUN

CUTS = times(160, 10_000)
TAPS = times(40, 250)


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
    """What is wrong with these files, opened by the store as a server does."""
    for left in folder.glob(f"{FILE}*"):
        left.unlink()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    try:
        with Store.open(folder / FILE) as store:
            found = {"lost" for match_id, count in kept.items() if store.journal.verify(match_id) < count}
        with closing(sqlite3.connect(folder / FILE)) as database:
            whole = database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    except (sqlite3.DatabaseError, StoreUnavailable):
        return {"corrupt"}
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
