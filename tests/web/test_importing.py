"""The owner brings a match from another device: a file chosen, checked, and its match at a table here."""

import gzip
import io
import json
import zipfile
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import pytest
from flask import Flask

from companion.web.app.services import Services
from tests.web.api.asking import count_rings, open_table, trick
from tests.web.api.carried import OWNER
from tests.web.people import Browser


@pytest.fixture
def owner(other: Flask) -> Browser:
    """The owner of another device."""
    browser = Browser(other)
    browser.client.set_cookie("device", OWNER, domain="localhost")
    return browser


def bring(browser: Browser, content: bytes, name: str = "match.json") -> tuple[int, str]:
    """What the page says to a file."""
    answer = browser.post("/import", {"file": (io.BytesIO(content), name)}, content_type="multipart/form-data")
    return answer.status_code, answer.get_data(as_text=True)


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
    assert "Back to Turn the Tide" in owner.get("/").get_data(as_text=True)


def _zipped(content: bytes) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        archive.writestr("match.json", content)
    return written.getvalue()


def _changed(content: bytes) -> bytes:
    found: Any = json.loads(content)
    found["players"][0] = "Zoe"
    return json.dumps(found).encode()


def _against_the_rules(content: bytes) -> bytes:
    """The rings are counted once more: the result stays."""
    found: Any = json.loads(content)
    entries = found["record"]["entries"]
    entries[-1]["body"] = entries[0]["body"]
    return json.dumps(found).encode()


SPOILT: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "nothing": (lambda content: b"", "Choose a file first"),
    "packed by gzip": (gzip.compress, "zipped"),
    "packed by zip": (_zipped, "zipped"),
    "torn": (lambda content: content[:-40], "isn’t a Tableside game"),
    "nested": (lambda content: b"[" * 50_000, "isn’t a Tableside game"),
    "a lone surrogate": (lambda content: content.replace(b'"Ana"', b'"\\ud800"'), "isn’t a Tableside game"),
    "NUL": (lambda content: content.replace(b'"Ana"', b'"A\\u0000"'), "isn’t a Tableside game"),
    "another game": (lambda content: content.replace(b"land-unter", b"water-unter"), "doesn’t know the game"),
    "newer": (lambda content: content.replace(b'"format_version":2', b'"format_version":9'), "newer Tableside"),
    "changed": (_changed, "was changed"),
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
