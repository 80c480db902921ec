"""The scores of matches as a table for a spreadsheet: a row for each player of each match."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from typing import Final

from companion.archive.facts import Facts, facts
from companion.engine.game import Choice
from companion.match.snapshot import Snapshot

BEFORE_ROUNDS: Final = (
    *("date", "game", "variant", "location", "length_min", "incomplete"),
    *("player", "seat", "start", "color", "score", "rank", "win"),
)
AFTER_ROUNDS: Final = ("rulings",)
_BEGINS_A_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "|", "%")
Cell = str | int


def head(rounds: int) -> tuple[str, ...]:
    """The names of the columns of a table whose longest match has that many rounds."""
    return (*BEFORE_ROUNDS, *(f"round_{number}" for number in range(1, rounds + 1)), *AFTER_ROUNDS)


def score_sheet(played: Sequence[Snapshot]) -> str:
    """The table as CSV (RFC 4180): a head, then a line for each player of each match.

    Winners and duration stay empty until the match is over, as does whatever nobody knows.
    """
    found = [(seen, facts(seen)) for seen in played]
    rounds = max((len(about.rounds) for _, about in found), default=0)
    written = io.StringIO()
    sheet = csv.writer(written)
    sheet.writerow(head(rounds))
    for seen, about in found:
        sheet.writerows(_rows(seen, about, rounds))
    return written.getvalue()


def _rows(seen: Snapshot, about: Facts, rounds: int) -> Iterator[tuple[Cell, ...]]:
    date = about.began.astimezone().date().isoformat()
    minutes = "" if about.minutes is None else about.minutes
    match = (date, harmless(seen.game.title), _variant(about), harmless(seen.table.name), minutes)
    for seat, name in enumerate(seen.names):
        yield (
            *match,
            _said(not about.is_over),
            harmless(name or ""),
            seat,
            "" if about.starter is None else _said(about.starter == seat),
            about.colours[seat],
            about.scores[seat],
            "" if about.places is None else about.places[seat],
            _said(seat in about.winners) if about.is_over else "",
            *_by_round(about, seat, rounds),
            about.rulings,
        )


def _by_round(about: Facts, seat: int, rounds: int) -> Iterator[Cell]:
    for number in range(rounds):
        points = about.rounds[number] if number < len(about.rounds) else None
        yield "" if points is None else points[seat]


def _variant(about: Facts) -> str:
    """Every house option that differs from the usual way, as `pile=logged`."""
    return "; ".join(f"{option.name}={_written(choice.value)}" for option, choice in about.variant)


def _written(value: Choice) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _said(is_so: bool) -> str:
    return "yes" if is_so else "no"


def harmless(text: str) -> str:
    """The text, written so that no spreadsheet takes it for a formula."""
    return f"'{text}" if text.lstrip().startswith(_BEGINS_A_FORMULA) else text
