"""Matches that come as files: taken in whole, once all of the file has been checked, or not at all; nothing in them is trusted."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from companion.archive.exports import (
    FORMAT,
    FORMAT_OF_AN_EVENING,
    FORMAT_VERSION,
    Record,
    RecordedSeat,
    Unreadable,
    replayed,
)
from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.game import Game
from companion.engine.rulings import Json
from companion.engine.schema.codec import Reading, decode
from companion.engine.schema.scalars import whole_number
from companion.engine.text import say
from companion.games import games
from companion.match.access import Caller, must_own
from companion.match.errors import Refused
from companion.match.redact import NO_SEAT, redact_state
from companion.store import (
    CodeTaken,
    Differs,
    Grant,
    ImportedMatch,
    Match,
    NewEntry,
    Remark,
    Seat,
    Store,
    Table,
    Unstorable,
    token_hash,
)
from companion.store.match_import import check_arrival
from companion.table.seats import Seating
from companion.table.tables import MOST_SEATS, draw_code, read_names, read_table_name

LARGEST_FILE: Final = 8 * 1024 * 1024
"""Bytes. A long match of Down Under, with all that is known beside its record, is a tenth of this."""
_DIFFERS: Final = say("You already have this game, with other entries or at another table.")


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What came of a file: the table, and its matches, each with whether it is new here."""

    table: Table
    matches: tuple[tuple[Match, bool], ...]

    @property
    def new(self) -> tuple[Match, ...]:
        """The matches that were not here before."""
        return tuple(match for match, is_new in self.matches if is_new)


class Importing:
    """Taking in files, which is for the owner of the device: what comes in stands in its results for good."""

    def __init__(self, store: Store, seating: Seating, code_length: int) -> None:
        self._store = store
        self._seating = seating
        self._code_length = code_length

    def take_in(self, caller: Caller, file: object) -> ImportResult:
        """Return what came of the file.

        Raise `Refused` with the reason, `NotAllowed` and `NoToken` for all but the owner.
        """
        must_own(caller)
        arrivals = read_file(file)
        # A table that comes back may find its code taken meanwhile: codes are short, and another is drawn.
        while True:
            code = draw_code(self._code_length)
            try:
                # With another code at each try; nothing of a try that failed is left.
                results = self._store.imports.take_in(
                    [replace(one, table=replace(one.table, code=code)) for one in arrivals]
                )
            except CodeTaken:
                continue
            except Differs as error:
                raise Refused(_DIFFERS) from error
            break
        table = self._store.tables.get(arrivals[0].table.id)
        assert table is not None
        self._let_sit(table, arrivals)
        matches = [self._store.matches.get(one.match.id) for one in arrivals]
        return ImportResult(table, tuple((match, new) for match, new in zip(matches, results, strict=True) if match))

    def _let_sit(self, table: Table, arrivals: tuple[ImportedMatch, ...]) -> None:
        """Make the seats' own links good, so that a match that is not over can be gone on with."""
        seats = {one.seat for arrival in arrivals for one in arrival.seats}
        links = [(token_hash(self._seating.token(table.id, seat)), seat) for seat in sorted(seats)]
        self._store.grants.add(*(Grant(link, "seat", "link", table.opened_at, table.id, seat) for link, seat in links))


_NAME_OF_OURS: Final = re.compile(r"[A-Za-z0-9_-]{1,100}")
_CHANGED: Final = say("This file was changed. Use the original file.")
_HIDDEN: Final = say("This file was saved mid-game. Save it again on the host’s phone.")


def read_file(file: object) -> tuple[ImportedMatch, ...]:
    """Return the matches of a file, all checked. Raise `Refused`."""
    if not isinstance(file, dict) or file.get("format") not in (FORMAT, FORMAT_OF_AN_EVENING):
        raise Refused(say("This isn’t a Tableside game."))
    _check_version(file)
    if file["format"] == FORMAT:
        return (read_match(file),)
    matches = file.get("matches")
    if not isinstance(matches, list) or not matches:
        raise Refused(say("This isn’t a Tableside game."))
    found = tuple(read_match(one) for one in matches)
    # An evening is one table, each of its matches once; anything else was put together by hand.
    if len({one.table.id for one in found}) > 1 or len({one.match.id for one in found}) < len(found):
        raise Refused(_CHANGED)
    return _with_everybody(found, file)


