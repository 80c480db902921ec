"""The replay of a match by hand and as a film, and the picture of its result."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.boards import is_in_state, until
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


SHARES = """(() => {
  window.shared = [];
  navigator.canShare = ({ files }) => files.every(one => one.type === 'image/png');
  navigator.share = ({ files }) => { shared.push(files[0].name); return SHARED; };
})()"""


@pytest.mark.parametrize("answer", ["Promise.resolve()", "Promise.reject(new DOMException('closed', 'AbortError'))"])
def test_the_result_is_shared_where_a_page_may_and_a_closed_list_of_apps_saves_nothing(
    phone: OpenPhone, server: Server, answer: str
) -> None:
    evening, (last,) = beginning(server, "land_unter", -1)
    evening.move(**last)
    page = phone(at=f"http://127.0.0.1:{server.port}")
    page.add_init_script(SHARES.replace("SHARED", answer))
    saved: list[str] = []
    page.on("download", lambda download: saved.append(download.suggested_filename))
    page.goto(evening.board)
    assert page.evaluate("isSecureContext")
    page.get_by_role("link", name="Save as picture").click()
    until(page, "shared.length")
    page.get_by_role("link", name="Save as picture").click()
    until(page, "shared.length === 2")
    assert (page.evaluate("shared"), saved) == (["land-unter.png"] * 2, [])
