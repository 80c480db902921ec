"""Sheets on paper: as many pages as promised on A4 and on Letter, black and white, and room to write in every field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page

from companion.engine.game import Viewer
from companion.engine.options import make_setup
from companion.engine.sheet import SMALLEST_FIELD_MM, Size
from tests.conformance.playing import PACKAGES
from tests.e2e.paper import (
    FORMATS,
    LOWEST_MM,
    NARROWEST_MM,
    append,
    is_grey,
    lengthen,
    measured,
    pages_of_paper,
    printed,
    titles,
)
from tests.e2e.stage import Server, first_early

LANGUAGES: Final = ("en", "fr", "es", "de")
SIZES: Final[tuple[Size, ...]] = ("normal", "large")
HAIR_MM: Final = 0.3
"""The width of a rule, which neighbours share."""
FORMS: Final = [
    (package, players, size) for package, game in PACKAGES.items() for players in game.players for size in SIZES
]
ONE_EACH_FIRST: Final = [
    one for package in PACKAGES for one in first_early(*(form for form in FORMS if form[0] == package))
]


@pytest.fixture(scope="module")
def laptop(browser: Browser, server: Server) -> Iterator[Page]:
    """A browser with a printer."""
    context = browser.new_context(base_url=server.url, viewport={"width": 1280, "height": 800})
    yield context.new_page()
    context.close()


def show(page: Page, package: str, players: int, size: Size, language: str, more: str = "") -> int:
    """Show a blank sheet; the number of pages it promises."""
    game = PACKAGES[package]
    assert game.sheet is not None
    answer = page.goto(f"/print/{game.slug}/blank?players={players}&size={size}&language={language}{more}")
    assert answer is not None
    assert answer.status == 200
    return len(game.sheet(make_setup(game, players, {}), size, None, Viewer()).pages)


@pytest.mark.parametrize(("package", "players", "size"), ONE_EACH_FIRST)
def test_a_blank_sheet_has_the_pages_it_promises_in_every_language(
    laptop: Page, package: str, players: int, size: Size
) -> None:
    promised = show(laptop, package, players, size, LANGUAGES[0])
    append(laptop, [laptop.url.replace("language=en", f"language={language}") for language in LANGUAGES[1:]])

    for form in FORMATS:
        assert titles(laptop, form) == [PACKAGES[package].title] * promised * len(LANGUAGES), form


@pytest.mark.parametrize(("package", "players", "size"), FORMS)
def test_a_sheet_leaves_room_to_write_and_uses_no_colour(laptop: Page, package: str, players: int, size: Size) -> None:
    show(laptop, package, players, size, "en")

    found = measured(laptop)

    width, height = SMALLEST_FIELD_MM
    assert found.fields
    assert [one for one in found.fields if one[0] < width - HAIR_MM or one[1] < height - HAIR_MM] == []
    assert [ink for ink in found.inks if not is_grey(ink)] == []


@pytest.mark.parametrize(("package", "players", "size"), FORMS)
def test_a_sheet_keeps_its_page_in_a_language_a_third_longer(
    laptop: Page, package: str, players: int, size: Size
) -> None:
    show(laptop, package, players, size, "en")
    lengthen(laptop, 1 / 3)

    found = measured(laptop)

    assert found.cut == []
    assert [one for one in found.pages if one[0] > NARROWEST_MM + HAIR_MM or one[1] > LOWEST_MM] == []


@pytest.mark.parametrize(
    ("package", "players"), [(package, players) for package, players, size in FORMS if size == "normal"]
)
def test_house_rules_left_open_are_ticked_on_the_same_page(laptop: Page, package: str, players: int) -> None:
    is_open = "".join(f"&{option.name}=open" for option in PACKAGES[package].options)
    promised = show(laptop, package, players, "normal", "de", is_open)

    assert len(pages_of_paper(laptop, "Letter")) == promised


@pytest.mark.ring("test")
def test_names_are_printed_where_they_are_given(laptop: Page) -> None:
    show(laptop, "land_unter", 3, "normal", "en", "&name=Ana&name=&name=Cleo")

    [text] = printed(laptop, "A4")
    assert "Ana" in text
    assert "Cleo" in text
