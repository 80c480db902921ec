"""From every schema there ever was to the newest, and never back."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, inspect, make_url, text

from companion.store import (
    FOLDER,
    NewerSchema,
    Outage,
    Remark,
    Seat,
    Store,
    StoreUnavailable,
    automatic_backups,
    token_hash,
)
from companion.store.backups import MOST_OF_A_KIND
from companion.store.migrations import STEPS, bring_up_to_date
from companion.store.postgres import PostgresDatabase
from companion.store.schema import METADATA
from companion.store.sqlite import SqliteDatabase
from tests.records import reach_in
from tests.store.evening import all_at_once, begin_match, play
from tests.store.fixtures.write_v1 import START

V1 = Path(__file__).parent / "fixtures" / "v1.sqlite"


@pytest.fixture
def target(request: pytest.FixtureRequest, target: str) -> str:
    """Where there is nothing yet, and no schema."""
    return request.getfixturevalue("address") if "://" in target else target


@pytest.fixture
def v1(tmp_path: Path) -> Path:
    """A copy of a file that schema version 1 wrote."""
    copy = tmp_path / "tableside.sqlite"
    shutil.copy(V1, copy)
    return copy


def add_a_column(connection: Connection) -> None:
    connection.exec_driver_sql("ALTER TABLE tables ADD COLUMN colour TEXT")


def add_another_column(connection: Connection) -> None:
    connection.exec_driver_sql("ALTER TABLE tables ADD COLUMN shape TEXT")


def stumble(connection: Connection) -> None:
    connection.exec_driver_sql("ALTER TABLE tables ADD COLUMN colour TEXT")
    connection.exec_driver_sql("DELETE FROM settings")
    raise RuntimeError("the step went wrong")


def migrate(target: str | Path, *more: Callable[[Connection], None]) -> None:
    with database(target) as opened:
        bring_up_to_date(opened, (*STEPS, *more))


@contextmanager
def database(target: str | Path) -> Iterator[SqliteDatabase | PostgresDatabase]:
    opened: SqliteDatabase | PostgresDatabase
    opened = PostgresDatabase(make_url(target)) if "://" in str(target) else SqliteDatabase(Path(target))  # type: ignore[arg-type]
    try:
        yield opened
    finally:
        opened.close()


def columns(target: str | Path) -> list[str]:
    with database(target) as opened, opened.read() as connection:
        return [column["name"] for column in inspect(connection).get_columns("tables")]


@pytest.mark.parametrize("version", range(1, len(STEPS) + 1))
def test_what_every_version_wrote_is_read_for_ever(tmp_path: Path, version: int) -> None:
    file = shutil.copy(V1.with_name(f"v{version}.sqlite"), tmp_path / "tableside.sqlite")
    assert reach_in(str(file), "SELECT value FROM meta WHERE key='schema'") == [(str(version),)]
    admin = "INSERT INTO grants (token_hash, role, kind, created_at) VALUES (%s, 'owner', 'device', %s)"
    reach_in(str(file), admin, token_hash("admin"), AT)
    with Store.open(file) as store:
        friday, sunday = store.tables.by_code("KQTM"), store.tables.get("sunday")
        assert friday is not None
        assert sunday is not None
        assert (friday.id, friday.name, friday.opened_at, friday.closed_to_seats) == ("friday", "Friday", START, False)
        assert (sunday.code, sunday.closed_to_seats) == ("ABCD", True)
        assert [use.table for use in store.tables.uses(9)] == [sunday, friday]
        assert names(store.seats.at("friday")) == [("Ana", False), ("Ben", True), ("Zoë", False)]
        assert names(store.seats.at("sunday")) == [("Dora", False), (None, False)]
        assert store.settings.get("theme") == "dark"
        assert store.journal.verify("first") == 12
        last = [(use.table.id, use.last_used_at) for use in store.tables.uses(9)]
        held = {one: store.grants.of(token_hash(one)) for one in ("admin", "phone", "seat 2")}
        assert {one: [(grant.role, grant.kind, grant.seat) for grant in found] for one, found in held.items()} == {
            "admin": [("owner", "device", None)], "phone": [("seat", "device", 0)], "seat 2": [("seat", "link", 2)],
        }  # fmt: skip
    used = reach_in(str(file), "SELECT id, last_used FROM tables ORDER BY last_used DESC")
    assert [(name, datetime.fromisoformat(at)) for name, at in used] == last


def names(seats: tuple[Seat, ...]) -> list[tuple[str | None, bool]]:
    return [(seat.name, seat.has_left) for seat in seats]


UNDER_KEYS = {
    "order:friday": "[2, 0, 1]", "ages:friday": "[1, 0]", "pick:friday": '{"how": "lot", "seat": 1, "mark": "m"}',
    "language:sunday": "de", "order:gone": "[0]", "serial:friday:1": "3", "start:first": '{"how": "lot", "seat": 2}',
    "start:second": '{"how": "rule", "seat": null}', "box:limits:cards": '[{"item":{"a":1},"times":2}]',
    "box-closed:limits": "yes", "box-closed:nile": "yes", "spellings:owner": '{"Dodo": "Dora"}', "opening": "owner",
}  # fmt: skip
UNREADABLE = {
    "serial:friday:2": "many", "serial:friday:" + "9" * 30: "1", "start:gone": "[]", "start:second:too": "{}",
    "start:": '{"how": 1}', "pick:friday:too": "x",
}  # fmt: skip
OF_VERSION_3 = ("meta", "settings", "players", "tables", "seats", "grants", "matches", "journal", "drafts")
OF_VERSION_4 = (*OF_VERSION_3, "summaries", "table_settings", "boxes", "spellings", "remarks")
OF_DRAFTS = ["match_id", "seat_key", "name", "body", "at"]
AT = "2026-03-01T19:04:00.000000Z"


@pytest.fixture
def v3(target: str) -> str:
    """Records of version 3 in which something was set for everything, and said with an entry."""
    with written_by(3, OF_VERSION_3, target) as connection:
        put_in(connection, "settings", ["key", "value"], [*UNDER_KEYS.items(), *UNREADABLE.items()])
        said = [("first", "remark", "4", "not so", AT), ("first", "remark", "x", "whatever", AT)]
        put_in(connection, "drafts", OF_DRAFTS, said)
    return target


def write_version_4(target: str) -> None:
    """Make records of version 4 in which an entry and a correction are half made, and something was said with an entry."""
    half = [
        ("second", "phone", "entry", '{"moment": "m", "values": {"note": ["Wilhelmina"]}}', AT),
        ("first", "phone", "ways", '{"moment": "m", "values": {"_trick_way": ["own"]}}', AT),
        ("first", "phone", "correction", '{"moves": {"4": {"kind": ["trick"]}}, "anyway": false}', AT),
    ]
    with written_by(4, OF_VERSION_4, target) as connection:
        put_in(connection, "drafts", OF_DRAFTS, half)
        put_in(connection, "remarks", ["match_id", "seq", "body"], [("first", 4, "not so")])


@contextmanager
def written_by(version: int, names: tuple[str, ...], target: str) -> Iterator[Connection]:
    """A transaction in a database of that version, with what that version wrote in it."""
    with closing(sqlite3.connect(V1.with_name(f"v{version}.sqlite"))) as file, database(target) as opened:
        bring_up_to_date(opened, STEPS[:version])
        with opened.transaction() as connection:
            for name in names:
                found = file.execute(f"SELECT * FROM {name}")
                put_in(connection, name, [column[0] for column in found.description], found.fetchall())
            yield connection


def put_in(connection: Connection, name: str, columns: list[str], rows: list[tuple[Any, ...]]) -> None:
    """Add rows as SQLite holds them, which knows no truth but 1; the version of the schema stands there already."""
    statement = text(f"INSERT INTO {name} VALUES ({', '.join(f':{column}' for column in columns)})")
    for row in rows if name != "meta" else ():
        values = dict(zip(columns, row, strict=True))
        truths = {column: bool(values[column]) for column in ("closed_to_seats", "has_left") if column in values}
        connection.execute(statement, values | truths)


def test_what_stood_under_keys_in_version_3_stands_in_its_place(v3: str) -> None:
    with Store.open(v3) as store:
        chosen = store.table_settings
        assert chosen.get("friday", "seating_order") == "[2, 0, 1]"
        assert chosen.get("friday", "picked") == '{"how": "lot", "seat": 1, "mark": "m"}'
        assert (chosen.get("friday", "language"), chosen.get("sunday", "language")) == (None, "de")
        assert [store.seats.link_serial("friday", seat) for seat in range(3)] == [0, 3, 0]
        assert (store.matches.start("first"), store.matches.start("second")) == (("lot", 2), ("rule", None))
        assert (store.boxes.notes("limits"), store.boxes.is_closed("limits")) == ('[{"item":{"a":1},"times":2}]', True)
        assert (store.boxes.notes("nile"), store.boxes.is_closed("nile")) == ("[]", True)
        assert store.spellings.all() == {"owner": '{"Dodo": "Dora"}'}
        assert dict(reach_in(v3, "SELECT key, value FROM settings")) == {"theme": "dark", "opening": "owner"}
        assert store.remarks.at() == (("friday", Remark("first", 4, "not so")),)
        assert store.journal.verify("first") == 12


def test_no_byte_of_what_was_half_made_stays_in_the_file(file: Path) -> None:
    write_version_4(str(file))
    assert b"Wilhelmina" in file.read_bytes()
    with Store.open(file) as store:
        assert [(one.id, one.made_of) for one in store.summaries.at()] == [("second", None), ("first", 12)]
    assert b"Wilhelmina" not in file.read_bytes()


def test_a_game_from_others_which_its_id_said_in_version_13_comes_from_others(target: str) -> None:
    with database(target) as opened:
        bring_up_to_date(opened, STEPS[:13])
        with opened.transaction() as connection:
            rows = [("device", id, "{}", AT) for id in ("in-fromafriend0", "in-notonlyso")]
            put_in(connection, "definitions", ["whose", "id", "body", "used_at"], rows)
    with Store.open(target) as store:
        found = {one.id: (one.origin, one.removed_at is not None) for one in store.definitions.of("device")}
        assert found == {"in-fromafriend0": ("others", False), "in-notonlyso": (None, False)}


def test_the_steps_lead_to_the_schema_the_code_expects(target: str) -> None:
    Store.open(target).close()
    with database(target) as opened, opened.read() as connection:
        found = inspect(connection)
        assert sorted(found.get_table_names()) == sorted(METADATA.tables)
        for name, table in METADATA.tables.items():
            columns = found.get_columns(name)
            assert [(c["name"], c["nullable"]) for c in columns] == [(c.name, c.nullable) for c in table.columns]
            assert found.get_pk_constraint(name)["constrained_columns"] == [c.name for c in table.primary_key]
            assert foreign_keys(found.get_foreign_keys(name)) == {
                (tuple(key.column_keys), key.referred_table.name) for key in table.foreign_key_constraints
            }


def foreign_keys(found: list[Any]) -> set[tuple[tuple[str, ...], str]]:
    return {(tuple(key["constrained_columns"]), key["referred_table"]) for key in found}


def test_later_steps_are_taken_once_each(target: str) -> None:
    with Store.open(target) as store:
        play(store, begin_match(store), 3)
    migrate(target, add_a_column)
    migrate(target, add_a_column, add_another_column)
    migrate(target, add_a_column, add_another_column)
    assert columns(target)[-2:] == ["colour", "shape"]
    assert reach_in(target, "SELECT value FROM meta WHERE key='schema'") == [(str(len(STEPS) + 2),)]
    assert reach_in(target, "SELECT count(*) FROM journal") == [(3,)]


def test_a_step_that_goes_wrong_leaves_everything_as_it_was(target: str) -> None:
    with Store.open(target) as store:
        store.settings.set("theme", "dark")
    with pytest.raises(RuntimeError, match="went wrong"):
        migrate(target, stumble)
    with Store.open(target) as store:
        assert store.settings.get("theme") == "dark"
    assert "colour" not in columns(target)


def test_newer_data_is_refused_and_not_touched(target: str) -> None:
    Store.open(target).close()
    migrate(target, add_a_column)
    with pytest.raises(NewerSchema, match="newer Tableside") as caught:
        Store.open(target)
    assert (caught.value.found, caught.value.known) == (len(STEPS) + 1, len(STEPS))
    assert reach_in(target, "SELECT value FROM meta WHERE key='schema'") == [(str(len(STEPS) + 1),)]
    migrate(target, add_a_column)  # the lock was let go


def test_an_unreadable_schema_version_counts_as_damage(target: str) -> None:
    Store.open(target).close()
    reach_in(target, "UPDATE meta SET value='new'")
    with pytest.raises(StoreUnavailable) as caught:
        Store.open(target)
    assert caught.value.reason is Outage.DAMAGED


def test_a_copy_is_kept_before_a_file_is_changed(v1: Path) -> None:
    migrate(v1, add_a_column)
    [copy] = automatic_backups(v1.parent / FOLDER)
    assert copy.label == "schema-1"
    assert copy.name.startswith("tableside-schema-1-")
    with Store.open(copy.path) as store:
        assert store.journal.verify("first") == 12
    assert "colour" not in columns(copy.path)
    assert "colour" in columns(v1)


def test_the_copies_of_earlier_attempts_are_kept_but_not_for_ever(v1: Path) -> None:
    kept = []
    for _ in range(MOST_OF_A_KIND + 2):
        with pytest.raises(RuntimeError):
            migrate(v1, stumble)
        kept.append(automatic_backups(v1.parent / FOLDER)[0].name)
    assert len(set(kept)) == MOST_OF_A_KIND + 2
    assert [copy.name for copy in automatic_backups(v1.parent / FOLDER)] == kept[: -MOST_OF_A_KIND - 1 : -1]


def test_a_step_is_not_taken_where_no_copy_can_be_kept(v1: Path) -> None:
    (v1.parent / FOLDER).write_text("somebody put a file here")
    with pytest.raises(StoreUnavailable):
        migrate(v1, add_a_column)
    assert "colour" not in columns(v1)


@pytest.mark.ring("test")
def test_workers_that_start_at_once_share_one_new_database(address: str) -> None:
    stores = all_at_once(6, lambda _: Store.open(address))
    try:
        assert all(isinstance(store, Store) for store in stores)
    finally:
        for store in stores:
            if isinstance(store, Store):
                store.close()
    assert reach_in(address, "SELECT value FROM meta") == [(str(len(STEPS)),)]


def test_a_file_of_something_else_is_refused_and_not_touched(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear aunt, " * 500)
    with pytest.raises(StoreUnavailable) as caught:
        Store.open(letter)
    assert caught.value.reason is Outage.DAMAGED
    assert letter.read_text() == "Dear aunt, " * 500


def test_a_write_ahead_log_and_full_syncing_are_on(file: Path) -> None:
    with Store.open(file), closing(sqlite3.connect(file)) as other:
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    with database(file) as opened, opened.transaction() as connection:
        assert isinstance(opened, SqliteDatabase)
        for pragma, value in (("synchronous", 2), ("foreign_keys", 1), ("secure_delete", 1), ("busy_timeout", 5000)):
            assert connection.exec_driver_sql(f"PRAGMA {pragma}").scalar() == value
