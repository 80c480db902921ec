"""What is refused leaves no trace: rights are looked at before anything is written or told."""

import asyncio
import re
from typing import Any

from flask import Flask

from companion.live import InProcessLive
from companion.match.topics import rights_topic
from tests.records import rows
from tests.web.people import Browser, open_table, sit
from tests.web.roles import PAGES, Evening, begun, filled

NO_SEAT = 99


def rows_about(target: str, evening: Evening) -> list[str]:
    """Every row that names the evening's table or its match."""
    ids = (evening.match_id, evening.services.tables.find(evening.code).id)
    return [row for kept in rows(target).values() for row in kept if any(one in row for one in ids)]


def test_a_host_who_names_a_match_of_another_table_changes_nothing_there(app: Flask, target: str) -> None:
    evening = begun(app)
    elsewhere, before = evening.browsers["elsewhere"], rows_about(target, evening)

    for route, (path, form, _) in PAGES.items():
        if route.startswith("POST ") and "{code}" in path:
            own = filled(path.replace("{code}", evening.other_code), evening)
            elsewhere.post(own, {**form, "match": evening.match_id, "after": evening.match_id, "table": evening.code})

    assert rows_about(target, evening) == before


def test_a_seat_that_is_not_there_is_found_nowhere_and_leaves_no_trace(app: Flask, target: str) -> None:
    evening = begun(app)
    host, before, asked = evening.browsers["host"], rows(target), 0

    for route, (path, form, _) in PAGES.items():
        nowhere = re.sub(r"/(seats|join|as)/\d+", rf"/\1/{NO_SEAT}", path)
        if nowhere != path and route.startswith("POST "):
            asked += 1
            host.post(filled(nowhere, evening), form)
            assert rows(target) == before, route

    assert asked >= 7


def test_whoever_gives_back_a_seat_of_somebody_else_closes_no_stream(app: Flask, live: InProcessLive) -> None:
    host, ben, stranger = (Browser(app) for _ in range(3))
    code = open_table(host, "Ana", "Ben")
    sit(ben, code, 1)
    open_table(stranger, "Cleo")
    services: Any = app.extensions["tableside"]

    async def levels() -> list[Any]:
        following = live.subscribe(rights_topic(services.tables.find(code).id))
        seen = [following.levels()]
        for one in (stranger, ben):
            assert one.post(f"/t/{code}/seats/1/release").status_code == 303
            seen.append(following.levels())
        return seen

    before, after_stranger, after_ben = asyncio.run(levels())
    assert before == after_stranger != after_ben
