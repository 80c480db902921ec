"""Seats, players and their names."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.store import Missing, Store
from tests.records import reach_in
from tests.store.evening import begin_match, play, player_on, set_table


def test_a_latecomer_sits_after_the_last(store: Store) -> None:
    table = set_table(store)
    added = store.seats.add(table.id, lambda there: "Dora")
    assert (added.seat, added.name) == (3, "Dora")
    assert store.seats.at(table.id)[3] == added


def test_a_player_can_be_renamed_and_nobody_else_is(store: Store) -> None:
    table = set_table(store)
    store.seats.rename(table.id, 1, lambda others: "Benedict")
    assert [seat.name for seat in store.seats.at(table.id)] == ["Ana", "Benedict", "Cleo"]


def test_two_players_may_have_the_same_name(store: Store) -> None:
    table = set_table(store, names=["Ana", "Ana"])
    store.seats.rename(table.id, 0, lambda others: "Anna")
    assert [seat.name for seat in store.seats.at(table.id)] == ["Anna", "Ana"]


def test_a_player_can_leave_and_come_back(store: Store) -> None:
    table = set_table(store)
    store.seats.set_left(table.id, 1, True)
    assert [seat.has_left for seat in store.seats.at(table.id)] == [False, True, False]
    store.seats.set_left(table.id, 1, False)
    assert not player_on(store, table, 1).has_left


def test_a_forgotten_player_has_no_name_anywhere_and_the_journal_stands(store: Store, target: str) -> None:
    table = set_table(store, names=["Ana", "Wilhelmina"])
    match = begin_match(store, table, [0, 1])
    play(store, match, 4)
    journal = store.journal.entries(match.id)

    store.people.forget([player_on(store, table, 1).player_id], (), {}, {})

    assert [seat.name for seat in store.seats.at(table.id)] == ["Ana", None]
    assert store.journal.entries(match.id) == journal
    for name in ("players", "tables", "seats", "matches", "journal", "remarks", "grants", "settings"):
        assert "Wilhelmina" not in repr(reach_in(target, f"SELECT * FROM {name}"))


def test_names_stand_in_the_table_of_players_and_nowhere_else(store: Store, target: str) -> None:
    table = set_table(store, names=["Wilhelmina"])
    play(store, begin_match(store, table, [0]), 3)
    found = [
        name
        for name in ("players", "tables", "seats", "matches", "journal", "remarks", "grants", "settings")
        if "Wilhelmina" in repr(reach_in(target, f"SELECT * FROM {name}"))
    ]
    assert found == ["players"]


@pytest.mark.parametrize("way", ["forget", "rename", "delete"])
def test_no_byte_of_a_forgotten_name_stays_in_the_file(file: Path, way: str) -> None:
    with Store.open(file) as store:
        table = set_table(store, names=["Ana", "Wilhelmina"])
        if way == "forget":
            store.people.forget([player_on(store, table, 1).player_id], (), {}, {})
        elif way == "rename":
            store.seats.rename(table.id, 1, lambda others: "W.")
        else:
            store.tables.delete(table.id)
        on_disk = b"".join(each.read_bytes() for each in file.parent.iterdir())
    assert b"Wilhelmina" not in on_disk


def test_a_seat_or_player_that_is_not_there_cannot_be_changed(store: Store) -> None:
    table = set_table(store)
    changes: list[Callable[[], object]] = [
        lambda: store.seats.rename(table.id, 9, lambda others: "x"),
        lambda: store.seats.set_left(table.id, 9, True),
        lambda: store.seats.add("nothing", lambda there: "x"),
    ]
    for change in changes:
        with pytest.raises(Missing):
            change()
