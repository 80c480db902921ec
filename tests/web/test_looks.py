"""A player keeps colour, symbol and letter for the whole evening, whoever else plays a match and in whatever order."""

from __future__ import annotations

import re

from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from companion.games import games
from companion.web.looks import CLASSES, looks_of
from tests.web.people import Browser, open_table

MARK = re.compile(r'<span class="mark (p.)"><svg[^>]*><use href="[^"]*#(\w+)"/></svg>(\w)</span>\s*<bdi>(\w+)</bdi>')
PLAYERS = st.lists(st.integers(0, 11), min_size=1, max_size=6, unique=True)


def marks(html: str) -> dict[str, tuple[str, str, str]]:
    """Colour, symbol and letter of everybody on a page, by name."""
    return {name: (colour, symbol, letter) for colour, symbol, letter, name in MARK.findall(html)}


def test_who_plays_looks_in_the_match_as_at_the_table(app: Flask) -> None:
    host = Browser(app)
    code = open_table(host, "An", "Bo", "Ce", "Di", "Em", "Fa")
    at_table = marks(host.get(f"/t/{code}/host").get_data(as_text=True))
    assert at_table["Fa"] == ("pf", "bell", "F")
    for game in games():
        form = {"game": game, "who": "asked", "seat": ["1", "3", "5"]}
        begun = host.post(f"/t/{code}/matches", form).headers["Location"]
        board = marks(host.get(begun.removesuffix("/setup")).get_data(as_text=True))
        assert board == {name: at_table[name] for name in ("Bo", "Di", "Fa")}, game


def test_a_forgotten_player_is_called_by_the_letter_at_the_table(app: Flask) -> None:
    host = Browser(app)
    code = open_table(host, "An", "Bo", "Ce", "Di")
    services = app.extensions["tableside"]
    form = {"game": "land-unter", "who": "asked", "seat": ["1", "2", "3"]}
    begun = host.post(f"/t/{code}/matches", form).headers["Location"]
    services.store.people.forget([services.tables.seats(services.tables.find(code))[3].player_id], (), {}, {})
    assert "Player D" in host.get(begun.removesuffix("/setup")).get_data(as_text=True)


@given(PLAYERS)
def test_nobody_in_a_match_looks_like_another(places: list[int]) -> None:
    found = looks_of(tuple(places))
    assert len(set(found.classes)) == len(set(found.symbols)) == len(set(found.letters)) == len(places)


@given(PLAYERS.filter(lambda places: max(places) < len(CLASSES)))
def test_the_first_six_of_a_table_always_have_their_own_colour(places: list[int]) -> None:
    at_table = looks_of()
    found = looks_of(tuple(places))
    assert found.classes == tuple(at_table.classes[place] for place in places)
    assert found.letters == tuple(at_table.letters[place] for place in places)


def test_the_tiles_of_down_under_stand_beside_a_player_and_do_not_recolour_them(app: Flask) -> None:
    host = Browser(app)
    code = open_table(host, "An", "Bo", "Ce")
    at_table = marks(host.get(f"/t/{code}/host").get_data(as_text=True))
    form = {"game": "down-under", "who": "asked", "seat": ["1", "2"]}
    match = host.post(f"/t/{code}/matches", form).headers["Location"].split("/")[2]

    for path in (f"/m/{match}", f"/m/{match}/setup", f"/m/{match}/result", f"/tv/{code}"):
        page = host.get(path).get_data(as_text=True)
        assert marks(page) == {name: at_table[name] for name in ("Bo", "Ce")}, path
    for path in (f"/m/{match}", f"/m/{match}/setup", f"/tv/{code}"):
        swatches = re.findall(r'class="swatch (p.)"', host.get(path).get_data(as_text=True))
        assert {"pa", "pd"} <= set(swatches), path
