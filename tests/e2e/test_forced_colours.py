"""With the colours of the system forced upon the page, what is chosen can still be told; with more contrast, every line."""

from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.boards import tap
from tests.e2e.evening import STARTS, Evening, land_unter, match_of
from tests.e2e.stage import OpenPhone, Server
from tests.rings import few_first


def limits(port: int) -> Evening:
    return match_of(port, "limits", 4, pile="logged").after(STARTS)


@pytest.mark.parametrize(
    ("new", "name", "value"),
    few_first([(land_unter, "rings", 3), (limits, "numbers.red", 3)], 1),
    ids=["land-unter", "limits"],
)
def test_a_number_that_is_tapped_looks_different_from_before(
    phone: OpenPhone, server: Server, new: Callable[[int], Evening], name: str, value: int
) -> None:
    # Taking a picture leaves an empty style attribute, which the board's script meets when it puts the form back.
    page = new(server.port).sit(phone(expects=("Applying inline style", "policy: style-src-attr inline")), 0)
    page.emulate_media(forced_colors="active")
    face = page.locator(f"input[name='{name}'][value='{value}'] + .face")
    before = face.screenshot()
    if new is land_unter:
        tap(page, name, value)
        expect(page.locator("fieldset", has=face).locator(".ask i")).to_have_text(str(value))
    else:
        face.click()
    assert face.screenshot() != before


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_whoever_asks_for_more_contrast_gets_stronger_lines_and_small_words_on_screen_and_not_on_paper(
    phone: OpenPhone, theme: Literal["light", "dark"]
) -> None:
    page = phone(theme=theme)
    page.goto("/")
    usual, printed = page.evaluate(INKS), on_paper(page)
    page.emulate_media(contrast="more")
    line, small, edge, ink = page.evaluate(INKS)
    assert (line, small) == (edge, ink)
    assert usual[2:] == [edge, ink]
    assert usual[:2] != [line, small]
    assert on_paper(page) == printed


INKS = """() => ["--line", "--ink-2", "--edge", "--ink"].map(
  one => getComputedStyle(document.documentElement).getPropertyValue(one))"""


def on_paper(page: Page) -> list[str]:
    page.emulate_media(media="print")
    found: list[str] = page.evaluate(INKS)
    page.emulate_media(media="screen")
    return found
