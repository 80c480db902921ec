"""Records of every earlier version open with this one, and say what they said."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.cli.banner import renew_owner_link
from companion.store import Store, token_hash
from companion.store.migrations import STEPS
from companion.web.app.device import TOKEN_COOKIE
from companion.web.app.services import Settings
from companion.web.create_app import create_app
from tests.records import reach_in
from tests.store.fixtures import write_later
from tests.there import there

FIXTURES = Path(write_later.__file__).parent
VERSIONS = range(1, len(STEPS) + 1)


def earlier(version: int, folder: Path) -> Path:
    """A copy of what that version wrote."""
    copy = folder / "t.sqlite"
    shutil.copy(FIXTURES / f"v{version}.sqlite", copy)
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT value FROM meta WHERE key = 'schema'").fetchall() == [(str(version),)]
    return copy


@pytest.mark.ring("test")
@pytest.mark.parametrize("version", VERSIONS)
def test_an_admin_of_every_version_stays_admin_and_phones_keep_their_places(tmp_path: Path, version: int) -> None:
    file = earlier(version, tmp_path)
    grant = "INSERT INTO grants (token_hash, role, kind, created_at) VALUES (%s, 'owner', 'device', %s)"
    reach_in(str(file), grant, token_hash("admin"), "2026-03-01T19:00:00.000000Z")
    with Store.open(file) as store:
        renew_owner_link(store)  # as each start does
        admin, phone = (create_app(store, settings=Settings(("localhost",))).test_client() for _ in range(2))
        admin.set_cookie(TOKEN_COOKIE, "admin")
        phone.set_cookie(TOKEN_COOKIE, "phone")
        assert (admin.get("/owner").status_code, phone.get("/owner").status_code) == (200, 403)
        [held] = store.grants.of(token_hash("phone"))
        table = there(store.tables.get(held.table_id or ""))
        assert "<small>you</small>" in phone.get(f"/t/{table.code}").get_data(as_text=True)
