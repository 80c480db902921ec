"""Opening, finding and removing tables."""

import pytest

from companion.store import CodeTaken, Grant, Missing, Seat, Store, Table, fresh_id, token_hash
from tests.records import reach_in
from tests.store.evening import NOW, player_on, seat_link, set_table


def test_a_new_table_has_its_seats_clockwise_from_0_and_its_grants(store: Store) -> None:
    table = Table(fresh_id(), "KQTM", NOW, name="Friday")
    host = Grant(token_hash("host"), "host", "link", NOW, table.id)
    links = [seat_link(table, seat, f"seat {seat}") for seat in range(2)]
    seats = store.tables.create(table, ["Ana", "Ben"], [host, *links])
    assert [(seat.seat, seat.name, seat.has_left) for seat in seats] == [(0, "Ana", False), (1, "Ben", False)]
    assert store.seats.at(table.id) == seats
    assert set(store.grants.at(table.id)) == {host, *links}


def test_a_code_that_is_taken_is_refused_and_nothing_of_the_table_is_kept(store: Store) -> None:
    set_table(store, "KQTM")
    second = Table(fresh_id(), "KQTM", NOW)
    with pytest.raises(CodeTaken):
        store.tables.create(second, ["Dan"], [Grant(token_hash("t"), "host", "link", NOW, second.id)])
    assert store.tables.get(second.id) is None
    assert store.grants.of(token_hash("t")) == ()


def test_a_grant_for_a_seat_the_new_table_does_not_have_is_refused(store: Store, target: str) -> None:
    table = Table(fresh_id(), "KQTM", NOW)
    with pytest.raises(Missing):
        store.tables.create(table, ["Ana"], [seat_link(table, 1, "t")])
    assert store.tables.get(table.id) is None
    assert reach_in(target, "SELECT name FROM players") == []


def test_a_player_who_sits_at_another_table_too_outlives_a_removed_one(store: Store, target: str) -> None:
    gone, stays = set_table(store, "GONE", ["Ana"]), set_table(store, "STAY", ["Ben"])
    ana = player_on(store, gone, 0).player_id
    reach_in(target, "UPDATE seats SET player_id=%s WHERE table_id=%s", ana, stays.id)
    store.tables.delete(gone.id)
    assert store.seats.at(stays.id) == (Seat(stays.id, 0, ana, "Ana", False),)
