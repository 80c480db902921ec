"""How a match and its sides stand: its step, who leads and by how much, who has won, what decided, who joins or no longer plays."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from operator import attrgetter
from typing import Final

from companion.engine.declare import Rounds
from companion.engine.defaults.rounds import OfRounds
from companion.engine.definition import Definition
from companion.engine.game import Moment, Status
from companion.engine.present import LOST
from companion.engine.story import won_with
from companion.engine.text import SeatName, Spelled, Text, names, say, say_many, signs
from companion.games.own_game.options import CLAUSES, definition_of, when_it_ends
from companion.games.own_game.state import State


def who_won(state: State) -> Text:
    """Return the sentence that says who has won, alone or with others."""
    definition = state.definition
    if definition.together and (definition.writes == "winner" or definition.must_reach):
        return lost(definition) if state.is_lost else say("You did it together!")
    winners = tuple(seat for seat, place in enumerate(state.ranks) if place == 1)
    if definition.writes == "places":
        return wins(state, winners)
    most = state.scores[winners[0]]
    points = say_many("{count} point", "{count} points", most)
    what = say_many("{count} win", "{count} wins", most) if definition.writes == "winner" else points
    one_side = say("{names} win with {points}.", names=names(winners), points=what)
    return one_side if _is_one_side(state, winners) else won_with(winners, what)


def wins(state: State, winners: tuple[int, ...]) -> Text:
    """Return that these win, alone or with others, without a number."""
    shared = say_many("{names} wins.", "{names} share the win.", winners)
    return say("{names} win.", names=names(winners)) if _is_one_side(state, winners) else shared


def _is_one_side(state: State, seats: Sequence[int]) -> bool:
    """Whether several are one side: a team wins, and leads, as one; only several sides share it (OW-9, OW-10)."""
    return 1 < len(seats) == len(state.side_of(seats[0]))


def lost(definition: Definition) -> Text:
    """Return that all have lost, as their game says it."""
    lines = (*definition.lost.items(),)
    return signs("{lost}", lost=Spelled(lines[0][1], lines)) if lines else LOST


def misleads(state: State) -> bool:
    """Whether someone would lead, the fewest winning, by not having entered anything yet of the round under way."""
    return bool(state.is_half_entered and state.definition.fewest_win and state.missing)


def _counted(state: State) -> dict[int, int]:
    """How far the total of each seat that counts is from the best there can be; nothing where no one is to know.

    All phones and the television say alike who leads: by the totals that they show, unless those of a round half entered mislead.
    """
    totals = state.so_far
    return {
        seat: state.definition.distance(totals[seat])
        for side in (() if state.hides or misleads(state) else state.sides)
        for seat in side
        if state.counts(side)
    }


def ahead(state: State) -> tuple[int, ...]:
    """The seats that lead; none while all are equal."""
    counted = _counted(state)
    totals = {*counted.values()}
    return tuple(seat for seat, one in counted.items() if one == min(totals)) if len(totals) > 1 else ()


def leads(state: State) -> Text | None:
    """Who leads, and by how much; None before anything is written."""
    leaders = ahead(state)
    if not leaders:
        return None
    best, second, *_ = sorted({*_counted(state).values()})
    side, shared = say("{names} lead by {count}"), say("{names} lead")
    said = side.filled(count=second - best) if _is_one_side(state, leaders) else shared
    one = say_many("{names} leads by {count}", "{names} leads by {count}", second - best, names=names(leaders))
    return one if len(leaders) == 1 else said.filled(names=names(leaders))


def half_entered(state: State) -> Status | None:
    """Return the status with the round under way; None while nothing of one is entered, or no one is to know."""
    if not state.is_half_entered or state.is_over or state.hides:
        return None
    ranks = replace(state, rounds=(*state.rounds, state.under_way), cells={}).ranks
    return Status("play", None, state.so_far, None, ranks)


def level(state: State) -> Text | None:
    """What several reached in one round, of whom the best have won, or what the ranks of those who share the win add up to."""
    wanted, ranks, scores = state.definition, state.ranks, state.scores
    first = [side for side in state.sides if ranks[side[0]] == 1]
    reached = [side for side in state.sides if state.counts(side) and scores[side[0]] >= wanted.at]
    is_shared, is_race = len(first) > 1, (wanted.ends, wanted.wins) == ("target", "most") and len(reached) > 1
    if not state.is_over or not (is_shared if wanted.writes == "places" else is_race):
        return None
    if not is_shared:
        return say("{names} reached {points} in the same round.", names=names(chain(*reached)), points=wanted.at)
    have, ranked = say("{names} have {count} each."), say("{names} each have ranks that add up to {count}.")
    each = ranked if wanted.writes == "places" else have
    return each.filled(names=names(chain(*first)), count=scores[first[0][0]])


def notes(state: State) -> dict[int, Text]:
    """Who no longer plays, by the first seat of each side, in a word or two: having left, or out."""
    away = [side[0] for side in state.sides if side not in state.playing and side[0] in state.away]
    return {seat: say("out") if seat in state.out else say("has left") for seat in away}


def decided(state: State) -> dict[int, Text]:
    """What decided between equal totals once the game is over, by the first seat of each side: a row and what it came to."""
    rows = [one for one in enumerate(state.definition.rows) if one[1].breaks and state.is_over]
    level = {
        side[0]: [one[0] for one in state.sides if state.scores[one[0]] == state.scores[side[0]]]
        for side in state.sides
    }
    # The first row that differs decides.
    return {
        seat: signs("{row} {points}", row=row.called, points=state.values(seat)[at] or 0)
        for at, row in reversed(rows)
        for seat, them in level.items()
        if len({state.values(one)[at] or 0 for one in them}) > 1
    }


def shown_total(state: State, total: int) -> int:
    """What stands in the column of totals: in a game to exactly a score, as in darts, what is left to it."""
    return state.definition.at - total if state.definition.exact else total


def to_go(state: State) -> dict[int, Text]:
    """What each side has left to score exactly, by its first seat, for all who see only totals."""
    totals = () if not state.definition.exact or state.hides or state.is_over else state.so_far
    # Translators: points still to be scored, as in darts
    left = {seat: say("{count} to go", count=shown_total(state, total)) for seat, total in enumerate(totals)}
    return {side[0]: left[side[0]] for side in state.sides if left}


ROUNDS: Final[Rounds[State]] = Rounds(
    "points",
    "points",
    wanted=lambda setup: definition_of(setup.options).at,
    scoring="OW-2",
    winning="OW-9",
    is_over=attrgetter("is_over"),
    fewest_win=lambda setup: definition_of(setup.options).fewest_win,
    nearest=lambda setup: definition_of(setup.options).nearest,
    before=attrgetter("before"),
    skipped=attrgetter("unrecorded"),
    hides=attrgetter("hides"),
    in_points=lambda setup: definition_of(setup.options).praises_rounds,
    won=who_won,
    places=attrgetter("ranks"),
    phase="play",
)
OF: Final = OfRounds(ROUNDS, CLAUSES)


def moment(state: State) -> Moment:
    """The step of the game an entry belongs to: a round, or all that has none, as long as it is not over."""
    pad, points = Moment("pad", say("The pad"), say("The pad")), Moment("points", say("Points"), say("Points"))
    if state.is_over or not (state.definition.is_pad or state.definition.falls_as_it_comes):
        return OF.moment(state)
    return pad if state.definition.is_pad else points


def gained(state: State) -> tuple[int, ...]:
    """What everyone gets in the round under way as far as it is entered, before that in the last one."""
    known = (state.under_way,) if state.is_half_entered else state.rounds[-1:]
    return () if state.is_over or state.hides or not known else known[0]


def joining(state: State) -> tuple[Text, ...]:
    """Who joins in the round that begins, until anything is entered in it."""
    begins = None if state.cells or state.hides or state.is_over else state.played + 1
    return tuple(joins(seat, at, state.scores[seat]) for seat, at in state.joined.items() if at == begins)


def joins(seat: int, at_round: int, points: int | None) -> Text:
    """From which round on someone plays, and what they begin with where that is known."""
    if points is None:
        return say("{name} joins in round {round}", name=SeatName(seat), round=at_round)
    return say(
        "{name} joins in round {round}, starting at {points}", name=SeatName(seat), round=at_round, points=points
    )


def until(state: State) -> Text | None:
    """The score that ends the game, as long as it goes on; None where none does."""
    # In the strip there is room for the score alone, not for what happens beyond it.
    alone = replace(state.definition, exact=False, back_to=None, misses=0)
    return when_it_ends(alone) if alone.ends == "target" and not state.is_over else None
