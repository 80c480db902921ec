"""How cards lie in a row: which way round a water card fits, and where a desert card may go (NI-10, NI-42)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from companion.engine.disputes import Judged, judged
from companion.engine.game import Options
from companion.engine.rulings import each_of, first_of
from companion.engine.schema.marks import Length, Named, Prompt
from companion.engine.text import Text, say, say_as, say_many
from companion.games.nile.rules import sentences as says
from companion.games.nile.rules.components import ROWS, named

EDGES: Final[tuple[Literal["single", "double", "none"], ...]] = ("single", "double", "none")
Edge: TypeAlias = Annotated[Literal["single", "double", "none"], named(EDGES)]


@dataclass(frozen=True, slots=True)
class WaterAnswer:
    """Which edges of the card, 0 or 1, may face the Nile."""

    fits: tuple[int, ...]


def matches(edge: str, other: str) -> bool:
    """Whether two edges may touch: waves of the same kind, and never an edge without a wave (NI-10)."""
    # Two edges without a wave are alike, but never match (NI-10).
    return edge == other != "none"


def judge_water(
    edge: Annotated[Edge, Prompt(say("Which edge does it meet?"), say("the Nile itself counts as a single wave"))],
    card: Annotated[tuple[Edge, Edge], Prompt(say("Which edges does the card have?"), widget="edges")],
    options: Options,
) -> Judged[WaterAnswer]:
    """Return which edges of a card may face the Nile where it would lie against another."""
    edges = tuple(index for index in (0, 1) if matches(edge, card[index]))
    because = first_of(
        edge == "none" and says.NO_WAVE(), edge == "double" and says.NEXT_TO_DOUBLE(), says.NEXT_TO_SINGLE()
    )
    if edge != "none":
        because += first_of(
            not edges and says.NO_EDGE_HAS_ONE(),
            len(edges) == 2 and says.BOTH_EDGES_HAVE_ONE(),
            says.ONE_EDGE_HAS_ONE(),
        )
    facts = {"edge": edge, "card": card}
    return judged("water", _headline(edges), WaterAnswer(edges), because, facts=facts)


def _headline(edges: tuple[int, ...]) -> Text:
    if not edges:
        return say("The card doesn’t fit.")
    return say("The card fits either way round.") if len(edges) == 2 else say("The card fits one way round.")


OnField: TypeAlias = Annotated[
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
class DesertAnswer:
    """The fields of the row, from 0 at the Nile, that a desert card may go on, and those of them with plants."""

    fields: tuple[int, ...]
    to_boat: tuple[int, ...]


def beside_desert(row: Sequence[OnField]) -> tuple[int, ...]:
    """Return the fields of a row, from 0 at the Nile, that lie beside the desert or a desert card of the row (NI-42).

    Only these may take a desert card, where neither water nor desert covers them.
    """
    last = len(row) - 1
    # The last field of a row lies at the desert itself; others only beside a card of it.
    return tuple(at for at in range(len(row)) if at == last or "desert" in (row[at + 1], row[at - 1] if at else ""))


def judge_desert(
    row: Annotated[
        tuple[Annotated[OnField, Prompt(say("What is there?"))], ...],
        Length(ROWS[0], ROWS[-1]),
        Prompt(say("The row, from the Nile out to the desert"), widget="places"),
    ],
    options: Options,
) -> Judged[DesertAnswer]:
    """Return where a desert card may go in the row the water came from; `row` runs from the Nile out to the desert."""
    beside = beside_desert(row)
    fields = tuple(at for at in beside if row[at] not in COVERED)
    because = [says.ROW_OF_THE_WATER()]
    for at in beside:
        because += first_of(
            row[at] == "plant" and says.DESERT_ON_PLANTS(square=at + 1),
            row[at] == "free" and says.DESERT_ON_FREE(square=at + 1),
            says.DESERT_ON_COVERED(square=at + 1),
        )
    because += each_of(not fields and says.NO_FIELD_FREE())
    answer = DesertAnswer(fields, tuple(at for at in fields if row[at] == "plant"))
    return judged("desert", _headline_of_desert(fields), answer, because, facts={"row": row})


def _headline_of_desert(fields: tuple[int, ...]) -> Text:
    if not fields:
        return say("There’s no field for the desert card.")
    return say_many(
        "The desert card goes on field {squares}, counted from the Nile.",
        "The desert card goes on one of the fields {squares}, counted from the Nile.",
        len(fields),
        squares=tuple(at + 1 for at in fields),
    )
