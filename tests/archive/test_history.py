"""The arithmetic of looking back: wins add up, who was ahead of whom is the same seen from both sides, merging is union."""

from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from companion.archive.history import CountedMatch, Wanted, against, by_game, by_month, evening_day, records
from companion.engine.story import ranked

START = datetime(2026, 1, 31, 12, 0, tzinfo=UTC)
PEOPLE = ("ana", "ben", "cleo", "dora", "emil")


@st.composite
def matches(draw: st.DrawFn) -> CountedMatch:
    """A match of some of five people, of whom some may have been forgotten."""
    people = draw(st.lists(st.sampled_from(PEOPLE), min_size=2, max_size=5, unique=True))
    scores = draw(st.lists(st.integers(-9, 9), min_size=len(people), max_size=len(people)))
    forgotten = draw(st.sets(st.sampled_from(range(len(people))), max_size=1))
    return CountedMatch(
        "m",
        draw(st.sampled_from(("one", "two"))),
        START + timedelta(days=draw(st.integers(0, 500))),
        draw(st.integers(0, 90)),
        tuple(None if seat in forgotten else name for seat, name in enumerate(people)),
        tuple(scores),
        ranked([-score for score in scores]),
    )


HISTORIES = st.lists(matches(), max_size=12)


def played(*places: int, people: tuple[str | None, ...] = PEOPLE, days: int = 0, game: str = "one") -> CountedMatch:
    """A match that ended with these places, so many days after the first."""
    here = people[: len(places)]
    scores = tuple(10 - place for place in places)
    return CountedMatch(f"m{days}", game, START + timedelta(days=days), 30, here, scores, places)


def test_a_game_after_midnight_belongs_to_the_evening_before() -> None:
    assert evening_day(datetime(2026, 12, 1, 1, 15).astimezone()) == date(2026, 11, 30)


@given(HISTORIES)
def test_everybody_played_as_often_as_they_sat_there_and_who_won_did(history: list[CountedMatch]) -> None:
    found = {one.person: one for one in records(history)}
    won = sum(one.won for one in found.values())
    assert won == sum(one.people[seat] is not None for one in history for seat in one.winners)
    assert {person: one.played for person, one in found.items()} == Counter(
        person for match in history for person in match.people if person is not None
    )
    for one in found.values():
        assert one.shared <= one.won <= one.played
        assert 1 <= (one.average_place or 0) <= 5
        assert 0 <= one.percent <= 100


@given(HISTORIES)
def test_who_was_ahead_of_whom_is_the_same_seen_by_the_other(history: list[CountedMatch]) -> None:
    seen = against(history, PEOPLE)
    for (one, other), found in seen.items():
        assert one != other
        assert seen[other, one] == found.turned
        assert found.matches == sum({one, other} <= {*match.people} for match in history)


@given(HISTORIES)
def test_to_merge_two_who_never_met_is_to_add_up_their_matches(history: list[CountedMatch]) -> None:
    apart = [one for one in history if not {"ana", "ben"} <= {*one.people}]
    together = [replace(one, people=tuple("ana" if who == "ben" else who for who in one.people)) for one in apart]
    before = {one.person: one for one in records(apart)}
    after = {one.person: one for one in records(together)}

    merged = [before[name] for name in ("ana", "ben") if name in before]
    assert "ben" not in after
    if merged:
        ana = after["ana"]
        for field in ("played", "won", "shared", "places"):
            assert getattr(ana, field) == sum(getattr(one, field) for one in merged)
    assert {name: one for name, one in after.items() if name != "ana"} == {
        name: one for name, one in before.items() if name not in ("ana", "ben")
    }


def test_partners_are_no_opponents_of_each_other() -> None:
    seen = against([replace(played(1, 2, 1, 2), teams=((0, 2), (1, 3)))], PEOPLE)
    assert {(one, other) for one, other in seen if one < other} == {
        tuple(sorted((PEOPLE[seat], PEOPLE[other]))) for seat, other in ((0, 1), (0, 3), (1, 2), (2, 3))
    }


def won_with(match: CountedMatch, score: int) -> tuple[str | None, ...]:
    return tuple(match.people[seat] for seat in match.winners if match.scores[seat] == score)


@given(HISTORIES)
def test_the_games_add_up_to_all_matches_and_nobody_won_with_more_than_the_best(history: list[CountedMatch]) -> None:
    found = by_game(history)
    assert sum(one.played for one in found) == len(history)
    for one in found:
        own = [match for match in history if match.game == one.game]
        assert one.best.score == max(match.scores[seat] for match in own for seat in match.winners)
        assert one.best.at == min(match.at for match in own if won_with(match, one.best.score))
        assert one.best.people in [won_with(match, one.best.score) for match in own if match.at == one.best.at]
        assert min(min(match.scores) for match in own) <= one.average <= one.best.score


@given(matches())
def test_each_question_narrows_down_by_itself(one: CountedMatch) -> None:
    assert Wanted().wants(one)
    assert Wanted("one").wants(one) == (one.game == "one")
    assert Wanted(person="ana").wants(one) == ("ana" in one.people)
    assert Wanted(players=3).wants(one) == (len(one.scores) == 3)
    assert Wanted(since=date(2026, 6, 1)).wants(one) == (one.at.astimezone() >= datetime(2026, 6, 1).astimezone())
    assert Wanted("one", "ana", 3).wants(one) == (one.game == "one" and "ana" in one.people and len(one.scores) == 3)


@given(HISTORIES)
def test_every_match_is_before_a_day_or_from_it_on(history: list[CountedMatch]) -> None:
    halves = Wanted(until=date(2026, 5, 31)), Wanted(since=date(2026, 6, 1))
    assert sum(half.wants(one) for one in history for half in halves) == len(history)


@given(HISTORIES)
def test_months_follow_one_another_and_hold_what_was_played(history: list[CountedMatch]) -> None:
    found = by_month(history)
    assert len(found) <= 12
    months = [month for month, _ in found]
    assert {later.year * 12 + later.month - one.year * 12 - one.month for one, later in pairwise(months)} <= {1}
    assert bool(found) == bool(history)
    if found:
        assert found[-1][0] == max(when.date().replace(day=1) for when in map(here, history))
        assert found[0][1] > 0 or len(found) == 12
    for month, count in found:
        assert count == sum((when.year, when.month) == (month.year, month.month) for when in map(here, history))


def here(one: CountedMatch) -> datetime:
    return one.at.astimezone()


def test_most_wins_come_first_then_fewer_matches_then_better_places() -> None:
    history = [played(1, 2, 3), played(2, 1, 3), played(3, 2, 1), played(2, 1, people=("dora", "emil"))]
    assert [one.person for one in records(history)] == ["emil", "ben", "ana", "cleo", "dora"]


def test_the_best_score_is_of_somebody_who_won_though_whoever_lost_by_another_rule_had_more() -> None:
    # Down Under with animals, DU-43: whoever has not laid the dingo tile loses, with however many points.
    lost = CountedMatch("m1", "one", START, 30, ("ana", "ben", "cleo"), (31, 24, 24), (3, 1, 1), moot=(0,))
    later = CountedMatch("m2", "one", START + timedelta(days=1), 30, ("ana", "ben"), (24, 20), (1, 2))
    (found,) = by_game([later, lost])
    assert (found.best.score, found.best.people, found.best.match_id) == (24, ("ben", "cleo"), "m1")
    assert (found.average, found.average_won) == (92 / 4, 24)
