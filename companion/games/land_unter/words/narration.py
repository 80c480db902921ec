"""Journal entries in words, and the words for what a correction changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.engine.defaults.telling import narrator
from companion.engine.rulings import Json
from companion.engine.text import SeatName, Text, names, say, say_many
from companion.games.land_unter.rules.components import PLAYERS
from companion.games.land_unter.rules.moves import MOVES

LABELS: Final[Mapping[str, Text]] = {
    "round": say("Round"),
    "trick": say("Trick"),
    "leader": say("Who leads"),
    "score": say("score"),
    "rings": say("Rings"),
    "level": say("Water level"),
    "out": say("Out of the round"),
    "by_round": say("Points by round"),
    "winners": say("Who wins"),
    "phase": say("What comes now"),
}
"""The names of a state's values, for showing a correction's consequences; people do not see the others."""


_PHASES: Final[Mapping[str, Text]] = {
    "rings": say("Counting rings"),
    "trick": say("Playing tricks"),
    "over": say("The game is over"),
}


def value_name(name: str, value: Json) -> Text | None:
    """A labelled value in words; None if it is read as it is."""
    if name == "phase":
        return _PHASES[str(value)]
    return say("{number}", number=_number(value) + 1) if name in ("round", "trick") else None


def _count(move: Mapping[str, Json]) -> Text:
    name = SeatName(_number(move["seat"]))
    if "cards" in move:
        return say("{name}’s 12 cards", name=name)
    if "whole" in move:
        whole, half = _number(move["whole"]), _number(move["half"])
        return say("{name}’s hand: {whole} whole rings, {half} half rings", name=name, whole=whole, half=half)
    return say_many("{count} ring for {name}", "{count} rings for {name}", _number(move["rings"]), name=name)


def _trick(move: Mapping[str, Json]) -> Text:
    levels = _levels(move)
    if "cards" in move:
        cards = move["cards"]
        assert isinstance(cards, dict)
        laid = tuple(say("{name} {card}", name=SeatName(int(seat)), card=_number(card)) for seat, card in cards.items())
        return say("Water {levels}. Cards: {cards}", levels=levels, cards=laid)
    first, second = SeatName(_number(move["highest"])), SeatName(_number(move["second"]))
    return say("Water {levels}. Highest {first}, second {second}", levels=levels, first=first, second=second)


def _lay(move: Mapping[str, Json]) -> Text:
    name = SeatName(_number(move["seat"]))
    if "card" in move:
        return say("the {card} of {name}", card=_number(move["card"]), name=name)
    return say("a card of {name}", name=name)


def _loses(move: Mapping[str, Json]) -> Text:
    return say_many("{names} loses a ring", "{names} lose a ring each", len(_seats(move)), names=names(_seats(move)))


def _lowest(move: Mapping[str, Json]) -> Text:
    return say("lowest water: {names}", names=names(_seats(move)))


def _seats(move: Mapping[str, Json]) -> tuple[int, ...]:
    seats = move["seats"]
    assert isinstance(seats, list)
    return tuple(_number(seat) for seat in seats)


def _stand_now(move: Mapping[str, Json]) -> Text:
    number, tricks = _number(move["round_number"]), _number(move["tricks_done"])
    return say("Game entered: round {round}, {tricks} tricks played", round=number, tricks=tricks)


def _levels(move: Mapping[str, Json]) -> tuple[int, ...]:
    levels = move["levels"]
    assert isinstance(levels, list)
    return tuple(_number(level) for level in levels)


def _number(value: Json) -> int:
    assert isinstance(value, int)
    return value


_SAYERS: Final = {
    "count_rings": _count,
    "trick": _trick,
    "lay": _lay,
    "loses": _loses,
    "lowest": _lowest,
    "stand_now": _stand_now,
}
narrate: Final = narrator(MOVES, PLAYERS, _SAYERS)
"""An entry's move, as it was told to a viewer, in one sentence without its author."""
