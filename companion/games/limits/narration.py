"""Journal entries in words, and the words for what a correction changes. A colour is said only where it was told."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from companion.engine.rulings import Json
from companion.engine.text import SeatName, Text, say
from companion.games.limits.components import COLOUR_WORDS, COLOURS

_MOMENT: Final = re.compile(r"r(\d+)([a-z]+)(\d+)")
LABELS: Final[Mapping[str, Text]] = {
    "round": say("round"),
    "score": say("score"),
    "points": say("points"),
    "limit_cards": say("limit cards"),
    "hand": say("cards in hand"),
    "starter": say("who starts"),
    "winners": say("who wins"),
    "phase": say("what is going on"),
}
"""What the values of a state are called, for showing a correction's consequences; others are not shown to people."""


def narrate(move: Mapping[str, Json]) -> Text:
    """An entry's move, as it was told to a viewer, in one sentence without its author."""
    return _SAYERS[str(move["kind"])](move)


def moment_name(moment: str) -> Text:
    """A step of the game, as `moment` names it, in words."""
    found = _MOMENT.fullmatch(moment)
    assert found is not None
    number, phase, laid = int(found[1]) + 1, found[2], int(found[3])
    if phase == "start":
        return say("before the first round")
    if phase == "over":
        return say("the end")
    if phase == "limit":
        return say("round {number}: the limit card", number=number)
    if phase == "hide":
        return say("round {number}: hiding", number=number)
    if not laid:
        return say("round {number}: play", number=number)
    return say("round {number}: after {laid} entries", number=number, laid=laid)


def _start(move: Mapping[str, Json]) -> Text:
    return say("{name} is the youngest and starts", name=_name(move, "seat"))


def _limit(move: Mapping[str, Json]) -> Text:
    numbers = move.get("numbers")
    if not isinstance(numbers, dict):
        return say("a limit card was turned up")
    shown = tuple(
        say("{colour} {number}", colour=COLOUR_WORDS[colour], number=str(numbers.get(colour, 0))) for colour in COLOURS
    )
    return say("limit card: {fields}", fields=shown)


def _hide(move: Mapping[str, Json]) -> Text:
    colours = move.get("colours")
    if isinstance(colours, list):
        hidden = tuple(COLOUR_WORDS[str(colour)] for colour in colours)
        return say("{name} hid {colours}", name=_name(move, "seat"), colours=hidden)
    return say("{name} hid what nobody sees yet", name=_name(move, "seat"))


def _lay(move: Mapping[str, Json]) -> Text:
    if "colour" in move:
        return say("{name} laid {colour}", name=_name(move, "seat"), colour=COLOUR_WORDS[str(move["colour"])])
    return say("{name} laid a card", name=_name(move, "seat"))


def _exchange(move: Mapping[str, Json]) -> Text:
    if "colour" in move:
        colour = COLOUR_WORDS[str(move["colour"])]
        return say("{name} exchanged four cards ({colour})", name=_name(move, "seat"), colour=colour)
    return say("{name} exchanged four cards", name=_name(move, "seat"))


def _forgot(move: Mapping[str, Json]) -> Text:
    return say("{name} forgot to draw", name=_name(move, "seat"))


def _accuse(move: Mapping[str, Json]) -> Text:
    return say("{name} accused {accused}", name=_name(move, "seat"), accused=_name(move, "accused"))


def _name(move: Mapping[str, Json], field: str) -> SeatName:
    seat = move[field]
    assert isinstance(seat, int)
    return SeatName(seat)


_SAYERS: Final = {
    "start": _start,
    "limit": _limit,
    "hide": _hide,
    "lay": _lay,
    "exchange": _exchange,
    "forgot": _forgot,
    "accuse": _accuse,
    "verdict": _accuse,
}
