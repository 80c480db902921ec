"""Which way round a water card fits (NI-10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from companion.engine.game import Options
from companion.engine.rulings import Json, Reason, Ruling
from companion.engine.schema.marks import Named, Prompt
from companion.engine.text import Text, say, say_as

Edge: TypeAlias = Annotated[
    Literal["single", "double", "none"],
    Named((say_as("wave", "single wave"), say_as("wave", "double wave"), say_as("wave", "no wave"))),
]
EDGE_WORDS = {
    "single": say_as("wave", "single wave"),
    "double": say_as("wave", "double wave"),
    "none": say_as("wave", "no wave"),
}


@dataclass(frozen=True, slots=True)
class WaterFacts:
    """The edge the card would lie against, and the card's two edges."""

    edge: Annotated[Edge, Prompt(say("The edge it meets"), say("the Nile itself is a single wave"))]
    card: Annotated[tuple[Edge, Edge], Prompt(say("The two edges of the card"), widget="edges")]


@dataclass(frozen=True, slots=True)
class Fit:
    """Which of the card's edges, 0 or 1, may face the Nile, and the ruling."""

    edges: tuple[int, ...]
    ruling: Ruling


def judge_water(facts: WaterFacts, options: Options) -> Ruling:
    """Which way round a water card fits."""
    return fit(facts.edge, facts.card).ruling


def matches(edge: str, other: str) -> bool:
    """Whether two edges may touch: waves of the same kind, and never an edge without a wave."""
    return edge == other != "none"


def fit(edge: str, card: tuple[str, str]) -> Fit:
    """Which edges of a card may face the Nile where it would lie against `edge`."""
    edges = tuple(index for index in (0, 1) if matches(edge, card[index]))
    because = [_wanted(edge)]
    if edge != "none":
        because.append(_found(edges, card))
    facts: dict[str, Json] = {"edge": edge, "card": [*card]}
    return Fit(edges, Ruling("water", _headline(edges), {"fits": [*edges]}, tuple(because), facts=facts))


def _wanted(edge: str) -> Reason:
    if edge == "none":
        return Reason(say("You can’t place anything next to an edge without a wave."), ("NI-10",))
    text = say("Next to a {edge}, place only a {edge}.", edge=EDGE_WORDS[edge])
    return Reason(text, ("NI-10",))


def _found(edges: tuple[int, ...], card: tuple[str, str]) -> Reason:
    shown = tuple(EDGE_WORDS[one] for one in card)
    if not edges:
        return Reason(say("The card shows {shown}. Neither edge fits.", shown=shown), ("NI-10",))
    if len(edges) == 2:
        return Reason(say("The card shows {shown}. Either edge fits.", shown=shown), ("NI-10",))
    text = say("The card shows {shown}. Only the {edge} fits.", shown=shown, edge=EDGE_WORDS[card[edges[0]]])
    return Reason(text, ("NI-10",))


def _headline(edges: tuple[int, ...]) -> Text:
    if not edges:
        return say("The card doesn’t fit.")
    return say("The card fits either way round.") if len(edges) == 2 else say("The card fits one way round.")
