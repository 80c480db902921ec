"""The start: two plants each in the boat, who takes the pillar, and with the board what is laid out (NI-6, NI-8)."""

from dataclasses import replace

from companion.engine.errors import refuse
from companion.engine.game import Outcome, Setup
from companion.engine.present import Starting
from companion.engine.rulings import Flag, flag_if
from companion.engine.text import SeatName, say
from companion.games.nile.rules import audit
from companion.games.nile.rules.board import Change, advance_desert, check_row, lay_first_water, put_plant
from companion.games.nile.rules.components import DESERTS_AT_FIRST, Plant
from companion.games.nile.rules.fields import Field, Growing, ground, in_words
from companion.games.nile.rules.moves import Boat, EnterPalms, FirstDesert, LayFirst, Starter
from companion.games.nile.rules.state import State

MOST_PALMS_AT_DESERT = 2


def starting(setup: Setup) -> Starting | None:
    """The oldest takes the pillar; bids may decide instead."""
    if setup.options["start_bid"]:
        return None
    return Starting("oldest", ("NI-8",), "starter", lambda seat, how: {"kind": "starter", "seat": seat})


def fill_boat(state: State, move: Boat) -> Outcome[State]:
    """The state with a player's two plants in the boat. Raises `IllegalMove` once they are there."""
    if state.options["start_bid"]:
        raise refuse(say("In this game bids decide who starts."), "NI-51")
    if state.phase != "boat" or move.seat in state.ready:
        text = say("{name} has already placed that. Edit that entry instead.", name=SeatName(move.seat))
        raise refuse(text, "NI-8")
    plants = tuple(Plant(move.seat, kind) for kind in move.plants)
    filled = replace(state, boat=(*state.boat, *plants), ready=state.ready | {move.seat})
    if not state.tracks_board:
        return Outcome(filled, flags=audit.doubts_about_plants(state, plants))
    change, sown = _lay_out(filled, move)
    doubts = audit.doubts_about_plants(state, (*plants, *sown))
    laid = _noted(filled, move.seat, water=move.water is not None, plants=bool(sown))
    return Outcome(_with(laid, change, sown), flags=(*doubts, *change.flags))


def lay_first(state: State, move: LayFirst) -> Outcome[State]:
    """The state with what a player lays on fields before the first tide, or with nothing more of that player to come.

    Raises `IllegalMove` at any other time, and for what that player has laid already.
    """
    if not state.tracks_board:
        raise refuse(say("This game doesn’t track the fields."), "NI-8")
    has_water, has_plants = move.water is not None, move.ripe is not None or move.seed is not None
    is_all = not (has_water or has_plants)
    done = (move.seat in state.laid_water, move.seat in state.laid_first)
    if (has_water and done[0]) or (has_plants and done[1]) or (is_all and all(done)):
        text = say("{name} has already placed that. Edit that entry instead.", name=SeatName(move.seat))
        raise refuse(text, "NI-8", path="seat")
    if state.first_step is None:
        raise refuse(say("First say who starts, then put everyone’s 2 plants in the boat."), "NI-8")
    change, sown = _lay_out(state, move)
    deserts, flags = _first_deserts(state, change, move.deserts or ())
    laid = _noted(state, move.seat, water=has_water or is_all, plants=has_plants or is_all)
    return Outcome(_with(laid, deserts, sown), flags=(*audit.doubts_about_plants(state, sown), *flags, *deserts.flags))


def _noted(state: State, seat: int, *, water: bool, plants: bool) -> State:
    """The state that knows what a seat has laid on the fields for the start."""
    return replace(
        state,
        laid_water=state.laid_water | ({seat} if water else set()),
        laid_first=state.laid_first | ({seat} if plants else set()),
    )


def _with(state: State, change: Change, sown: tuple[Plant, ...] = ()) -> State:
    """The state after a change of the fields, on which plants were laid besides."""
    boat = (*state.boat, *change.to_boat)
    return replace(state, board=change.board, boat=boat, sown=(*state.sown_without(change.to_boat), *sown))


