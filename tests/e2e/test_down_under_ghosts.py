"""A match followed tile by tile on its open ends alone: a tap lays the likeliest tile, the next player's tap records it."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page, expect

from tests.e2e.laying import EXPECTED, cell, match
from tests.e2e.stage import OpenPhone, Server

MOST_TAPS_A_TILE = 1.5
OPENED: Final = ((0, 0), (1, 0))
GONE_ON: Final = (
    (0, -1, 0), (1, -1, 0), (1, 1, 1), (2, 0, 0), (1, -2, 0), (2, -1, 1), (0, 1, 0),
    (3, 0, 0), (-1, 0, 0), (4, 0, 0), (1, -3, 1), (5, 0, 0), (0, -3, 0), (2, 1, 1),
    (-2, 0, 0), (1, 2, 1), (-1, -3, 0), (2, 2, 1), (-1, -4, 0), (2, 3, 0),
)  # fmt: skip
"""Where red and yellow go on in turn, and how often the tile there is tapped for another one, to the end of the game."""


def test_a_whole_game_on_its_open_ends_is_at_most_one_and_a_half_taps_a_tile(phone: OpenPhone, server: Server) -> None:
    table = match(server.port, 2, difficulty="easy")
    page = table.sit(phone(size=(360, 640), expects=EXPECTED), 0)
    taps = 0
    for version, (x, y) in enumerate(OPENED, 1):
        cell(page, x, y)
        expect(page.locator("#desk .piece.new")).to_have_count(1)
        page.locator("#record").click()
        taps += 2
        seen(page, version)
    for version, (x, y, others) in enumerate(GONE_ON, len(OPENED)):
        end = page.locator(f"#desk button[value^='{x},{y}:']")
        expect(end).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        end.click()
        seen(page, version)
        expect(page.locator(f"[id='cell-{x}-{y}'][aria-pressed=true]")).to_have_count(1)
        for _ in range(others):
            before = end.get_attribute("value") or ""
            end.click()
            expect(end).not_to_have_attribute("value", before)
        expect(page.locator("#desk .piece.new")).to_have_count(1)
        taps += 1 + others
    page.locator("#record").click()
    taps += 1
    seen(page, len(OPENED) + len(GONE_ON))
    assert taps / (len(OPENED) + len(GONE_ON)) <= MOST_TAPS_A_TILE

    expect(page.locator(".strip")).to_contain_text("The game is over")
    expect(page.locator("main")).to_contain_text("Ana wins with 14 paths.")
    for kind in ("result", "sheet"):
        page.goto(f"/m/{table.match}/{kind}")
        expect(page.locator("body")).to_contain_text("Ana")
        expect(page.locator("body")).to_contain_text("14")


def seen(page: Page, version: int) -> None:
    """So many entries are shown."""
    expect(page.locator("#shown")).to_have_attribute("data-version", str(version))
