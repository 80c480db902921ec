"""Pages that were open while the app was updated load themselves again, and lose nothing."""

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.boards import LOST, is_in_state, tap
from tests.e2e.evening import land_unter
from tests.e2e.stage import ROOT, OpenPhone, Server


@pytest.mark.ring("test")
def test_a_board_from_before_an_update_loads_again_with_what_was_tapped(phone: OpenPhone, server: Server) -> None:
    evening = land_unter(server.port, players=4, rings=5)
    ana = phone(expects=LOST)
    evening.sit(ana, 0)
    loaded: list[str] = []

    def answer(route: Route) -> None:
        """At first as if the page were one of an older app."""
        loaded.append(route.request.url)
        script = (ROOT / "static/js/updated.js").read_text("utf-8")
        older = script.replace("document.currentScript.dataset.app", '"before"')
        assert older != script
        route.fulfill(body=older if len(loaded) == 1 else script, content_type="text/javascript")

    ana.route("**/updated.js*", answer)
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
