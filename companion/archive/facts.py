"""What other programs are told of a match: when and how long, by which house rules, who finished where; also as CSV."""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from companion.archive.results import story_of
from companion.engine.game import Option, OptionChoice, Viewer
from companion.engine.journal import links
from companion.engine.story import places
from companion.match.snapshot import Snapshot
from companion.table.next_match import starter_in


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
    played = seen.game.played_choices(seen.setup.options, seen.setup.seats)
    minutes = int((ended - began).total_seconds() // 60)
    return Facts(
        began=began,
        minutes=minutes or None if status.winners is not None else None,
        is_over=status.winners is not None,
        scores=status.scores,
        places=places(status),
        winners=status.winners or (),
        starter=starter_in(seen),
        colours=tuple(_colours(seen)),
        rounds=_rounds(seen),
        variant=tuple(pair for pair in played if pair[1].value != pair[0].default),
        rulings=sum(
            len(outcome.rulings) for link in links(seen.replay.last) if (outcome := seen.timeline.outcome(link))
        ),
    )


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
    match = (date, harmless(seen.game.title), _variant_words(about), harmless(seen.table.name), minutes)
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


def _variant_words(about: Facts) -> str:
    """Every house option that differs from the usual way, as `pile=logged`."""
    known = ((option.name, choice.value) for option, choice in about.variant)
    return "; ".join(f"{name}={value if isinstance(value, str) else json.dumps(value)}" for name, value in known)


def _said(is_so: bool) -> str:
    return "yes" if is_so else "no"


def harmless(text: str) -> str:
    """The text, written so that no spreadsheet takes it for a formula."""
    return f"'{text}" if text.lstrip().startswith(_BEGINS_A_FORMULA) else text
