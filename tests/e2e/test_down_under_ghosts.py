"""A match followed tile by tile on its open ends alone: a tap lays the likeliest tile, the next player's tap records it."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.evening import Evening
from tests.e2e.laying import EXPECTED, cell, match
from tests.e2e.stage import OpenPhone, Server, accessibility_faults

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


def test_the_table_is_turned_to_whoever_sits_opposite_and_shows_what_was_placed_last(
    phone: OpenPhone, server: Server
) -> None:
    table = match(server.port, 2)
    for seat, (x, y) in enumerate(OPENED):
        tile = {"x": x, "y": y, "kind": "straight", "colour": ("red", "yellow")[seat], "turn": 0}
        table.move("lay", seat=seat, tile=tile)
    page = table.sit(phone(size=(360, 640), expects=EXPECTED), 0)
    page.locator(".news b").click()
    laid = page.locator("#desk .laid")
    assert laid.evaluate("one => one.getAnimations().length") == 1

    page.get_by_role("button", name="Turn the table").click()
    north, south = (page.locator(f"#cell-0-{y}").bounding_box() for y in ("-1", "1"))
    assert north
    assert south
    assert north["y"] > south["y"]
    page.locator("#cell-0-1").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#cell-0--1")).to_be_focused()
    cell(page, 0, 1)
    expect(page.locator("[id='cell-0-1'][aria-pressed=true]")).to_have_count(1)
    page.get_by_role("button", name="Turn the table").click()
    north, south = (page.locator(f"#cell-0-{y}").bounding_box() for y in ("-1", "1"))
    assert north
    assert south
    assert north["y"] < south["y"]


OUT_OF_SIGHT = """() => [...document.querySelectorAll(".desk, .tiles .face, .tiles .btn, .herd .face")]
  .filter(one => one.getBoundingClientRect().bottom + scrollY > document.querySelector(".foot").getBoundingClientRect().top)
  .map(one => one.textContent)"""
"""What has to be scrolled to."""


@pytest.mark.parametrize(
    ("size", "locale", "animals"),
    [
        ((360, 640), "fr-FR", False),
        ((360, 640), "de-DE", True),
        ((390, 844), "es-ES", True),
        ((1366, 768), "en-GB", True),
    ],
)
def test_the_table_and_all_that_is_tapped_for_a_tile_stand_on_the_screen(
    phone: OpenPhone, server: Server, size: tuple[int, int], locale: str, *, animals: bool
) -> None:
    table = match(server.port, 4, animals=animals, area="second")
    for y in range(5):
        table.move("lay", seat=0, tile={"x": 0, "y": y, "kind": "straight", "colour": "red", "turn": 0})
    for seat, colour in enumerate(("yellow", "green", "blue"), 1):
        tile = {"x": seat, "y": 3 * seat, "kind": "straight", "colour": colour, "turn": 0}
        table.move("lay", seat=seat, tile=tile)
    page = table.sit(phone(locale=locale, size=size, expects=EXPECTED), 0)
    assert page.evaluate(OUT_OF_SIGHT) == []
    page.locator("#desk button[value*=':curve']").first.click()
    expect(page.locator("#desk .piece.new")).to_have_count(1)
    expect(page.locator(".herd .face")).to_have_count(5 if animals else 0)
    assert page.evaluate(OUT_OF_SIGHT) == []


SPENT: Final = (
    *(("straight", x, 0, 90) for x in range(4)),
    ("curve", 4, 0, 180), ("curve", 4, 1, 0), ("curve", 5, 1, 180), ("curve", 5, 2, 0), ("curve", 6, 2, 180),
    ("curve", 6, 3, 0), ("curve", 7, 3, 180), ("straight", 7, 4, 0), ("straight", 7, 5, 0), ("straight", 7, 6, 0),
    ("curve", 7, 7, 270), ("curve", 6, 7, 0),
)  # fmt: skip
"""All straights and curves of one colour, in one route."""


def test_the_board_says_who_can_only_end_their_route_and_how_long_a_finished_one_is(
    phone: OpenPhone, server: Server
) -> None:
    table = match(server.port, 4, difficulty="easy")
    for kind, x, y, turn in SPENT:
        table.move("lay", seat=3, tile={"x": x, "y": y, "kind": kind, "colour": "blue", "turn": turn})
    others_lay(table, 0)
    page = table.sit(phone(size=(360, 640), expects=EXPECTED), 3)
    foot = page.locator(".foot")
    expect(foot).to_contain_text("Dora can only place an end tile.")
    foot.get_by_role("button").first.click()
    expect(page.locator(".news")).to_contain_text("Dora placed an end tile")
    expect(page.locator(".news")).not_to_contain_text("is finished")

    others_lay(table, 1)
    expect(foot).to_contain_text("Dora can only place an end tile.")
    foot.get_by_role("button").first.click()
    expect(page.locator(".news")).to_contain_text("Dora’s route is finished: 18")
    assert accessibility_faults(page) == []


def others_lay(table: Evening, x: int) -> None:
    """One more straight for each of the three others, in this column."""
    for seat, colour in enumerate(("red", "yellow", "green")):
        table.move("lay", seat=seat, tile={"x": x, "y": 3 + seat, "kind": "straight", "colour": colour, "turn": 90})
