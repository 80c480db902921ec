"""The end of a match: the winner's colour on every phone and the television at once, and what moves only where it may."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from tests.conformance.playing import PACKAGES, golden
from tests.e2e.boards import is_in_state
from tests.e2e.evening import beginning, call
from tests.e2e.stage import OVER, OpenPhone, Server, accessibility_faults, first_early
from tests.servers import wait_until

GROUND = "selector => getComputedStyle(document.querySelector(selector)).backgroundColor"
EMBLEM_OUTSIDE = """[...document.querySelectorAll('.seal')].filter(seal => {
  const [ground, emblem] = [seal, seal.firstElementChild].map(one => one.getBoundingClientRect());
  return emblem.top < ground.top || emblem.bottom > ground.bottom;
}).map(seal => seal.className)"""
STANDS = "document.getAnimations().every(one => one.playState === 'finished')"
MOVES = "document.getAnimations().filter(one => one.effect.target.closest('.won, .over')).length"


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
        expect(page.locator(".crown")).to_be_in_viewport()

    assert len({lit(page) for page in pages}) == 1
    for page in pages[:2]:
        expect(page.locator(".foot .btn.main")).to_be_in_viewport(ratio=1)
        assert page.evaluate(OVER) <= 0
    for page in pages:
        stands_still(page)
        assert accessibility_faults(page) == []
    expect(pages[1].locator(".rank li").last).to_be_in_viewport(ratio=1)
    for page in pages:
        assert page.evaluate(EMBLEM_OUTSIDE) == []


def test_the_colour_opens_from_the_middle_and_stands_still_at_once_where_nothing_may_move(
    phone: OpenPhone, server: Server
) -> None:
    evening, (last,) = beginning(server, "land_unter", -1)
    moving, still = evening.sit(phone(), 0), evening.sit(phone(), 1)
    for page in (moving, still):
        is_in_state(page, "live")
    moving.emulate_media(reduced_motion="no-preference")
    evening.move(**last)
    for page in (moving, still):
        expect(page.locator(".won h1")).to_be_attached()

    assert moving.evaluate(MOVES) > 0
    assert still.evaluate(MOVES) == 0


def test_the_end_is_there_without_a_script_and_leads_the_host_to_a_rematch(phone: OpenPhone, server: Server) -> None:
    evening, (last,) = beginning(server, "land_unter", -1)
    page = evening.sit(phone(javascript=False), 0)
    evening.move(**last)
    page.reload()
    expect(page.locator(".won h1")).to_contain_text("wins")
    expect(page.locator(".rank li")).to_have_count(len(evening.seats))
    page.context.add_cookies([{"name": "device", "value": evening.host, "url": server.url}])
    page.goto(evening.board)

    expect(page.locator(".foot .btn.main")).to_contain_text("Save as picture")
    expect(page.locator(".foot #again")).to_contain_text("Play again")


def test_a_second_win_of_the_same_evening_is_told_on_every_screen(phone: OpenPhone, server: Server) -> None:
    evening, (last,) = beginning(server, "land_unter", -1)
    evening.move(**last)
    one = golden("land_unter")[0]
    wanted = {"game": "land-unter", "options": one["options"]}
    again = replace(evening, match=call(server.port, f"/tables/{evening.table}/matches", wanted, evening.host)["match"])
    page, television = again.sit(phone(), 1), phone(size=(1280, 720))
    for move in one["moves"]:
        again.move(**move)
    page.reload()
    television.goto(f"/tv/{evening.table}")

    for screen in (page, television):
        expect(screen.locator(".milestone")).to_contain_text("2 wins in a row for")
