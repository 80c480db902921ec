"""A match at a table where each card is entered and the app keeps the pile."""

from typing import Any

from companion.games.limits.board.verdicts import verdict_entry
from tests.games.limits.asking import CARD, Table, logged


def at_play(*hidden: str, **options: str) -> Table:
    """Three players in play; what they hide may be named."""
    return logged(3, **options).begin(*(hidden or ("red", "red", "red")))


def two_at_play() -> Table:
    return logged(2).begin("red blue", "red red")


def test_two_players_hide_two_cards_at_once() -> None:
    table = logged(2).begin()
    assert table.refused("hide", seat=0, colours=["red"]) == ("LI-10",)
    table.play("hide", seat=0, colours=["red", "red"])
    assert table.view(0)["hidden"] == {"0": ["red", "red"]}


def test_who_forgets_to_draw_plays_on_with_a_card_fewer_until_the_round_ends() -> None:
    table = at_play().lay("violet", "blue")
    table.play("forgot", seat=0)
    assert (table.hands, table.view()["draw_pile"]) == ([3, 4, 4], 44)
    table.lay("blue", "blue")
    assert table.hands == [3, 4, 4]
    table.play("accuse", seat=1, accused=0)
    assert table.hands == [4, 4, 4]
    assert table.view()["draw_pile"] == 45


def test_an_exchange_with_fewer_than_four_cards_in_hand_is_doubtful() -> None:
    table = at_play().lay("blue")
    table.play("forgot", seat=0)
    table.lay("blue", "blue")
    assert table.doubted("exchange", seat=0, colour="blue") == ("LI-15",)
    table.play("exchange", seat=0, colour="blue", anyway=True)
    assert table.hands == [4, 4, 4]


def test_laying_exchanging_and_accusing_out_of_turn_are_doubtful() -> None:
    table = at_play().lay("blue")
    assert table.doubted("lay", seat=2, colour="red") == ("LI-13",)
    assert table.doubted("exchange", seat=2, colour="red") == ("LI-13",)
    assert table.doubted("accuse", seat=2, accused=0) == ("LI-13", "LI-20")
    table.play("lay", seat=2, colour="red", anyway=True)
    assert table.turn == 0


def test_laying_before_everybody_has_hidden_is_doubtful_and_what_is_missing_can_come_later() -> None:
    table = logged(3).begin("red")
    assert table.doubted("lay", seat=0, colour="violet") == ("LI-10", "LI-11")
    table.play("lay", seat=0, colour="violet", anyway=True)
    assert (table.phase, table.turn) == ("play", 1)
    assert table.doubted("lay", seat=1, colour="blue") == ("LI-10", "LI-11")
    assert table.doubted("accuse", seat=1, accused=0) == ("LI-10", "LI-11")
    table.play("hide", seat=1, colours=["violet"])
    table.play("hide", seat=2, colours=["red"])
    assert table.play("accuse", seat=1, accused=0).rulings[0].verdict["guilty"] is False


def test_hiding_or_laying_before_the_limit_card_is_doubtful() -> None:
    table = logged(3)
    table.play("start", seat=0)
    assert table.doubted("hide", seat=0, colours=["red"]) == ("LI-10",)
    assert table.doubted("lay", seat=0, colour="red") == ("LI-10", "LI-11")
    table.play("lay", seat=0, colour="violet", anyway=True)
    assert table.refused("accuse", seat=1, accused=0) == ("LI-4",)
    table.play("limit", numbers=CARD)
    assert table.phase == "play"


def test_who_has_laid_nothing_in_this_round_cannot_be_accused() -> None:
    table = at_play()
    assert table.refused("accuse", seat=0, accused=1) == ("LI-20",)
    table.lay("violet")
    table.play("accuse", seat=1, accused=0)
    table.begin("red", "red", "red").lay("blue")
    assert table.refused("accuse", seat=1, accused=2) == ("LI-20",)


def test_any_player_may_be_accused_unless_the_table_plays_it_otherwise() -> None:
    table = at_play().lay("violet", "blue")
    assert table.play("accuse", seat=2, accused=0).flags == ()
    table = at_play(accuse="previous").lay("violet", "blue")
    assert table.doubted("accuse", seat=2, accused=0) == ("LI-20",)
    assert table.play("accuse", seat=2, accused=1).flags == ()


def test_impossible_colours_are_told_with_the_verdict_and_not_before() -> None:
    outcome = two_at_play().lay(*["red"] * 13).play("accuse", seat=1, accused=0)
    assert outcome.flags == ()
    assert [flag.clauses for flag in outcome.rulings[0].flags] == [("LI-1",)]


def test_a_count_by_hand_may_replace_the_log_as_its_form_says_and_ends_the_round_openly() -> None:
    table = at_play().lay("violet")
    fields: dict[str, Any] = {"seat": 1, "accused": 0, "colour": "violet", "hidden": 1, "counted": 1}
    entry = verdict_entry(table.state, {"kind": ("verdict",), **{name: (str(one),) for name, one in fields.items()}})
    assert entry.small.message == "Your count decides, not the app’s."
    outcome = table.play("verdict", **fields)
    assert outcome.reveals is True
    assert outcome.rulings[0].verdict["guilty"] is False


def test_what_has_no_meaning_is_refused() -> None:
    assert logged(3).begin("red").refused("hide", seat=0, colours=["red"]) == ("LI-10",)
    table = logged(3)
    table.play("start", seat=0)
    assert table.refused("limit") == ("LI-4",)
    table = at_play().lay("blue", "blue", "blue")
    assert table.refused("accuse", seat=0, accused=0) == ("LI-20",)
    table.play("exchange", seat=0, colour="blue")
    assert table.refused("forgot", seat=0) == ("LI-14",)
