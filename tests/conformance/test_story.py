"""Every game tells how a match goes: where it is at each moment, what each round brought, what decided it."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from companion.engine.charts import LineChart
from companion.engine.game import Game
from companion.engine.journal import newest_first
from companion.engine.story import Step, Story, places
from companion.engine.text import SeatName, seats_in
from companion.engine.timeline import Timeline
from companion.web.board.screen import best_first
from tests.conformance.playing import PACKAGES, positions, whole_games
from tests.conformance.words import cited_clauses, texts, unfilled

pytestmark = pytest.mark.parametrize("package", PACKAGES)


def steps_of(timeline: Timeline[Any], upto: int) -> list[Step[Any]]:
    """The first so many plays of a match in which every entry is a play that stands."""
    states = [timeline.at(version).state for version in range(upto + 1)]
    plays = [node.play for node in newest_first(timeline.revisions[upto].last)][::-1]
    return [Step(play.index, play.move, states[at], states[at + 1]) for at, play in enumerate(plays)]


def told(game: Game[Any], timeline: Timeline[Any], upto: int | None = None) -> Story:
    """The story of a match up to an entry, or to its end."""
    version = timeline.version if upto is None else upto
    return game.story(timeline.at(version).state, steps_of(timeline, version))


def test_the_ranking_and_the_lines_of_the_chart_are_those_of_the_games_status(package: str, game: Game[Any]) -> None:
    for timeline in whole_games(package):
        status, story = game.status(timeline.at().state), told(game, timeline)
        by_seat = sorted(story.places, key=lambda one: one.seat)
        assert tuple(one.score for one in by_seat) == status.scores
        assert tuple(one.rank for one in by_seat) == places(status)
        assert places(game.status(timeline.at(0).state)) is None
        assert tuple(one.seat for one in by_seat if one.rank == 1) == status.winners
        assert [one.rank for one in story.places] == sorted(one.rank for one in story.places)
        assert isinstance(story.chart, LineChart)
        by_side = [*zip(story.chart.lines, story.sides, strict=True)]
        ends = (next(line.value for line, side in by_side if one.seat in side) for one in by_seat)
        assert tuple(ends) == status.scores
        assert len({line.dash for line, _ in by_side}) == len(by_side), "partners share a line"


def test_who_is_ahead_by_now_stands_first_on_the_screen_as_in_the_story(package: str, game: Game[Any]) -> None:
    for timeline in whole_games(package):
        for version in range(timeline.version // 4, timeline.version, 5):
            state = timeline.at(version).state
            shown = best_first(game.screen(state).so_far or game.status(state))
            assert [one.seat for one in shown] == [one.seat for one in told(game, timeline, version).places]


def test_the_story_of_a_finished_match_says_who_won_and_what_decided_it(package: str, game: Game[Any]) -> None:
    for timeline in whole_games(package):
        story, status = told(game, timeline), game.status(timeline.at().state)
        assert story.headline is not None
        assert story.highlights
        assert story.stretches[-1].scores == status.scores
        numbers = [one.number for one in story.stretches]
        assert numbers == ([*range(1, len(numbers) + 1)] if game.has_rounds else sorted(set(numbers)))
        assert story.moment is None or seats_in(story.moment.text) & {*(status.winners or ())}


AMOUNTS: dict[str, Callable[[Any], list[int]]] = {
    "land_unter": lambda state: [max(one.points) for one in state.rounds],
    "limits": lambda state: [one.count.counted - one.count.allowed for one in state.rounds if one.count.is_guilty],
    "nile": lambda state: [max(one.gains) for one in state.scorings],
}
"""What each round brought of that of which a story names the most."""


def test_the_most_of_a_game_is_told_where_it_is_one_moment_alone(package: str, game: Game[Any]) -> None:
    for timeline in whole_games(package):
        story = told(game, timeline)
        totals = [(0,) * len(story.places), *(one.scores for one in story.stretches)]
        gains = [max(map(int.__sub__, after, before)) for before, after in pairwise(totals)]
        amounts = AMOUNTS[package](timeline.at().state) if package in AMOUNTS else gains
        claims = [one for one in story.highlights if ", the most in" in one.text.message]
        most = max(amounts, default=0)
        is_alone = most > 0 and amounts.count(most) == 1
        assert len(claims) == is_alone or (package not in AMOUNTS and not claims), amounts


def test_every_moment_names_an_entry_and_clauses_that_exist(package: str, game: Game[Any]) -> None:
    ids = {clause.id for clause in game.clauses}
    for timeline in whole_games(package):
        story = told(game, timeline)
        assert set(cited_clauses(story)) <= ids
        assert [text for text in texts(story) if unfilled(text)] == []
        for one in story.highlights:
            assert one.clauses
            assert 0 <= one.index < timeline.version
            named = [arg for _, arg in one.text.args if isinstance(arg, SeatName)]
            assert len(named) == len({*named}), one.text  # Nobody's name is said twice.
        assert [one.index for one in story.highlights] == sorted(one.index for one in story.highlights)


def test_the_screen_always_says_where_the_match_is_and_what_each_is_to_do(package: str, game: Game[Any]) -> None:
    for timeline in whole_games(package):
        for state in positions(timeline):
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
