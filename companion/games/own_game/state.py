"""Where a match stands, seat by seat; partners hold the same figures. Every play makes a new state."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import accumulate

from companion.engine.definition import Definition
from companion.engine.game import Setup, Viewer
from companion.engine.identity_cache import cached_by_identity
from companion.engine.pad import (
    Cells,
    Sides,
    has_reached,
    is_full,
    lasted,
    most_in,
    others,
    ranks,
    row_values,
    sides,
    tie_breakers,
    total,
)
from companion.games.own_game import joining
from companion.games.own_game.moves import Gone
from companion.games.own_game.options import definition_of


@dataclass(frozen=True, slots=True)
class State:
    """The whole match.

    `gone` are those who have left and not come back, `returned` says after how many rounds others came back; `joined` says
    from which round on those play who came later. The deal goes round from `first_dealer`, who has it once `dealt_since` rounds are
    over.
    `carried` is what everyone had when the table last said how things stand, `unrecorded` the rounds before that.
    `cells` is what each has written in the pad, or of the round under way, by row; points of a round stand in row 0, as if it
    were their only one. `past` is what stood in rows in the rounds that are over, as far as it is known.
    `sums` are figures as someone added them up, by round, seat and row; a later entry may have made them void.
    """

    setup: Setup
    carried: tuple[int, ...] = ()
    cells: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
    past: tuple[Mapping[int, Cells], ...] = ()
    rounds: tuple[tuple[int, ...], ...] = ()
    unrecorded: int = 0
    first_dealer: int = 0
    dealt_since: int = 0
    gone: Mapping[int, Gone] = field(default_factory=dict)
    joined: Mapping[int, int] = field(default_factory=dict)
    returned: Mapping[int, int] = field(default_factory=dict)
    is_stopped: bool = False
    # How a figure was added up makes no other match of it.
    sums: Mapping[tuple[int, int, int], str] = field(default_factory=dict, compare=False)
    # Who went beyond a score to be reached exactly in the last round: its points no longer show it.
    fell: frozenset[int] = field(default=frozenset(), compare=False)
    # These two follow from the set-up, and are worked out once for each state: nearly every rule asks for them.
    definition: Definition = field(init=False, compare=False)
    sides: Sides = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "definition", definition_of(self.setup.options))
        object.__setattr__(self, "sides", sides(self.definition, self.setup.seats))

    @property
    def played(self) -> int:
        """The rounds that are over."""
        return self.unrecorded + len(self.rounds)

    @property
    def before(self) -> tuple[int, ...]:
        """What everyone has beside the rounds: what was carried over, and the pad."""
        had = self.carried or (0,) * self.setup.seats
        return _added(had, self.filled) if self.definition.is_pad else had

    @property
    @cached_by_identity
    def filled(self) -> tuple[int, ...]:
        """What comes of all that everyone has written by now."""
        rows, pads, now = self.definition.rows, self.pads, self.played + 1
        worth = {
            seat: total(rows, row_values(rows, pads[at], others(pads, at), now)) if rows else pads[at].get(0, 0)
            for at, side in enumerate(self.sides)
            for seat in side
        }
        return tuple(worth[seat] for seat in range(self.setup.seats))

    @property
    def in_sight(self) -> "State":
        """What is to be seen: until the next round begins, the rows of the one that is over as they were filled in."""
        # A round of rows vanishes with its last cell: until the next one begins, people still want to see what it came to.
        return self if not self.past or self.cells else self.in_round(len(self.rounds) - 1)

    def in_round(self, at: int) -> "State":
        """The state as that one of its `rounds` was filled in; its rows are empty where only its points are known."""
        cells = dict(enumerate(self.past, len(self.rounds) - len(self.past))).get(at, {})
        # What the end has shown stays shown.
        return replace(self, cells=cells, rounds=self.rounds[:at], is_stopped=self.is_over)

    @property
    def under_way(self) -> tuple[int, ...]:
        """What everyone gains in the round under way as far as it is entered; beyond an exact score a total stays or falls back."""
        # What a pad holds counts already.
        now = (0,) * self.setup.seats if self.definition.is_pad else self.filled
        return tuple(map(self.definition.gained, self.scores, now))

    @property
    def is_half_entered(self) -> bool:
        """Whether anything of a round is entered that is not over."""
        return bool(self.cells) and not self.definition.is_pad

    @property
    def scores(self) -> tuple[int, ...]:
        """What everyone has."""
        return _added(self.before, *self.rounds)

    @property
    def so_far(self) -> tuple[int, ...]:
        """Everyone's total with the round under way, as far as it is entered."""
        return _added(self.scores, self.under_way)

    @property
    def totals(self) -> tuple[tuple[int, ...], ...]:
        """What everyone had before the first of the rounds, and after each."""
        return tuple(accumulate(self.rounds, _added, initial=self.before))

    @property
    def ranks(self) -> tuple[int, ...]:
        """The place of each seat; partners share theirs, and count once."""
        rows, scores, rounds = self.definition.rows, self.scores, lasted(self.definition, self.totals)
        counted = [side for side in self.sides if self.counts(side)]
        by_side = ranks(
            self.definition,
            [scores[seat] for seat, *_ in counted],
            [tie_breakers(rows, self.values(seat)) for seat, *_ in counted],
            [rounds[seat] for seat, *_ in counted],
        )
        place = {seat: rank for side, rank in zip(counted, by_side, strict=True) for seat in side}
        # Where all have lost no one comes first. Who left without points that count is behind everyone who is ranked.
        return tuple(2 if self.is_lost else place.get(seat, len(counted) + 1) for seat in range(self.setup.seats))

    @property
    def is_full(self) -> bool:
        """Whether everything is written in the pad that the game waits for."""
        return self.definition.is_pad and not self.missing

    @property
    def is_over(self) -> bool:
        """Whether the table has stopped, the pad is full, or the last round is over (OW-8)."""
        if self.is_stopped or self.definition.is_pad:
            return self.is_stopped or (self.is_full and not any(row.optional for row in self.definition.rows))
        # One alone is the last from the first round on, so there the game ends only once that one is out too.
        is_last = (
            (self.definition.wins == "last" or bool(self.missed))
            and self.played > 0
            and len(self.playing) < min(2, len(self.sides))
        )
        if is_last or self.definition.wins == "last":
            return is_last
        scores = self.scores
        return has_reached(self.definition, self.played, [scores[side[0]] for side in self.sides if self.counts(side)])

    @property
    def is_lost(self) -> bool:
        """Whether all have lost together: of what they played they won no more than half, or a score is not reached."""
        counts_wins = self.definition.together and self.definition.writes == "winner"
        return self.definition.falls_short(self.scores[0]) or (counts_wins and 2 * self.scores[0] <= self.played)

    @property
    def hides(self) -> bool:
        """Whether what others have, and who leads, is still secret (OW-11)."""
        return self.definition.hidden and not self.is_over

    @property
    def dealer(self) -> int | None:
        """Whose turn it is to deal, or to start; None where that does not go round, and at the end."""
        if not self.definition.dealer or self.is_over:
            return None
        # Without those who are away, or the deal would stop at an empty seat.
        away = self.away.keys() | self.to_come
        order: list[int] = [
            seat
            for seat in (*range(self.first_dealer, self.setup.seats), *range(self.first_dealer))
            if seat not in away
        ]
        # Before someone joined it is counted back, from who had the deal then; while no one is there no one has it.
        steps = self.played - self.dealt_since
        return order[(steps if self.to_come else max(0, steps)) % len(order)] if order else None

    @property
    def resting(self) -> int | None:
        """Who deals and sits out this round; None where the dealer plays."""
        return self.dealer if 0 < self.definition.rests <= len(self.playing) else None

    @property
    def missing(self) -> tuple[int, ...]:
        """The first seat of each side that has not written anything in this round, or has cells open in its pad."""
        return tuple(side[0] for side in self.playing if not is_full(self.definition.rows, self.column(side[0])))

    @property
    def entered(self) -> Mapping[int, int]:
        """The points that are entered of the round under way."""
        return {} if self.definition.has_rows else {seat: column[0] for seat, column in self.cells.items()}

    @property
    def missed(self) -> Mapping[int, int]:
        """Who is out for rounds of 0 in a row, and after how many rounds."""
        many, seats = self.definition.misses, range(self.setup.seats) if self.definition.misses else ()
        since = {seat: max(self.joined.get(seat, 1) - 1, self.returned.get(seat, 0), self.unrecorded) for seat in seats}
        # Of several the first stands.
        return {
            seat: at
            for seat, first in since.items()
            for at in range(self.played, first + many - 1, -1)
            if not any(points[seat] for points in self.rounds[at - many - self.unrecorded : at - self.unrecorded])
        }

    @property
    def out(self) -> Mapping[int, int]:
        """Who is out, and after how many rounds."""
        # More than there are while someone is in.
        after = enumerate(lasted(self.definition, self.totals) if self.definition.wins == "last" else ())
        return {**{seat: self.unrecorded + at for seat, at in after if at <= len(self.rounds)}, **self.missed}

    @property
    def away(self) -> Mapping[int, int]:
        """Who no longer plays, having left or being out, and after how many rounds."""
        # Whose leaving came over from before someone joined is still there in the rounds before it.
        return {**self.out, **{seat: one.after for seat, one in self.gone.items() if one.after <= self.played}}

    @property
    def to_come(self) -> frozenset[int]:
        """Who joins in a later round than the one under way: the rounds before stand in the match as they were."""
        return frozenset(seat for seat, at in self.joined.items() if at > self.played + 1)

    @property
    def playing(self) -> Sides:
        """The sides of which anyone is still there."""
        away = self.away.keys() | self.to_come
        return tuple(side for side in self.sides if not away >= {*side})

    def counts(self, side: tuple[int, ...]) -> bool:
        """Whether a side is ranked: anyone is still there, or has left with points that count, and not for rounds of 0."""
        return any(seat not in self.missed and (seat not in self.gone or self.gone[seat].counts) for seat in side)

    @property
    def has_begun(self) -> bool:
        """Whether anything is written."""
        return bool(self.cells) or self.played > 0 or any(self.carried)

    def most(self, row: int) -> int:
        """The most that is written in a row of the round under way, or as its points; 0 where there is no such number."""
        definition = self.definition
        return most_in(definition.rows, row, self.played + 1) if definition.has_rows else definition.up_to

    def column(self, seat: int) -> Mapping[int, int]:
        """What a seat has written in the pad, by row."""
        return self.cells.get(seat, {})

    @property
    def pads(self) -> tuple[Cells, ...]:
        """What every side has written in the pad."""
        return tuple(self.column(side[0]) for side in self.sides)

    def values(self, seat: int) -> tuple[int | None, ...]:
        """What the rows of a seat's pad come to; who has the most is left out until all may know it."""
        # A ranking shows how others stand, so it is worked out only when that may be seen.
        beside = None if self.hides else others(self.pads, self.sides.index(self.side_of(seat)))
        return row_values(self.definition.rows, self.column(seat), beside, self.played + 1)

    def side_of(self, seat: int) -> tuple[int, ...]:
        """The seats that score together with this one, itself among them."""
        return next(side for side in self.sides if seat in side)

    def shows(self, seat: int, viewer: Viewer) -> bool:
        """Whether this viewer may see the figures of a seat."""
        return not self.hides or not viewer.seats.isdisjoint(self.side_of(seat))

    # Who joins: what this match comes to at other seats, and what they begin with.
    entries_with_newcomers = joining.entries_with_newcomers
    keeps_sides = joining.keeps_sides
    beginning = joining.beginning


def _added(*points: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*points, strict=True)))
