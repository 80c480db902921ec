"""What has been tapped so far, read leniently: a half-made entry is never wrong, only unfinished."""

from __future__ import annotations

import re
from dataclasses import dataclass

from companion.engine.game import Draft

_NUMBER = re.compile(r"[0-9]{1,2}")
_CARD_OF = "cards."


@dataclass(frozen=True, slots=True)
class Taps:
    """The taps of one form; none if the draft belongs to another kind of entry.

    `ways` are how this device likes to enter: the names that begin with an underscore, whatever the kind.
    """

    draft: Draft
    ways: Draft

    @property
    def is_begun(self) -> bool:
        """Whether anything at all has been tapped."""
        return any(name != "kind" for name in self.draft)

    def number(self, name: str, low: int, high: int) -> int | None:
        """The number last tapped under this name; None if there is none in this range."""
        found = self.numbers(name, low, high)
        return found[-1] if found else None

    def numbers(self, name: str, low: int, high: int) -> tuple[int, ...]:
        """Every number tapped under this name that lies in this range, in order."""
        read = (int(value) for value in self.draft.get(name, ()) if _NUMBER.fullmatch(value))
        return tuple(number for number in read if low <= number <= high)

    def by_seat(self, seats: int, low: int, high: int) -> dict[int, int]:
        """The number tapped for each seat that has one, as `cards.0` and so on."""
        found = {seat: self.number(f"{_CARD_OF}{seat}", low, high) for seat in range(seats)}
        return {seat: number for seat, number in found.items() if number is not None}

    def way(self, name: str, ways: tuple[str, ...], default: str) -> str:
        """The way of entering that was chosen last; the default if none was."""
        chosen = self.ways.get(name, ())
        return chosen[-1] if chosen and chosen[-1] in ways else default


def taps_of(draft: Draft, kind: str) -> Taps:
    """The taps of an entry of this kind."""
    ways = {name: values for name, values in draft.items() if name.startswith("_")}
    given = draft.get("kind", ())
    own = {name: values for name, values in draft.items() if name not in ways} if kind in given else {}
    return Taps(own, ways)
