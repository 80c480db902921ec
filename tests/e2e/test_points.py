"""A game that draws none of its own, played in a browser: a number for everybody, what it comes to, a correction, the end."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.evening import call
from tests.e2e.stage import HOST, OpenPhone, Server

pytestmark = pytest.mark.ring("all")


def enter(page: Page, *points: int) -> None:
    """Type what everybody scored, and record it as soon as the board says what it comes to."""
    for field, one in zip(page.locator("input[type=number]").all(), points, strict=True):
        field.fill(str(one))
        field.press("Tab")
    expect(page.locator(".would")).to_be_visible()
    page.locator("#record").click()


def test_a_game_made_of_the_defaults_is_played_to_its_end(server: Server, phone: OpenPhone) -> None:
    opened = call(server.port, "/tables", {"players": ["Ana", "Ben"]})
    body = {"game": "points", "options": {"rounds": "3"}}
    match = call(server.port, f"/tables/{opened['table']}/matches", body, opened["host_token"])["match"]
    page = phone(size=(360, 640))
    page.context.add_cookies([{"name": "device", "value": opened["host_token"], "url": f"http://{HOST}:{server.port}"}])
    page.goto(f"http://{HOST}:{server.port}/m/{match}")

    enter(page, 12, -7)
    expect(page.get_by_text("Round 2 of 3")).to_be_visible()
    enter(page, 3, 30)
    expect(page.get_by_text("Round 3 of 3")).to_be_visible()
    page.get_by_role("link", name="Round 1 Edit").click()
    page.locator("input[type=number]").first.fill("20")
    page.locator(".foot .btn.main").click()
    page.get_by_role("button", name="Save for everyone").first.click()
    page.wait_for_url(f"**/m/{match}")
    enter(page, 1, 1)

    expect(page.get_by_text("Ana and Ben share the win with 24 points.").first).to_be_visible()
