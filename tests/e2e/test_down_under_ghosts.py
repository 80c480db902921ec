"""A match followed tile by tile on its open ends alone: a tap lays the likeliest tile, the next player's tap records it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.laying import EXPECTED, match
from tests.e2e.stage import OpenPhone, Server

MOST_TAPS_A_TILE = 1.5
TILES = 16
OPENED = (("red", 0, 0, 0), ("yellow", 1, 0, 0), ("green", 2, 0, 0), ("blue", 3, 0, 0))
"""A straight of each colour, side by side."""


def test_a_tile_is_at_most_one_and_a_half_taps_on_the_open_ends(phone: OpenPhone, server: Server) -> None:
    table = match(server.port, 4, difficulty="easy")
    page = table.sit(phone(size=(360, 640), expects=EXPECTED), 0)
    shown, taps = page.locator("#shown"), 0
    for seat, (colour, x, y, turn) in enumerate(OPENED):
        table.move("lay", seat=seat, tile={"x": x, "y": y, "kind": "straight", "colour": colour, "turn": turn})
    expect(shown).to_have_attribute("data-version", "4")
    version = 4
    for tile in range(TILES):
        ghosts = page.locator("#desk button[value*=':']")
        expect(ghosts.first).to_be_visible()
        (page.locator("#desk button[name=_next]") if tile else ghosts).first.click()
        taps += 1
        if tile:
            version += 1
            expect(shown).to_have_attribute("data-version", str(version))
        expect(page.locator("#desk button[aria-pressed=true]")).to_have_count(1)
        if tile % 4 == 3:
            before = page.locator("#desk button[aria-pressed=true]").get_attribute("value")
            page.locator("#desk button[aria-pressed=true]").click()
            taps += 1
            expect(page.locator("#desk button[aria-pressed=true]")).not_to_have_attribute("value", before or "")
        expect(page.locator("#desk .piece.new")).to_have_count(1)
    page.locator("#record").click()
    taps += 1
    expect(shown).to_have_attribute("data-version", str(version + 1))
    assert taps / TILES <= MOST_TAPS_A_TILE
