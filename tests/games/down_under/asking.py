"""How these tests ask: tiles written short, rulings and moves given as JSON, as the interface takes them."""

from typing import Any

import pytest

from companion.engine.errors import NotAMove
from companion.engine.game import Outcome
from companion.engine.rulings import Ruling
from companion.games.down_under.game import GAME
from companion.games.down_under.rules.state import State
from tests.games.english import said, steps
from tests.games.table import Asked, Judged

__all__ = ["said", "steps"]

Json = dict[str, Any]
Choice = bool | str

KINDS = {"s": "straight", "c": "curve", "t": "terminus"}
COLOURS = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}


def tile(short: str, x: int, y: int, animal: str | None = None) -> Json:
    """A tile from its colour, shape and turn: "rc90" is a red curve turned by 90."""
    return {
        "x": x, "y": y, "kind": KINDS[short[1]], "colour": COLOURS[short[0]], "turn": int(short[2:] or 0),
        "animal": animal,
    }  # fmt: skip


def lay(seat: int, short: str, x: int, y: int, animal: str | None = None) -> Json:
    return {"kind": "lay", "seat": seat, "tile": tile(short, x, y, animal)}


def pond(x: int, y: int, *through: str) -> Json:
    """A billabong; "NS" joins its north and south."""
    return {"x": x, "y": y, "kind": "billabong", "through": [[*pair] for pair in through]}


def board(*placed: tuple[str, int, int]) -> list[Json]:
    return [tile(*one) for one in placed]


LOOP = board(("rc90", 0, 0), ("rc180", 1, 0), ("rc270", 1, 1), ("rc0", 0, 1))
"""Four red curves, all colour."""


def misshapen(name: str, **facts: Any) -> str:
    with pytest.raises(NotAMove) as caught:
        judge(name, **facts)
    return caught.value.path


def lengths(tiles: list[Json], **options: Choice) -> list[tuple[str, int, str]]:
    found = verdict("route", options, tiles=tiles)["routes"]
    return [(route["colour"], route["length"], route["state"]) for route in found]


ASKED = Asked(GAME)
read = ASKED.read


def judge(name: str, options: dict[str, Choice] | None = None, **facts: Any) -> Ruling:
    return ASKED.judge(name, facts, **(options or {}))


def verdict(name: str, options: dict[str, Choice] | None = None, **facts: Any) -> Any:
    return dict(judge(name, options, **facts).verdict)


def not_judged(name: str, **facts: Any) -> tuple[str, ...]:
    return ASKED.refused(name, facts).clauses


class Table(Judged[State]):
    game = GAME

    @property
    def scores(self) -> list[int]:
        return [*GAME.status(self.state).scores]

    @property
    def winners(self) -> list[int] | None:
        won = GAME.status(self.state).winners
        return None if won is None else [*won]

    @property
    def done(self) -> list[bool]:
        return [self.state.is_done(seat) for seat in range(self.state.seats)]

    def lay(self, short: str, x: int, y: int, *, animal: str | None = None, anyway: bool = False) -> Outcome[State]:
        laid = tile(short, x, y, animal)
        return self.play("lay", seat=self.state.seat_of(laid["colour"]), tile=laid, anyway=anyway)

    def lay_all(self, *placed: tuple[str, int, int]) -> "Table":
        for short, x, y in placed:
            self.lay(short, x, y)
        return self


def out_of_curves() -> Table:
    """Red has laid nine curves as stairs; it and yellow lead to (-1, 0), from the east and from the south."""
    stairs = [(f"rc{90 if step % 2 else 270}", step // 2, -((step + 1) // 2)) for step in range(9)]
    column = [*(("ys0", -1, y) for y in range(1, 8)), ("yc0", -1, 8)]
    table = Table(2, variant="children")
    for index, one in enumerate(stairs):
        table.lay_all(one, *column[index : index + 1])
    return table


def looped() -> Table:
    """Red has closed a loop of four, yellow has laid beside it; it is red's turn."""
    return Table(2).lay_all(
        ("rc90", 0, 0), ("ys0", -1, -1), ("rc180", 1, 0), ("ys0", -1, -2),
        ("rc270", 1, 1), ("ys0", -1, -3), ("rc0", 0, 1), ("ys0", -1, -4),
    )  # fmt: skip


def met() -> Table:
    """Green has just brought three routes together at (1, 1)."""
    return Table(3).lay_all(("rs90", 0, 1), ("ys0", 1, 0), ("gs90", 2, 1))


def beside() -> Table:
    """Red and yellow have laid a straight each, side by side."""
    return Table(2).lay_all(("rs0", 0, 0), ("ys0", 1, 0))
