"""Nobody makes the judge work for long: what it takes is no more than a box holds, and judged in a moment."""

import importlib.util
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, get_args

import pytest

from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.game import Game, RulingKind
from companion.engine.schema.declared import Declared, alternatives, depending, fields, in_ways, unwrap
from companion.engine.schema.marks import Between, Length
from companion.games import games
from companion.match.judge import judge
from tests.rings import examples

SECONDS = 0.1
"""Of processor time, the most that a ruling may take on the largest facts there are."""
BUSY = 3
"""A processor that others share, too, does as much more slowly."""
MOST_TRIED = 3000
"""Most random facts are refused, as two equal cards are, and some are not."""
NEAR = 60
"""Numbers without bounds, such as cells, are as far from 0."""
Own = Callable[[random.Random], Any]


def _own_facts(game: Game[Any], name: str) -> Own | None:
    """What a game's tests give as the largest of a field whose parts must suit each other."""
    module = f"tests.games.{game.slug.replace('-', '_')}.largest"
    return getattr(importlib.import_module(module), name, None) if importlib.util.find_spec(module) else None


def largest(declared: Declared, game: Game[Any], rng: random.Random) -> Any:
    """A value as large as its declaration allows: most lists at their longest, each map with every key."""
    if declared.is_optional and rng.random() < 0.1:
        return None
    match declared.kind:
        case "choice":
            return rng.choice(get_args(declared.bare))
        case "truth":
            return rng.random() < 0.5
        case "union":
            return largest(rng.choice(declared.inner), game, rng)
        case "list":
            return _largest_list(declared, game, rng)
        case "tuple":
            return [largest(one, game, rng) for one in declared.inner]
        case "map":
            key, one = declared.inner
            between = key.mark(Between)
            numbers = range(between.low, between.high + 1) if between else range(game.players[-1])
            names = get_args(key.bare) if key.kind == "choice" else numbers
            return {str(name): largest(one, game, rng) for name in names}
        case "shape":
            return _largest_shape(declared.bare, game, rng)
    return _number(declared, game, rng)


def _largest_list(declared: Declared, game: Game[Any], rng: random.Random) -> list[Any]:
    one, length = declared.inner[0], declared.length
    count = rng.choice((length.high, rng.randint(length.low, length.high)))
    if one.kind == "choice" and count <= len(get_args(one.bare)):
        return rng.sample(get_args(one.bare), count)
    return [largest(one, game, rng) for _ in range(count)]


def _largest_shape(shape: type, game: Game[Any], rng: random.Random) -> dict[str, Any]:
    ways = alternatives(shape)
    way = rng.randrange(len(ways)) if ways else 0
    left_out = {name for one in ways for name in one} - set(ways[way] if ways else ())
    wanted = {**fields(shape), **{name: unwrap(one) for name, one in (in_ways(shape) or [{}])[way].items()}}
    deciding, found = depending(shape), {}
    needed = {*(ways[way] if ways else ()), *(deciding.needed if deciding else ())}
    for name, one in wanted.items():
        if name not in left_out:
            own = _own_facts(game, name)
            found[name] = (
                own(rng)
                if own
                else largest(replace(one, is_optional=one.is_optional and name not in needed), game, rng)
            )
    if deciding is not None:
        is_so = found[deciding.field] == deciding.value
        found.update(dict.fromkeys(deciding.without if is_so else (), None))
    return found


def _number(declared: Declared, game: Game[Any], rng: random.Random) -> int:
    between = declared.mark(Between)
    if declared.is_seat:
        return rng.randrange(game.players[-1])
    if between is None:
        return rng.randint(-NEAR, NEAR)
    return rng.choice((between.low, between.high, rng.randint(between.low, between.high)))


def _lists(declared: Declared, path: str, within: tuple[type, ...] = ()) -> Iterator[tuple[str, Declared]]:
    if declared.kind == "shape" and declared.bare not in within:
        for name, one in fields(declared.bare).items():
            yield from _lists(one, f"{path}.{name}", (*within, declared.bare))
    if declared.kind in ("list", "map"):
        yield path, declared
    for one in declared.inner:
        yield from _lists(one, path, within)


RULINGS = [(game, kind) for game in games().values() for kind in game.rulings]


def test_no_facts_hold_more_than_a_box_does() -> None:
    """Every list of facts declares how long it may be, every map by which keys."""
    boundless = [
        f"{game.slug} {path}"
        for game, kind in RULINGS
        for shape in {kind.facts, kind.asked or kind.facts}
        for path, one in _lists(unwrap(shape), kind.name)
        if one.mark(Length) is None
        and not any(key.kind == "choice" or key.is_seat or key.mark(Between) for key in one.inner[: one.kind == "map"])
    ]
    assert not boundless


@pytest.mark.parametrize(("game", "kind"), RULINGS, ids=lambda one: getattr(one, "slug", getattr(one, "name", "")))
def test_every_ruling_on_the_largest_facts_takes_a_moment(game: Game[Any], kind: RulingKind[Any]) -> None:
    seed = random.randrange(2**32)
    rng, slowest, judged = random.Random(seed), 0.0, 0
    for _ in range(MOST_TRIED):
        facts = _largest_shape(kind.facts, game, rng)
        options = {option.name: rng.choice(option.choices).value for option in game.options}
        took, is_judged = _seconds(game, kind, facts, options)
        slowest, judged = max(slowest, took), judged + is_judged
        if judged == examples(30):
            break
    assert judged, f"seed {seed}: all are refused"
    assert slowest < SECONDS * BUSY, f"seed {seed}: {slowest:.3f} s"


def _seconds(game: Game[Any], kind: RulingKind[Any], facts: Any, options: dict[str, Any]) -> tuple[float, bool]:
    """The processor time that one ruling takes, as told to a script; and whether it was not refused."""
    begun, is_judged = time.process_time(), True
    try:
        assert dict(judge(game, kind, facts, options).verdict) is not None
    except (IllegalMove, NotAMove):
        is_judged = False
    return time.process_time() - begun, is_judged
