"""A fault, and where it is planted: found by its words, so that code may move."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
SOURCES: Final = ("companion/**/*.py", "templates/**/*.html", "static/**/*.js")


class NoSuchPlace(Exception):
    """The place of a fault is gone, or is no longer the only one of its kind."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Words to be replaced: they stand once in all sources, or once in the functions named `within`.

    Where they are broken into lines does not matter.
    """

    layer: str
    name: str
    old: str
    new: str
    within: str = ""

    def place(self, sources: Mapping[str, str]) -> tuple[str, int, str]:
        """The file, the number of the line, and the text with the fault. Raises `NoSuchPlace`."""
        wanted = re.compile(r"\s+".join(map(re.escape, self.old.split())))
        found = [
            (path, text, match)
            for path, text in sources.items()
            for match in wanted.finditer(text)
            if not self.within or re.findall(r"def (\w+)", text[: match.start()])[-1:] == [self.within]
        ]
        if len(found) != 1:
            raise NoSuchPlace(f"{len(found) or 'no'} places say {self.old!r}: choose another")
        [(path, text, match)] = found
        return path, text.count("\n", 0, match.start()) + 1, text[: match.start()] + self.new + text[match.end() :]


def read_sources(root: Path) -> dict[str, str]:
    """The text of every file in which faults are planted, by its path."""
    found = sorted(path for pattern in SOURCES for path in root.glob(pattern))
    return {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in found}


LISTED: Final = tomllib.loads((ROOT / "tests/planted/faults.toml").read_text("utf-8"))
FAULTS: Final = tuple(Fault(layer, **one) for layer, listed in LISTED.items() for one in listed)
