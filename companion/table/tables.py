"""Tables: opened, joined, handed over. Seating, and which phone holds which seat."""

import json
import re
import secrets
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from companion.engine.errors import NotAMove
from companion.engine.options import begin_setup
from companion.engine.text import say
from companion.live import Live, notify
from companion.match.access import NOBODY, Caller, fresh_token, must_host
from companion.match.errors import Unknown
from companion.match.judge import find_game
from companion.store import CodeTaken, Grant, Match, Seat, Store, Table, fresh_id, token_hash
from companion.table.seats import Seating

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""The characters of a table's code: no O and no 0, no I and no 1."""
HOME_CODE: Final = 4
PUBLIC_CODE: Final = 6
"""How long codes are: at home, where few could guess them; on a public host, where all the world could."""
LONG_CODE: Final = 8
"""On a public host a table that no one uses any more has one that no one could guess, and its short one is free."""
MOST_DRAWN: Final = 20
"""Where so many codes in a row were taken, few short ones are left: a long one is drawn."""
MOST_SEATS: Final = 20
LONGEST_NAME: Final = 24
LONGEST_TABLE_NAME: Final = 200
MOST_MARKS: Final = 3
"""So many marks may stand on one letter of a name."""
JOINERS: Final = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
"""What some scripts, and pictures of several people, are written with, though it has no shape of its own."""
_PICTURES: Final = re.compile("[\U0001f300-\U0001faff]")
_REGION: Final = re.compile("(?<=\U0001f3f4)[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f")
"""What makes a black flag that of a region, such as Scotland: letters without a shape, and their end."""
_UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters and marks that leave no trace, or only choose how the letter before them is drawn."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A table just opened, with the only copy of its tokens: the host's, and one for each seat."""

    table: Table
    seats: tuple[Seat, ...]
    host_token: str
    seat_tokens: tuple[str, ...]


class Tables:
    """Everything that can be done with a table. `code_length` is that of the codes of new ones; any other still works."""

    def __init__(self, store: Store, live: Live, seating: Seating, code_length: int = HOME_CODE) -> None:
        self._store = store
        self._live = live
        self._seating = seating
        self._code_length = code_length

    def caller(self, token: str | None) -> Caller:
        """Return the caller who holds this token; no one if it is unknown."""
        if not token:
            return NOBODY
        # Only the hash is ever looked up or stored: who reads the records finds no token to use.
        key = token_hash(token)
        return Caller(key, self._store.grants.of(key))

    def find(self, code: str) -> Table:
        """Return the table with this code, however it is typed. Raise `Unknown`."""
        typed = read_code(code)
        table = self._store.tables.by_code(typed) if typed else None
        if table is None:
            raise Unknown("table")
        return table

    def seats(self, table: Table) -> tuple[Seat, ...]:
        """All people at the table, including those who have left."""
        return self._store.seats.at(table.id)

    def matches(self, table: Table) -> tuple[Match, ...]:
        return self._store.matches.at(table.id)

    def match(self, table: Table, match_id: str) -> Match:
        """Return the match of this table. Raise `Unknown` for one of another, whose host decides about it."""
        for match in self.matches(table):
            if match.id == match_id:
                return match
        raise Unknown("match")

    def open(self, names: Sequence[str], *, name: str = "", may_be_empty: bool = False) -> Opened:
        """Return a new table with these people, seat 0 first.

        Raise `NotAMove` for names that are empty, doubled or too long.

        With `may_be_empty` everyone may still be on the way: each newcomer says their own name. `name` is the table's.
        """
        people = read_names(names) if names or not may_be_empty else []
        called = read_table_name(name)
        # Its only copy is in the answer to this request; the store keeps the hash.
        host = fresh_token()
        # Short codes run out on a busy host; after so many that were taken, a longer one is drawn.
        drawn = 0
        while True:
            length, drawn = self._code_length if drawn < MOST_DRAWN else PUBLIC_CODE, drawn + 1
            table = Table(fresh_id(), draw_code(length), datetime.now(UTC), name=called)
            seat_tokens = tuple(self._seating.token(table.id, seat) for seat in range(len(people)))
            grants = [Grant(token_hash(host), "host", "link", table.opened_at, table.id)]
            grants += [
                Grant(token_hash(token), "seat", "link", table.opened_at, table.id, seat)
                for seat, token in enumerate(seat_tokens)
            ]
            try:
                seats = self._store.tables.create(table, people, grants)
            except CodeTaken:
                continue
            return Opened(table, seats, host, seat_tokens)

    def add(self, table: Table, caller: Caller, name: str, playing: Collection[int] = ()) -> Seat:
        """Return the seat of a latecomer, after the last; their own if they had gone home, unless it is among those `playing`.

        Raise `NotAllowed`, and `NotAMove` for the name.
        """
        must_host(caller, table)
        wanted = folded(_read_text(name, "name", LONGEST_NAME))
        for one in self.seats(table):
            if one.has_left and one.seat not in playing and one.name is not None and folded(one.name) == wanted:
                self.note_back(table, one.seat)
                return replace(one, has_left=False)
        return self.come(table, name)

    def come(self, table: Table, name: str) -> Seat:
        """Return a seat of their own, after the last, for someone who knows the table's code.

        Raise `NotAMove` for the name.
        """

        # Called within the transaction, with the seats as they are then: two phones may type the same name at once.
        def among(there: Sequence[Seat]) -> str:
            if len(there) >= MOST_SEATS:
                raise NotAMove("name", say("This table is full: {most} players. Open another table.", most=MOST_SEATS))
            # Compared with all who sit there, gone home or not: their points stand under their names.
            return _name_among(there, name)

        seat = self._store.seats.add(table.id, among)
        link = token_hash(self._seating.token(table.id, seat.seat))
        self._store.grants.add(Grant(link, "seat", "link", datetime.now(UTC), table.id, seat.seat))
        self.notify(table)
        return seat

    def rename(self, table: Table, caller: Caller, seat: int, name: str) -> None:
        """Correct a player's name at this table, and in tonight's matches. Raises as `add` does, and `Unknown`."""
        must_host(caller, table)
        self._store.seats.rename(table.id, seat, lambda others: _name_among(others, name))
        self.notify(table)

    def note_left(self, table: Table, caller: Caller, seat: int, *, has_left: bool) -> None:
        """Let the person sit out, or play again, from the next match on. Raise `NotAllowed`, `Unknown`."""
        must_host(caller, table)
        self._store.seats.set_left(table.id, seat, has_left)
        self.notify(table)

    def note_back(self, table: Table, seat: int) -> None:
        """Let someone who had gone home play again, from the next match on."""
        if any(one.seat == seat and one.has_left for one in self.seats(table)):
            self._store.seats.set_left(table.id, seat, False)
            self.notify(table)

    def start(
        self,
        table: Table,
        caller: Caller,
        game_slug: str,
        options: object,
        seats: Sequence[int] | None = None,
        absent: Collection[int] = (),
    ) -> Match:
        """Return a new match of the evening; `seats` are table seats in playing order, by default everyone present.
        Those who are `absent` may be among them though they went home.

        Call `notify` for the table once all about it is noted. Raise `NotAMove`, `IllegalMove` if the game is not for
        that many, `NotAllowed`.
        """
        must_host(caller, table)
        game = find_game(game_slug)
        present = [seat.seat for seat in self.seats(table) if not seat.has_left]
        # Those who went home are not dealt in, and can be named no more than strangers.
        playing = list(present if seats is None else seats)
        if len(set(playing)) != len(playing) or not set(playing) <= {*present, *absent}:
            raise NotAMove("seats", say("Choose players at this table, each only once."))
        setup = begin_setup(game, len(playing), options, "seats")
        # In a fixed order: the options are part of the first hash of the journal's chain.
        written = json.dumps(dict(setup.options), sort_keys=True)
        return self._store.matches.create(table.id, game.slug, written, playing, datetime.now(UTC))

    def notify(self, table: Table) -> None:
        """Let every page of this table look again."""
        notify(self._live, table.id)


