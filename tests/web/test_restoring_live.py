"""The whole records as one file and back again, also in a running server while people go on tapping."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask

from companion.live import InProcessLive
from companion.match.precondition import Precondition
from companion.server import App, Serving
from companion.store import FOLDER, Store, automatic_backups
from companion.web.app.services import Services, Settings
from companion.web.board.stream import BoardStreams, refusal
from companion.web.create_app import create_app
from companion.web.device.uploads import Uploads
from tests.conformance.playing import golden
from tests.server.rig import Client, EventClient, serving
from tests.web.conftest import HOSTS
from tests.web.evenings import played
from tests.web.people import Browser, make_owner, open_table, sit, start_match

MIB = 1024 * 1024
EDGE = b'--edge\r\nContent-Disposition: form-data; name="backup"; filename="b.sqlite"\r\n\r\n'
END = b"\r\n--edge--\r\n"
KIND = "multipart/form-data; boundary=edge"


@dataclass
class Place:
    """A server, the match played on it, and the cookies of its host and of the owner."""

    app: Flask
    serving: Serving
    match_id: str
    host: str
    owner: str

    def ask(
        self, method: str, path: str, body: bytes = b"", cookie: str = "", kind: str = "", length: int | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        """The status, the headers and the body; to a body of that length, where all of it is not sent."""
        here, sent = f"127.0.0.1:{self.serving.port}", len(body) if length is None else length
        headers = {"Host": here, "Origin": f"http://{here}", "Cookie": f"device={cookie or self.host}"}
        with Client(self.serving.port) as client:
            return client.asked(method, path, body, **headers, Content_Type=kind, Content_Length=str(sent))

    def tap(self, rings: int) -> int:
        form = f"kind=count_rings&seat=0&rings={rings}".encode()
        return self.ask("POST", f"/m/{self.match_id}/moves", form, kind="application/x-www-form-urlencoded")[0]

    def restore(self, backup: bytes) -> None:
        offered = self.ask("POST", "/owner/restore", EDGE + backup + END, self.owner, KIND)
        assert self.ask("POST", offered[1]["location"], b"", self.owner)[0] == 303

    def stream(self) -> EventClient:
        path = f"/m/{self.match_id}/stream"
        return EventClient(self.serving.port, {"Host": "127.0.0.1", "Cookie": f"device={self.host}"}, path=path)


@pytest.fixture
def place(store: Store, live: InProcessLive, own_folder: Path) -> Iterator[Place]:
    app = create_app(store, live, Settings((*HOSTS, "table.test"), folder=own_folder, backup_bytes=60 * MIB))
    host, owner = Browser(app), make_owner(app)
    match_id = start_match(host, open_table(host, "Ana", "Ben", "Cleo"), "land-unter")
    server = App(app, BoardStreams(app), live, refuse=refusal(app), uploads=Uploads(app))
    with serving(server) as started:
        yield Place(app, started, match_id, host.token, owner.token)


def test_streams_end_and_come_back_to_what_was_restored(place: Place) -> None:
    assert place.tap(5) == 303
    backup = place.ask("GET", "/owner/backup.sqlite", cookie=place.owner)[2]
    for rings in (4, 3, 2):
        assert place.tap(rings) == 303
    with place.stream() as stream:
        assert stream.version() == 4
        place.restore(backup)
        assert stream.event() == {}
    with place.stream() as stream:
        assert stream.version() == 1
        assert place.tap(6) == 303
        assert stream.version() == 2


def test_who_taps_while_a_backup_is_put_in_place_is_never_told_that_something_broke(place: Place) -> None:
    assert place.tap(5) == 303
    backup = place.ask("GET", "/owner/backup.sqlite", cookie=place.owner)[2]
    statuses: list[int] = []
    is_over = threading.Event()

    def play() -> None:
        rings = 0
        while not is_over.is_set():
            rings += 1
            statuses.append(place.tap(rings % 6 + 1))
            statuses.append(place.ask("GET", f"/m/{place.match_id}/board")[0])

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for _ in range(3):
        place.restore(backup)
    is_over.set()
    for thread in threads:
        thread.join(30)

    assert set(statuses) <= {200, 303, 409}
    services: Services = place.app.extensions["tableside"]
    assert services.store.journal.verify(place.match_id) == services.store.journal.version(place.match_id)


def test_an_entry_waits_while_a_backup_is_put_in_place_and_is_made_on_what_is_there_then(place: Place) -> None:
    services: Services = place.app.extensions["tableside"]
    caller = services.tables.caller(place.host)
    move = {"kind": "count_rings", "seat": 0, "rings": 5}
    entered = threading.Event()

    def enter() -> None:
        services.matches.move(place.match_id, caller, move, Precondition())
        entered.set()

    with services.matches.while_replaced():
        thread = threading.Thread(target=enter)
        thread.start()
        assert not entered.wait(0.2)
        assert services.store.journal.version(place.match_id) == 0
    assert entered.wait(10)
    thread.join(10)
    assert services.store.journal.version(place.match_id) == 1


def test_forty_megabytes_from_somebody_else_are_refused_before_they_arrive(place: Place) -> None:
    assert place.ask("POST", "/owner/restore", b"", place.host, KIND, length=40 * MIB)[0] == 413
    assert place.ask("POST", "/owner/restore", EDGE + b"x" + END, place.host, KIND)[0] == 403


class Device:
    """A device with its owner, and hosts who play whole matches on it."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.owner = make_owner(app)
        self.services: Services = app.extensions["tableside"]
        self.folder = self.services.backups.folder

    def play(self, package: str, host: Browser | None = None) -> str:
        return played(host or Browser(self.app), package, golden(package)[0])[1]

    def backup(self) -> bytes:
        with self.owner.get("/owner/backup.sqlite") as answer:
            return answer.get_data()

    def offer(self, data: bytes) -> str:
        return self.owner.send("/owner/restore", {"backup": (BytesIO(data), "backup.sqlite")})

    def restore(self, data: bytes) -> None:
        assert self.owner.page(self.owner.send(self.offer(data)))

    def export(self, match_id: str) -> dict[str, str]:
        kinds = ("json", "csv", "bgsplay")
        return {kind: Browser(self.app).page(f"/api/v1/matches/{match_id}/export.{kind}") for kind in kinds}


