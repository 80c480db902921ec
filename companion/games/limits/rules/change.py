"""Which point cards to hand over for a point (LI-31): ones while there are any, then fives against ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.engine.rulings import Reason
from companion.engine.text import SeatName, say
from companion.games.limits.rules.components import FIVES, ONES


@dataclass(frozen=True, slots=True)
class Purse:
    """The point cards one player has."""

    ones: int = 0
    fives: int = 0

    @property
    def points(self) -> int:
        """What they are worth together."""
        return self.ones + 5 * self.fives


NO_POINT_CARDS: Final = Purse()


@dataclass(frozen=True, slots=True)
class Change:
    """How `seat` gets one point: `ones` and `fives` are handed over, a minus means they are taken back.

    With `swaps_first`, five ones are changed into a five before that. If the box is empty, nothing is handed over.
    """

    seat: int
    ones: int = 0
    fives: int = 0
    swaps_first: int | None = None


def hand_over(purses: tuple[Purse, ...], seat: int) -> tuple[tuple[Purse, ...], Change]:
    """The point cards of everybody after `seat` got one point, and how to hand it over (LI-31)."""
    change = _way(purses, seat)
    after = list(purses)
    if change.swaps_first is not None:
        after[change.swaps_first] = _add(after[change.swaps_first], ones=-5, fives=1)
    is_written_down = not change.ones and not change.fives
    after[seat] = _add(after[seat], ones=1 if is_written_down else change.ones, fives=change.fives)
    return tuple(after), change


def advice(change: Change) -> Reason:
    """What to hand over, said aloud."""
    name = SeatName(change.seat)
    if change.swaps_first is not None:
        text = say(
            "The ones have run out. Give {other} a 5-point card for 5 ones, then give {name} a one.",
            other=SeatName(change.swaps_first),
            name=name,
        )
    elif change.fives:
        text = say("Give {name} a 5-point card and take back 4 ones.", name=name)
    elif change.ones:
        text = say("Give {name} a one-point card.", name=name)
    else:
        text = say("No point card is left for {name}. Write this point down.", name=name)
    return Reason(text, ("LI-31",))


def _way(purses: tuple[Purse, ...], seat: int) -> Change:
    if sum(purse.ones for purse in purses) < ONES:
        return Change(seat, ones=1)
    if sum(purse.fives for purse in purses) >= FIVES:
        return Change(seat)
    if purses[seat].ones >= 4:
        return Change(seat, ones=-4, fives=1)
    # The seat has three ones at most, so of the five others one holds five at least.
    richest = max(range(len(purses)), key=lambda other: purses[other].ones)
    return Change(seat, ones=1, swaps_first=richest)


def _add(purse: Purse, *, ones: int, fives: int) -> Purse:
    return Purse(purse.ones + ones, purse.fives + fives)