def draw_code(length: int) -> str:
    """Return so many letters and figures that cannot be mistaken for one another."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def read_code(typed: str) -> str:
    """Return the code as it was meant: typed from a screen across the room, in any case, with blanks or hyphens in it."""
    # No code has letters beyond ASCII, of which `upper` makes two out of some ("ß").
    return re.sub("[^A-Za-z0-9]", "", typed).upper()


def read_names(names: Sequence[str]) -> list[str]:
    """Return the names, trimmed.

    Raise `NotAMove` at the first that is empty, too long, doubled, or must not be shown.
    """
    if not 1 <= len(names) <= MOST_SEATS:
        raise NotAMove("players", say("A table has 1 to {most} players.", most=MOST_SEATS))
    found: list[str] = []
    for index, given in enumerate(names):
        found.append(_read_name(given, f"players.{index}", found))
    return found


def read_table_name(given: str) -> str:
    """Return the name of a table, trimmed, or none. Raise `NotAMove` for one that is too long, or must not be shown."""
    return _read_text(given, "name", LONGEST_TABLE_NAME) if given.strip() else ""


def folded(name: str) -> str:
    """Return the name as names are compared: neither case nor what no one sees tells two people apart."""
    # Nearly every name is, and needs no look at its single characters.
    if name.isascii():
        return name.casefold()
    return "".join(one for one in name.casefold() if unicodedata.category(one) != "Cf" and not _UNSEEN.match(one))


def _kind(character: str) -> str:
    """Return the first letter of what Unicode calls it; a picture younger than this Python's tables is a sign like the
    others.
    """
    return "S" if _PICTURES.match(character) else unicodedata.category(character)[0]


def _can_be_shown(name: str) -> bool:
    """Return whether every character has a shape, joins two of them, is part of a region's flag, or one of a few marks
    on a letter.

    Others turn round the sentences in which the name stands, or cover the lines above it.
    """
    # Joiners count for nothing, so marks on both sides of one still count as a row.
    kinds = "".join(_kind(one) for one in _REGION.sub("", name) if one not in JOINERS)
    return "C" not in kinds and "M" * (MOST_MARKS + 1) not in kinds


def _name_among(others: Sequence[Seat], given: str) -> str:
    return _read_name(given, "name", [one.name for one in others if one.name is not None])


def _read_text(given: str, path: str, longest: int) -> str:
    # One form for letters that may be written in two, and single blanks: equal names must be equal texts.
    name = " ".join(unicodedata.normalize("NFC", given).split())
    if not any(_kind(character) in "LMNPS" for character in folded(name)):
        raise NotAMove(path, say("A name is missing here."))
    if len(name) > longest:
        raise NotAMove(path, say("This needs {low} to {high} characters.", low=1, high=longest))
    if not _can_be_shown(name):
        raise NotAMove(path, say("This text has characters that can’t be saved."))
    return name


def _read_name(given: str, path: str, before: Sequence[str]) -> str:
    name = _read_text(given, path, LONGEST_NAME)
    if folded(name) in map(folded, before):
        raise NotAMove(path, say("{name} is already taken here. Add a letter.", name=name))
    return name
