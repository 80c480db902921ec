"""How much of Down Under the app follows: chosen before a match or in it, each with its own page, and nothing needs a script."""

from __future__ import annotations

from html import unescape

import pytest
from flask import Flask

from tests.web.people import Browser, open_table
from tests.web.test_down_under_pages import Game, main_button, words


def test_the_page_proposes_the_result_alone_and_says_what_each_way_asks_of_the_table(app: Flask) -> None:
    host = Browser(app)
    page = unescape(host.get(f"/t/{open_table(host, 'Ana', 'Ben')}/new/down-under").get_data(as_text=True))

    assert 'name="depth" value="result"\n              checked' in page or 'value="result" checked' in page
    assert "Every move is checked." in page
    assert "Trace a route to know its length." in page
    assert "At the end, a photo or 1 number each." in page
    assert "As in the rulebook." in page


def test_where_only_the_result_is_followed_the_page_asks_for_nothing_until_the_end(app: Flask) -> None:
    game = Game(app, 3, depth="result")

    page = game.page()
    assert "Cleo" in page
    assert "’s turn" not in page
    assert main_button(page) == "Read a photo of the table"
    answer = game.enter({"kind": "from_paper", "routes": [{"length": 5}, {"length": 9}, {"length": 4}]})
    assert answer.status_code == 303
    assert "Ben wins with 9 paths." in words(game.page())


@pytest.mark.parametrize("depth", ["routes", "result"])
def test_animals_are_typed_in_from_paper_where_no_tile_is_entered(app: Flask, depth: str) -> None:
    page = Game(app, 2, depth=depth, animals="true").page()

    assert "type in the paper sheet" in page
    assert 'value="from_paper"' not in page
    assert 'value="stand_now"' not in page


def test_a_route_is_followed_cell_by_cell_without_a_script(app: Flask) -> None:
    game = Game(app, depth="routes")
    game.tap("cell", "2,2")
    game.tap("cell", "2,6")
    game.tap("cell", "4,6")
    game.tap("cell", "3,6")
    assert main_button(game.page()) == "Save this route 6 paths"
    assert game.lay().status_code == 303

    page = game.page()
    assert "Ana’s route has 6 paths" in words(page)
    assert "Draw along Ben’s route with a finger." in words(page)
    game.tap("cell", "7,1")
    game.tap("cell", "7,9")
    assert game.lay().status_code == 303
    assert main_button(game.page()) == "End the game with this result"
    assert 'value="6"' in game.page()
    assert 'value="9"' in game.page()


def test_whose_route_is_followed_is_chosen(app: Flask) -> None:
    game = Game(app, depth="routes")
    game.tap("colour", "yellow")
    game.tap("cell", "2,2")
    game.tap("cell", "3,2")
    game.lay()

    assert "Ben’s route has 2 paths" in words(game.page())


def test_a_route_that_cannot_go_like_that_is_refused_and_stays_in_the_form(app: Flask) -> None:
    game = Game(app, depth="routes")
    move = {"kind": "walk", "seat": 0, "cells": [[1, 1], [2, 1], [1, 1]]}

    answer = game.enter(move)

    assert answer.status_code == 422
    page = unescape(answer.get_data(as_text=True))
    assert "A route crosses each side of a cell only once." in page
    assert page.count('name="cells.2"') == 2


def test_what_is_followed_is_changed_in_the_middle_of_a_match_and_taken_back(app: Flask) -> None:
    game = Game(app, depth="result")
    assert "Draw along" not in game.page()

    assert game.enter({"kind": "track", "depth": "routes"}).status_code == 303
    assert "Draw along Ana’s route" in words(game.page())
    assert game.enter({"kind": "track", "depth": "tiles"}).status_code == 303
    assert "Ana’s turn" in game.page()
    assert game.host.post(f"/m/{game.match}/undo", {"version": "2"}).status_code == 303
    assert "Draw along Ana’s route" in words(game.page())


def test_the_judge_counts_a_route_drawn_at_the_table(app: Flask) -> None:
    game = Game(app, depth="routes")
    game.enter({"kind": "walk", "seat": 1, "cells": [[1, 1], [2, 1], [2, 2]]})

    page = words(unescape(game.host.get(f"/judge/down-under/walk?match={game.match}").get_data(as_text=True)))

    assert "The route has 3 paths." in page
    assert "From your table" in page


def test_the_judge_follows_a_route_without_a_script(app: Flask) -> None:
    browser = Browser(app)
    page = unescape(browser.get("/judge/down-under/walk?_set=tap=20").get_data(as_text=True))
    assert page.count('name="cells.0"') == 2

    page = unescape(browser.get("/judge/down-under/walk?cells.0=2&cells.0=2&_set=tap=24").get_data(as_text=True))

    assert "The route has 5 paths." in words(page)
    assert "Clear the route" in page


def test_the_screen_of_a_table_names_nobody_in_turn_where_tiles_are_not_entered(app: Flask) -> None:
    game = Game(app, depth="routes")
    game.enter({"kind": "walk", "seat": 1, "cells": [[1, 1], [2, 1], [2, 2]]})

    page = unescape(game.host.get(f"/tv/{game.code}").get_data(as_text=True))

    assert "’s turn" not in page
    assert "trail pb" in page
