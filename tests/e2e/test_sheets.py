"""Sheets on paper, blank and filled: as many pages as promised, black and white, room to write, no name torn apart."""

import base64
from collections.abc import Iterator
from itertools import product
from typing import Final

import pytest
from playwright.sync_api import Browser, Page

from companion.engine.game import Viewer
from companion.engine.options import make_setup, usual
from companion.engine.sheet import SMALLEST_FIELD_MM, Size
from tests.conformance.playing import PACKAGES, golden
from tests.e2e.evening import match_of
from tests.e2e.paper import (
    A4_LOWEST_MM,
    FORMATS,
    LOWEST_MM,
    NARROWEST_MM,
    Layout,
    append,
    heights_on_a4,
    is_grey,
    laid_out,
    lengthen,
    pages_of_paper,
)
from tests.e2e.stage import TORN, OpenPhone, Server
from tests.there import there

LANGUAGES: Final = ("en", "fr", "es", "de")
SIZES: Final[tuple[Size, ...]] = ("normal", "large")
HAIR_MM: Final = 0.3
"""The width of a rule, which neighbours share."""


@pytest.fixture(scope="module")
def laptop(browser: Browser, server: Server) -> Iterator[Page]:
    context = browser.new_context(base_url=server.url, viewport={"width": 1280, "height": 800})
    yield context.new_page()
    context.close()


def show(page: Page, package: str, players: int, size: Size, language: str, more: str = "") -> int:
    """Show a blank sheet; the number of pages it promises."""
    game = PACKAGES[package]
    assert game.sheet is not None
    answer = there(page.goto(f"/print/{game.slug}/blank?players={players}&size={size}&language={language}{more}"))
    assert answer.status == 200
    return len(game.sheet(make_setup(game, players, {}), size, None, Viewer()).pages)


def out_of_bounds(found: Layout) -> list[list[float]]:
    return [one for one in found.pages if one[0] > NARROWEST_MM + HAIR_MM or one[1] > LOWEST_MM]


@pytest.mark.parametrize("package", PACKAGES)
def test_a_blank_sheet_has_the_pages_it_promises_in_every_language_and_one_a_third_longer_room_to_write_and_no_colour(
    laptop: Page, package: str
) -> None:
    faults = []
    width, height = SMALLEST_FIELD_MM
    # More players than its usual way takes have no sheet.
    game = PACKAGES[package].by(usual(PACKAGES[package].options))
    for players, size in product(game.players, SIZES):
        promised = show(laptop, package, players, size, LANGUAGES[0])
        plain = laid_out(laptop)
        lengthen(laptop, 1 / 3)
        append(laptop, [laptop.url.replace("language=en", f"language={other}") for other in LANGUAGES[1:]])
        found, high = laid_out(laptop), heights_on_a4(laptop)
        wrong = {
            "not as promised": len(found.pages) != promised * len(LANGUAGES),
            "beyond the page": out_of_bounds(plain) + out_of_bounds(found),
            "beyond A4, or not using it": max(high) > A4_LOWEST_MM or sum(high) <= sum(low for _, low in found.pages),
            "no fields": not plain.fields,
            "rules too small to read": laptop.evaluate(RULES_POINTS) < LEGIBLE_POINTS,
            "small fields": [one for one in plain.fields if one[0] < width - HAIR_MM or one[1] < height - HAIR_MM],
            "coloured": [ink for ink in plain.inks if not is_grey(ink)],
            "cut off": found.cut,
        }
        faults += [f"{players} players, {size}: {what}: {which}" for what, which in wrong.items() if which]

    assert not faults, "\n".join(faults)


CROSSED_MM: Final = 4
"""A box that a pen can cross out."""


@pytest.mark.parametrize("size", SIZES)
def test_every_box_of_the_nile_is_wide_enough_to_cross_out(laptop: Page, size: Size) -> None:
    narrow = []
    for players in PACKAGES["nile"].players:
        show(laptop, "nile", players, size, "en")
        laptop.emulate_media(media="print")
        narrow += [one for one in laptop.evaluate(BOXES) if one < CROSSED_MM]
    assert narrow == []


