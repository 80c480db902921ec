"""A backup put in place in a running server, while streams are open and people go on tapping."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask import Flask

from companion.live import InProcessLive
from companion.match.precondition import Precondition
from companion.server import App, Serving
from companion.store import Store
from companion.web.app.services import Services, Settings
from companion.web.board.stream import BoardStreams, refusal
from companion.web.create_app import create_app
from companion.web.device.uploads import Uploads
from tests.server.rig import Client, EventClient, serving
from tests.web.conftest import HOSTS
from tests.web.people import Browser, make_owner, open_table, start_match

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
        self, method: str, path: str, body: bytes = b"", cookie: str = "", kind: str = ""
    ) -> tuple[int, bytes, str]:
        """The status, the body and where it leads."""
        origin = f"http://127.0.0.1:{self.serving.port}"
        headers = {"Origin": origin, "Cookie": f"device={cookie or self.host}"}
        if kind:
            headers["Content-Type"] = kind
        connection = http.client.HTTPConnection("127.0.0.1", self.serving.port, timeout=30)
        try:
            connection.request(method, path, body or None, headers)
            answer = connection.getresponse()
            return answer.status, answer.read(), answer.headers.get("Location", "")
        finally:
            connection.close()

    def tap(self, rings: int) -> int:
        """The status of a count of rings."""
        form = f"kind=count_rings&seat=0&rings={rings}".encode()
        return self.ask("POST", f"/m/{self.match_id}/moves", form, kind="application/x-www-form-urlencoded")[0]

    def restore(self, backup: bytes) -> None:
        """Offer the backup and accept the offer."""
        status, _, offer = self.ask("POST", "/owner/restore", EDGE + backup + END, self.owner, KIND)
        assert status == 303
        assert self.ask("POST", offer, b"", self.owner)[0] == 303

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
    backup = place.ask("GET", "/owner/backup.sqlite", cookie=place.owner)[1]
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
    backup = place.ask("GET", "/owner/backup.sqlite", cookie=place.owner)[1]
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


def announce(place: Place, size: int, *, cookie: str) -> int:
    """The status of the answer to the head of a form of so many bytes, of which none is sent."""
    here = f"127.0.0.1:{place.serving.port}"
    headers = {"Host": here, "Origin": f"http://{here}", "Cookie": f"device={cookie}"}
    with Client(place.serving.port) as client:
        return client.asked("POST", "/owner/restore", b"", **headers, Content_Type=KIND, Content_Length=str(size))[0]


def test_forty_megabytes_from_somebody_else_are_refused_before_they_arrive(place: Place) -> None:
    assert announce(place, 40 * MIB, cookie=place.host) == 413
    assert place.ask("POST", "/owner/restore", EDGE + b"x" + END, place.host, KIND)[0] == 403
