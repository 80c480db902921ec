"""What the board shows, and what follows from half-made entries."""

from typing import Any

from companion.games.land_unter.board.view import moment
from tests.games.english import told
from tests.games.land_unter.asking import Table
from tests.games.land_unter.looking import five, shown, taps

# ---- where we are ----


def test_the_moment_changes_with_every_trick_and_not_in_between() -> None:
    table = Table(3)
    assert moment(table.state).key == "rings"
    table.count(2, 3, 4)
    assert moment(table.state).key == "r0t0"
    table.play({"kind": "levels", "levels": [3, 4]})
    assert moment(table.state).key == "r0t0"
    table.play({"kind": "trick", "levels": [3, 4], "highest": 0, "second": 1})
    assert moment(table.state).key == "r0t1"


# ---- counting rings ----


def test_the_own_seat_is_asked_first_then_whoever_is_missing() -> None:
    table = Table(3)
    assert shown(table, None, 2).ring_entry.seat == 2  # type: ignore[union-attr]
    table.play({"kind": "count_rings", "seat": 2, "rings": 4})
    assert shown(table, None, 2).ring_entry.seat == 0  # type: ignore[union-attr]


# ---- tapping a trick ----


def entry_of(table: Table, **entered: Any) -> Any:
    return shown(table, taps("trick", **entered)).trick_entry


def test_a_complete_entry_says_who_will_pay() -> None:
    entry = entry_of(five(), levels=[4, 9], highest=1, second=2)
    assert entry.is_complete
    assert told(entry.small) == "Highest water: Cleo at 9. Cleo loses a ring."
    assert entry.coming == {1: 4, 2: 9}


def test_trying_an_entry_changes_nothing() -> None:
    table = five()
    before = table.state
    entry_of(table, levels=[4, 9], highest=1, second=2)
    assert table.state == before


def test_numbers_out_of_range_are_passed_over() -> None:
    entry = entry_of(five(), levels=[0, 13, "x", "-1", 4], highest=9, second="")
    assert entry.water.levels == (4,)
    assert (entry.highest, entry.second) == (None, None)


def test_from_all_cards_the_app_works_out_who_takes_what() -> None:
    entry = entry_of(
        five(), _trick_way="cards", levels=[4, 9], cards_0=58, cards_1=31, cards_2=12, cards_3=1, cards_4=40
    )
    assert entry.who == 4
    assert entry.coming == {0: 4, 4: 9}
    assert entry.coming == {0: 4, 4: 9}


def test_a_card_laid_by_two_is_said_before_it_is_recorded() -> None:
    cards = {f"cards_{seat}": card for seat, card in enumerate((58, 58, 12, 1, 40))}
    entry = entry_of(five(), _trick_way="cards", levels=[4, 9], **cards)
    assert not entry.is_complete
    assert told(entry.small) == "Ana, Ben can’t all have the 58. There is only one."


def test_an_entry_to_correct_comes_up_the_way_it_was_made() -> None:
    assert entry_of(five(), cards_0=58).way == "cards"
    assert shown(Table(3), taps("count_rings", rings=2)).ring_entry.way == "rings"  # type: ignore[union-attr]
    assert shown(five(), taps("lay", seat=0, card=4), 0).by_own_card


# ---- the players ----
