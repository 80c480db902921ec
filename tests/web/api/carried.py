"""Files of matches that go to another device, and what changes them on the way."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from flask import Flask

from companion.live import InProcessLive
from companion.store import Grant, Store, token_hash
from companion.web.app.services import Services, Settings
from tests.conformance.playing import PACKAGES
from tests.records import rows
from tests.web.api.asking import Json, Match, Program, count_rings, open_table, trick

OWNER = "the-owners-token"


@contextmanager
def another_device(app: Flask, target: str) -> Iterator[Flask]:
    with Store.open(target) as store:
        store.grants.add(Grant(token_hash(OWNER), "owner", "device", datetime(2026, 1, 1, tzinfo=UTC)))
        app.extensions["tableside"] = Services(store, InProcessLive(), Settings(("localhost",)))
        app.config["RECORDS"] = target
        yield app


def owner_of(app: Flask) -> Program:
    return Program(app, OWNER)


def played(app: Flask, package: str, course: Any) -> Match:
    match = open_table(app, course["players"], is_checked=False).begin(PACKAGES[package].slug, **course["options"])
    for move in course["moves"]:
        answer = match.table.host.post(f"{match.path}/moves", {"move": move, "anyway": course.get("anyway", False)})
        assert answer.status == 201, (move, answer.json)
    return match


def unusual(app: Flask) -> Match:
    """A match with a correction, something taken back and brought back, a contest in words, a doubt let stand."""
    match = open_table(app).begin("land-unter", chain=False)
    match.play(*count_rings(4, 5, 6), trick((3, 9), 58, 31, 12), trick((4, 9), 57, 32, 11))
    host = match.table.host
    assert host.post(f"{match.path}/undo", {"index": 4}).status == 200
    assert host.post(f"{match.path}/redo").status == 200
    doubtful = {"move": trick((5, 9), 57, 33, 10), "anyway": True, "key": "a key"}
    assert host.post(f"{match.path}/moves", doubtful).status == 201
    corrected = {"index": 3, "move": trick((2, 9), 58, 31, 12), "anyway": True}
    assert host.post(f"{match.path}/amend", corrected).status == 200
    remark = {"index": 5, "reason": "rule", "remark": "=that was not so"}
    assert host.post(f"{match.path}/contest", {**remark, "index": 4}).status == 200
    return match


def file_of(who: Program, match: Match) -> Json:
    return who.get(f"{match.path}/export.json").json


def text_of(app: Flask, match_id: str, token: str | None = None) -> bytes:
    answer = Program(app, token).get(f"/matches/{match_id}/export.json")
    assert answer.status == 200
    return answer.response.get_data()


def refused(app: Flask, file: object) -> Json:
    before = rows(app.config["RECORDS"])
    answer = owner_of(app).post("/import", file)
    assert (answer.status, answer.json.get("clauses")) == (422, []), answer.json
    assert rows(app.config["RECORDS"]) == before
    return answer.problem
