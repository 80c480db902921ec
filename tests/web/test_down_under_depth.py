"""How much of Down Under the app follows: chosen before a match or in it, each with its own page, and nothing needs a script."""

import re

from flask import Flask

from tests.games.down_under.asking import tile
from tests.web.people import change
from tests.web.reading import main_button, words_of
from tests.web.test_down_under_pages import Game


def test_a_route_is_followed_cell_by_cell_without_a_script(app: Flask) -> None:
    game = Game(app, depth="routes")
    for cell in ("2,2", "2,6", "4,6", "3,6"):
        game.tap("cell", cell)
    assert main_button(game.page()) == "Save Ana’s route 6 paths"
    assert game.lay().status_code == 303

    page = game.page()
    assert "Ana’s route has 6 paths" in words_of(page)
    assert page.count("<circle") == 6, "its numbers stay while the next one is drawn"
    assert "Draw along Ben’s route with a finger." in words_of(page)
    game.tap("cell", "8,1")
    game.tap("cell", "8,9")
    assert "The area isn’t that big." in words_of(game.page()), "beside the other route"
    assert "joined in one route" not in words_of(game.page())
    assert 'class="btn main" id="elsewhere"' in game.page()
    assert main_button(game.page()).startswith("Draw it again")
    assert game.lay(anyway=True).status_code == 303
    assert main_button(game.page()) == "End the game with this result"
    assert "End the game with this result" in game.host.words(f"/tv/{game.code}")
    assert 'value="6"' in game.page()
    assert 'value="9"' in game.page()

    assert game.enter({"kind": "from_paper", "routes": [{"length": 6}, {"length": 9}]}).status_code == 303
    page = game.page()
    assert page.count('<path class="trail') == 2 * 2, "on the table, and where it is counted before the end"
    assert page.count("<circle") == 2 + (6 + 9)
    assert "paper sheet" not in words_of(page)
    assert '<path class="trail' in game.host.page(f"/tv/{game.code}")


def test_once_all_routes_are_followed_the_sheet_with_the_animals_is_what_is_left(app: Flask) -> None:
    game = Game(app, depth="tiles", animals="true")
    for seat, placed in enumerate((tile("rc0", 0, 0, "emu"), tile("yc0", 5, 0, "emu"))):
        assert game.enter({"kind": "lay", "seat": seat, "tile": placed}, anyway=True).status_code == 303
    game.enter({"kind": "track", "depth": "routes"})
    television = game.host.page(f"/tv/{game.code}")
    assert "Draw along Ana’s route" in words_of(television)
    assert '"blank"' not in television, "no dashes stand for figures that nobody has yet"
    game.enter({"kind": "walk", "seat": 0, "cells": [[0, 0], [0, -1]]})
    assert re.search(r'class="trail p." d="M\d+ \d+Q', game.page()), "from where the printed path begins"
    game.enter({"kind": "walk", "seat": 1, "cells": [[5, 0], [5, -1]]})
    assert "Draw along" not in words_of(game.page())
    assert 'name="routes.0.sets"' in game.page()
    assert main_button(game.page()) == "End the game with this result"
    routes = [{"length": 2, "sets": 0, "rabbits": 30}, {"length": 99, "sets": 0, "rabbits": 0}]
    answer = game.enter({"kind": "from_paper", "routes": routes})
    assert answer.status_code == 422
    assert re.findall(r"\bAna: Enter [^.]*[.] DU", words_of(answer.text)), "the first is said, and whose it is"
    wrong = re.findall(r'name="(routes[^"]*)"[^>]* aria-invalid="true"', answer.text)
    assert wrong == ["routes.0.rabbits", "routes.1.length"], "and all are marked"


def test_a_number_that_is_refused_says_whose_it_is_and_is_chosen(app: Flask) -> None:
    game = Game(app, depth="result")
    assert '<form id="noted" data-top method="post" action' in game.page()
    assert 'class="now"' not in game.host.page(f"/tv/{game.code}"), "no one has a turn"
    answer = game.enter({"kind": "from_paper", "routes": [{"length": 9}, {"length": 99}]})
    assert answer.status_code == 422
    assert "Ben: Enter 0 to 98, not 99." in words_of(answer.text)
    assert re.findall(r'name="(routes[^"]*)"[^>]* aria-invalid="true"', answer.text) == ["routes.1.length"]
    typed = {"version": "0", "kind": "from_paper", "routes.0.length": "12"}
    assert 'value="12"' in game.host.post(f"/m/{game.match_id}/preview", typed).text


def test_an_edit_of_a_result_is_called_one_and_draws_no_table(app: Flask) -> None:
    game = Game(app, depth="result")
    assert game.enter({"kind": "from_paper", "routes": [{"length": 11}, {"length": 14}]}).status_code == 303
    assert "Ana: Result Undo" in words_of(game.page()), "its figures stand in the ranking above"
    typed = {"kind": "from_paper", "routes.0.length": "12", "routes.1.length": "14"}
    form = game.host.page(f"/m/{game.match_id}/correct/0")
    assert "You’re editing: Result" in words_of(form)
    assert 'class="drawn"' not in change(game.host, f"/m/{game.match_id}/correct/0", typed)
    assert "sheet" not in words_of(form)


def test_a_result_with_animals_is_entered_in_the_match_itself_and_what_the_table_overrules_is_saved(app: Flask) -> None:
    game = Game(app, depth="result", animals="true")
    cells = re.findall(r'form="noted" name="(routes[^"]*)" inputmode="numeric"[^>]* required', game.page())
    assert cells == [f"routes.{one}.{what}" for one in range(2) for what in ("length", "sets", "rabbits")]
    assert main_button(game.page()) == "Save the result"
    assert "Dingo placed own dingo not placed: lost" in words_of(game.page()), "before it is saved"
    routes = [{"length": 0, "sets": 0, "rabbits": 0}, {"length": 9, "sets": 1, "rabbits": 0, "dingo": True}]
    answer = game.enter({"kind": "from_paper", "routes": routes})
    assert answer.status_code == 422
    assert 'form="noted" name="anyway"' in answer.text
    assert game.enter({"kind": "from_paper", "routes": routes}, anyway=True).status_code == 303
    own = f"/m/{game.match_id}"
    for page in (f"{own}/result", f"{own}/picture.svg", f"{own}/sheet", "/history"):
        struck = re.findall(r'\bmoot"|line-through', game.host.page(page))
        assert len(struck) == 1, "the points of whoever lost without a dingo"
    assert "entered later" not in words_of(game.host.page(f"{own}/sheet"))
    assert "Ben wins with 14 points" in words_of(game.page())
