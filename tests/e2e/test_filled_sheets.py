"""The sheet of a match on paper: cell for cell the blank one, every figure the match's, marked where something was unusual."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import pytest
from playwright.sync_api import Browser, Page

from companion.engine.game import Viewer
from companion.engine.sheet import Field, cells
from tests.conformance.playing import PACKAGES, golden, played
from tests.e2e.evening import Evening, call, land_unter, match_of
from tests.e2e.paper import FORMATS, LOWEST_MM, laid_out, lengthen, pages_of_paper
from tests.e2e.stage import Server
from tests.games.playthrough import Playthrough

GAMES = [(package, number) for package in PACKAGES for number in range(len(golden(package)))]


@pytest.fixture(scope="module")
def laptop(browser: Browser, server: Server) -> Iterator[Page]:
    """A browser with a printer, of somebody who only looks on."""
    context = browser.new_context(base_url=server.url, viewport={"width": 1280, "height": 800})
    yield context.new_page()
    context.close()


@dataclass(frozen=True, slots=True)
class Match:
    """A match played over the interface, and what must be on its sheet."""

    evening: Evening
    fields: list[str]
    pages: int


PlayedOut = Callable[[str, int], Match]


def play(server: Server, package: str, one: Playthrough) -> Match:
    """The golden game, played to its end; its fields as the state of the same game played here has them."""
    game = PACKAGES[package]
    evening = match_of(server.port, game.slug, one["players"], **one["options"])
    for move in one["moves"]:
        evening.move(**move)
    timeline = played(game, one["players"], one["options"], one["moves"], anyway=one.get("anyway", False))
    assert game.sheet is not None
    sheet = game.sheet(timeline.setup, "normal", timeline.at().state, Viewer())
    written = [cell.written for cell in cells(sheet) if isinstance(cell, Field) and cell.written is not None]
    return Match(evening, [str(one) for one in written if isinstance(one, (int, str))], len(sheet.pages))


@pytest.fixture(scope="module")
def played_out(server: Server) -> PlayedOut:
    """Gives a golden game, played to its end once; nothing but looking is done with it."""
    return cache(lambda package, number: play(server, package, golden(package)[number]))


def test_a_filled_sheet_keeps_its_page_in_a_language_a_third_longer(laptop: Page, played_out: PlayedOut) -> None:
    faults = []
    for package, number in GAMES:
        match = played_out(package, number)
        for query in ("", "?size=large"):
            laptop.goto(f"/m/{match.evening.match}/sheet{query}")
            lengthen(laptop, 1 / 3)
            faults += [(package, number, query, page) for page in laid_out(laptop).pages if page[1] > LOWEST_MM]

    assert faults == []


def doubted(server: Server, players: int) -> Evening:
    """A match with an entry recorded anyway, one caught up, and one that is contested."""
    evening = land_unter(server.port, players)
    evening.count_all_rings(24 // players)
    dealt = 24 // players
    seats = [{"score": 0, "rings": dealt - 1, "level": 2 * seat + 1, "dealt": dealt} for seat in range(players)]
    evening.move("stand_now", round_number=1, tricks_done=3, seats=seats)
    contested = [evening.move("trick", levels=[2, level], highest=0, second=1) for level in (10, 12)][-1] - 1
    evening.move("trick", levels=[2, 11], highest=0, second=1)  # a third 2
    call(server.port, f"/matches/{evening.match}/contest", {"index": contested, "reason": "entry"}, evening.host)
    return evening


def test_the_fullest_sheet_still_keeps_its_page(laptop: Page, server: Server) -> None:
    match = doubted(server, 5).match
    found = {}
    for language in ("en", "fr", "es", "de"):
        for query in ("", "&size=large"):
            laptop.goto(f"/m/{match}/sheet?language={language}{query}")
            found[language + query] = [len(pages_of_paper(laptop, form)) for form in FORMATS]

    assert found == {key: [3, 3] if key.endswith("large") else [1, 1] for key in found}
