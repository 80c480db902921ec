"""A match as one file: everything that was entered and what it led to, as one viewer may see it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from companion.engine.rulings import Json
from companion.service.matches import Seen
from companion.store import Seat, Table

FORMAT: Final = "tableside-match"
FORMAT_OF_AN_EVENING: Final = "tableside-evening"
FORMAT_VERSION: Final = 1


def export(seen: Seen, state: dict[str, Json], journal: Sequence[Json]) -> dict[str, Json]:
    """The file as JSON. `state` and `journal` are what was told to the viewer."""
    match = seen.loaded.match
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "match": match.id,
        "game": match.game,
        "options": json.loads(match.options),
        "table": seen.table.name,
        "number": match.number,
        "opened_at": match.opened_at.isoformat(),
        "ended_at": match.ended_at.isoformat() if match.ended_at else None,
        "players": [*seen.names],
        "version": seen.version,
        "journal": [*journal],
        "state": state,
    }


def evening_file(table: Table, seats: Sequence[Seat], matches: Sequence[Json]) -> dict[str, Json]:
    """The file of an evening as JSON: who sat there, and the files of its matches in order."""
    return {
        "format": FORMAT_OF_AN_EVENING,
        "format_version": FORMAT_VERSION,
        "table": table.name,
        "opened_at": table.opened_at.isoformat(),
        "seats": [{"seat": seat.seat, "name": seat.name, "has_left": seat.has_left} for seat in seats],
        "matches": [*matches],
    }
