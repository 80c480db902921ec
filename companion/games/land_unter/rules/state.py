"""Where a match of Land Unter stands. Immutable; every play makes a new one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal, NamedTuple, TypeAlias

from companion.engine.game import Options, Setup
from companion.engine.rulings import Ruling
from companion.engine.text import Text
from companion.games.land_unter.rules.components import TRICKS, Level

Phase: TypeAlias = Literal["rings", "trick", "over"]


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand as it was dealt: its rings; if they were counted, its half rings and its cards with a whole one; its numbers."""

    rings: int
    half_rings: int | None = None
    cards: frozenset[int] | None = None
    whole: int | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """One seat in the present round: rings left, water level showing (None: no card), eliminated or not.

    What is asked of a seat is named after the question (`LossSeat`, `LeadSeat`, `CatchUpSeat`); what a viewer gets of it is
    `ShownSeat`.
    """

    rings: int | None
    level: Level | None
    out: bool


@dataclass(frozen=True, slots=True)
class TrickRecord:
    """A finished trick: what was turned up, who took what, the cards if they are known, and what the rules said.

    `before` and `after` are the seats before anyone paid (water already taken) and at the end of the trick; `losers`
    are those who paid or went out in between. Where only they were entered, nothing was turned up and taken. The last
    ruling is on who loses a ring. `dropped`: whose card lay there by itself when the whole trick was entered instead.
    """

    round: int
    trick: int
    levels: tuple[int, ...]
    takes: Mapping[int, int]
    cards: Mapping[int, int]
    before: tuple[Player, ...]
    after: tuple[Player, ...]
    losers: tuple[int, ...]
    rulings: tuple[Ruling, ...]
    dropped: tuple[int, ...] = ()

    @property
    def who_takes(self) -> Ruling | None:
        """Who took which water; None where only who loses was entered."""
        return self.rulings[0] if self.levels else None

    @property
    def who_loses(self) -> Ruling:
        return self.rulings[-1]

    @property
    def gone(self) -> tuple[int, ...]:
        """The losers who went out."""
        return tuple([seat for seat in self.losers if self.after[seat].out])

    @property
    def in_order(self) -> tuple[int, ...]:
        """The losers in the order of their signs: those who go out stand last."""
        gone = self.gone
        return (*[seat for seat in self.losers if seat not in gone], *gone)


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """A finished round: the seats at its end, the points of each, who got the bonus for the lowest water.

    Of the rounds before a table caught up only the points of all together are known: they are `blank` (no points)
    except the last, their `sum`. Of a round typed in from paper only the points are `noted`. `is_lowest_entered`: the
    table entered who got the bonus, not the water.
    """

    players: tuple[Player, ...]
    points: tuple[int, ...]
    bonus: tuple[int, ...]
    kind: Literal["played", "blank", "sum", "noted"] = "played"
    is_lowest_entered: bool = False


