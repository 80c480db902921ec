"""Numbers as nobody enters them: too long, in other scripts, of seats that are not there. Each is refused, or read as nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.engine.schema.formdata import pairs
from companion.store import Store
from tests.conformance.playing import PACKAGES, golden, random_games
from tests.rings import few_first
from tests.web.people import Browser, open_table, start_match
from tests.web.tapping import preview
from tests.web.test_owner import make_owner
from tests.web.test_results import played

LONG = "5" * 5000
ODD = ("99", "-1", "999999", "9" * 30, LONG, "²", "7_0", "")


def kinds_of(package: str) -> dict[str, dict[str, list[str]]]:
    """A move of each kind that is played in the game, as a form sends it."""
    found: dict[str, dict[str, list[str]]] = {}
    for course in [*(one["moves"] for one in golden(package)), *(moves for _, _, moves in random_games(package, 1))]:
        for move in course:
            form: dict[str, list[str]] = {}
            for name, value in pairs(json.loads(json.dumps(move))):
                form.setdefault(name, []).append(value)
            found.setdefault(move["kind"], form)
    return found


@pytest.mark.ring("test")
@pytest.mark.parametrize("odds", few_first([[*ODD[:3]], [*ODD[3:]]], 1), ids=["plain", "stranger"])
@pytest.mark.parametrize("package", PACKAGES)
def test_no_number_in_a_half_made_correction_breaks_the_board(app: Flask, package: str, odds: list[str]) -> None:
    course = golden(package)[0]
    match = played(app, Browser(app), package, (course["players"], course["options"], course["moves"]), 12)
    corrected = {move["kind"]: index for index, move in reversed([*enumerate(course["moves"][:12])])}
    anybody = Browser(app)
    for form in kinds_of(package).values():
        numbers = [name for name, values in form.items() if re.fullmatch(r"-?\d+", values[0])]
        for odd in odds:
            for changed in (["seat"], numbers):
                sent = form | {name: [odd] for name in changed}
                for index in corrected.values():
                    assert anybody.post(f"/m/{match}/correct/{index}/preview", sent).status_code == 200, (sent, index)


@pytest.mark.parametrize("palms", [*ODD, "12"])
def test_no_number_of_palms_breaks_the_fields(app: Flask, palms: str) -> None:
    host = Browser(app)
    match = start_match(host, open_table(host, "Ana", "Ben", "Cleo"), "nile", depth="board")
    assert host.post(f"/m/{match}/moves", {"kind": "starter", "seat": "0"}).status_code == 303
    place = {"fields.0.field.bank": "left", "fields.0.field.row": "4", "fields.0.field.square": "0"}
    moment = re.search(r'name="_field" value="([^|"]+)\|', host.get(f"/m/{match}").get_data(as_text=True))
    mark = f"{moment[1]}|palms:left.4.0={palms}" if moment else ""

    for sent in ({"kind": "palms", **place, "fields.0.palms": palms}, {"_mark": mark}, {"_pencil": mark}):
        preview(Browser(app), f"/m/{match}/correct/0", sent)
        preview(host, f"/m/{match}", sent)


@pytest.mark.parametrize("odd", ODD)
def test_no_number_of_a_seat_breaks_what_the_host_decides(app: Flask, odd: str) -> None:
    host = Browser(app)
    code = open_table(host, "Ana", "Ben", "Cleo")
    tries: list[tuple[str, dict[str, Any]]] = [
        ("games/land-unter", {"shift": f"{odd}:1"}),
        ("order", {"shift": f"{odd}:1"}),
        ("matches", {"game": "limits", "start": f"seat-{odd}"}),
        ("matches", {"game": "land-unter", "who": "asked", "seat": ["0", "1", odd]}),
    ]
    for path, form in tries:
        assert host.post(f"/t/{code}/{path}", form).status_code in (400, 404, 422), (path, form)


@pytest.mark.parametrize("odd", ["soon", LONG, "1.0", "²", "0x0"])
def test_undo_of_an_entry_with_no_readable_number_takes_nothing_back(app: Flask, store: Store, odd: str) -> None:
    host = Browser(app)
    match = start_match(host, open_table(host, "Ana", "Ben", "Cleo"), "land-unter")
    for seat in range(2):
        host.post(f"/m/{match}/moves", {"kind": "count_rings", "seat": seat, "rings": 5})

    for form in ({"index": odd}, {"index": "0", "version": odd}):
        assert host.post(f"/m/{match}/undo", form).status_code == 400
    assert store.journal.version(match) == 2


def file_in_the_way(folder: Path) -> None:
    folder.write_text("in the way")


def folder_that_takes_no_file(folder: Path) -> None:
    folder.symlink_to("/proc/self")


@pytest.mark.parametrize("spoil", [file_in_the_way, folder_that_takes_no_file])
def test_where_no_backup_can_be_written_that_is_said(app: Flask, spoil: Callable[[Path], None]) -> None:
    owner = make_owner(app, Browser(app))
    folder = app.extensions["tableside"].backups.folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    spoil(folder)

    for answer in (
        owner.get("/owner/backup.sqlite"),
        owner.post("/owner/restore", {"backup": (b"", "a.sqlite")}, content_type="multipart/form-data"),
    ):
        assert answer.status_code == 503
        assert "Can’t reach the saved games (read-only)" in answer.get_data(as_text=True)
