"""Where the game is now: a table that forgot some tricks, or that played without the app until now."""

from __future__ import annotations

import pytest

from companion.engine.errors import DoubtfulMove, IllegalMove
from companion.engine.game import Move, Viewer
from companion.engine.journal import Played
from companion.engine.options import make_setup
from companion.engine.timeline import Timeline, attempt
from companion.games.land_unter.game import GAME
from companion.games.land_unter.rules.afterwards import Standing, StandNow
from companion.games.land_unter.rules.moves import CountRings, Trick
from companion.games.land_unter.rules.state import State


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
) -> Standing:
    """One seat as the table says it stands."""
    return Standing(score, rings, level, out, dealt)


def first_round_over(timeline: Timeline[State]) -> State:
    """The match after as many tricks as the first round lasts."""
    state = timeline.at().state
    while not state.round:
        state = add(timeline, Trick((1, 2), highest=0, second=1), anyway=True)
    return state


MIDDLE = StandNow(2, 7, (standing(4, 1, 12, dealt=3), standing(2, 3, 5, dealt=4), standing(-1, 2, None, dealt=2)))


def test_a_table_that_forgot_three_tricks_goes_on_from_where_it_stands() -> None:
    timeline = table(4, 3, 5)
    move = StandNow(1, 3, (standing(0, 4, 7), standing(0, 2, 3), standing(0, 3, 11)))

    state = add(timeline, move)

    assert (state.round, state.trick) == (0, 3)
    assert [(player.rings, player.level) for player in state.players] == [(4, 7), (2, 3), (3, 11)]
    lost = add(timeline, Trick((1, 2), highest=0, second=1))
    assert [player.rings for player in lost.players] == [4, 2, 2]
    assert lost.trick == 4


def test_the_rings_a_hand_began_with_stay_as_they_were_counted() -> None:
    timeline = table(4, 3, 5)

    state = add(timeline, StandNow(1, 3, (standing(0, 4, 7), standing(0, 2, 3), standing(0, 3, 11))))

    assert [hand.rings for hand in state.hands if hand is not None] == [4, 3, 5]


def test_a_table_that_played_without_the_app_begins_in_the_middle() -> None:
    timeline = Timeline(GAME, make_setup(GAME, 3, {}))

    state = add(timeline, MIDDLE)

    assert not state.is_counting
    assert state.scores == (4, 2, -1)
    seats = GAME.view(state, Viewer())["seats"]
    assert isinstance(seats, list)
    assert [seat["by_round"] for seat in seats if isinstance(seat, dict)] == [[4], [2], [-1]]


def test_after_catching_up_the_hands_go_on_to_the_left_with_their_first_rings() -> None:
    timeline = Timeline(GAME, make_setup(GAME, 3, {}))
    add(timeline, MIDDLE)
    state = timeline.at().state
    while state.round == 1:
        state = add(timeline, Trick((1, 2), highest=1, second=2), anyway=True)

    assert [player.rings for player in state.players] == [2, 3, 4]


def test_points_known_by_round_stay_where_only_tricks_were_forgotten() -> None:
    timeline = table(2, 2, 2)
    before = first_round_over(timeline)
    move = StandNow(2, 1, tuple(standing(score, 1) for score in before.scores))

    assert add(timeline, move).rounds == before.rounds


def test_points_other_than_those_known_by_round_stand_as_one_sum() -> None:
    timeline = table(2, 2, 2)
    scores = tuple(score + 1 for score in first_round_over(timeline).scores)

    state = add(timeline, StandNow(2, 1, tuple(standing(score, 1) for score in scores)))

    assert state.scores == scores
    assert [record.kind for record in state.rounds] == ["sum"]


@pytest.mark.parametrize(
    ("move", "clause"),
    [
        (StandNow(1, 0, (standing(0, 1, dealt=1),) * 4), "LU-1"),
        (StandNow(4, 0, (standing(0, 1, dealt=1),) * 3), "LU-30"),
        (StandNow(1, 3, (standing(0, 1, dealt=1), standing(0, 0, out=True), standing(0, 2, dealt=2))), "LU-20"),
        (StandNow(1, 0, (standing(0, 1),) * 3), "LU-32"),
    ],
)
def test_what_has_no_meaning_is_refused_with_its_clause(move: StandNow, clause: str) -> None:
    timeline = Timeline(GAME, make_setup(GAME, 3, {}))

    with pytest.raises(IllegalMove) as refused:
        attempt(GAME, timeline.at().state, move, anyway=True)

    assert refused.value.clauses == (clause,)
    [reason] = refused.value.reasons
    assert reason.text.message.format(**dict(reason.text.args))


def test_two_players_may_show_the_same_level_for_it_is_in_the_box_twice() -> None:
    state = Timeline(GAME, make_setup(GAME, 3, {})).at().state
    seats = (standing(0, 2, 7, dealt=2), standing(0, 2, 7, dealt=2), standing(0, 2, 3, dealt=2))

    assert attempt(GAME, state, StandNow(1, 2, seats), anyway=False).state.trick == 2


@pytest.mark.parametrize(
    ("seats", "clause"),
    [
        ((standing(0, 1, 7, dealt=1),) * 3, "LU-2"),
        ((standing(0, 3, dealt=1), standing(0, 1, dealt=1), standing(0, 1, dealt=1)), "LU-5"),
    ],
)
def test_what_the_box_doubts_may_be_recorded_anyway(seats: tuple[Standing, ...], clause: str) -> None:
    state = Timeline(GAME, make_setup(GAME, 3, {})).at().state
    move = StandNow(1, 2, seats)

    with pytest.raises(DoubtfulMove) as doubt:
        attempt(GAME, state, move, anyway=False)

    assert clause in doubt.value.clauses
    assert attempt(GAME, state, move, anyway=True).state.trick == 2
