"""What is hidden stays hidden when somebody corrects what lay open: whatever is put there, nobody else sees a difference."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from companion.engine.errors import DoubtfulMove, IllegalMove, NotAMove
from companion.engine.game import Viewer
from companion.engine.timeline import Timeline
from companion.match.correct import plan_amendment
from tests.conformance.playing import PACKAGES, played, read, twins
from tests.games.playthrough import Moves, Twins

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
    """The moves of both courses, step by step."""
    return list(zip(twin["one"], twin["other"], strict=True))


def put(move: Move, path: Path, value: Any) -> Move:
    """The move with a value at one place."""
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
