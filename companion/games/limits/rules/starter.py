"""Who lays the first card of a round (LI-12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from companion.engine.game import Options, Setup
from companion.engine.rulings import Json, Reason, Ruling
from companion.engine.schema.marks import Prompt, Seat
from companion.engine.starting import How, Starting
from companion.engine.text import SeatName, say


@dataclass(frozen=True, slots=True)
class StarterFacts:
    """The youngest player, in the first round; in every other, whoever took the limit card of the round before."""

    alternatives: ClassVar = (("youngest",), ("took_limit_card",))

    youngest: Annotated[Seat, Prompt(say("The youngest"), say("in the first round"), "seat")] | None = None
    took_limit_card: (
        Annotated[Seat, Prompt(say("Who took the last limit card"), say("in every later round"), "seat")] | None
    ) = None


def judge_starter(facts: StarterFacts, options: Options) -> Ruling:
    """Who starts the round."""
    if facts.youngest is not None:
        return youngest_starts(facts.youngest)
    assert facts.took_limit_card is not None
    return taker_starts(facts.took_limit_card)


def youngest_starts(seat: int) -> Ruling:
    """The ruling for the first round."""
    text = say("The youngest starts the first round, and that’s {name}.", name=SeatName(seat))
    return _ruling(seat, Reason(text, ("LI-12",)), "youngest")


def table_starts(seat: int, by: Literal["lot", "turn", "agreed"]) -> Ruling:
    """The ruling for the first round at a table that does not ask who is the youngest."""
    name = SeatName(seat)
    found = {
        "lot": say("By the rules the youngest starts. You drew lots, and {name} came up.", name=name),
        "turn": say(
            "By the rules the youngest starts. You take turns from game to game, and now it’s {name}.",
            name=name,
        ),
        "agreed": say("By the rules the youngest starts. You agreed on {name}.", name=name),
    }
    return _ruling(seat, Reason(found[by], ("LI-12",)), "starter")


def starting(setup: Setup) -> Starting:
    """The youngest starts the first round (LI-12)."""
    return Starting("youngest", ("LI-12",), "start", _start)


def _start(seat: int, how: How) -> Mapping[str, Json]:
    return {"kind": "start", "seat": seat} if how == "rule" else {"kind": "start", "seat": seat, "by": how}


def taker_starts(seat: int) -> Ruling:
    """The ruling for every later round."""
    text = say("{name} took the last limit card and starts.", name=SeatName(seat))
    return _ruling(seat, Reason(text, ("LI-12",)), "took_limit_card")


def _ruling(seat: int, because: Reason, fact: str) -> Ruling:
    return Ruling(
        "starter", say("{name} starts.", name=SeatName(seat)), {"starter": seat}, (because,), (), {fact: seat}
    )
