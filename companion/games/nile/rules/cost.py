"""What an action costs (NI-23, NI-52)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Literal, TypeAlias

from companion.engine.game import Options
from companion.engine.rulings import Flag, Json, Reason, Ruling
from companion.engine.schema.marks import Named, Prompt
from companion.engine.text import Text, say, say_many

Action: TypeAlias = Annotated[
    Literal["sow", "grow", "harvest", "buy_seed", "buy_joker", "buy_other"],
    Named(
        (
            say("Sow"),
            say("Turn ripe"),
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
class Cost:
    """The action points of an action, and the ruling."""

    ap: int
    ruling: Ruling


def judge_cost(facts: CostFacts, options: Options) -> Ruling:
    """What an action costs; a flag for a variant that is not played, and for what was not said of the field."""
    ruling = cost(facts.action, others_plant=bool(facts.others_plant)).ruling
    flags = []
    if facts.action == "buy_other" and not options["buy_others"]:
        flags.append(Flag(say("House rule: you can’t buy other players’ seeds."), ("NI-52",)))
    if facts.action in ON_A_FIELD and facts.others_plant is None:
        text = say("Whether another player’s plant is on the field isn’t given. We take it that none is.")
        flags.append(Flag(text, ("NI-23",)))
    return replace(ruling, flags=tuple(flags))


def cost(action: str, *, others_plant: bool) -> Cost:
    """The action points of an action and why."""
    points, because = _points(action, others_plant=others_plant)
    headline = say_many("That costs {count} action point.", "That costs {count} action points.", points)
    facts: dict[str, Json] = {"action": action, "others_plant": others_plant}
    return Cost(points, Ruling("cost", headline, {"ap": points}, (because,), facts=facts))


def _points(action: str, *, others_plant: bool) -> tuple[int, Reason]:
    if action == "buy_other":
        return OTHERS_SEED, Reason(say("Another player’s seed from the boat costs 2."), ("NI-52",))
    if action in ON_A_FIELD and others_plant:
        text = say("With another player’s plant on the field, sowing, turning and harvesting cost 2.")
        return 2, Reason(text, ("NI-23",))
    return 1, Reason(_plainly(action), ("NI-23",))


def _plainly(action: str) -> Text:
    if action == "buy_seed":
        return say("Taking back your own seed from the boat costs 1.")
    if action == "buy_joker":
        return say("Buying a joker costs 1, once a phase.")
    return say("Alone on the field, sowing, turning and harvesting cost 1.")
