"""Sheets for paper: which there are, in which language, with which names; and what a match's sheet says of its entries."""

import re
from html import unescape

import pytest
from flask import Flask

from companion.archive.results import rulings_by_part
from companion.match.access import NOBODY
from companion.table.library import pads
from companion.web.app.i18n import LANGUAGES
from companion.web.app.services import Services
from tests.games.land_unter.playthroughs import golden
from tests.rings import few_first
from tests.web.people import Browser, open_table, start_match
from tests.web.reading import texts_of

PLAYERS = ("Ana", "Ben", "Cleo")


def begin(app: Flask, moves: int = 0, **options: str) -> tuple[Browser, str]:
    """The host's browser, and a match of Land Unter for three with so many entries of the golden game."""
    host = Browser(app)
    match_id = start_match(host, open_table(host, *PLAYERS), "land-unter", **options)
    for move in golden()[0]["moves"][:moves]:
        host.enter(match_id, move)
    return host, match_id


def said(browser: Browser, path: str) -> str:
    """All that a page says, in one line."""
    answer = browser.get(path)
    assert answer.status_code == 200
    return " ".join(texts_of(answer.get_data(as_text=True)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_is_in_the_language_asked_for_whatever_the_device_speaks(app: Flask, language: str) -> None:
    browser = Browser(app)
    browser.post("/settings", {"language": "es"})

    page = browser.get(f"/print/land-unter/blank?language={language}").get_data(as_text=True)

    assert f'<html lang="{language}"' in page
    assert '<html lang="es"' in browser.get("/print").get_data(as_text=True)


@pytest.mark.parametrize("slug", few_first(tuple(pads()), 6))
def test_every_ready_pad_has_a_blank_sheet_that_its_name_finds(app: Flask, slug: str) -> None:
    browser, name = Browser(app), pads()[slug].named("en").name
    links = sheets_found(browser, name)
    assert any(f"Score sheet for {name}" in said(browser, link) for link in links)
    assert [browser.get(link.replace("own-game?", "own-game/blank?")).status_code for link in links] == [200] * len(
        links
    )


def test_a_pad_that_is_found_by_letters_has_its_rows_on_the_blank_sheet(app: Flask) -> None:
    browser = Browser(app)
    [link] = sheets_found(browser, "wiz")
    assert "Bid / Tricks" in said(browser, link.replace("own-game?", "own-game/blank?"))
    assert "No game matches." in said(browser, "/print?find=xyzzy")


def sheets_found(browser: Browser, letters: str) -> list[str]:
    """The pages of the sheets that are offered for these letters."""
    page = browser.get("/print", query_string={"find": letters}).get_data(as_text=True)
    return [unescape(link) for link in re.findall(r'href="(/print/own-game[?][^"]+)"', page)]


def test_names_are_printed_and_shortened_and_never_taken_for_code(app: Flask) -> None:
    page = Browser(app).get("/print/limits/blank?players=2&name=%3Cb%3EAna&name=" + "x" * 90).get_data(as_text=True)

    assert "&lt;b&gt;Ana" in page
    assert ">" + "\u00ad".join(["x" * 10] * 4) + "<" in page


def test_rulings_are_told_by_round_and_only_as_far_as_the_viewer_may_see(app: Flask, services: Services) -> None:
    host, match_id = begin(app)
    cards = {"kind": "count_rings", "seat": 0, "cards": [*range(1, 13)]}
    rings = ({"kind": "count_rings", "seat": seat, "rings": 3} for seat in (1, 2))
    host.enter(match_id, cards, *rings, {"kind": "trick", "levels": [4, 9], "highest": 0, "second": 1})

    told = [
        given.index for part in rulings_by_part(services.matches.snapshot(match_id, NOBODY)) for given in part.given
    ]
    assert told == [3]
    hosts = services.matches.snapshot(match_id, services.tables.caller(host.token))
    assert [given.index for part in rulings_by_part(hosts) for given in part.given] == [0, 3]


def test_rulings_are_printed_where_they_are_asked_for_and_only_there(app: Flask) -> None:
    host, match_id = begin(app)
    for seat in range(3):
        host.enter(match_id, {"kind": "count_rings", "seat": seat, "rings": 3})
    host.enter(match_id, {"kind": "trick", "levels": [4, 9], "highest": 0, "second": 1})
    heading, verdict = "Every ruling, with its reasons", "Ben loses a ring. LU-14"

    plain, asked = said(host, f"/m/{match_id}/sheet"), said(host, f"/m/{match_id}/sheet?rulings=yes")

    assert heading not in plain
    assert heading in asked
    assert verdict in asked.partition(heading)[2]


def test_a_sheet_names_only_the_house_rules_in_force_and_the_rulebook_they_come_from(app: Flask) -> None:
    usual = said(Browser(app), "/print/land-unter/blank?players=4")
    assert "French and Spanish rulebooks, as we read them" in usual
    assert "lose 2 rings" in usual
    assert "Who plays last" not in usual

    without = said(Browser(app), "/print/land-unter/blank?players=4&chain=false&open_play=true")
    assert "with house rules" in without
    assert "lose 2 rings" not in without
    assert "still pay" not in without
    assert "Who plays last" in without

    assert "lose 2 rings" in said(Browser(app), "/print/land-unter/blank?players=4&chain=open")
    blanks = [Browser(app).get(f"/print/land-unter/blank?players=4{more}") for more in ("", "&chain=open")]
    squares = [one.get_data(as_text=True).count('<i class="square">') for one in blanks]
    assert squares == [0, 2], "what is left open alone has a square to tick for each way"
