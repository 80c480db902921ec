"""The end of a match: the winner's colour on every phone and the television at once, and what moves only where it may."""

import pytest
from playwright.sync_api import Page, expect

from tests.conformance.playing import PACKAGES
from tests.e2e.boards import is_in_state
from tests.e2e.evening import beginning, match_of
from tests.e2e.stage import OVER, OpenPhone, Server, accessibility_faults, first_early
from tests.servers import wait_until

GROUND = "selector => getComputedStyle(document.querySelector(selector)).backgroundColor"
EMBLEM_OUTSIDE = """[...document.querySelectorAll('.seal')].filter(seal => {
  const [ground, emblem] = [seal, seal.firstElementChild].map(one => one.getBoundingClientRect());
  return emblem.top < ground.top || emblem.bottom > ground.bottom;
}).map(seal => seal.className)"""
STANDS = "document.getAnimations().every(one => one.playState === 'finished')"


def lit(page: Page) -> str:
    """The colour that fills the page."""
    colour: str = page.evaluate(GROUND, ".over" if "/tv/" in page.url else ".won")
    return colour


def stands_still(page: Page) -> None:
    """Wait until all that moves has come to rest."""
    wait_until(lambda: bool(page.evaluate(STANDS)), "all that moves has come to rest")


@pytest.mark.parametrize("package", first_early(*PACKAGES))
def test_the_winners_colour_fills_two_phones_and_the_television_at_once(
    phone: OpenPhone, server: Server, package: str
) -> None:
    evening, (last,) = beginning(server, package, -1)
    pages = [evening.sit(phone(), 0), evening.sit(phone(size=(360, 640)), 1), phone(size=(1920, 1080))]
    pages[2].goto(f"/tv/{evening.table}")
    for page in pages:
        is_in_state(page, "live")
        page.emulate_media(reduced_motion="no-preference")
    evening.move(**last)
    for page in pages:
        expect(page.locator(".won h1")).to_be_in_viewport()
        expect(page.locator(".crown").first).to_be_in_viewport()

    assert len({lit(page) for page in pages}) == 1
    for page in pages[:2]:
        expect(page.locator(".foot .btn.main")).to_be_in_viewport(ratio=1)
        assert page.evaluate(OVER) <= 0
    for page in pages:
        stands_still(page)
        assert accessibility_faults(page) == []
    expect(pages[1].locator(".won .rank li").last).to_be_in_viewport(ratio=1)
    for page in pages:
        assert page.evaluate(EMBLEM_OUTSIDE) == []


@pytest.mark.ring("test")
@pytest.mark.parametrize("package", ["down_under", "nile"])
def test_the_final_board_is_the_largest_thing_on_the_television(phone: OpenPhone, server: Server, package: str) -> None:
    evening, (last,) = beginning(server, package, -1)
    television = phone(size=(1280, 720))
    television.goto(f"/tv/{evening.table}")
    evening.move(**last)
    drawing = television.locator(".over .lying svg").first
    expect(drawing).to_be_in_viewport(ratio=1)
    box = drawing.bounding_box()
    assert box
    assert box["height"] >= 0.75 * 720
    expect(television.locator(".rank li").last).to_be_in_viewport(ratio=1)
    expect(television.locator(".to-join")).to_be_in_viewport(ratio=1)


@pytest.mark.ring("test")
def test_a_shared_win_has_a_crown_for_each_and_the_colour_of_none(phone: OpenPhone, server: Server) -> None:
    evening = match_of(server.port, "down-under", 3, depth="result")
    page, television = evening.sit(phone(size=(360, 640)), 2), phone(size=(1280, 720))
    television.goto(f"/tv/{evening.table}")
    evening.move("from_paper", routes=[{"length": 12}, {"length": 19}, {"length": 19}])
    grounds = set()
    for one in (page, television):
        expect(one.locator(".crown")).to_have_count(2)
        assert (
            one.evaluate(
                "new Set([...document.querySelectorAll('.rays path')].map(p => getComputedStyle(p).fill)).size"
            )
            == 2
        )
        assert accessibility_faults(one) == []
        grounds.add(lit(one))
    assert grounds == {"rgb(51, 38, 28)"}
    drawing = page.evaluate("async path => (await fetch(path)).text()", f"/m/{evening.match_id}/picture.svg")
    assert drawing.count('href="#crown"') == 2
    assert "#33261c" in drawing
