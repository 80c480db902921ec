"""The actions of the player whose turn it is, and what each costs (NI-12, NI-23, NI-24, NI-52, NI-53)."""

from dataclasses import dataclass, replace
from typing import Annotated, Literal, TypeAlias

from companion.engine.disputes import Judged, judged
from companion.engine.errors import refuse
from companion.engine.game import Options, Outcome
from companion.engine.rulings import Flag, Reason, flag_if
from companion.engine.schema.marks import Length, Named, Prompt, Seat
from companion.engine.text import SeatName, Text, say, say_as, say_many
from companion.games.nile.rules import audit
from companion.games.nile.rules.board import PLANTS_A_FIELD, Change, gather, has_others_plant, put_plant, ripen
from companion.games.nile.rules.components import MARKET, WORDS, Kind, Plant, Sold
from companion.games.nile.rules.fields import Field, Growing, in_words
from companion.games.nile.rules.moves import BuyJoker, BuyOther, BuySeed, Grow, Harvest, Heal, Sow, SpendJoker
from companion.games.nile.rules.sale import (
    SaleFacts,
    clauses_against,
    doubts_about_stock,
    is_alike,
    rotten_squares,
    sale,
)
from companion.games.nile.rules.state import State, Turn, added

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
    unsaid = say("No other player’s plant was entered.")
    return replace(ruling, flags=(*flag_if(is_barred, barred, "NI-52"), *flag_if(is_unsaid, unsaid, "NI-23")))


def cost(action: Action, *, others_plant: bool) -> Judged[CostAnswer]:
    points, because = _points(action, others_plant=others_plant)
    headline = say_many("That costs {count} action point.", "That costs {count} action points.", points)
    return judged("cost", headline, CostAnswer(points), (because,), facts=CostFacts(action, others_plant))


def _points(action: str, *, others_plant: bool) -> tuple[int, Reason]:
    if action == "buy_other":
        return OTHERS_SEED, Reason(say("Another player’s seed from the boat costs 2."), ("NI-52",))
    if action in ON_A_FIELD and others_plant:
        return 2, Reason(say("With another player’s plant on the field it costs 2."), ("NI-23",))
    if action == "buy_seed":
        return 1, Reason(say("Taking back your own seed from the boat costs 1."), ("NI-23",))
    if action == "buy_joker":
        return 1, Reason(say("Buying a joker costs 1, once a phase."), ("NI-23",))
    return 1, Reason(say("Alone on the field it costs 1."), ("NI-23",))


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
    under = say("Plants under water or desert go in the boat.")
    is_twice = len({one.seat for one in facts.plants}) < len(facts.plants)
    flags = (
        *doubts_about_stock((*facts.plants, Plant(facts.seat, facts.plant))),
        *flag_if(is_under, under, "NI-11", "NI-42"),
        *flag_if(is_twice, say("Each player has one plant on a field."), "NI-12"),
    )
    return judged("sowing", _may_sow(against, price.answer.ap), answer, because, flags, facts=facts)


