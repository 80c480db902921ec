"""A page that says what went wrong also says where to go on."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.web.people import Browser, open_table, start_match


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


def test_what_only_the_host_may_do_leads_back_to_the_table(app: Flask) -> None:
    code = open_table(Browser(app), "Ana", "Ben", "Cleo")
    assert main_way(Browser(app), f"/t/{code}/cards")[0] == f"/t/{code}"


def test_what_a_watcher_may_not_do_leads_back_to_the_game(app: Flask) -> None:
    host = Browser(app)
    match = start_match(host, open_table(host, "Ana", "Ben", "Cleo"), "land-unter")
    answer = Browser(app).post(f"/m/{match}/as/1")
    assert answer.status_code == 403
    assert f'class="btn main" href="/m/{match}"' in answer.get_data(as_text=True)


@pytest.mark.parametrize("path", ["/nowhere", "/m/never-was", "/owner/used-up"])
def test_elsewhere_the_way_on_is_the_start_page(app: Flask, path: str) -> None:
    assert main_way(Browser(app), path)[0] == "/"
