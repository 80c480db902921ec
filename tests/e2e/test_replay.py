"""The replay of a match by hand and as a film, and the picture of its result."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.stage import OpenPhone, Server, accessibility_faults
from tests.e2e.test_the_end import before_the_end


def test_steps_follow_in_one_place_and_nothing_plays_where_nothing_may_move(phone: OpenPhone, server: Server) -> None:
    evening, last = before_the_end(server, "land_unter")
    evening.move(**last)
    page = phone(size=(360, 640))
    page.goto(f"{evening.board}/replay?step=2")
    expect(page.locator("#plays")).to_be_hidden()
    page.locator("#later").click()
    expect(page.locator("#shown")).to_have_attribute("data-version", "3")
    page.locator("#earlier").click()
    expect(page.locator("#shown")).to_have_attribute("data-version", "2")
    assert accessibility_faults(page) == []


def test_the_film_plays_on_the_television_until_it_is_paused(phone: OpenPhone, server: Server) -> None:
    evening, last = before_the_end(server, "land_unter")
    evening.move(**last)
    television = phone(size=(1280, 720))
    television.emulate_media(reduced_motion="no-preference")
    television.goto(f"{evening.board}/replay?screen=yes")
    expect(television.locator("#shown")).to_have_attribute("data-version", "2")
    television.get_by_role("button", name="Pause").click()
    expect(television.get_by_role("button", name="Play")).to_be_visible()


def test_the_result_is_saved_as_a_picture_where_nothing_can_be_shared(phone: OpenPhone, server: Server) -> None:
    evening, last = before_the_end(server, "land_unter")
    page = evening.sit(phone(), 0)
    evening.move(**last)
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as picture").click()
    assert download.value.suggested_filename == "land-unter.png"
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
