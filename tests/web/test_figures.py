"""Figures below nought: one minus sign wherever people read them, a hyphen wherever programs do."""

import re

import pytest
from flask import Flask

from companion.engine.text import say, say_many
from companion.web.app import i18n
from tests.conformance.playing import golden
from tests.web.people import Browser, open_table, start_match
from tests.web.reading import texts_of

NAMES = ("Ana", "Ben", "Cleo")
BELOW_NOUGHT = re.compile(r"(?<![\w.])-\d")
"""A hyphen that stands for a minus; within a date it follows a figure."""
ADDRESS = re.compile(r"https?://\S+")
"""An address, in which a hyphen is one: what a match is called there is drawn by lot."""
PLACES = ("", "/result", "/result.html", "/journal", "/sheet?rulings=yes")
WHERE_SOMEBODY_IS_BELOW_NOUGHT = [("land-unter", 0), ("limits", 0), ("limits", 1)]


def finished(app: Flask, host: Browser, slug: str, number: int) -> tuple[str, str]:
    """The code of a table and the match that was played at it to its end."""
    whole = golden(slug.replace("-", "_"))[number]
    code = open_table(host, *NAMES[: whole["players"]])
    options = {name: str(value).lower() for name, value in whole["options"].items()}
    match_id = start_match(host, code, slug, **options)
    for move in whole["moves"]:
        host.enter(match_id, move)
    return code, match_id


@pytest.mark.parametrize(("slug", "number"), WHERE_SOMEBODY_IS_BELOW_NOUGHT)
def test_no_page_writes_a_figure_below_nought_with_a_hyphen(app: Flask, slug: str, number: int, host: Browser) -> None:
    code, match_id = finished(app, host, slug, number)
    lowest = min(golden(slug.replace("-", "_"))[number]["scores"])

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
