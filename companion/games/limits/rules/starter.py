"""Who starts a round (LI-12).

Whose turn it is after that stands in `state.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from companion.engine.disputes import Judged, Way, judged
from companion.engine.game import Options, Setup
from companion.engine.present import How, Starting
from companion.engine.rulings import Json, Reason
from companion.engine.schema.marks import Prompt, Seat
from companion.engine.text import SeatName, say
from companion.games.limits.rules import sentences as says


@dataclass(frozen=True, slots=True)
class StarterAnswer:
    """Who starts the round."""

    starter: Seat


def starting(setup: Setup) -> Starting:
    """The youngest starts the first round."""
    return Starting("youngest", ("LI-12",), "start", _begin)


def _begin(seat: int, how: How) -> Mapping[str, Json]:
    return {"kind": "start", "seat": seat} if how == "rule" else {"kind": "start", "seat": seat, "by": how}


def judge_starter(
    options: Options,
    youngest: Annotated[Seat, Prompt(say("Who is the youngest?"), say("in the first round"), "seat")] | None = None,
    took_limit_card: Annotated[Seat, Prompt(say("Who took the last limit card?"), say("in every later round"), "seat")]
    | None = None,
) -> Judged[StarterAnswer]:
    """Return who starts: the youngest the first round, later the player who took the last limit card (LI-12)."""
    if youngest is not None:
        return starts_first_round(youngest)
    # `WAYS_TO_START` lets through only facts that name one of them.
    assert took_limit_card is not None
    return taker_starts(took_limit_card)


WAYS_TO_START: Final = (Way(None, ("youngest",)), Way(None, ("took_limit_card",)))


def starts_first_round(seat: int, by: Literal["lot", "turn", "agreed"] | None = None) -> Judged[StarterAnswer]:
    """Return the ruling for the first round; `by`: the table did not ask who is the youngest."""
    name = SeatName(seat)
    if by is None:
        return _starts(seat, "youngest", says.YOUNGEST(value=name))
    found = {"lot": says.DRAWN, "turn": says.IN_TURN, "agreed": says.AGREED}[by]
    return _starts(seat, "starter", says.YOUNGEST_STARTS(), found(name=name))


def taker_starts(seat: int) -> Judged[StarterAnswer]:
    """Return the ruling for every later round: the player who took the limit card starts."""
    return _starts(seat, "took_limit_card", says.TOOK_LIMIT_CARD(name=SeatName(seat)))


def _starts(seat: int, fact: str, *why: Reason) -> Judged[StarterAnswer]:
    headline = say("{name} starts.", name=SeatName(seat))
    return judged("starter", headline, StarterAnswer(seat), why, facts={fact: seat})
