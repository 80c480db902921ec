"""A match as one file: everything that was entered and what it led to, as one viewer may see it.

If nothing is hidden from the asker, and for a host once the match is over, the file also holds the record as stored:
another device makes the same match again from that.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final

from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.game import Game, Move, Viewer
from companion.engine.journal import Amended, CannotUndo, Contested, Event, Played, Settled, Undone, oldest_first
from companion.engine.rulings import Json, Ruling, flags_for
from companion.engine.schema.codec import LARGEST, encode, written
from companion.engine.schema.marks import Length
from companion.engine.timeline import Timeline
from companion.match.access import Caller
from companion.match.contests import LONGEST_REMARK
from companion.match.enter import Matches
from companion.match.errors import CannotOpen
from companion.match.journal_codec import read_event, read_events, write_move
from companion.match.recorded import start_of
from companion.match.redact import VisibleEntry, redact_journal
from companion.match.snapshot import Snapshot
from companion.store import Entry, Match, Seat, Store, Table
from companion.table.tables import LONGEST_NAME, MOST_SEATS

Words = Annotated[str, Length(0, LARGEST)]
_NOT_AN_ENTRY = (
    NotAMove,
    IllegalMove,
    CannotUndo,
    CannotOpen,
    KeyError,
    IndexError,
    TypeError,
    ValueError,
    AttributeError,
)
"""What reading an entry raises if no Tableside wrote it."""


@dataclass(frozen=True, slots=True)
class RecordedSeat:
    """A person at the table; the name is null where it was forgotten."""

    seat: int
    name: Annotated[str, Length(1, LONGEST_NAME)] | None
    has_left: bool


@dataclass(frozen=True, slots=True)
class RecordedEntry:
    """An entry as it is stored. Seats are those of the table."""

    at: str
    by_seat: int | None
    by_role: str
    body: Words
    key: str | None


@dataclass(frozen=True, slots=True)
class Record:
    """What another device makes the same match from."""

    table: str
    table_opened_at: str
    seats: Annotated[tuple[RecordedSeat, ...], Length(1, MOST_SEATS)]
    options: Words
    entries: tuple[RecordedEntry, ...]
    remarks: Mapping[str, Annotated[str, Length(1, LONGEST_REMARK)]]


def recorded_seat(seat: Seat) -> RecordedSeat:
    """Return a seat as files hold it."""
    return RecordedSeat(seat.seat, seat.name, seat.has_left)


def recorded_entry(entry: Entry) -> RecordedEntry:
    """Return an entry as files hold it."""
    at = entry.at.isoformat(timespec="microseconds").replace("+00:00", "Z")
    return RecordedEntry(at, entry.by_seat, entry.by_role, entry.body, entry.idem)


class Unreadable(Exception):
    """Entry `seq` could not have been made by any Tableside."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"entry {seq} cannot be read")
        self.seq = seq


def replayed(game: Game[Any], match: Match, bodies: Sequence[str]) -> Timeline[Any]:
    """Return the match as it stands after these entries.

    Raise `Unreadable` at the first that could not have been made, or that the rules forbid and nobody took back.
    """
    timeline = start_of(match)
    # Entry by entry, so that the first that is wrong can be named to the person who has the file.
    for seq, body in enumerate(bodies):
        try:
            event = read_event(game, body, len(match.seats))
            _check_plain(event)
            # Matches are opened by a quicker reader than this one; both have to read the same of it.
            if read_events(game, [body], len(match.seats)) != [event]:
                raise ValueError("a text that says a thing twice could be read as another entry later")
            timeline.add(event)
        except (*_NOT_AN_ENTRY, RecursionError) as error:
            raise Unreadable(seq) from error
    stopped = timeline.at().stopped
    if stopped is not None:
        raise Unreadable(stopped.play.source)
    return timeline


def _check_plain(event: Event) -> None:
    """Raise TypeError for a number that is none, or a word that is none."""
    flags = [event.anyway] if isinstance(event, Played | Amended) else []
    words = [event.reason] if isinstance(event, Contested) else []
    indexes = [event.index] if isinstance(event, Undone | Settled | Contested) else []
    if isinstance(event, Amended):
        indexes += [*(index for index, _ in event.moves), *event.allowed]
        indexes += [one for one in (event.dropped_from, event.dropped_until) if one is not None]
    for shape, found in ((bool, flags), (str, words), (int, indexes)):
        if any(type(one) is not shape for one in found):
            raise TypeError("an entry of another form")


FORMAT: Final = "tableside-match"
FORMAT_OF_AN_EVENING: Final = "tableside-evening"
FORMAT_VERSION: Final = 2
"""Files of version 1 had hashes in their record."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A match taken along: as the file holds it, and whether its record goes with it.

    `rulings` are those of the plays that stand, each with the entry that brought it.
    """

    seen: Snapshot
    journal: tuple[VisibleEntry, ...]
    rulings: tuple[tuple[int, Ruling], ...]
    is_whole: bool


