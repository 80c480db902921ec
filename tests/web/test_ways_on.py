"""A page that says what went wrong also says where to go on."""

from __future__ import annotations

import re

from flask import Flask

from tests.web.people import Browser, open_table


def main_way(browser: Browser, path: str) -> tuple[str, str]:
    """Where the main button of the page leads, and the page."""
    page = browser.get(path).get_data(as_text=True)
    found = re.search(r'class="btn main" href="([^"]+)"', page)
    assert found, page
    return found[1], page


def test_the_code_of_another_evening_leads_to_where_a_code_is_typed(app: Flask) -> None:
    way, page = main_way(Browser(app), "/t/QQQQ")
    assert way == "/join"
    assert "No table has this code" in page


def test_a_seats_link_that_was_renewed_says_whom_to_ask_and_leads_to_the_tables_code(app: Flask) -> None:
    host = Browser(app)
    code = open_table(host, "Ana", "Ben", "Cleo")
    cards = host.get(f"/t/{code}/cards").get_data(as_text=True)
    links = re.findall(r"/join/seat/[\w-]+", cards)
    host.post(f"/t/{code}/seats/1/renew")
    way, page = main_way(Browser(app), links[1])
    assert way == "/join"
    assert "Ask the host for the new one" in page
