"""What each pair of eyes may see of a match: only their owner sees a hand's numbers and a card laid face down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.engine.game import Status, Viewer
from companion.engine.rulings import Json
from companion.engine.schema.marks import Seat
from companion.games.land_unter.rules.components import Card, Level, half_rings
from companion.games.land_unter.rules.moves import CountRings
from companion.games.land_unter.rules.state import Player, State, TrickRecord


@dataclass(frozen=True, slots=True)
class RingsAnswer:
    """A hand's worth in half rings, and in rings (LU-5)."""

    half_units: int
    rings: int


@dataclass(frozen=True, slots=True)
class TakesAnswer:
    """Who takes which water level (LU-12)."""

    takes: Mapping[Seat, Level]


@dataclass(frozen=True, slots=True)
class SeatAfter:
    """One seat after a loss."""

    rings: int
    level: Level | None
    out: bool


@dataclass(frozen=True, slots=True)
class LossAnswer:
    """The rings each pays, who is eliminated now, every seat afterwards, and whether the round ends early."""

    pays: Mapping[Seat, int]
    out: tuple[Seat, ...]
    seats: tuple[SeatAfter, ...]
    round_over: bool


@dataclass(frozen=True, slots=True)
class RoundAnswer:
    """Every seat's points for the round, and who has the point for the lowest level in them (LU-21, LU-22)."""

    points: tuple[int, ...]
    bonus: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class LeadAnswer:
    """Who may lead; if there are several, the table picks (LU-42)."""

    candidates: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class WinnerAnswer:
    """Who has most points after the last round; several share the win (LU-30)."""

    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """One seat: rings and level now, points by round (null where a round was not entered).

    `card` and `hand` are told to their owner, in open play `card` to all.
    """

    rings: int | None
    level: Level | None
    out: bool
    by_round: tuple[int | None, ...]
    laid: bool
    card: Card | None = None
    hand: tuple[Card, ...] | None = None


@dataclass(frozen=True, slots=True)
class ShownTrick:
    """A finished trick: what was turned up (null if only who loses was entered), who took what, the cards entered."""

    round: int
    trick: int
    levels: tuple[Level, Level] | None
    takes: Mapping[Seat, Level]
    cards: Mapping[Seat, Card]


@dataclass(frozen=True, slots=True)
class Shown:
    """A match: round and trick from 0, the leader in open play or those from whom the table picks, the water turned up."""

    phase: Literal["rings", "trick", "over"]
    round: int
    trick: int
    leader: Seat | None
    candidates: tuple[Seat, ...]
    levels: tuple[Level, Level] | None
    seats: tuple[ShownSeat, ...]
    last_trick: ShownTrick | None


@dataclass(frozen=True, slots=True)
class LaidOut:
    """The numbers of the set-up sheet (LU-4, LU-7, LU-30)."""

    weather_cards_each: int
    weather_cards_left: int
    rounds: int
    tricks: int
    water_cards: int


def status(state: State) -> Status:
    """Phase, turn, scores and winners."""
    phase = "over" if state.is_over else "rings" if state.is_counting else "trick"
    scores = state.scores
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores)) if phase == "over" else None
    return Status(phase, state.turn, scores, winners)


def view(state: State, viewer: Viewer) -> Mapping[str, Json]:
    """The state as JSON as this viewer may see it."""
    return {
        "round": state.round,
        "trick": state.trick,
        "leader": state.leader,
        "candidates": [*state.candidates],
        "levels": None if state.levels is None else [*state.levels],
        "seats": [_seat(state, seat, viewer) for seat in range(state.seats)],
        "last_trick": _trick(state.tricks[-1]) if state.tricks else None,
    }


def told_to_others(move: CountRings) -> Mapping[str, Json]:
    """What everybody is told of a hand: its rings, but neither its numbers nor its symbols."""
    if move.cards is not None:
        rings = sum(half_rings(card) for card in move.cards) // 2
    else:
        rings = (2 * (move.whole or 0) + (move.half or 0)) // 2 if move.rings is None else move.rings
    return {"seat": move.seat, "rings": rings}


def _seat(state: State, seat: int, viewer: Viewer) -> dict[str, Json]:
    player: Player = state.players[seat]
    shown: dict[str, Json] = {
        "rings": player.rings,
        "level": player.level,
        "out": player.out,
        "by_round": [None if record.kind == "blank" else record.points[seat] for record in state.rounds],
        "laid": seat in dict(state.laid),
    }
    if seat in viewer.seats or state.options["open_play"]:
        shown["card"] = dict(state.laid).get(seat)
    hand = state.hands[seat]
    if seat in viewer.seats and hand and hand.cards and not state.round:
        shown["hand"] = [*sorted(hand.cards)]
    return shown


def _trick(record: TrickRecord) -> dict[str, Json]:
    return {
        "round": record.round,
        "trick": record.trick,
        "levels": [*record.levels] or None,
        "takes": {str(seat): level for seat, level in sorted(record.takes.items())},
        "cards": {str(seat): card for seat, card in sorted(record.cards.items())},
    }
