"""From what one tap costs to a million tables in an evening: `python -m bench.reckon`, as docs/scaling.md shows it.

Only arithmetic: put in what `python -m bench.scale` has found on your machines.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

HALF_MADE_SHARE = 1 / 3
"""What a tap that completes nothing costs beside an entry: it asks what would follow, and changes nothing."""
SPARE = 0.5
"""The share of a machine that is planned to be busy."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured or is assumed; docs/scaling.md says where each figure is from."""

    worker_ms: float
    postgres_ms: float
    kilobytes: float
    mebibytes: float
    entries_a_minute: float
    half_made: float
    phones: int
    cores_a_cell: int
    entries_an_evening: int


@dataclass(frozen=True, slots=True)
class Need:
    """What that many tables at play need."""

    tables: int
    entries: float
    worker_cores: float
    postgres_cores: float
    streams: int
    gibibytes: float
    megabits: float


def tables_a_core(figures: Figures, milliseconds: float) -> float:
    """How many tables at play one core carries if an entry takes it that long, with room to spare."""
    a_minute = figures.entries_a_minute * milliseconds * (1 + figures.half_made * HALF_MADE_SHARE)
    return SPARE * 60_000 / a_minute


def need_of(figures: Figures, tables: int) -> Need:
    """What that many tables at play need."""
    entries = tables * figures.entries_a_minute / 60
    return Need(
        tables,
        entries,
        tables / tables_a_core(figures, figures.worker_ms),
        tables / tables_a_core(figures, figures.postgres_ms),
        tables * figures.phones,
        tables * figures.mebibytes / 1024,
        entries * figures.phones * figures.kilobytes * 8 / 1000,
    )


def tables_a_cell(figures: Figures) -> int:
    """How many tables at play the worker cores of one cell carry, with room to spare, to the thousand."""
    carried = figures.cores_a_cell * tables_a_core(figures, figures.worker_ms)
    return max(1000, int(carried) // 1000 * 1000)


def told(figures: Figures, evening: int, at_once: int) -> str:
    """The table of docs/scaling.md."""
    cell = tables_a_cell(figures)
    needs = [need_of(figures, cell), need_of(figures, at_once)]
    lines = [
        ("tables at play", *(f"{one.tables:,}" for one in needs)),
        ("entries, and commits, a second", *(f"{one.entries:,.0f}" for one in needs)),
        ("worker cores", *(f"{one.worker_cores:,.0f}" for one in needs)),
        ("PostgreSQL's cores", *(f"{one.postgres_cores:,.0f}" for one in needs)),
        ("open streams", *(f"{one.streams:,}" for one in needs)),
        ("memory of the tables held, GiB", *(f"{one.gibibytes:,.0f}" for one in needs)),
        ("sent to phones, Mbit/s", *(f"{one.megabits:,.0f}" for one in needs)),
    ]
    rows = evening * figures.entries_an_evening
    return "\n".join(
        [
            f"A worker core carries {tables_a_core(figures, figures.worker_ms):,.0f} tables at play, half idle.",
            f"A cell holds {cell:,}: {at_once / cell:.0f} cells. Rows an evening: {rows / 1e6:,.0f} million.",
            "",
            "| | one cell | all |",
            "| --- | --- | --- |",
            *(f"| {' | '.join(line)} |" for line in lines),
        ]
    )


def main() -> None:
    """Reckon and print."""
    parser = argparse.ArgumentParser(description="From a tap to a million tables.")
    parser.add_argument("--worker-ms", type=float, default=14.0, help="processor of the workers an entry")
    parser.add_argument("--postgres-ms", type=float, default=2.0, help="processor of PostgreSQL an entry")
    parser.add_argument("--kilobytes", type=float, default=30.0, help="sent to each phone an entry")
    parser.add_argument("--mebibytes", type=float, default=0.5, help="of a worker's memory for a table held")
    parser.add_argument("--entries-a-minute", type=float, default=2.0, help="of a table at play")
    parser.add_argument("--half-made", type=float, default=4.0, help="taps that complete nothing, for each entry")
    parser.add_argument("--phones", type=int, default=5)
    parser.add_argument(
        "--cores-a-cell", type=int, default=33, help="of workers: each keeps 17 connections to PostgreSQL"
    )
    parser.add_argument("--entries-an-evening", type=int, default=260, help="of one table")
    parser.add_argument("--tables", type=int, default=1_000_000, help="in an evening")
    parser.add_argument("--at-once", type=float, default=1 / 3, help="the share of them at play at the same time")
    asked = vars(parser.parse_args())
    tables, share = asked.pop("tables"), asked.pop("at_once")
    print(told(Figures(**asked), tables, round(tables * share)))


if __name__ == "__main__":
    main()
