"""What the board shows, and what follows from half-made entries."""

import inspect
from typing import Any

import pytest

from companion.engine.game import Draft, Viewer
from companion.games.land_unter.board.view import board, draw_up, moment
from companion.games.land_unter.game import GAME
from tests.games.english import told
from tests.games.land_unter.asking import Table
from tests.games.land_unter.looking import five, shown, taps

NOTHING: Draft = {}


def test_boards_drawn_up_for_several_at_once_are_those_of_each() -> None:
    table, others = (
        five(),
        (frozenset(), *(frozenset({seat}) for seat in range(5)), frozenset({0, 3}), frozenset(range(5))),
    )
    for levels, first, second in (((4, 9), 0, 1), ((1, 2), 2, 3), ((12, 11), 1, 4), ((3, 3), 0, 2), ((12, 5), 1, 3)):
        table.take(levels, first, second, anyway=True)
        for seats in others:
            assert board(table.state, Viewer(seats), {}) == draw_up(table.state, Viewer(seats), {})


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


def test_the_game_carries_its_board() -> None:
    assert GAME.board is board
    assert inspect.unwrap(GAME.moment) is moment


# ---- counting rings ----


def test_the_own_seat_is_asked_first_then_whoever_is_missing() -> None:
    table = Table(3)
    assert shown(table, None, 2).ring_entry.seat == 2  # type: ignore[union-attr]
    table.play({"kind": "count_rings", "seat": 2, "rings": 4})
    assert shown(table, None, 2).ring_entry.seat == 0  # type: ignore[union-attr]


def test_whoever_is_missing_is_named() -> None:
    table = Table(3)
    table.play({"kind": "count_rings", "seat": 1, "rings": 0})
    entry = shown(table).ring_entry
    assert entry is not None
    assert told(entry.missing) == "Missing: Ana, Cleo"
    assert entry.counted == (None, 0, None)


@pytest.mark.parametrize(
    ("entered", "total", "main", "small"),
    [
        ({"whole": 3, "half": 5}, "5½", "Ana takes 5 rings", "then Ben"),
        ({"whole": 0, "half": 1}, "½", "Ana takes 0 rings", "then Ben"),
        ({"whole": 3}, None, "Save Ana’s rings", "Enter the half rings, 0 if there are none"),
        ({"half": 0}, None, "Save Ana’s rings", "Enter the whole rings, 0 if there are none"),
        ({"rings": 1}, None, "Ana takes 1 ring", "then Ben"),
        ({"cards": [3, 14, 25]}, "1½", "Save Ana’s rings", "Tap 9 more cards"),
        ({"cards": [*range(20, 32)]}, "9½", "Ana takes 9 rings", "then Ben"),
        ({"cards": [*range(20, 33)]}, "10½", "Save Ana’s rings", "1 card too many. Clear it."),
        ({"whole": 12, "half": 12}, "18", "Save Ana’s rings", "A hand has at most 12 rings. Check your number."),
    ],
)
def test_the_tally_runs_along_and_nought_is_not_blank(
    entered: dict[str, Any], total: str | None, main: str, small: str
) -> None:
    entry = shown(Table(3), taps("count_rings", **entered)).ring_entry
    assert entry is not None
    assert (entry.tally.sum if entry.tally else None) == total
    assert (told(entry.main), told(entry.small)) == (main, small)


def test_the_own_hand_is_spoken_of_as_ones_own() -> None:
    entry = shown(Table(3), taps("count_rings", whole=2, half=0), 0).ring_entry
    assert entry is not None
    assert told(entry.main) == "Take 2 rings"


def test_a_way_of_counting_once_chosen_stays() -> None:
    entry = shown(Table(3), {"_rings_way": ("symbols", "cards")}).ring_entry
    assert entry is not None
    assert entry.way == "cards"


def test_taps_of_another_entry_are_not_taken_for_this_one() -> None:
    assert shown(Table(3), taps("trick", whole=2, half=0)).ring_entry.whole is None  # type: ignore[union-attr]


# ---- tapping a trick ----


def entry_of(table: Table, **entered: Any) -> Any:
    return shown(table, taps("trick", **entered)).trick_entry


def test_an_empty_entry_says_all_that_is_to_be_tapped() -> None:
    entry = entry_of(five())
    assert told(entry.small) == "Missing: the water, highest, second highest"
    assert not entry.is_complete
    assert entry.water.words is None


def test_with_the_water_tapped_it_is_clear_which_the_highest_takes() -> None:
    entry = entry_of(five(), levels=[9, 4])
    assert told(entry.water.words) == "4, 9"
    assert told(entry.water.taken_first) == "takes the 4"


def test_a_complete_entry_says_who_will_pay() -> None:
    entry = entry_of(five(), levels=[4, 9], highest=1, second=2)
    assert entry.is_complete
    assert told(entry.small) == "Highest water: Cleo at 9. Cleo loses a ring."
    assert entry.coming == {1: 4, 2: 9}


def test_an_entry_that_ends_the_round_says_so() -> None:
    table = Table(3).count(0, 5, 5)
    entry = entry_of(table, levels=[4, 9], highest=1, second=0)
    assert told(entry.small) == "Highest water: Ana at 9. Ana is out. The round ends."


def test_trying_an_entry_changes_nothing() -> None:
    table = five()
    before = table.state
    entry_of(table, levels=[4, 9], highest=1, second=2)
    assert table.state == before


