"""A journal from elsewhere, read as if it were in the store: entry by entry, none of it trusted."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.game import Game, Setup
from companion.engine.journal import Amended, CannotUndo, Contested, Event, Played, Settled, Undone
from companion.engine.options import recorded_options
from companion.engine.schema.codec import LARGEST
from companion.engine.schema.marks import Length
from companion.engine.timeline import Timeline
from companion.match.contests import LONGEST_REMARK
from companion.match.journal_codec import read_event, read_events
from companion.store import Entry, Match, Seat
from companion.table.tables import LONGEST_NAME, MOST_SEATS

Words = Annotated[str, Length(0, LARGEST)]
_NOT_AN_ENTRY = (NotAMove, IllegalMove, CannotUndo, KeyError, IndexError, TypeError, ValueError, AttributeError)
"""What reading an entry raises if no Tableside wrote it."""


@dataclass(frozen=True, slots=True)
class RecordedSeat:
    """Somebody at the table; the name is null where it was forgotten."""

    seat: int
    name: Annotated[str, Length(1, LONGEST_NAME)] | None
    has_left: bool


@dataclass(frozen=True, slots=True)
class RecordedEntry:
    """An entry as it is stored; `hash` covers it and all before it. Seats are those of the table."""

    at: str
    by_seat: int | None
    by_role: str
    body: Words
    key: str | None
    hash: str


@dataclass(frozen=True, slots=True)
class Record:
    """What another device makes the same match from. `seal` is the SHA-256 of all of the file but itself."""

    table: str
    table_opened_at: str
    seats: Annotated[tuple[RecordedSeat, ...], Length(1, MOST_SEATS)]
    options: Words
    entries: tuple[RecordedEntry, ...]
    remarks: Mapping[str, Annotated[str, Length(1, LONGEST_REMARK)]]
    seal: str


def recorded_seat(seat: Seat) -> RecordedSeat:
    """A seat as files tell it."""
    return RecordedSeat(seat.seat, seat.name, seat.has_left)


def recorded_entry(entry: Entry) -> RecordedEntry:
    """An entry as files tell it."""
    at = entry.at.isoformat(timespec="microseconds").replace("+00:00", "Z")
    return RecordedEntry(at, entry.by_seat, entry.by_role, entry.body, entry.idem, entry.hash)


class Unreadable(Exception):
    """Entry `seq` could not have been made by this Tableside."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"entry {seq} cannot be read")
        self.seq = seq


def replayed(game: Game[Any], match: Match, entries: tuple[Entry, ...]) -> Timeline[Any]:
    """The match as it stands after these entries. Raises `Unreadable` at the first that could not have been made."""
    setup = Setup(len(match.seats), recorded_options(game, json.loads(match.options)))
    timeline = Timeline(game.by(setup.options), setup)
    for entry in entries:
        try:
            event = read_event(game, entry.body, len(match.seats))
            _check_plain(event)
            if read_events(game, [entry.body], len(match.seats)) != [event]:
                raise ValueError("a text that says a thing twice could be read as another entry later")
            timeline.add(event)
        except (*_NOT_AN_ENTRY, RecursionError) as error:
            raise Unreadable(entry.seq) from error
    return timeline


def _check_plain(event: Event) -> None:
    """Nothing; raises TypeError for a number that is none, or a word that is none."""
    flags = [event.anyway] if isinstance(event, Played | Amended) else []
    words = [event.reason] if isinstance(event, Contested) else []
    indexes = [event.index] if isinstance(event, Undone | Settled | Contested) else []
    if isinstance(event, Amended):
        indexes += [*(index for index, _ in event.moves), *event.allowed]
        indexes += [] if event.dropped_from is None else [event.dropped_from]
    for shape, found in ((bool, flags), (str, words), (int, indexes)):
        if any(type(one) is not shape for one in found):
            raise TypeError("an entry of another form")
