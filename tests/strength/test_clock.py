"""The clock steps back a year in the middle of an evening: nothing is lost, nobody is locked out, all news are heard."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path

import pytest
from flask import Flask

from companion.live import InProcessLive
from companion.server import App
from companion.store import Store
from companion.web.app.services import Settings, services
from companion.web.board.stream import BoardStreams
from companion.web.create_app import create_app
from tests.server.rig import EventClient, serving
from tests.web.people import Browser, open_table, sit, start_match

StepBack = Callable[..., None]


@pytest.fixture
def step_back(monkeypatch: pytest.MonkeyPatch) -> StepBack:
    """Sets the clock of every module of the app so much on from what it is, or back."""
    shift = [timedelta()]

    class Shifted(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Shifted:
            return cls.fromtimestamp((datetime.now(UTC) + shift[0]).timestamp(), tz)

    def step(by: timedelta) -> None:
        shift[0] = by
        for name, module in list(sys.modules.items()):
            if name.startswith("companion.") and getattr(module, "datetime", None) is datetime:
                monkeypatch.setattr(module, "datetime", Shifted)

    return step


class Evening:
    """Ana hosts, Ben plays with a phone of his own, whose board is open."""

    def __init__(self, app: Flask, port: int) -> None:
        self.port = port
        self.ana, self.ben = Browser(app), Browser(app)
        self.code = open_table(self.ana, "Ana", "Ben", "Cleo")
        sit(self.ben, self.code, 1)
        self.match_id = start_match(self.ana, self.code, "land-unter")
        own = {"Host": "localhost", "Cookie": f"device={self.ben.token}"}
        self.stream = EventClient(port, own, path=f"/m/{self.match_id}/stream")
        assert self.stream.version() == 0

    def enter(self, by: Browser, seat: int, version: int) -> int:
        """The status of an entry."""
        fields = {"kind": "count_rings", "seat": seat, "rings": 5, "version": version, "anyway": "true"}
        return by.post(f"/m/{self.match_id}/moves", fields).status_code


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with Store.open(tmp_path / "t.sqlite") as store:
        live = InProcessLive()
        app = create_app(store, live, Settings(("localhost",)))
        with serving(App(app, BoardStreams(app), live)) as started:
            begun = Evening(app, started.port)
            with begun.stream:
                yield begun


def test_an_evening_goes_on_while_the_clock_jumps_by_hours_and_steps_back_a_year(
    evening: Evening, step_back: StepBack
) -> None:
    for entry, hours in enumerate((5, -9, -365 * 24)):
        step_back(timedelta(hours=hours))
        assert evening.enter((evening.ana, evening.ben, evening.ana)[entry % 3], entry % 3, entry) == 303
        while evening.stream.version() <= entry:
            pass
        newcomer = Browser(evening.ana.client.application)
        assert newcomer.post(f"/t/{evening.code.lower()}/join", {"name": f"Guest {entry}"}).status_code == 303
        for path in ("", "/host", "/evening"):
            assert evening.ana.get(f"/t/{evening.code}{path}").status_code == 200
    with evening.ana.client.application.app_context():
        entries = services.store.journal.entries(evening.match_id)
        assert services.store.journal.verify(evening.match_id) == 3
    assert [(one.seq, one.by_seat) for one in entries] == [(0, 0), (1, 1), (2, 0)]
