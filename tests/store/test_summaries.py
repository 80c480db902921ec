"""What matches came to, kept beside their journals; and names taken out of everything."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.store import Missing, Store, Table, Unstorable, sealed
from tests.records import written

NOW = datetime(2026, 3, 1, 19, 0, tzinfo=UTC)


def open_tables(store: Store) -> None:
    for number, (table_id, code) in enumerate((("friday", "KQTM"), ("sunday", "ABCD"))):
        at = NOW + timedelta(hours=number)
        store.tables.create(Table(table_id, code, at, name=table_id.title()), ["Ana", f"Guest {number}"])
        store.matches.create(table_id, "some-game", "{}", [1, 0], at, f"match of {table_id}")


def test_a_summary_goes_with_its_match(store: Store) -> None:
    open_tables(store)
    store.summaries.save("match of friday", 0, "{}")
    store.matches.delete("match of friday")
    assert [one.id for one in store.summaries.at()] == ["match of sunday"]
    with pytest.raises(Missing):
        store.summaries.save("match of friday", 0, "{}")


def test_a_summary_that_cannot_be_kept_is_refused(store: Store) -> None:
    open_tables(store)
    with pytest.raises(Unstorable):
        store.summaries.save("match of friday", -1, "{}")
    with pytest.raises(Unstorable):
        store.summaries.save("match of friday", 1, "\0")


def test_a_copy_of_the_data_makes_its_own_summaries(file: Path, tmp_path: Path) -> None:
    with Store.open(file) as store:
        open_tables(store)
        store.summaries.save("match of friday", 0, '{"not":"to be believed"}')
        copy, kept = tmp_path / "copy.sqlite", tmp_path / "kept.sqlite"
        store.copy_to(copy)
        with sealed(copy) as source:
            store.replace_with(source, kept)
        assert [(one.id, one.summary) for one in store.summaries.at()] == [
            ("match of sunday", None),
            ("match of friday", None),
        ]


def test_a_forgotten_name_is_nowhere_in_the_file(file: Path) -> None:
    name = "Bartholomäus"
    with Store.open(file) as store:
        for number in range(40):
            store.tables.create(Table(f"table {number}", f"C{number}", NOW), [name, "Ben"])
            store.spellings.set(f"list {number}", name * 50)
        players = [seat.player_id for seat in store.people.at() if seat.name == name]
        store.people.forget(players, [], {f"list {number}": None for number in range(40)}, {})
        assert name.encode() not in written(str(file))
    assert name.encode() not in written(str(file))
