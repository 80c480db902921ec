"""Who sits next to whom, and who is drawn to start."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.match.errors import NotAllowed
from companion.table.next_match import Wish
from companion.table.seating_order import Picked, Picking, moved
from tests.table.conftest import Round


def test_people_sit_as_they_were_named_until_somebody_is_moved(four: Round) -> None:
    assert four.picking.order(four.table) == (0, 1, 2, 3)
    four.picking.shift(four.table, four.host, 3, -1)
    assert four.picking.order(four.table) == (0, 1, 3, 2)
    four.picking.shift(four.table, four.host, 2, 1)
    assert four.picking.order(four.table) == (2, 0, 1, 3)


def test_who_comes_later_sits_after_the_others_and_who_left_keeps_the_place(four: Round) -> None:
    four.picking.shift(four.table, four.host, 3, -3)
    four.tables.note_left(four.table, four.host, 1, has_left=True)
    four.tables.add(four.table, four.host, "Late")
    assert four.picking.order(four.table) == (3, 0, 1, 2, 4)
    four.picking.shift(four.table, four.host, 4, -1)
    assert four.picking.order(four.table) == (3, 0, 1, 4, 2)
    four.picking.shift(four.table, four.host, 4, -1)
    assert four.picking.order(four.table) == (3, 4, 1, 0, 2)


@given(st.permutations(range(6)), st.integers(0, 5), st.integers(-9, 9))
def test_moving_somebody_loses_nobody_and_leaves_the_others_in_their_order(
    seats: list[int], seat: int, steps: int
) -> None:
    after = moved(seats, seat, steps)
    assert sorted(after) == sorted(seats)
    assert [one for one in after if one != seat] == [one for one in seats if one != seat]
    assert after.index(seat) == (seats.index(seat) + steps) % 6


def test_only_the_host_says_who_sits_where_or_draws_lots(four: Round) -> None:
    for ask in (
        lambda: four.picking.shift(four.table, four.guest, 1, 1),
        lambda: four.picking.pick(four.table, four.guest),
        lambda: four.beginnings.begin(four.table, four.guest, Wish("limits", {})),
    ):
        with pytest.raises(NotAllowed):
            ask()


def test_a_lot_drawn_since_the_page_was_shown_stands(four: Round) -> None:
    found = itertools.count(2)
    lots = Picking(four.store, four.tables, lambda seats: seats[next(found) % len(seats)])
    first = lots.pick(four.table, four.host, after="")
    assert first is not None
    assert lots.pick(four.table, four.host, after="") == first == lots.picked(four.table)
    again = lots.pick(four.table, four.host, after=first.mark)
    assert again is not None
    assert again != first
    assert lots.pick(four.table, four.host, after=first.mark) == again


def test_a_start_player_is_picked_for_the_table_and_everybody_sees_who(four: Round) -> None:
    assert four.picking.pick(four.table, four.host) == Picked("lot", 3)
    assert four.picking.picked(four.table) == Picked("lot", 3)
    four.begin("land-unter")
    assert four.picking.picked(four.table) is None


def test_lots_are_drawn_on_the_server_and_each_is_as_likely_as_the_others(four: Round) -> None:
    seeded = random.Random(7)
    picking = Picking(four.store, four.tables, seeded.choice)
    drawn = [picking.pick(four.table, four.host) for _ in range(400)]
    counts = Counter(one.seat for one in drawn if one is not None)
    again = random.Random(7)
    assert [one.seat for one in drawn if one is not None] == [again.choice([0, 1, 2, 3]) for _ in range(400)]
    assert set(counts) == {0, 1, 2, 3}
    assert all(70 <= count <= 130 for count in counts.values()), counts


def test_without_a_source_of_its_own_the_system_draws(four: Round) -> None:
    picking = Picking(four.store, four.tables)
    seats = {found.seat for _ in range(80) if (found := picking.pick(four.table, four.host))}
    assert seats == {0, 1, 2, 3}


def test_whoever_was_picked_and_has_gone_home_starts_nothing(four: Round) -> None:
    assert four.picking.pick(four.table, four.host) == Picked("lot", 3)

    four.tables.note_left(four.table, four.host, 3, has_left=True)

    assert four.picking.picked(four.table) is None
