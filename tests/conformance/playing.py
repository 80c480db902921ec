"""What the conformance tests know of a game: its record and the playthroughs its tests provide."""

import importlib
import itertools
import math
import os
import pkgutil
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import companion.games
from companion.engine.game import Game, Outcome, Setup, Viewer
from companion.engine.journal import Played
from companion.engine.options import make_setup, usual
from companion.engine.timeline import Timeline
from tests.games.playthrough import Moves, Playthrough, Twins
from tests.games.table import read
from tests.rings import examples

__all__ = ["read"]

PACKAGES: dict[str, Game[Any]] = {
    found.name: importlib.import_module(f"companion.games.{found.name}.game").GAME
    for found in pkgutil.iter_modules(companion.games.__path__)
    if found.ispkg
}
"""Every game found, by its package: a new one is tested as soon as it is there."""

RANDOM_GAMES = examples(6)
FEW_COMBINATIONS = 32
"""So many ways to set the house options are all tried; of more, as many as it takes for every two choices to meet."""
DRAWS = 20
MANY_CHOICES = 12
EVERY_SO_MANY = 5
"""Positions looked at closely are these many moves apart."""


def playthroughs(package: str) -> Any:
    """The module of a game's playthroughs. A game without one has no place here."""
    name = f"tests.games.{package}.playthroughs"
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as missing:
        raise AssertionError(
            f"write {name.replace('.', '/')}.py: a game without a playthrough is not done"
        ) from missing


def golden(package: str) -> list[Playthrough]:
    found: list[Playthrough] = playthroughs(package).golden()
    assert found
    return found


def twins(package: str) -> list[Twins]:
    """Courses that differ only in a secret; none where a game has no secrets."""
    module = playthroughs(package)
    return list(module.secret_twins()) if hasattr(module, "secret_twins") else []


def random_games(
    package: str, number: int = RANDOM_GAMES, run: str = ""
) -> Iterator[tuple[int, dict[str, Any], Moves]]:
    """Games that are the same in each run, unless the seed of a run is given."""
    for seed in range(number):
        yield playthroughs(package).random_game(random.Random(f"{run}conformance {seed}"))


def played(
    game: Game[Any], players: int, options: dict[str, Any], moves: Moves, *, anyway: bool = False
) -> Timeline[Any]:
    timeline = Timeline(game, make_setup(game, players, options))
    for move in moves:
        now = timeline.add(Played(read(game, move, players), anyway))
        assert now.stopped is None, (move, now.stopped)
    return timeline


def outcomes(timeline: Timeline[Any]) -> list[Outcome[Any]]:
    return [timeline.at(version).outcome for version in range(timeline.version + 1)]


def positions(timeline: Timeline[Any]) -> list[Any]:
    """Some states of a match, the first and the last among them: views of every seat cost time."""
    every = [outcome.state for outcome in outcomes(timeline)]
    return [*every[::EVERY_SO_MANY], every[-1]]


def whole_games(package: str) -> Iterator[Timeline[Any]]:
    """The golden games and some random ones: each a match of its own, played once for all who ask."""
    for whole in _whole_games(package):
        own = Timeline(whole.game, whole.setup)
        for event, outcome in zip(whole.events, outcomes(whole)[1:], strict=True):
            own.add(event, outcome)
        yield own


@cache
def _whole_games(package: str) -> list[Timeline[Any]]:
    game = PACKAGES[package]
    return [
        *(
            played(game, one["players"], one["options"], one["moves"], anyway=one.get("anyway", False))
            for one in golden(package)
        ),
        *(played(game, *one) for one in random_games(package, run=os.environ["SEED"])),
    ]


def combinations(game: Game[Any]) -> list[dict[str, Any]]:
    """Ways to set the house options, the defaults first: every way where they are few, else some in which every two
    choices meet. Of an option with many choices, such as who has which colour, each is made once.
    """
    choices = {option.name: [choice.value for choice in option.choices] for option in game.options}
    defaults: dict[str, Any] = dict(usual(game.options))
    if math.prod(map(len, choices.values())) <= FEW_COMBINATIONS:
        every = [dict(zip(choices, values, strict=True)) for values in itertools.product(*choices.values())]
        return [defaults, *(one for one in every if one != defaults)]
    found, rng = [defaults], random.Random(0)
    while missing := meetings(choices) - {pair for one in found for pair in met(one)}:
        wanted = dict(min(missing, key=repr))
        drawn = [{name: rng.choice(values) for name, values in choices.items()} | wanted for _ in range(DRAWS)]
        found.append(max(drawn, key=lambda one: len(missing.intersection(met(one)))))
    return found


def met(chosen: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [pair for often in (1, 2) for pair in itertools.combinations(chosen.items(), often)]


def meetings(choices: dict[str, list[Any]]) -> set[tuple[Any, ...]]:
    each = [[(name, value) for value in values] for name, values in choices.items()]
    few = [values for values in each if len(values) < MANY_CHOICES]
    pairs = {pair for one, other in itertools.combinations(few, 2) for pair in itertools.product(one, other)}
    return pairs | {(one,) for values in each for one in values}


def setups(game: Game[Any]) -> Iterator[Setup]:
    """Every setup: so many players, such options. A table's own game may be for fewer than any."""
    for options in combinations(game):
        fit = game.by({**usual(game.options), **options}).players
        yield from (make_setup(game, players, options) for players in game.players if players in fit)


def viewers(players: int) -> list[Viewer]:
    """A spectator, each seat, and one who holds two seats."""
    return [Viewer(), *(Viewer(frozenset({seat})) for seat in range(players)), Viewer(frozenset({0, 1}))]


def everybody(players: int) -> Viewer:
    return Viewer(frozenset(range(players)))
