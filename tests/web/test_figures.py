"""Figures below nought: one minus sign wherever people read them, a hyphen wherever programs do."""

import re

import pytest
from flask import Flask

from companion.engine.text import say, say_many
from companion.web.app import i18n
from tests.conformance.playing import golden
from tests.web.evenings import played
from tests.web.people import Browser
from tests.web.reading import texts_of

BELOW_NOUGHT = re.compile(r"(?<![\w.])-\d")
"""A hyphen that stands for a minus; within a date it follows a figure."""
ADDRESS = re.compile(r"https?://\S+")
"""An address, in which a hyphen is one: what a match is called there is drawn by lot."""
PLACES = ("", "/result", "/result.html", "/journal", "/sheet?rulings=yes")


@pytest.mark.parametrize(("package", "number"), [("land_unter", 0), ("limits", 0), ("limits", 1)])
def test_no_page_writes_a_figure_below_nought_with_a_hyphen(package: str, number: int, host: Browser) -> None:
    whole = golden(package)[number]
    code, match_id = played(host, package, whole)
    lowest = min(whole["scores"])

    for path in (*(f"/m/{match_id}{place}" for place in PLACES), f"/tv/{code}", f"/t/{code}/evening", "/history"):
        said = [ADDRESS.sub("", one) for one in texts_of(host.get(path).get_data(as_text=True))]
        assert [one for one in said if BELOW_NOUGHT.search(one)] == [], path
    for path in ("", "/result", "/sheet"):
        assert f"−{-lowest}" in host.get(f"/m/{match_id}{path}").get_data(as_text=True), path


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_a_headline_that_speaks_of_lost_points_has_the_same_minus_in_every_language(app: Flask, language: str) -> None:
    points = say(
        "{names} wins {with_points}.", names="Ana", with_points=say_many("{count} point", "{count} points", -3)
    )

    with app.test_request_context(headers={"Accept-Language": language}):
        assert "−3" in i18n.words(points)
        assert i18n.plain([-3, 0, None]) == "−3, 0, –"
