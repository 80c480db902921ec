"""Seats, players and their names."""

from pathlib import Path

import pytest

from companion.store import Store
from tests.records import reach_in
from tests.store.evening import begin_match, play, player_on, set_table


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
