"""What each pair of eyes may see of a match: only their owner sees a hand's numbers and a card laid face down."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.game import Move, Options, Status, Viewer
from companion.engine.rulings import Json
from companion.engine.schema.codec import written
from companion.games.land_unter.rules.components import half_rings
from companion.games.land_unter.rules.moves import MOVES, CountRings, Lay
from companion.games.land_unter.rules.state import Player, State, TrickRecord


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


def tell(move: Move, options: Options, viewer: Viewer, revealed: bool) -> Mapping[str, Json]:
    """A move as JSON as this viewer may see it."""
    kind = next(kind for kind, shape in MOVES.items() if shape is type(move))
    if isinstance(move, CountRings) and move.seat not in viewer.seats:
        return {"kind": kind, "seat": move.seat, "rings": _rings(move)}
    is_open = revealed or options["open_play"]
    if isinstance(move, Lay) and move.seat not in viewer.seats and not is_open:
        return {"kind": kind, "seat": move.seat}
    return {"kind": kind, **written(move)}


def _rings(move: CountRings) -> int:
    if move.rings is not None:
        return move.rings
    if move.cards is not None:
        return sum(half_rings(card) for card in move.cards) // 2
    return (2 * (move.whole or 0) + (move.half or 0)) // 2


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
