"""The result of a match in a real browser: the page, and the file of it opened without any connection."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.conformance.playing import PACKAGES, golden
from tests.e2e.evening import PLAYERS, call
from tests.e2e.stage import OVER, OpenPhone, Server, accessibility_faults

FROM_A_FILE = (r"request to elsewhere: file:",)


def finished(server: Server, package: str) -> tuple[str, str]:
    """The table's code and the id of a match that was played to its end, over the interface."""
    one = golden(package)[0]
    opened = call(server.port, "/tables", {"players": [*PLAYERS[: one["players"]]]})
    host = opened["host_token"]
    begun = {"game": PACKAGES[package].slug, "options": one["options"]}
    match = call(server.port, f"/tables/{opened['table']}/matches", begun, host)["match"]
    for move in one["moves"]:
        call(server.port, f"/matches/{match}/moves", {"move": json.loads(json.dumps(move)), "anyway": True}, host)
    return opened["table"], match


def saved(page: Page, folder: Path) -> Path:
    """The file that the page's link leads to."""
    with page.expect_download() as waiting:
        page.get_by_role("link", name="This page as one file").click()
    target = folder / waiting.value.suggested_filename
    waiting.value.save_as(target)
    return target


@pytest.mark.parametrize("package", PACKAGES)
def test_the_file_opens_without_any_connection(server: Server, phone: OpenPhone, tmp_path: Path, package: str) -> None:
    _, match = finished(server, package)
    page = phone(expects=FROM_A_FILE)
    page.goto(f"/m/{match}/result")
    headline = page.locator("h1").inner_text()
    faults = accessibility_faults(page)
    file = saved(page, tmp_path)

    page.context.set_offline(True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())

    expect(page.locator("h1")).to_have_text(headline)
    assert asked == [file.as_uri()]
    assert page.evaluate("document.scripts.length") == 0
    # Style and symbols are in it: the slip stands on its ground, and a player's sign is drawn.
    assert page.locator(".slip").first.evaluate("one => getComputedStyle(one).backgroundColor") != "rgba(0, 0, 0, 0)"
    assert page.locator(".mark use").first.evaluate("one => one.getBBox().width") > 0
    assert page.evaluate(OVER) <= 0
    assert faults == []
    assert accessibility_faults(page) == []
