"""Entries of An den Ufern des Nils in words."""

from __future__ import annotations

import pytest

from companion.engine.rulings import Json
from companion.games.nile.game import GAME
from companion.web.app.i18n import words


@pytest.mark.parametrize(
    ("plants", "sentence"),
    [
        ([], "Column 2: nothing rots"),
        ([0], "1 plant in column 2 gets worse"),
        ([0, 1], "2 plants in column 2 get worse"),
    ],
)
def test_rot_is_told_by_the_number_of_plants(plants: list[Json], sentence: str) -> None:
    assert words(GAME.narrate({"kind": "rot", "column": 2, "plants": plants}), ("Ana", "Ben")) == sentence
