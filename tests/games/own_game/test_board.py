"""The board of a game that a table defined, before anything is typed on a phone."""

import json
from dataclasses import replace
from typing import Any

import pytest

from companion.engine.errors import IllegalMove
from companion.engine.game import Setup, Viewer
from companion.engine.options import begin_setup, make_setup
from companion.engine.text import seats_in
from companion.games.own_game.boards import board
from companion.games.own_game.moves import Fill, Finish, Leave, Points
from companion.games.own_game.options import who_wins
from companion.games.own_game.play import play
from companion.games.own_game.screens import screen
from companion.games.own_game.standing import who_won
from companion.games.own_game.state import State
from companion.games.own_game.stories import story
from tests.conformance.playing import PACKAGES, golden, played, twins
from tests.conformance.test_story import told
from tests.games.english import said
from tests.there import there

GAME = PACKAGES["own_game"]


def begun(seats: int, scores: tuple[int, ...] = (), **sheet: Any) -> State:
    """A match of a game defined like this, whose players have these points."""
    return State(Setup(seats, {"sheet": json.dumps({"name": "x", **sheet})}), scores)


def named(*names: str) -> list[dict[str, Any]]:
    return [{"name": name} for name in names]


def shown(state: State, **typed: str) -> Any:
    """The board with this typed; `cells_1_1` stands for the field cells.1.1."""
    return board(state, Viewer(), {name.replace("_", "."): (value,) for name, value in typed.items()})


def test_figures_that_are_hidden_are_told_to_their_own_player_alone() -> None:
    play = twins("own_game")[0]
    state = played(GAME, play["players"], play["options"], play["one"][:1]).at(1).outcome.state
    told = [board(state, Viewer(frozenset({seat})), {}).rows[1].entered for seat in range(play["players"])]
    assert told == [None, 5, None]


def test_the_most_points_of_a_round_decided_nothing_where_the_fewest_win_or_whoever_has_them_stays_below_0() -> None:
    skat = [{"kind": "points", "points": {"0": one, "1": 0}} for one in (-72, 5)]
    sheet = {"sheet": json.dumps({"name": "x", "negative": True})}
    play = golden("own_game")[0]
    for match in (played(GAME, play["players"], play["options"], play["moves"]), played(GAME, 2, sheet, skat)):
        assert not [one for one in told(GAME, match).highlights if "most in one round" in one.text.message]


def test_a_pad_waits_for_whom_all_others_are_ahead_of_or_done_before_and_not_where_all_lack_cells() -> None:
    state = begun(3, writes="pad", rows=named(*"abc"))
    for cells, awaited in (
        ({0: {0: 1}, 1: {0: 2}}, (2,)),
        ({0: {1: 3}}, ()),
        ({1: {1: 1}, 2: {0: 0, 1: 3}}, ()),
        ({1: {2: 4}}, (0, 2)),
    ):
        state = play(state, Fill(cells)).state
        assert screen(state).awaited == awaited


def test_who_leads_by_what_is_saved_is_known_beside_who_leads_by_what_is_typed() -> None:
    state = play(begun(2, writes="pad", rows=named("a", "b")), Fill({0: {0: 9}, 1: {0: 2}})).state
    typed = shown(state, kind="pad", cells_1_1="8")
    assert [text and text.number for text in (typed.led, typed.leads)] == [7, 1]


def test_a_row_that_decides_between_equal_totals_is_named_and_one_alone_is_crowned() -> None:
    rows = [{"name": "Points"}, {"name": "Coins", "counts": False, "breaks": "most"}]
    state = play(begun(3, writes="pad", rows=rows), Fill({0: {0: 9, 1: 6}, 1: {0: 9, 1: 10}, 2: {0: 3, 1: 20}})).state
    assert [(row.leads, row.decided and row.decided.args) for row in shown(state).rows] == [
        (False, (("points", 6), ("row", state.definition.rows[1].called))),
        (True, (("points", 10), ("row", state.definition.rows[1].called))),
        (False, None),
    ]
    assert [one.note is None for one in story(state, ()).places] == [False, False, True]


