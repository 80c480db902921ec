"""The cards for the seats: eight to a page, whatever the paper, and none of them torn."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.e2e.evening import call
from tests.e2e.paper import FORMATS, NARROWEST_MM, Format, printed
from tests.e2e.stage import Server

EIGHT = 8
BESIDE = "() => [...document.querySelectorAll('.card')].filter(one => one.getBoundingClientRect().right > innerWidth)"


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(("people", "pages"), [(EIGHT, 1), (EIGHT + 1, 2)])
def test_eight_cards_are_printed_to_a_page(
    browser: Browser, server: Server, people: int, pages: int, form: Format
) -> None:
    names = [f"Bartholomäus {chr(ord('A') + seat)}." for seat in range(people)]
    opened = call(server.port, "/tables", {"players": names})
    context = browser.new_context(base_url=server.url)
    context.add_cookies([{"name": "device", "value": opened["host_token"], "url": server.url}])
    page = context.new_page()
    page.goto(f"/t/{opened['table']}/cards")

    found = printed(page, form)
    page.set_viewport_size({"width": round(NARROWEST_MM * 96 / 25.4), "height": 900})
    page.emulate_media(media="print")

    assert page.evaluate(BESIDE) == []

    assert len(found) == pages
    assert all(name in found[0] for name in names[:EIGHT])
    assert all(name in found[-1] for name in names[EIGHT:])
    context.close()
