"""What leaves the game from the boat, and how far the obelisk goes back (NI-30)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from companion.engine.game import Options
from companion.engine.rulings import Flag, Json, Reason, Ruling
from companion.engine.schema.marks import Length, Prompt
from companion.engine.text import SeatName, names, say, say_many
from companion.games.nile.rules.components import PLANTS_EACH, PLAYERS, Obelisk, Plant
from companion.games.nile.rules.stock import doubts_about_stock

FIRST_SQUARE = 1


@dataclass(frozen=True, slots=True)
class PurgeFacts:
    """The plants in the boat and the obelisk's square."""

    boat: Annotated[
        tuple[Plant, ...], Length(0, PLANTS_EACH * PLAYERS[-1]), Prompt(say("Plants in the boat"), widget="boat")
    ]
    obelisk: Annotated[Obelisk, Prompt(say("The obelisk is on square"))]
    column_full: Annotated[bool, Prompt(say("Is a market column full?"))] | None = None


@dataclass(frozen=True, slots=True)
class Purge:
    """The plants lost by seat (no zeros), the obelisk's new square, and the ruling."""

    lost: Mapping[int, int]
    obelisk: int
    ruling: Ruling


def judge_purge(facts: PurgeFacts, options: Options) -> Ruling:
    """What leaves the game, by the house rule only with a full column; more plants than anyone has are flagged."""
    if options["purge_every_turn"]:
        every = Reason(say("The boat is emptied at the end of every turn."), ("NI-30",))
        ruling = purge(facts.boat, facts.obelisk).ruling
        return replace(ruling, because=(every, *ruling.because))
    if facts.column_full is False:
        return _stays(facts)
    ruling = purge(facts.boat, facts.obelisk).ruling
    when = Reason(say("The boat is emptied only when a column is full."), ("NI-30",))
    if facts.column_full:
        return replace(ruling, because=(when, *ruling.because))
    unsaid = Flag(say("Whether a column is full isn’t given. Without one the plants stay in the boat."), ("NI-30",))
    return replace(ruling, because=(when, *ruling.because), flags=(*ruling.flags, unsaid))


def _stays(facts: PurgeFacts) -> Ruling:
    """That nothing leaves the boat while no column is full, by the house rule (NI-30)."""
    because = Reason(say("No column is full, so the plants stay in the boat."), ("NI-30",))
    headline = say("The obelisk is on square {square}.", square=facts.obelisk)
    boat: list[Json] = [{"seat": one.seat, "plant": one.plant} for one in facts.boat]
    told: dict[str, Json] = {"boat": boat, "obelisk": facts.obelisk, "column_full": False}
    verdict: dict[str, Json] = {"lost": {}, "obelisk": facts.obelisk}
    return Ruling("purge", headline, verdict, (because,), doubts_about_stock(facts.boat), told)


def purge(boat: tuple[Plant, ...], obelisk: int) -> Purge:
    """What leaves the game from the boat and where the obelisk stands then."""
    lost = dict(sorted(Counter(plant.seat for plant in boat).items()))
    square = max(FIRST_SQUARE, obelisk - len(lost))
    if not lost:
        because = [Reason(say("The boat is empty, so nothing leaves the game and the obelisk stays."), ("NI-30",))]
    else:
        because = [*(_loses(seat, count) for seat, count in lost.items()), _back(lost, obelisk, square)]
    headline = say("The obelisk is on square {square}.", square=square)
    verdict: dict[str, Json] = {"lost": {str(seat): count for seat, count in lost.items()}, "obelisk": square}
    facts: dict[str, Json] = {"boat": [{"seat": one.seat, "plant": one.plant} for one in boat], "obelisk": obelisk}
    return Purge(lost, square, Ruling("purge", headline, verdict, tuple(because), doubts_about_stock(boat), facts))


def _loses(seat: int, count: int) -> Reason:
    text = say_many(
        "{count} plant of {name} is still in the boat and leaves the game.",
        "{count} plants of {name} are still in the boat and leave the game.",
        count,
        name=SeatName(seat),
    )
    return Reason(text, ("NI-30",))


def _back(lost: Mapping[int, int], obelisk: int, square: int) -> Reason:
    if square > obelisk - len(lost):
        return Reason(say("The obelisk goes back to the first square, no further."), ("NI-30",))
    text = say_many(
        "Only {names} lost plants. The obelisk goes back {count} square, from {before} to {after}.",
        "{names} lost plants. The obelisk goes back {count} squares, from {before} to {after}.",
        len(lost),
        names=names([*lost]),
        before=obelisk,
        after=square,
    )
    return Reason(text, ("NI-30",))
