"""A match as one caller may see it: to look at, as the answer to an entry, or to compare with a correction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.engine.game import Viewer
from companion.engine.journal import Played
from companion.engine.replay import Replay, Stop
from companion.engine.rulings import Flag, Ruling, told_to
from companion.service.loaded import Loaded
from companion.store import Table


class Seen(NamedTuple):
    """A match at one version as one caller may see it; `is_own`: it answers whoever made its last entry."""

    loaded: Loaded
    table: Table
    names: tuple[str | None, ...]
    version: int
    replay: Replay[Any]
    viewer: Viewer
    is_new: bool = False
    is_own: bool = False

    @property
    def players(self) -> int:
        """The number of seats in this match."""
        return len(self.loaded.match.seats)

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings this step brought; none if it was taken back or only looked at."""
        return self.replay.outcome.rulings if self.is_play else ()

    @property
    def flags(self) -> tuple[Flag, ...]:
        """What the box finds doubtful about this step."""
        return told_to(self.viewer.seats, self.replay.outcome.flags, makes_it=self.is_own) if self.is_play else ()

    def seen_by(self, viewer: Viewer, replay: Replay[Any]) -> Seen:
        """The same match with other eyes, as it stands with `replay`."""
        return Seen(self.loaded, self.table, self.names, self.version, replay, viewer, self.is_new)

    @property
    def is_play(self) -> bool:
        """Whether the entry that made this version was a move."""
        return self.version > 0 and isinstance(self.loaded.timeline.events[self.version - 1], Played)


@dataclass(frozen=True, slots=True)
class Correction:
    """What a correction does, whether recorded or not: the match before it, after it, and where it stopped.

    `passes_reveal`: what it changes stands before a reveal, so only the host may make it.
    """

    before: Seen
    after: Seen
    stopped: Stop | None
    passes_reveal: bool = False
