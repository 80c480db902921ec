"""How these tests look at a board: at which match, with which taps."""

import re
from typing import Any

from companion.engine.game import Draft, Viewer
from companion.games.land_unter.board.view import Board, board
from tests.games.land_unter.asking import Table


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
