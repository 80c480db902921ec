"""The pages of a match of An den Ufern des Nils: what is refused, what is doubted, what is corrected."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from flask import Flask

from tests.web.correcting import change
from tests.web.playing_nile import Forms, Game, main_button, problem


@pytest.fixture
def three(app: Flask) -> Game:
    """Three players, Ana on turn with three points."""
    return Game(app).acting()


# ---- bad input ----


@pytest.mark.parametrize(
    ("kind", "fields", "words"),
    [
        ("harvest", {"seat": 0, "plant": "grapes", "quality": 4, "column": 4}, "Column 4 is full. All 3 squares are taken."),
        ("harvest", {"seat": 0, "plant": "grapes", "quality": 0, "column": 1}, "Enter 1 to 4, not 0."),
        ("rot", {"column": 1, "plants": ["0"]}, "There’s no plant on square 1 of column 1."),
        ("buy_seed", {"seat": 0, "plant": "grapes"}, "Ana has no grapes in the boat."),
        ("sow", {"seat": 1, "plant": "grapes"}, "It’s Ana’s turn."),
        ("bid", {"seat": 0, "plants": ["flax"]}, "The hippo does nothing in this game."),
    ],
)  # fmt: skip
def test_what_has_no_meaning_is_refused_with_its_reason(
    three: Game, kind: str, fields: dict[str, Any], words: str
) -> None:
    three.sold(4, "grapes", "onions", "aubergine")
    before = three.version
    answer = three.enter(kind, **fields)
    assert answer.status_code == 422
    assert words in problem(answer)
    assert three.version == before


def test_a_rotten_plant_does_not_rot_again(three: Game) -> None:
    three.sold(4, "grapes")
    for _ in range(2):
        assert three.enter("rot", column=4, plants=["0"]).status_code == 303
    answer = three.enter("rot", column=4, plants=["0"])
    assert answer.status_code == 422
    assert "Ana’s plant there is already rotten." in problem(answer)


def test_a_sixth_point_is_doubtful_and_may_be_recorded_anyway(three: Game) -> None:
    for kind in ("grapes", "grapes", "onions"):
        assert three.enter("sow", seat=0, plant=kind).status_code == 303
    answer = three.enter("sow", seat=0, plant="onions")
    assert answer.status_code == 422
    assert "Ana has 0 action points left. This costs 1." in problem(answer)
    forms = Forms(answer.get_data(as_text=True))
    again = dict(forms.fields["again"])
    assert (again["kind"], again["plant"]) == ("sow", "onions")
    assert three.host.post(forms.actions["again"], {**again, "anyway": "true"}).status_code == 303
    assert "Ana sowed onions" in three.page()


def test_a_harvest_against_the_last_two_plants_is_doubtful(three: Game) -> None:
    three.sold(1, "grapes")
    answer = three.enter("harvest", seat=0, plant="grapes", quality=2, column=1, anyway="false")
    assert answer.status_code == 422
    assert "One of the last two plants in column 1 is grapes too." in problem(answer)
    assert "Save it anyway" in answer.get_data(as_text=True)


def test_an_entry_that_is_not_finished_says_what_is_missing_and_keeps_the_rest(app: Flask) -> None:
    game = Game(app)
    answer = game.enter("boat", seat=1, plants=["grapes"])
    assert answer.status_code == 400
    assert "Tap 1 more plant of Ben" in problem(answer)
    assert 'value="grapes" id="hand-start-1-grapes-0" checked' in answer.get_data(as_text=True)


# ---- corrections ----


def test_a_tide_is_corrected_in_the_form_that_made_it(three: Game) -> None:
    index = three.version - 1
    address = f"/m/{three.match}/correct/{index}"
    page = unescape(three.host.get(address).get_data(as_text=True))
    assert main_button(page).startswith("Ana has placed two cards")
    foreseen = change(three.host, address, {"kind": "tide", "moved": "1", "arrows": "0", "version": three.version})
    assert "Flood and ebb marker" in unescape(foreseen)
