"""Corrections in every game: what the preview says is what comes of it, and what stands can be played again from nothing."""

import copy
import json
import os
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.errors import DoubtfulMove, IllegalMove, NotAMove
from companion.engine.game import Game, Viewer
from companion.engine.journal import Amended, CannotUndo, Event, Played, Redone, Undone, plays
from companion.engine.timeline import Timeline
from companion.match.correct import plan_amendment
from companion.match.journal_codec import read_event, write_event
from tests.conformance.playing import PACKAGES, played, playthroughs, read, twins
from tests.games.playthrough import Moves, Twins
from tests.rings import examples

MOST_MOVES = 50
"""So many entries show every kind of stop, and keep a game short enough to be played a hundred times."""
REFUSED = (NotAMove, IllegalMove, DoubtfulMove)


@cache
def _random_game(package: str, seed: int) -> tuple[int, dict[str, Any], Moves]:
    return playthroughs(package).random_game(random.Random(f"{os.environ['SEED']} corrected {seed}"))


def some_game(package: str, seed: int) -> tuple[Timeline[Any], Moves]:
    """A random game under way, and moves of another like it, from which wrong ones are taken."""
    players, options, moves = _random_game(package, seed)
    return played(PACKAGES[package], players, options, moves[:MOST_MOVES]), moves


def correction(rng: random.Random, timeline: Timeline[Any], moves: Moves) -> tuple[int, Any]:
    """A play that stands, and another move in its place: mostly one of its own kind."""
    play = rng.choice(plays(timeline.revision))
    kind = timeline.game.kind_of(play.move)
    alike = [move for move in moves if move["kind"] == kind] if rng.random() < 0.8 else moves
    return play.index, read(timeline.game, rng.choice(alike or moves), timeline.setup.seats)


def again(timeline: Timeline[Any]) -> Any:
    """The state after the plays that stand, played one by one from nothing."""
    fresh = Timeline(timeline.game, timeline.setup)
    for play in plays(timeline.revision):
        now = fresh.add(Played(play.move, play.anyway))
        assert now.stopped is None, (play, now.stopped)
    return fresh.at().state


def stored(timeline: Timeline[Any]) -> Any:
    game: Game[Any] = timeline.game
    fresh = Timeline(game, timeline.setup)
    for event in timeline.events:
        fresh.add(read_event(game, write_event(game, event), timeline.setup.seats))
    return fresh.at().state


def take(timeline: Timeline[Any], event: Event) -> None:
    """Add an entry; what was seen before it is what comes of it."""
    preview = timeline.after(event)
    before = timeline.version
    result = timeline.add(event)
    assert preview.state == result.state
    assert (preview.stopped, result.stopped) == (None, None)
    assert timeline.version == before + 1


@pytest.mark.ring("test")
@pytest.mark.parametrize("package", PACKAGES)
@settings(max_examples=examples(12), derandomize=False)
@given(seed=st.integers(0, 99), course=st.randoms(use_true_random=False))
def test_the_preview_of_a_correction_is_what_comes_of_it(package: str, seed: int, course: random.Random) -> None:
    timeline, moves = some_game(package, seed)
    for _ in range(3):
        if not plays(timeline.revision):
            break
        index, move = correction(course, timeline, moves)
        anyway, before = course.random() < 0.5, timeline.at().state
        try:
            event, stopped = plan_amendment(timeline, ((index, move),), anyway=anyway)
        except REFUSED:
            assert timeline.at().state == before
            continue
        kept = {play.index for play in plays(timeline.revision)}
        take(timeline, event)
        first, until = event.dropped_from, event.dropped_until
        fell = {at for at in kept if first is not None and first <= at and (until is None or at < until)}
        assert {play.index for play in plays(timeline.revision)} == kept - fell
        assert index not in fell
        assert stopped is None or stopped.play.index in fell
        assert again(timeline) == timeline.at().state
    assert stored(timeline) == timeline.at().state


@pytest.mark.ring("test")
@pytest.mark.parametrize("package", PACKAGES)
@settings(max_examples=examples(8), derandomize=False)
@given(seed=st.integers(0, 99), course=st.randoms(use_true_random=False))
def test_undo_and_redo_go_round_a_correction(package: str, seed: int, course: random.Random) -> None:
    timeline, moves = some_game(package, seed)
    index, move = correction(course, timeline, moves)
    before = timeline.at().state
    try:
        event, _ = plan_amendment(timeline, ((index, move),), anyway=True)
    except REFUSED:
        return
    corrected_at = timeline.version
    take(timeline, event)
    after = timeline.at().state
    take(timeline, Undone(corrected_at))
    assert timeline.at().state == before
    take(timeline, Redone())
    assert timeline.at().state == after
    with pytest.raises(CannotUndo):
        timeline.add(Redone())


