"""Journal entries in words, and the words for what a correction changes."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from companion.engine.defaults.telling import value_namer
from companion.engine.rulings import Json
from companion.engine.text import SeatName, Text, say, say_many, signs
from companion.games.nile.board.stalls import count_of_plants
from companion.games.nile.rules.components import CONDITION_WORDS, MARKET, PLANT_WORDS
from companion.games.nile.rules.tide import MARKER_WORDS

Told: TypeAlias = Mapping[str, Json]

LABELS: Final[Mapping[str, Text]] = {
    "round": say("Turn"),
    "starter": say("Who is the start player?"),
    "marker": say("Flood and ebb marker"),
    "turn": say("Whose turn it is"),
    **{f"market.{column}": say("Market column {column}", column=column) for column in MARKET},
    "boat": say("The boat"),
    "score": say("Points"),
    "pawn": say("Square of the pawn"),
    "obelisk": say("Square of the obelisk"),
    "lost": say("Plants lost for good"),
    "jokers": say("Jokers"),
    "winners": say("Who wins"),
    "phase": say("What comes now"),
}
"""The names of a state's values, for showing a correction's consequences; people do not see the others."""


_PHASES: Final[Mapping[str, Text]] = {
    "boat": say("The start"),
    "tide": say("Play flood or ebb"),
    "actions": say("Take actions"),
    "over": say("The game is over"),
}


def _lying(plants: Json) -> Text:
    return signs("{plants}", plants=tuple(_plant_lying(one) for one in _list(plants) if isinstance(one, dict)))


def _plant_lying(one: Told) -> Text:
    said = say("{name} {plant}", name=_who(one), plant=_plant(one))
    if one.get("state", "fresh") == "fresh":
        return said
    return signs("{plant} ({condition})", plant=said, condition=CONDITION_WORDS[str(one["state"])])


value_name: Final = value_namer(
    _PHASES,
    own={
        "marker": lambda marker: MARKER_WORDS[str(marker)],
        **dict.fromkeys(("boat", *(f"market.{column}" for column in MARKET)), _lying),
    },
)


def _lay_first(move: Told) -> Text:
    has_water, has_plants = bool(move.get("water")), bool(move.get("ripe") or move.get("seed"))
    if has_water and has_plants:
        return say("{name} placed the first cards and plants", name=_who(move))
    if has_water:
        return say("{name} placed the first water card", name=_who(move))
    if has_plants:
        return say("{name} placed the first plants", name=_who(move))
    return say("{name}’s first cards and plants aren’t entered", name=_who(move))


def _tide(move: Told) -> Text:
    cards = say_many("Flood or ebb with {count} card", "Flood or ebb with {count} cards", _number(move["moved"]))
    arrows = _number(move["arrows"])
    if not arrows:
        return cards
    return say_many("{cards} and {count} arrow", "{cards} and {count} arrows", arrows, cards=cards)


def _flooded(move: Told) -> Text:
    plants = _list(move["plants"])
    each = tuple(say("{name} {plant}", name=_who(one), plant=_plant(one)) for one in plants if isinstance(one, dict))
    return say("from the fields to the boat: {plants}", plants=each)


def _rot(move: Told) -> Text:
    count, column = len(_list(move["plants"])), _number(move["column"])
    if not count:
        return say("Column {column}: nothing rots", column=column)
    return say_many(
        "{count} plant in column {column} gets worse",
        "{count} plants in column {column} get worse",
        count,
        column=column,
    )


def _bid(move: Told) -> Text:
    if "plants" in move:
        return say("{name} bid {plants}", name=_who(move), plants=count_of_plants(len(_list(move["plants"]))))
    return say("{name}’s bid", name=_who(move))


def _pass(move: Told) -> Text:
    if move.get("through", move["seat"]) == move["seat"]:
        return say("{name} has finished", name=_who(move))
    return say("everyone up to {name} has finished", name=SeatName(_number(move["through"])))


def _stand_now(move: Told) -> Text:
    turn, marker = _number(move["turn_number"]), MARKER_WORDS[str(move["marker"])]
    return say("Where the game is: turn {turn}, {marker}", turn=turn, marker=marker)


def _who(move: Told) -> SeatName:
    return SeatName(_number(move["seat"]))


def _plant(move: Told) -> Text:
    return PLANT_WORDS[str(move["plant"])]


def _kinds(value: Json) -> tuple[Text, ...]:
    counts = Counter(str(kind) for kind in _list(value))
    return tuple(
        PLANT_WORDS[kind] if count == 1 else say("{count} {plant}", count=count, plant=PLANT_WORDS[kind])
        for kind, count in counts.items()
    )


def _list(value: Json) -> list[Json]:
    assert isinstance(value, list)
    return value


def _number(value: Json) -> int:
    assert isinstance(value, int)
    return value


NARRATE: Final[Mapping[str, Callable[[Told], Text]]] = {
    "boat": lambda move: say("{name} put {plants} in the boat", name=_who(move), plants=_kinds(move["plants"])),
    "lay_first": _lay_first,
    "tide": _tide,
    "flooded": _flooded,
    "rot": _rot,
    "bid": _bid,
    "palms": lambda move: say_many("palms on {count} field", "palms on {count} fields", len(_list(move["fields"]))),
    "pass": _pass,
    "track": lambda move: (
        say("the fields are tracked too") if move["depth"] == "board" else say("only the market is tracked")
    ),
    "stand_now": _stand_now,
}
"""The moves of which a sentence is not enough, as they were told to a viewer, in one without its author."""
