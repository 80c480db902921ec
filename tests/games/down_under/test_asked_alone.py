"""Rulings asked without a match: what was not said or cannot be is flagged, and the verdict stands (DU-1 to DU-53)."""

from dataclasses import replace

import pytest

from companion.engine.game import Viewer
from companion.engine.options import make_setup
from companion.games.down_under.game import GAME
from tests.games.down_under.asking import ASKED, Choice, Json, board, judge, pond, said, tile
from tests.there import there

MEETING = board(("rs90", 1, 0), ("ys0", 0, 1))
"""Red and yellow lead to (0, 0)."""
Options = dict[str, Choice]


def flags(name: str, options: Options | None = None, **facts: object) -> list[str]:
    return [said(flag.text) for flag in judge(name, options, **facts).flags]


TWO = board(("rs0", 0, 0), ("bs0", 1, 0))
CURVED = [*MEETING, tile("rc0", 2, 0)]
WITHOUT_AN_ANIMAL = [tile("rs0", 0, 0, "dingo"), tile("bs0", 1, 0), tile("bt0", 1, 1)]
COUNTED: Json = {"tiles": MEETING, "cell": [0, 0], "mover": "red"}
AT_A_CELL: Json = {"tiles": CURVED, "cell": [0, 0]}
AGAIN: Json = {"tiles": board(("rs0", 0, 0)), "tile": tile("rs0", 0, 1), "area": [5, 7], "turn": 1}
BOTH, ALL = ["red", "blue"], ["red", "yellow", "green", "blue"]
FLAGGED: tuple[tuple[str, Options, Json, str], ...] = (
    ("billabong", {}, {**AT_A_CELL, "mover": "red", "curves_left": {"red": 9, "yellow": 0}}, "Red, curve: 10 (9 at most)."),
    ("billabong", {}, {**AT_A_CELL, "mover": "green", "curves_left": {"red": 8, "yellow": 0}}, "Green has no tile there."),
    ("billabong", {}, {**COUNTED, "curves_left": {"red": 3}}, "Yellow: the curves left haven’t been entered, so we count none."),
    ("billabong", {}, {**COUNTED, "curves_left": {"red": 3, "yellow": 0}}, ""),
    ("placement", {}, AGAIN, "This isn’t the first Red tile."),
    ("route", {}, {"tiles": board(("rs0", 0, 0), ("bs0", 5, 5))}, "Each tile must touch another, at least at a corner."),
    ("route", {}, {"tiles": board(("rs0", 0, 0), ("bs0", 1, 1))}, ""),
    ("route", {}, {"tiles": [*board(("rs0", 0, 0)), pond(0, 1, "NS")]}, ""),
    ("final-score", {"animals": True}, {"tiles": WITHOUT_AN_ANIMAL, "colours": BOTH},
        "The animal on 1 tile hasn’t been entered."),
    ("final-score", {}, {"tiles": WITHOUT_AN_ANIMAL, "colours": BOTH}, ""),
    ("final-score", {}, {"tiles": TWO, "colours": ["red"]}, "Blue: not in play, so not counted."),
    ("final-score", {"variant": "fixed_area"}, {"tiles": TWO, "colours": ["red"]}, ""),
    ("final-score", {"variant": "two_routes"}, {"tiles": TWO, "colours": BOTH}, "With 2 routes each, all 4 colours play."),
    ("final-score", {"variant": "fixed_area"}, {"tiles": TWO, "colours": ALL}, "The fixed area needs an unused colour."),
)  # fmt: skip
"""What is asked, by which house rules, and what of it is flagged."""


@pytest.mark.parametrize(("name", "options", "facts", "told"), FLAGGED)
def test_what_was_unsaid_or_cannot_be_is_flagged_alone(name: str, options: Options, facts: Json, told: str) -> None:
    assert flags(name, options, **facts) == [told] * bool(told)


def test_two_routes_of_which_the_same_is_said_are_explained_once() -> None:
    told = judge("route", tiles=board(("rs0", 0, 0), ("gs90", 1, 0), ("rs0", 2, 0))).because
    assert len({*told}) == len(told)


def test_a_placement_that_continues_two_routes_of_a_colour_is_counted_once() -> None:
    tiles = board(("rc90", 0, 0), ("rs90", 1, 0), ("rc0", 0, 1), ("rs90", 1, 1))
    both = judge("going-on", tiles=tiles, colour="red", area=[5, 7])
    placed = [(one["x"], one["y"], one["kind"], one["turn"]) for one in both.verdict["tiles"]]  # type: ignore[union-attr, call-overload, index]
    assert len(placed) == len(set(placed)) > 0


def test_options_that_change_nothing_are_named_so() -> None:
    assert ASKED.idle(3) == set()
    assert ASKED.idle(2) == {"area", "outsider_billabong"}
    assert ASKED.idle(4, difficulty="hard") == {"area"}
    assert ASKED.idle(4, variant="two_routes") == {"variant"}
    assert ASKED.idle(3, variant="children") == {"difficulty", "area", "terminus_in_span"}


def test_at_a_match_the_judge_asks_about_the_first_colour_of_whose_turn_it_is_that_goes_on() -> None:
    state = GAME.start(make_setup(GAME, 2, {"variant": "two_routes"}))
    known = there(GAME.ruling("going-on").known)
    is_done, is_served = replace(state, done=frozenset({"red"})), replace(state, served=("red",))
    for one, colour in ((state, "red"), (is_done, "green"), (is_served, "green")):
        facts = known(one, Viewer())
        assert isinstance(facts, dict)
        assert facts["colour"] == colour
