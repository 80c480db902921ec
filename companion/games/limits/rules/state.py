"""Where a match of Limits stands, and which point cards to hand over for a point (LI-31). Immutable; every play makes a new one."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from companion.engine.disputes import Judged
from companion.engine.game import Options, Setup
from companion.engine.rulings import Reason
from companion.engine.schema.marks import Seat
from companion.engine.text import SeatName, say
from companion.games.limits.rules.components import (
    COST_OF_A_LIMIT_CARD,
    FIVES,
    IN_HAND,
    ONES,
    Colour,
    LaidCards,
    Numbers,
    laid_out,
)
from companion.games.limits.rules.count import AccusationAnswer, Count, PileWalk

Phase: TypeAlias = Literal["start", "limit", "hide", "play", "count", "over"]


@dataclass(frozen=True, slots=True)
class Purse:
    """The point cards of a player."""

    ones: int = 0
    fives: int = 0

    @property
    def points(self) -> int:
        return self.ones + 5 * self.fives


@dataclass(frozen=True, slots=True)
class Change:
    """How `seat` gets one point: `ones` and `fives` are handed over, a minus means they are taken back.

    With `swaps_first`, five ones are changed into a five before that. If the box is empty, nothing is handed over.
    """

    seat: Seat
    ones: int
    fives: int
    swaps_first: Seat | None


def hand_over(purses: tuple[Purse, ...], seat: int) -> tuple[tuple[Purse, ...], Change]:
    """The point cards of everyone after `seat` got one point, and how to hand it over (LI-31)."""
    # Where the point cards run short the app says who changes with whom; on the score it has no influence (LI-31).
    change = _change_for(purses, seat)
    after = list(purses)
    if change.swaps_first is not None:
        other = after[change.swaps_first]
        after[change.swaps_first] = Purse(other.ones - 5, other.fives + 1)
    is_written_down = not change.ones and not change.fives
    own = after[seat]
    after[seat] = Purse(own.ones + (1 if is_written_down else change.ones), own.fives + change.fives)
    return tuple(after), change


def advice(change: Change) -> Reason:
    """Return in words how a point is handed over."""
    name = SeatName(change.seat)
    if change.swaps_first is not None:
        text = say(
            "Swap 5 of {other}’s ones for a 5-point card. Give 1 of the ones to {name}.",
            other=SeatName(change.swaps_first),
            name=name,
        )
    elif change.fives:
        text = say("Give {name} a 5-point card and take back 4 ones.", name=name)
    elif change.ones:
        text = say("Give {name} a 1-point card.", name=name)
    else:
        text = say("No point cards are left: write down {name}’s point.", name=name)
    return Reason(text, ("LI-31",))


def _change_for(purses: tuple[Purse, ...], seat: int) -> Change:
    """Return how a point is handed over: a one, else a five for four ones, else by changing five ones of another."""
    # Those the players hold tell what the box still has: here a one.
    if sum(purse.ones for purse in purses) < ONES:
        return Change(seat, ones=1, fives=0, swaps_first=None)
    # No one and no five is left: the point counts, but there is no card to hand over.
    if sum(purse.fives for purse in purses) >= FIVES:
        return Change(seat, ones=0, fives=0, swaps_first=None)
    if purses[seat].ones >= 4:
        return Change(seat, ones=-4, fives=1, swaps_first=None)
    # The seat has three ones at most, so of the five others one holds five at least.
    richest = max(range(len(purses)), key=lambda other: purses[other].ones)
    return Change(seat, ones=1, fives=0, swaps_first=richest)


@dataclass(frozen=True, slots=True)
class Player:
    """One seat: point cards and limit cards of the match; what is hidden, and how many cards are in hand in this round.

    `hidden` is None until it is entered. `drew_after_laying` says that the last card laid was followed by a draw.
    """

    purse: Purse = Purse()
    limit_cards: int = 0
    hidden: tuple[Colour, ...] | None = None
    hand: int = IN_HAND
    drew_after_laying: bool = False

    @property
    def points(self) -> int:
        return self.purse.points

    @property
    def score(self) -> int:
        """Points minus 2 for each limit card."""
        return self.points - COST_OF_A_LIMIT_CARD * self.limit_cards


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """A finished round: its number from 1, who started it, its limit card, who accused whom of which colour, the ruling, scores.

    `hidden` and `pile` are empty if no pile is logged; `walk` is the way through the logged pile, if that decided. `hidden_by` has
    the hidden cards of the colour by seat, None if only their number was said.
    """

    number: int
    starter: int | None
    numbers: Numbers | None
    hidden: tuple[tuple[Colour, ...] | None, ...]
    pile: tuple[LaidCards, ...]
    accuser: int
    accused: int
    colour: Colour
    count: Count
    hidden_by: Mapping[int, int] | None
    walk: PileWalk | None
    ruling: Judged[AccusationAnswer]
    scores: tuple[int, ...] = ()

    @property
    def took_limit_card(self) -> int:
        """Who took the limit card."""
        return self.accused if self.count.is_guilty else self.accuser

    @property
    def took_point(self) -> int:
        """Who took the one-point card."""
        return self.accuser if self.count.is_guilty else self.accused


@dataclass(frozen=True, slots=True)
class State:
    """The whole match. `next_seat` lays next, if that is known; `handed` is how the last point changed hands.

    `pile` and `draw_pile` are kept only if the pile is logged; else `unseen` is how many cards the table says it laid, and
    `accused` who accuses whom until that is counted. `unrecorded`: rounds that were played but never entered. `is_corrected`:
    points were corrected while cards the table counts lie there.
    """

    options: Options
    players: tuple[Player, ...]
    starter: int | None = None
    is_turned_up: bool = False
    numbers: Numbers | None = None
    next_seat: int | None = None
    pile: tuple[LaidCards, ...] = ()
    draw_pile: int = 0
    unseen: int = 0
    accused: tuple[int, int] | None = None
    handed: Change | None = None
    rounds: tuple[RoundRecord, ...] = ()
    unrecorded: int = 0
    is_corrected: bool = False

    @property
    def seats(self) -> int:
        return len(self.players)

    @property
    def is_logged(self) -> bool:
        return self.options["pile"] == "logged"

    @property
    def played(self) -> int:
        return len(self.rounds) + self.unrecorded

    @property
    def last_round(self) -> RoundRecord | None:
        """The round played last; None before the first, and if it was not entered."""
        # Rounds the table caught up with are counted but leave no record, so the last record may be an older one.
        last = self.rounds[-1] if self.rounds else None
        return last if last and last.number == self.played else None

    @property
    def limit_cards_left(self) -> int:
        """The limit cards no one has taken yet, the one turned up among them."""
        return laid_out(self.seats).rounds - self.played

    @property
    def is_over(self) -> bool:
        """Whether the last limit card has been taken."""
        return self.limit_cards_left == 0

    @property
    def turn(self) -> int | None:
        """Whose turn it is, if the app follows turns; None outside the play of a round."""
        return self.next_seat if self.phase == "play" and self.follows_turns else None

    @property
    def follows_turns(self) -> bool:
        """Whether each card of this round is entered."""
        return self.is_logged or self.unseen > 0

    def laid_up_to(self, seat: int) -> int:
        """The most cards that lie in a pile that the table counts up to this player's last one, which decides.

        Whoever had a turn since laid one at least. All where the player laid none.
        """
        since = ((self.next_seat or 0) - 1 - seat) % self.seats
        return self.unseen - since if since < self.unseen else self.unseen

    @property
    def phase(self) -> Phase:
        """What the table does next: `start`, `limit`, `hide`, `play`, `count`; `over` at the end."""
        if self.is_over:
            return "over"
        if self.accused is not None:
            return "count"
        # A table that counts may play on without having said who starts, or what the limit card shows.
        if self.unseen:
            return "play"
        if not self.is_turned_up:
            return "start" if self.starter is None else "limit"
        # Once a card lies there, play has begun: no one waits any longer for hidden cards that were never entered.
        return "hide" if self.is_logged and self.not_hidden and not self.pile else "play"

    @property
    def not_hidden(self) -> tuple[int, ...]:
        return tuple(seat for seat, player in enumerate(self.players) if player.hidden is None)

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(player.score for player in self.players)

    def has_laid(self, seat: int) -> bool:
        return any(laid.seat == seat for laid in self.pile)

    def after(self, seat: int) -> int:
        """The left neighbour of `seat`, whose turn comes next."""
        return (seat + 1) % self.seats


def before_a_round(state: State, starter: int | None) -> State:
    """Return the state before the limit card of a round: nothing hidden, hands full, the pile under the draw pile (LI-25)."""
    return replace(
        state,
        players=tuple(replace(player, hidden=None, hand=IN_HAND, drew_after_laying=False) for player in state.players),
        starter=starter,
        next_seat=starter,
        is_turned_up=False,
        numbers=None,
        pile=(),
        unseen=0,
        accused=None,
        is_corrected=False,
        draw_pile=laid_out(state.seats).draw_pile,
    )


def start(setup: Setup) -> State:
    return State(setup.options, (Player(),) * setup.seats, draw_pile=laid_out(setup.seats).draw_pile)


def give_point(state: State, seat: int) -> State:
    """The state after `seat` got one point."""
    purses, change = hand_over(tuple(player.purse for player in state.players), seat)
    players = tuple(replace(player, purse=purse) for player, purse in zip(state.players, purses, strict=True))
    return replace(state, players=players, handed=change)


def with_player(state: State, seat: int, player: Player) -> State:
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))
