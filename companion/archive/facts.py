"""What other programs are told of a match: when and how long, by which house rules, who finished where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.archive.results import story_of
from companion.engine.game import Option, OptionChoice, Viewer
from companion.engine.journal import Play, links
from companion.engine.ranking import places
from companion.match.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Facts:
    """A match as a program for statistics sees it.

    - `minutes` is None while it is under way, and if nobody knows.
    - `places` is None while nobody has won; ties share a place.
    - `starter` is None if nobody said who starts; `colours` are those of the box, empty if seats have none.
    - `rounds` are the points of each round by seat, None for a round of which nothing is known.
    - `variant` is every house option that differs from the usual way.
    """

    began: datetime
    minutes: int | None
    is_over: bool
    scores: tuple[int, ...]
    places: tuple[int, ...] | None
    winners: tuple[int, ...]
    starter: int | None
    colours: tuple[str, ...]
    rounds: tuple[tuple[int, ...] | None, ...]
    variant: tuple[tuple[Option, OptionChoice], ...]
    rulings: int


def facts(seen: Snapshot) -> Facts:
    """The match as it stands now; nothing in it is secret."""
    status = seen.game.status(seen.replay.state)
    began, ended = seen.span
    minutes = int((ended - began).total_seconds() // 60)
    return Facts(
        began=began,
        minutes=minutes or None if status.winners is not None else None,
        is_over=status.winners is not None,
        scores=status.scores,
        places=places(status),
        winners=status.winners or (),
        starter=_starter(seen),
        colours=tuple(_colours(seen)),
        rounds=_rounds(seen),
        variant=tuple(_variant(seen)),
        rulings=sum(
            len(outcome.rulings) for link in links(seen.replay.last) if (outcome := seen.timeline.outcome(link))
        ),
    )


def _starter(seen: Snapshot) -> int | None:
    """Who started the match: as its starting move says; seat 0 if the game has no such move."""
    game, setup = seen.game, seen.setup
    found = game.starting(setup) if game.starting else None
    if found is None:
        return None
    if found.kind is None:
        return 0
    said = [play for play in _plays(seen) if game.kind_of(play.move) == found.kind]
    return said[0].move.seat if said else None


def _colours(seen: Snapshot) -> Iterator[str]:
    """The colour of each seat, as the interface names it; both if a seat plays two colours."""
    shown: Any = seen.game.view(seen.replay.state, Viewer())["seats"]
    for seat in shown:
        colour = seat.get("colour") or ""
        yield colour if isinstance(colour, str) else "/".join(colour)


def _rounds(seen: Snapshot) -> tuple[tuple[int, ...] | None, ...]:
    """The points of each round; if a table caught up, the first known one holds all before it too."""
    if not seen.game.has_rounds:
        return ()
    found: list[tuple[int, ...] | None] = []
    before = (0,) * seen.players
    for stretch in story_of(seen).stretches:
        found += [None] * (stretch.number - 1 - len(found))
        found.append(tuple(now - was for now, was in zip(stretch.scores, before, strict=True)))
        before = stretch.scores
    return tuple(found)


def _variant(seen: Snapshot) -> Iterator[tuple[Option, OptionChoice]]:
    chosen = seen.setup.options
    for option in seen.game.played_options(chosen, seen.setup.seats):
        for choice in option.choices:
            if choice.value == chosen[option.name] and choice.value != option.default:
                yield option, choice


def _plays(seen: Snapshot) -> list[Play]:
    return [link.play for link in links(seen.replay.last)][::-1]
