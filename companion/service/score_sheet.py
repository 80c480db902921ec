"""The scores of matches as a sheet for a spreadsheet: a row for each player of each match."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from typing import Final

from companion.service.matches import Seen

HEAD: Final = ("match", "game", "options", "opened_at", "ended_at", "seat", "name", "score", "winner")
_BEGINS_A_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def score_sheet(played: Sequence[Seen]) -> str:
    """The sheet as CSV (RFC 4180), a line for each seat below the head; `winner` is empty until the match is over."""
    written = io.StringIO()
    sheet = csv.writer(written)
    sheet.writerow(HEAD)
    for seen in played:
        sheet.writerows(_rows(seen))
    return written.getvalue()


def _rows(seen: Seen) -> Iterator[tuple[str | int, ...]]:
    match, game = seen.loaded.match, seen.loaded.game
    status = game.status(seen.replay.state)
    ended = match.ended_at.isoformat() if match.ended_at else ""
    about = (match.number, _cell(game.title), _options(match.options), match.opened_at.isoformat(), ended)
    for seat, score in enumerate(status.scores):
        won = "" if status.winners is None else "yes" if seat in status.winners else "no"
        yield (*about, seat, _cell(seen.names[seat] or ""), score, won)


def _options(written: str) -> str:
    """Every house option with the way it was played, as `pile=counted`."""
    chosen = json.loads(written).items()
    return "; ".join(f"{name}={value if isinstance(value, str) else json.dumps(value)}" for name, value in chosen)


def _cell(text: str) -> str:
    """The text, so that no spreadsheet takes it for a formula."""
    return f"'{text}" if text.startswith(_BEGINS_A_FORMULA) else text
