"""What is refused leaves no trace: rights are looked at before anything is written, and odd numbers are read as nothing."""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.live import InProcessLive
from companion.match.topics import rights_topic
from companion.store import Store
from tests.records import rows
from tests.web.people import Browser, make_owner, open_table, sit, start_match
from tests.web.roles import PAGES, Evening, begun, filled

NO_SEAT = 99


def rows_about(target: str, evening: Evening) -> list[str]:
    """Every row that names the evening's table or its match."""
    ids = (evening.match_id, evening.services.tables.find(evening.code).id)
    return [row for kept in rows(target).values() for row in kept if any(one in row for one in ids)]


def test_a_host_who_names_a_match_of_another_table_changes_nothing_there(app: Flask, target: str) -> None:
    evening = begun(app)
    elsewhere, before = evening.browsers["elsewhere"], rows_about(target, evening)
    for route, (path, form, _) in PAGES.items():
        if route.startswith("POST ") and "{code}" in path:
            own = filled(path.replace("{code}", evening.other_code), evening)
            elsewhere.post(own, {**form, "match": evening.match_id, "after": evening.match_id, "table": evening.code})
    assert rows_about(target, evening) == before


def test_a_seat_that_is_not_there_is_found_nowhere_and_leaves_no_trace(app: Flask, target: str) -> None:
    evening = begun(app)
    host, before, asked = evening.browsers["host"], rows(target), 0
    for route, (path, form, _) in PAGES.items():
        nowhere = re.sub(r"/(seats|join|as)/\d+", rf"/\1/{NO_SEAT}", path)
        if nowhere != path and route.startswith("POST "):
            asked += 1
            host.post(filled(nowhere, evening), form)
            assert rows(target) == before, route
    assert asked >= 7


def test_whoever_gives_back_a_seat_of_somebody_else_closes_no_stream(app: Flask, live: InProcessLive) -> None:
    host, ben, stranger = (Browser(app) for _ in range(3))
    code = open_table(host, "Ana", "Ben")
    sit(ben, code, 1)
    open_table(stranger, "Cleo")
    services: Any = app.extensions["tableside"]

    async def levels() -> list[Any]:
        following = live.subscribe(rights_topic(services.tables.find(code).id))
        seen = [following.levels()]
        for one in (stranger, ben):
            assert one.post(f"/t/{code}/seats/1/release").status_code == 303
            seen.append(following.levels())
        return seen

    before, after_stranger, after_ben = asyncio.run(levels())
    assert before == after_stranger != after_ben


LONG = "5" * 5000
ODD = ("99", "-1", "999999", "9" * 30, LONG, "²", "7_0", "")


@pytest.mark.parametrize("odd", ODD)
def test_no_number_of_a_seat_breaks_what_the_host_decides(odd: str, host: Browser, code: str) -> None:
    tries: tuple[tuple[str, dict[str, object]], ...] = (
        ("games/land-unter", {"shift": f"{odd}:1"}),
        ("order", {"shift": f"{odd}:1"}),
        ("matches", {"game": "limits", "start": f"seat-{odd}"}),
        ("matches", {"game": "land-unter", "who": "asked", "seat": ["0", "1", odd]}),
    )
    for path, form in tries:
        assert host.post(f"/t/{code}/{path}", form).status_code in (400, 404, 422), (path, form)


@pytest.mark.parametrize("odd", ["soon", LONG, "1.0", "²", "0x0"])
def test_undo_of_an_entry_with_no_readable_number_takes_nothing_back(store: Store, odd: str, host: Browser) -> None:
    match_id = start_match(host, open_table(host, "Ana", "Ben", "Cleo"), "land-unter")
    for seat in range(2):
        host.post(f"/m/{match_id}/moves", {"kind": "count_rings", "seat": seat, "rings": 5})
    for form in ({"index": odd}, {"index": "0", "version": odd}):
        assert host.post(f"/m/{match_id}/undo", form).status_code == 400
    assert store.journal.version(match_id) == 2


@pytest.mark.parametrize(
    "spoil",
    [
        lambda folder: folder.write_text("a file in the way"),
        lambda folder: folder.symlink_to("/proc/self"),  # a folder that takes no file
    ],
)
def test_where_no_backup_can_be_written_that_is_said(app: Flask, spoil: Callable[[Path], None]) -> None:
    owner = make_owner(app)
    folder = app.extensions["tableside"].backups.folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    spoil(folder)
    for answer in (
        owner.get("/owner/backup.sqlite"),
        owner.post("/owner/restore", {"backup": (b"", "a.sqlite")}, content_type="multipart/form-data"),
    ):
        assert (answer.status_code, "Can’t reach the saved games (read-only)" in answer.text) == (503, True)
