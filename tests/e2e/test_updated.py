"""Pages that were open while the app was updated load themselves again, and lose nothing."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.boards import LOST, is_in_state, tap
from tests.e2e.evening import land_unter
from tests.e2e.stage import OpenPhone, Server

SCRIPT = Path(__file__).parents[2] / "static" / "js" / "updated.js"


def comes_from_an_older_app(page: Page, times: int) -> list[str]:
    """Have the page take itself for one of an older app, so many times; how often it was loaded."""
    loaded: list[str] = []

    def answer(route: Route) -> None:
        loaded.append(route.request.url)
        script = SCRIPT.read_text("utf-8")
        older = script.replace("document.currentScript.dataset.app", '"before"')
        assert older != script
        route.fulfill(body=older if len(loaded) <= times else script, content_type="text/javascript")

    page.route("**/updated.js*", answer)
    return loaded


@pytest.mark.ring("test")
def test_a_board_from_before_an_update_loads_itself_again_with_what_was_tapped(
    phone: OpenPhone, server: Server
) -> None:
    evening = land_unter(server.port, players=4, rings=5)
    ana = phone(expects=LOST)
    evening.sit(ana, 0)
    loaded = comes_from_an_older_app(ana, times=1)
    ana.route("**/stream", lambda route: route.abort())
    ana.goto(evening.board)
    tap(ana, "levels", 4)
    tap(ana, "highest", 3)
    assert len(loaded) == 1

    with ana.expect_event("load"):
        ana.unroute("**/stream")  # as after the restart
        ana.evaluate("dispatchEvent(new Event('online'))")  # it asks by itself after half a minute at the latest
    assert len(loaded) == 2
    is_in_state(ana, "live")
    for name, value in (("levels", 4), ("highest", 3)):
        expect(ana.locator(f"input[name={name}][value='{value}']:checked")).to_have_count(1)
