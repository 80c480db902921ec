"""The actions of the player whose turn it is, and what each costs (NI-12, NI-23, NI-24, NI-52, NI-53)."""

from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal, TypeAlias, get_args

from companion.engine.disputes import Judged, judged
from companion.engine.errors import check
from companion.engine.game import Options, Outcome
from companion.engine.rulings import Doubt, Reason, doubts, each_of, first_of
from companion.engine.schema.marks import Length, Named, Prompt, Seat
from companion.engine.text import SeatName, Text, say, say_as, say_many
from companion.games.nile.rules import audit
from companion.games.nile.rules import sentences as says
from companion.games.nile.rules.board import (
    PLANTS_A_FIELD,
    BoardChange,
    gather,
    has_others_plant,
    obstacles,
    put_plant,
    ripen,
)
from companion.games.nile.rules.components import MARKET, WORDS, Kind, Plant, Sold
from companion.games.nile.rules.fields import Field, Growing, in_words
from companion.games.nile.rules.moves import BuyJoker, BuyOther, BuySeed, Grow, Harvest, Heal, Sow, SpendJoker
from companion.games.nile.rules.sale import (
    are_rotten,
    doubts_about_stock,
    is_alike,
    rotten_squares,
    sale,
    within_reach,
)
from companion.games.nile.rules.state import State, Turn, added