@pytest.mark.parametrize("package", PACKAGES)
def test_correcting_an_entry_into_itself_changes_nothing(package: str) -> None:
    timeline, _ = some_game(package, 1)
    for play in plays(timeline.revision)[::7]:
        event, stopped = plan_amendment(timeline, ((play.index, play.move),), anyway=False)
        assert isinstance(event, Amended)
        assert stopped is None
        assert timeline.after(event).state == timeline.at().state


@pytest.mark.parametrize("package", PACKAGES)
def test_to_say_that_things_stand_as_they_do_changes_no_score(package: str, game: Game[Any]) -> None:
    timeline, _ = some_game(package, 2)
    said = 0
    for version in range(0, timeline.version, min(9, timeline.version // 3 or 1)):
        state = timeline.at(version).state
        if game.status(state).phase != "over":
            said += tries(game, state)
    assert said


def tries(game: Game[Any], state: Any) -> int:
    """1 where things can be said to stand as they do; 0 where something is not known yet, as at the very start."""
    try:
        outcome = game.play(state, game.stands(state))
    except IllegalMove:
        return 0
    assert game.status(outcome.state).scores == game.status(state).scores
    return 1


COURSES = [(package, index) for package in PACKAGES for index in range(len(twins(package)))]
Move = dict[str, Any]
Path = tuple[Any, ...]


def leaves(part: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every single value of a move but its kind, and where it stands."""
    if isinstance(part, dict | list):
        inner = part.items() if isinstance(part, dict) else enumerate(part)
        for name, value in inner:
            if name != "kind":
                yield from leaves(value, (*path, name))
    else:
        yield path, part


def secrets(twin: Twins) -> list[Any]:
    """Every value that stands in a secret, and not at the same place in its twin."""
    found = [dict(leaves(one)).items() ^ dict(leaves(other)).items() for one, other in pairs(twin)]
    return sorted({value for values in found for _, value in values}, key=repr)


def pairs(twin: Twins) -> list[tuple[Move, Move]]:
    return list(zip(twin["one"], twin["other"], strict=True))


def put(move: Move, path: Path, value: Any) -> Move:
    changed = copy.deepcopy(move)
    part: Any = changed
    for name in path[:-1]:
        part = part[name]
    part[path[-1]] = value
    return changed


def guesses(move: Move, values: list[Any]) -> Iterator[Move]:
    """The move with something of a secret in one place of it, or in all of them that lie together."""
    for value in values:
        alike = [path for path, there in leaves(move) if type(there) is type(value)]
        for path in alike:
            yield put(move, path, value)
        for beside in {path[:-1] for path in alike}:
            filled = move
            for path in alike:
                filled = put(filled, path, value) if path[:-1] == beside else filled
            yield filled


def seen(timeline: Timeline[Any], twin: Twins, index: int, move: Move, *, anyway: bool) -> Any:
    """What everybody but the owner sees of a correction before it is recorded."""
    try:
        corrected = read(timeline.game, move, twin["players"])
        event, stopped = plan_amendment(timeline, ((index, corrected),), anyway=anyway)
    except (NotAMove, IllegalMove, DoubtfulMove) as refused:
        return type(refused), str(refused)
    if timeline.would_reveal(event):
        return "it would be the reveal itself"
    told = stopped and (stopped.play.index, str(stopped.error))
    after = timeline.after(event).outcome.state
    others = [Viewer(), *(Viewer(frozenset({seat})) for seat in range(twin["players"]) if seat != twin["owner"])]
    return told, event.allowed, event.dropped_from, [json.dumps(timeline.game.view(after, one)) for one in others]


@pytest.mark.parametrize(("package", "index"), COURSES)
def test_no_correction_of_what_lay_open_tells_what_is_hidden(package: str, index: int) -> None:
    twin, game = twins(package)[index], PACKAGES[package]
    courses: tuple[Moves, Moves] = (twin["one"], twin["other"])
    one, other = (played(game, twin["players"], twin["options"], moves) for moves in courses)
    tried = 0
    for at, (move, its_twin) in enumerate(pairs(twin)):
        for guess in guesses(move, secrets(twin)) if move == its_twin else ():
            for anyway in (False, True):
                views = [seen(world, twin, at, guess, anyway=anyway) for world in (one, other)]
                assert views[0] == views[1], (at, guess)
                tried += 1
    assert tried
