"""The table screen of every game: it names who is awaited, says what to do, and knows no secret."""

from typing import Any

import pytest

from companion.engine.game import Game
from companion.engine.timeline import Timeline
from tests.conformance.playing import PACKAGES, outcomes, whole_games
from tests.conformance.words import texts, unfilled

pytestmark = pytest.mark.parametrize("package", PACKAGES)

EVERY_SO_MANY = 5


def states(timeline: Timeline[Any]) -> list[Any]:
    """Some states of a match, the first and the last among them."""
    every = [outcome.state for outcome in outcomes(timeline)]
    return [*every[::EVERY_SO_MANY], every[-1]]


def test_at_every_moment_the_screen_says_where_the_match_is_and_what_who_sits_there_is_to_do(
    package: str, game: Game[Any]
) -> None:
    for timeline in whole_games(package):
        for state in states(timeline):
            shown, status = game.screen(state), game.status(state)
            assert (shown.call is None) == (status.phase == "over")
            assert [text for text in texts(shown) if unfilled(text)] == []
            if status.phase == "over":
                assert shown.verdict
                assert (shown.awaited, shown.turn, shown.steps) == ((), None, None)
            at_this_table = range(timeline.setup.seats)
            assert all(seat in at_this_table for seat in shown.awaited)
            assert len(set(shown.awaited)) == len(shown.awaited)
            assert shown.turn is None or shown.turn in at_this_table
            assert len(shown.gains) in (0, len(at_this_table))
            assert shown.steps is None or 0 <= shown.steps[0] <= shown.steps[1]