_Action: TypeAlias = Literal["sow", "grow", "harvest", "buy_seed", "buy_joker", "buy_other"]
ACTIONS: Final[tuple[_Action, ...]] = get_args(_Action)
Action: TypeAlias = Annotated[
    _Action,
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


@dataclass(frozen=True, slots=True)
class CostAnswer:
    """The action points."""

    ap: int


def judge_cost(
    options: Options,
    action: Annotated[Action, Prompt(say("Which action?"))],
    others_plant: Annotated[bool, Prompt(say("Is another player’s plant on the field?"))] | None = None,
) -> Judged[CostAnswer]:
    """What an action costs; a flag for a variant that is not played, and for what was not said of the field."""
    flags = doubts(
        action == "buy_other" and not options["buy_others"] and says.NO_OTHERS_SEEDS(),
        action in ON_A_FIELD and others_plant is None and says.NO_OTHER_ENTERED(),
    )
    return replace(cost(action, others_plant=bool(others_plant)), flags=flags)


def cost(action: Action, *, others_plant: bool) -> Judged[CostAnswer]:
    """Return what an action costs: 2 points beside another player’s plant or for their seed, else 1 (NI-23)."""
    is_shared = action in ON_A_FIELD and others_plant
    points = 2 if action == "buy_other" or is_shared else 1
    because = first_of(
        action == "buy_other" and says.OTHERS_SEED_COSTS(),
        is_shared and says.SHARED_COSTS(),
        action == "buy_seed" and says.SEED_COSTS(),
        action == "buy_joker" and says.JOKER_COSTS(),
        says.ALONE_COSTS(),
    )
    headline = say_many("That costs {count} action point.", "That costs {count} action points.", points)
    facts = {"action": action, "others_plant": others_plant}
    return judged("cost", headline, CostAnswer(points), because, facts=facts)


Cover: TypeAlias = Annotated[
    Literal["free", "water", "desert"],
    Named((say_as("on a field", "neither"), say_as("on a field", "water"), say_as("on a field", "a desert card"))),
]


@dataclass(frozen=True, slots=True)
class SowingAnswer:
    """Whether the plant may be sown there, and its action points if it may."""

    may_sow: bool
    ap: int | None


def judge_sowing(
    seat: Annotated[Seat, Prompt(say("Who sows?"), widget="seat")],
    plant: Annotated[Kind, Prompt(say("Which plant?"))],
    cover: Annotated[Cover, Prompt(say("Water or desert on the field"), asks=say("What is there?"))],
    plants: Annotated[tuple[Plant, ...], Length(0, PLANTS_A_FIELD), Prompt(say("Plants on the field"), widget="boat")],
    options: Options,
) -> Judged[SowingAnswer]:
    """Whether the plant may be sown there, each thing against it named, and its price."""
    owners = [one.seat for one in plants]
    is_covered, is_full, is_own, has_kind = obstacles(cover, plants, Plant(seat, plant), options)
    # All of them, not the first: a table wants to know everything that is in the way.
    against = each_of(
        is_covered and says.NO_PLANT_GROWS(),
        is_full and says.TWO_PLANTS(),
        is_own and says.OWN_PLANT(name=SeatName(seat)),
        has_kind and says.TWO_KINDS(plant=WORDS[plant]),
    )
    price = cost("sow", others_plant=any(one != seat for one in owners))
    because = against or (says.HAS_ROOM(), *price.because)
    # What may not be done has no price.
    answer = SowingAnswer(not against, None if against else price.answer.ap)
    flags = (
        *doubts_about_stock((*plants, Plant(seat, plant))),
        *doubts(
            cover != "free" and plants and says.UNDER_GOES_IN_BOAT(),
            len({*owners}) < len(owners) and says.ONE_EACH(),
        ),
    )
    facts = {"seat": seat, "plant": plant, "cover": cover, "plants": plants}
    return judged("sowing", _headline_of_sowing(against, price.answer.ap), answer, because, flags, facts=facts)


def _headline_of_sowing(against: tuple[Reason, ...], points: int) -> Text:
    if against:
        return say("You can’t sow the plant there.")
    return say_many(
        "You may sow the plant there for {count} action point.",
        "You may sow the plant there for {count} action points.",
        points,
    )


def sow(state: State, turn: Turn, move: Sow) -> Outcome[State]:
    """Return the state with a seed on a field."""
    plant = Plant(move.seat, move.plant)
    flags = audit.doubts_about_sowing(state, plant)
    change = BoardChange(state.board)
    if field := _tracked(state, move):
        change = put_plant(state, state.board, field, Growing(move.seat, move.plant, False))
    tilled = replace(state, board=change.board, sown=(*state.sown, plant))
    return _on_field(state, tilled, _handled(turn, move), move, "sow", (*flags, *change.flags))


def grow(state: State, turn: Turn, move: Grow) -> Outcome[State]:
    """Return the state with a seed turned to its ripe side."""
    flags = (*audit.doubts_about_field_plant(state, turn, move.plant), *_acted_on(turn, move))
    change = BoardChange(state.board)
    if field := _tracked(state, move):
        change = ripen(state, state.board, field, Plant(move.seat, move.plant))
    grown = replace(state, board=change.board)
    return _on_field(state, grown, _handled(turn, move), move, "grow", (*flags, *change.flags))


def harvest(state: State, turn: Turn, move: Harvest) -> Outcome[State]:
    """The state with a ripe plant on the market. Raise `IllegalMove` if the column is full."""
    column = state.market[move.column]
    is_full = len(column) >= MARKET[move.column]
    # Refused and not doubted, because there is no square on which it could lie.
    check(is_full and says.ALL_SQUARES_TAKEN(column=move.column, count=len(column)), path="column")
    plant = Plant(move.seat, move.plant)
    flags = (
        *audit.doubts_about_field_plant(state, turn, move.plant),
        *_acted_on(turn, move),
        *_doubts_about_column(state, move),
    )
    change = BoardChange(state.board)
    if field := _tracked(state, move):
        change = gather(state, state.board, field, plant, move.quality)
    ruling = sale(state.kinds_on_market, move.quality, move.plant)
    market = {**state.market, move.column: (*column, Sold(move.seat, move.plant, "fresh"))}
    sold = replace(state, board=change.board, market=market, sown=state.sown_without((plant,)))
    # Not `_handled`: a harvested plant has left the fields, and cannot be used twice anyway (NI-23).
    busy = replace(turn, sold=turn.sold + 1)
    outcome = _on_field(state, sold, busy, move, "harvest", (*flags, *change.flags))
    return replace(outcome, rulings=(ruling, *outcome.rulings))


def _doubts_about_column(state: State, move: Harvest) -> tuple[Doubt, ...]:
    """Return a doubt for a column beyond the palms of the field, or one that ends alike."""
    column, word, lying = move.column, WORDS[move.plant], state.market[move.column]
    kinds = [one.plant for one in lying]
    is_rotten = are_rotten(kinds, move.plant, rotten_squares(lying))
    alike = says.ONE_OF_LAST_TWO_ROTTEN if is_rotten else says.ONE_OF_LAST_TWO
    return doubts(
        column not in within_reach(move.quality) and says.TOO_FEW_PALMS(count=move.quality, column=column),
        is_alike(kinds, move.plant) and alike(column=column, plant=word),
    )


def _tracked(state: State, move: Sow | Grow | Harvest) -> Field | None:
    """Return the field of an action, where the table tracks the board."""
    return move.field if state.tracks_board else None


def _handled(turn: Turn, move: Sow | Grow) -> Turn:
    """Return the turn in which one more plant was sown or turned: none may be used twice."""
    acted = turn.acted if move.field is None else (*turn.acted, move.field)
    return replace(turn, handled=(*turn.handled, move.plant), acted=acted)


def _acted_on(turn: Turn, move: Grow | Harvest) -> tuple[Doubt, ...]:
    """Return a doubt for a second action on a field in one phase."""
    return doubts(move.field and move.field in turn.acted and says.USED_ON_FIELD(field=in_words(move.field)))


def _on_field(
    before: State, after: State, turn: Turn, move: Sow | Grow | Harvest, action: Action, flags: tuple[Doubt, ...]
) -> Outcome[State]:
    """What an action on a field leads to once it is paid; the board, where tracked, knows who else is on the field."""
    shared = move.shared
    if field := _tracked(before, move):
        shared = has_others_plant(before.board, field, move.seat)
        flags += doubts(move.shared and not shared and says.ALONE_ON_FIELD(field=in_words(field)))
    return _paid(after, turn, action, shared=shared, flags=flags)


def _paid(
    state: State, turn: Turn, action: Action, *, shared: bool = False, flags: tuple[Doubt, ...] = ()
) -> Outcome[State]:
    """Return the state with the action paid, and the ruling on its price."""
    price = cost(action, others_plant=shared)
    # Too few points are a doubt, so the table may go on; it then has none left, not less than none.
    left = replace(turn, ap=max(0, turn.ap - price.answer.ap), plays=turn.plays + 1)
    return Outcome(
        replace(state, turn=left), (price,), (*audit.doubts_about_action_points(turn, price.answer.ap), *flags)
    )


def buy_seed(state: State, turn: Turn, move: BuySeed) -> Outcome[State]:
    """The state with an own seed taken back from the boat. Raise `IllegalMove` if it is not there."""
    return _paid(_out_of_boat(state, Plant(move.seat, move.plant)), turn, "buy_seed")


def buy_other(state: State, turn: Turn, move: BuyOther) -> Outcome[State]:
    """The state with another player's seed bought out of the boat (NI-52). Raise `IllegalMove` if that cannot be."""
    check(not state.options["buy_others"] and says.NO_OTHERS_SEEDS())
    check(move.owner == move.seat and says.OWN_SEED(name=SeatName(move.seat)), path="owner")
    return _paid(_out_of_boat(state, Plant(move.owner, move.plant)), turn, "buy_other")


def _out_of_boat(state: State, plant: Plant) -> State:
    """Return the state with a seed taken out of the boat. Raise `IllegalMove` if it is not there."""
    is_there = plant in state.boat
    check(not is_there and says.NOT_IN_BOAT(plant=WORDS[plant.plant], name=SeatName(plant.seat)), path="plant")
    index = state.boat.index(plant)
    return replace(state, boat=(*state.boat[:index], *state.boat[index + 1 :]))


def buy_joker(state: State, turn: Turn, move: BuyJoker) -> Outcome[State]:
    """Return the state with a desert card bought as a joker, one in each phase."""
    is_barred = turn.is_extra and not state.options["extra_joker"]
    flags = (
        *audit.doubts_about_desert_cards(state, 1),
        *doubts(
            turn.has_bought_joker and says.ONE_JOKER_A_PHASE(name=SeatName(move.seat)),
            is_barred and says.NO_JOKER_BOUGHT_IN_EXTRA(),
        ),
    )
    bought = replace(state.without_deserts(1), jokers=added(state.jokers, move.seat, 1))
    return _paid(bought, replace(turn, has_bought_joker=True), "buy_joker", flags=flags)


def spend_joker(state: State, turn: Turn, move: SpendJoker) -> Outcome[State]:
    """Return the state with a joker spent for one action point more."""
    flags = audit.doubts_about_joker(state, turn)
    more = replace(turn, ap=turn.ap + 1, plays=turn.plays + 1)
    return Outcome(replace(_spent(state, move.seat), turn=more), flags=flags)


def heal(state: State, turn: Turn, move: Heal) -> Outcome[State]:
    """The state with a spoiled plant fresh again for a joker (NI-53). Raise `IllegalMove` if it is not spoiled."""
    check(not state.options["joker_heals"] and says.JOKERS_DO_NOT_HEAL())
    column = state.market[move.column]
    is_spoiled = move.square < len(column) and column[move.square].state == "spoiled"
    check(not is_spoiled and says.NOT_SPOILED(square=move.square + 1, column=move.column), path="square")
    fresh = (*column[: move.square], replace(column[move.square], state="fresh"), *column[move.square + 1 :])
    flags = audit.doubts_about_joker(state, turn)
    market = {**state.market, move.column: fresh}
    return Outcome(replace(_spent(state, move.seat), market=market), flags=flags)


def _spent(state: State, seat: int) -> State:
    # Spent jokers lie on the other space, and are counted there: together they must never be more than the box has.
    return replace(state, jokers=added(state.jokers, seat, -1), deserts_spent=state.deserts_spent + 1)