@pytest.fixture
def device(app: Flask) -> Device:
    return Device(app)


def test_a_backup_goes_to_another_device_and_its_phones_with_it(device: Device, tmp_path: Path) -> None:
    host = Browser(device.app)
    match_id = device.play("land_unter", host)
    [use] = device.services.store.tables.uses(9)
    guest = sit(Browser(device.app), code := use.table.code, 1)
    link = device.services.seating.token(use.table.id, 2)
    exported, backup = device.export(match_id), device.backup()

    with Store.open(tmp_path / "new" / "t.sqlite") as store:
        new = Device(create_app(store, InProcessLive(), Settings(HOSTS)))
        new.restore(backup)

        assert new.export(match_id) == exported
        moved = {browser: Browser(new.app) for browser in (host, guest, device.owner)}
        for browser, there in moved.items():
            there.client.set_cookie("device", browser.token, domain="localhost")
        for browser in (host, guest):
            moved[browser].send(f"/t/{code}/join/1")
        assert Browser(new.app).page(f"/join/seat/{link}")
        assert new.services.seating.token(new.services.tables.find(code).id, 2) == link
        assert (device.owner.get("/owner").status_code, moved[device.owner].get("/owner").status_code) == (200, 403)


def test_what_is_in_a_backup_and_what_it_replaces_is_shown_first_and_declined_changes_nothing(device: Device) -> None:
    device.play("land_unter")
    backup = device.backup()
    device.play("limits")
    page = device.owner.page(offer := device.offer(backup))
    assert "This backup is complete" in page
    assert page.index("Turn the Tide") < page.index("On this device now") < page.index("Limits")
    assert "replaces 2 games" in page
    device.owner.send("/owner/withdraw")
    assert [ask(offer).status_code for ask in (device.owner.get, device.owner.post)] == [404, 404]
    assert device.services.store.tables.contents().matches == 2
    assert [path.name for path in device.folder.iterdir()] == []


def test_the_state_before_is_kept_and_can_be_put_back(device: Device) -> None:
    match_id = device.play("land_unter")
    backup = device.backup()
    later = device.play("limits")
    exported = {one: device.export(one) for one in (match_id, later)}
    device.restore(backup)
    assert device.app.test_client().get(f"/api/v1/matches/{later}").status_code == 404
    [kept] = automatic_backups(device.folder)
    page, copy = device.owner.page("/owner/restore"), f"/owner/copies/{kept.name}"
    assert (copy in page, "before a backup was restored" in page) == (True, True)
    with device.owner.get(copy) as download:
        assert download.get_data() == kept.path.read_bytes()
    device.owner.send(device.owner.send(copy))
    assert {one: device.export(one) for one in (match_id, later)} == exported
    assert len(automatic_backups(device.folder)) == 2


def test_what_was_left_half_done_goes_at_the_next_start(store: Store, live: InProcessLive, tmp_path: Path) -> None:
    folder = tmp_path / FOLDER
    folder.mkdir()
    (folder / "upload-x.part").write_text("half")
    os.utime(folder / "upload-x.part", (0, time.time() - 2 * 24 * 3600))
    create_app(store, live, Settings(HOSTS, folder=tmp_path))
    assert list(folder.iterdir()) == []
