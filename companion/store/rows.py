"""What the store takes and gives: plain frozen records. Every time is an aware `datetime`, given back in UTC."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, NamedTuple, TypeAlias

Role: TypeAlias = Literal["owner", "host", "seat"]
Kind: TypeAlias = Literal["link", "device"]


@dataclass(frozen=True, slots=True)
class Table:
    """The people and phones of an evening. `closed_to_seats`: only the host enters for others."""

    id: str
    code: str
    opened_at: datetime
    closed_to_seats: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class TableUse:
    """How a table was used: its matches, how many of them go on, and when anything was last opened or entered there."""

    table: Table
    matches: int
    open_matches: int
    last_used_at: datetime


@dataclass(frozen=True, slots=True)
class Contents:
    """What there is in all: how many tables, matches and entries, matches by game; when the first table was opened
    and when anything was last entered (None if there is no table).
    """

    tables: int
    matches: int
    entries: int
    games: tuple[tuple[str, int], ...]
    first_at: datetime | None
    last_at: datetime | None


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at a table, numbered from 0 clockwise. `name` is None once the player was forgotten.

    `face`: the colour and the sign that the player chose, a text the store does not look into; None if none was chosen.
    `phones`: so many devices hold it, as far as it was asked for at one table.
    """

    table_id: str
    seat: int
    player_id: str
    name: str | None
    has_left: bool
    face: str | None = None
    phones: int = 0


_FARTHEST: Final = 100


def by_seat(there: Iterable[Seat], value_of: Callable[[Seat], str | None]) -> tuple[str | None, ...]:
    """Return the value of each, by the numbers of their seats, which may have gaps at a table from a file.

    Of numbers beyond any table, which a file may hold, nothing is returned.
    """
    # A file from elsewhere may name seat 10**9, and the tuple would be as long as that.
    found = {one.seat: value_of(one) for one in there if one.seat < _FARTHEST}
    return tuple(found.get(seat) for seat in range(max(found, default=-1) + 1))


@dataclass(frozen=True, slots=True)
class Grant:
    """A right that the holder of the token has.

    An owner's grant names no table, a host's no seat. A `link` is in a QR code, an address or a script; a
    `device` is in the cookie of one browser. One token may hold several grants.
    """

    token_hash: str
    role: Role
    kind: Kind
    created_at: datetime
    table_id: str | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """One play of a game. `number` counts from 1 within the evening; `seats` are table seats in playing order.

    `version` is how many entries its journal had when this was read.
    """

    id: str
    table_id: str
    number: int
    game: str
    options: str
    seats: tuple[int, ...]
    opened_at: datetime
    ended_at: datetime | None = None
    version: int = 0


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry about to be recorded. `body` is JSON text the store does not look into; `idem` a key against doubles.

    With it the match ends (`ends_at`), or goes on after all (`reopens`); otherwise that stays as it is. `remark` is what
    was said with it in words: kept beside the journal, so that it can be removed.
    """

    at: datetime
    by_role: str
    body: str
    by_seat: int | None = None
    idem: str | None = None
    ends_at: datetime | None = None
    reopens: bool = False
    remark: str = ""


class Entry(NamedTuple):
    """An entry as recorded; `seq` counts from 0. `hash` covers it and all entries before it.

    A tuple, for a long match is read with thousands at once.
    """

    match_id: str
    seq: int
    at: datetime
    by_seat: int | None
    by_role: str
    body: str
    idem: str | None
    hash: str


@dataclass(frozen=True, slots=True)
class Appended:
    """The entry is recorded for good at `seq`."""

    seq: int
    hash: str


@dataclass(frozen=True, slots=True)
class Repeated:
    """The key was recorded before, at `seq`; nothing was added."""

    seq: int


@dataclass(frozen=True, slots=True)
class Remark:
    """What was said with entry `seq`, for instance by those who contested with it."""

    match_id: str
    seq: int
    text: str


@dataclass(frozen=True, slots=True)
class Summed:
    """A match looked over, with what is kept of what it came to.

    `made_of` is the version of the journal that the summary was made of; it and `summary` are None if none is kept.
    `summary` is a text the store does not look into.
    """

    id: str
    table_id: str
    game: str
    seats: tuple[int, ...]
    opened_at: datetime
    ended_at: datetime | None
    version: int
    made_of: int | None
    summary: str | None
    options: str


@dataclass(frozen=True, slots=True)
class Within:
    """Which matches are looked over: the newest `most` of a game, opened from `since` on and before `before`; None is any."""

    game: str | None = None
    since: datetime | None = None
    before: datetime | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class StoredDefinition:
    """A text that is kept: under which id, where it came from if not from this device, and since when it is offered no longer."""

    id: str
    body: str
    origin: str | None = None
    removed_at: datetime | None = None
