"""When a match was played."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from companion.service.loaded import Loaded

FROM_PAPER: Final = "paper"
"""The role that the journal names for a match played on paper: no seat entered it, but a sheet."""


def is_from_paper(loaded: Loaded) -> bool:
    """Whether a match was typed in from a paper sheet."""
    return bool(loaded.entries) and loaded.entries[0].by_role == FROM_PAPER


def played_when(loaded: Loaded, version: int) -> tuple[datetime, datetime]:
    """When a match began and ended: from its first entry to its last, or as told by whoever typed in a sheet."""
    match, entries = loaded.match, loaded.entries[:version]
    if not entries or is_from_paper(loaded):
        return match.opened_at, match.ended_at or match.opened_at
    return entries[0].at, entries[-1].at
