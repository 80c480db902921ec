"""All figures, one after the other, into `bench/RESULTS.md`: some fifteen minutes on two quiet cores.

    make bench                       (or: python -m bench.all)
    python -m bench.all --quick      one short run of each, to see that everything runs; nothing is written

Every section names the command that measures it alone.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bench import first_visit, growth, replay, resting
from bench.drive import Figures, measure, run
from bench.processes import ROOT, running, slow_sync

RESULTS = ROOT / "bench" / "RESULTS.md"
OURS = ("default", "hosted")
ALL = (*OURS, "peer-flat", "peer-mem")
PACKAGES = ("flask", "jinja2", "sqlalchemy", "uvicorn", "uvloop", "httptools")
Row = Sequence[str]


@dataclass(frozen=True, slots=True)
class Size:
    """How much is measured: runs of each, taps one at a time, seconds of all at once, entries, streams."""

    runs: int
    taps: int
    seconds: float
    marks: tuple[int, ...]
    streams: int


WHOLE = Size(3, 1000, 4.0, (100, 1000, 4000), 300)
QUICK = Size(1, 40, 1.0, (100, 200), 30)


def main() -> None:
    """Measure everything and write it down."""
    parser = argparse.ArgumentParser(description="All figures.")
    parser.add_argument("--quick", action="store_true", help="one short run of each, nothing written")
    parser.add_argument("--remark", default="", help="a sentence on the circumstances, kept with the figures")
    asked = parser.parse_args()
    parts = [_head(asked.remark)]
    for section in _sections(QUICK if asked.quick else WHOLE):
        print(section, flush=True)
        parts.append(section)
    if not asked.quick:
        RESULTS.write_text("\n".join(parts))


def _sections(size: Size) -> Iterator[str]:
    yield _taps(size)
    yield _throughput(size)
    yield _slow_disk(size)
    yield _growth(size)
    yield _long_matches(size)
    yield _rest(size)
    yield _visits(size)
    yield _alone("Motion on a slow phone", "bench.motion")
    yield _alone("Calls a tap", "bench.calls")
    yield _alone("Tracing 64 tiles", "bench.tile_taps", "--tracer")
    yield _alone("The history of a table", "bench.history")
    if size is WHOLE:
        yield _alone("Several workers", "bench.scale")


def _head(remark: str) -> str:
    cpu = next(line.split(":")[1].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name"))
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    return f"""# Figures

Taken by `make bench` on {datetime.now(UTC):%Y-%m-%d %H:%M} UTC: {os.cpu_count()} cores of {cpu}, {platform.system()} \
{platform.release()}, Python {platform.python_version()} ({packages}), boardgame.io 0.50.2 on Node {node}.
Clients run on the same cores; the load of the machine was {load} at the start. {remark}