def test_the_points_typed_where_so_many_are_asked_for_count_for_no_one() -> None:
    state = begun(2, writes="pad", rows=[{"name": "Twos", "kind": "count", "times": 2, "up_to": 5}])
    reckoned = shown(state, cells_0_0="8", cells_1_0="5").reckoned
    assert (reckoned["total.0"], reckoned["total.1"]) == (0, 10)


def test_older_matches_in_which_more_was_bid_than_the_round_deals_are_not_asked() -> None:
    rows = [{"name": "Bid", "counts": False}, {"name": "Tricks", "counts": False, "by_round": True}, {"name": "Points"}]
    sheet = {"sheet": json.dumps({"name": "x", "writes": "rows", "rows": rows})}
    bids = {"kind": "pad", "cells": {"0": {"0": 20}, "1": {"0": 1, "2": 30}}}
    assert played(GAME, 2, sheet, [bids]).at(1).outcome.state.cells == {0: {0: 20}, 1: {0: 1, 2: 30}}


def test_a_race_says_why_several_share_the_win_or_who_else_reached_its_score() -> None:
    race = {"name": "x", "ends": "target", "at": 300}
    places = {"name": "x", "writes": "places", "ends": "rounds", "at": 2}
    for sheet, rounds, reached in (
        (race, ((150, 160, 90), (160, 150, 90)), ["S0, S1 have 310 each."]),
        (race, ((150, 160, 90), (155, 140, 90)), ["S0, S1 reached 300 in the same round."]),
        (race, ((150, 160, 90), (160, 130, 90)), []),
        (places, ((1, 2, 3), (2, 1, 3)), ["S0, S1 each have ranks that add up to 3."]),
        (places, ((1, 2, 3), (1, 2, 3)), []),
    ):
        moves = [{"kind": "points", "points": {str(seat): one for seat, one in enumerate(each)}} for each in rounds]
        told_of = told(GAME, played(GAME, 3, {"sheet": json.dumps(sheet)}, moves)).highlights
        level = [one.text for one in told_of if len(one.text.args) == 2 and seats_in(one.text) == {0, 1}]
        assert [*map(said, level)] == reached, rounds


def test_rows_of_a_round_add_up_as_they_are_typed_and_count_as_they_are_saved() -> None:
    state = play(begun(2, writes="rows", rows=named("Cards", "Bonus")), Fill({0: {0: 100}})).state
    assert [row.total for row in shown(state).rows] == [100, 0]
    seen = shown(state, cells_1_0="62")
    assert (dict(seen.reckoned)["total.1"], there(seen.so_far).scores) == (62, (100, 0))
    assert screen(state).gains == (100, 0)


def test_the_television_sorts_a_round_half_entered_by_the_points_it_shows_and_adds_up_places() -> None:
    half = there(screen(play(begun(3, wins="fewest"), Points({0: 9, 1: -3})).state).so_far)
    assert (half.scores, half.places) == ((9, -3, 0), (3, 1, 2))
    race = begun(3, writes="places")
    for places in ({0: 1, 1: 2, 2: 3}, {0: 1, 1: 3, 2: 2}):
        race = play(race, Points(places)).state
    assert there(screen(race).counted).message == "Total"
    assert (screen(race).ahead, screen(race).climbs) == ((0,), (0, 0, 1)), "Cleo has drawn level with Ben"
    few = play(begun(3, wins="fewest"), Points({0: 1, 1: 4, 2: 9})).state
    for chart in (shown(race).chart, story(race, ()).chart, shown(few).chart, story(few, ()).chart):
        first, second, _ = chart.lines
        assert first.mark < second.mark, "who is first is drawn first, on the board and in the result"


def test_who_goes_beyond_an_exact_end_is_told_so_and_so_is_who_types_on() -> None:
    bust = play(begun(2, (180, 200), ends="target", at=301, exact=True), Points({0: 140, 1: 40})).state
    assert screen(bust).verdict[1].message == "{what}, over {points}: counts 0", "also once the round is over"
    typed = shown(bust, kind="points", points_1="20")
    assert ([one.total for one in typed.rows], dict(typed.reckoned)["total.1"]) == ([121, 61], 41)


