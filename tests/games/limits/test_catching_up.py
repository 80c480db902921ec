"""Where things stand: a table that forgot some rounds of Limits, or that played without the app until now."""

from typing import Any

import pytest

from companion.engine.game import Viewer
from companion.engine.journal import Played
from companion.engine.options import make_setup
from companion.engine.timeline import Timeline, attempt
from companion.games.limits.board.verdicts import last_verdict
from companion.games.limits.board.view import screen
from companion.games.limits.game import GAME
from companion.games.limits.rules.accusing import CountOut
from companion.games.limits.rules.catching_up import CatchUp
from companion.games.limits.rules.play import Start, TurnUp
from companion.games.limits.rules.score import Standing
from companion.games.limits.rules.state import State
from tests.conformance.test_story import told
from tests.games.limits.asking import Table, said
from tests.games.table import doubt, refusal
from tests.there import there

CARD: Any = {"red": 1, "yellow": 2, "green": 3, "blue": "X", "violet": 0}


def table(**options: str) -> Timeline[State]:
    """A match of three with one round entered: the third accused the first rightly."""
    timeline = Timeline(GAME, make_setup(GAME, 3, options))
    for move in (Start(1), TurnUp(CARD), CountOut(2, 0, "red", 0, 4)):
        timeline.add(Played(move, anyway=True))
    return timeline


def standing(*each: tuple[int, int], starter: int | None = None) -> CatchUp:
    """Points and limit cards of every seat as the table says they are."""
    return CatchUp(tuple(Standing(points, cards) for points, cards in each), starter)


MIDDLE = standing((3, 1), (2, 2), (0, 1), starter=1)


def test_a_table_that_forgot_three_rounds_goes_on_with_the_next_limit_card() -> None:
    timeline = table()
    state = timeline.add(Played(MIDDLE)).state

    assert (state.played, state.phase, state.starter) == (4, "limit", 1)
    assert state.scores == (1, -2, -2)
    assert GAME.view(state, Viewer())["round"] == 4
    timeline.add(Played(TurnUp(CARD)))
    after = timeline.add(Played(CountOut(0, 1, "violet", 0, 1))).state
    assert [record.number for record in after.rounds] == [1, 5]
    assert after.scores == (2, -4, -2)
    assert after.limit_cards_left == 18 - 5


def test_a_table_that_played_without_the_app_begins_in_the_middle() -> None:
    state = Timeline(GAME, make_setup(GAME, 3, {})).add(Played(MIDDLE)).state

    assert (state.played, state.phase) == (4, "limit")
    assert GAME.view(state, Viewer())["last_round"] is None
    assert refusal(GAME, state, Start(0)).clauses == ("LI-12",)


def test_points_corrected_while_cards_lie_there_leave_the_turn_where_it_is() -> None:
    table = Table(3).begin(starter=0)
    for seat in (0, 1):
        table.play("card", seat=seat)
    one_point = {"points": 1, "limit_cards": 0}, *[{"points": 0, "limit_cards": 0}] * 2
    table.play("stand_now", seats=[*one_point], starter=0)
    assert (table.state.scores, table.turn, table.state.unseen) == ((1, 0, 0), 2, 2)
    assert table.play("card", seat=2).flags == ()


def test_where_a_table_names_another_starter_everything_says_that_one_and_the_judge_is_told_no_reason() -> None:
    table = Table(3).begin(starter=1)
    table.play("verdict", seat=2, accused=1, colour="yellow", hidden=1, counted=3)
    starter = GAME.ruling("starter")
    assert there(starter.known)(table.state, Viewer()) == {"took_limit_card": 1}
    seats = [{"points": 0, "limit_cards": 0}, {"points": 0, "limit_cards": 1}, {"points": 1, "limit_cards": 0}]
    table.play("stand_now", seats=seats, starter=2, anyway=True)
    assert there(starter.known)(table.state, Viewer()) is None
    assert said(there(last_verdict(table.state)).tidying[-1]) == "Draw until you have 5 cards. S2 starts."
    assert said(there(screen(table.state).within)) == "S2 starts."


def test_the_numbers_of_a_limit_card_may_follow_or_stay_away() -> None:
    state = Timeline(GAME, make_setup(GAME, 3, {})).add(Played(MIDDLE)).state

    turned_up = attempt(GAME, state, TurnUp(), anyway=False).state
    assert turned_up.phase == "play"
    assert attempt(GAME, turned_up, TurnUp(CARD), anyway=False).state.numbers == CARD


def test_point_cards_are_ones_while_the_box_has_them() -> None:
    move = standing((14, 0), (9, 0), (11, 1), starter=0)
    state = attempt(GAME, GAME.start(make_setup(GAME, 3, {})), move, anyway=False).state

    assert [player.points for player in state.players] == [14, 9, 11]
    assert sum(player.purse.ones for player in state.players) == 24
    assert sum(player.purse.fives for player in state.players) == 2


@pytest.mark.parametrize(
    ("move", "clause"),
    [
        (standing((0, 0), (0, 0), (0, 0), (0, 0)), "LI-2"),
        (standing((0, 9), (0, 9), (0, 0), starter=0), "LI-2"),
        (standing((0, 2), (0, 0), (0, 0)), "LI-12"),
    ],
)
def test_what_has_no_meaning_is_refused_with_its_clause(move: CatchUp, clause: str) -> None:
    assert clause in refusal(GAME, table().at().state, move).clauses


def test_more_points_than_the_box_has_may_be_recorded_anyway() -> None:
    state, move = table().at().state, standing((40, 1), (9, 1), (0, 0), starter=0)

    assert doubt(GAME, state, move).clauses == ("LI-31",)
    assert attempt(GAME, state, move, anyway=True).state.players[0].points == 40


def test_of_rounds_that_nobody_entered_the_end_does_not_say_who_led() -> None:
    timeline = table()
    for move in (standing((9, 3), (5, 8), (4, 6), starter=1), TurnUp(CARD | {"red": 2}), CountOut(1, 0, "red", 0, 1)):
        timeline.add(Played(move, anyway=True))
    story = told(GAME, timeline)
    assert story.headline is not None
    assert not [one for one in story.highlights if "takes the lead" in one.text.message]
