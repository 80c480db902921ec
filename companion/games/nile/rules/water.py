"""How cards lie in a row: which way round a water card fits, and where a desert card may go (NI-10, NI-42)."""

from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from companion.engine.disputes import Judged, judged
from companion.engine.game import Options
from companion.engine.rulings import Reason
from companion.engine.schema.marks import Length, Named, Prompt
from companion.engine.text import Text, say, say_as, say_many
from companion.games.nile.rules.components import ROWS, named

EDGES: Final[tuple[Literal["single", "double", "none"], ...]] = ("single", "double", "none")
Edge: TypeAlias = Annotated[Literal["single", "double", "none"], named(EDGES)]


@dataclass(frozen=True, slots=True)
class WaterFacts:
    """The edge the card would lie against, and the card's two edges."""

    edge: Annotated[Edge, Prompt(say("The edge it meets"), say("the Nile itself is a single wave"))]
    card: Annotated[tuple[Edge, Edge], Prompt(say("The 2 edges of the card"), widget="edges")]


@dataclass(frozen=True, slots=True)
class WaterAnswer:
    """Which edges of the card, 0 or 1, may face the Nile (NI-10)."""

    fits: tuple[int, ...]


def matches(edge: str, other: str) -> bool:
    """Whether two edges may touch: waves of the same kind, and never an edge without a wave."""
    return edge == other != "none"


def judge_water(facts: WaterFacts, options: Options) -> Judged[WaterAnswer]:
    """Which edges of a card may face the Nile where it would lie against another."""
    edges = tuple(index for index in (0, 1) if matches(facts.edge, facts.card[index]))
    if facts.edge == "none":
        because = [Reason(say("You can’t place anything next to an edge without a wave."), ("NI-10",))]
    else:
        is_double = facts.edge == "double"
        wanted = (
            say("Next to a double wave, only a double wave fits.")
            if is_double
            else say("Next to a single wave, only a single wave fits.")
        )
        because = [Reason(wanted, ("NI-10",)), _fitting(edges)]
    return judged("water", _how_it_fits(edges), WaterAnswer(edges), because, facts=facts)


def _fitting(edges: tuple[int, ...]) -> Reason:
    if not edges:
        return Reason(say("No edge of the card has one."), ("NI-10",))
    if len(edges) == 2:
        return Reason(say("Both edges of the card have one."), ("NI-10",))
    return Reason(say("Only one edge of the card has one."), ("NI-10",))


def _how_it_fits(edges: tuple[int, ...]) -> Text:
    if not edges:
        return say("The card doesn’t fit.")
    return say("The card fits either way round.") if len(edges) == 2 else say("The card fits one way round.")


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


@dataclass(frozen=True, slots=True)
class DesertFacts:
    """What lies on each field of the row the water came from, from the Nile out to the desert."""

    row: Annotated[
        tuple[Annotated[Lies, Prompt(say("What is there?"))], ...],
        Length(ROWS[0], ROWS[-1]),
        Prompt(say("The row, from the Nile out to the desert"), widget="places"),
    ]


def _is_beside_desert(row: tuple[str, ...], at: int) -> bool:
    """Whether a field lies next to the desert or to a desert card of its row."""
    return at == len(row) - 1 or "desert" in (row[at + 1], row[at - 1] if at else "")


@dataclass(frozen=True, slots=True)
class DesertAnswer:
    """The fields of the row, from 0 at the Nile, that a desert card may go on, and those of them with plants (NI-42)."""

    fields: tuple[int, ...]
    to_boat: tuple[int, ...]


def judge_desert(facts: DesertFacts, options: Options) -> Judged[DesertAnswer]:
    row = facts.row
    fields = tuple(at for at, lies in enumerate(row) if lies not in COVERED and _is_beside_desert(row, at))
    answer = DesertAnswer(fields, tuple(at for at in fields if row[at] == "plant"))
    return judged("desert", _goes_on(fields), answer, _each_place(row, fields), facts=facts)


def _each_place(row: tuple[str, ...], fields: tuple[int, ...]) -> list[Reason]:
    reasons = [Reason(say("The desert card goes into the row the water came from."), ("NI-42",))]
    for at, lies in enumerate(row):
        if not _is_beside_desert(row, at):
            continue
        if at in fields and lies == "plant":
            text = say("Field {square} is next to the desert: plants go in the boat.", square=at + 1)
        elif at in fields:
            text = say("Field {square} is next to the desert and free.", square=at + 1)
        else:
            text = say("Field {square} is next to the desert, but already covered.", square=at + 1)
        reasons.append(Reason(text, ("NI-42",)))
    if not fields:
        reasons.append(Reason(say("No such field is free, so nothing happens."), ("NI-42",)))
    return reasons


def _goes_on(fields: tuple[int, ...]) -> Text:
    if not fields:
        return say("The desert card goes nowhere.")
    return say_many(
        "The desert card goes on field {squares}, counted from the Nile.",
        "The desert card goes on one of the fields {squares}, counted from the Nile.",
        len(fields),
        squares=tuple(at + 1 for at in fields),
    )
