"""Looking back and taking a name away, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.evening import Evening, land_unter
from tests.e2e.stage import OpenPhone, Server
from tests.e2e.test_results import finished


def host_of(evening: Evening, page: Page) -> Page:
    """The phone, hosting the table."""
    page.context.add_cookies([{"name": "device", "value": evening.host, "url": page.url}])
    return page


@pytest.mark.ring("test")
def test_an_open_board_loses_the_name_by_itself(server: Server, phone: OpenPhone) -> None:
    evening = land_unter(server.port, 3)
    guest = evening.sit(phone(), 1)
    expect(guest.locator("main")).to_contain_text("Cleo")
    host = phone()
    host.goto("/")
    host_of(evening, host).goto("/forget")

    host.get_by_role("link", name="Cleo").click()
    expect(host.get_by_role("checkbox")).to_be_checked()
    host.locator(".foot .btn.main").click()

    expect(host.get_by_role("status")).to_contain_text("The name is gone.")
    expect(host.locator("main")).not_to_contain_text("Cleo")
    expect(guest.locator("main")).not_to_contain_text("Cleo")
    expect(guest.locator("main")).to_contain_text("Player C")


def test_the_names_beside_the_best_score_are_parted_as_in_a_sentence(server: Server, phone: OpenPhone) -> None:
    code, _ = finished(server, "land_unter")
    page = phone()
    page.goto(f"/t/{code}/join/0")
    with page.expect_navigation():
        page.locator("main form button, .foot button").first.click()
    page.goto("/history")
    told = page.locator(".of-games a").first.inner_text()
    assert "," in told
    assert "\n" not in told


def test_the_history_is_narrowed_down_without_a_script(server: Server, phone: OpenPhone) -> None:
    code, match = finished(server, "land_unter")
    page = phone(javascript=False)
    page.goto(f"/t/{code}/join/0")
    with page.expect_navigation():
        page.locator("main form button, .foot button").first.click()
    page.goto("/history")
    expect(page.locator(f"a[href='/m/{match}/result']").first).to_be_visible()

    page.get_by_text("Filter games").click()
    page.get_by_label("Game", exact=True).select_option("Turn the Tide")
    page.get_by_label("Player", exact=True).select_option("Ana")
    page.get_by_role("button", name="Show").click()

    expect(page.locator("h1")).to_have_text("Ana")
    expect(page.get_by_role("heading", name="Head to head")).to_be_visible()
    page.get_by_role("link", name="All games").click()
    expect(page.locator("h1")).to_have_text("Who won how often?")
