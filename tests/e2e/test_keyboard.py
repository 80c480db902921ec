"""A board played with the keyboard alone: the focus is never lost, and never under what stands at the foot."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.boards import is_in_state
from tests.e2e.stage import OpenPhone, Server
from tests.e2e.test_limits import COLOURS, in_play
from tests.e2e.test_limits import begin as limits
from tests.e2e.test_small_windows import UNDER


@pytest.mark.ring("test")
def test_if_a_choice_can_no_longer_be_made_the_focus_goes_to_the_one_beside_it(
    phone: OpenPhone, server: Server
) -> None:
    evening = limits(server.port, "counted")
    evening.move("start", seat=0)
    evening.move("limit", numbers=dict.fromkeys(COLOURS, 1))
    page = evening.sit(phone(), 0)
    is_in_state(page, "live")
    page.get_by_role("button", name="I accuse").click()
    itself = page.locator("input[name=accused][value='0']")
    itself.focus()
    page.keyboard.press("Space")

    expect(itself).to_be_disabled()
    expect(page.locator("input[name=accused][value='1']")).to_be_focused()


def test_on_a_phone_nothing_that_gets_the_focus_is_under_the_five_colours(phone: OpenPhone, server: Server) -> None:
    evening = in_play(server.port)
    page = evening.sit(phone(size=(390, 664)), 0)
    is_in_state(page, "live")
    stops = page.locator("main :is(summary, a, button)").locator("visible=true")
    stops.first.focus()
    under = []
    for _ in range(stops.count()):
        under.append(page.evaluate(UNDER))
        page.keyboard.press("Tab")

    assert len(under) > 8
    assert True not in under
