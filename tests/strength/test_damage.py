"""A damaged file of records: what is read from a journal is what was written, or it is said that it cannot be."""

import random
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from companion.store import Entry, Missing, NewEntry, Store, StoreUnavailable, Table
from tests.store.evening import NOW
from tests.strength.memory_cards import damaged
from tests.strength.scale import times

DAMAGES = times(120, 2000)
MATCHES = 6
ENTRIES = 40
Journals = dict[str, tuple[Entry, ...]]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, Journals]:
    """A closed file of three tables, and the journals that stand in it."""
    file = tmp_path_factory.mktemp("sound") / "t.sqlite"
    with Store.open(file) as store:
        for number in range(MATCHES // 2):
            store.tables.create(Table(f"table {number}", f"KQT{number}", NOW), ["Ana", "Ben", "Cleo"])
            for match_id in (f"match {2 * number}", f"match {2 * number + 1}"):
                store.matches.create(f"table {number}", "some-game", '{"house":true}', [0, 1, 2], NOW, match_id)
        for seq in range(ENTRIES):
            for number in range(MATCHES):
                body = f'{{"number":{seq},"words":"{"x" * (seq * 7 % 90)}"}}'
                store.journal.append(f"match {number}", seq, NewEntry(NOW, "seat", body, seq % 3, f"key {seq}"))
        journals = {f"match {number}": store.journal.entries(f"match {number}") for number in range(MATCHES)}
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return file.read_bytes(), journals


def outcome(file: Path, journals: Journals) -> str:
    """What comes of reading every journal: `sound`, `said`, or what was not said."""
    try:
        with Store.open(file) as store:
            return (
                "sound"
                if all(store.journal.entries(match_id) == entries for match_id, entries in journals.items())
                else "changed"
            )
    except StoreUnavailable:
        return "said"
    except Missing:
        return "gone"


def outcomes(sound: tuple[bytes, Journals], folder: Path, count: int) -> Counter[str]:
    """How often what came of so many damages."""
    content, journals = sound
    dice, found = random.Random(count), Counter[str]()
    for number in range(count):
        file = folder / f"{number}.sqlite"
        file.write_bytes(damaged(content, dice))
        found[outcome(file, journals)] += 1
        for left in folder.glob(f"{number}.sqlite*"):
            left.unlink()
    return found


def test_no_damage_changes_a_journal_in_silence(sound: tuple[bytes, Journals], tmp_path: Path) -> None:
    found = outcomes(sound, tmp_path, DAMAGES)
    assert set(found) <= {"sound", "said"}, found
    assert found["said"] > DAMAGES / 5
