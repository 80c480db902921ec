"""What the table screen says round the scores, or round the pad."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from companion.engine.present import Screen
from companion.engine.text import SeatName, Text, names, say, signs
from companion.games.own_game import options
from companion.games.own_game.standing import (
    ahead,
    gained,
    half_entered,
    joining,
    leads,
    moment,
    notes,
    to_go,
    until,
    who_won,
)
from companion.games.own_game.state import State

_CALLS: Final[Mapping[str, Text]] = {
    "winner": say("Who won?"),
    "places": say("Finishing order"),
    "pad": say("Fill in the pad"),
}


_COUNTED: Final[Mapping[str, Text]] = {"winner": say("wins"), "places": say("Total")}


def screen(state: State) -> Screen:
    """What the table screen says round the scores, or round the pad."""
    definition = state.definition
    said = who_won(state) if state.is_over else leads(state)
    # In its first round the board names everyone with what is entered, and no one has more.
    hides = state.hides or definition.is_one_result or not (definition.has_rows or state.played or any(state.before))
    return Screen(
        place=say("The game is over")
        if state.is_over
        else (_CALLS["winner"] if definition.is_won_at_once else moment(state).name),
        within=_within(state),
        steps=(state.played, definition.at)
        if definition.ends == "rounds" and definition.at > 1 and not state.is_over
        else None,
        call=None if state.is_over else _call(state),
        turn=None,
        awaited=() if state.is_over else tuple(seat for one in _awaited(state) for seat in state.side_of(one)),
        verdict=(
            *(() if said is None else (said,)),
            *((say("All points stay secret until the end."),) if state.hides else ()),
            *_beyond(state),
            *joining(state),
        ),
        counted=None if hides else _COUNTED.get(definition.writes, say("Points")),
        gains=gained(state),
        climbs=_climbs(state),
        ahead=() if hides else ahead(state),
        so_far=half_entered(state),
        notes={**to_go(state), **notes(state)},
    )


def _climbs(state: State) -> tuple[int, ...]:
    """By how many ranks the last round brought each one up, until the next one begins."""
    if len(state.rounds) < 2 or state.cells or state.hides or state.is_over:
        return ()
    before = replace(state, rounds=state.rounds[:-1]).ranks
    return tuple(was - now for was, now in zip(before, state.ranks, strict=True))


def _within(state: State) -> Text | None:
    """Who deals, and the score that ends the game, on a television, where both have room."""
    deals = None if state.dealer is None else say("{name} deals", name=SeatName(state.dealer))
    ends = until(state)
    return signs("{deals} · {until}", deals=deals, until=ends) if deals and ends else deals or ends


def _beyond(state: State) -> tuple[Text, ...]:
    """Who has gone beyond the score to be reached exactly in the round under way, or else in the last one, if it shows."""
    points = gained(state)
    fell = (
        {seat for seat, one in state.entered.items() if points and one != points[seat]} if state.entered else state.fell
    )
    named = tuple(seat for side in state.sides if points and side[0] in fell for seat in side)
    return (options.went_beyond(state.definition, signs("{names}", names=names(named))),) if named else ()


def _call(state: State) -> Text:
    """What is not entered yet now: of rows in every round the first that someone has not written in; bids come before tricks."""
    if state.definition.writes == "rows":
        return next((state.definition.rows[at].called for at in _unwritten(state)), say("Enter the points"))
    if state.definition.together and state.definition.writes == "winner":
        return options.who_wins(state.definition)
    return _CALLS.get(state.definition.writes, say("Enter the points"))


def _awaited(state: State) -> tuple[int, ...]:
    """Who has not entered what others have."""
    if state.definition.is_pad:
        return _awaited_of_pad(state)
    left = next(iter(_unwritten(state).values()), ()) if state.definition.has_rows else state.missing
    # As long as no one has entered anything the round is being played, and no one keeps the others waiting.
    return left if len(left) < len(state.playing) else ()


def _awaited_of_pad(state: State) -> tuple[int, ...]:
    """Who has cells open in a pad that others have filled, or lacks the one that all others have written since."""
    if len(state.missing) < len(state.playing):
        return state.missing
    many = {side[0]: len(state.column(side[0])) for side in state.playing}
    # Further apart they don't write row by row: then everyone lacks something, and no one is waited for alone.
    return tuple(seat for seat, one in many.items() if one + 1 == max(many.values()) == min(many.values()) + 1)


def _unwritten(state: State) -> dict[int, tuple[int, ...]]:
    """Each row that someone has not written in, with the first seat of each side that has not."""
    typed = (at for at, row in enumerate(state.definition.rows) if row.is_typed)
    found = {at: tuple(side[0] for side in state.playing if at not in state.column(side[0])) for at in typed}
    return {at: them for at, them in found.items() if them}
