"""Whether a plant may be sown on a field, and what it costs (NI-12, NI-23)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from companion.engine.game import Options
from companion.engine.rulings import Flag, Json, Reason, Ruling
from companion.engine.schema.marks import Length, Named, Prompt, Seat
from companion.engine.text import SeatName, Text, say, say_as, say_many
from companion.games.nile.rules.board import PLANTS_A_FIELD
from companion.games.nile.rules.components import PLANT_WORDS, Kind, Plant
from companion.games.nile.rules.cost import cost
from companion.games.nile.rules.stock import doubts_about_stock

Cover: TypeAlias = Annotated[
    Literal["free", "water", "desert"],
    Named(
        (
            say_as("on a field", "neither"),
            say_as("on a field", "water"),
            say_as("on a field", "a desert card"),
        )
    ),
]


@dataclass(frozen=True, slots=True)
class SowingFacts:
    """Who sows what, and what lies on the field: water or desert, and plants."""

    seat: Annotated[Seat, Prompt(say("Who sows?"), widget="seat")]
    plant: Annotated[Kind, Prompt(say("The plant"))]
    cover: Annotated[Cover, Prompt(say("Water or desert on the field"))]
    plants: Annotated[tuple[Plant, ...], Length(0, PLANTS_A_FIELD), Prompt(say("Plants on the field"), widget="boat")]


def judge_sowing(facts: SowingFacts, options: Options) -> Ruling:
    """Whether the plant may be sown there, each thing against it named, and its price."""
    against = _against(facts, options)
    shared = any(one.seat != facts.seat for one in facts.plants)
    price = cost("sow", others_plant=shared)
    because = against or [Reason(say("The field has room for the plant."), ("NI-12",)), *price.ruling.because]
    verdict: dict[str, Json] = {"may_sow": not against, "ap": None if against else price.ap}
    told: dict[str, Json] = {
        "seat": facts.seat,
        "plant": facts.plant,
        "cover": facts.cover,
        "plants": [{"seat": one.seat, "plant": one.plant} for one in facts.plants],
    }
    flags = (*doubts_about_stock((*facts.plants, Plant(facts.seat, facts.plant))), *_cannot_lie(facts))
    return Ruling("sowing", _headline(against, price.ap), verdict, tuple(because), flags, told)


def _against(facts: SowingFacts, options: Options) -> list[Reason]:
    found = []
    if facts.cover != "free":
        found.append(Reason(say("No plant can grow on water or desert."), ("NI-12",)))
    if len(facts.plants) >= PLANTS_A_FIELD:
        found.append(Reason(say("There are already two plants, and a field takes no more."), ("NI-12",)))
    if any(one.seat == facts.seat for one in facts.plants):
        text = say("{name} already has a plant there. Each player has one on a field.", name=SeatName(facts.seat))
        found.append(Reason(text, ("NI-12",)))
    if not options["same_kind"] and any(one.plant == facts.plant for one in facts.plants):
        text = say("There’s already {plant}. House rule: a field takes two kinds.", plant=PLANT_WORDS[facts.plant])
        found.append(Reason(text, ("NI-12",)))
    return found


def _cannot_lie(facts: SowingFacts) -> tuple[Flag, ...]:
    """Plants that no field can hold together (NI-11, NI-12)."""
    flags = []
    if facts.cover != "free" and facts.plants:
        flags.append(
            Flag(say("Plants under water or desert go in the boat, so they can’t be here."), ("NI-11", "NI-42"))
        )
    if len({one.seat for one in facts.plants}) < len(facts.plants):
        flags.append(Flag(say("Two plants of one player can’t be on a field."), ("NI-12",)))
    return tuple(flags)


def _headline(against: list[Reason], points: int) -> Text:
    if against:
        return say("You may not sow the plant there.")
    return say_many(
        "You may sow the plant there for {count} action point.",
        "You may sow the plant there for {count} action points.",
        points,
    )
