"""The clock steps back a year in the middle of an evening: nothing is lost, nobody is locked out, all news are heard."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, tzinfo

import pytest
from flask import Flask

from companion.server import App
from companion.web.app.services import Services
from companion.web.board.stream import BoardStreams
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


def test_an_evening_goes_on_while_the_clock_jumps_hours_and_steps_back_a_year(app: Flask, step_back: StepBack) -> None:
    ana, ben = Browser(app), Browser(app)
    code = open_table(ana, "Ana", "Ben", "Cleo")
    sit(ben, code, 1)
    match_id = start_match(ana, code, "land-unter")
    own = {"Host": "localhost", "Cookie": f"device={ben.token}"}
    found: Services = app.extensions["tableside"]
    server = App(app, BoardStreams(app), found.live)
    with serving(server) as started, EventClient(started.port, own, path=f"/m/{match_id}/stream") as stream:
        assert stream.version() == 0
        for entry, hours in enumerate((5, -9, -365 * 24)):
            step_back(timedelta(hours=hours))
            fields = {"kind": "count_rings", "seat": entry, "rings": 5, "version": entry, "anyway": "true"}
            assert (ana, ben, ana)[entry].post(f"/m/{match_id}/moves", fields).status_code == 303
            while stream.version() <= entry:
                pass
            assert Browser(app).post(f"/t/{code.lower()}/join", {"name": f"Guest {entry}"}).status_code == 303
            for path in ("", "/host", "/evening"):
                assert ana.get(f"/t/{code}{path}").status_code == 200
    assert found.store.journal.verify(match_id) == 3
    assert [(one.seq, one.by_seat) for one in found.store.journal.entries(match_id)] == [(0, 0), (1, 1), (2, 0)]
