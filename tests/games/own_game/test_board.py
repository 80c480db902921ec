"""The board of a game that a table defined, before anything is typed on a phone."""

from companion.engine.game import Viewer
from companion.games.own_game.boards import board
from tests.conformance.playing import PACKAGES, golden, played, twins
from tests.conformance.test_story import told

GAME = PACKAGES["own_game"]


def test_figures_that_all_may_see_are_added_up_once_for_all_phones() -> None:
    play = golden("own_game")[0]
    state = played(GAME, play["players"], play["options"], play["moves"][:3]).at(3).outcome.state
    of_all = {id(board(state, Viewer(frozenset({seat})), {})) for seat in range(play["players"])}
    assert of_all == {id(board(state, Viewer(), {}))}


def test_figures_that_are_hidden_are_told_to_their_own_player_alone() -> None:
    play = twins("own_game")[0]
    state = played(GAME, play["players"], play["options"], play["one"][:1]).at(1).outcome.state
    told = [board(state, Viewer(frozenset({seat})), {}).rows[1].entered for seat in range(play["players"])]
    assert told == [None, 5, None]


def test_the_most_points_of_a_round_decided_nothing_where_the_fewest_win() -> None:
    play = golden("own_game")[0]
    decided = told(GAME, played(GAME, play["players"], play["options"], play["moves"])).highlights
    assert not [one for one in decided if "most in one round" in one.text.message]
