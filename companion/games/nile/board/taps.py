"""What has been tapped so far, read leniently: a half-made entry is never wrong, only unfinished.

Names that begin with an underscore are kept for the whole match. Those used here therefore say for which step they were
tapped, `r3s1p2|harvest`, and count for nothing at any other.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from companion.engine.game import Draft

_NUMBER = re.compile(r"[0-9]{1,2}")
BETWEEN: Final = "|"


@dataclass(frozen=True, slots=True)
class Taps:
    """The taps of one step of the game: the values of an entry, and what was tapped on the way to one."""

    draft: Draft
    moment: str

    @property
    def kind(self) -> str:
        """The kind of entry that is being made; nothing where none has been begun."""
        return self.draft.get("kind", ("",))[0]

    def text(self, name: str) -> str | None:
        """The text given last under this name."""
        found = self.draft.get(name, ())
        return found[-1] if found else None

    def number(self, name: str, low: int, high: int) -> int | None:
        """The number given last under this name; None if there is none in this range."""
        found = self.numbers(name, low, high)
        return found[-1] if found else None

    def numbers(self, name: str, low: int, high: int) -> tuple[int, ...]:
        """Every number given under this name that lies in this range, in order."""
        return tuple(number for text in self.draft.get(name, ()) if (number := as_number(text, low, high)) is not None)

    def aside(self, name: str, step: str | None = None) -> str | None:
        """What was tapped on the way under this name for the present step, or the step named."""
        found = self.text(name)
        begin = (self.moment if step is None else step) + BETWEEN
        return found[len(begin) :] if found is not None and found.startswith(begin) else None

    def count(self, name: str, high: int, kind: str) -> int | None:
        """A count tapped on the way, or else given in an entry of this kind; None if neither was."""
        tapped = self.aside(f"_{name}")
        if tapped is not None:
            return as_number(tapped, 0, high)
        return self.number(name, 0, high) if self.kind == kind else None


def as_number(text: str, low: int, high: int) -> int | None:
    """The number a text says; None if it says none in this range."""
    return int(text) if _NUMBER.fullmatch(text) and low <= int(text) <= high else None
