"""How these tests ask and look: rulings and moves given as JSON, as the interface takes them, and a board with taps."""

import re
from typing import Any

from companion.engine.game import Draft, Viewer
from companion.games.land_unter.board.view import Board, board
from companion.games.land_unter.game import GAME
from companion.games.land_unter.rules.state import State
from tests.games.table import Asked, Judged

Move = dict[str, Any]

ASKED = Asked(GAME)
judge, read = ASKED.judge, ASKED.read


def lay(seat: int, card: int) -> Move:
    return {"kind": "lay", "seat": seat, "card": card}


def trick(levels: tuple[int, int], *who: int, cards: tuple[int, ...] | None = None) -> Move:
    """A whole trick by who laid the highest card and the second, or by its cards in the order of seats."""
    told = dict(zip(("highest", "second"), who, strict=False))
    laid = {} if cards is None else {"cards": {str(seat): card for seat, card in enumerate(cards)}}
    return {"kind": "trick", "levels": [*levels], **told, **laid}


class Table(Judged[State]):
    game = GAME

    @property
    def rings(self) -> list[int | None]:
        return [player.rings for player in self.state.players]

    @property
    def levels(self) -> list[int | None]:
        return [player.level for player in self.state.players]

    def count(self, *rings: int) -> "Table":
        for seat, number in enumerate(rings):
            self.play("count_rings", seat=seat, rings=number, anyway=True)
        return self

    def trick(self, levels: tuple[int, int], *cards: int) -> "Table":
        """Enters a whole trick with its cards, in the order of seats."""
        return self.then(**trick(levels, cards=cards))

    def take(self, levels: tuple[int, int], highest: int, second: int, *, anyway: bool = False) -> "Table":
        """Enters a whole trick by who laid the two highest cards."""
        return self.then(**trick(levels, highest, second), anyway=anyway)


def taps(kind: str, **entered: Any) -> Draft:
    """A draft as the form posts it; `cards_0` stands for the field cards.0."""
    fields = {re.sub(r"_(\d)$", r".\1", name): value for name, value in entered.items()}
    listed = {name: value if isinstance(value, list) else [value] for name, value in fields.items()}
    return {"kind": (kind,), **{name: tuple(str(one) for one in value) for name, value in listed.items()}}


def shown(table: Table, draft: Draft | None = None, *seats: int) -> Board:
    return board(table.state, Viewer(frozenset(seats)), draft or {})


def five() -> Table:
    """Five players before the first trick: rings 1, 2, 5, 6, 8."""
    return Table(5).count(1, 2, 5, 6, 8)
