"""The start: two plants each in the boat, who takes the pillar, and with the board what is laid out (NI-6, NI-8)."""

from dataclasses import replace

from companion.engine.errors import check
from companion.engine.game import Outcome, Setup
from companion.engine.present import Starting
from companion.engine.rulings import Doubt, doubts
from companion.engine.text import SeatName
from companion.games.nile.rules import audit
from companion.games.nile.rules import sentences as says
from companion.games.nile.rules.board import BoardChange, advance_desert, check_row, lay_first_water, put_plant
from companion.games.nile.rules.components import DESERTS_AT_FIRST, Plant
from companion.games.nile.rules.fields import Field, Growing, ground, in_words
from companion.games.nile.rules.moves import Boat, EnterPalms, FirstDesert, LayFirst, Starter
from companion.games.nile.rules.state import State

# The fields next to the desert show one or two palms (NI-4).
MOST_PALMS_AT_DESERT = 2


def starting(setup: Setup) -> Starting | None:
    """The oldest takes the pillar; bids may decide instead."""
    # The bids find the start player; nothing is to be asked before.
    if setup.options["start_bid"]:
        return None
    return Starting("oldest", ("NI-8",), "starter", lambda seat, how: {"kind": "starter", "seat": seat})


def fill_boat(state: State, move: Boat) -> Outcome[State]:
    """The state with a player's two plants in the boat. Raise `IllegalMove` once they are there."""
    is_done = state.phase != "boat" or move.seat in state.ready
    check(state.options["start_bid"] and says.BIDS_DECIDE(), is_done and says.ALREADY_PLACED(name=SeatName(move.seat)))
    plants = tuple(Plant(move.seat, kind) for kind in move.plants)
    filled = replace(state, boat=(*state.boat, *plants), ready=state.ready | {move.seat})
    if not state.tracks_board:
        return Outcome(filled, flags=audit.doubts_about_plants(state, plants))
    change, sown = _lay_first_pieces(filled, move)
    flags = audit.doubts_about_plants(state, (*plants, *sown))
    laid = _with_step_done(filled, move.seat, water=move.water is not None, plants=bool(sown))
    return Outcome(_after(laid, change, sown), flags=(*flags, *change.flags))


def lay_first(state: State, move: LayFirst) -> Outcome[State]:
    """The state with what a player lays on fields before the first tide, or with nothing more of that player to come.

    Raise `IllegalMove` at any other time, and for what that player has laid already.
    """
    check(not state.tracks_board and says.NO_FIELDS())
    has_water, has_plants = move.water is not None, move.ripe is not None or move.seed is not None
    # Naming neither says that nothing more of this player is entered (NI-8).
    is_all = not (has_water or has_plants)
    done = (move.seat in state.first_water_done, move.seat in state.first_plants_done)
    is_done = (has_water and done[0]) or (has_plants and done[1]) or (is_all and all(done))
    check(is_done and says.ALREADY_PLACED(name=SeatName(move.seat)), path="seat")
    check(state.first_step is None and says.STARTER_FIRST())
    change, sown = _lay_first_pieces(state, move)
    deserts, flags = _first_deserts(state, change, move.deserts or ())
    laid = _with_step_done(state, move.seat, water=has_water or is_all, plants=has_plants or is_all)
    return Outcome(_after(laid, deserts, sown), flags=(*audit.doubts_about_plants(state, sown), *flags, *deserts.flags))


def _with_step_done(state: State, seat: int, *, water: bool, plants: bool) -> State:
    """The state that knows what a seat has laid on the fields for the start."""
    return replace(
        state,
        first_water_done=state.first_water_done | ({seat} if water else set()),
        first_plants_done=state.first_plants_done | ({seat} if plants else set()),
    )


def _after(state: State, change: BoardChange, sown: tuple[Plant, ...] = ()) -> State:
    """The state after a change of the fields, on which plants were laid besides."""
    boat = (*state.boat, *change.to_boat)
    return replace(state, board=change.board, boat=boat, sown=(*state.sown_without(change.to_boat), *sown))


def _lay_first_pieces(state: State, move: Boat | LayFirst) -> tuple[BoardChange, tuple[Plant, ...]]:
    """What a player lays on fields for the start: one water card, one ripe plant, one seed."""
    change = BoardChange(state.board)
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
    """The state with the pillar at a seat. Raise `IllegalMove` if the actions have begun."""
    check(state.phase == "actions" and says.PILLAR_PASSES_ON())
    is_by_bids, is_passed = state.options["start_bid"], state.phase == "tide" and move.seat != state.starter
    flags = doubts(is_by_bids and says.BIDS_DECIDE(), is_passed and not is_by_bids and says.PILLAR_GOES_LEFT())
    taken = replace(state, starter=move.seat)
    if not state.tracks_board or not move.deserts:
        return Outcome(taken, flags=flags)
    change, more = _first_deserts(state, BoardChange(state.board), move.deserts)
    return Outcome(_after(taken, change), flags=(*flags, *more, *change.flags))


def _first_deserts(
    state: State, change: BoardChange, deserts: tuple[Field, ...]
) -> tuple[BoardChange, tuple[Doubt, ...]]:
    """The change with the first desert cards on fields, and the doubts about where they lie (NI-6)."""
    flags: list[Doubt] = []
    for field in deserts:
        where, is_strict = in_words(field), state.options["first_water"] == "free"
        flags += doubts(
            not field.is_at_desert and says.NOT_AT_DESERT(field=where),
            is_strict and ground(change.board, field).plants and says.PLANT_UNDER_DESERT(field=where),
        )
        change = change.then(advance_desert(state, change.board, field, frozenset()))
    return change, tuple(flags)


def first_desert(state: State, move: FirstDesert) -> Outcome[State]:
    """The state with one more of the first desert cards on a field. Raise `IllegalMove` once all lie there, or later."""
    check(
        not state.tracks_board and says.NO_FIELDS_FOR_DESERT(),
        not deserts_to_come(state) and says.ALL_DESERTS_LIE(),
    )
    change, flags = _first_deserts(state, BoardChange(state.board), (move.field,))
    return Outcome(_after(state, change), flags=(*flags, *change.flags))


def deserts_to_come(state: State) -> int:
    """How many of the first desert cards may still be placed: none once the start is over."""
    if state.phase != "boat" and state.first_step is None:
        return 0
    return max(0, DESERTS_AT_FIRST - sum(there.has_desert for there in state.board.values()))


def enter_palms(state: State, move: EnterPalms) -> Outcome[State]:
    """Return the state with the palms of fields (NI-4). Raise `IllegalMove` if the table does not track the board."""
    check(not state.tracks_board and says.NO_FIELDS_WITH_PALMS())
    board, flags = dict(state.board), list[Doubt]()
    for one in move.fields:
        check_row(one.field)
        is_much = one.field.is_at_desert and one.palms > MOST_PALMS_AT_DESERT
        flags += doubts(is_much and says.PALMS_AT_DESERT(field=in_words(one.field)))
        board[one.field] = replace(ground(board, one.field), palms=one.palms)
    return Outcome(replace(state, board=board), flags=tuple(flags))
