"""Journal entries in words, and the words for what a correction changes. A colour is named only if it was told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.engine.defaults.telling import narrator
from companion.engine.rulings import Json
from companion.engine.text import SeatName, Text, say
from companion.games.limits.rules.components import COLOUR_WORDS, COLOURS, PLAYERS
from companion.games.limits.rules.moves import MOVES

LABELS: Final[Mapping[str, Text]] = {
    "round": say("Round"),
    "score": say("score"),
    "points": say("Points"),
    "limit_cards": say("Limit cards"),
    "hand": say("Cards in hand"),
    "starter": say("Who starts?"),
    "turn": say("Whose turn it is"),
    "numbers": say("Limit card"),
    "winners": say("Who wins"),
    "phase": say("What comes now"),
}
"""The names of a state's values, for showing a correction's consequences; people do not see the others."""


_PHASES_NOW: Final[Mapping[str, Text]] = {
    "start": say("Say who starts"),
    "limit": say("Turn up the limit card"),
    "hide": say("Everyone hides a card"),
    "play": say("Cards are played"),
    "over": say("The game is over"),
}


def value_name(name: str, value: Json) -> Text | None:
    """A labelled value in words; None if it is read as it is."""
    if name == "phase":
        return _PHASES_NOW[str(value)]
    if name == "round":
        return say("{number}", number=int(str(value)) + 1)
    return _limit({"numbers": value}) if name == "numbers" else None


def _start(move: Mapping[str, Json]) -> Text:
    name = _name(move, "seat")
    by = move.get("by")
    if by == "lot":
        return say("The draw picked {name} to start", name=name)
    if by == "turn":
        return say("{name} starts, next in turn", name=name)
    return say("{name} starts, as agreed", name=name) if by else say("{name} is the youngest and starts", name=name)


def _limit(move: Mapping[str, Json]) -> Text:
    numbers = move.get("numbers")
    if not isinstance(numbers, dict):
        return say("A limit card was turned up")
    shown = tuple(
        say("{colour} {number}", colour=COLOUR_WORDS[colour], number=str(numbers.get(colour, 0))) for colour in COLOURS
    )
    return say("Limit card: {fields}", fields=shown)


def _verdict(move: Mapping[str, Json]) -> Text:
    hidden = move["hidden"]
    return say(
        "{name} accused {accused}: {colour}, hidden {hidden}, counted {counted}",
        name=_name(move, "seat"),
        accused=_name(move, "accused"),
        colour=COLOUR_WORDS[str(move["colour"])],
        hidden=sum(int(str(one)) for one in hidden.values()) if isinstance(hidden, dict) else int(str(hidden)),
        counted=int(str(move["counted"])),
    )


def _stand_now(move: Mapping[str, Json]) -> Text:
    seats = move["seats"]
    assert isinstance(seats, list)
    each = tuple(_holding(seat, one) for seat, one in enumerate(seats) if isinstance(one, dict))
    return say("Game entered: {players}", players=each)


def _holding(seat: int, one: Mapping[str, Json]) -> Text:
    points, cards = one["points"], one["limit_cards"]
    assert isinstance(points, int)
    assert isinstance(cards, int)
    return say("{name}: {points} points, {cards} limit cards", name=SeatName(seat), points=points, cards=cards)


def _name(move: Mapping[str, Json], field: str) -> SeatName:
    seat = move[field]
    assert isinstance(seat, int)
    return SeatName(seat)


_SAYERS: Final = {
    "start": _start,
    "limit": _limit,
    "verdict": _verdict,
    "stand_now": _stand_now,
}
narrate: Final = narrator(MOVES, PLAYERS, _SAYERS)
"""An entry's move, as it was told to a viewer, in one sentence without its author."""
