"""From a tap to the last of all other phones, and how many taps a server carries.

    python -m bench.tap                                         one table of six phones, Tableside's two installs
    python -m bench.tap --kinds hosted peer-flat --tables 1 10 50     the peer beside it, run by run in turn
    python -m bench.tap --kinds default --tables 50 --seconds 5       every table taps as fast as it can
    python -m bench.tap --kinds default --tables 10 --seconds 5 --slow     with 20 ms added to each sync, as an SD card has
    python -m bench.tap --kinds default --tables 10 --seconds 20 --slow --paced     the same, each table taps once a second
    python -m bench.tap --beside ../earlier                     each run of Tableside after one of another checkout

Each run has a server of its own with new records; `--data` says on which disk. Runs of different kinds alternate, so
that other load on the machine hits all of them.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
from pathlib import Path

from bench.drive import Figures, measure, run
from bench.processes import KINDS, ROOT, running, slow_sync


def main() -> None:
    """Measure and print."""
    asked = _asked()
    print(
        "kind       mode    tables  taps    taps/s |    p50     p95     p99     max | answer |  cpu/tap    MiB  B/update lost"
    )
    for tables in asked.tables:
        for _ in range(asked.runs):
            for kind, checkout in [(one, where) for one in asked.kinds for where in _checkouts(one, asked)]:
                figures = one_run(kind, tables, asked, checkout)
                print(line_of(figures), "" if checkout == ROOT else checkout.name, flush=True)
                if asked.json:
                    with asked.json.open("a") as kept:
                        kept.write(json.dumps(dataclasses.asdict(figures)) + "\n")


def _checkouts(kind: str, asked: argparse.Namespace) -> list[Path]:
    return [*asked.beside, ROOT] if kind in ("default", "hosted") else [ROOT]


def one_run(kind: str, tables: int, asked: argparse.Namespace, checkout: Path) -> Figures:
    """The figures of one run on a server of its own."""
    taps = 0 if asked.seconds else asked.taps
    with running(kind, asked.data, slow_sync() if asked.slow else None, checkout=checkout) as server:
        return run(
            measure(
                server, kind, tables=tables, seats=asked.seats, taps=taps, seconds=asked.seconds, is_paced=asked.paced
            )
        )


def line_of(one: Figures) -> str:
    """One line of the table."""
    times = f"{one.p50:7.2f} {one.p95:7.2f} {one.p99:7.2f} {one.worst:7.1f} | {one.answer_p50:6.2f}"
    return (
        f"{one.kind:10} {one.mode:7} {one.tables:3}x{one.seats} {one.taps:6} {one.taps_a_second:8.1f} | {times} "
        f"| {one.processor_ms:8.3f} {one.memory:6.1f} {one.update_bytes:8.0f} {one.lost:4}"
    )


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="From a tap to the last of all other phones.")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=["default", "hosted"])
    parser.add_argument("--tables", nargs="+", type=int, default=[1])
    parser.add_argument("--seats", type=int, default=6)
    parser.add_argument("--taps", type=int, default=500, help="taps of a run, one in flight")
    parser.add_argument("--seconds", type=float, default=0.0, help="every table taps as fast as it can, for so long")
    parser.add_argument("--paced", action="store_true", help="with --seconds: every table taps once a second")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--data", type=Path, help="where the records lie: the disk is part of what is measured")
    parser.add_argument("--slow", action="store_true", help="add 20 ms to each sync, as an SD card does")
    parser.add_argument("--beside", nargs="+", type=Path, default=[], help="checkouts of earlier days, run in turn")
    parser.add_argument("--json", type=Path, help="a file that each run's figures are added to")
    return parser.parse_args()


if __name__ == "__main__":
    main()
