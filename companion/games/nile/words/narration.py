"""Journal entries in words, and the words for what a correction changes."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from companion.engine.defaults.telling import value_namer
from companion.engine.text import SeatName, Text, say, say_many, signs
from companion.games.nile.board.stalls import count_of_plants
from companion.games.nile.rules.components import MARKET, WORDS

Told: TypeAlias = Mapping[str, Any]

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


def _plant_lying(one: Told) -> Text:
    said = say("{name} {plant}", name=_who(one), plant=_plant(one))
    if one.get("state", "fresh") == "fresh":
        return said
    return signs("{plant} ({condition})", plant=said, condition=WORDS[str(one["state"])])


def _lying(plants: Any) -> Text:
    return signs("{plants}", plants=tuple(map(_plant_lying, plants)))


value_name: Final = value_namer(
    _PHASES,
    own={
        "marker": lambda marker: WORDS[str(marker)],
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
    cards = say_many("Flood or ebb with {count} card", "Flood or ebb with {count} cards", move["moved"])
    both = say_many("{cards} and {count} arrow", "{cards} and {count} arrows", move["arrows"], cards=cards)
    return both if move["arrows"] else cards


def _flooded(move: Told) -> Text:
    each = tuple(say("{name} {plant}", name=_who(one), plant=_plant(one)) for one in move["plants"])
    return say("from the fields to the boat: {plants}", plants=each)


def _rot(move: Told) -> Text:
    count, column = len(move["plants"]), move["column"]
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
        return say("{name} bid {plants}", name=_who(move), plants=count_of_plants(len(move["plants"])))
    return say("{name}’s bid", name=_who(move))


def _pass(move: Told) -> Text:
    if move.get("through", move["seat"]) == move["seat"]:
        return say("{name} has finished", name=_who(move))
    return say("everyone up to {name} has finished", name=SeatName(move["through"]))


def _who(move: Told) -> SeatName:
    return SeatName(move["seat"])


def _plant(move: Told) -> Text:
    return WORDS[move["plant"]]


def _kinds(kinds: Any) -> tuple[Text, ...]:
    return tuple(
        WORDS[kind] if count == 1 else say("{count} {plant}", count=count, plant=WORDS[kind])
        for kind, count in Counter(kinds).items()
    )


NARRATE: Final[Mapping[str, Callable[[Told], Text]]] = {
    "boat": lambda move: say("{name} put {plants} in the boat", name=_who(move), plants=_kinds(move["plants"])),
    "lay_first": _lay_first,
    "tide": _tide,
    "flooded": _flooded,
    "rot": _rot,
    "bid": _bid,
    "palms": lambda move: say_many("palms on {count} field", "palms on {count} fields", len(move["fields"])),
    "pass": _pass,
    "track": lambda move: (
        say("the fields are tracked too") if move["depth"] == "board" else say("only the market is tracked")
    ),
    "stand_now": lambda move: say(
        "Where the game is: turn {turn}, {marker}", turn=move["turn_number"], marker=WORDS[move["marker"]]
    ),
}
"""The moves of which a sentence is not enough, as they were told to a viewer, in one without its author."""
