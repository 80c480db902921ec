"""The tide and its events: water laid or taken, plants flooded, plants rotting (NI-11, NI-20 to NI-22, NI-40 to NI-42)."""

from dataclasses import replace
from typing import Literal

from companion.engine.errors import check
from companion.engine.game import Outcome
from companion.engine.rulings import Ruling, doubts
from companion.engine.text import SeatName
from companion.games.nile.rules import audit
from companion.games.nile.rules import sentences as says
from companion.games.nile.rules.board import BoardChange, advance_desert, lay_water, take_water
from companion.games.nile.rules.components import Column
from companion.games.nile.rules.moves import Flooded, LetRot, PlayTide
from companion.games.nile.rules.rot import PLANTS_HIT, WORSE, can_get_worse, rot
from companion.games.nile.rules.state import State, Turn, added
from companion.games.nile.rules.tide import TideAnswer, is_flood, tide


def play_tide(state: State, move: PlayTide) -> Outcome[State]:
    """The state after a flood or an ebb; the actions begin unless the other must be played at once."""
    check(state.phase != "tide" and says.TIDE_IS_OVER())
    assert state.starter is not None
    change = _on_board(state, move)
    # The fields know which desert cards were flooded; only without them is it entered.
    jokers = change.flooded if move.laid is not None and state.tracks_board else move.jokers
    deserts = len(move.advanced) if move.advanced is not None and state.tracks_board else move.deserts
    result = tide(state.marker, move.moved, move.arrows, state.options, move.arrow_on)
    flags = audit.doubts_about_tide(state, move, jokers, deserts)
    kept = replace(state.without_deserts(deserts), jokers=added(state.jokers, state.starter, jokers))
    if is_flood(state.marker):
        counted = replace(kept, water_laid=added(kept.water_laid, state.starter, move.moved))
    else:
        # Taking more than lies there is only doubted, and must not leave less than no water.
        counted = replace(kept, water_taken=min(sum(kept.water_laid), kept.water_taken + move.moved))
    flags = (*flags, *change.flags, *audit.doubts_about_plants(state, change.to_boat))
    put = replace(
        counted, board=change.board, boat=(*state.boat, *change.to_boat), sown=state.sown_without(change.to_boat)
    )
    return Outcome(_next_phase(put, result.answer, move), (result,), flags)


def _on_board(state: State, move: PlayTide) -> BoardChange:
    """What the tide does to the fields, as far as it was entered. Raise `IllegalMove` if that contradicts itself."""
    change = BoardChange(state.board)
    if not state.tracks_board:
        return change
    _check_fields(state, move)
    rows = set()
    for laid in move.laid or ():
        change = change.then(lay_water(state, change.board, laid))
        rows.add((laid.field.bank, laid.field.row))
    for field in move.taken or ():
        change = change.then(take_water(state, change.board, field))
        rows.add((field.bank, field.row))
    for field in move.advanced or ():
        # Events follow the cards, so a desert card may reach any row that one of these came from (NI-42).
        change = change.then(advance_desert(state, change.board, field, frozenset(rows)))
    return change


def _check_fields(state: State, move: PlayTide) -> None:
    """Raise `IllegalMove` for fields of the other tide, or another number of them than cards."""
    is_flooding = is_flood(state.marker)
    check(is_flooding and move.taken is not None and says.FLOOD_PLACES(), path="taken")
    check(not is_flooding and move.laid is not None and says.EBB_TAKES(), path="laid")
    fields = move.laid if is_flooding else move.taken
    is_other = fields is not None and len(fields) != move.moved
    check(is_other and says.CARDS_ENTERED(count=len(fields or ()), moved=move.moved), path="moved")


def _next_phase(state: State, result: TideAnswer, move: PlayTide) -> State:
    """What comes next: the other tide at once, unless each has been tried, or the actions."""
    assert state.starter is not None
    now: Literal["flood", "ebb"] = "flood" if is_flood(state.marker) else "ebb"
    tried = state.tried if move.moved else (*state.tried, now)
    # Where neither can be played each is tried once, and then the actions begin (NI-22).
    if result.plays_now is not None and result.plays_now not in tried:
        return replace(state, marker=result.marker, tried=tried)
    return replace(state, marker=result.marker, tried=(), turn=Turn(state.starter))


def flood_plants(state: State, move: Flooded) -> Outcome[State]:
    """The state with plants from the fields in the boat."""
    flags = audit.doubts_about_plants(state, move.plants)
    return Outcome(replace(state, boat=(*state.boat, *move.plants), sown=state.sown_without(move.plants)), flags=flags)


def let_rot(state: State, move: LetRot) -> Outcome[State]:
    """The state with plants of a column one step worse (NI-41). Raise `IllegalMove` for what cannot get worse."""
    column = state.market[move.column]
    _check_squares(column, move)
    wanted = min(PLANTS_HIT, len(can_get_worse(column)))
    flags = doubts(len(move.plants) < wanted and says.SO_MANY_GET_WORSE(count=wanted))
    rulings: tuple[Ruling, ...] = ()
    if move.palms is not None:
        rulings = (rot(move.palms, state.market),)
        flags += doubts(move.column > move.palms and says.OUT_OF_REACH(count=move.palms, column=move.column))
    hit = tuple(
        replace(plant, state=WORSE[plant.state]) if square in move.plants else plant
        for square, plant in enumerate(column)
    )
    market = {**state.market, move.column: hit}
    return Outcome(replace(state, market=market, events=state.events + 1), rulings, flags)


def _check_squares(column: Column, move: LetRot) -> None:
    """Raise `IllegalMove` for squares without a plant, or with one that cannot get worse."""
    for square in move.plants:
        plant = column[square] if square < len(column) else None
        check(
            plant is None and says.NO_PLANT_ON_SQUARE(square=square + 1, column=move.column),
            plant and plant.state == "rotten" and says.IS_ROTTEN(name=SeatName(plant.seat)),
            path="plants",
        )
    check(len(set(move.plants)) < len(move.plants) and says.TWO_GET_WORSE(), path="plants")
