"""The line beside undo, who entered what last: it begins with a capital, and a name in it stays as it was typed."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask import Flask

from companion.engine.text import SeatName, say
from companion.web.app.i18n import sentence
from tests.conformance.playing import PACKAGES, golden
from tests.web.people import Browser, open_table, start_match
from tests.web.test_languages import enter

NAMES = ("ana", "ben", "cleo", "dora", "emil", "fay")


def last_entry(browser: Browser, match: str, language: str) -> str:
    """What was entered last, as the board says it."""
    page = browser.get(f"/m/{match}", headers={"Accept-Language": language}).get_data(as_text=True)
    found = re.search(r'<form class="(?:undo|news).*?data-told>(.*?)</(?:span|b)>', page, re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", "", found[1])).split()) if found else ""


def begins_well(line: str) -> bool:
    """Whether a line begins with a capital or with a name as it was typed."""
    return not line or not line[0].islower() or line.split()[0].rstrip(":") in NAMES


@pytest.mark.ring("test")
@pytest.mark.parametrize("package", PACKAGES)
def test_what_was_entered_last_begins_with_a_capital_or_with_a_name(app: Flask, package: str) -> None:
    whole = golden(package)[0]
    host = Browser(app)
    code = open_table(host, *NAMES[: whole["players"]])
    options = {name: str(value).lower() for name, value in whole["options"].items()}
    match = start_match(host, code, PACKAGES[package].slug, **options)
    found = set()
    for move in whole["moves"]:
        enter(app, host, match, move)
        found |= {(language, last_entry(host, match, language)) for language in ("en", "fr", "es", "de")}

    assert found
    assert [(language, line) for language, line in found if not begins_well(line)] == []


def test_a_lot_that_fell_in_limits_is_told_beginning_with_a_capital(app: Flask) -> None:
    host = Browser(app)
    match = start_match(host, open_table(host, "thea", "ben", "cleo"), "limits")
    enter(app, host, match, {"kind": "start", "seat": 0, "by": "lot"})

    assert last_entry(host, match, "en") == "The draw picked thea to start"


def test_a_sentence_begins_with_a_capital_unless_a_name_stands_first(app: Flask) -> None:
    lot, starts = (say(text, name=SeatName(0)) for text in ("The draw picked {name} to start", "{name} is done"))
    with app.test_request_context():
        assert sentence(lot, ("thea",)) == "The draw picked thea to start"
        assert sentence(starts, ("thea",)) == "thea is done"
        assert sentence(say("{what}", what=starts), ("thea",)) == "thea is done"
        assert sentence(say("{names}", names=(SeatName(1), SeatName(0))), ("thea", "ben")) == "ben and thea"
        assert sentence(starts) == "Player A is done"
