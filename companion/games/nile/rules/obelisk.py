"""The obelisk: how far lost plants take it back, and whether a pawn has met it, which ends the game (NI-30, NI-35)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from companion.engine.disputes import Judged, judged
from companion.engine.errors import NotAMove
from companion.engine.game import Options
from companion.engine.rulings import Flag, Reason
from companion.engine.schema.marks import Length, Prompt, Seat
from companion.engine.text import SeatName, Text, say, say_many, together
from companion.games.nile.rules.components import PLANTS, PLAYERS, Obelisk, Pawn, Plant, PlantCount
from companion.games.nile.rules.sale import doubts_about_stock

FIRST_SQUARE = 1
_EVERYBODY = Length(PLAYERS[0], PLAYERS[-1])


@dataclass(frozen=True, slots=True)
class PurgeFacts:
    """The plants in the boat and the obelisk's square."""

    boat: Annotated[tuple[Plant, ...], Length(0, PLANTS, "NI-1"), Prompt(say("Plants in the boat"), widget="boat")]
    obelisk: Annotated[Obelisk, Prompt(say("The obelisk is on square"))]
    column_full: Annotated[bool, Prompt(say("Is a market column full?"))] | None = None


@dataclass(frozen=True, slots=True)
class PurgeAnswer:
    """The plants each loses for good, and the obelisk's new square (NI-30)."""

    lost: Mapping[Seat, int]
    obelisk: int


def judge_purge(facts: PurgeFacts, options: Options) -> Judged[PurgeAnswer]:
    """What leaves the game, by the house rule only with a full column; more plants than anyone has are flagged."""
    is_every_turn = options["purge_every_turn"]
    if not is_every_turn and facts.column_full is False:
        because = Reason(say("No column is full, so the plants stay in the boat."), ("NI-30",))
        headline = say("The obelisk is on square {square}.", square=facts.obelisk)
        answer = PurgeAnswer({}, facts.obelisk)
        return judged("purge", headline, answer, (because,), doubts_about_stock(facts.boat), facts=facts)
    ruling = purge(facts.boat, facts.obelisk)
    every = say("The boat is emptied at the end of every round.")
    when = Reason(every if is_every_turn else say("The boat is emptied only when a column is full."), ("NI-30",))
    ruling = replace(ruling, because=(when, *ruling.because))
    if is_every_turn or facts.column_full:
        return ruling
    unsaid = Flag(say("If no column is full, the plants stay in the boat."), ("NI-30",))
    return replace(ruling, flags=(*ruling.flags, unsaid))


def purge(boat: tuple[Plant, ...], obelisk: int) -> Judged[PurgeAnswer]:
    lost = dict(sorted(Counter(plant.seat for plant in boat).items()))
    square = max(FIRST_SQUARE, obelisk - len(lost))
    if not lost:
        because = [Reason(say("The boat is empty, so the obelisk stays."), ("NI-30",))]
    else:
        because = [*(_loses(seat, count) for seat, count in lost.items()), _back(lost, obelisk, square)]
    headline = say("The obelisk is on square {square}.", square=square)
    answer, facts = PurgeAnswer(lost, square), PurgeFacts(boat, obelisk)
    return judged("purge", headline, answer, because, doubts_about_stock(boat), facts=facts)


def _loses(seat: int, count: int) -> Reason:
    text = say_many(
        "{name} loses {count} plant for good.",
        "{name} loses {count} plants for good.",
        count,
        name=SeatName(seat),
    )
    return Reason(text, ("NI-30",))


def _back(lost: Mapping[int, int], obelisk: int, square: int) -> Reason:
    if square > obelisk - len(lost):
        return Reason(say("The obelisk goes back to the first square."), ("NI-30",))
    text = say_many(
        "{count} player loses plants: the obelisk goes back from {before} to {after}.",
        "{count} players lose plants: the obelisk goes back from {before} to {after}.",
        len(lost),
        before=obelisk,
        after=square,
    )
    return Reason(text, ("NI-30",))


@dataclass(frozen=True, slots=True)
class EndFacts:
    """The pawns' squares, the obelisk's square, and the plants each has lost for good."""

    pawns: Annotated[tuple[Pawn, ...], _EVERYBODY, Prompt(say("Square each pawn is on"), widget="by-seat")]
    obelisk: Annotated[Obelisk, Prompt(say("The obelisk is on square"))]
    lost: Annotated[tuple[PlantCount, ...], _EVERYBODY, Prompt(say("Plants lost for good"), widget="by-seat")]


@dataclass(frozen=True, slots=True)
class AskedEnd(EndFacts):
    """The same as a table tells it: plants lost matter only where pawns are level in front."""

    lost: Annotated[
        tuple[PlantCount, ...],
        Length(0, PLAYERS[-1]),
        Prompt(say("Plants lost for good"), say("for a tie"), "by-seat"),
    ] = ()


@dataclass(frozen=True, slots=True)
class EndAnswer:
    """Whether the game is over, and who has won then (NI-35)."""

    over: bool
    winners: tuple[Seat, ...]


def judge_end(facts: EndFacts, options: Options) -> Judged[EndAnswer]:
    """Whether it is over. Raises `NotAMove` if not every player's losses are given where they decide."""
    front, is_asked = max(facts.pawns), isinstance(facts, AskedEnd) and not facts.lost
    if is_asked and (front < facts.obelisk or facts.pawns.count(front) == 1):
        return end(replace(facts, lost=(0,) * len(facts.pawns)))
    if len(facts.lost) != len(facts.pawns):
        raise NotAMove("lost", say("There are {pawns} pawns. Enter lost plants for each.", pawns=len(facts.pawns)))
    return end(facts)


def end(facts: EndFacts) -> Judged[EndAnswer]:
    front = max(facts.pawns)
    furthest = [seat for seat, square in enumerate(facts.pawns) if square == front]
    text = say_many(
        "{names} is furthest, on square {front}. The obelisk is on {obelisk}.",
        "{names} are furthest, on square {front}. The obelisk is on {obelisk}.",
        furthest,
        front=front,
        obelisk=facts.obelisk,
    )
    outcome = say("They haven’t met.")
    if front >= facts.obelisk:
        outcome = say("A pawn has reached the obelisk.")
    because = [Reason(together(text, outcome), ("NI-35",))]
    winners: list[int] = []
    if front >= facts.obelisk:
        fewest = min(facts.lost[seat] for seat in furthest)
        winners = [seat for seat in furthest if facts.lost[seat] == fewest]
        because.append(_won(furthest, winners, fewest))
    answer = EndAnswer(front >= facts.obelisk, tuple(winners))
    return judged("end", _who_has_won(winners), answer, because, facts=facts)


def _won(furthest: list[int], winners: list[int], fewest: int) -> Reason:
    if len(furthest) == 1:
        return Reason(say("{name} is furthest and wins.", name=SeatName(furthest[0])), ("NI-35",))
    text = say_many(
        "Of these, {names} has lost the fewest plants ({fewest}) and wins.",
        "Of these, {names} have lost the fewest plants ({fewest} each) and share the win.",
        winners,
        fewest=fewest,
    )
    return Reason(text, ("NI-35",))


def _who_has_won(winners: list[int]) -> Text:
    if not winners:
        return say("The game continues.")
    return say_many("The game is over: {names} wins.", "The game is over: {names} win.", winners)
