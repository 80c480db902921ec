"""Copies of all the data: taken during play, looked into, put in place; and what is no such copy refused."""

import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.store import (
    Appended,
    Fault,
    Grant,
    Missing,
    Outage,
    Store,
    StoreUnavailable,
    UnusableCopy,
    altered_matches,
    ready_copy,
    sealed,
    token_hash,
)
from companion.store.migrations import STEPS
from tests.records import reach_in, rows
from tests.store.evening import LATER, NOW, all_at_once, begin_match, entry, play, seat_link, set_table


def fill(store: Store) -> None:
    table = set_table(store)
    store.tables.set_closed_to_seats(table.id, True)
    store.people.forget([store.seats.at(table.id)[1].player_id], (), {}, {})
    store.seats.set_left(table.id, 2, True)
    store.grants.add(seat_link(table, 0, "seat"), Grant(token_hash("host"), "host", "device", NOW, table.id))
    match = begin_match(store, table)
    play(store, match, 6)
    store.journal.append(match.id, 6, replace(entry(6), ends_at=LATER, remark="not so"))
    store.matches.set_start(match.id, "lot", 2)
    store.seats.renew_link(table.id, 0)
    store.table_settings.set(table.id, "language", "de")
    store.boxes.close("limits", True)
    store.spellings.set("owner", "{}")
    play(store, begin_match(store, table), 3)
    store.settings.set("theme", "dark")


def own(store: Store, token: str) -> None:
    store.grants.add(Grant(token_hash(token), "owner", "device", NOW))


@pytest.fixture
def copy(store: Store, tmp_path: Path) -> Path:
    fill(store)
    own(store, "past owner")
    path = tmp_path / "copy.sqlite"
    store.copy_to(path)
    return path


def test_a_copy_holds_every_row(copy: Path, target: str) -> None:
    assert rows(str(copy)) == rows(target)


def test_a_copy_taken_during_play_is_whole(store: Store, tmp_path: Path) -> None:
    match = begin_match(store)
    play(store, match, 5)

    def act(number: int) -> object:
        if number < 2:
            store.copy_to(tmp_path / f"{number}.sqlite")
            return number
        return store.journal.append(match.id, 5, entry(number))

    outcomes = all_at_once(6, act)

    assert len([result for result in outcomes if isinstance(result, Appended)]) == 1
    for number in range(2):
        ready_copy(tmp_path / f"{number}.sqlite")
        with sealed(tmp_path / f"{number}.sqlite") as found:
            assert found.journal.verify(match.id) in (5, 6)


