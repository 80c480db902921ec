"""Hands on the table of Down Under: a match, a tap on a cell, a tile laid, the numbers read off."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from companion.games.down_under.rules.components import COLOURS
from tests.e2e.boards import entered
from tests.e2e.evening import Evening, match_of
from tests.there import there

EXPECTED = (r"status of 4(00|09|22)",)
"""What the browser says of an answer that did not take an entry, and of a tap that was overtaken by the next one."""


def match(port: int, players: int, **options: object) -> Evening:
    return match_of(port, "down-under", players, **options)


def lays(seat: int, x: int, y: int = 0, kind: str = "straight", turn: int = 0, **more: str) -> dict[str, Any]:
    """A move of whoever sits there: a tile of their colour, laid in that cell."""
    tile = {"x": x, "y": y, "kind": kind, "colour": COLOURS[seat], "turn": turn}
    return {"kind": "lay", "seat": seat, "tile": tile | more}


def cell(page: Page, x: int, y: int) -> None:
    page.locator(f"[id='cell-{x}-{y}']").click()


def numbers(page: Page) -> list[int]:
    """The numbers on the drawing, in order; without a script, once the page is there to its end."""
    page.wait_for_load_state("domcontentloaded")
    return sorted(int(text) for text in page.locator("#desk .drawn circle + text").all_text_contents())


def laid(page: Page, kind: str, x: int, y: int, turn: int) -> None:
    """A tile laid in a match: the cell, the shape, taps until it lies right, the main button."""
    before = entered(page)
    shown(page, kind, x, y, turn)
    page.locator("#record").click()
    page.locator(f"#shown[data-version='{before + 1}'], #problem").first.wait_for(state="attached")


def shown(page: Page, kind: str, x: int, y: int, turn: int) -> None:
    """A tile shown in a match as it would lie, and not laid yet."""
    if page.locator(f"[id='cell-{x}-{y}']").get_attribute("aria-pressed") is None:
        cell(page, x, y)
    expect(page.locator("input[name='_shown']")).to_have_value(re.compile(f"^{x},{y},"))
    if not page.locator(f"input[name='tile.kind'][value='{kind}']").is_checked():
        page.locator(f"label:has(input[name='tile.kind'][value='{kind}'])").click()
        if page.get_by_role("button", name="Use this").count():
            page.get_by_role("button", name="Use this").click()
    expect(page.locator("input[name='_shown']")).to_have_value(re.compile(f"^{x},{y},{kind},"))
    lies = page.locator("input[name='tile.turn']")
    for _ in range(4):
        now = lies.input_value()
        if now == str(turn):
            break
        page.locator("#turn").click()
        expect(lies).not_to_have_value(now)
    expect(lies).to_have_value(str(turn))


def drag_corners(page: Page, corners: list[tuple[float, float]]) -> None:
    photo = there(page.locator("dialog .second canvas").first.bounding_box())
    for number, (x, y) in enumerate(corners):
        handle = there(page.locator("dialog .corner").nth(number).bounding_box())
        page.mouse.move(handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
        page.mouse.down()
        page.mouse.move(photo["x"] + x * photo["width"], photo["y"] + y * photo["height"], steps=3)
        page.mouse.up()
