"""With the colours of the system forced upon the page: what is chosen can still be told from what is not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.e2e.evening import Evening, land_unter, tap
from tests.e2e.stage import OpenPhone, Server
from tests.e2e.test_limits import begin
from tests.e2e.test_small_windows import nile

EDGE = "one => getComputedStyle(one).borderTopWidth"


def looked_at(page: Page, evening: Evening) -> Page:
    """The host's board, in the colours of the system."""
    evening.sit(page, 0)
    page.emulate_media(forced_colors="active")
    return page


def limits(port: int) -> Evening:
    """A match of Limits that waits for its first card."""
    evening = begin(port, "counted")
    evening.move("start", seat=0)
    return evening


@pytest.mark.parametrize(
    ("new", "name", "value"), [(land_unter, "whole", 3), (limits, "numbers.red", 3)], ids=["land-unter", "limits"]
)
def test_a_number_that_is_tapped_looks_different_from_before(
    phone: OpenPhone, server: Server, new: Callable[[int], Evening], name: str, value: int
) -> None:
    page = looked_at(phone(), new(server.port))
    face = page.locator(f"input[name='{name}'][value='{value}'] + .face")
    before = face.screenshot()
    if new is land_unter:
        tap(page, name, value)
    else:
        face.click()

    assert face.screenshot() != before


def test_a_button_that_is_pressed_and_a_tab_that_is_open_have_a_thick_edge(phone: OpenPhone, server: Server) -> None:
    page = looked_at(phone(), nile(server.port))

    [opened, *others] = page.locator(".tabs .btn").all()
    assert opened.get_attribute("aria-current") == "true"
    assert "4px" not in {one.evaluate(EDGE) for one in others}
    assert opened.evaluate(EDGE) == "4px"


def test_the_large_button_has_an_edge(phone: OpenPhone) -> None:
    page = phone()
    page.goto("/tables/new")
    page.emulate_media(forced_colors="active")

    assert page.locator(".foot .btn.main").evaluate(EDGE) != "0px"
