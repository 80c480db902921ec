"""The tide and its events: water laid or taken, plants flooded, plants rotting (NI-11, NI-20 to NI-22, NI-40 to NI-42)."""

from dataclasses import replace
from typing import Literal

from companion.engine.errors import refuse
from companion.engine.game import Outcome
from companion.engine.rulings import Ruling, flag_if
from companion.engine.text import SeatName, say, say_many
from companion.games.nile.rules import audit
from companion.games.nile.rules.board import Change, advance_desert, lay_water, take_water
from companion.games.nile.rules.components import Column
from companion.games.nile.rules.moves import Flooded, LetRot, PlayTide
from companion.games.nile.rules.rot import PLANTS_HIT, WORSE, can_get_worse, rot
from companion.games.nile.rules.state import State, Turn, added
from companion.games.nile.rules.tide import TideAnswer, TideFacts, is_flood, tide


def play_tide(state: State, move: PlayTide) -> Outcome[State]:
    """The state after a flood or an ebb; the actions begin unless the other must be played at once."""
    if state.phase != "tide":
        raise refuse(say("Flood and ebb are already over."), "NI-20")
    assert state.starter is not None
    change = _on_board(state, move)
    jokers = change.flooded if move.laid is not None and state.tracks_board else move.jokers
    deserts = len(move.advanced) if move.advanced is not None and state.tracks_board else move.deserts
    result = tide(TideFacts(state.marker, move.moved, move.arrows, move.arrow_on), state.options)
    doubts = audit.doubts_about_tide(state, move, jokers, deserts)
    kept = replace(state.without_deserts(deserts), jokers=added(state.jokers, state.starter, jokers))
    if is_flood(state.marker):
        counted = replace(kept, water_laid=added(kept.water_laid, state.starter, move.moved))
    else:
        counted = replace(kept, water_taken=min(sum(kept.water_laid), kept.water_taken + move.moved))
    flags = (*doubts, *change.flags, *audit.doubts_about_plants(state, change.to_boat))
    put = replace(
        counted, board=change.board, boat=(*state.boat, *change.to_boat), sown=state.sown_without(change.to_boat)
    )
    return Outcome(_go_on(put, result.answer, move), (result,), flags)


def _on_board(state: State, move: PlayTide) -> Change:
    """What the tide does to the fields, as far as it was told. Raises `IllegalMove` if that contradicts itself."""
    change = Change(state.board)
    if not state.tracks_board:
        return change
    _check_told(state, move)
    rows = set()
    for laid in move.laid or ():
        change = change.then(lay_water(state, change.board, laid))
        rows.add((laid.field.bank, laid.field.row))
    for field in move.taken or ():
        change = change.then(take_water(state, change.board, field))
        rows.add((field.bank, field.row))
    for field in move.advanced or ():
        change = change.then(advance_desert(state, change.board, field, frozenset(rows)))
    return change


def _check_told(state: State, move: PlayTide) -> None:
    if is_flood(state.marker) and move.taken is not None:
        raise refuse(say("At flood you place water."), "NI-21", path="taken")
    if not is_flood(state.marker) and move.laid is not None:
        raise refuse(say("At ebb you take water."), "NI-22", path="laid")
    told = move.laid if is_flood(state.marker) else move.taken
    if told is not None and len(told) != move.moved:
        text = say_many(
            "You entered {count} card, but counted {moved}.",
            "You entered {count} cards, but counted {moved}.",
            len(told),
            moved=move.moved,
        )
        raise refuse(text, "NI-21", "NI-22", path="moved")


def _go_on(state: State, result: TideAnswer, move: PlayTide) -> State:
    """What comes next: the other tide at once, unless each has been tried, or the actions (NI-21, NI-22)."""
    assert state.starter is not None
    now: Literal["flood", "ebb"] = "flood" if is_flood(state.marker) else "ebb"
    tried = state.tried if move.moved else (*state.tried, now)
    if result.plays_now is not None and result.plays_now not in tried:
        return replace(state, marker=result.marker, tried=tried)
    return replace(state, marker=result.marker, tried=(), turn=Turn(state.starter))


def flood_plants(state: State, move: Flooded) -> Outcome[State]:
    """The state with plants from the fields in the boat (NI-11, NI-42)."""
    flags = audit.doubts_about_plants(state, move.plants)
    return Outcome(replace(state, boat=(*state.boat, *move.plants), sown=state.sown_without(move.plants)), flags=flags)


def let_rot(state: State, move: LetRot) -> Outcome[State]:
    """The state with plants of a column one step worse (NI-41). Raises `IllegalMove` for what cannot get worse."""
    column = state.market[move.column]
    _check_squares(column, move)
    wanted = min(PLANTS_HIT, len(can_get_worse(column)))
    text = say_many("{count} plant gets worse there.", "{count} plants get worse there.", wanted)
    flags, rulings = flag_if(len(move.plants) < wanted, text, "NI-41"), tuple[Ruling, ...]()
    if move.palms is not None:
        rulings = (rot(move.palms, state.market),)
        text = say_many(
            "With {count} palm on the card you can’t pick column {column}.",
            "With {count} palms on the card you can’t pick column {column}.",
            move.palms,
            column=move.column,
        )
        flags += flag_if(move.column > move.palms, text, "NI-41")
    hit = tuple(
        replace(plant, state=WORSE[plant.state]) if square in move.plants else plant
        for square, plant in enumerate(column)
    )
    market = {**state.market, move.column: hit}
    return Outcome(replace(state, market=market, events=state.events + 1), rulings, flags)


def _check_squares(column: Column, move: LetRot) -> None:
    for square in move.plants:
        if square >= len(column):
            text = say("There’s no plant on square {square} of column {column}.", square=square + 1, column=move.column)
            raise refuse(text, "NI-5", "NI-41", path="plants")
        if column[square].state == "rotten":
            text = say("{name}’s plant there is already rotten.", name=SeatName(column[square].seat))
            raise refuse(text, "NI-41", path="plants")
    if len(set(move.plants)) < len(move.plants):
        raise refuse(say("Tap 2 different plants. Both get worse."), "NI-41", path="plants")
