"""The judge beside a match: it knows what was recorded, and tells nobody what that reader may not see."""

import re
from html import unescape

import pytest
from flask import Flask

from companion.games import games
from companion.match.enter import Matches
from companion.store import BrokenChain
from companion.table.tables import Tables
from companion.web.evening import beginning
from tests.web.judging import LOSES, ask
from tests.web.people import Browser, open_table, sit, start_match
from tests.web.test_down_under_pages import Game


def after_a_trick(host: Browser, **options: str) -> str:
    """The id of a match of Ana, Ben and Cleo in which Ana laid the 58 and took the 4, Ben the 31 and took the 9."""
    match_id = start_match(host, open_table(host, "Ana", "Ben", "Cleo"), "land-unter", **options)
    rings = [{"kind": "count_rings", "seat": seat, "rings": 4} for seat in range(3)]
    trick = {"kind": "trick", "levels": [4, 9], "cards": {"0": 58, "1": 31, "2": 12}}
    host.enter(match_id, *rings, trick)
    return match_id


def test_at_a_match_the_judge_knows_the_last_trick_and_everybodys_name(host: Browser) -> None:
    match_id = after_a_trick(host)

    _, page = ask(host, f"/m/{match_id}/judge")
    assert f"/judge/land-unter/loses?match={match_id}" in page.links

    words, page = ask(host, LOSES, {"match": match_id})
    assert "Ben loses a ring." in words
    assert page.facts()["seats.1.rings"] == ["4"]
    assert page.facts()["seats.2.level"] == ["null"]
    assert page.sets() == []


def test_the_judge_knows_how_ones_own_hand_was_counted_and_nobody_elses(app: Flask, host: Browser) -> None:
    match_id = start_match(host, code := open_table(host, "Ana", "Ben", "Cleo"), "land-unter")
    host.enter(match_id, {"kind": "count_rings", "seat": 1, "whole": 3, "half": 3})
    about = "/judge/land-unter/rings", {"match": match_id}

    words, page = ask(sit(Browser(app), code, 1), *about)
    assert "4 rings" in words
    assert page.facts()["half"] == ["3"]
    for browser in (host, Browser(app)):
        _, page = ask(browser, *about)
        assert {*map(tuple, page.facts().values())} <= {("",)}


def test_the_judge_offers_a_browser_the_match_that_is_going_on_at_its_own_table(app: Flask, host: Browser) -> None:
    match_id = after_a_trick(host)

    _, page = ask(host, "/judge")
    assert f"/judge/land-unter/loses?match={match_id}" in page.links
    for browser, path in ((host, "/judge/limits"), (Browser(app), "/judge"), (Browser(app), "/judge/land-unter")):
        _, page = ask(browser, path)
        assert not [link for link in page.links if match_id in link]
    host.post(f"/m/{match_id}/end").close()
    _, page = ask(host, "/judge")
    assert LOSES in page.links, "over, it is still the game played last"


def test_the_address_of_a_verdict_holds_no_name(host: Browser) -> None:
    match_id = after_a_trick(host)

    _, page = ask(host, LOSES, {"match": match_id})

    links = [link.replace(match_id, "") for link in page.links]  # in what is drawn by lot any three letters may stand
    assert not [link for link in links if "Ana" in link or "Ben" in link]
    kept = next(link for link in page.links if link.startswith(LOSES) and "match=" not in link and "?" in link)
    words, _ = ask(host, kept)
    assert "Player B loses a ring." in words


def test_a_card_laid_before_the_others_is_not_told_by_the_judge(app: Flask, host: Browser) -> None:
    pages = []
    for card in (17, 44):
        match_id = start_match(host, open_table(host, "Ana", "Ben", "Cleo"), "land-unter")
        rings = [{"kind": "count_rings", "seat": seat, "rings": 4} for seat in range(3)]
        host.enter(match_id, *rings, {"kind": "lay", "seat": 1, "card": card})
        stranger = Browser(app)
        answers = [
            stranger.get(f"/judge/land-unter/{kind.name}?match={match_id}") for kind in games()["land-unter"].rulings
        ]
        pages.append([answer.get_data(as_text=True).replace(match_id, "") for answer in answers])

    assert pages[0] == pages[1]


def raise_(error: Exception) -> None:
    raise error


def test_the_judge_needs_no_records(host: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id = after_a_trick(host)
    for part, name in ((Matches, "snapshot"), (Tables, "matches")):
        monkeypatch.setattr(part, name, lambda *_: raise_(BrokenChain(match_id, 0)))
        _, page = ask(host, "/judge/land-unter")
        assert "/judge/land-unter/loses" in page.links
        assert not [link for link in page.links if match_id in link]


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
