"""Matches of Down Under played through on phones, tablets and a television: at every turn all that is needed is on the screen."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.evening import moments
from tests.e2e.laying import EXPECTED, match
from tests.e2e.stage import OVER, OpenPhone, Server
from tests.games.down_under.playthroughs import random_game
from tests.rings import few_first

SIZES = [(360, 640), (390, 844), (820, 1180), (1280, 800)]
MATCHES = [(4, 3, {}), (3, 5, {}), (2, 2, {"variant": "two_routes"}), (3, 7, {"animals": True})]
"""How many play, the seed of the moves, the options."""


FAULTS = """version => {
  const whole = (one) => {
    const box = one.getBoundingClientRect();
    const foot = document.querySelector(".foot");
    const end = foot.contains(one) ? innerHeight : foot.getBoundingClientRect().top;
    return box.height > 0 && box.top >= 0 && box.left >= 0 && box.right <= innerWidth + .5 && box.bottom <= end + .5;
  };
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.offsetParent);
  const found = [];
  if (scrollY) found.push("it is scrolled");
  const figures = seen(seen(".chips").length ? ".chips .btn" : ".du-scores .tot");
  if (!figures.length || !figures.every(whole)) found.push("a score is out of sight");
  if (version && !seen(".news .btn, .undo .btn").some(whole)) found.push("no undo in sight");
  const tasks = seen(".foot :is(.btn.main, .ends .btn, .for summary), .panel .tiles :is(.face, .btn)");
  if (!tasks.length || !tasks.every(whole)) found.push("not all that is to be tapped is in sight");
  return found;
}"""
"""What of a board that goes on is not on the screen: figures, undo, what is to be tapped."""


def faults(page: Page, version: int) -> list[str]:
    """What is wrong with the page as it stands."""
    wide = page.evaluate(OVER)
    goes_on = page.locator("main.du:not(.ended)").count()
    return [*([f"{wide} px too wide"] if wide > 0 else []), *(page.evaluate(FAULTS, version) if goes_on else [])]


@pytest.mark.ring("test")
@pytest.mark.parametrize(("players", "seed", "chosen"), few_first(MATCHES, 1))
def test_at_every_turn_of_a_played_match_all_that_is_needed_is_on_the_screen(
    phone: OpenPhone, server: Server, players: int, seed: int, chosen: dict[str, Any]
) -> None:
    usual = {"variant": "none", "animals": False, "difficulty": "recommended"}
    _, options, moves = random_game(random.Random(seed), {**usual, **chosen}, players)
    table = match(server.port, players, **options)
    pages = [table.sit(phone(size=size, expects=EXPECTED), at % players) for at, size in enumerate(SIZES)]
    found, looks = [], moments(moves)
    for version, move in enumerate([None, *moves]):
        if move:
            table.move(**move)
        if version not in looks:
            continue
        for page in pages:
            expect(page.locator("#shown")).to_have_attribute("data-version", str(version))
            found += [f"turn {version}, {page.viewport_size}: {fault}" for fault in faults(page, version)]
    assert not found, "\n".join(found)


@pytest.mark.ring("test")
def test_with_text_twice_as_large_the_table_keeps_three_fifths_of_the_height(phone: OpenPhone, server: Server) -> None:
    _, options, moves = random_game(
        random.Random(3), {"animals": False, "difficulty": "recommended", "variant": "none"}, 4
    )
    table = match(server.port, 4, **options)
    for move in moves[:17]:
        table.move(**move)
    for at, (width, height) in enumerate([(360, 640), (390, 844), (1280, 800)]):
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
