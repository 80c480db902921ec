"""A ruling is data with its clauses; a refusal says why; texts wait for a language."""

import pytest

from companion.engine.errors import IllegalMove, refuse
from companion.engine.rulings import Flag, Reason, Ruling
from companion.engine.text import say

FIRST = Reason(say("First {n}.", n=1), ("TO-1", "TO-2"))
SECOND = Reason(say("Second."), ("TO-2", "TO-3"))


def test_a_step_that_cites_no_clause_is_an_error() -> None:
    for step in (Reason, Flag):
        with pytest.raises(ValueError, match="cites no clause"):
            step(say("Because."), ())


def test_a_ruling_without_a_reason_is_an_error() -> None:
    with pytest.raises(ValueError, match="gives no reason"):
        Ruling("coins", say("So it is."), {}, ())


def test_a_refusal_needs_a_reason_and_carries_its_clauses() -> None:
    with pytest.raises(ValueError, match="needs a reason"):
        IllegalMove()
    refusal = refuse(say("No."), "TO-1", "TO-3", path="coins")
    assert (refusal.clauses, refusal.path, str(refusal)) == (("TO-1", "TO-3"), "coins", "No.")
    assert IllegalMove(FIRST, SECOND).clauses == ("TO-1", "TO-2", "TO-3")
