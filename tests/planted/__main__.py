"""Plants faults one at a time and says which tests notice them.

    python -m tests.planted                   (or: make planted) everything, into tests/planted/RESULTS.md
    python -m tests.planted --list            what would be planted
    python -m tests.planted --only WORDS ...  only faults whose names hold these words; the document stays as it is

What is known of a commit is kept in .planted/, so that a run that was broken off goes on where it stopped.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tests.planted.copy import Copy
from tests.planted.fault import FAULTS, ROOT, Fault
from tests.rings import RINGS

DOCUMENT: Final = ROOT / "tests" / "planted" / "RESULTS.md"
NOTICED: Final = re.compile(r"^\| (.*?) \| .* \| `make \w+` \| `(.*)` \|$", re.MULTILINE)
"""A row of the document: a fault, and the test that noticed it."""
ENOUGH: Final = 0.95
"""Of all that was planted, `make test` has to notice so much: 38 of 40."""


class Outcome(NamedTuple):
    """What became of a fault: where it was planted, and the ring and the test that noticed it, if one did."""

    where: str
    ring: str
    test: str


def main(arguments: Sequence[str]) -> int:
    """The exit status: 1 where `make test` lets too many through."""
    asked = _asked(arguments)
    faults = [one for one in FAULTS if not asked.only or any(words in one.name for words in asked.only)]
    if asked.list:
        print("\n".join(f"{fault.layer:12} {fault.name}" for fault in faults))
        return 0
    revision = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, check=True, capture_output=True)
    outcomes = _outcomes(faults, revision.stdout.decode().strip(), asked.up_to)
    noticed = sum(one.ring in ("check", "test") for one in outcomes)
    print(f"make test noticed {noticed} of {len(faults)}")
    if not asked.only:
        head = DOCUMENT.read_text("utf-8").partition("| Fault |")[0]
        DOCUMENT.write_text(head + "\n".join(_table(faults, outcomes)) + "\n", "utf-8")
    return 0 if noticed >= ENOUGH * len(faults) else 1


def _asked(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.planted", description="Plant faults, one at a time.")
    parser.add_argument("--up-to", choices=RINGS, default="test", help="the last ring that is run")
    parser.add_argument("--only", nargs="*", default=[], help="faults whose names hold these words, or those")
    parser.add_argument("--list", action="store_true", help="name the faults, plant none")
    return parser.parse_args(arguments)


def _outcomes(faults: Sequence[Fault], revision: str, up_to: str) -> list[Outcome]:
    """What becomes of each fault, as far as it is not known of this commit and this ring."""
    file = ROOT / ".planted" / f"{revision}-{up_to}.json"
    file.parent.mkdir(exist_ok=True)
    known = {
        name: Outcome(*one) for name, one in json.loads(file.read_text("utf-8") if file.exists() else "{}").items()
    }
    last = {row[1]: (f"tests/{row[2]}",) for row in NOTICED.finditer(DOCUMENT.read_text("utf-8"))}
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
        place = Path(folder) / "copy"
        place.mkdir()
        copy = Copy(place)
        for fault in faults:
            if fault.name not in known:
                path, line, _ = fault.place(copy.sources)
                ring, test = copy.noticed_by(fault, up_to, last.get(fault.name, ())) or ("", "")
                known[fault.name] = Outcome(f"{path}:{line}", ring, test)
                file.write_text(json.dumps(known, indent=1), "utf-8")
                print(f"{fault.layer}: {fault.name}\n    {ring or 'NOT NOTICED'} {test}", flush=True)
    return [known[fault.name] for fault in faults]


def _table(faults: Sequence[Fault], outcomes: Sequence[Outcome]) -> list[str]:
    rows = ["| Fault | Layer | Planted in | Noticed by | Test |", "| --- | --- | --- | --- | --- |"]
    for fault, (where, ring, test) in zip(faults, outcomes, strict=True):
        noticed = f"`make {ring}` | `{test.removeprefix('tests/')}`" if ring else "nothing | –"
        rows.append(f"| {fault.name} | {fault.layer} | `{where.removeprefix('companion/')}` | {noticed} |")
    return rows


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
