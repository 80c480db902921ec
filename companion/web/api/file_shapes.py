"""The shapes of matches and evenings as files, and of what comes of taking one in, for the document of the interface."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.web.api.shapes import AnyJson, Instant, JournalEntry, Reason, State, Words


@dataclass(frozen=True, slots=True)
class PersonEntry:
    """Somebody at the table; null where the name was forgotten."""

    seat: int
    name: Words | None
    has_left: bool


@dataclass(frozen=True, slots=True)
class RulingOfEntry:
    """A ruling that a play in force brought; `index` is the entry of that play."""

    index: int
    ruling: Words
    headline: Words
    verdict: AnyJson
    because: tuple[Reason, ...]
    flags: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class RecordedEntry:
    """An entry as it is stored; `hash` covers it and all before it. Seats are those of the table."""

    at: Instant
    by_seat: int | None
    by_role: Words
    body: Words
    key: Words | None
    hash: Words


@dataclass(frozen=True, slots=True)
class Record:
    """What another device makes the same match from. `seal` is the SHA-256 of all of the file but itself."""

    table: Words
    table_opened_at: Instant
    seats: tuple[PersonEntry, ...]
    options: Words
    entries: tuple[RecordedEntry, ...]
    remarks: Mapping[Words, Words]
    seal: Words


@dataclass(frozen=True, slots=True)
class MatchFile:
    """A match as a file, as the asker may see it; `record` is null while anything of it is hidden from the asker."""

    format: Literal["tableside-match"]
    format_version: Literal[1]
    match: Words
    game: Words
    edition: Words
    options: Mapping[Words, bool | Words]
    table: Words
    number: int
    opened_at: Instant
    ended_at: Instant | None
    players: tuple[Words | None, ...]
    version: int
    journal: tuple[JournalEntry, ...]
    rulings: tuple[RulingOfEntry, ...]
    state: State
    record: Record | None


@dataclass(frozen=True, slots=True)
class MatchTakenIn:
    """A match of a file; `is_new` is false where it was here already."""

    match: Words
    game: Words
    is_new: bool


@dataclass(frozen=True, slots=True)
class FileTakenIn:
    """What came of a file: the code of the table its matches stand at, and every match."""

    table: Words
    matches: tuple[MatchTakenIn, ...]


@dataclass(frozen=True, slots=True)
class EveningFile:
    """An evening as a file: who sat there, and every match."""

    format: Literal["tableside-evening"]
    format_version: Literal[1]
    table: Words
    opened_at: Instant
    seats: tuple[PersonEntry, ...]
    matches: tuple[MatchFile, ...]
