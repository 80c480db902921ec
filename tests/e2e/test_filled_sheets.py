"""The sheet of a match on paper: cell for cell the blank one, every figure the match's, marked where something was unusual."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import pytest
from playwright.sync_api import Browser, Page

from companion.engine.game import Viewer
from companion.engine.sheet import Field, cells
from tests.conformance.playing import PACKAGES, golden, played
from tests.e2e.evening import Evening, match_of
from tests.e2e.paper import LOWEST_MM, laid_out, lengthen
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
            laptop.goto(f"/m/{match.evening.match_id}/sheet{query}")
            lengthen(laptop, 1 / 3)
            faults += [(package, number, query, page) for page in laid_out(laptop).pages if page[1] > LOWEST_MM]

    assert faults == []