def read_match(file: object) -> ImportedMatch:
    """Return one match of a file, checked: its form, and that its entries hold by the rules and lead to what it says.

    Raise `Refused`.
    """
    # Each match of an evening is read as if it came alone, and may trust nothing of the whole.
    if not isinstance(file, dict) or file.get("format") != FORMAT:
        raise Refused(say("This isn’t a Tableside game."))
    _check_version(file)
    game = _game(file)
    if file.get("record") is None:
        raise Refused(_HIDDEN)
    arrival = _arrival(game, file, _record(game, file["record"]))
    # Before the replay, which takes the longest: what cannot be stored need not be replayed.
    _check_storable(arrival)
    _check_end(game, arrival, file)
    return arrival


def _check_version(file: Mapping[str, Any]) -> None:
    version = file.get("format_version")
    # `type`, because True is an int in Python.
    if type(version) is not int or version < 1:
        raise Refused(_CHANGED)
    if version > FORMAT_VERSION:
        raise Refused(say("This is from a newer Tableside. Update yours first."))


def _game(file: Mapping[str, Any]) -> Game[Any]:
    slug = file.get("game")
    if not isinstance(slug, str):
        raise Refused(_CHANGED)
    if slug not in games():
        # What a file says is shown, but not at any length.
        raise Refused(say("Tableside doesn’t know the game {name}.", name=slug[:40]))
    return games()[slug]


def _record(game: Game[Any], given: object) -> Record:
    try:
        found: Record = decode(Record, _without_hashes(given), Reading(MOST_SEATS, game.box_clause), "record")
    except (NotAMove, IllegalMove) as error:
        raise Refused(say("This file is incomplete or was changed: {where}.", where=error.path)) from error
    return found


def _without_hashes(record: object) -> object:
    """Return the record of a file of version 1 as files have it now: it is replayed in any case."""
    if not isinstance(record, dict) or not isinstance(record.get("entries"), list):
        return record
    bare = [
        {name: value for name, value in one.items() if name != "hash"} if isinstance(one, dict) else one
        for one in record["entries"]
    ]
    return {name: value for name, value in record.items() if name != "seal"} | {"entries": bare}


def _arrival(game: Game[Any], file: Mapping[str, Any], record: Record) -> ImportedMatch:
    match_id, number, table = file.get("match"), file.get("number"), file.get("table")
    if not (isinstance(match_id, str) and isinstance(table, str) and type(number) is int and number > 0):
        raise Refused(_CHANGED)
    # Ids go into addresses and topics of the bus as they are.
    if not (_NAME_OF_OURS.fullmatch(match_id) and _NAME_OF_OURS.fullmatch(record.table)):
        raise Refused(_CHANGED)
    people = tuple(Seat(record.table, one.seat, "", one.name, one.has_left) for one in record.seats)
    _check_people(people)
    ended_at = None if file.get("ended_at") is None else _instant(file["ended_at"])
    match = Match(
        id=match_id,
        table_id=record.table,
        number=number,
        game=game.slug,
        options=record.options,
        seats=tuple(one.seat for one in people),
        opened_at=_instant(file.get("opened_at")),
        ended_at=ended_at,
        version=len(record.entries),
    )
    entries = tuple(NewEntry(_instant(one.at), one.by_role, one.body, one.by_seat, one.key) for one in record.entries)
    opened = Table(record.table, "", _instant(record.table_opened_at), name=_table_name(table))
    return ImportedMatch(opened, people, match, entries, _remarks(match_id, record))


def _table_name(given: str) -> str:
    """Return the table's name; none for one that may no longer be given, though an older Tableside took it."""
    try:
        return read_table_name(given)
    except NotAMove:
        return ""