def test_a_game_ends_after_the_rounds_it_was_begun_with_though_someone_left_as_in_records_made_before() -> None:
    rows = [{"name": "Bid"}, {"name": "Tricks", "by_round": True}]
    state = play(begun(4, writes="rows", rows=rows, ends="rounds", at=15), Leave(3)).state
    assert (screen(state).steps, screen(state).notes[3].message) == ((0, 15), "has left")
    assert replace(state, rounds=((0, 0, 0, 0),) * 15).is_over


def test_a_score_to_be_reached_together_is_lost_below_it_and_only_where_the_definition_says_so() -> None:
    def ended(**more: object) -> State:
        state = begun(4, (), together=True, ends="target", at=25, **more)
        for points in (10, 7):
            state = play(state, Points({0: points})).state
        return play(state, Finish()).state

    assert (ended().ranks, ended(must_reach=True).ranks) == ((1,) * 4, (2,) * 4), "what was played before stays won"
    decided = story(ended(must_reach=True), ()).highlights
    assert not [one for one in decided if "most in one round" in one.text.message]
    assert who_wins(ended().definition).message == "You win or lose together."


def test_sides_are_named_as_sides_where_something_is_missing_and_where_one_wins() -> None:
    pairs = begun(4, teams=True)
    assert seats_in(shown(pairs).small) == {0, 1, 2, 3}
    assert seats_in(shown(play(pairs, Points({0: 3})).state).small) == {1, 3}
    assert said(shown(begun(7)).small) == "Missing: 7", "a line of a small phone has no room for so many names"
    assert "The side" in who_wins(replace(pairs.definition, writes="winner")).message
    assert "The side" in who_wins(replace(pairs.definition, writes="winner", teams=False, alone=True)).message


@pytest.mark.parametrize(
    ("sheet", "tapped", "follows"),
    [
        ({"writes": "winner"}, (), "tap who won it"),
        ({"writes": "winner"}, (1,), "S1 wins."),
        ({"writes": "winner"}, (0, 2), "S0, S2 share the win."),
        ({"writes": "winner", "teams": True}, (0,), "S0, S2 win."),
        ({}, (0, 1, 2, 3), "Next: round 2"),
        ({"ends": "rounds", "at": 1}, (0, 1, 2, 3), "the game ends here"),
    ],
)
def test_the_button_of_a_round_says_what_follows_from_what_is_tapped(
    sheet: dict[str, object], tapped: tuple[int, ...], follows: str
) -> None:
    state = State(Setup(4, {"sheet": json.dumps({"name": "x", **sheet})}))
    assert said(board(state, Viewer(), {f"points.{seat}": ("1",) for seat in tapped}).small) == follows


def test_players_who_make_no_teams_of_their_size_are_refused_at_the_start_and_play_on_where_they_have_begun() -> None:
    given = {"sheet": {"name": "Trio", "teams": True, "team_size": 3}}
    for seats in (3, 5, 7, 10):
        with pytest.raises(IllegalMove, match="isn’t for"):
            begin_setup(GAME, seats, given)
        assert make_setup(GAME, seats, given).seats == seats
    assert begin_setup(GAME, 6, given).seats == 6
    assert begin_setup(GAME, 5, {"sheet": {"name": "Pairs", "teams": True}}).seats == 5


def test_a_round_half_entered_counts_at_the_end_where_the_table_says_so_and_all_agree_who_leads() -> None:
    state = begun(2, writes="points")
    for points in ({0: 12, 1: 15}, {0: "6+12"}):
        state = play(state, Points(points)).state
    asked = shown(state, kind="finish")
    without, counted = (play(state, Finish(counts)).state for counts in (False, True))
    assert (asked.ending[:1], there(asked.ending_whole)[1:]) == ((who_won(without),), (who_won(counted),))
    assert said(there(asked.ending_whole)[0]) == "S1: 0", "who gets nothing is named"
    assert (without.scores, counted.scores) == ((12, 15), (30, 15))
    assert [(one.seat, one.score) for one in story(state, ()).places] == [(0, 30), (1, 15)]


def test_where_no_teams_can_be_made_the_player_with_the_most_wins_and_no_side() -> None:
    goes = [said(shown(begun(seats, teams=True, ends="target", at=100)).goes) for seats in (4, 5)]
    assert [one.split(" with")[0] for one in goes] == ["The side", "The player"]
