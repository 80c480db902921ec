"""Entries of Limits in words: enough of them to tell two of a kind apart."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.limits.game import GAME
from companion.web.app.i18n import words

VERDICT: dict[str, Any] = {"kind": "verdict", "seat": 1, "accused": 2, "colour": "yellow", "printed": 1, "counted": 3}


@pytest.mark.parametrize("hidden", [1, {"0": 0, "1": 1, "2": 0}])
def test_a_verdict_says_what_was_counted_so_that_a_correction_of_it_reads_differently(hidden: object) -> None:
    before, after = {**VERDICT, "hidden": hidden}, {**VERDICT, "hidden": hidden, "counted": 2}
    names = ("Ana", "Ben", "Cleo")

    assert words(GAME.narrate(before), names) == "Ben accused Cleo: yellow, hidden 1, counted 3"
    assert words(GAME.narrate(after), names) == "Ben accused Cleo: yellow, hidden 1, counted 2"


def test_an_accusation_at_a_table_that_logs_says_only_who_is_accused() -> None:
    assert (
        words(GAME.narrate({"kind": "accuse", "seat": 1, "accused": 2}), ("Ana", "Ben", "Cleo")) == "Ben accused Cleo"
    )
