"""Looking back and taking a name away, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.evening import Evening, land_unter
from tests.e2e.stage import OpenPhone, Server


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
