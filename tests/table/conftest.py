"""The services over real records, without pages."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from companion.live import InProcessLive
from companion.match.access import Caller
from companion.match.enter import Matches
from companion.match.precondition import Precondition
from companion.match.redact import redact_journal
from companion.store import Match, Store, Table
from companion.table.faces import Faces
from companion.table.next_match import MatchStarter, NewMatch
from companion.table.seating_order import SeatingOrder
from companion.table.seats import Seating
from companion.table.tables import Tables
from tests.games.english import NAMES


@dataclass
class Round:
    """A table with its host, and what is done there. `drawn` holds what lots were drawn from; the first of them wins."""

    tables: Tables
    matches: Matches
    store: Store
    table: Table
    host: Caller
    guest: Caller
    drawn: list[list[int]] = field(default_factory=list)

    @property
    def seating_order(self) -> SeatingOrder:
        """The seating order, with lots that fall on the last of those they are drawn from."""

        def draw(seats: Any) -> int:
            self.drawn.append([*seats])
            return int(seats[-1])

        return SeatingOrder(self.store, self.tables, draw)

    @property
    def faces(self) -> Faces:
        return Faces(self.store, InProcessLive())

    @property
    def match_starter(self) -> MatchStarter:
        return MatchStarter(self.store, self.tables, self.matches, self.seating_order, self.faces)

    def begin(
        self, slug: str, start: str = "rule", seats: list[int] | None = None, after: str | None = None, **options: Any
    ) -> Match:
        return self.match_starter.begin(self.table, self.host, NewMatch(slug, options, seats, start), after)

    def enter(self, match: Match, **move: Any) -> None:
        self.matches.move(match.id, self.host, move, Precondition(), anyway=True)

    def tap(self, match: Match, version: int, **fields: str) -> int:
        """The version after an entry from a form that was made at this version."""
        given = {name: [value] for name, value in fields.items()}
        return self.matches.move(match.id, self.host, given, Precondition(version), from_form=True).version

    def limits_with_red_hidden(self) -> Match:
        """A match of Limits with a logged pile: everybody has hidden a red card, nobody has laid one. Six entries."""
        match = self.begin("limits", pile="logged")
        self.enter(match, kind="start", seat=0)
        self.enter(match, kind="limit", numbers={"red": 3, "yellow": 1, "green": 3, "blue": 9, "violet": 0})
        for seat in range(4):
            self.enter(match, kind="hide", seat=seat, colours=["red"])
        return match

    def first_entry(self, match: Match) -> Match:
        """The match with one entry made in it, besides who starts."""
        if match.game == "limits":
            self.enter(match, kind="limit", numbers={"red": 1})
        elif match.game == "down-under":
            own = json.loads(match.options)["colours"].split()[0]
            tile = {"x": 0, "y": 0, "kind": "straight", "colour": own, "turn": 0, "animal": None}
            self.enter(match, kind="lay", seat=0, tile=tile)
        return match

    def moves(self, match: Match) -> list[dict[str, Any]]:
        seen = self.matches.snapshot(match.id, self.host)
        return [dict(one.move) for one in redact_journal(seen, seen.viewer)]


def round_of(store: Store, players: int) -> Round:
    live = InProcessLive()
    tables = Tables(store, live, Seating(store, live))
    opened = tables.open(NAMES[:players])
    host, guest = tables.caller(opened.host_token), tables.caller(opened.seat_tokens[1])
    return Round(tables, Matches(store, live), store, opened.table, host, guest)


def at_another(store: Store, first: Round) -> Round:
    """The same table, as a worker sees it that has this store."""
    live = InProcessLive()
    return replace(
        first, tables=Tables(store, live, Seating(store, live)), matches=Matches(store, live), store=store, drawn=[]
    )


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "t.sqlite") as opened:
        yield opened


@pytest.fixture
def four(store: Store) -> Round:
    return round_of(store, 4)
