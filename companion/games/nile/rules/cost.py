"""What an action costs, and whether a plant may be sown on a field (NI-12, NI-23, NI-52)."""

from dataclasses import dataclass, replace
from typing import Annotated, Literal, TypeAlias

from companion.engine.disputes import Judged, judged
from companion.engine.game import Options
from companion.engine.rulings import Reason, flag_if
from companion.engine.schema.marks import Length, Named, Prompt, Seat
from companion.engine.text import SeatName, Text, say, say_as, say_many
from companion.games.nile.rules.board import PLANTS_A_FIELD
from companion.games.nile.rules.components import WORDS, Kind, Plant
from companion.games.nile.rules.sale import doubts_about_stock

Action: TypeAlias = Annotated[
    Literal["sow", "grow", "harvest", "buy_seed", "buy_joker", "buy_other"],
    Named(
        (
            say("Sow"),
            say("Ripen"),
            say("Harvest"),
            say("Take a seed back from the boat"),
            say("Buy a joker"),
            say("Buy another player’s seed"),
        )
    ),
]
ON_A_FIELD = ("sow", "grow", "harvest")
OTHERS_SEED = 2


@dataclass(frozen=True, slots=True)
class CostFacts:
    """The action, and whether another player's plant is on the field."""

    action: Annotated[Action, Prompt(say("The action"))]
    others_plant: Annotated[bool, Prompt(say("Is another player’s plant on the field?"))] | None = None


@dataclass(frozen=True, slots=True)
class CostAnswer:
    """The action points (NI-23, NI-52)."""

    ap: int


def judge_cost(facts: CostFacts, options: Options) -> Judged[CostAnswer]:
    """What an action costs; a flag for a variant that is not played, and for what was not said of the field."""
    ruling = cost(facts.action, others_plant=bool(facts.others_plant))
    is_barred = facts.action == "buy_other" and not options["buy_others"]
    is_unsaid = facts.action in ON_A_FIELD and facts.others_plant is None
    barred = say("House rule: you can’t buy other players’ seeds.")
    unsaid = say("You didn’t say if another player’s plant is on the field. We assume there’s none.")
    return replace(ruling, flags=(*flag_if(is_barred, barred, "NI-52"), *flag_if(is_unsaid, unsaid, "NI-23")))


def cost(action: Action, *, others_plant: bool) -> Judged[CostAnswer]:
    points, because = _points(action, others_plant=others_plant)
    headline = say_many("That costs {count} action point.", "That costs {count} action points.", points)
    return judged("cost", headline, CostAnswer(points), (because,), facts=CostFacts(action, others_plant))


def _points(action: str, *, others_plant: bool) -> tuple[int, Reason]:
    if action == "buy_other":
        return OTHERS_SEED, Reason(say("Another player’s seed from the boat costs 2."), ("NI-52",))
    if action in ON_A_FIELD and others_plant:
        text = say("With another player’s plant on the field, sowing, turning and harvesting cost 2.")
        return 2, Reason(text, ("NI-23",))
    if action == "buy_seed":
        return 1, Reason(say("Taking back your own seed from the boat costs 1."), ("NI-23",))
    if action == "buy_joker":
        return 1, Reason(say("Buying a joker costs 1, once a phase."), ("NI-23",))
    return 1, Reason(say("Alone on the field, sowing, turning and harvesting cost 1."), ("NI-23",))


Cover: TypeAlias = Annotated[
    Literal["free", "water", "desert"],
    Named((say_as("on a field", "neither"), say_as("on a field", "water"), say_as("on a field", "a desert card"))),
]


@dataclass(frozen=True, slots=True)
class SowingFacts:
    """Who sows what, and what lies on the field: water or desert, and plants."""

    seat: Annotated[Seat, Prompt(say("Who sows?"), widget="seat")]
    plant: Annotated[Kind, Prompt(say("The plant"))]
    cover: Annotated[Cover, Prompt(say("Water or desert on the field"))]
    plants: Annotated[tuple[Plant, ...], Length(0, PLANTS_A_FIELD), Prompt(say("Plants on the field"), widget="boat")]


@dataclass(frozen=True, slots=True)
class SowingAnswer:
    """Whether the plant may be sown there, and its action points if it may (NI-12, NI-23)."""

    may_sow: bool
    ap: int | None


def judge_sowing(facts: SowingFacts, options: Options) -> Judged[SowingAnswer]:
    """Whether the plant may be sown there, each thing against it named, and its price."""
    against = _against(facts, options)
    shared = any(one.seat != facts.seat for one in facts.plants)
    price = cost("sow", others_plant=shared)
    because = against or [Reason(say("The field has room for the plant."), ("NI-12",)), *price.because]
    answer = SowingAnswer(not against, None if against else price.answer.ap)
    is_under = facts.cover != "free" and facts.plants
    under = say("Plants under water or desert go in the boat, so they can’t be here.")
    is_twice = len({one.seat for one in facts.plants}) < len(facts.plants)
    flags = (
        *doubts_about_stock((*facts.plants, Plant(facts.seat, facts.plant))),
        *flag_if(is_under, under, "NI-11", "NI-42"),
        *flag_if(is_twice, say("Two plants of one player can’t be on a field."), "NI-12"),
    )
    return judged("sowing", _may_sow(against, price.answer.ap), answer, because, flags, facts=facts)


def _against(facts: SowingFacts, options: Options) -> list[Reason]:
    own = say("{name} already has a plant there. Each player has one on a field.", name=SeatName(facts.seat))
    kind = say("There’s already {plant}. House rule: a field takes two kinds.", plant=WORDS[facts.plant])
    is_alike = not options["same_kind"] and any(one.plant == facts.plant for one in facts.plants)
    against = (
        (facts.cover != "free", say("No plant can grow on water or desert.")),
        (len(facts.plants) >= PLANTS_A_FIELD, say("There are already two plants, and a field takes no more.")),
        (any(one.seat == facts.seat for one in facts.plants), own),
        (is_alike, kind),
    )
    return [Reason(text, ("NI-12",)) for is_so, text in against if is_so]


def _may_sow(against: list[Reason], points: int) -> Text:
    if against:
        return say("You can’t sow the plant there.")
    return say_many(
        "You may sow the plant there for {count} action point.",
        "You may sow the plant there for {count} action points.",
        points,
    )
