"""A paper sheet typed in on a phone; its match taken along to another device by somebody who taps."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.stage import NewServer, OpenPhone, Server
from tests.e2e.test_owner import become_owner

ROUNDS = ((4, -1, 3), (0, 5, 2), (1, 1, -1))
CELLS = {f"rounds.{number}.{seat}": points for number, row in enumerate(ROUNDS) for seat, points in enumerate(row)}


@pytest.fixture
def other(start_server: NewServer) -> Server:
    """Another device, with records of its own."""
    return start_server()


def type_in(page: Page) -> None:
    """The sheet of three, cell by cell."""
    page.goto("/paper")
    page.locator('section[data-game="lu"]').get_by_role("link", name="3 players").click()
    for number, name in enumerate(("Ana", "Ben", "Cleo")):
        page.locator(f"#name-{number}").fill(name)
    page.get_by_label("Day").fill("2025-12-26")
    for name, points in CELLS.items():
        page.locator(f'input[name="{name}"]').fill(str(points))
    page.get_by_role("button", name="Save").click()


def test_a_match_is_taken_along_and_is_the_same_match_elsewhere(phone: OpenPhone, other: Server) -> None:
    page = phone()
    type_in(page)
    with page.expect_download() as taken:
        page.get_by_role("link", name="The whole game as a file").click()
    file = Path(taken.value.path())
    headline = page.get_by_role("heading", level=1).text_content()

    there = phone(at=other.url)
    become_owner(there, other)
    there.goto("/import")
    there.get_by_label("The file").set_input_files(
        {"name": "match.json", "mimeType": "application/json", "buffer": file.read_bytes()}
    )
    there.get_by_role("button", name="Import it").click()
    expect(there.get_by_role("heading", level=1)).to_have_text("The game is imported")
    there.locator(".list a").first.click()
    there.locator("summary[aria-label=More]").click()
    there.get_by_role("link", name="Result", exact=True).click()

    expect(there.get_by_role("heading", level=1)).to_have_text(str(headline))
    with there.expect_download() as again:
        there.get_by_role("link", name="The whole game as a file").click()
    assert Path(again.value.path()).read_bytes() == file.read_bytes()
