"""The power cut at any moment: what was acknowledged is there when it is back, and the file is whole."""

import random
import re
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from companion.store import Store, StoreUnavailable
from tests.e2e.stage import ROOT
from tests.rings import times
from tests.servers import tool
from tests.strength.tapping import BEGUN

FILE = "t.sqlite"
SECTOR = 512
CALLS = "pwrite64,write,fsync,fdatasync,ftruncate"
_CALL = re.compile(r"(\d+) +(\w+)\(\d+<([^>]*)>(?:, (.*?))?(\) += (-?\d+)| <unfinished \.\.\.>)")
_RESUMED = re.compile(r"(\d+) +<\.\.\. \w+ resumed>.*\) += (-?\d+)")
_ODDS = (0.0, 0.1, 0.5, 0.9, 1.0)


@dataclass(frozen=True, slots=True)
class Write:
    """Bytes put at a place of a file; no bytes for the file's end put there."""

    file: str
    at: int
    data: bytes | None


@dataclass(frozen=True, slots=True)
class Synced:
    """Writes to the file before event `upto` of the recording are on the disk for good."""

    file: str
    upto: int


@dataclass(frozen=True, slots=True)
class Said:
    """A line that was printed: from here on somebody may have read it."""

    line: str


Event = Write | Synced | Said


def record(folder: Path, count: int) -> list[Event]:
    """What the program of `tests.strength.tapping` does to its file in the folder `data`, and what it says."""
    trace = folder / "trace"
    command = [
        tool("strace", "strace"), "-f", "-y", "-xx", "-s", "1000000", "-e", f"trace={CALLS}", "-o", str(trace),
        sys.executable, "-m", "tests.strength.tapping", str(folder / "data" / FILE), str(count),
    ]  # fmt: skip
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, timeout=900)
    with trace.open(encoding="ascii") as lines:
        events = _events(lines)
    trace.unlink()
    return events


def _events(lines: Iterable[str]) -> list[Event]:
    found: list[Event] = []
    syncing: dict[str, Synced] = {}
    for line in lines:
        call, resumed = _CALL.match(line), _RESUMED.match(line)
        if call is not None:
            assert call[6] is None or int(call[6]) >= 0, line[:200]
            _take(call, found, syncing)
        elif resumed is not None and resumed[1] in syncing:
            assert resumed[2] == "0", line
            found.append(syncing.pop(resumed[1]))
    return found


def _take(call: re.Match[str], found: list[Event], syncing: dict[str, Synced]) -> None:
    file, is_over = _text(call[3]).rpartition("/")[2], call[6] is not None
    if call[2] == "write":
        said = _text(call[4].split(", ")[0].strip('"'))
        found += [Said(line) for line in said.splitlines()] if said.startswith(("kept", BEGUN)) else []
    elif file not in (FILE, f"{FILE}-wal"):
        return  # what is made before the first entry and taken away again, shared memory, and the folder
    elif call[2] == "pwrite64":
        data, size, at = call[4].split(", ")
        written = bytes.fromhex(data.strip('"').replace("\\x", ""))
        assert len(written) == int(size), "the recording is cut short"
        found.append(Write(file, int(at), written))
    elif call[2] == "ftruncate":
        found.append(Write(file, int(call[4]), None))
    elif is_over:
        found.append(Synced(file, len(found)))
    else:
        syncing[call[1]] = Synced(file, len(found))


def _text(hexadecimal: str) -> str:
    return bytes.fromhex(hexadecimal.replace("\\x", "")).decode(errors="replace")


@dataclass
class Disk:
    """What of each file is on the disk for good, and the writes since then, which may have arrived or not."""

    safe: dict[str, bytearray] = field(default_factory=dict)
    under_way: dict[str, list[tuple[int, Write]]] = field(default_factory=dict)

    def take(self, number: int, event: Event) -> None:
        if isinstance(event, Write):
            self.under_way.setdefault(event.file, []).append((number, event))
        elif isinstance(event, Synced):
            content = self.safe.setdefault(event.file, bytearray())
            waiting = self.under_way.get(event.file, [])
            for at, write in waiting:
                if at < event.upto:
                    _put(content, write)
            self.under_way[event.file] = [(at, write) for at, write in waiting if at >= event.upto]

    def after_a_cut(self, dice: random.Random) -> dict[str, bytes]:
        """The files as they may be found when the power is back."""
        odds = dice.choice(_ODDS)
        found = {}
        for name in {*self.safe, *self.under_way}:
            content = bytearray(self.safe.get(name, b""))
            for _, write in self.under_way.get(name, ()):
                if dice.random() < odds:
                    for part in _arrived(write, dice):
                        _put(content, part)
            found[name] = bytes(content)
        return found


def _arrived(write: Write, dice: random.Random) -> Sequence[Write]:
    """What arrived of a write: all of it, or some of its sectors."""
    if write.data is None or dice.random() < 0.7:
        return [write]
    parts = range(0, len(write.data), SECTOR)
    return [Write(write.file, write.at + at, write.data[at : at + SECTOR]) for at in parts if dice.random() < 0.5]


def _put(content: bytearray, write: Write) -> None:
    end = write.at + (0 if write.data is None else len(write.data))
    if len(content) < end:
        content.extend(bytes(end - len(content)))
    if write.data is None:
        del content[write.at :]
    else:
        content[write.at : end] = write.data


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
