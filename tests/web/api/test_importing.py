"""A match taken along as a file is the same match elsewhere, by the interface and by the page; a changed one is not taken in."""

import gzip
import io
import json
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import pytest
from flask import Flask

from companion.web.app.services import Services
from tests.conformance.playing import PACKAGES, golden, twins
from tests.records import EACH_KIND, Records, rows
from tests.rings import few_first
from tests.web.api.asking import Program, count_rings, open_table, trick
from tests.web.api.carried import OWNER, another_device, file_of, owner_of, played, refused, text_of, unusual
from tests.web.people import Browser


@pytest.mark.parametrize("package", few_first([*PACKAGES], 2, "test"))
def test_exported_wiped_imported_exported_again_every_game_is_the_same(app: Flask, other: Flask, package: str) -> None:
    for course in golden(package):
        match = played(app, package, course)
        before = text_of(app, match.id, match.table.host.token)
        answer = owner_of(other).post("/import", json.loads(before))
        assert answer.status == 201, answer.json
        assert text_of(other, match.id, OWNER) == before
        mine, theirs = (Program(one).get(match.path).json for one in (app, other))
        assert mine == theirs


@pytest.mark.parametrize("kind", EACH_KIND.values())
def test_corrections_contests_and_doubts_come_along_also_to_the_other_kind_of_store(
    app: Flask, app_elsewhere: Flask, all_records: dict[str, Records], kind: str
) -> None:
    match = unusual(app)
    before = text_of(app, match.id)
    with all_records[kind].lent() as target, another_device(app_elsewhere, target) as other:
        assert owner_of(other).post("/import", json.loads(before)).status == 201
        assert text_of(other, match.id) == before
        journal = Program(other).get(f"{match.path}/journal").json
        assert [entry.get("remark") for entry in journal][-1] == "=that was not so"


def test_the_same_file_twice_doubles_nothing(app: Flask, other: Flask) -> None:
    match = unusual(app)
    file = file_of(match.table.host, match)
    first = owner_of(other).post("/import", file)
    before = rows(other.config["RECORDS"])
    again = owner_of(other).post("/import", file)
    assert (first.status, again.status) == (201, 200)
    assert again.json == {**first.json, "matches": [{**first.json["matches"][0], "is_new": False}]}
    assert rows(other.config["RECORDS"]) == before


def test_an_evening_comes_back_with_all_its_matches_and_everybody_who_sat_there(app: Flask, other: Flask) -> None:
    table = open_table(app, 5)
    for game, seats in (("land-unter", [0, 1, 2]), ("limits", [3, 1])):
        table.host.post(f"/tables/{table.code}/matches", {"game": game, "seats": seats})
    before = table.spectator.get(f"/tables/{table.code}/export.json")
    answer = owner_of(other).post("/import", before.json)
    assert answer.status == 201
    again = Program(other).get(f"/tables/{answer.json['table']}/export.json")
    assert again.response.get_data() == before.response.get_data()
    assert [one["name"] for one in again.json["seats"]] == ["Ana", "Ben", "Cleo", "Dora", "Emil"]


def test_a_match_that_is_not_over_goes_on_there(app: Flask, other: Flask) -> None:
    match = open_table(app).begin("land-unter")
    match.play(*count_rings(4, 5, 6))
    owner = owner_of(other)
    assert owner.post("/import", file_of(match.table.host, match)).status == 201
    assert owner.post(f"{match.path}/moves", {"move": trick((3, 9), 58, 31, 12), "version": 3}).status == 201
    services: Services = other.extensions["tableside"]
    own = Program(other, services.seating.token(services.store.tables.uses(1)[0].table.id, 1))
    assert own.post(f"{match.path}/moves", {"move": trick((4, 9), 57, 32, 11)}).status == 201


