"""The summaries of all matches, for looking back: each read as it was kept, or made anew from its journal."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from companion.games import covers
from companion.match.enter import read_once
from companion.match.errors import Unknown
from companion.match.summary import Summary, keep_summary, read, summarize
from companion.store import BrokenChain, Missing, Store, StoreUnavailable, Summed


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
    """Reads the summaries, and makes those that are missing or outdated."""

    def __init__(self, store: Store) -> None:
        self._store = store

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
            match = read_once(self._store, match_id)
        except (BrokenChain, Missing, Unknown):
            return None
        try:
            return keep_summary(self._store, match)
        except StoreUnavailable:  # it will be made again
            return summarize(match)
