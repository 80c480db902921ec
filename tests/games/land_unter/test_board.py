"""What the board shows, and what follows from half-made entries."""

from typing import Any

from companion.games.land_unter.board.view import moment
from tests.games.english import told
from tests.games.land_unter.asking import Table, five, shown, taps
from tests.there import there

# ---- where we are ----


def test_the_moment_changes_with_every_trick_and_not_in_between() -> None:
    def key(table: Table) -> str:
        return moment(table.state).key

    water = Table(3).count(2, 3, 4).then("levels", levels=[3, 4])
    assert [key(one) for one in (Table(3), Table(3).count(2, 3, 4), water)] == ["rings", "r0t0", "r0t0"]
    assert key(water.take((3, 4), 0, 1)) == "r0t1"


# ---- counting rings ----


def test_the_own_seat_is_asked_first_then_whoever_is_missing() -> None:
    table = Table(3)
    assert there(shown(table, None, 2).ring_entry).seat == 2
    assert there(shown(table.then("count_rings", seat=2, rings=4), None, 2).ring_entry).seat == 0


def test_who_is_tapped_again_opens_as_counted_and_for_others_as_the_number_taken() -> None:
    table = Table(3).then("count_rings", seat=0, whole=4, half=3).then("count_rings", seat=1, cards=[*range(20, 32)])

    def tapped(seat: int, *own: int, **more: Any) -> Any:
        return shown(
            table, taps("count_rings", seat=seat, **{"_rings_way": "cards", "_whose": 2} | more), *own
        ).ring_entry

    own = tapped(0, 0)
    assert (own.way, own.whole, own.half, own.is_complete) == ("symbols", 4, 3, True)
    assert (tapped(1, 1).way, tapped(1, 1).cards) == ("cards", frozenset(range(20, 32)))
    assert (tapped(0, 1).way, tapped(0, 1).rings, tapped(1, 0).rings) == ("rings", 5, 9)
    # What is tapped then counts, and so does another way to enter it.
    assert tapped(2, 2).way == "cards"
    assert tapped(0, 0, _whose=0).cards == frozenset()
    changed = tapped(0, 0, _rings_way="symbols", whole=5, half=3)
    assert (told(changed.main), told(changed.small)) == ("Take 6 rings", "5 → 6")


# ---- tapping a trick ----


def entry_of(table: Table, **entered: Any) -> Any:
    return shown(table, taps("trick", **entered)).trick_entry


def test_a_complete_entry_says_who_will_pay() -> None:
    entry = entry_of(five(), levels=[4, 9], highest=1, second=2)
    assert (entry.is_complete, entry.coming) == (True, {1: 4, 2: 9})


def test_the_two_water_cards_that_are_left_stay_filled_in_when_tapped_and_make_way_for_another() -> None:
    table = Table(3).count(9, 9, 9)
    for at, pair in enumerate([(5, 10), *((one, one) for one in (1, 2, 3, 4, 6, 7, 8, 9, 11, 12))]):
        table.take(pair, at % 3, (at + 1) % 3, anyway=True)
    assert there(shown(table).trick_entry).water.levels == (5, 10)
    for tapped, filled in ([10], [5, 10]), ([10, 10], [5, 10]), ([10, 12], [10, 12]):
        assert sorted(entry_of(table, levels=tapped).water.levels) == filled


def by_cards(*cards: int) -> Any:
    laid = {f"cards_{seat}": card for seat, card in enumerate(cards)}
    return entry_of(five(), _trick_way="cards", levels=[4, 9], **laid)


def test_from_all_cards_the_app_works_out_who_takes_what_and_a_card_laid_by_two_is_said_before_it_is_recorded() -> None:
    entry, twice = by_cards(58, 31, 12, 1, 40), by_cards(58, 58, 12, 1, 40)
    assert (entry.who, entry.coming) == (4, {0: 4, 4: 9})
    assert (twice.is_complete, told(twice.small)) == (False, "Only one of Ana, Ben can have the 58.")


def test_an_entry_to_correct_comes_up_the_way_it_was_made() -> None:
    assert entry_of(five(), cards_0=58).way == "cards"
    assert there(shown(Table(3), taps("count_rings", rings=2)).ring_entry).way == "rings"
    assert shown(five(), taps("lay", seat=0, card=4), 0).by_own_card


# ---- what happened ----


def test_after_catching_up_no_trick_is_told_that_was_not_entered() -> None:
    seats = [{"score": score, "rings": 2, "dealt": 3} for score in (4, -1, 2)]
    table = Table(3).count(3, 3, 3).take((4, 9), 0, 1)
    shows = shown(table.then("stand_now", round_number=3, tricks_done=5, seats=seats, anyway=True))
    assert (shows.round, shows.trick, shows.verdict, shows.round_end) == (3, 6, None, None)
    assert [tank.score for tank in shows.tanks] == [4, -1, 2]
    assert [done.record.kind for done in shows.rounds_played] == ["blank", "sum"]
