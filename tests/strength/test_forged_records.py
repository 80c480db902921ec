"""A backup whose tables are ours and whose values are not: refused, or put in place, and no page fails over it."""

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.store import Store, UnusableCopy, ready_copy, sealed
from companion.store.schema import METADATA, PlainText
from tests.old_data.folders import FOLDERS, Device, unpacked
from tests.rings import times

NUMBERS = (-1, 0, 1, 99, 2**31, 2**63 - 1)
TEXTS = (
    *("", "null", "[]", "{}", "NaN", "1e400", '"x"', '{"a":', "[[1,2],[3]]", "[99999999999]", "[" * 6000, "x" * 10_000),
    *("../../etc/passwd", "<script>", "\u202e\u200d", "é" * 50, "2026-01-01"),
    *("0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z"),
)
CASES = [
    (table.name, column.name, value, rows)
    for table in METADATA.sorted_tables
    if table.name != "meta"
    for column in table.columns
    for value in (TEXTS if isinstance(column.type, PlainText) else NUMBERS)
    for rows in ("1", "{column} IS (SELECT {column} FROM {table} LIMIT 1)")
]
"""A value, and the rows of a table that have it: all, or those that say what the first says."""


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """A table with a game of its own, and one that played Land Unter, with something in every kind of row."""
    [folder] = [path for path in FOLDERS if path.name.startswith("f2e2d6c7")]
    old = unpacked(folder, tmp_path / "old")
    ready_copy(old.records)
    kept = {one["game"]: one["table"] for one in reversed(old.matches) if one["game"] in ("own-game", "land-unter")}
    with closing(sqlite3.connect(old.records)) as file, file:
        file.execute("PRAGMA foreign_keys = ON")
        file.execute("DELETE FROM tables WHERE code NOT IN (?, ?)", [*kept.values()])
        for row in (
            "table_settings (table_id, seating_order, language) SELECT id, '[0,2,1]', 'de' FROM tables",
            "boxes VALUES ('limits', '[]', 0)",
            "spellings VALUES ('owner', '{}')",
            "settings VALUES ('titles', '{}')",
            "steps_done SELECT id, 1 FROM matches",
            "remarks SELECT id, 1, 'so' FROM matches",
        ):
            file.execute(f"INSERT OR REPLACE INTO {row}")
    return old.records


def faults(copy: Path, folder: Path) -> list[tuple[str, int]]:
    """The addresses that fail, to the owner, where a copy that was found sound has taken the place of all records."""
    with Store.open(folder / "t.sqlite") as store, sealed(copy) as source:
        store.replace_with(source, folder / "kept.sqlite")
        device = Device(store, folder, [use.table.code for use in store.tables.uses(9)])
        asked = device.addresses()
        for use in store.tables.uses(9):
            named: dict[str, Any] = {"code": use.table.code, "table": use.table.code}
            asked += device.addresses(**named, seat=0, slug="points") if use.table.code else []
            for match in store.matches.at(use.table.id)[:2]:
                asked += device.addresses(match_id=match.id, seat=0, index=0) if match.id else []
        return [(path, status) for path in dict.fromkeys(asked) if (status := device.get(path).status_code) >= 500]


@pytest.mark.parametrize("seed", range(times(2, 200)))
def test_no_forged_value_makes_a_page_fail(records: Path, tmp_path: Path, seed: int) -> None:
    found = []
    for number, (table, column, value, rows) in enumerate(random.Random(seed).sample(CASES, 6)):
        folder = tmp_path / str(number)
        folder.mkdir()
        copy = Path(shutil.copy(records, folder / "copy.sqlite"))
        try:
            with closing(sqlite3.connect(copy)) as file, file:
                where = rows.format(table=table, column=column)
                file.execute(f"UPDATE {table} SET {column} = ? WHERE {where}", [value])
            ready_copy(copy)
        except (sqlite3.IntegrityError, UnusableCopy):
            continue
        found += [(table, column, value, rows, *fault) for fault in faults(copy, folder)]
    assert found == []