def _against(facts: SowingFacts, options: Options) -> list[Reason]:
    own = say("{name} already has a plant there.", name=SeatName(facts.seat))
    kind = say("There’s already {plant}. House rule: a field takes 2 kinds.", plant=WORDS[facts.plant])
    is_alike = not options["same_kind"] and any(one.plant == facts.plant for one in facts.plants)
    against = (
        (facts.cover != "free", say("No plant can grow on water or desert.")),
        (len(facts.plants) >= PLANTS_A_FIELD, say("There are already 2 plants.")),
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


def sow(state: State, turn: Turn, move: Sow) -> Outcome[State]:
    plant = Plant(move.seat, move.plant)
    doubts = audit.doubts_about_sowing(state, plant)
    change = Change(state.board)
    if move.field is not None and state.tracks_board:
        change = put_plant(state, state.board, move.field, Growing(move.seat, move.plant, False))
    tilled = replace(state, board=change.board, sown=(*state.sown, plant))
    busy = replace(turn, handled=(*turn.handled, move.plant), acted=_with_field(turn, move))
    return _on_field(state, tilled, busy, move, "sow", (*doubts, *change.flags))


def grow(state: State, turn: Turn, move: Grow) -> Outcome[State]:
    doubts = (*audit.doubts_about_field_plant(state, turn, move.plant), *_acted_on(turn, move))
    change = Change(state.board)
    if move.field is not None and state.tracks_board:
        change = ripen(state, state.board, move.field, Plant(move.seat, move.plant))
    busy = replace(turn, handled=(*turn.handled, move.plant), acted=_with_field(turn, move))
    return _on_field(state, replace(state, board=change.board), busy, move, "grow", (*doubts, *change.flags))


def harvest(state: State, turn: Turn, move: Harvest) -> Outcome[State]:
    """The state with a ripe plant on the market. Raises `IllegalMove` if the column is full."""
    column = state.market[move.column]
    if len(column) >= MARKET[move.column]:
        text = say("Column {column} is full. All {count} squares are taken.", column=move.column, count=len(column))
        raise refuse(text, "NI-5", "NI-24", path="column")
    plant = Plant(move.seat, move.plant)
    doubts = (
        *audit.doubts_about_field_plant(state, turn, move.plant),
        *_acted_on(turn, move),
        *_wrong_column(state, move),
    )
    change = Change(state.board)
    if move.field is not None and state.tracks_board:
        change = gather(state, state.board, move.field, plant, move.quality)
    ruling = sale(SaleFacts(state.kinds_on_market, move.quality, move.plant))
    market = {**state.market, move.column: (*column, Sold(move.seat, move.plant, "fresh"))}
    sold = replace(state, board=change.board, market=market, sown=state.sown_without((plant,)))
    busy = replace(turn, sold=turn.sold + 1)
    outcome = _on_field(state, sold, busy, move, "harvest", (*doubts, *change.flags))
    return replace(outcome, rulings=(ruling, *outcome.rulings))


def _wrong_column(state: State, move: Harvest) -> tuple[Flag, ...]:
    number, word, column = move.column, WORDS[move.plant], state.market[move.column]
    reach = say_many(
        "From a field of {count} palm you can’t sell in column {column}.",
        "From a field of {count} palms you can’t sell in column {column}.",
        move.quality,
        column=number,
    )
    kinds = [one.plant for one in column]
    alike = say(
        "One of the last 2 plants in column {column} is {plant} too.",
        column=number,
        plant=word,
    )
    clauses = clauses_against(kinds, move.plant, rotten_squares(column))
    return (*flag_if(number > move.quality, reach, "NI-24"), *flag_if(is_alike(kinds, move.plant), alike, *clauses))


def _with_field(turn: Turn, move: Sow | Grow) -> tuple[Field, ...]:
    return turn.acted if move.field is None else (*turn.acted, move.field)


def _acted_on(turn: Turn, move: Grow | Harvest) -> tuple[Flag, ...]:
    if move.field is None:
        return ()
    text = say("The plant on {field} is already used this phase.", field=in_words(move.field))
    return flag_if(move.field in turn.acted, text, "NI-23")


def _on_field(
    before: State, after: State, turn: Turn, move: Sow | Grow | Harvest, action: Action, flags: tuple[Flag, ...]
) -> Outcome[State]:
    """What an action on a field leads to once it is paid; the board, where tracked, knows who else is on the field."""
    shared = move.shared
    if move.field is not None and before.tracks_board:
        shared = has_others_plant(before.board, move.field, move.seat)
        text = say("There is no other player’s plant on {field}.", field=in_words(move.field))
        flags += flag_if(move.shared and not shared, text, "NI-23")
    return _paid(after, turn, action, shared=shared, flags=flags)


def _paid(
    state: State, turn: Turn, action: Action, *, shared: bool = False, flags: tuple[Flag, ...] = ()
) -> Outcome[State]:
    price = cost(action, others_plant=shared)
    doubts = audit.doubts_about_points(turn, price.answer.ap)
    left = replace(turn, ap=max(0, turn.ap - price.answer.ap), plays=turn.plays + 1)
    return Outcome(replace(state, turn=left), (price,), (*doubts, *flags))


def buy_seed(state: State, turn: Turn, move: BuySeed) -> Outcome[State]:
    """The state with an own seed taken back from the boat. Raises `IllegalMove` if it is not there."""
    return _paid(_out_of_boat(state, Plant(move.seat, move.plant)), turn, "buy_seed")


def buy_other(state: State, turn: Turn, move: BuyOther) -> Outcome[State]:
    """The state with another player's seed bought out of the boat. Raises `IllegalMove` if that cannot be."""
    if not state.options["buy_others"]:
        raise refuse(say("House rule: you can’t buy other players’ seeds."), "NI-52")
    if move.owner == move.seat:
        text = say("This is {name}’s own seed. Taking it back costs 1.", name=SeatName(move.seat))
        raise refuse(text, "NI-23", "NI-52", path="owner")
    return _paid(_out_of_boat(state, Plant(move.owner, move.plant)), turn, "buy_other")


def _out_of_boat(state: State, plant: Plant) -> State:
    if plant not in state.boat:
        text = say(
            "{name} has no {plant} in the boat. If some was flooded, enter that first.",
            plant=WORDS[plant.plant],
            name=SeatName(plant.seat),
        )
        raise refuse(text, "NI-23", path="plant")
    index = state.boat.index(plant)
    return replace(state, boat=(*state.boat[:index], *state.boat[index + 1 :]))


def buy_joker(state: State, turn: Turn, move: BuyJoker) -> Outcome[State]:
    is_barred = turn.is_extra and not state.options["extra_joker"]
    again = say("{name} has already bought a joker in this phase.", name=SeatName(move.seat))
    flags = (
        *audit.doubts_about_desert_cards(state, 1),
        *flag_if(turn.has_bought_joker, again, "NI-23"),
        *flag_if(is_barred, say("You can’t buy a joker in the extra phase."), "NI-23", "NI-50"),
    )
    bought = replace(state.without_deserts(1), jokers=added(state.jokers, move.seat, 1))
    return _paid(bought, replace(turn, has_bought_joker=True), "buy_joker", flags=flags)


def spend_joker(state: State, turn: Turn, move: SpendJoker) -> Outcome[State]:
    flags = audit.doubts_about_joker(state, turn)
    more = replace(turn, ap=turn.ap + 1, plays=turn.plays + 1)
    return Outcome(replace(_spent(state, move.seat), turn=more), flags=flags)


def heal(state: State, turn: Turn, move: Heal) -> Outcome[State]:
    """The state with a spoiled plant fresh again for a joker. Raises `IllegalMove` if it is not spoiled."""
    if not state.options["joker_heals"]:
        raise refuse(say("House rule: jokers don’t make plants fresh."), "NI-53")
    column = state.market[move.column]
    if move.square >= len(column) or column[move.square].state != "spoiled":
        text = say(
            "There’s no spoiled plant on square {square} of column {column}.",
            square=move.square + 1,
            column=move.column,
        )
        raise refuse(text, "NI-53", path="square")
    fresh = (*column[: move.square], replace(column[move.square], state="fresh"), *column[move.square + 1 :])
    flags = audit.doubts_about_joker(state, turn)
    market = {**state.market, move.column: fresh}
    return Outcome(replace(_spent(state, move.seat), market=market), flags=flags)


def _spent(state: State, seat: int) -> State:
    return replace(state, jokers=added(state.jokers, seat, -1), deserts_spent=state.deserts_spent + 1)
