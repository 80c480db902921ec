"""The sheet of a match of Down Under: each tile of the drawing is marked where its entry was unusual."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from flask import Flask

from tests.games.down_under.asking import tile
from tests.web.test_down_under_pages import Game


def sheet(game: Game) -> str:
    """The page of the sheet."""
    answer = game.host.get(f"/m/{game.match}/sheet")
    assert answer.status_code == 200
    return unescape(answer.get_data(as_text=True))


def signs(page: str) -> list[str]:
    """The signs in the drawing, in the order of the tiles."""
    return re.findall(r'<text class="f-ink sign"[^>]*>(.)</text>', page.partition('<svg class="plan"')[2])


def test_tiles_laid_by_the_rules_have_no_sign(app: Flask) -> None:
    game = Game(app).laid(0, ("rs0", 0, 0)).laid(1, ("ys0", 1, 0))

    assert signs(sheet(game)) == []


def test_a_tile_recorded_anyway_keeps_its_sign_however_many_follow(app: Flask) -> None:
    game = Game(app).laid(0, ("rs0", 0, 0)).laid(1, ("ys0", 2, 2)).laid(0, ("rs0", 0, 1)).laid(1, ("ys0", 2, 3))

    page = sheet(game)
    assert signs(page) == ["!"]
    assert "Saved anyway" in page


def test_a_contested_tile_has_its_sign(app: Flask) -> None:
    game = Game(app).laid(0, ("rs0", 0, 0)).laid(1, ("ys0", 1, 0))
    asked = {"index": "0", "reason": "entry", "version": "2"}
    assert game.host.post(f"/m/{game.match}/contest/0", asked).status_code == 303

    assert "?" in signs(sheet(game))


def test_tiles_given_as_a_standing_are_marked_as_caught_up(app: Flask) -> None:
    game = Game(app)
    lying: list[dict[str, Any]] = [tile("rs0", 0, 0), tile("ys0", 1, 0)]
    for one in lying:
        del one["animal"]
    assert game.enter({"kind": "stand_now", "turn": 0, "tiles": lying}, anyway=True).status_code == 303

    page = sheet(game)
    assert signs(page) == ["~", "~"]
    assert "entered later" in page


def test_a_tile_that_was_laid_earlier_is_marked_as_caught_up(app: Flask) -> None:
    game = Game(app).laid(0, ("rs0", 0, 0))
    earlier = {"kind": "lay", "seat": 0, "tile": tile("rs0", 0, 1), "catching_up": True}
    assert game.enter(earlier).status_code == 303

    assert signs(sheet(game)) == ["~"]


def test_every_path_of_the_longest_routes_is_numbered_in_the_drawing(app: Flask) -> None:
    game = Game(app).laid(0, ("rs0", 0, 0)).laid(1, ("ys0", 1, 0)).laid(0, ("rs0", 0, 1))

    drawing = sheet(game).partition('<svg class="plan"')[2].partition("</svg>")[0]
    assert sorted(re.findall(r'text-anchor="middle">(\d+)</text>', drawing)) == ["1", "1", "2"]
    assert len(re.findall(r'<use href="#du-straight-', drawing)) == 3