class Compared(NamedTuple):
    """Two courses of a match beside one another: the seats in each, and how its trick ended, where that differs.

    `is_earlier`: after the last trick they share, as one of them is in another round. `changed`: the seats that differ.
    """

    is_earlier: bool
    now: tuple[Player, ...]
    then: tuple[Player, ...]
    ends: tuple[Text, Text] | None
    changed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class State:
    """The whole match. `round` and `trick` count from 0; `hands[h]` is the hand first held by seat h.

    In open play `may_lead` has those who lead this trick by the rule.
    """

    options: Options
    hands: tuple[Hand | None, ...]
    players: tuple[Player, ...]
    round: int = 0
    trick: int = 0
    levels: tuple[int, int] | None = None
    laid: tuple[tuple[int, int], ...] = ()
    leader: int | None = None
    may_lead: tuple[int, ...] = ()
    tricks: tuple[TrickRecord, ...] = ()
    rounds: tuple[RoundRecord, ...] = ()

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.players)

    @property
    def is_counting(self) -> bool:
        """Whether rings are still to be counted."""
        # Only a hand that is not counted yet is falsy; one without a ring is a `Hand` all the same.
        return not all(self.hands)

    @property
    def is_over(self) -> bool:
        """Whether as many rounds as players have been played (LU-30)."""
        return len(self.rounds) == self.seats

    @property
    def phase(self) -> Phase:
        """What the table does now; `over` at the end."""
        return "over" if self.is_over else "rings" if self.is_counting else "trick"

    @property
    def is_by_rings(self) -> bool:
        """Whether the table enters only who loses a ring."""
        return self.options["tricks"] == "rings"

    @property
    def asks_lowest(self) -> bool:
        """Whether the tricks of the round are played, and the table is still to say who shows the lowest water."""
        is_played = self.trick >= TRICKS or len(self.still_in) <= 2
        return self.is_by_rings and is_played and not (self.is_counting or self.is_over)

    @property
    def candidates(self) -> tuple[int, ...]:
        """Those of whom the table is still to pick who leads."""
        return self.may_lead if self.leader is None else ()

    @property
    def still_in(self) -> tuple[int, ...]:
        """The seats not eliminated in this round, clockwise from 0."""
        return tuple([seat for seat, player in enumerate(self.players) if not player.out])

    @property
    def this_round(self) -> tuple[TrickRecord, ...]:
        """The finished tricks of the present round."""
        # No round has more, so a tap late in a match does not look through all its tricks.
        return tuple([record for record in self.tricks[-TRICKS:] if record.round == self.round])

    @property
    def cards_played(self) -> frozenset[int]:
        """The weather cards known to have been laid in the finished tricks of this round."""
        return frozenset(card for record in self.this_round for card in record.cards.values())

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's points so far."""
        return totals(self.rounds, self.seats)[-1]

    @property
    def turn(self) -> int | None:
        """Who lays next in open play; None if all lay at once, no one leads yet or the trick is complete."""
        if self.leader is None or self.is_over:
            return None
        laid = dict(self.laid)
        around = [(self.leader + step) % self.seats for step in range(self.seats)]
        return next((seat for seat in around if seat not in laid and not self.players[seat].out), None)

    def hand_of(self, seat: int) -> int:
        """The hand that `seat` holds in the present round (LU-32)."""
        # The seat to the left has the next number, as seats count clockwise.
        return (seat - self.round) % self.seats

    def beside(self, was: State) -> Compared:
        """Return what a correction changes by which `was` becomes this."""
        # Where it moves the end of a round, hands are passed on in only one of the two, and between rounds no tank says what
        # it changed: both are shown after the last trick they share.
        has_scores = was.scores != self.scores
        is_earlier = len(was.rounds) != len(self.rounds) or (was.players == self.players and has_scores)
        pairs = list(zip(was.tricks, self.tricks, strict=False)) if is_earlier else []
        shared = [(one, other) for one, other in pairs if (one.round, one.trick) == (other.round, other.trick)][-1:]
        now, then, ends = was.players, self.players, None
        for one, other in shared:
            now, then = one.after, other.after
            first, second = (trick.who_loses.because[-1].text for trick in (one, other))
            ends = (first, second) if first != second else None
        changed = tuple(
            seat
            for seat in range(self.seats)
            if now[seat] != then[seat] or (is_earlier and was.scores[seat] != self.scores[seat])
        )
        return Compared(is_earlier, now, then, ends, changed)

    def times_seen(self, level: int) -> int:
        """How often a water level was turned up in the finished tricks of this round."""
        return sum(record.levels.count(level) for record in self.this_round)


def totals(rounds: tuple[RoundRecord, ...], seats: int) -> tuple[tuple[int, ...], ...]:
    """Each seat's points before the first round and after each."""
    # Rounds that are `blank` count 0 here: their points are in the `sum` that follows them.
    by_seat = [accumulate([record.points[seat] for record in rounds], initial=0) for seat in range(seats)]
    return tuple(zip(*by_seat, strict=True))


def start(setup: Setup) -> State:
    return State(setup.options, (None,) * setup.seats, (Player(None, None, False),) * setup.seats)
