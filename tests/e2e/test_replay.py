"""The replay of a match by hand and as a film, and the picture of its result."""

from playwright.sync_api import Page, expect

from tests.e2e.boards import is_in_state
from tests.e2e.evening import beginning
from tests.e2e.stage import OpenPhone, Server, accessibility_faults


def test_steps_follow_in_one_place_and_nothing_plays_where_nothing_may_move(phone: OpenPhone, server: Server) -> None:
    evening, (last,) = beginning(server, "land_unter", -1)
    evening.move(**last)
    page = phone(size=(360, 640))
    page.goto(f"{evening.board}/replay?step=2")
    expect(page.locator("#plays")).to_be_hidden()
    page.locator("#later").click()
    expect(page.locator("#shown")).to_have_attribute("data-version", "3")
    page.locator("#earlier").click()
    expect(page.locator("#shown")).to_have_attribute("data-version", "2")
    assert accessibility_faults(page) == []


def open_with_motion(television: Page, path: str) -> None:
    """The table screen, its motion there, on a clock that can be put forward."""
    with television.expect_event("requestfinished", lambda request: "motion" in request.url):
        television.goto(path)
    is_in_state(television, "live")


def test_after_the_end_the_television_plays_the_film_once_by_itself(phone: OpenPhone, server: Server) -> None:
    evening, (last,) = beginning(server, "points", -1)
    television = phone(size=(1280, 720))
    television.clock.install()
    television.emulate_media(reduced_motion="no-preference")
    open_with_motion(television, f"/tv/{evening.table}")
    version = evening.move(**last)
    expect(television.locator(".won")).to_be_attached()
    television.clock.fast_forward(30_000)
    television.wait_for_url("**/replay?screen=yes")
    expect(television.locator("#shown")).to_have_attribute("data-version", str(version))
    with television.expect_event("requestfinished", lambda request: "motion" in request.url):
        television.wait_for_url(f"**/tv/{evening.table}")
    television.clock.fast_forward(60_000)
    expect(television.locator(".won")).to_be_attached()
    assert television.url.endswith(f"/tv/{evening.table}")
