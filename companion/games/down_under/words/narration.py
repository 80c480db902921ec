"""Journal entries in words, and the words for what a correction changes."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from companion.engine.defaults.telling import value_namer
from companion.engine.text import SeatName, Text, say, say_many, signs
from companion.games.down_under.rules.components import COLOURS, WORDS

Told: TypeAlias = Mapping[str, Any]
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
value_name: Final = value_namer(_PHASES, (), {"tiles": lambda tiles: signs("{count}", count=len(tiles))})


def _lay(move: Told) -> Text:
    tile, seat = move["tile"], move["seat"]
    placed = _of_second_colour(_PLACED[str(tile["kind"])](SeatName(seat)), seat, tile)
    if tile.get("animal"):
        placed = signs("{placed}, {animal}", placed=placed, animal=WORDS[tile["animal"]])
    return say("{placed}, earlier", placed=placed) if move.get("catching_up") else placed


def _of_second_colour(placed: Text, seat: int, tile: Told) -> Text:
    """With the colour, where it is not the first one of whoever placed the tile: their second one, or one that marks the area."""
    colour = tile.get("colour")
    return (
        placed if colour in (None, COLOURS[seat]) else signs("{placed} ({colour})", placed=placed, colour=WORDS[colour])
    )


def _walk(move: Told) -> Text:
    name, count = SeatName(move["seat"]), len(move["cells"])
    return say_many("{name}’s route has {count} path", "{name}’s route has {count} paths", count, name=name)


_PLACED: Final[Mapping[str, Callable[[SeatName], Text]]] = {
    "curve": lambda name: say("{name} placed a curve", name=name),
    "straight": lambda name: say("{name} placed a straight", name=name),
    "terminus": lambda name: say("{name} placed an end tile", name=name),
    "billabong": lambda name: say("{name} placed a billabong", name=name),
}
NARRATE: Final[Mapping[str, Callable[[Told], Text]]] = {
    "lay": _lay,
    "walk": _walk,
    "stand_now": lambda move: say("Where the game is: {name}’s turn", name=SeatName(move["turn"])),
}
"""The moves of which a sentence is not enough, as they were told to a viewer, in one without its author."""
