"""A ruling is data with its clauses; a refusal says why; texts wait for a language."""

import pytest

from companion.engine.errors import DoubtfulMove, IllegalMove, NotAMove, refuse
from companion.engine.rulings import Flag, Reason, Ruling, cited
from companion.engine.text import Either, SeatName, Text, names, say, say_as, say_many
from tests.engine.toy import GAME, Put, Show

FIRST = Reason(say("First {n}.", n=1), ("TO-1", "TO-2"))
SECOND = Reason(say("Second."), ("TO-2", "TO-3"))


def test_a_step_that_cites_no_clause_is_an_error() -> None:
    for step in (Reason, Flag):
        with pytest.raises(ValueError, match="cites no clause"):
            step(say("Because."), ())


def test_a_ruling_without_a_reason_is_an_error() -> None:
    with pytest.raises(ValueError, match="gives no reason"):
        Ruling("coins", say("So it is."), {}, ())


def test_a_ruling_cites_each_clause_once_in_the_order_of_its_working() -> None:
    assert Ruling("coins", say("So it is."), {}, (FIRST, SECOND)).clauses == ("TO-1", "TO-2", "TO-3")
    assert cited((SECOND, FIRST)) == ("TO-2", "TO-3", "TO-1")


def test_a_refusal_needs_a_reason_and_carries_its_clauses() -> None:
    with pytest.raises(ValueError, match="needs a reason"):
        IllegalMove()
    refusal = refuse(say("No."), "TO-1", "TO-3", path="coins")
    assert (refusal.clauses, refusal.path, str(refusal)) == (("TO-1", "TO-3"), "coins", "No.")
    assert IllegalMove(FIRST, SECOND).clauses == ("TO-1", "TO-2", "TO-3")


def test_a_doubt_carries_its_clauses() -> None:
    assert DoubtfulMove((Flag(say("Hm."), ("TO-2",)),)).clauses == ("TO-2",)


def test_a_wrong_shape_says_where() -> None:
    error = NotAMove("seats.0.rings", say("This is missing."))
    assert (error.path, str(error)) == ("seats.0.rings", "seats.0.rings: This is missing.")


def test_a_text_keeps_its_arguments_by_name() -> None:
    assert say("{b} {a}", a=1, b=2) == Text("{b} {a}", (("a", 1), ("b", 2)))
    assert say_many("one", "many", 3, a=1) == Text("one", (("a", 1), ("count", 3)), "many", 3)
    assert say_as("of a tile", "turn").context == "of a tile"
    assert names([2, 0]) == (SeatName(2), SeatName(0))
    assert Either(names((1,))).items == (SeatName(1),)


def test_texts_rulings_and_moves_are_values() -> None:
    assert {say("a", n=1), say("a", n=1), FIRST, Put(0, 1), Put(0, 1)} == {say("a", n=1), FIRST, Put(0, 1)}


def test_a_game_finds_its_clauses_kinds_and_rulings_by_name() -> None:
    assert GAME.clause("TO-2").id == "TO-2"
    assert (GAME.kind_of(Put(0, 1)), GAME.kind_of(Show())) == ("put", "show")
    assert GAME.box_clause == "TO-1"
    with pytest.raises(KeyError):
        GAME.clause("TO-9")
    with pytest.raises(KeyError):
        GAME.ruling("coins")
