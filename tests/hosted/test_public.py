"""A public host, in each of its workers: what it counts, what it logs, whom it lets open tables, and cookies under TLS."""

import json
from pathlib import Path

import pytest
from flask import Flask

from companion.live import InProcessLive
from companion.store import Store
from companion.web.app.metrics import Metrics
from companion.web.app.services import Settings
from companion.web.create_app import create_app
from tests.e2e.evening import ask, land_unter
from tests.games.english import NAMES
from tests.hosted.service import Service
from tests.web.people import Browser, open_table


@pytest.fixture
def app(store: Store, tmp_path: Path) -> Flask:
    settings = Settings(("localhost",), folder=tmp_path, tables_per_hour=2, public_url="https://tables.example.org")
    return create_app(store, InProcessLive(), settings, Metrics())


def test_one_address_opens_so_many_tables_an_hour_and_others_still_may(app: Flask) -> None:
    form = {"name": ["Ana", "Ben", "Cleo"]}
    answers = [Browser(app).post("/tables", form) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [303, 303, 429]
    assert int(answers[-1].headers["Retry-After"]) > 3000
    asked = Browser(app).client.post("/api/v1/tables", json={"players": ["Ana", "Ben", "Cleo"]})
    assert asked.status_code == 429
    assert Browser(app).post("/tables", form, environ_base={"REMOTE_ADDR": "198.51.100.7"}).status_code == 303


def test_under_tls_the_device_is_known_by_a_cookie_of_this_host_alone(app: Flask) -> None:
    secure = app.test_client()
    page = secure.post(
        "/tables",
        data={"name": ["Ana", "Ben", "Cleo"]},
        base_url="https://localhost",
        headers={"Origin": "https://localhost"},
    )
    assert page.status_code == 303
    [cookie] = [line for line in page.headers.getlist("Set-Cookie") if "device" in line]
    assert cookie.startswith("__Host-device=")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= set(cookie.split("; "))
    assert "Domain" not in cookie
    assert secure.get(page.headers["Location"] + "/host", base_url="https://localhost").status_code == 200


@pytest.mark.usefixtures("codes_of_their_own")
def test_metrics_count_pages_without_saying_whose(app: Flask) -> None:
    host = Browser(app)
    code = open_table(host, "Ana", "Ben", "Cleo")
    assert host.get(f"/t/{code}").status_code == 200
    told = host.get("/metrics").get_data(as_text=True)
    assert 'tableside_requests_total{page="pages.table",status="200"} 1.0\n' in told
    assert "tableside_request_seconds_count 2.0\n" in told
    assert code not in told
    assert "Ana" not in told


def test_metrics_are_for_the_own_network_and_off_by_default(app: Flask, store: Store) -> None:
    assert Browser(app).get("/metrics", environ_base={"REMOTE_ADDR": "198.51.100.7"}).status_code == 404
    assert Browser(create_app(store, InProcessLive())).get("/metrics").status_code == 404


@pytest.fixture(scope="module")
def variables() -> dict[str, str]:
    return {"TABLESIDE_FORGET_AFTER_DAYS": "30", "TABLESIDE_LOG_REQUESTS": "on"}


def test_logs_are_lines_of_json_that_say_nothing_of_who_plays(service: Service) -> None:
    evening = land_unter(service.port)
    assert ask(service.port, "GET", f"{evening.board}?name=Ana", token=evening.host).status == 200
    assert ask(service.port, "GET", f"/join/seat/{evening.seats[1]}").status == 200
    assert ask(service.port, "GET", "/join?code=WRONG").status < 500
    service.find('"page": "play.board"')
    lines = [json.loads(line) for line in service.printed.splitlines() if line.startswith("{")]
    asked = [line for line in lines if line["event"] == "request"]
    assert "play.board" in {line["page"] for line in asked}
    assert all(set(line) == {"at", "level", "logger", "process", "event", "page", "status", "ms"} for line in asked)
    # Not times and numbers: a code that was drawn may be four figures in a row of one.
    logged = "\n".join(said for line in lines for name, said in line.items() if name != "at" and isinstance(said, str))
    for said in (*NAMES[:6], evening.table, evening.match_id, evening.host, *evening.seats, "127.0.0.1", "WRONG"):
        assert said not in logged
