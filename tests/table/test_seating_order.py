"""Who sits next to whom, and who is drawn to start."""

import itertools
import random
from collections import Counter

import pytest

from companion.match.errors import NotAllowed
from companion.table.next_match import NewMatch
from companion.table.seating_order import Picked, SeatingOrder
from tests.table.conftest import Round


def test_only_the_host_says_who_sits_where_or_draws_lots(four: Round) -> None:
    for ask in (
        lambda: four.seating_order.shift(four.table, four.guest, 1, 1),
        lambda: four.seating_order.pick(four.table, four.guest),
        lambda: four.match_starter.begin(four.table, four.guest, NewMatch("limits", {})),
    ):
        with pytest.raises(NotAllowed):
            ask()


def test_a_lot_drawn_since_the_page_was_shown_stands(four: Round) -> None:
    found = itertools.count(2)
    lots = SeatingOrder(four.store, four.tables, lambda seats: seats[next(found) % len(seats)])
    first = lots.pick(four.table, four.host, after="")
    assert first is not None
    assert lots.pick(four.table, four.host, after="") == first == lots.picked(four.table)
    again = lots.pick(four.table, four.host, after=first.mark)
    assert again is not None
    assert again != first
    assert lots.pick(four.table, four.host, after=first.mark) == again


def test_lots_are_drawn_on_the_server_and_each_is_as_likely_as_the_others(four: Round) -> None:
    seeded = random.Random(7)
    seating_order = SeatingOrder(four.store, four.tables, seeded.choice)
    drawn = [seating_order.pick(four.table, four.host) for _ in range(400)]
    counts = Counter(one.seat for one in drawn if one is not None)
    again = random.Random(7)
    assert [one.seat for one in drawn if one is not None] == [again.choice([0, 1, 2, 3]) for _ in range(400)]
    assert set(counts) == {0, 1, 2, 3}
    assert all(70 <= count <= 130 for count in counts.values()), counts


def test_whoever_was_picked_and_has_gone_home_starts_nothing(four: Round) -> None:
    assert four.seating_order.pick(four.table, four.host) == Picked("lot", 3)

    four.tables.note_left(four.table, four.host, 3, has_left=True)

    assert four.seating_order.picked(four.table) is None