def test_a_copy_is_one_file_for_this_users_eyes_only(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    store.copy_to(folder / "copy.sqlite")
    assert [path.name for path in folder.iterdir()] == ["copy.sqlite"]
    assert (folder / "copy.sqlite").stat().st_mode & 0o077 == 0
    assert (folder / "copy.sqlite").read_bytes()[18:20] == b"\1\1"


def test_the_owner_stays_owner_and_owners_of_the_past_do_not_come_back(
    copy: Path, store: Store, tmp_path: Path
) -> None:
    store.grants.revoke(role="owner")
    own(store, "present owner")
    ready_copy(copy)
    with sealed(copy) as source:
        store.replace_with(source, tmp_path / "kept.sqlite")
    assert [grant.role for grant in store.grants.of(token_hash("present owner"))] == ["owner"]
    assert store.grants.of(token_hash("past owner")) == ()
    assert [grant.role for grant in store.grants.of(token_hash("host"))] == ["host"]


@pytest.mark.ring("test")
def test_a_copy_goes_from_either_database_to_the_other(copy: Path, file: Path, address: str, tmp_path: Path) -> None:
    ready_copy(copy)
    others: tuple[Path | str, ...] = (tmp_path / "elsewhere" / "other.sqlite", address)
    for number, other in enumerate(others):
        with Store.open(other) as there:
            with sealed(copy) as source:
                there.replace_with(source, tmp_path / f"kept-{number}.sqlite")
            [table_id] = there.tables.ids()
            assert [there.journal.verify(match.id) for match in there.matches.at(table_id)] == [7, 3]


def test_what_cannot_be_kept_first_is_not_replaced(copy: Path, store: Store, tmp_path: Path) -> None:
    set_table(store, "LATE")
    ready_copy(copy)
    with pytest.raises(StoreUnavailable), sealed(copy) as source:
        store.replace_with(source, tmp_path / "no such folder" / "kept.sqlite")
    assert store.tables.by_code("LATE") is not None


def bomb(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("tableside.sqlite", bytes(50_000_000))


def bytes_of(change: Callable[[bytes], bytes]) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(change(path.read_bytes()))


def run(*statements: str) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        for statement in statements:
            reach_in(str(path), statement)

    return change


def another_database(path: Path) -> None:
    path.unlink()
    run("CREATE TABLE recipes (name TEXT)", "INSERT INTO recipes VALUES ('soup')")(path)


ENDLESS = "WITH RECURSIVE n(v) AS (SELECT 1 UNION ALL SELECT v FROM n) SELECT 'schema' AS key, v AS value FROM n"
SPOILT: dict[str, tuple[Callable[[Path], object], Fault]] = {
    "empty": (bytes_of(lambda _: b""), Fault.FOREIGN),
    "a letter": (bytes_of(lambda _: b"Dear aunt, " * 500), Fault.FOREIGN),
    "a packed bomb": (bomb, Fault.FOREIGN),
    "another database": (another_database, Fault.FOREIGN),
    "a view": (run("CREATE VIEW more AS SELECT 1"), Fault.FOREIGN),
    "an endless view": (run("DROP TABLE meta", f"CREATE VIEW meta AS {ENDLESS}"), Fault.FOREIGN),
    "a trigger": (run("CREATE TRIGGER t AFTER INSERT ON tables BEGIN DELETE FROM journal; END"), Fault.FOREIGN),
    "a further column": (run("ALTER TABLE tables ADD COLUMN colour TEXT"), Fault.FOREIGN),
    "a missing table": (run("DROP TABLE remarks"), Fault.FOREIGN),
    "no version": (run("DELETE FROM meta"), Fault.FOREIGN),
    "a strange version": (run("UPDATE meta SET value = 'new'"), Fault.FOREIGN),
    "version nought": (run("UPDATE meta SET value = '0'"), Fault.FOREIGN),
    "a newer version": (run(f"UPDATE meta SET value = '{len(STEPS) + 1}'"), Fault.NEWER),
    "a newer version of other tables": (
        run("ALTER TABLE tables ADD COLUMN colour TEXT", f"UPDATE meta SET value = '{len(STEPS) + 1}'"),
        Fault.NEWER,
    ),
    "half of it": (bytes_of(lambda data: data[: len(data) // 2]), Fault.DAMAGED),
    "some bytes of it": (bytes_of(lambda data: data[:60]), Fault.DAMAGED),
    "a scrambled page": (bytes_of(lambda data: data[:12288] + bytes(range(256)) * 16 + data[16384:]), Fault.DAMAGED),
    "a row that refers to nothing": (run("DELETE FROM tables"), Fault.DAMAGED),
    "a right from no time": (run("UPDATE grants SET created_at = 'then'"), Fault.DAMAGED),
    "a number for a name": (run("UPDATE players SET name = x'ff'"), Fault.DAMAGED),
    "a text with NUL in it": (run("UPDATE players SET name = 'Ana' || char(0) || 'x'"), Fault.DAMAGED),
    "a text for a number": (run("UPDATE grants SET seat = 'x' WHERE role = 'host'"), Fault.DAMAGED),
}


@pytest.mark.parametrize("spoil", SPOILT)
def test_what_is_no_whole_copy_of_ours_is_refused(spoil: str, tmp_path: Path) -> None:
    with Store.open(tmp_path / "data" / "t.sqlite") as store:
        fill(store)
        store.copy_to(tmp_path / "copy.sqlite")
    change, fault = SPOILT[spoil]
    change(tmp_path / "copy.sqlite")
    with pytest.raises(UnusableCopy) as caught:
        ready_copy(tmp_path / "copy.sqlite")
    assert caught.value.fault is fault


FIRST = "WHERE id IN (SELECT match_id FROM journal WHERE seq = 6)"
ALTERED = (
    "UPDATE journal SET body = '{}' WHERE seq = 2", "UPDATE journal SET body = x'00ff' WHERE seq = 2",
    "UPDATE journal SET by_seat = 'x' WHERE seq = 2", "DELETE FROM journal WHERE seq = 6",
    f"UPDATE matches SET seats = '[0' {FIRST}", f"UPDATE matches SET ended_at = 'late' {FIRST}",
    f"UPDATE matches SET options = x'00ff' {FIRST}", f"UPDATE matches SET version = 'many' {FIRST}",
)  # fmt: skip


@pytest.mark.parametrize("spoil", ALTERED)
def test_a_match_that_was_altered_is_named_and_the_others_of_the_copy_are_usable(spoil: str, tmp_path: Path) -> None:
    with Store.open(tmp_path / "data" / "t.sqlite") as store:
        fill(store)
        whole = begin_match(store, set_table(store, "WXYZ"))
        play(store, whole, 2)
        store.copy_to(tmp_path / "copy.sqlite")
    run(spoil)(tmp_path / "copy.sqlite")
    ready_copy(tmp_path / "copy.sqlite")
    with sealed(tmp_path / "copy.sqlite") as found:
        altered = altered_matches(found)
        assert whole.id not in altered
        assert {match.id for table in found.tables.ids() for match in found.matches.at(table)} > {*altered} != set()
    with Store.open(tmp_path / "new" / "t.sqlite") as store, sealed(tmp_path / "copy.sqlite") as source:
        store.replace_with(source, tmp_path / "kept.sqlite")
        assert store.journal.verify(whole.id) == 2
        assert altered_matches(store) == altered


def test_a_copy_is_only_looked_at(copy: Path) -> None:
    ready_copy(copy)
    with sealed(copy) as found:
        with pytest.raises(StoreUnavailable) as caught:
            found.settings.set("theme", "light")
        assert caught.value.reason is Outage.READ_ONLY
        match = found.matches.at(found.tables.ids()[0])[0]
        with pytest.raises(StoreUnavailable):
            found.journal.append(match.id, 7, entry(7))
        with pytest.raises(StoreUnavailable):
            found.copy_to(copy.with_name("another.sqlite"))
        with pytest.raises(Missing):
            found.journal.verify("nothing")
