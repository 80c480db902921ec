"""Matches of Down Under played through on phones, tablets and a television: at every turn all that is needed is on the screen."""

import random
import re

import pytest
from playwright.sync_api import expect

from tests.e2e.laying import EXPECTED, match
from tests.e2e.stage import OVER, OpenPhone, Server
from tests.games.down_under.playthroughs import random_game


@pytest.mark.ring("test")
def test_with_text_twice_as_large_the_table_keeps_three_fifths_of_the_height(phone: OpenPhone, server: Server) -> None:
    _, options, moves = random_game(
        random.Random(3), {"animals": False, "difficulty": "recommended", "variant": "none"}, 4
    )
    table = match(server.port, 4, **options)
    for move in moves[:17]:
        table.move(**move)
    for at, (width, height) in enumerate([(360, 640), (390, 844), (820, 1180), (1280, 800)]):
        page = table.sit(phone(size=(width, height)), at)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        desk, foot, news = (page.locator(one).bounding_box() for one in ("#desk", ".foot", ".news"))
        assert desk
        assert foot
        assert news
        assert desk["height"] >= 0.59 * height
        assert desk["y"] + desk["height"] <= foot["y"]
        assert news["height"] <= 0.17 * height
        assert page.evaluate(OVER) <= 0


def test_a_table_that_lies_across_is_turned_to_be_tall_once_and_to_every_side_by_a_button(
    phone: OpenPhone, server: Server
) -> None:
    table = match(server.port, 2)
    page = table.sit(phone(size=(390, 844), expects=EXPECTED), 0)
    for x in range(5):
        for seat, colour in enumerate(("red", "yellow")):
            table.move("lay", seat=seat, tile={"x": x, "y": seat, "kind": "straight", "colour": colour, "turn": 90})
    expect(page.locator("#desk .piece")).to_have_count(10)
    grid = page.locator("#desk .grid")
    for is_tall in (True, False, True, False):
        box = grid.bounding_box()
        assert box
        assert (box["height"] > box["width"]) is is_tall
        assert page.evaluate(OVER) <= 0
        page.locator("#desk button[value^='5,0:']").click()  # Red goes on to the east, whichever side that is.
        expect(page.locator("[id='cell-5-0'][aria-pressed=true]")).to_have_count(1)
        page.reload()
        page.locator("#drawer > summary").click()
        page.get_by_role("button", name="Rotate the table").click()


@pytest.mark.ring("test")
def test_on_the_television_the_newest_tile_has_a_whole_line_round_it_and_the_area_dots(
    phone: OpenPhone, server: Server
) -> None:
    table = match(server.port, 2)
    for seat, colour in enumerate(("red", "yellow")):
        table.move("lay", seat=seat, tile={"x": seat, "y": 0, "kind": "straight", "colour": colour, "turn": 0})
    television = phone(size=(1280, 720))
    television.goto(f"/tv/{table.table}")
    outline = television.locator(".lying .laid")
    expect(outline).to_be_visible()
    expect(outline).not_to_have_attribute("stroke-dasharray", re.compile("."))
    expect(television.locator(".lying .chosen:not([visibility=hidden])")).to_have_count(0)
