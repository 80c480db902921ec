"""Matches that come as files: taken in whole, once all of the file has been checked, or not at all."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from companion.archive.match_files import read_file
from companion.engine.text import say
from companion.match.access import Caller, hashed, must_own
from companion.match.errors import Refused
from companion.store import Arrival, CodeTaken, Differs, Grant, Match, Store, Table
from companion.table.seats import Seating
from companion.table.tables import draw_code

LARGEST_FILE: Final = 8 * 1024 * 1024
"""Bytes. A long match of Down Under, with everything told beside its record, is a tenth of this."""
_DIFFERS: Final = say("This match is here already, and its journal or its table is another one than that of the file.")


@dataclass(frozen=True, slots=True)
class TakenIn:
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

    def take_in(self, caller: Caller, file: object) -> TakenIn:
        """What came of the file. Raises `Refused` with the reason, `NotAllowed` and `NoToken` for all but the owner."""
        must_own(caller)
        arrivals = read_file(file)
        while True:
            code = draw_code(self._code_length)
            try:
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
        return TakenIn(table, tuple((match, new) for match, new in zip(matches, results, strict=True) if match))

    def _let_sit(self, table: Table, arrivals: tuple[Arrival, ...]) -> None:
        """Make the seats' own links good, so that a match that is not over can be gone on with."""
        seats = {one.seat for arrival in arrivals for one in arrival.seats}
        links = [hashed(self._seating.token(table.id, seat)) for seat in sorted(seats)]
        at = table.opened_at
        self._store.grants.add(
            *(Grant(link, "seat", "link", at, table.id, seat) for seat, link in zip(sorted(seats), links, strict=True))
        )
