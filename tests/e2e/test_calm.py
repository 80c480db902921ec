"""What a finger is on stays where it is: no tap, taken or refused, moves the part of the board with the buttons."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.boards import LOST, REFUSED, is_in_state, shows
from tests.e2e.boards import tap as tap_number
from tests.e2e.evening import land_unter
from tests.e2e.stage import OpenPhone, Server, drawn

LANGUAGES = ("en-GB", "de-DE")
STILL_PIXELS = 4
"""By so much a line may grow or shrink when it says something else."""


def place(what: Locator) -> tuple[float, float]:
    """Where the upper and the lower edge of it stand in the window."""
    box = what.bounding_box()
    assert box is not None
    return box["y"], box["y"] + box["height"]


def tap(page: Page, what: Locator) -> None:
    """A finger on the middle of it, and no more: Playwright's own taps scroll the page first, now and then."""
    box = what.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def level(page: Page, number: int) -> Locator:
    """A level of the water among those turned up."""
    return page.locator(f".nums.left input[name=levels][value='{number}'] + .face")


def moved(page: Page, what: Locator) -> float:
    """How far an edge of it has moved after a tap on it was answered."""
    before = place(what)
    with drawn(page, "preview|moves"):
        tap(page, what)
    return max(abs(now - then) for now, then in zip(place(what), before, strict=True))


@pytest.mark.parametrize("locale", LANGUAGES)
def test_the_first_tap_of_a_round_of_land_unter_moves_nothing(phone: OpenPhone, server: Server, locale: str) -> None:
    evening = land_unter(server.port, 4)
    evening.count_all_rings(4)
    page = evening.sit(phone(locale=locale), 0)
    is_in_state(page, "live")

    assert moved(page, level(page, 4)) <= STILL_PIXELS
    expect(level(page, 4).locator("..").locator("input")).to_be_checked()


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "es-ES", "fr-FR"])
def test_the_head_of_a_board_keeps_its_height_when_the_connection_is_lost(
    phone: OpenPhone, server: Server, locale: str
) -> None:
    page = land_unter(server.port, 4).sit(phone(locale=locale, expects=LOST), 0)
    is_in_state(page, "live")
    main = page.locator("main")
    before = place(main)[0]
    page.route("**/board", lambda route: route.abort())
    page.evaluate("dispatchEvent(new Event('offline'))")
    is_in_state(page, "off")

    assert place(main)[0] == before


@pytest.mark.ring("test")
def test_a_refused_trick_stays_under_the_finger_with_the_notice_below_it(phone: OpenPhone, server: Server) -> None:
    evening = land_unter(server.port, 4)
    evening.count_all_rings(4)
    page = evening.sit(phone(expects=REFUSED), 0)
    is_in_state(page, "live")
    before = place(level(page, 4))
    tap(page, page.locator(".foot .btn.main"))
    expect(page.locator("#problem")).to_be_in_viewport(ratio=1)

    assert place(level(page, 4)) == pytest.approx(before, abs=STILL_PIXELS)


def test_what_does_not_get_through_is_said_above_the_large_button_and_moves_nothing(
    phone: OpenPhone, server: Server
) -> None:
    evening = land_unter(server.port, 4)
    page = evening.sit(phone(expects=LOST), 0)
    is_in_state(page, "live")
    for name, value in (("whole", 4), ("half", 2)):
        tap_number(page, name, value)
    expect(page.locator(".foot .tally")).to_be_visible()
    chosen = page.locator("input[name=half][value='2'] + .face")
    before = place(chosen)
    page.route("**/moves", lambda route: route.abort())
    tap(page, page.locator(".foot .btn.main"))

    said = page.locator(".foot > #unsent")
    expect(said).to_be_focused()
    assert place(chosen) == before
    assert place(said)[1] <= place(page.locator(".foot .btn.main"))[0]
    evening.move("count_rings", seat=1, rings=5)
    shows(page, 1)
    expect(said).to_contain_text("Not saved yet")
    expect(said).to_be_focused()
    assert place(said)[1] <= place(page.locator(".foot .btn.main"))[0]


def test_what_an_entry_of_others_leaves_alone_stays_the_very_same_element(phone: OpenPhone, server: Server) -> None:
    evening = land_unter(server.port, 4)
    evening.count_all_rings(4)
    page = evening.sit(phone(), 0)
    is_in_state(page, "live")
    evening.move("trick", levels=[1, 2], highest=0, second=1)
    notches = page.locator(".trace li")
    expect(notches.nth(1)).to_have_class("now")
    page.evaluate("document.querySelectorAll('.trace li').forEach(one => (one.stood = true))")
    evening.move("trick", levels=[3, 4], highest=1, second=2)
    expect(notches.nth(2)).to_have_class("now")

    stood = notches.evaluate_all("all => all.map(one => Boolean(one.stood))")
    assert stood == [True, False, False, *[True] * 9]
