"""Journal entries in words, and the words for what a correction changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from companion.engine.definition.model import Definition
from companion.engine.paper import TYPED_IN
from companion.engine.rulings import Json
from companion.engine.text import SeatName, Text, names, say

LABELS: Final[Mapping[str, Text]] = {
    "score": say("Points"),
    "round": say("Rounds played"),
    "entered": say("this round"),
    "dealer": say("who deals"),
    "winners": say("Who wins"),
    "phase": say("What comes now"),
}
"""The names of a state's values, for showing a correction's consequences; people do not see the others."""

_PHASES: Final[Mapping[str, Text]] = {"play": say("the game goes on"), "over": say("The game is over")}


def value_name(name: str, value: Json) -> Text | None:
    """A labelled value in words; None if it is read as it is."""
    return _PHASES[str(value)] if name == "phase" else None


def narrator(definition: Definition | None) -> Callable[[Mapping[str, Json]], Text]:
    """What puts an entry into one sentence without its author; without a definition, rows go by their number."""
    return partial(_narrate, definition)


def _narrate(definition: Definition | None, move: Mapping[str, Json]) -> Text:
    match move["kind"]:
        case "points":
            return _points(definition, move)
        case "pad":
            return _pad(definition, move)
        case "dealer":
            return say("{name} deals first", name=_seat(move["seat"]))
        case "finish":
            return say("the game ends here")
        case "stand_now":
            each = enumerate(_map(one)["points"] for one in _list(move["seats"]))
            return say("Game entered: {players}", players=_each(each))
        case _:
            return TYPED_IN


def _points(definition: Definition | None, move: Mapping[str, Json]) -> Text:
    given = _map(move["points"])
    if definition is not None and definition.writes == "winner":
        winners = tuple(_seat(seat).seat for seat, one in given.items() if one == 1)
        return say("won: {names}", names=names(winners)) if winners else say("no one won")
    return say("{players}", players=_each(given.items()))


def _pad(definition: Definition | None, move: Mapping[str, Json]) -> Text:
    each = []
    for seat, column in _map(move["cells"]).items():
        cells = tuple(_cell(definition, int(row), figure) for row, figure in _map(column).items())
        each.append(say("{name}: {cells}", name=_seat(seat), cells=cells))
    return say("{players}", players=tuple(each))


def _cell(definition: Definition | None, row: int, figure: Json) -> Text:
    name = str(row + 1) if definition is None or row >= len(definition.rows) else definition.rows[row].name
    if figure is None:
        return say("{row} rubbed out", row=name)
    return say("{row} {points}", row=name, points=int(str(figure)))


def _each(pairs: object) -> tuple[Text, ...]:
    assert hasattr(pairs, "__iter__")
    return tuple(say("{name} {points}", name=_seat(seat), points=int(str(one))) for seat, one in pairs)


def _seat(seat: Json) -> SeatName:
    return SeatName(int(str(seat)))


def _map(value: Json) -> dict[str, Json]:
    assert isinstance(value, dict)
    return value


def _list(value: Json) -> list[Json]:
    assert isinstance(value, list)
    return value
