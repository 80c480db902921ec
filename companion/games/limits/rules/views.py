"""What each pair of eyes may see: a hidden colour and a colour on the pile are their owner's alone until the verdict (LI-16).

Not even the top card of the pile is named to others, though it lies face up. The app would have to take its word back
when another card covers it, and could not when a card is taken back.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.game import Status, Viewer
from companion.engine.ranking import best
from companion.engine.rulings import Json
from companion.engine.schema.codec import encode
from companion.games.limits.rules.change import Change
from companion.games.limits.rules.components import Numbers, hidden_each
from companion.games.limits.rules.state import RoundRecord, State


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
