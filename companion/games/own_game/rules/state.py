"""Where a match stands. Immutable; every play makes a new one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.engine.definition.model import Definition
from companion.engine.definition.scoring import Sides, has_reached, is_full, ranks, sides, total
from companion.engine.game import Options
from companion.games.own_game.rules.options import definition_of


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """A finished round: its number from 1, what each side wrote, and the totals after it."""

    number: int
    points: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class State:
    """The whole match, by sides: who plays alone is a side of one.

    `carried` is what each side had when the table last said how things stand, `unrecorded` the rounds before that.
    `entered` is what is written of the round under way. `cells` is what each side has written in its pad, by row.
    """

    options: Options
    seats: int
    carried: tuple[int, ...]
    entered: tuple[int | None, ...]
    cells: tuple[Mapping[int, int], ...]
    rounds: tuple[RoundRecord, ...] = ()
    unrecorded: int = 0
    first_dealer: int = 0
    is_stopped: bool = False
    definition: Definition = field(init=False, compare=False)
    sides: Sides = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "definition", definition_of(self.options))
        object.__setattr__(self, "sides", sides(self.definition, self.seats))

    @property
    def played(self) -> int:
        """The rounds that are over."""
        return self.unrecorded + len(self.rounds)

    @property
    def totals(self) -> tuple[int, ...]:
        """What each side has."""
        if self.definition.is_pad:
            rows = self.definition.rows
            return tuple(had + total(rows, own) for had, own in zip(self.carried, self.cells, strict=True))
        return self.rounds[-1].totals if self.rounds else self.carried

    @property
    def scores(self) -> tuple[int, ...]:
        """What each seat has: the same for partners."""
        return self.by_seat(self.totals)

    @property
    def is_full(self) -> bool:
        """Whether everything is written in the pad that the game waits for."""
        return self.definition.is_pad and all(is_full(self.definition.rows, own) for own in self.cells)

    @property
    def is_over(self) -> bool:
        """Whether the table has stopped, the pad is full, or the last round is over (OW-8)."""
        if self.is_stopped:
            return True
        if self.definition.is_pad:
            return self.is_full and not any(row.optional for row in self.definition.rows)
        return has_reached(self.definition, self.played, self.totals)

    @property
    def dealer(self) -> int | None:
        """Whose turn it is to deal, or to start; None where that does not go round, and at the end."""
        if not self.definition.dealer or self.is_over:
            return None
        return (self.first_dealer + self.played) % self.seats

    @property
    def ranks(self) -> tuple[int, ...]:
        """The place of each side."""
        return ranks(self.definition, self.totals)

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats that have the best total."""
        ranked = self.by_seat(self.ranks)
        return tuple(seat for seat, place in enumerate(ranked) if place == 1)

    @property
    def missing(self) -> tuple[int, ...]:
        """The first seat of each side that has not written anything in this round, or has cells open in its pad."""
        if self.definition.is_pad:
            rows = self.definition.rows
            return tuple(side[0] for side, own in zip(self.sides, self.cells, strict=True) if not is_full(rows, own))
        return tuple(side[0] for side, own in zip(self.sides, self.entered, strict=True) if own is None)

    @property
    def has_begun(self) -> bool:
        """Whether anything is written."""
        written = any(one is not None for one in self.entered) or any(self.cells)
        return written or self.played > 0 or any(self.carried)

    def by_seat(self, values: tuple[int, ...]) -> tuple[int, ...]:
        """A value of each side as one of each seat."""
        return tuple(values[self.side_of(seat)] for seat in range(self.seats))

    def side_of(self, seat: int) -> int:
        """The side that a seat scores for."""
        return next(at for at, side in enumerate(self.sides) if seat in side)
