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
from tests.web.reading import all_text, words_of

CHOSEN = ("", "&chain=false&open_play=true", "&chain=open")


def begin(app: Flask, moves: int = 0, **options: str) -> tuple[Browser, str]:
    """The host's browser, and a match of Land Unter for three with so many entries of the golden game."""
    host = Browser(app)
    match_id = start_match(host, open_table(host, "Ana", "Ben", "Cleo"), "land-unter", **options)
    for move in golden()[0]["moves"][:moves]:
        host.enter(match_id, move)
    return host, match_id


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_is_in_the_language_asked_for_whatever_the_device_speaks(browser: Browser, language: str) -> None:
    browser.post("/settings", {"language": "es"})
    assert f'<html lang="{language}"' in browser.page(f"/print/land-unter/blank?language={language}")
    assert '<html lang="es"' in browser.page("/print")


@pytest.mark.parametrize("slug", few_first(tuple(pads()), 6))
def test_every_ready_pad_has_a_blank_sheet_that_its_name_finds(browser: Browser, slug: str) -> None:
    name = pads()[slug].named("en").name
    page = browser.page("/print", query_string={"find": name})
    links = [unescape(link) for link in re.findall(r'href="(/print/own-game[?][^"]+)"', page)]
    assert any(f"Score sheet for {name}" in all_text(browser.page(link)) for link in links)
    blanks = [all_text(browser.page(link.replace("own-game?", "own-game/blank?"))) for link in links]
    assert any(name in one for one in blanks)


def test_names_are_printed_and_shortened_and_never_taken_for_code(app: Flask) -> None:
    page = Browser(app).page("/print/limits/blank?players=2&name=%3Cb%3EAna&name=" + "x" * 90)
    assert "&lt;b&gt;Ana" in page
    assert ">" + "\u00ad".join(["x" * 10] * 4) + "<" in page


def test_rulings_are_told_by_round_and_only_as_far_as_the_viewer_may_see(app: Flask, services: Services) -> None:
    host, match_id = begin(app)
    cards = {"kind": "count_rings", "seat": 0, "cards": [*range(1, 13)]}
    rings = ({"kind": "count_rings", "seat": seat, "rings": 3} for seat in (1, 2))
    host.enter(match_id, cards, *rings, {"kind": "trick", "levels": [4, 9], "highest": 0, "second": 1})
    for viewer, told in ((NOBODY, [3]), (services.tables.caller(host.token), [0, 3])):
        parts = rulings_by_part(services.matches.snapshot(match_id, viewer))
        assert [given.index for part in parts for given in part.given] == told
    head, _, rest = host.page(f"/m/{match_id}/sheet").partition('class="written shares"')
    assert words_of(head).count("9 Water level lost a ring") == 2, (
        "it says what its signs mean, above it too for a phone"
    )
    trick = rest.partition("</td>")[0]
    assert re.findall(r"</span>(\d+) ", trick) == ["4", "9"], "each behind the sign of who took it"
    assert "Ana takes the 4, Ben takes the 9." in words_of(trick), "and so it is read out"


def test_rulings_are_printed_where_they_are_asked_for_and_only_there(app: Flask) -> None:
    host, match_id = begin(app)
    for seat in range(3):
        host.enter(match_id, {"kind": "count_rings", "seat": seat, "rings": 3})
    host.enter(match_id, {"kind": "trick", "levels": [4, 9], "highest": 0, "second": 1})
    heading, clause = "Every ruling, with its reasons", "LU-14"
    plain, asked = all_text(host.page(f"/m/{match_id}/sheet")), all_text(host.page(f"/m/{match_id}/sheet?rulings=yes"))
    assert heading not in plain
    assert heading in asked
    assert clause in asked.partition(heading)[2]


def test_a_sheet_names_only_the_house_rules_in_force_and_the_rulebook_they_come_from(browser: Browser) -> None:
    sheets = {chosen: all_text(browser.page(f"/print/land-unter/blank?players=4{chosen}")) for chosen in CHOSEN}
    for said_of, wanted in (
        ("French and Spanish rulebooks, as we read them", [True, False, True]),
        ("with house rules", [False, True, False]),
        ("lose 2 rings", [True, False, True]),
        ("Who plays last", [False, True, False]),
    ):
        assert [said_of in sheet for sheet in sheets.values()] == wanted, said_of
    assert "still pay" not in sheets[CHOSEN[1]]
    assert sheets[CHOSEN[0]].count("Points Total") == 4 * 4, "for everyone, in each round"
    pages = [browser.page(f"/print/land-unter/blank?players=4{one}") for one in CHOSEN[::2]]
    assert pages[0].partition("<thead>")[2].partition("</thead>")[0].count("player") == 4, "they head what is theirs"
    squares = [page.count('<i class="square">') for page in pages]
    assert squares == [0, 2], "what is left open alone has a square to tick for each way"
