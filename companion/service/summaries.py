"""What each finished match came to, kept beside its journal, so that looking back on thousands is quick.

A summary is never the truth itself. If it is missing, outdated or in an old form, it is made anew from the journal. It
holds no name, so nothing in it has to be forgotten.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from companion.engine.game import Setup
from companion.engine.ranking import places
from companion.engine.timeline import Timeline
from companion.games import covers, games
from companion.service.loaded import Loaded
from companion.service.starters import is_empty
from companion.service.when import played_when
from companion.store import BrokenChain, Match, Missing, Store, StoreUnavailable, Summed

FORM: Final = 1
"""Raise this when a summary says more than before, so that all are made anew."""
MOST_READ: Final = 10_000
"""This many summaries are remembered as they were read."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What a match came to: every seat's score and place, how long it took, or that it was not played to its end.

    `is_empty`: not even anything was entered.
    """

    is_over: bool
    scores: tuple[int, ...]
    places: tuple[int, ...]
    minutes: int
    is_empty: bool


@dataclass(frozen=True, slots=True)
class Past:
    """A match looked back on; without a summary it is not over, or cannot be read."""

    match: Summed
    summary: Summary | None

    @property
    def is_complete(self) -> bool:
        """Whether it was played to its end, and so counts."""
        return self.summary is not None and self.summary.is_over


class Summaries:
    """Writes and reads summaries."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def note(self, loaded: Loaded) -> None:
        """Keep what a match that has ended came to; keep nothing of one that goes on."""
        if loaded.match.ended_at is not None:
            self._keep(loaded.match, loaded.timeline.version, summarize(loaded))

    def all(self, table_ids: Collection[str] | None = None) -> tuple[Past, ...]:
        """Every match of these tables, or of all if none are named, newest first; only of games known here."""
        known = covers()
        return tuple(self._read(one) for one in self._store.summaries.at(table_ids) if one.game in known)

    def _read(self, one: Summed) -> Past:
        if one.ended_at is None:
            return Past(one, None)
        kept = read(one.summary, len(one.seats)) if one.made_of == one.version else None
        return Past(one, kept or self._anew(one.id))

    def _anew(self, match_id: str) -> Summary | None:
        """The summary made from the journal, and kept; None if the match is gone or its journal damaged."""
        try:
            match = self._store.matches.get(match_id)
            if match is None:
                return None
            loaded = _replayed(self._store, match)
        except (BrokenChain, Missing):
            return None
        made = summarize(loaded)
        with suppress(StoreUnavailable):  # it will be made again
            self._keep(match, loaded.timeline.version, made)
        return made

    def _keep(self, match: Match, version: int, made: Summary) -> None:
        with suppress(Missing):  # deleted meanwhile
            self._store.summaries.save(match.id, version, write(made))


def summarize(loaded: Loaded) -> Summary:
    """What the match came to, from its journal."""
    status = loaded.game.status(loaded.timeline.at().state)
    found = places(status)
    began, ended = played_when(loaded, loaded.timeline.version)
    minutes = int((ended - began).total_seconds() // 60)
    return Summary(found is not None, status.scores, found or (), minutes, is_empty(loaded))


def write(made: Summary) -> str:
    """The text the store keeps."""
    plain: dict[str, Any] = {
        "form": FORM,
        "over": made.is_over,
        "scores": made.scores,
        "places": made.places,
        "minutes": made.minutes,
        **({"empty": True} if made.is_empty else {}),
    }
    return json.dumps(plain, separators=(",", ":"))


@lru_cache(maxsize=MOST_READ)
def read(text: str | None, seats: int) -> Summary | None:
    """The summary in a stored text; None if it has another form."""
    try:
        plain = json.loads(text or "null")
        found = Summary(
            plain["over"], tuple(plain["scores"]), tuple(plain["places"]), plain["minutes"], "empty" in plain
        )
    except (ValueError, TypeError, KeyError):
        return None
    return found if plain.get("form") == FORM and _fits(found, seats) else None


def _fits(found: Summary, seats: int) -> bool:
    """Whether it has a score for everybody, and if over a place."""
    return len(found.scores) == seats and len(found.places) == (seats if found.is_over else 0)


def _replayed(store: Store, match: Match) -> Loaded:
    game = games()[match.game]
    loaded = Loaded(match, game, Timeline(game, Setup(len(match.seats), json.loads(match.options))))
    loaded.take_in(store.journal.entries(match.id))
    return loaded
