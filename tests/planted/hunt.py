"""One fault after another: planted, the tests run ring by ring until one fails, and what failed is asked again without it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Lock
from typing import Final

from tests.planted.copies import RINGS, Answer, Copy
from tests.planted.faults import Fault, NoSuchPlace, Planted, Sources
from tests.planted.mutations import Mutation
from tests.planted.near import Files

HINTS: Final[Mapping[str, str]] = {
    "rights": "roles allowed host owner",
    "secrecy": "secrets hidden reveals",
    "escaping": "harmless escaped security",
    "durability": "store journal file",
    "idempotency": "repeated key stale version",
    "sheet": "sheet printed",
    "translation": "languages catalogs",
    "stream": "streams live following",
}
"""Words of the tests in which faults of a layer are looked for first, besides those of the fault."""
NEAR: Final = 10
"""So many files are asked first. Collecting all of them costs more than running these."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a fault: the ring and the test that noticed it, or neither; or why it could not be planted."""

    name: str
    layer: str
    where: str
    tree: str
    ring: str | None = None
    test: str | None = None
    seconds: float = 0
    up_to: str = RINGS[-1]
    problem: str | None = None


class Outcomes:
    """What is known so far, kept in a file, so that a run may be broken off and taken up."""

    def __init__(self, folder: Path, tree: str) -> None:
        self._file = folder / "outcomes.json"
        self._tree = tree
        self._lock = Lock()
        kept = json.loads(self._file.read_text("utf-8")) if self._file.exists() else []
        self._known = {one["name"]: Outcome(**one) for one in kept}

    def of(self, name: str, up_to: str) -> Outcome | None:
        """What became of a fault in the tree as it is; None if it was not tried, or not up to this ring."""
        known = self._known.get(name)
        if known is None or known.tree != self._tree or known.problem:
            return None
        return known if known.ring or RINGS.index(known.up_to) >= RINGS.index(up_to) else None

    def keep(self, outcome: Outcome) -> None:
        """Remember one more."""
        with self._lock:
            self._known[outcome.name] = outcome
            text = json.dumps([asdict(one) for one in self._known.values()], indent=1, ensure_ascii=False)
            new = self._file.with_suffix(".new")
            new.write_text(text, "utf-8")
            new.replace(self._file)


@dataclass(frozen=True, slots=True)
class Tests:
    """The tests of each ring by their node ids, beginning with those of the ring before, and where those are written."""

    ids: Mapping[str, frozenset[str]]
    written: Mapping[str, Path]
    files: Files

    def added(self, ring: str) -> list[str]:
        """The files with tests that run in this ring and in none before it."""
        before = self.before(ring)
        new = self.ids[ring] - (self.ids[before] if before else frozenset())
        return sorted({one.partition("::")[0] for one in new})

    def before(self, ring: str) -> str | None:
        """The ring before."""
        at = RINGS.index(ring)
        return RINGS[at - 1] if at else None


def collected(copy: Copy, folder: Path, tree: str, up_to: str) -> Tests:
    """The tests of each ring up to this one; looked for once in each tree."""
    rings = RINGS[: RINGS.index(up_to) + 1]
    written = {ring: folder / f"{tree[:12]}-{ring}.txt" for ring in rings}
    for ring, file in written.items():
        if not file.exists():
            print(f"collecting the tests of ring {ring}", flush=True)
            file.write_text("\n".join(copy.collect(ring)), "utf-8")
    ids = {ring: frozenset(file.read_text("utf-8").split("\n")) - {""} for ring, file in written.items()}
    return Tests(ids, written, Files.read(copy.place, {one.partition("::")[0] for one in ids[rings[-1]]}))


def tried(copy: Copy, tests: Tests, fault: Fault | Mutation, sources: Sources, tree: str) -> Outcome:
    """What becomes of one fault."""
    try:
        planted = fault.planted(sources)
    except NoSuchPlace as gone:
        return Outcome(fault.name, fault.layer, "", tree, problem=f"place not found: choose another ({gone})")
    where = f"{planted.path}:{planted.line}"
    seconds, doubted = 0.0, list[str]()
    about = f"{fault.name} {HINTS.get(fault.layer, '')}"
    for ring in tests.ids:
        for answer in _asked(copy, tests, planted, ring, about, doubted):
            seconds += answer.seconds
            if answer.test is not None:
                return Outcome(fault.name, fault.layer, where, tree, ring, answer.test, round(seconds))
    return Outcome(fault.name, fault.layer, where, tree, seconds=round(seconds), up_to=[*tests.ids][-1])


def _asked(copy: Copy, tests: Tests, planted: Planted, ring: str, about: str, doubted: list[str]) -> Iterator[Answer]:
    """What a ring says, part by part: the nearest files, all others, and with the first ring the types."""
    before = tests.before(ring)
    files = tests.files.nearest(tests.added(ring), planted.path, planted.function, about)
    near = sorted(files[:NEAR], key=tests.files.is_slow)
    for part in (near, files[NEAR:]):
        yield from _part(copy, tests, planted, ring, part, tests.written[before] if before else None, doubted)
    if before is None:
        with copy.planted(planted):
            answer = copy.check_types()
        yield answer if answer.test is None or copy.check_types().test is None else Answer(None, answer.seconds)


def _part(
    copy: Copy,
    tests: Tests,
    planted: Planted,
    ring: str,
    files: Sequence[str],
    without: Path | None,
    doubted: list[str],
) -> Iterator[Answer]:
    """What these files say. Whatever fails without the fault as well, or not a second time with it, says nothing."""
    while files:
        with copy.planted(planted):
            answer = copy.run(ring, files, without=without, doubted=doubted)
            again = None if answer.test is None else copy.run(ring, [answer.test])
        if answer.test is None or again is None:
            yield answer
            return
        clean = copy.run(ring, [answer.test])
        seconds = answer.seconds + again.seconds + clean.seconds
        if again.test is not None and clean.test is None:
            yield Answer(answer.test, seconds)
            return
        print(f"         fails now and then, or anyway: {answer.test}", flush=True)
        doubted.append(answer.test)
        files = [file for file in files if file != answer.test]
        yield Answer(None, seconds)
