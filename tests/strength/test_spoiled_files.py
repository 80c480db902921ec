"""Files from elsewhere, spoiled by chance or by somebody who knows how: refused, or taken in and shown; no failure of ours."""

import copy
import itertools
import json
import random
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from tests.conformance.playing import PACKAGES, golden
from tests.strength.nonsense import OWNER, Playground, fault_of, looked_at, replaced, spoiled, with_a_file, written
from tests.there import there
from tests.web.api.asking import Json, open_table
from tests.web.api.carried import played, unusual

NUMBERS = itertools.count()
NEW_MATCH = re.compile(r'(?:/m/|"match":")([\w-]+)')
Files = list[Json]


@pytest.fixture(scope="module")
def files(ground: Playground) -> Files:
    """Whole matches and a short one with something of everything, as files; and an evening of two."""
    matches = [played(ground.app, package, golden(package)[0]) for package in PACKAGES]
    matches.append(unusual(ground.app))
    found: Files = [ground.ask("GET", f"/api/v1/matches/{one.id}/export.json", OWNER).get_json() for one in matches]
    evening = ground.ask("GET", f"/t/{open_table(ground.app, is_checked=False).code}/evening.json", OWNER).get_json()
    again = {**copy.deepcopy(found[-1]), "match": "another-match-of-ours", "number": 2}
    return [*found, *[found[-1]] * 4, {**evening, "matches": [found[-1], again], "seats": found[-1]["record"]["seats"]}]


def elsewhere(file: Json) -> Json:
    """The same as played at a table that nobody here knows."""
    file, number = copy.deepcopy(file), next(NUMBERS)
    for one in file.get("matches", [file]):
        one["match"], one["record"]["table"] = f"match-of-a-club-{number}-{one['number']}", f"table-of-a-club-{number}"
    return file


def spoilt_by_somebody_who_knows_how(file: Json, draw: Any) -> bytes:
    match = draw(st.sampled_from(file.get("matches", [file])))
    if draw(st.booleans()):
        entry = draw(st.sampled_from(match["record"]["entries"]))
        entry["body"] = written(json.loads(entry["body"]), draw).decode("latin-1")
    else:
        name = draw(st.sampled_from(["record", "state", "options", "players"]))
        match[name] = replaced(match[name], draw, lambda was: spoiled(was, draw))
    return json.dumps(file).encode()


def bring(ground: Playground, body: bytes, *, by_page: bool) -> TestResponse:
    if by_page:
        return ground.ask("POST", "/import", OWNER, **with_a_file("file", body))
    return ground.ask("POST", "/api/v1/import", OWNER, data=body)


def fault_of_a_file(ground: Playground, files: Files, draw: Any) -> str:
    """What was wrong with the answer to a spoiled file, or with what is shown of it where it was taken in."""
    file = elsewhere(draw(st.sampled_from(files)))
    knows_how, by_page = draw(st.booleans()), draw(st.booleans())
    body = spoilt_by_somebody_who_knows_how(file, draw) if knows_how else written(file, draw)
    dice = random.Random(draw(st.integers(0, 2**32)))  # drawn before anything that may come out otherwise the next time
    told: list[tuple[int, str]] = []

    def brought() -> int:
        with bring(ground, body, by_page=by_page) as answer:
            told.append((answer.status_code, answer.get_data(as_text=True)))
        return told[0][0]

    if found := fault_of(brought):
        return found
    status, page = told[0]
    return fault_of_what_is_shown(ground, NEW_MATCH.findall(page), dice) if status in (200, 201) else ""


def fault_of_what_is_shown(ground: Playground, matches: list[str], dice: random.Random) -> str:
    """What was wrong with a page of a match taken in, or of its table; which is deleted then."""
    match = there(ground.services.store.matches.get(dice.choice(matches)))
    table = there(ground.services.store.tables.get(match.table_id))
    looks = [one for one in ground.rules if "GET" in (one.methods or ()) and one.arguments == {"match_id"}]
    of_the_match = [one.rule.replace("<match_id>", match.id) for one in looks if not one.rule.endswith("/stream")]
    paths = ["/", "/history", f"/t/{table.code}", f"/t/{table.code}/evening", *dice.sample(of_the_match, 4)]
    found = [(path, fault_of(lambda at=path: ground.status("GET", at, OWNER))) for path in paths]  # type: ignore[misc]
    assert ground.status("POST", f"/owner/tables/{table.code}/delete", OWNER) == 303
    return "; ".join(f"{path}: {fault}" for path, fault in found if fault)


@looked_at(25, 3000)
@given(data=st.data())
def test_no_file_of_a_match_breaks_anything(ground: Playground, files: Files, data: st.DataObject) -> None:
    assert fault_of_a_file(ground, files, data.draw) == ""
