"""A copy of what is committed, in which one fault at a time is planted, and what the tests say there."""

import math
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.planted.fault import ROOT, Fault, read_sources
from tests.rings import FIRST_RING, RINGS

LEFT_OUT: Final = ("tests/golden", "tests/planted")
"""Bytes kept as they once were notice every change, wanted or not. And this would notice its own faults."""
NEAR: Final = 10
"""So many files are asked first. Collecting all of them costs more than running these."""
IN_A_BROWSER: Final = ("tests/e2e", "tests/stranger")
"""These take longest, so they are asked last."""
HOUR: Final = 3600
_NOTICED: Final = re.compile(r"^(?:FAILED|ERROR) (tests/.*?\.py(?:::.*?)?)(?: - .*)?$", re.MULTILINE)


class Copy:
    def __init__(self, place: Path) -> None:
        self._place = place
        archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", place], input=archive, check=True)
        (place / ".venv").symlink_to((ROOT / ".venv").resolve())
        self.sources = read_sources(place)
        files = sorted(place.glob("tests/**/test_*.py"))
        self._words = {
            file.relative_to(place).as_posix(): _words(f"{file} {file.read_text('utf-8')}") for file in files
        }
        self._rarity = Counter(word for words in self._words.values() for word in words)

    def noticed_by(self, fault: Fault, up_to: str, last: Sequence[str]) -> tuple[str, str] | None:
        """The ring and the test that notices a fault. Raises `NoSuchPlace`.

        The test that noticed it the last time is asked first, then the files that say most of its words.

        Whatever fails without the fault as well, or not a second time with it, says nothing.
        """
        doubted: list[str] = []
        for ring in RINGS[: RINGS.index(up_to) + 1]:
            others = [f"--ignore={one}" for one in IN_A_BROWSER]
            parts = [part for part in (last, self._near(fault, ring), ["tests", *others], IN_A_BROWSER) if part]
            while parts:
                test = self._fails(fault, ring, parts[0], doubted)
                if test is None:
                    parts.pop(0)
                elif self._fails(fault, ring, [test], []) and not self._first_failed(ring, [test], []):
                    return ring, test
                else:
                    doubted.append(test)
        return None

    def _fails(self, fault: Fault, ring: str, what: Sequence[str], doubted: Sequence[str]) -> str | None:
        with self._planted(fault):
            return self._first_failed(ring, what, doubted)

    @contextmanager
    def _planted(self, fault: Fault) -> Iterator[None]:
        path, _, text = fault.place(self.sources)
        try:
            self._write(path, text)
            yield
        finally:
            self._write(path, self.sources[path])

    def _write(self, path: str, text: str) -> None:
        file = self._place / path
        file.write_text(text, "utf-8")
        # Two texts of the same length written in the same second look alike to whoever keeps compiled ones.
        for compiled in file.parent.glob(f"__pycache__/{file.stem}.*.pyc"):
            compiled.unlink()

    def _near(self, fault: Fault, ring: str) -> list[str]:
        """The files of a ring that share most rare words with the fault."""
        about = _words(f"{fault.place(self.sources)[0]} {fault.layer} {fault.name} {fault.old}")

        def worth(file: str) -> float:
            shared = about & self._words[file]
            return sum(1 / self._rarity[word] for word in shared) / math.log(50 + len(self._words[file]))

        later = RINGS[RINGS.index(ring) + 1 :]
        there = [file for file in self._words if FIRST_RING.get(file.split("/")[1]) not in later]
        return sorted((file for file in there if not file.startswith(LEFT_OUT)), key=worth)[-NEAR:]

    def _first_failed(self, ring: str, what: Sequence[str], doubted: Sequence[str]) -> str | None:
        """The first test that fails; one that hangs has failed."""
        without = [*(f"--ignore={one}" for one in LEFT_OUT), *(f"--deselect={one}" for one in doubted)]
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-rfE", "--tb=no", "-p", "no:cacheprovider"]
        try:
            said = subprocess.run(
                [*command, "--ring", ring, *without, *what],
                cwd=self._place,
                env={**os.environ, "PYTEST_DEBUG_TEMPROOT": str(self._place.parent)},
                timeout=HOUR,
                capture_output=True,
                text=True,
            ).stdout
        except subprocess.TimeoutExpired:
            return what[0]
        noticed = _NOTICED.search(said)
        return noticed[1] if noticed else None


def _words(text: str) -> set[str]:
    """The words of a text, each without an s at its end, so that a module `seats` is near a test of a seat."""
    return {word.removesuffix("s") for word in re.findall(r"[a-z]{3,}", text.lower())}
