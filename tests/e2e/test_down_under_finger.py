"""A route followed with a finger: counted while it is drawn, gone on with after a lift, saved by a button, judged, the result."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.laying import EXPECTED, match
from tests.e2e.stage import OpenPhone, Server, accessibility_faults
from tests.there import there

Cells = Sequence[tuple[int, int]]
LONG = ((1, 1), (7, 1), (7, 9), (1, 9), (1, 2), (3, 2))
"""A route of 30 by its corners."""


def swipe(page: Page, corners: Cells, *, steps: int = 6) -> None:
    """A finger put down and drawn from cell to cell, not lifted."""
    page.locator(f"[id='cell-{corners[0][0]}-{corners[0][1]}']").scroll_into_view_if_needed()
    for number, (x, y) in enumerate(corners):
        box = there(page.locator(f"[id='cell-{x}-{y}']").bounding_box())
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=steps if number else 1)
        if not number:
            page.mouse.down()


@pytest.mark.ring("test")
def test_a_route_of_27_and_more_is_one_swipe_the_number_the_drawing_the_ruling(phone: OpenPhone) -> None:
    page = phone(size=(360, 640), expects=EXPECTED)
    page.goto("/judge/down-under/walk")
    count = page.locator("[data-count]")
    swipe(page, ((1, 1), (4, 1)))
    expect(count).to_have_text("4")
    page.mouse.up()
    expect(page.locator("#so-far")).to_have_text("The route has 4 paths.")

    swipe(page, ((1, 1), (7, 1), (4, 1), (4, 3)))
    expect(count).to_have_text("6")
    page.mouse.up()
    expect(page.locator("#so-far")).to_have_text("The route has 6 paths.")

    swipe(page, LONG)
    expect(count).to_have_text("30")
    page.mouse.up()
    expect(page.locator("#so-far")).to_have_text("The route has 30 paths.")
    assert page.locator("#sketch .drawn circle + text").all_text_contents() == [str(number) for number in range(1, 31)]
    page.get_by_role("button", name="Get the ruling").click()
    expect(page.locator("#verdict h1")).to_have_text("The route has 30 paths.")
    assert accessibility_faults(page) == []


def test_a_route_is_followed_with_the_keyboard(phone: OpenPhone, server: Server) -> None:
    table = match(server.port, 2, depth="routes")
    page = table.sit(phone(size=(1280, 800), expects=EXPECTED), 0)
    page.locator("#cell-2-2").focus()
    page.keyboard.press("Enter")
    expect(page.locator("input[name='cells.0']")).to_have_count(2)
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    expect(page.locator("#cell-2-6")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main [role=status].hide")).to_have_text("5 paths")
    page.locator("#record").press("Enter")
    expect(page.locator(".news")).to_contain_text("Ana’s route has 5 paths")


@pytest.mark.ring("test")
def test_a_finger_may_be_lifted_and_goes_on_and_the_button_alone_saves(phone: OpenPhone, server: Server) -> None:
    table = match(server.port, 2, depth="routes")
    page = table.sit(phone(size=(360, 640), expects=EXPECTED), 0)
    count = page.locator("main [role=status].hide")
    for stroke, paths in (
        (((2, 2), (2, 6)), 5),
        (((2, 6), (5, 6)), 8),  # On from the last cell.
        (((5, 5), (5, 4)), 10),  # On from the cell beside it.
        (((5, 4), (5, 6)), 8),  # Back from the last cell erases,
        (((4, 6), (2, 6)), 5),  # and so does back from the cell before it.
        (((6, 1), (8, 1)), 3),  # Elsewhere another route begins.
    ):
        swipe(page, stroke)
        page.mouse.up()
        expect(count).to_have_text(f"{paths} paths")
        assert page.locator("#shown").get_attribute("data-version") == "0"
    expect(page.locator("#record")).to_contain_text("Save Ana’s route")
    page.locator("#record").click()
    expect(page.locator(".news")).to_contain_text("Ana’s route has 3 paths")
