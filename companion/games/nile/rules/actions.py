"""The actions of the player whose turn it is (NI-23, NI-24, NI-52, NI-53)."""

from dataclasses import replace

from companion.engine.errors import refuse
from companion.engine.game import Outcome
from companion.engine.rulings import Flag, flag_if
from companion.engine.text import SeatName, say, say_many
from companion.games.nile.rules import audit
from companion.games.nile.rules.board import Change, gather, has_others_plant, put_plant, ripen
from companion.games.nile.rules.components import MARKET, WORDS, Plant, Sold
from companion.games.nile.rules.cost import Action, cost
from companion.games.nile.rules.fields import Field, Growing, in_words
from companion.games.nile.rules.moves import BuyJoker, BuyOther, BuySeed, Grow, Harvest, Heal, Sow, SpendJoker
from companion.games.nile.rules.sale import SaleFacts, clauses_against, is_alike, rotten_squares, sale
from companion.games.nile.rules.state import State, Turn, added


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
    outcome = _on_field(state, sold, turn, move, "harvest", (*doubts, *change.flags))
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
        "One of the last two plants in column {column} is {plant} too. Choose another column.",
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
    text = say("You’ve already used the plant on {field} in this phase.", field=in_words(move.field))
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
        text = say("This is {name}’s own seed. Take it from the boat for 1 action point.", name=SeatName(move.seat))
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
