"""What each pair of eyes may see: a hidden colour and a colour on the pile are their owner's alone until the verdict (LI-16)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.engine.game import Status, Viewer
from companion.engine.ranking import best
from companion.engine.rulings import Json
from companion.engine.schema.codec import encode
from companion.engine.schema.marks import Seat
from companion.games.limits.rules.components import Colour, LaidCards, Numbers, hidden_each
from companion.games.limits.rules.state import Change, RoundRecord, State

Party = Literal["accused", "accuser"]


@dataclass(frozen=True, slots=True)
class AccusationAnswer:
    """Whether the limit was broken, who takes what; from a logged pile also the colour (LI-20 to LI-24).

    `allowed` is null where the limit card shows X. `hidden`: the hidden cards of that colour.
    """

    guilty: bool
    allowed: int | None
    counted: int
    limit_card_to: Party
    point_to: Party
    colour: Colour | None = None
    hidden: int | None = None


@dataclass(frozen=True, slots=True)
class StarterAnswer:
    """Who starts the round (LI-12)."""

    starter: Seat


@dataclass(frozen=True, slots=True)
class ScoreAnswer:
    """Every seat's total, and who has the highest (LI-30)."""

    totals: tuple[int, ...]
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class ExchangeAnswer:
    """Whether four cards may be exchanged, and what is drawn, laid and gained by it (LI-15, LI-26)."""

    may: bool
    draws: int
    to_pile: int
    to_draw_pile: int
    points: int


@dataclass(frozen=True, slots=True)
class ForgottenAnswer:
    """Whether a card that was not drawn may still be drawn (LI-14)."""

    may_draw: bool


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """One seat: points, limit cards, its point cards; where the pile is logged also what it has done in this round."""

    points: int
    limit_cards: int
    ones: int
    fives: int
    has_hidden: bool | None = None
    has_laid: bool | None = None
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class Handed:
    """The point cards handed over last; `swaps_first` changes five ones for a five before that (LI-31)."""

    seat: Seat
    ones: int
    fives: int
    swaps_first: Seat | None


@dataclass(frozen=True, slots=True)
class ShownRound:
    """The round judged last, with everything that its accusation turned up."""

    starter: Seat | None
    numbers: Numbers | None
    hidden: Mapping[Seat, tuple[Colour, ...]]
    pile: tuple[LaidCards, ...]
    accuser: Seat
    accused: Seat
    took_limit_card: Seat
    took_point: Seat
    verdict: AccusationAnswer
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A match: round from 0, the limit card turned up, one's own hidden colours, the pile sizes if they are logged."""

    phase: Literal["start", "limit", "hide", "play", "over"]
    round: int
    limit_cards_left: int
    numbers: Numbers | None
    starter: Seat | None
    hidden: Mapping[Seat, tuple[Colour, ...]]
    pile: int | None
    draw_pile: int | None
    laid_last: Seat | None
    must_accuse: bool
    seats: tuple[ShownSeat, ...]
    handed: Handed | None
    last_round: ShownRound | None


@dataclass(frozen=True, slots=True)
class LaidOut:
    """The numbers of the set-up sheet (LI-1 to LI-4, LI-10)."""

    limit_cards_removed: int
    limit_cards_left: int
    hand: int
    hidden: int
    rounds: int
    draw_pile: int
    one_point_cards: int
    five_point_cards: int


def status(state: State) -> Status:
    """Phase, turn, scores and winners; no turn if the table counts, because then the app is told of none."""
    turn = state.next_seat if state.phase == "play" and state.is_logged else None
    return Status(state.phase, turn, state.scores, best(state.scores) if state.is_over else None)


def view(state: State, viewer: Viewer) -> Mapping[str, Json]:
    """The state as JSON as this viewer may see it. `round` counts from 0 and stays at the last one when the game is over."""
    return {
        "round": state.played - state.is_over,
        "limit_cards_left": state.limit_cards_left,
        "numbers": _numbers(state.numbers),
        "starter": state.starter,
        "hidden": _own_hidden(state, viewer),
        "pile": sum(laid.cards for laid in state.pile) if state.is_logged else None,
        "draw_pile": state.draw_pile if state.is_logged else None,
        "laid_last": state.pile[-1].seat if state.pile else None,
        "must_accuse": _must_accuse(state),
        "seats": [_seat(state, seat) for seat in range(state.seats)],
        "handed": _handed(state.handed),
        "last_round": _last_round(state.last_round) if state.last_round else None,
    }


def _numbers(numbers: Numbers | None) -> Json:
    """What a limit card shows; a colour that shows 0 is left out, however it was entered, as in every map by colour."""
    return None if numbers is None else {colour: shown for colour, shown in numbers.items() if shown != 0}


def _own_hidden(state: State, viewer: Viewer) -> dict[str, Json]:
    return {
        str(seat): [*player.hidden]
        for seat, player in enumerate(state.players)
        if seat in viewer.seats and player.hidden is not None
    }


def _must_accuse(state: State) -> bool:
    """Whether the player whose turn it is has no card left (LI-26)."""
    turn = status(state).turn
    return turn is not None and state.players[turn].hand == 0


def _seat(state: State, seat: int) -> dict[str, Json]:
    player = state.players[seat]
    shown: dict[str, Json] = {
        "points": player.points,
        "limit_cards": player.limit_cards,
        "ones": player.purse.ones,
        "fives": player.purse.fives,
    }
    if state.is_logged:
        shown["has_hidden"] = player.hidden is not None
        shown["has_laid"] = state.has_laid(seat)
        shown["hand"] = _cards_in_hand(state, seat)
    return shown


def _cards_in_hand(state: State, seat: int) -> int:
    """The cards in hand, with those that are still to be hidden."""
    player = state.players[seat]
    is_waiting = player.hidden is None and not state.pile and not state.is_over
    return player.hand + (hidden_each(state.seats) if is_waiting else 0)


def _handed(change: Change | None) -> Json:
    if change is None:
        return None
    return {"seat": change.seat, "ones": change.ones, "fives": change.fives, "swaps_first": change.swaps_first}


def _last_round(record: RoundRecord) -> dict[str, Json]:
    return {
        "starter": record.starter,
        "numbers": _numbers(record.numbers),
        "hidden": {str(seat): [*colours] for seat, colours in enumerate(record.hidden) if colours is not None},
        "pile": encode(record.pile),
        "accuser": record.accuser,
        "accused": record.accused,
        "took_limit_card": record.took_limit_card,
        "took_point": record.took_point,
        "verdict": dict(record.ruling.verdict),
        "scores": [*record.scores],
    }