def take(matches: Matches, match_id: str, caller: Caller) -> Taken:
    """Return the match as the file holds it to this caller.

    Once a match is over, a complete file is the same for everyone: all of the journal, and the state as it lies open.
    """
    seen = matches.snapshot(match_id, caller)
    is_whole = is_open_to(seen, seen.viewer)
    if not seen.is_over or not (is_whole or caller.is_host(seen.table.id)):
        return _taken(seen, seen.viewer, is_whole=is_whole)
    # The journal with all eyes, the state with none: everything has been revealed, and no one's board stands out.
    return _taken(seen.seen_by(Viewer()), Viewer(frozenset(range(seen.players))), is_whole=True)


def is_open_to(seen: Snapshot, viewer: Viewer) -> bool:
    """Return whether nothing in the journal is hidden from this viewer, not even in what was taken back."""
    # All events, not only the plays that stand: the record holds what was taken back too.
    events = enumerate(seen.timeline.events)
    return all(_is_shown(seen, move, index, viewer) for index, event in events for move in _moves(event))


def export(
    taken: Taken, state: dict[str, Json], journal: Json, *, edition: str, rulings: Json, record: dict[str, Json] | None
) -> dict[str, Json]:
    """Return the file as JSON. `state`, `journal` and `rulings` are what this viewer may see, in the viewer's words."""
    seen = taken.seen
    match = seen.match
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "match": match.id,
        "game": match.game,
        "edition": edition,
        "options": json.loads(match.options),
        "table": seen.table.name,
        "number": match.number,
        "opened_at": match.opened_at.isoformat(),
        "ended_at": match.ended_at.isoformat() if match.ended_at else None,
        "players": [*seen.names],
        "version": seen.version,
        "journal": _in_order(journal),
        "rulings": _in_order(rulings),
        "state": _in_order(state),
        "record": record,
    }


def record(store: Store, taken: Taken) -> dict[str, Json] | None:
    """Return what another device needs to make the same match again; None while something in it is hidden."""
    if not taken.is_whole:
        return None
    seen = taken.seen
    people = {one.seat: one for one in store.seats.at(seen.table.id)}
    # Nothing of tokens or grants: a file that is passed on opens no seat (T2).
    made = Record(
        table=seen.table.id,
        table_opened_at=seen.table.opened_at.isoformat(),
        seats=tuple(recorded_seat(people[at]) for at in seen.match.seats),
        options=seen.match.options,
        entries=tuple(recorded_entry(entry) for entry in seen.entries),
        remarks={str(index): text for index, text in sorted(store.remarks.texts(seen.match.id).items())},
    )
    return dict(written(made))


def evening_file(table: Table, seats: Sequence[Seat], matches: Sequence[Json]) -> dict[str, Json]:
    """Return the file of an evening as JSON: who sat there, and the files of its matches in order."""
    return {
        "format": FORMAT_OF_AN_EVENING,
        "format_version": FORMAT_VERSION,
        "table": table.name,
        "opened_at": table.opened_at.isoformat(),
        "seats": [encode(recorded_seat(seat)) for seat in seats],
        "matches": [*matches],
    }


def _in_order(value: Json) -> Json:
    """Return the same with its names in order: a map keeps the order in which it was sent, a stored one does not."""
    if isinstance(value, dict):
        return {name: _in_order(value[name]) for name in sorted(value)}
    return [_in_order(one) for one in value] if isinstance(value, list) else value


def _taken(seen: Snapshot, viewer: Viewer, *, is_whole: bool) -> Taken:
    """Return the file's parts, with the journal and the rulings as this viewer may see them."""
    found = []
    for node in oldest_first(seen.replay.last):
        outcome = seen.timeline.outcome(node)
        if outcome is not None and _is_shown(seen, node.play.move, node.play.source, viewer):
            rulings = [replace(one, flags=flags_for(viewer.seats, one.flags)) for one in outcome.rulings]
            found += [(node.play.index, ruling) for ruling in rulings]
    return Taken(seen, tuple(redact_journal(seen, viewer)), tuple(found), is_whole)


def _is_shown(seen: Snapshot, move: Move, source: int, viewer: Viewer) -> bool:
    game, timeline = seen.game, seen.timeline
    redacted = game.redact(move, timeline.setup.options, viewer, source in timeline.revealed)
    return dict(redacted) == write_move(game, move)


def _moves(event: Event) -> tuple[Move, ...]:
    if isinstance(event, Played):
        return (event.move,)
    return tuple(move for _, move in event.moves) if isinstance(event, Amended) else ()