def test_a_match_that_went_on_here_is_not_overwritten(app: Flask, other: Flask) -> None:
    match = open_table(app).begin("land-unter")
    match.play(*count_rings(4, 5, 6))
    file = file_of(match.table.host, match)
    owner_of(other).post("/import", file)
    owner_of(other).post(f"{match.path}/moves", {"move": trick((3, 9), 58, 31, 12)})
    assert "You already have this game" in refused(other, file)["detail"]


@pytest.mark.parametrize("package", [package for package in PACKAGES if twins(package)])
def test_while_something_is_hidden_a_file_has_no_record_for_anybody_but_those_who_see_it(
    app: Flask, other: Flask, package: str
) -> None:
    twin = twins(package)[0]
    match = open_table(app, twin["players"]).begin(PACKAGES[package].slug, **twin["options"])
    for move in twin["one"]:
        assert match.table.host.post(f"{match.path}/moves", {"move": move, "anyway": True}).status == 201
    files = [file_of(who, match) for who in (match.table.host, match.table.spectator)]
    assert [file["record"] for file in files] == [None, None]
    assert "mid-game" in refused(other, files[0])["detail"]


@pytest.fixture
def owner(other: Flask) -> Browser:
    browser = Browser(other)
    browser.client.set_cookie("device", OWNER, domain="localhost")
    return browser


def bring(browser: Browser, content: bytes, name: str = "match.json") -> tuple[int, str]:
    answer = browser.post("/import", {"file": (io.BytesIO(content), name)}, content_type="multipart/form-data")
    return answer.status_code, answer.text


@pytest.fixture
def file(app: Flask) -> bytes:
    """The file of a match of three, two rings counted and a trick played."""
    match = open_table(app).begin("land-unter")
    match.play(*count_rings(4, 5, 6), trick((3, 9), 58, 31, 12))
    return match.table.host.get(f"{match.path}/export.json").response.get_data()


def test_a_file_that_is_brought_leads_to_its_match_and_its_table(owner: Browser, file: bytes) -> None:
    status, page = bring(owner, file)
    match_id = json.loads(file)["match"]
    assert status == HTTPStatus.OK
    assert "The game has been imported" in page
    assert f"/m/{match_id}" in page
    assert owner.get(f"/m/{match_id}").status_code == HTTPStatus.OK
    assert "Back to Turn the Tide" in owner.page("/")


def _against_the_rules(content: bytes) -> bytes:
    """The rings are counted once more: the result stays."""
    found: Any = json.loads(content)
    entries = found["record"]["entries"]
    entries[-1]["body"] = entries[0]["body"]
    return json.dumps(found).encode()


SPOILT: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "nothing": (lambda content: b"", "Choose a file first"),
    "packed by gzip": (gzip.compress, "zipped"),
    "packed by zip": (lambda content: b"PK\x03\x04" + content, "zipped"),
    "torn": (lambda content: content[:-40], "isn’t a Tableside game"),
    "nested": (lambda content: b"[" * 50_000, "isn’t a Tableside game"),
    "a lone surrogate": (lambda content: content.replace(b'"Ana"', b'"\\ud800"'), "isn’t a Tableside game"),
    "NUL": (lambda content: content.replace(b'"Ana"', b'"A\\u0000"'), "isn’t a Tableside game"),
    "another game": (lambda content: content.replace(b"land-unter", b"water-unter"), "doesn’t know the game"),
    "newer": (lambda content: content.replace(b'"format_version":2', b'"format_version":9'), "newer Tableside"),
    "changed": (lambda content: content.replace(b'"Ana"', b'"Zoe"', 1), "was changed"),
    "against the rules": (_against_the_rules, "Entry 4"),
}


def test_a_file_that_is_not_taken_in_is_told_why(
    subtests: pytest.Subtests, other: Flask, owner: Browser, file: bytes
) -> None:
    services: Services = other.extensions["tableside"]
    for name, (spoil, said) in SPOILT.items():
        with subtests.test(name):
            status, page = bring(owner, spoil(file))
            assert status == HTTPStatus.UNPROCESSABLE_ENTITY
            assert said in page
            assert "Nothing was changed" in page
            assert services.store.tables.ids() == ()
