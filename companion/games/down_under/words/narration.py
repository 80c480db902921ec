"""Journal entries in words, and the words for what a correction changes."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.engine.rulings import Json
from companion.engine.text import SeatName, Text, say, say_many, signs
from companion.games.down_under.rules.components import ANIMAL_NAMES, ANIMALS, COLOUR_NAMES, COLOURS

LABELS: Final[Mapping[str, Text]] = {
    "phase": say("What comes now"),
    "turn": say("Whose turn it is"),
    "length": say("paths"),
    "points": say("Points"),
    "sets": say("Sets of animals"),
    "rabbits": say("Rabbits"),
    "dingo_laid": say("Dingo placed"),
    "lost": say("Has lost"),
    "done": say("Done"),
    "winners": say("Who wins"),
    "tiles": say("Tiles on the table"),
    "may_add.west": say("Lines still free to the west"),
    "may_add.east": say("Lines still free to the east"),
    "may_add.north": say("Lines still free to the north"),
    "may_add.south": say("Lines still free to the south"),
}
"""The names of a state's values, for showing a correction's consequences; people do not see the others."""

_PHASES: Final[Mapping[str, Text]] = {
    "lay": say("Place a tile"),
    "turn": say("Open a loop"),
    "billabong": say("Place a billabong"),
    "over": say("The game is over"),
}


def value_name(name: str, value: Json) -> Text | None:
    if name == "phase":
        return _PHASES[str(value)]
    return signs("{count}", count=len(value)) if name == "tiles" and isinstance(value, list) else None


def _lay(move: Mapping[str, Json]) -> Text:
    tile = move["tile"]
    assert isinstance(tile, dict)
    seat = _number(move["seat"])
    placed = _of_second_colour(_PLACED[str(tile["kind"])](SeatName(seat)), seat, tile)
    animal = next((ANIMAL_NAMES[one] for one in ANIMALS if one == tile.get("animal")), None)
    if animal is not None:
        placed = signs("{placed}, {animal}", placed=placed, animal=animal)
    return say("{placed}, earlier", placed=placed) if move.get("catching_up") else placed


def _of_second_colour(placed: Text, seat: int, tile: Mapping[str, Json]) -> Text:
    """With the colour, where it is not the first one of whoever placed the tile: their second one, or one that marks the area."""
    colour = next((one for one in COLOURS if one == tile.get("colour")), None)
    if colour is None or colour == COLOURS[seat]:
        return placed
    return signs("{placed} ({colour})", placed=placed, colour=COLOUR_NAMES[colour])


def _walk(move: Mapping[str, Json]) -> Text:
    cells = move["cells"]
    assert isinstance(cells, list)
    name = SeatName(_number(move["seat"]))
    return say_many("{name}’s route has {count} path", "{name}’s route has {count} paths", len(cells), name=name)


def _stand_now(move: Mapping[str, Json]) -> Text:
    return say("Where the game is: {name}’s turn", name=SeatName(_number(move["turn"])))


def _number(value: Json) -> int:
    assert isinstance(value, int)
    return value


_PLACED: Final[Mapping[str, Callable[[SeatName], Text]]] = {
    "curve": lambda name: say("{name} placed a curve", name=name),
    "straight": lambda name: say("{name} placed a straight", name=name),
    "terminus": lambda name: say("{name} placed an end tile", name=name),
    "billabong": lambda name: say("{name} placed a billabong", name=name),
}
NARRATE: Final[Mapping[str, Callable[[Mapping[str, Json]], Text]]] = {
    "lay": _lay,
    "walk": _walk,
    "stand_now": _stand_now,
}
"""The moves of which a sentence is not enough, as they were told to a viewer, in one without its author."""
