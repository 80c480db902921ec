"""How things stand now: a table that forgot some tricks, or that played without the app until now."""

from __future__ import annotations

import pytest

from companion.engine.errors import DoubtfulMove, IllegalMove
from companion.engine.game import Viewer
from companion.engine.journal import Played, Undone
from companion.engine.options import make_setup
from companion.engine.replay import attempt
from companion.engine.timeline import Timeline
from companion.games.land_unter.catching_up import Standing, StandNow, how_it_stands
from companion.games.land_unter.game import GAME
from companion.games.land_unter.moves import CountRings, Trick
from companion.games.land_unter.state import State


def table(*rings: int) -> Timeline[State]:
    """A match with the rings counted."""
    timeline = Timeline(GAME, make_setup(GAME, len(rings), {}))
    for seat, count in enumerate(rings):
        timeline.add(Played(CountRings(seat, rings=count)))
    return timeline


def standing(
    score: int, rings: int, level: int | None = None, *, out: bool = False, dealt: int | None = None
) -> Standing:
    """One seat as the table says it stands."""
    return Standing(score, rings, level, out, dealt)


MIDDLE = StandNow(2, 7, (standing(4, 1, 12, dealt=3), standing(2, 3, 5, dealt=4), standing(-1, 2, None, dealt=2)))


def test_a_table_that_forgot_three_tricks_goes_on_from_where_it_stands() -> None:
    timeline = table(4, 3, 5)
    move = StandNow(1, 3, (standing(0, 4, 7), standing(0, 2, 3), standing(0, 3, 11)))

    state = timeline.add(Played(move)).state

    assert (state.round, state.trick) == (0, 3)
    assert [(player.rings, player.level) for player in state.players] == [(4, 7), (2, 3), (3, 11)]
    lost = timeline.add(Played(Trick((1, 2), highest=0, second=1))).state
    assert [player.rings for player in lost.players] == [4, 2, 2]
    assert lost.trick == 4


def test_a_table_that_played_without_the_app_begins_in_the_middle() -> None:
    timeline = Timeline(GAME, make_setup(GAME, 3, {}))

    state = timeline.add(Played(MIDDLE)).state

    assert not state.is_counting
    assert state.scores == (4, 2, -1)
    seats = GAME.view(state, Viewer())["seats"]
    assert isinstance(seats, list)
    assert [seat["by_round"] for seat in seats if isinstance(seat, dict)] == [[4], [2], [-1]]


def test_after_catching_up_the_hands_go_on_to_the_left_with_their_first_rings() -> None:
    timeline = Timeline(GAME, make_setup(GAME, 3, {}))
    timeline.add(Played(MIDDLE))
    state = timeline.at().state
    while state.round == 1:
        state = timeline.add(Played(Trick((1, 2), highest=1, second=2), anyway=True)).state

    assert [player.rings for player in state.players] == [2, 3, 4]


def test_points_known_by_round_stay_where_only_tricks_were_forgotten() -> None:
    timeline = table(1, 1, 1)
    for _ in range(12):
        state = timeline.add(Played(Trick((1, 1), highest=0, second=1), anyway=True)).state
        if state.round:
            break
    before = state.rounds
    move = StandNow(2, 1, tuple(standing(score, 1) for score in state.scores))

    assert timeline.add(Played(move)).state.rounds == before


def test_catching_up_can_be_taken_back() -> None:
    timeline = table(4, 3, 5)
    before = timeline.at().state
    timeline.add(Played(MIDDLE))

    assert timeline.add(Undone(3)).state == before


def test_the_form_begins_with_how_the_app_thinks_it_stands() -> None:
    state = table(4, 3, 5).at().state

    assert how_it_stands(state) == StandNow(1, 0, tuple(standing(0, rings, dealt=rings) for rings in (4, 3, 5)))


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