def _check_people(people: tuple[Seat, ...]) -> None:
    named = [one.name for one in people if one.name is not None]
    try:
        # Read as if typed in: a name that would be changed by that was never one of ours.
        is_good = not named or read_names(named) == named
    except NotAMove:
        is_good = False
    if not is_good or len({one.seat for one in people}) != len(people) or any(one.seat < 0 for one in people):
        raise Refused(_CHANGED)


def _remarks(match_id: str, record: Record) -> tuple[Remark, ...]:
    # As numbers: "1" and "01" would be two remarks on one entry.
    found = {whole_number(index): text for index, text in record.remarks.items()}
    if len(found) != len(record.remarks) or not all(index in range(len(record.entries)) for index in found):
        raise Refused(_CHANGED)
    said = ((index, text) for index, text in found.items() if index is not None)
    return tuple(Remark(match_id, index, text) for index, text in said)


def _check_storable(arrival: ImportedMatch) -> None:
    try:
        check_arrival(arrival)
    except Unstorable as error:
        raise Refused(say("This text has characters that can’t be saved.")) from error


def _check_end(game: Game[Any], arrival: ImportedMatch, file: Mapping[str, Any]) -> None:
    """Raise `Refused` if the entries do not lead to the state in the file."""
    # The file says them twice, once for people: what they read must be what is replayed.
    if _options(arrival.match.options) != file.get("options"):
        raise Refused(_CHANGED)
    try:
        timeline = replayed(game, arrival.match, [entry.body for entry in arrival.entries])
    except (NotAMove, IllegalMove) as error:
        raise Refused(say("Tableside doesn’t know this file’s house rules or number of players.")) from error
    except Unreadable as error:
        raise Refused(
            say("This file is incomplete or was changed: {where}.", where=say("Entry {number}", number=error.seq + 1))
        ) from error
    names = tuple(one.name for one in arrival.seats)
    # An end that was cut off would still replay.
    if file.get("players") != [*names] or file.get("version") != timeline.version:
        raise Refused(_CHANGED)
    # Of the state only what everyone may know is compared: files of different viewers show more or less of the rest.
    if _result(redact_state(game, timeline.at().state, names, NO_SEAT)) != _result(file.get("state")):
        raise Refused(say("This file was changed. Use the original file."))


def _options(written: str) -> object:
    try:
        return json.loads(written)
    except ValueError as error:
        raise Refused(_CHANGED) from error


def _result(state: object) -> object:
    """Return what the state says of the end: the phase, every score, who has won."""
    seats = state.get("seats") if isinstance(state, dict) else None
    if not isinstance(state, dict) or not isinstance(seats, list):
        return None
    scores: list[Json] = [one.get("score") if isinstance(one, dict) else None for one in seats]
    return [state.get("phase"), scores, state.get("winners")]


def _with_everybody(found: tuple[ImportedMatch, ...], file: Mapping[str, Any]) -> tuple[ImportedMatch, ...]:
    """Return the matches of an evening; those who sat there and did not play come with the first."""
    seats, first = file.get("seats"), found[0]
    try:
        people: tuple[RecordedSeat, ...] = decode(tuple[RecordedSeat, ...], seats, Reading(MOST_SEATS, "-"), "seats")
    except (NotAMove, IllegalMove) as error:
        raise Refused(_CHANGED) from error
    known = {one.seat: one for arrival in found for one in arrival.seats}
    # Who sat there and did not play belongs to the evening as well, with the seat number that others count from.
    new = [Seat(first.table.id, one.seat, "", one.name, one.has_left) for one in people if one.seat not in known]
    everybody = tuple(sorted([*known.values(), *new], key=lambda one: one.seat))
    _check_people(everybody)
    return (replace(first, seats=everybody), *found[1:])


def _instant(written: object) -> datetime:
    try:
        found = datetime.fromisoformat(written) if isinstance(written, str) else None
    except ValueError:
        found = None
    if found is None or found.utcoffset() is None:
        raise Refused(_CHANGED)
    return found
