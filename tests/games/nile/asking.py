"""How these tests ask and look: rulings and moves given as JSON, as the interface takes them, and a board with taps."""

from typing import Any

from companion.engine.game import Draft, Viewer
from companion.games.nile.board.view import Tabletop, moment, tabletop
from companion.games.nile.game import GAME
from companion.games.nile.rules.state import State
from tests.games.table import Asked, Judged

Move = dict[str, Any]
KINDS = ("flax", "wheat", "grapes", "onions", "aubergine")
STATES = {"": "fresh", "~": "spoiled", "x": "rotten"}


def column(*plants: str) -> list[Move]:
    """A column in short: "0" is fresh and of seat 0, "1~" spoiled, "2x" rotten; the kinds follow each other round."""
    return [
        {"seat": int(one[0]), "plant": KINDS[square % len(KINDS)], "state": STATES[one[1:]]}
        for square, one in enumerate(plants)
    ]


ASKED = Asked(GAME)
judge, verdict, doubts, read, not_a_move = ASKED.judge, ASKED.verdict, ASKED.doubts, ASKED.read, ASKED.not_a_move


def out_of_range(ruling: str, facts: Any) -> tuple[str, ...]:
    return ASKED.refused(ruling, facts).clauses


class Table(Judged[State]):
    game = GAME

    def begin(self, *plants: str, starter: int = 0) -> "Table":
        for seat in range(self.timeline.setup.seats):
            self.play("boat", seat=seat, plants=list(plants or ("flax", "flax")))
        self.play("starter", seat=starter)
        return self

    def acting(self, *plants: str, starter: int = 0) -> "Table":
        """The same, with the first tide played."""
        self.begin(*plants, starter=starter).play("tide", moved=2, arrows=0)
        return self

    def pass_all(self) -> "Table":
        """Everybody who has not acted yet passes; the scoring is done then."""
        done = self.state.round
        while self.state.round == done and self.state.turn is not None:
            self.play("pass", seat=self.state.turn.seat)
        return self

    def sell(self, column: int, *plants: tuple[int, str]) -> "Table":
        """Puts plants of seats on the market, each in a turn of its seat, whatever it needs of turns."""
        for seat, kind in plants:
            while self.state.turn is None or self.state.turn.seat != seat:
                if self.state.turn is None:
                    self.play("tide", moved=2, arrows=0)
                else:
                    self.play("pass", seat=self.state.turn.seat)
            self.play("harvest", seat=seat, plant=kind, quality=4, column=column, shared=False)
        return self


def shown(table: Table, *seats: int, **tapped: Any) -> Tabletop:
    """The page with these taps; `_crop="grapes.3"` is put before with the present step."""
    draft: Draft = {name: _values(table, name, value) for name, value in tapped.items()}
    return tabletop(table.state, Viewer(frozenset(seats)), draft)


def _values(table: Table, name: str, value: Any) -> tuple[str, ...]:
    listed = value if isinstance(value, list) else [value]
    if not name.startswith("_"):
        return tuple(str(one) for one in listed)
    step = {"_do": f"r{table.state.round}s{table.state.turn.seat if table.state.turn else 0}"}.get(
        name, moment(table.state).key
    )
    if name in ("_event", "_pick"):
        step = tabletop(table.state, Viewer(), {}).event_step
    return (f"{step}|{value}",)


def market() -> Table:
    """Example 2 of the rules on column 1, and wheat, grapes, flax on column 3; the first player is on turn."""
    table = Table(5).acting("flax", "aubergine")
    for seat, column, kind in ((0, 3, "wheat"), (1, 3, "grapes"), (2, 3, "onions")):
        table.sell(column, (seat, kind))
    return table
