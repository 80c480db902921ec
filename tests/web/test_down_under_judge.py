"""The judge of Down Under on its pages: the size of the area tapped as a drawing, and what a match knows."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask import Flask

from companion.web.evening import beginning
from tests.web.people import Browser
from tests.web.test_down_under_pages import Game

ONE_TILE = "tiles.0.x=0&tiles.0.y=0&tiles.0.kind=curve&tiles.0.colour=red&tiles.0.turn=0"


def asked(browser: Browser, path: str) -> str:
    """The page at this address."""
    answer = browser.get(path)
    assert answer.status_code == 200
    return unescape(answer.get_data(as_text=True))


def pressed(page: str) -> list[str]:
    """The sizes that are marked as chosen."""
    return re.findall(r'value="size=\d+"[^>]*aria-pressed="true".*?<span>(.*?)</span>', page)


def test_the_size_of_the_area_is_tapped_as_a_drawing(app: Flask) -> None:
    browser = Browser(app)
    page = asked(browser, f"/judge/down-under/area?{ONE_TILE}&_set=route%3D0")
    assert pressed(page) == []
    button = re.search(r'value="(size=\d+)"[^>]*>(?:(?!</button>).)*<span>7 × 9</span>', page.replace("&times;", "×"))
    assert button

    page = asked(browser, f"/judge/down-under/area?{ONE_TILE}&_set={button[1].replace('=', '%3D')}")

    assert pressed(page) == ["7 × 9"]
    assert 'name="area.0" value="7" id="f-area-0-7" checked' in page
    assert "8 columns and 8 rows" in page


def test_a_size_that_nobody_agrees_on_usually_is_given_by_its_sides(app: Flask) -> None:
    page = asked(Browser(app), f"/judge/down-under/area?{ONE_TILE}&area.0=4&area.1=13")

    assert pressed(page) == []
    assert 'name="area.1" value="13" id="f-area-1-13" checked' in page
    assert 'id="f-area-other" open' in page


def test_curves_left_are_filled_in_from_the_match_wherever_routes_lead(app: Flask) -> None:
    game = Game(app).laid(0, ("rc0", 0, 0)).laid(1, ("ys0", 1, 1))

    page = asked(game.host, f"/judge/down-under/billabong?match={game.match}")

    assert "From your table" in page
    assert re.search(r'name="curves_left.red"[^>]*value="8"[^>]*checked', page)
    assert re.search(r'name="curves_left.yellow"[^>]*value="9"[^>]*checked', page)
    assert "No billabong here." in page


def test_a_verdict_lists_the_longest_route_of_each_colour_and_folds_the_others_away(app: Flask) -> None:
    game = Game(app).laid(0, ("rs0", 0, 0), ("rs0", 0, 1), ("rs90", 4, 0)).laid(1, ("ys0", 2, 3))

    page = asked(game.host, f"/judge/down-under/route?match={game.match}")
    verdict = page[page.index('id="verdict"') : page.index("Why?")]

    counted = re.findall(r'<b\s+class="to">(\d)</b>|(<summary>More)', verdict)
    assert [length or "More" for length, _ in counted] == ["2", "1", "More", "1"]


def test_an_objection_is_headed_by_the_turn_alone(app: Flask) -> None:
    game = Game(app).laid(0, ("rs0", 0, 0)).laid(1, ("ys0", 1, 1))

    assert "I disagree: Turn 2" in game.host.get(f"/m/{game.match}/contest/1").get_data(as_text=True)


def test_with_two_routes_the_judge_finds_the_winner_the_match_will_have(app: Flask) -> None:
    game = Game(app, variant="two_routes")
    game.laid(0, ("rt0", 0, 0)).laid(0, ("gt180", 0, 0)).laid(1, ("yt0", 1, 0)).laid(1, ("bt180", 1, 0))
    game.laid(0, ("rs0", 0, -1)).laid(1, ("ys0", 1, -1)).laid(1, ("bs0", 1, 1))

    page = asked(game.host, f"/judge/down-under/final-score?match={game.match}")

    assert "The Yellow and Blue player wins with 4." in page
    assert 'id="option-variant-two_routes" checked' in page


def test_a_variant_for_fewer_players_is_not_judged_by_at_a_match_of_more(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beginning, "check_for", lambda *_: None)  # as a script begins it, or an earlier version did
    game = Game(app, 3, variant="two_routes").laid(0, ("rs0", 0, 0))

    page = asked(game.host, f"/judge/down-under/placement?match={game.match}")

    assert "You may place the tile there." in page
    assert 'id="option-variant-none" checked' in page