BOXES = """() => [...document.querySelectorAll('.page .boxes svg')].map(one => one.getBoundingClientRect().width * 25.4 / 96)"""
"""The widths of all boxes in millimetres."""

APART = """async pictures => {
  const dots = await Promise.all(pictures.map(async (picture) => {
    const image = await createImageBitmap(await (await fetch("data:image/png;base64," + picture)).blob());
    const drawn = new OffscreenCanvas(48, 24).getContext("2d");
    drawn.drawImage(image, 0, 0, 48, 24);
    return drawn.getImageData(0, 0, 48, 24).data.filter((_, at) => at % 4 === 0);
  }));
  const least = dots.flatMap((one, at) => dots.slice(at + 1).map(
    (other) => one.reduce((sum, dot, place) => sum + Math.abs(dot - other[place]), 0) / one.length));
  return Math.min(...least);
}"""
"""By how much those two of these pictures that are most alike differ, of 255."""


def test_the_four_routes_of_down_under_are_told_apart_in_black_and_white(laptop: Page) -> None:
    show(laptop, "down_under", 4, "normal", "en")
    laptop.emulate_media(media="print")
    swatches = laptop.locator(".legend .swatch").all()
    pictures = [base64.b64encode(one.screenshot()).decode() for one in swatches]
    laptop.goto("about:blank")
    assert len(pictures) == 4
    assert laptop.evaluate(APART, pictures) > 8


GAMES = [(package, number) for package in PACKAGES for number in range(len(golden(package)))]


def test_a_filled_sheet_keeps_its_page_in_a_language_a_third_longer(laptop: Page, server: Server) -> None:
    faults = []
    for package, number in GAMES:
        one = golden(package)[number]
        evening = match_of(server.port, PACKAGES[package].slug, one["players"], **one["options"]).after(*one["moves"])
        for query in ("", "?size=large"):
            laptop.goto(f"{evening.board}/sheet{query}")
            lengthen(laptop, 1 / 3)
            faults += [(package, number, query, page) for page in laid_out(laptop).pages if page[1] > LOWEST_MM]
    assert faults == []


LONGEST = ("Maximiliane-Charlotte", "Bartholomäus", "Großmutter Annegret", "Zoë", "Ben", "Wilhelmine")

POINTS = "Math.min(...[...document.querySelectorAll('.named bdi')].map(one => parseFloat(getComputedStyle(one).fontSize))) * .75"
"""The size of the smallest name on paper."""
LEGIBLE_POINTS = 8
RULES_POINTS = POINTS.replace(".named bdi", ".fine")

OVERFULL = "[...document.querySelectorAll('.named bdi')].map(one => one.scrollHeight - one.clientHeight)"


@pytest.mark.parametrize("package", PACKAGES)
def test_no_name_on_paper_is_torn_without_a_hyphen(
    subtests: pytest.Subtests, phone: OpenPhone, server: Server, package: str
) -> None:
    seats = min(PACKAGES[package].players[-1], len(LONGEST))
    evening = match_of(server.port, PACKAGES[package].slug, LONGEST[:seats])
    page = phone(size=(1000, 1200))
    for size in ("normal", "large"):
        with subtests.test(size):
            page.goto(f"{evening.board}/sheet?size={size}")
            page.emulate_media(media="print")

            assert page.locator(".named bdi").count() >= seats
            assert page.locator(".named bdi").evaluate_all(TORN) == []
            assert page.evaluate(POINTS) >= LEGIBLE_POINTS
            assert page.evaluate(OVERFULL) == [0] * page.locator(".named bdi").count()
            sheets = page.locator(".page").count()
            assert laid_out(page).cut == []
            assert [len(pages_of_paper(page, form)) for form in FORMATS] == [sheets, sheets]
