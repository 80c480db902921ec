"""Numbers as nobody enters them: too long, in other scripts, of seats that are not there. Each is refused, or read as nothing."""

from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from companion.store import Store
from tests.web.people import Browser, make_owner, open_table, start_match

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


def file_in_the_way(folder: Path) -> None:
    folder.write_text("in the way")


def folder_that_takes_no_file(folder: Path) -> None:
    folder.symlink_to("/proc/self")


@pytest.mark.parametrize("spoil", [file_in_the_way, folder_that_takes_no_file])
def test_where_no_backup_can_be_written_that_is_said(app: Flask, spoil: Callable[[Path], None]) -> None:
    owner = make_owner(app)
    folder = app.extensions["tableside"].backups.folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    spoil(folder)

    for answer in (
        owner.get("/owner/backup.sqlite"),
        owner.post("/owner/restore", {"backup": (b"", "a.sqlite")}, content_type="multipart/form-data"),
    ):
        assert answer.status_code == 503
        assert "Can’t reach the saved games (read-only)" in answer.get_data(as_text=True)
