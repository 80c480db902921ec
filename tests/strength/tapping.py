"""An evening's entries, written and acknowledged one by one: `python -m tests.strength.tapping FILE COUNT`.

What it prints is what phones are told; recorded by strace it stands among the writes and syncs of the file.
"""

import os
import sys
from datetime import UTC, datetime
from pathlib import Path

from companion.store import Appended, Match, NewEntry, Store, Table, fresh_id
from tests.store.evening import all_at_once

MATCHES = 3
BEGUN = "begun"


def say(*words: object) -> None:
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def play(store: Store, match: Match, count: int) -> None:
    for seq in range(count):
        entry = NewEntry(datetime.now(UTC), "seat", '{"said":"' + "x" * 700 + '"}', by_seat=0, idem=f"key {seq}")
        assert isinstance(store.journal.append(match.id, seq, entry), Appended)
        say("kept", match.id, seq)
        if seq % (count // 2 + 1) == count // 2:  # taking a name away puts the log in place, and empties it
            store.people.forget([store.seats.at(match.table_id)[0].player_id], (), {}, {})


def main(file: str, count: int) -> None:
    with Store.open(Path(file)) as store:
        now = datetime.now(UTC)
        tables = [Table(fresh_id(), code, now) for code in ("AAAA", "BBBB", "CCCC")[:MATCHES]]
        for table in tables:
            store.tables.create(table, ["Ana", "Ben"])
        matches = [store.matches.create(table.id, "some-game", "{}", [0, 1], now) for table in tables]
        say(BEGUN)
        assert all_at_once(MATCHES, lambda number: play(store, matches[number], count)) == [None] * MATCHES


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