def test_the_same_level_twice_can_be_tapped_once_one_is() -> None:
    entry = entry_of(five(), levels=[7])
    assert (entry.water.double, entry.water.has_double) == (7, False)
    entry = entry_of(five(), levels=[7, 7], highest=0, second=1)
    assert (entry.water.double, entry.water.has_double) == (7, True)
    assert told(entry.water.words) == "7 twice"
    assert entry.is_complete


def test_with_two_levels_tapped_neither_is_offered_twice() -> None:
    assert entry_of(five(), levels=[7, 8]).water.double is None


def test_a_third_level_is_one_too_many() -> None:
    entry = entry_of(five(), levels=[7, 8, 9], highest=0, second=1)
    assert not entry.is_complete
    assert told(entry.small) == "Only two water cards are turned up. Clear one."


def test_a_level_seen_twice_has_none_left() -> None:
    table = five()
    table.take((7, 7), 0, 1)
    table.take((7, 3), 0, 1, anyway=True)
    left = {cell.level: cell.left for cell in entry_of(table).water.cells}
    assert (left[7], left[3], left[4]) == (0, 1, 2)


def test_the_highest_cannot_be_the_second_too() -> None:
    entry = entry_of(five(), levels=[4, 9], highest=1, second=1)
    assert entry.second is None
    assert told(entry.small) == "Missing: second highest"


def test_the_eliminated_can_be_tapped_nowhere() -> None:
    table = Table(4).count(0, 4, 4, 4)
    table.take((4, 9), 1, 0)
    entry = entry_of(table, highest=0, levels=[1, 2], second=1)
    assert entry.people[0].is_out
    assert entry.highest is None
    assert told(entry.small) == "Missing: highest"


def test_numbers_out_of_range_are_passed_over() -> None:
    entry = entry_of(five(), levels=[0, 13, "x", "-1", 4], highest=9, second="")
    assert entry.water.levels == (4,)
    assert (entry.highest, entry.second) == (None, None)


def test_with_cards_the_next_player_without_one_is_asked() -> None:
    entry = entry_of(five(), _trick_way="cards", cards_0=58, cards_1=31)
    assert entry.who == 2
    assert told(entry.small) == "Missing: the water, the cards of Cleo, Dora, Emil"


def test_a_player_tapped_again_is_asked_again() -> None:
    entry = entry_of(five(), _trick_way="cards", cards_0=58, who=0)
    assert entry.who == 0
    assert [cell.card for cell in entry.grid if cell.is_chosen] == [58]


def test_from_all_cards_the_app_works_out_who_takes_what() -> None:
    entry = entry_of(
        five(), _trick_way="cards", levels=[4, 9], cards_0=58, cards_1=31, cards_2=12, cards_3=1, cards_4=40
    )
    assert entry.who is None
    assert entry.coming == {0: 4, 4: 9}
    assert entry.coming == {0: 4, 4: 9}


def test_a_card_laid_by_two_is_said_before_it_is_recorded() -> None:
    cards = {f"cards_{seat}": card for seat, card in enumerate((58, 58, 12, 1, 40))}
    entry = entry_of(five(), _trick_way="cards", levels=[4, 9], **cards)
    assert not entry.is_complete
    assert told(entry.small) == "Ana, Ben can’t all have the 58. There is only one."


def test_numbers_played_in_this_round_are_marked() -> None:
    table = five()
    table.trick((4, 9), {0: 58, 1: 31, 2: 12, 3: 1, 4: 40})
    played = [cell.card for cell in entry_of(table, _trick_way="cards").grid if cell.is_played]
    assert played == [1, 12, 31, 40, 58]


def test_water_entered_as_a_piece_need_not_be_tapped_again() -> None:
    table = five()
    table.play({"kind": "levels", "levels": [4, 9]})
    assert entry_of(table).water.levels == (4, 9)


def test_an_entry_to_correct_comes_up_the_way_it_was_made() -> None:
    assert entry_of(five(), cards_0=58).way == "cards"
    assert shown(Table(3), taps("count_rings", rings=2)).ring_entry.way == "rings"  # type: ignore[union-attr]
    assert shown(five(), taps("lay", seat=0, card=4), 0).by_own_card


# ---- the players ----


def test_a_player_is_drawn_with_water_rings_and_lost_rings() -> None:
    table = five()
    table.take((4, 9), 1, 2)
    tank = shown(table).tanks[2]
    assert (tank.level, tank.rings, tank.lost) == (9, 4, 1)
    assert tank.water == 41
    assert tank.pegged == (117.5, 107.5, 97.5, 87.5)
    assert tank.outlines == (78.0,)
    assert tank.is_top
    assert told(tank.label) == "Cleo: water level 9, the highest, 4 of 5 rings left"


def test_the_drawing_says_who_shows_no_water_and_who_is_out() -> None:
    table = Table(4).count(0, 4, 4, 4)
    table.take((4, 9), 1, 0)
    labels = [told(tank.label) for tank in shown(table).tanks]
    assert labels[0] == "Ana is out of this round"
    assert labels[1] == "Ben: water level 4, the highest, 3 of 4 rings left"
    assert labels[2] == "Cleo: no water card, 4 of 4 rings left"


def test_twelve_rings_stay_inside_the_drawing() -> None:
    table = Table(3).count(12, 0, 2)
    assert min(shown(table).tanks[0].pegged) > 0


def test_the_water_to_come_is_shown_before_it_is_recorded() -> None:
    tanks = shown(five(), taps("trick", levels=[4, 9], highest=1, second=2)).tanks
    assert [tank.coming for tank in tanks] == [None, 4, 9, None, None]
    assert tanks[1].ghost == 91


def test_there_is_no_score_before_the_first_round_is_over() -> None:
    assert [tank.score for tank in shown(five()).tanks] == [None] * 5
