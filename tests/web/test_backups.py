"""The whole records as one file, and back again, while phones look on."""

import os
import time
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.live import InProcessLive
from companion.store import FOLDER, Store, automatic_backups
from companion.web.app.services import Services, Settings
from companion.web.create_app import create_app
from tests.conformance.playing import golden
from tests.web.conftest import HOSTS
from tests.web.evenings import played
from tests.web.people import Browser, make_owner, sit
from tests.web.test_owner import text


class Device:
    """A device with its owner, and hosts who play whole matches on it."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.owner = make_owner(app)
        self.services: Services = app.extensions["tableside"]
        self.folder = self.services.backups.folder

    def play(self, package: str, host: Browser | None = None) -> str:
        """The id of a whole match."""
        return played(host or Browser(self.app), package, golden(package)[0])[1]

    def backup(self) -> bytes:
        """A backup, as the owner's browser takes it."""
        answer = self.owner.get("/owner/backup.sqlite")
        assert answer.status_code == 200
        with answer:
            return answer.get_data()

    def upload(self, data: bytes | BytesIO, name: str = "backup.sqlite") -> TestResponse:
        """The answer to a file that is offered."""
        file = data if isinstance(data, BytesIO) else BytesIO(data)
        return self.owner.post("/owner/restore", {"backup": (file, name)}, content_type="multipart/form-data")

    def restore(self, data: bytes) -> str:
        """The owner's page after a backup was put in place."""
        offered = self.upload(data)
        assert offered.status_code == 303, offered.get_data(as_text=True)
        accepted = self.owner.post(offered.headers["Location"])
        assert accepted.status_code == 303
        return text(self.owner, accepted.headers["Location"])

    def export(self, match_id: str) -> dict[str, bytes]:
        """Everything that can be taken from a match as a file."""
        found = {}
        for ending in ("json", "csv", "bgsplay"):
            answer = self.app.test_client().get(f"/api/v1/matches/{match_id}/export.{ending}")
            assert answer.status_code == 200
            found[ending] = answer.get_data()
        return found


@pytest.fixture
def device(app: Flask) -> Device:
    return Device(app)


def test_a_backup_goes_to_another_device_and_its_phones_with_it(device: Device, tmp_path: Path) -> None:
    host = Browser(device.app)
    match_id = device.play("land_unter", host)
    code = device.services.store.tables.uses(1)[0].table.code
    guest = sit(Browser(device.app), code, 1)
    link = device.services.seating.token(device.services.tables.find(code).id, 2)
    exported, backup = device.export(match_id), device.backup()

    with Store.open(tmp_path / "new" / "t.sqlite") as store:
        new = Device(create_app(store, InProcessLive(), Settings(HOSTS)))
        new.restore(backup)

        assert new.export(match_id) == exported
        for browser in (host, guest):
            moved = Browser(new.app)
            moved.client.set_cookie("device", browser.token, domain="localhost")
            assert moved.post(f"/t/{code}/join/1").status_code == 303
        assert Browser(new.app).get(f"/join/seat/{link}").status_code == 200
        assert new.services.seating.token(new.services.tables.find(code).id, 2) == link
        assert device.owner.get("/owner").status_code == 200
        stranger = Browser(new.app)
        stranger.client.set_cookie("device", device.owner.token, domain="localhost")
        assert stranger.get("/owner").status_code == 403


def test_what_is_in_a_backup_and_what_it_would_replace_is_shown_first(device: Device) -> None:
    device.play("land_unter")
    backup = device.backup()
    device.play("limits")

    answer = device.upload(backup)
    page = text(device.owner, answer.headers["Location"])

    assert "This backup is complete" in page
    assert page.index("Turn the Tide") < page.index("On this device now") < page.index("Limits")
    assert "replaces 2 games" in page
    assert device.services.store.tables.contents().matches == 2


def test_the_state_before_is_kept_and_can_be_put_back(device: Device) -> None:
    match_id = device.play("land_unter")
    backup = device.backup()
    later = device.play("limits")
    exported = {one: device.export(one) for one in (match_id, later)}

    device.restore(backup)
    assert device.app.test_client().get(f"/api/v1/matches/{later}").status_code == 404
    [kept] = automatic_backups(device.folder)
    page = text(device.owner, "/owner/restore")
    assert f"/owner/copies/{kept.name}" in page
    assert "before a backup was restored" in page
    with device.owner.get(f"/owner/copies/{kept.name}") as download:
        assert download.get_data() == kept.path.read_bytes()

    offered = device.owner.post(f"/owner/copies/{kept.name}")
    device.owner.post(offered.headers["Location"])

    assert {one: device.export(one) for one in (match_id, later)} == exported
    assert len(automatic_backups(device.folder)) == 2


def test_an_offer_that_is_declined_changes_nothing_and_is_gone(device: Device) -> None:
    device.play("land_unter")
    backup = device.backup()
    device.play("limits")
    offer = device.upload(backup).headers["Location"]

    assert device.owner.post("/owner/withdraw").status_code == 303

    assert device.owner.get(offer).status_code == 404
    assert device.owner.post(offer).status_code == 404
    assert device.services.store.tables.contents().matches == 2
    assert [path.name for path in device.folder.iterdir()] == []


def half_done(folder: Path) -> Path:
    """A file that somebody did not finish sending."""
    (folder / FOLDER).mkdir()
    left = folder / FOLDER / "upload-x.part"
    left.write_text("half")
    return left


def test_what_was_left_half_done_is_cleared_away_at_the_next_start(
    store: Store, live: InProcessLive, tmp_path: Path
) -> None:
    left = half_done(tmp_path)
    os.utime(left, (0, time.time() - 2 * 24 * 3600))
    create_app(store, live, Settings(HOSTS, folder=tmp_path))
    assert list(left.parent.iterdir()) == []
