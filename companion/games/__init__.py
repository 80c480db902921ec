"""The games of this installation: every package in this folder that has a `COVER`. A new one is found by itself."""

import importlib
import json
import pkgutil
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.game import Game, Setup
from companion.engine.present import Cover


class Shelf(Mapping[str, Game[Any]]):
    """Every game by its slug. A box is opened when it is first asked for, and stays open."""

    def __init__(self, packages: Mapping[str, str]) -> None:
        self._packages = packages

    def __getitem__(self, slug: str) -> Game[Any]:
        # Each takes two MiB and a tenth of a second to open: a table that plays one game needs no other.
        game: Game[Any] = importlib.import_module(f"{self._packages[slug]}.game").GAME
        return game

    def __contains__(self, slug: object) -> bool:
        return slug in self._packages

    def __iter__(self) -> Iterator[str]:
        return iter(self._packages)

    def __len__(self) -> int:
        return len(self._packages)


@cache
def covers() -> Mapping[str, Cover]:
    """The cover of every game, by its slug, in the order of the shelf."""
    return MappingProxyType({cover.slug: cover for _, cover in _found()})


@cache
def offered() -> tuple[Cover, ...]:
    """The covers on the shelf, in order. A game that no shelf offers is found by its name alone."""
    return tuple(cover for cover in covers().values() if cover.shelf is not None)


@cache
def games() -> Shelf:
    """Every game by its slug, in the order of the shelf."""
    return Shelf({cover.slug: package for package, cover in _found()})


def cover_of(slug: str, options: str) -> Cover:
    """The cover of the game of a match, by its recorded options: a game that a table defined has its own title.

    One that this installation does not have looks like those, and is called by its slug.
    """
    cover = covers().get(slug)
    if cover is None:
        made = next(one for one in covers().values() if one.is_made)
        return replace(made, slug=slug, title=slug, called=None)
    played = _made_by(slug, options) if cover.is_made else None
    return cover if played is None else played.cover


def teams_of(slug: str, options: str, seats: int) -> tuple[tuple[int, ...], ...]:
    """Who scored together in a match, by its recorded options; none where everyone played alone, or no one can read them."""
    # Only a game that a table defined has teams, so no box needs opening for the others.
    cover = covers().get(slug)
    made = _made_by(slug, options) if cover is not None and cover.is_made else None
    return () if made is None else made.teams_of(Setup(seats, json.loads(options)))


# A history asks this of every match in it, and its many matches are of few games.
@lru_cache(maxsize=64)
def _made_by(slug: str, options: str) -> Game[Any] | None:
    """The game that recorded options make; None if no one can read them."""
    with suppress(NotAMove, IllegalMove, ValueError, TypeError, LookupError, AttributeError):
        return games()[slug].by(json.loads(options))
    return None


def _found() -> list[tuple[str, Cover]]:
    packages = [f"{__name__}.{found.name}" for found in pkgutil.iter_modules(__path__) if found.ispkg]
    found = [(name, importlib.import_module(name).COVER) for name in packages]
    return sorted(found, key=lambda one: (one[1].shelf is None, one[1].shelf))
