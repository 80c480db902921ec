"""A match at a table that counts the pile itself."""

from typing import Any

import pytest

from tests.games.limits.asking import CARD, Table, logged, out_of_range

VERDICT: dict[str, Any] = {"seat": 2, "accused": 1, "colour": "yellow", "printed": 1, "hidden": 1, "counted": 3}


def at_play(players: int = 3, **options: str) -> Table:
    return Table(players, **options).begin(starter=1)


def test_a_colour_that_shows_0_is_left_out_however_the_card_was_entered() -> None:
    shown = {"red": 3, "yellow": 1, "green": 3, "blue": "X"}
    for card in (shown, {**shown, "violet": 0}):
        table = Table(3).begin(limit=card, starter=1)
        assert table.view()["numbers"] == shown
        table.play("verdict", **VERDICT)
        assert table.view()["last_round"]["numbers"] == shown


def test_the_printed_number_is_that_of_the_limit_card_and_another_is_doubtful() -> None:
    assert at_play().doubted("verdict", **{**VERDICT, "printed": 2}) == ("LI-4",)
    without = {name: value for name, value in VERDICT.items() if name != "printed"}
    for told, allowed in ((without, 2), ({**VERDICT, "printed": 2}, 3)):
        outcome = at_play().play("verdict", anyway=True, **told)
        assert (outcome.rulings[0].verdict["allowed"], outcome.reveals) == (allowed, False)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [("hide", {"seat": 0, "colours": ["red"]}), ("lay", {"seat": 0, "colour": "red"}), ("forgot", {"seat": 0})],
)
def test_what_belongs_to_a_logged_pile_has_no_meaning_here(kind: str, fields: dict[str, Any]) -> None:
    assert at_play().refused(kind, **fields) in (("LI-16",), ("LI-22",))


def test_a_verdict_or_an_exchange_before_the_limit_card_is_doubtful_where_the_pile_is_logged() -> None:
    table = logged(3)
    assert "LI-10" in table.doubted("exchange", seat=0, colour="red")
    assert "LI-10" in table.doubted("verdict", **VERDICT)


def test_the_starter_is_named_once_and_a_limit_card_counts_as_left_until_it_is_taken() -> None:
    table = at_play()
    assert (table.refused("start", seat=0), table.view()["limit_cards_left"]) == (("LI-12",), 18)
    table.play("verdict", **VERDICT)
    assert (table.refused("start", seat=0), table.view()["limit_cards_left"]) == (("LI-12",), 17)


def test_points_beyond_44_are_doubtful() -> None:
    table = at_play()
    for number in range(44):
        table.play("exchange", seat=number % 3, colour="red")
    assert table.doubted("exchange", seat=0, colour="red") == ("LI-31",)
    assert table.doubted("verdict", **VERDICT) == ("LI-31",)


def test_a_ten_on_a_limit_card_is_out_of_range() -> None:
    assert out_of_range({"kind": "limit", "numbers": {"red": 10}}) == ("move.numbers.red", ("LI-4",))
    assert out_of_range({"kind": "verdict", **VERDICT, "printed": 10}) == ("move.printed", ("LI-4",))
    assert out_of_range({"kind": "start", "seat": 6})[1] == ("LI-1",)


def test_a_table_that_counts_need_enter_no_limit_card_and_says_the_one_number_with_the_verdict() -> None:
    table = Table(3)
    assert Table(3).play("limit", numbers=CARD).flags == ()
    without = {name: value for name, value in VERDICT.items() if name != "printed"}
    assert table.refused("verdict", **without) == ("LI-4",)
    for number in (1, 2):
        assert table.play("exchange", seat=0, colour="red").flags == ()
        assert table.play("verdict", **VERDICT).flags == ()
        assert (table.view()["round"], table.view()["last_round"]["numbers"]) == (number, None)
    assert table.state.scores == (2, -4, 2)


def test_an_accusation_stands_until_it_is_counted() -> None:
    table = at_play()
    table.play("accuse", seat=2, accused=1)
    assert table.phase == "count"
    for kind, fields in (("accuse", {"seat": 0, "accused": 1}), ("card", {"seat": 0})):
        assert table.refused(kind, **fields) == ("LI-22",)
    table.play("verdict", **VERDICT)
    assert (table.phase, table.state.accused) == ("limit", None)


def test_an_accusation_that_the_cards_tapped_rule_out_is_doubtful() -> None:
    def clauses(kind: str, when: str = "turn", **fields: Any) -> list[tuple[str, ...]]:
        table = at_play(accuse_when=when)
        table.play("card", seat=1)
        return [flag.clauses for flag in table.play(kind, **fields).flags]

    assert clauses("accuse", seat=0, accused=1) == [("LI-13", "LI-20")]
    assert clauses("accuse", "any", seat=0, accused=1) == []
    assert clauses("accuse", seat=2, accused=0) == [("LI-20",)]
    assert clauses("verdict", **VERDICT) == [("LI-22",)]
    assert clauses("verdict", **{**VERDICT, "counted": 1}) == []


@pytest.mark.parametrize(("accused", "most"), [(1, 4), (0, 3), (2, 2)])
def test_each_turn_since_the_last_card_of_the_accused_is_one_card_less_to_count(accused: int, most: int) -> None:
    def flags(counted: int) -> int:
        table = at_play(accuse_when="any")
        for seat in (1, 2, 0, 1):
            table.play("card", seat=seat)
        told = {**VERDICT, "seat": (accused + 1) % 3, "accused": accused, "counted": counted}
        return len(table.play("verdict", **told).flags)

    assert (flags(most), flags(most + 1)) == (0, 1)


def test_whoever_is_said_to_have_played_a_card_passes_the_turn_on_until_the_round_is_over() -> None:
    table = at_play()
    assert not table.state.follows_turns
    table.play("card", seat=1)
    table.play("exchange", seat=2, colour="red")
    assert (table.turn, table.state.unseen) == (0, 3)
    assert table.doubted("card", seat=1) == ("LI-13",)
    table.play("verdict", **VERDICT)
    assert not table.state.follows_turns
