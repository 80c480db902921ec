"""The second fold, and one match in memory: states, stops, reveals."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any
from weakref import ref

import pytest

from companion.engine.errors import DoubtfulMove
from companion.engine.game import Outcome
from companion.engine.journal import (
    Amended,
    Event,
    Play,
    Played,
    Redone,
    Revision,
    Undone,
    UnreadMove,
    follow,
    newest_first,
    plays,
)
from companion.engine.timeline import Timeline, attempt
from tests.engine.toy import GAME, SETUP, Put, Show, play


def timeline(*moves: Any) -> Timeline[tuple[int, ...]]:
    found = Timeline(GAME, SETUP)
    for move in moves:
        found.add(Played(move))
    return found


def test_a_doubt_that_spares_what_is_recorded_is_raised_for_a_new_entry_alone() -> None:
    def careful(state: tuple[int, ...], move: Any) -> Outcome[tuple[int, ...]]:
        flags = tuple(replace(flag, new_entries_only=True) for flag in play(state, move).flags)
        return replace(play(state, move), flags=flags)

    game = replace(GAME, play=careful)
    now = Timeline(game, SETUP).add(Played(Put(0, 6)))
    assert (now.stopped, now.state, len(now.outcome.flags)) == (None, (6, 0), 1)
    with pytest.raises(DoubtfulMove):
        attempt(game, (0, 0), Put(0, 6), anyway=False, seats=frozenset())


@dataclass(frozen=True)
class Purses:
    """A state of which can be told whether it is still remembered."""

    coins: tuple[int, ...]


def weighed() -> tuple[Timeline[Purses], Callable[[], int]]:
    """A match, and how many of its states are remembered."""
    made: list[ref[Purses]] = []

    def kept(coins: tuple[int, ...]) -> Purses:
        state = Purses(coins)
        made.append(ref(state))
        return state

    def play_on(state: Purses, move: Any) -> Outcome[Purses]:
        outcome = play(state.coins, move)
        return replace(outcome, state=kept(outcome.state))  # type: ignore[arg-type, return-value]

    game: Any = replace(GAME, start=lambda setup: kept((0, 0)), play=play_on)  # type: ignore[arg-type, return-value]
    return Timeline(game, SETUP), lambda: sum(state() is not None for state in made)


def test_an_entry_that_would_reveal_is_known_before_it_is_made_and_leaves_nothing_behind() -> None:
    match, remembered = weighed()
    for move in (Put(0, 1), Put(1, 2)):
        match.add(Played(move))
    before = remembered()
    assert match.would_reveal(Played(Show()))
    assert match.would_reveal(Amended(((1, Show()),)))
    assert not match.would_reveal(Amended(((1, Put(0, 2)),)))
    assert remembered() == before
    match.add(Played(Show()))
    assert not match.would_reveal(Amended(((0, Put(0, 2)),)))
    assert not match.would_reveal(Amended(((2, Show()),)))


def test_a_long_match_remembers_a_few_states_and_works_out_the_others_again(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, few in (("MOST_KNOWN", 6), ("NEAR", 2), ("FAR_APART", 3)):
        monkeypatch.setattr(f"companion.engine.timeline.{name}", few)
    match, remembered = weighed()
    states = [match.at().state.coins]
    for number in range(60):
        states.append(match.add(Played(Put(number % 2, 0 if number % 3 else 1))).state.coins)
        assert remembered() <= 2 * 60 / 3
        if number % 20 == 19:
            states.append(match.add(Undone(number // 2)).state.coins)
    states.append(match.add(Redone()).state.coins)
    assert [match.at(version).state.coins for version in range(match.version + 1)] == states
    assert match.outcome(next(newest_first(match.revision.last))) == Outcome(Purses(states[-1]))
    assert match.add(Played(Show())).state.coins == states[-1]
    assert remembered() <= 2 * 60 / 3


def stands(*events: Event) -> list[Play]:
    found = [Revision()]
    for event in events:
        found.append(follow(found, event))
    return list(plays(found[-1]))


def put(number: int) -> Played:
    return Played(Put(0, number))


def test_a_written_move_is_read_once_when_somebody_asks_and_equals_the_move_it_is() -> None:
    asked: list[str] = []

    def read(text: str) -> Put:
        asked.append(text)
        return Put(0, int(text))

    written = UnreadMove("4", read)
    [play] = stands(Played(written, anyway=True))
    assert asked == []
    assert play.move is play.move is Played(written).move
    assert asked == ["4"]
    assert Played(written) == put(4) == Played(UnreadMove("4", read))
    assert Played(written) != put(5)
    assert (hash(Played(written)), repr(written)) == (hash(put(4)), repr(Put(0, 4)))
    corrected = stands(put(1), Played(UnreadMove("2", read)), Amended(((1, Put(0, 3)),)))
    assert [one.move.coins for one in corrected] == [1, 3]
    assert asked == ["4", "4"], "what was corrected is not asked for"