Each figure is the median of the runs, with the least and the greatest. `default` is Tableside as anybody installs it, `hosted` with
uvloop and httptools; `peer-flat` is boardgame.io with its files, which tells first and does not sync, `peer-mem` in memory alone.
What Tableside tells is durable (SQLite, `synchronous=FULL`) before anybody is told. What the figures mean: docs/performance.md.
"""


def _taps(size: Size) -> str:
    rows = []
    for tables in (1, 10, 50):
        found = _runs(ALL, size.runs, tables=tables, taps=size.taps)
        for kind, runs in found.items():
            names = ("p50", "p95", "p99", "processor_ms", "memory")
            rows.append([str(tables * 6), kind, *(_spread(getattr(one, name) for one in runs) for name in names)])
    head = ("streams", "server", "p50 ms", "p95 ms", "p99 ms", "processor ms a tap", "MiB")
    command = "python -m bench.tap --kinds default hosted peer-flat peer-mem --tables 1 10 50"
    return _section("From a tap to the last of five other phones", command, head, rows)


def _throughput(size: Size) -> str:
    found = _runs(("default", "hosted", "peer-flat"), size.runs, tables=50, seconds=size.seconds)
    rows = [
        [
            kind,
            *(_spread(getattr(one, name) for one in runs) for name in ("taps_a_second", "p50", "p95", "processor_ms")),
        ]
        for kind, runs in found.items()
    ]
    head = ("server", "taps a second", "p50 ms", "p95 ms", "processor ms a tap")
    command = "python -m bench.tap --kinds default hosted peer-flat --tables 50 --seconds 4"
    return _section("Fifty tables that tap as fast as they can", command, head, rows)


def _slow_disk(size: Size) -> str:
    found = _runs(OURS, size.runs, tables=10, seconds=size.seconds, is_slow=True)
    rows = [
        [kind, *(_spread(getattr(one, name) for one in runs) for name in ("taps_a_second", "p50", "p95"))]
        for kind, runs in found.items()
    ]
    head = ("server", "taps a second", "p50 ms", "p95 ms")
    command = "python -m bench.tap --tables 10 --seconds 4 --slow"
    return _section("Ten tables on a disk 20 ms slower a sync", command, head, rows)


def _growth(size: Size) -> str:
    marks: dict[tuple[str, int], list[growth.Mark]] = {}
    for kind in ("hosted", "peer-flat") * size.runs:
        with running(kind) as server:
            for mark in run(_grown(server, kind, size)):
                marks.setdefault((kind, mark.entries), []).append(mark)
    rows = [
        [
            kind,
            str(entries),
            *(_spread(getattr(one, name) for one in runs) for name in ("p50", "processor_ms", "join_bytes")),
        ]
        for (kind, entries), runs in sorted(marks.items())
    ]
    head = ("server", "entries", "p50 ms", "processor ms a tap", "bytes a returning phone loads")
    return _section("A tap as one journal grows", "python -m bench.growth --kinds hosted peer-flat", head, rows)


async def _grown(server: Any, kind: str, size: Size) -> list[growth.Mark]:
    return [mark async for mark in growth.grow(server, kind, 6, list(size.marks))]


def _long_matches(size: Size) -> str:
    rows = [[str(entries), *(f"{one:.2f}" for one in figures)] for entries, figures in replay.measure(list(size.marks))]
    head = ("entries", "read again ms", "in memory ms", "correction looked at ms")
    return _section("A long match read again, and corrected", "python -m bench.replay", head, rows)


def _rest(size: Size) -> str:
    found: dict[str, list[resting.Rest]] = {}
    for one in resting.measure(OURS, size.runs, size.streams):
        found.setdefault(one.kind, []).append(one)
    names = ("cold_seconds", "cold_processor", "idle", "with_streams")
    rows = [[kind, *(_spread(getattr(one, name) for one in runs) for name in names)] for kind, runs in found.items()]
    head = ("server", "first page s", "processor s", "idle MiB", f"MiB with {size.streams} streams")
    return _section("At rest", "python -m bench.resting", head, rows)


def _visits(size: Size) -> str:
    found: dict[str, list[first_visit.Visit]] = {}
    for one in first_visit.measure(size.runs):
        found.setdefault(one.page, []).append(one)
    rows = [
        [
            page,
            _spread(one.weighed / 1000 for one in seen),
            _spread(one.bytes / 1000 for one in seen),
            _spread(one.painted_ms for one in seen),
        ]
        for page, seen in found.items()
    ]
    head = ("page", "KB of page, styles and scripts", "KB over the line, headers and icons too", "first paint ms")
    return _section("A first visit, processor slowed 6 times, 3G", "python -m bench.first_visit", head, rows)


def _alone(title: str, module: str, *more: str) -> str:
    command = ["-m", module, *more]
    told = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return f"\n## {title}\n\n`python {' '.join(command)}`\n\n```\n{told.strip()}\n```\n"


def _runs(
    kinds: Iterable[str], runs: int, *, tables: int, taps: int = 0, seconds: float = 0.0, is_slow: bool = False
) -> dict[str, list[Figures]]:
    """The figures of so many runs of each kind, taken in turn, each on a server of its own."""
    found: dict[str, list[Figures]] = {}
    preload = slow_sync() if is_slow else None
    for kind in [*kinds] * runs:
        with running(kind, preload=preload) as server:
            figures = run(measure(server, kind, tables=tables, seats=6, taps=taps, seconds=seconds))
        found.setdefault(kind, []).append(figures)
    return found


def _spread(values: Iterable[float]) -> str:
    """The median of some runs, and their range."""
    found = sorted(values)
    digits = 0 if found[-1] >= 1000 else 1 if found[-1] >= 20 else 2
    middle, least, most = (f"{one:.{digits}f}" for one in (statistics.median(found), found[0], found[-1]))
    return middle if least == most else f"{middle} ({least} to {most})"


def _section(title: str, command: str, head: Row, rows: Iterable[Row]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return f"\n## {title}\n\n`{command}`\n\n" + "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def _lines(path: str) -> list[str]:
    return Path(path).read_text().splitlines()


if __name__ == "__main__":
    main()
