"""Desert cards: the pile they are drawn from, and where one that an event brings may lie in a row (NI-23, NI-42)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Literal, TypeAlias

from companion.engine.game import Options
from companion.engine.rulings import Json, Reason, Ruling
from companion.engine.schema.marks import Length, Named, Prompt
from companion.engine.text import Text, say, say_as, say_many
from companion.games.nile.rules.components import ROWS
from companion.games.nile.rules.state import State

Lies: TypeAlias = Annotated[
    Literal["free", "plant", "water", "desert"],
    Named(
        (
            say_as("on a field", "nothing"),
            say_as("on a field", "a plant"),
            say_as("on a field", "water"),
            say_as("on a field", "a desert card"),
        )
    ),
]
COVERED = ("water", "desert")


def draw_deserts(state: State, cards: int) -> State:
    """The state with so many desert cards off the pile; by the house rule the spent ones make a new pile once it is empty."""
    left = state.desert_pile - cards
    if left >= 0 or not state.options["desert_reshuffle"]:
        return replace(state, desert_pile=max(0, left))
    return replace(state, desert_pile=max(0, left + state.deserts_spent), deserts_spent=0)


@dataclass(frozen=True, slots=True)
class DesertFacts:
    """What lies on each field of the row the water came from, from the Nile out to the desert."""

    row: Annotated[
        tuple[Annotated[Lies, Prompt(say("What is there?"))], ...],
        Length(ROWS[0], ROWS[-1]),
        Prompt(say("The row, from the Nile out to the desert"), widget="places"),
    ]


def places(row: tuple[str, ...]) -> tuple[int, ...]:
    """The fields of a row, from 0 at the Nile, on which a desert card may be put (NI-42)."""
    return tuple(at for at, lies in enumerate(row) if lies not in COVERED and is_beside_desert(row, at))


def is_beside_desert(row: tuple[str, ...], at: int) -> bool:
    """Whether a field lies next to the desert or to a desert card of its row."""
    return at == len(row) - 1 or "desert" in (row[at + 1], row[at - 1] if at else "")


def judge_desert(facts: DesertFacts, options: Options) -> Ruling:
    """Where the desert card goes, and which plants it sends into the boat."""
    found = places(facts.row)
    plants = tuple(at for at in found if facts.row[at] == "plant")
    verdict: dict[str, Json] = {"fields": [*found], "to_boat": [*plants]}
    return Ruling("desert", _headline(found), verdict, tuple(_because(facts.row, found)), facts={"row": [*facts.row]})


def _because(row: tuple[str, ...], found: tuple[int, ...]) -> list[Reason]:
    reasons = [Reason(say("The desert card goes into the row the water came from."), ("NI-42",))]
    for at, lies in enumerate(row):
        if not is_beside_desert(row, at):
            continue
        if at in found and lies == "plant":
            text = say("Square {square} is next to the desert. Plants there go into the boat.", square=at + 1)
        elif at in found:
            text = say("Square {square} is next to the desert and free.", square=at + 1)
        else:
            text = say("Square {square} is next to the desert, but already covered.", square=at + 1)
        reasons.append(Reason(text, ("NI-42",)))
    if not found:
        reasons.append(Reason(say("No such field is free of water and desert, so nothing happens."), ("NI-42",)))
    return reasons


def _headline(found: tuple[int, ...]) -> Text:
    if not found:
        return say("The desert card goes nowhere.")
    return say_many(
        "The desert card goes on square {squares}, counted from the Nile.",
        "The desert card goes on one of the squares {squares}, counted from the Nile.",
        len(found),
        squares=tuple(at + 1 for at in found),
    )