def _lay_out(state: State, move: Boat | LayFirst) -> tuple[Change, tuple[Plant, ...]]:
    """What a player lays on fields for the start: one water card, one ripe plant, one seed (NI-8)."""
    change = Change(state.board)
    if move.water is not None:
        change = change.then(lay_first_water(state, change.board, move.water))
    sown: list[Plant] = []
    for planted, is_ripe in ((move.ripe, True), (move.seed, False)):
        if planted is not None:
            growing = Growing(move.seat, planted.plant, is_ripe)
            change = change.then(put_plant(state, change.board, planted.field, growing))
            sown.append(growing.as_plant)
    return change, tuple(sown)


def take_pillar(state: State, move: Starter) -> Outcome[State]:
    """The state with the pillar at a seat. Raises `IllegalMove` if the actions have begun."""
    if state.phase == "actions":
        raise refuse(say("The pillar passes on by itself after the actions."), "NI-20")
    is_by_bids, is_passed = state.options["start_bid"], state.phase == "tide" and move.seat != state.starter
    flags = (
        *flag_if(is_by_bids, say("In this game bids decide who starts."), "NI-51"),
        *flag_if(is_passed and not is_by_bids, say("By the rules, the pillar goes left, one player a round."), "NI-20"),
    )
    taken = replace(state, starter=move.seat)
    if not state.tracks_board or not move.deserts:
        return Outcome(taken, flags=flags)
    change, doubts = _first_deserts(state, Change(state.board), move.deserts)
    return Outcome(_with(taken, change), flags=(*flags, *doubts, *change.flags))


def _first_deserts(state: State, change: Change, deserts: tuple[Field, ...]) -> tuple[Change, tuple[Flag, ...]]:
    """The change with the first desert cards on fields, and the doubts about where they lie (NI-6)."""
    flags: list[Flag] = []
    for field in deserts:
        where, is_strict = in_words(field), state.options["first_water"] == "free"
        text = say("There’s already a plant on {field}.", field=where)
        flags += flag_if(not field.is_at_desert, say("{field} isn’t next to the desert.", field=where), "NI-6")
        flags += flag_if(ground(change.board, field).plants and is_strict, text, "NI-6", "NI-8")
        change = change.then(advance_desert(state, change.board, field, frozenset()))
    return change, tuple(flags)


def first_desert(state: State, move: FirstDesert) -> Outcome[State]:
    """The state with one more of the first desert cards on a field. Raises `IllegalMove` once all lie there, or later."""
    if not state.tracks_board:
        raise refuse(say("This game doesn’t track the fields."), "NI-6")
    if not deserts_to_come(state):
        raise refuse(say("All {count} first desert cards are placed.", count=DESERTS_AT_FIRST), "NI-6")
    change, flags = _first_deserts(state, Change(state.board), (move.field,))
    return Outcome(_with(state, change), flags=(*flags, *change.flags))


def deserts_to_come(state: State) -> int:
    """How many of the first desert cards may still be placed: none once the start is over (NI-6)."""
    if state.phase != "boat" and state.first_step is None:
        return 0
    return max(0, DESERTS_AT_FIRST - sum(there.has_desert for there in state.board.values()))


def enter_palms(state: State, move: EnterPalms) -> Outcome[State]:
    """The state with the palms of fields. Raises `IllegalMove` if the table does not track the board."""
    if not state.tracks_board:
        raise refuse(say("This game doesn’t track the fields."), "NI-4")
    board, flags = dict(state.board), list[Flag]()
    for one in move.fields:
        check_row(one.field)
        text = say("{field} is next to the desert, so it has 1 or 2 palms.", field=in_words(one.field))
        flags += flag_if(one.field.is_at_desert and one.palms > MOST_PALMS_AT_DESERT, text, "NI-4")
        board[one.field] = replace(ground(board, one.field), palms=one.palms)
    return Outcome(replace(state, board=board), flags=tuple(flags))
