"""The pages of a match of Limits: what is refused, what is doubted, what is corrected."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask

from tests.web.forms import page_of
from tests.web.playing_limits import CARD, Game, problem, words

# What is refused, and what stands then


REFUSED: list[tuple[dict[str, str], dict[str, Any], int, str]] = [
    (
        {},
        {"kind": "verdict", "seat": 1, "accused": 1, "colour": "red", "hidden": 0, "counted": 1},
        422,
        "2 different players",
    ),
    (
        {},
        {"kind": "verdict", "seat": 1, "accused": 0, "colour": "pink", "hidden": 0, "counted": 1},
        400,
        "Missing: the colour",
    ),
    ({}, {"kind": "verdict", "seat": 1, "hidden": 0}, 400, "Missing: Who is accused, the colour and the count"),
    ({}, {"kind": "verdict", "seat": 1, "accused": 7, "colour": "red", "hidden": 0, "counted": 1}, 422, "no seat 7"),
    ({}, {"kind": "limit", "numbers": {**CARD, "red": 10}}, 422, "Enter 0 to 9, not 10"),
    ({}, {"kind": "limit", "numbers": CARD}, 422, "already has its limit card"),
    ({"pile": "logged"}, {"kind": "accuse", "seat": 1, "accused": 1}, 422, "2 different players"),
    ({"pile": "logged"}, {"kind": "accuse", "seat": 1, "accused": 2}, 422, "hasn’t played a card"),
    ({"pile": "logged"}, {"kind": "hide", "seat": 0, "colours": ["red"]}, 422, "already hidden"),
    ({"pile": "logged"}, {"kind": "lay", "seat": 0, "colour": "brown"}, 400, "one of"),
    ({"pile": "logged"}, {"kind": "hide", "seat": 1, "colours": ["red", "red"]}, 422, "Everyone hides 1 card"),
]


def test_what_has_no_meaning_is_refused_in_words(subtests: pytest.Subtests, app: Flask) -> None:
    for options, fields, status, said in REFUSED:
        with subtests.test(options=options, fields=fields, status=status, said=said):
            game = Game(app, 3, **options).begun(*(("red",) if options else ()))
            before = game.version
            answer = game.enter(**fields)
            assert answer.status_code == status
            assert said in problem(answer)
            assert game.version == before


DOUBTED: list[tuple[str, dict[str, Any], str]] = [
    ("red blue blue", {"kind": "lay", "seat": 1, "colour": "green"}, "It’s Ana’s turn, not Ben’s."),
    ("red", {"kind": "lay", "seat": 0, "colour": "green"}, "First enter what Ben and Cleo hid."),
    ("red blue blue", {"kind": "exchange", "seat": 2, "colour": "green"}, "It’s Ana’s turn, not Cleo’s."),
]


def test_a_doubtful_count_stands_in_its_form_until_it_is_put_right_or_insisted_on(app: Flask) -> None:
    game = Game(app).begun()
    entry: dict[str, Any] = {
        "kind": "verdict",
        "seat": 2,
        "accused": 1,
        "colour": "red",
        "hidden": {"0": 1, "1": 1, "2": 1},
    }
    answer = game.enter(**entry, counted=11)
    assert answer.status_code == 422
    page = answer.get_data(as_text=True)
    assert "At most 12" in problem(answer)
    assert re.search(r'name="counted" value="11"[^>]* checked', page)
    assert "Save it anyway" in page
    game.entered(**entry, counted=11, anyway="true")


def test_what_the_box_cannot_hold_is_said_with_the_verdict_and_not_before(app: Flask) -> None:
    game = Game(app, pile="logged").begun("red", "red", "red")
    for at in range(11):
        game.entered(kind="lay", seat=at % 3, colour="red", anyway="true")
    assert "At most 12" not in game.page()
    game.entered(kind="accuse", seat=2, accused=1)
    assert "Red: 14" in words(game.page())


# Corrections, and the judge


CORRECTED: list[tuple[dict[str, str], dict[str, Any], dict[str, str]]] = [
    ({}, {"kind": "limit", "numbers": CARD}, {"numbers.red": "1", "numbers.blue": "X"}),
    ({}, {"kind": "exchange", "seat": 0, "colour": "green"}, {"seat": "0", "colour": "green"}),
    (
        {},
        {"kind": "verdict", "seat": 0, "accused": 1, "colour": "red", "hidden": 1, "counted": 4},
        {"seat": "0", "accused": "1", "colour": "red", "hidden": "1", "counted": "4"},
    ),
    (
        {},
        {"kind": "verdict", "seat": 0, "accused": 1, "colour": "red", "hidden": {"0": 1, "1": 0, "2": 0}, "counted": 4},
        {"hidden.0": "1", "hidden.1": "0", "counted": "4"},
    ),
    ({"pile": "logged"}, {"kind": "hide", "seat": 0, "colours": ["violet"]}, {"seat": "0", "colours.0": "violet"}),
]


def test_a_card_laid_by_another_is_corrected_without_its_colour_being_told(app: Flask) -> None:
    game = Game(app, pile="logged").begun("red", "red", "red")
    index = game.version
    game.entered(by=game.phone(1), kind="lay", seat=1, colour="violet", anyway="true")
    html = game.host.get(f"/m/{game.match}/correct/{index}").get_data(as_text=True)
    assert ("seat", "1") in page_of(html).sent()
    assert not [one for one in page_of(html).inputs if "checked" in one]


def test_undo_past_a_reveal_asks_the_host(app: Flask) -> None:
    game = Game(app, pile="logged").begun("red", "red", "red").entered(kind="lay", seat=0, colour="red")
    game.entered(kind="accuse", seat=1, accused=0)
    guest = game.phone(1).post(f"/m/{game.match}/undo", {"version": game.version})
    assert guest.status_code == 409
    assert "Undo anyway" not in guest.get_data(as_text=True)
    asked = game.host.post(f"/m/{game.match}/undo", {"version": game.version})
    assert (asked.status_code, "Undo anyway" in asked.get_data(as_text=True)) == (409, True)
    confirmed = game.host.post(f"/m/{game.match}/undo", {"version": game.version, "confirm": "true"})
    assert confirmed.status_code == 303
    assert "Tap the card you play" not in game.page(game.phone(2))
