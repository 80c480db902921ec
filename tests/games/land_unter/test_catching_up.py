"""Where things stand: a table that forgot some tricks, or that played without the app until now."""

import random
from dataclasses import replace
from typing import Any, Final

import pytest

from companion.engine.errors import DoubtfulMove
from companion.engine.game import Move
from companion.engine.journal import Played
from companion.engine.options import make_setup
from companion.engine.timeline import Timeline, attempt
from companion.games.land_unter.game import GAME
from companion.games.land_unter.rules.catching_up import CatchUp, CatchUpSeat
from companion.games.land_unter.rules.moves import CountRings, Trick
from companion.games.land_unter.rules.state import State
from tests.games.land_unter import second_model
from tests.games.table import doubt, refusal


def table(*rings: int) -> Timeline[State]:
    """A match with the rings counted."""
    timeline = Timeline(GAME, make_setup(GAME, len(rings), {}))
    for seat, count in enumerate(rings):
        add(timeline, CountRings(seat, rings=count))
    return timeline


def add(timeline: Timeline[State], move: Move, *, anyway: bool = False) -> State:
    """The state after one more entry, which has to hold."""
    replay = timeline.add(Played(move, anyway))
    assert replay.stopped is None, replay.stopped
    return replay.state


def standing(
    score: int, rings: int, level: int | None = None, *, out: bool = False, dealt: int | None = None
) -> CatchUpSeat:
    """One seat as the table says it stands."""
    return CatchUpSeat(score, rings, level, out, dealt)


def test_a_table_that_forgot_three_tricks_goes_on_from_where_it_stands() -> None:
    timeline = table(4, 3, 5)
    move = CatchUp(1, 3, (standing(0, 4, 7), standing(0, 2, 3), standing(0, 3, 11)))

    state = add(timeline, move)

    assert (state.round, state.trick) == (0, 3)
    assert [(player.rings, player.level) for player in state.players] == [(4, 7), (2, 3), (3, 11)]
    lost = add(timeline, Trick((1, 2), highest=0, second=1))
    assert [player.rings for player in lost.players] == [4, 2, 2]
    assert lost.trick == 4


@pytest.mark.parametrize(
    ("move", "clause"),
    [
        (CatchUp(1, 0, (standing(0, 1, dealt=1),) * 4), "LU-1"),
        (CatchUp(4, 0, (standing(0, 1, dealt=1),) * 3), "LU-30"),
        (CatchUp(1, 3, (standing(0, 1, dealt=1), standing(0, 0, out=True), standing(0, 2, dealt=2))), "LU-20"),
        (CatchUp(1, 0, (standing(0, 1),) * 3), "LU-32"),
    ],
)
def test_what_has_no_meaning_is_refused_with_its_clause(move: CatchUp, clause: str) -> None:

    refused = refusal(GAME, Timeline(GAME, make_setup(GAME, 3, {})).at().state, move)

    assert refused.clauses == (clause,)
    [reason] = refused.reasons
    assert reason.text.message.format(**dict(reason.text.args))


def test_two_players_may_show_the_same_level_for_it_is_in_the_box_twice() -> None:
    state = Timeline(GAME, make_setup(GAME, 3, {})).at().state
    seats = (standing(0, 2, 7, dealt=2), standing(0, 2, 7, dealt=2), standing(0, 2, 3, dealt=2))

    assert attempt(GAME, state, CatchUp(1, 2, seats), anyway=False).state.trick == 2


@pytest.mark.parametrize(
    ("seats", "clause"),
    [
        ((standing(0, 1, 7, dealt=1),) * 3, "LU-2"),
        ((standing(0, 3, dealt=1), standing(0, 1, dealt=1), standing(0, 1, dealt=1)), "LU-5"),
    ],
)
def test_what_the_box_doubts_may_be_recorded_anyway(seats: tuple[CatchUpSeat, ...], clause: str) -> None:
    state = Timeline(GAME, make_setup(GAME, 3, {})).at().state
    move = CatchUp(1, 2, seats)

    assert clause in doubt(GAME, state, move).clauses
    assert attempt(GAME, state, move, anyway=True).state.trick == 2


def stands(match: dict[str, Any], dealt: list[int]) -> CatchUp:
    """Where a match of the second model stands, told by the table."""
    seats = tuple(
        CatchUpSeat(
            sum(match["points"][seat]),
            match["rings"][seat],
            match["level"][seat],
            match["out"][seat],
            dealt[second_model.hand_of(match, seat)],
        )
        for seat in range(match["n"])
    )
    return CatchUp(match["round"] + 1, match["trick"], seats)


@pytest.mark.parametrize("tricks", ["whole", "rings"])
def test_wherever_a_true_game_stands_a_table_can_go_on_from_there_without_a_doubt(tricks: str) -> None:
    for number in range(12):
        players, options, moves = second_model.random_game(random.Random(number))
        start = GAME.start(make_setup(GAME, players, {**options, "tricks": tricks}))
        match = second_model.begin(players, options)
        for move in moves:
            second_model.enter(match, move)
            if None not in match["dealt"] and not (match["water"] or match["laid"] or second_model.over(match)):
                state = attempt(GAME, start, stands(match, match["dealt"]), anyway=False, seats=frozenset()).state
                assert [one.rings for one in state.players] == match["rings"]


TRUE: Final = (standing(9, 2, 7, dealt=5), standing(4, 1, 3, dealt=4), standing(6, 3, dealt=3))
FALSE: Final[dict[str, CatchUp]] = {
    "points before the first round": CatchUp(1, 0, tuple(standing(3, 4, dealt=4) for _ in range(3))),
    "60 points after two rounds": CatchUp(3, 5, (standing(60, 2, 7, dealt=5), *TRUE[1:])),
    "more points together than rounds have": CatchUp(2, 5, tuple(replace(one, score=9) for one in TRUE)),
    "no ring lost in eleven tricks": CatchUp(2, 11, tuple(standing(4, 4, level, dealt=4) for level in (3, 7, 9))),
    "rings lost without a trick": CatchUp(2, 0, tuple(standing(4, 3, dealt=4) for _ in range(3))),
    "five rings lost in one trick": CatchUp(2, 1, TRUE),
    "three with water after one trick": CatchUp(2, 1, tuple(standing(4, 3, level, dealt=4) for level in (3, 7, 9))),
    "a ring lost without water": CatchUp(2, 5, (*TRUE[:2], standing(6, 2, dealt=3))),
}


def test_where_no_game_can_stand_is_doubted_and_what_was_recorded_stands(subtests: pytest.Subtests) -> None:
    state = Timeline(GAME, make_setup(GAME, 3, {})).at().state
    assert attempt(GAME, state, CatchUp(2, 6, TRUE), anyway=False, seats=frozenset()).flags == ()
    for name, move in FALSE.items():
        with subtests.test(name):
            with pytest.raises(DoubtfulMove):
                attempt(GAME, state, move, anyway=False, seats=frozenset())
            assert attempt(GAME, state, move, anyway=False).flags
