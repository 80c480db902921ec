"""The judge of Down Under on its pages: the size of the area tapped as a drawing, and what a match knows."""

import re
from html import unescape

import pytest
from flask import Flask

from companion.web.evening import beginning
from tests.web.people import Browser
from tests.web.test_down_under_pages import Game


def asked(browser: Browser, path: str) -> str:
    """The page at this address."""
    answer = browser.get(path)
    assert answer.status_code == 200
    return unescape(answer.get_data(as_text=True))


def test_a_variant_for_fewer_players_is_not_judged_by_at_a_match_of_more(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beginning, "check_for", lambda *_: None)  # as a script begins it, or an earlier version did
    game = Game(app, 3, variant="two_routes").laid(0, ("rs0", 0, 0))

    page = asked(game.host, f"/judge/down-under/placement?match={game.match_id}")

    assert "You may place the tile there." in page
    assert 'id="option-variant-none" checked' in page


def test_the_verdict_shows_the_tile_it_speaks_of_and_the_next_one_has_the_colour_of_whose_turn_it_is(
    app: Flask,
) -> None:
    game = Game(app, 3).laid(0, ("rs0", 0, 0)).laid(1, ("ys0", 1, 1))

    page = asked(game.host, f"/judge/down-under/placement?match={game.match_id}")

    assert re.search(r'class="near[^>]*aria-label="Column 1, row 1: Yellow, straight', page)
    assert 'name="_ink" value="2"' in page


def test_the_size_of_the_area_is_missing_as_one_answer_and_opens_where_it_is_asked(app: Flask) -> None:
    tile = "tile.x=0&tile.y=0&tile.kind=curve&tile.colour=red&tile.turn=0&turn=1"
    page = Browser(app).get(f"/judge/down-under/placement?{tile}").get_data(as_text=True)

    assert "Missing: Size of the play area<" in page
    assert re.search(r'<details class="question fold wrong" id="f-area"\s+open>', page)
