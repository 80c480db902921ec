"""Plants faults one at a time and says which tests notice them.

    python -m tests.planted                   (or: make planted) everything, into docs/planted.md
    python -m tests.planted --list            what would be planted
    python -m tests.planted --only WORDS ...  only faults whose names hold these words; the document stays as it is

What is known is kept in .planted/, so that a run that was broken off goes on where it stopped. What is not committed is not
planted in.
"""

import argparse
import hashlib
import itertools
import os
import queue
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from tests.planted.copies import RINGS, ROOT, Copy, copies, present_tree
from tests.planted.faults import LAYERS, Fault, Sources, read_sources
from tests.planted.hunt import Outcome, Outcomes, collected, tried
from tests.planted.mended import MENDED
from tests.planted.mutations import Mutation, drawn
from tests.planted.report import is_enough, noticed_by_make_test, written

KEPT = ROOT / ".planted"
DOCUMENT = ROOT / "docs" / "planted.md"


def main(arguments: Sequence[str]) -> int:
    """The exit status: 1 where `make test` lets too many through, or a place is gone."""
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, signal.default_int_handler)
    asked = _asked(arguments)
    sources = read_sources(ROOT)
    faults = [
        one for one in _chosen(asked, sources) if not asked.only or any(words in one.name for words in asked.only)
    ]
    if asked.list:
        for fault in faults:
            print(f"{fault.layer:12} {fault.name}")
        return 0
    outcomes = _outcomes(asked, faults, sources)
    gone = [one for one in outcomes if one.problem]
    planted = [one for one in outcomes if not one.problem]
    print(f"make test noticed {noticed_by_make_test(planted)} of {len(planted)}; {len(gone)} could not be planted")
    if not asked.only:
        command = " ".join(["python -m tests.planted", *arguments])
        revision = subprocess.run(
            ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, check=True, capture_output=True, text=True
        )
        DOCUMENT.write_text(written(command, revision.stdout.strip(), planted, gone), "utf-8")
    return 0 if is_enough(planted) and not gone else 1


def _asked(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.planted", description="Plant faults, one at a time.")
    parser.add_argument("--seed", type=int, default=1, help="which faults are drawn")
    parser.add_argument("--mended", type=int, default=27, help="how many bugs mended before")
    parser.add_argument("--mutations", type=int, default=18, help="how many small changes of the code")
    parser.add_argument("--up-to", choices=RINGS, default=RINGS[-1], help="the last ring that is run")
    parser.add_argument("--jobs", type=int, default=min(4, os.cpu_count() or 1), help="faults tried side by side")
    parser.add_argument("--only", nargs="*", default=[], help="faults whose names hold these words, or those")
    parser.add_argument("--list", action="store_true", help="name the faults, plant none")
    return parser.parse_args(arguments)


def _chosen(asked: argparse.Namespace, sources: Sources) -> Iterator[Fault | Mutation]:
    """The faults of this seed: bugs mended, from each layer in turn, and changes of the code likewise."""
    lots = sorted(MENDED, key=lambda one: hashlib.sha256(f"{asked.seed}:{one.name}".encode()).hexdigest())
    rows = [[one for one in lots if one.layer == layer] for layer in LAYERS]
    in_turn = (one for row in itertools.zip_longest(*rows) for one in row if one is not None)
    yield from itertools.islice(in_turn, asked.mended)
    yield from itertools.islice(drawn(sources, asked.seed), asked.mutations)


def _outcomes(asked: argparse.Namespace, faults: Sequence[Fault | Mutation], sources: Sources) -> list[Outcome]:
    KEPT.mkdir(exist_ok=True)
    tree = present_tree()
    known = Outcomes(KEPT, tree)
    waiting = [one for one in faults if known.of(one.name, asked.up_to) is None]
    found = {one.name: outcome for one in faults if (outcome := known.of(one.name, asked.up_to)) is not None}
    if waiting:
        with copies(min(asked.jobs, len(waiting))) as places:
            for outcome in _hunted(places, waiting, sources, tree, asked.up_to):
                known.keep(outcome)
                found[outcome.name] = outcome
                print(_line(outcome), flush=True)
    return [found[one.name] for one in faults]


def _hunted(
    places: list[Copy], faults: Sequence[Fault | Mutation], sources: Sources, tree: str, up_to: str
) -> Iterator[Outcome]:
    tests = collected(places[0], Path(KEPT), tree, up_to)
    free: queue.SimpleQueue[Copy] = queue.SimpleQueue()
    for place in places:
        free.put(place)

    def hunt(fault: Fault | Mutation) -> Outcome:
        place = free.get()
        try:
            return tried(place, tests, fault, sources, tree)
        finally:
            free.put(place)

    with ThreadPoolExecutor(len(places)) as pool:
        try:
            for future in as_completed([pool.submit(hunt, fault) for fault in faults]):
                yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for place in places:
                place.stop()


def _line(outcome: Outcome) -> str:
    said = outcome.problem or (f"{outcome.ring}: {outcome.test}" if outcome.ring else "NOT NOTICED")
    return f"{outcome.seconds:5.0f} s  {outcome.layer}: {outcome.name} ({outcome.where})\n         {said}"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
