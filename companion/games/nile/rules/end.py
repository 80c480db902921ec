"""Whether the game is over and who has won (NI-35)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from companion.engine.errors import NotAMove
from companion.engine.game import Options
from companion.engine.rulings import Json, Reason, Ruling
from companion.engine.schema.marks import Length, Prompt
from companion.engine.text import SeatName, Text, names, say, say_many
from companion.games.nile.rules.components import PLAYERS, Obelisk, Pawn, PlantCount

_EVERYBODY = Length(PLAYERS[0], PLAYERS[-1])


@dataclass(frozen=True, slots=True)
class EndFacts:
    """The pawns' squares, the obelisk's square, and the plants each has lost for good."""

    pawns: Annotated[tuple[Pawn, ...], _EVERYBODY, Prompt(say("The pawns are on squares"), widget="by-seat")]
    obelisk: Annotated[Obelisk, Prompt(say("The obelisk is on square"))]
    lost: Annotated[tuple[PlantCount, ...], _EVERYBODY, Prompt(say("Plants lost for good"), widget="by-seat")]


@dataclass(frozen=True, slots=True)
class End:
    """Whether the game is over, who has won then (else nobody), and the ruling."""

    is_over: bool
    winners: tuple[int, ...]
    ruling: Ruling


def judge_end(facts: EndFacts, options: Options) -> Ruling:
    """Whether it is over. Raises `NotAMove` if not every player's losses are given."""
    if len(facts.lost) != len(facts.pawns):
        text = say("There are {pawns} pawns. Enter lost plants for each.", pawns=len(facts.pawns))
        raise NotAMove("lost", text)
    return end(facts.pawns, facts.obelisk, facts.lost).ruling


def end(pawns: Sequence[int], obelisk: int, lost: Sequence[int]) -> End:
    """Whether a pawn has met the obelisk, and who has won."""
    front = max(pawns)
    furthest = [seat for seat, square in enumerate(pawns) if square == front]
    because = [_met(furthest, front, obelisk)]
    winners: list[int] = []
    if front >= obelisk:
        fewest = min(lost[seat] for seat in furthest)
        winners = [seat for seat in furthest if lost[seat] == fewest]
        because.append(_won(furthest, winners, fewest))
    verdict: dict[str, Json] = {"over": front >= obelisk, "winners": [*winners]}
    facts: dict[str, Json] = {"pawns": [*pawns], "obelisk": obelisk, "lost": [*lost]}
    ruling = Ruling("end", _headline(winners), verdict, tuple(because), facts=facts)
    return End(front >= obelisk, tuple(winners), ruling)


def _met(furthest: list[int], front: int, obelisk: int) -> Reason:
    text = say_many(
        "{names} is furthest, on square {front}. The obelisk is on {obelisk}.",
        "{names} are furthest, on square {front}. The obelisk is on {obelisk}.",
        len(furthest),
        names=names(furthest),
        front=front,
        obelisk=obelisk,
    )
    outcome = (
        say("{text} They haven’t met, so the game continues.", text=text)
        if front < obelisk
        else say("{text} They’ve met or passed, so the game is over.", text=text)
    )
    return Reason(outcome, ("NI-35",))


def _won(furthest: list[int], winners: list[int], fewest: int) -> Reason:
    if len(furthest) == 1:
        return Reason(say("{name} is furthest and wins.", name=SeatName(furthest[0])), ("NI-35",))
    text = say_many(
        "Of {tied}, {names} has lost the fewest plants ({fewest}) and wins.",
        "Of {tied}, {names} have lost equally few plants ({fewest}) and share the win.",
        len(winners),
        tied=names(furthest),
        names=names(winners),
        fewest=fewest,
    )
    return Reason(text, ("NI-35",))


def _headline(winners: list[int]) -> Text:
    if not winners:
        return say("The game continues.")
    return say_many(
        "The game is over: {names} wins.", "The game is over: {names} win.", len(winners), names=names(winners)
    )
