"""How these tests ask: rulings and moves given as JSON, as the interface takes them."""

from typing import Any

from companion.engine.errors import IllegalMove
from companion.games.limits.game import GAME
from companion.games.limits.rules.state import State
from tests.games.english import said, steps
from tests.games.table import Asked, Judged

__all__ = ["said", "steps"]

Move = dict[str, Any]

CARD = {"red": 3, "yellow": 1, "green": 3, "blue": "X", "violet": 0}
"""The limit card most of these tests play with."""

ASKED = Asked(GAME)
judge, read = ASKED.judge, ASKED.read


def not_judged(facts: Any) -> IllegalMove:
    return ASKED.refused("accusation", facts)


def accuse(seat: int, accused: int) -> Move:
    return {"kind": "accuse", "seat": seat, "accused": accused}


class Table(Judged[State]):
    game = GAME

    @property
    def hands(self) -> list[int]:
        return [player.hand for player in self.state.players]

    def begin(self, *hidden: str, starter: int = 0, limit: dict[str, Any] | None = None) -> "Table":
        if self.phase == "start":
            self.play("start", seat=starter)
        self.play("limit", numbers=limit or CARD)
        for seat, colours in enumerate(hidden):
            self.play("hide", seat=seat, colours=colours.split())
        return self

    def lay(self, *colours: str) -> "Table":
        for colour in colours:
            self.play("lay", seat=self.turn, colour=colour)
        return self


def logged(players: int, **options: str) -> Table:
    return Table(players, pile="logged", **options)
