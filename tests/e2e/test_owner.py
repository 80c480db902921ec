"""The owner's pages in a browser: a backup taken and put in place again, for everybody and on every phone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.evening import open_by_hand
from tests.e2e.stage import (
    OVER,
    SMALLEST_TARGET,
    TOO_SMALL,
    NewServer,
    OpenPhone,
    Server,
    accessibility_faults,
    first_early,
)

REFUSED = (r"status of 4(00|03|04|13|22)",)


@pytest.fixture
def own_server(start_server: NewServer) -> Server:
    """A server of this test alone: it is restored, and its owner's link works once."""
    return start_server()


def become_owner(page: Page, server: Server) -> None:
    """Open the owner's link, as it is printed."""
    token = server.find(r"/owner/(\S+)")
    page.goto(f"{server.url}/owner/{token}")
    page.locator(".foot .btn.main").click()
    page.wait_for_url(f"{server.url}/")


def begin(page: Page, server: Server, *names: str) -> str:
    """The code of a table that this page hosts."""
    code = open_by_hand(page, "limits", *names, at=server.url)
    page.goto(f"{server.url}/t/{code}")
    return code


def take_backup(page: Page, server: Server, folder: Path) -> Path:
    """The file that the one button of the owner's page gives."""
    page.goto(f"{server.url}/owner")
    with page.expect_download() as download:
        page.get_by_role("link", name="Make a backup").click()
    target = folder / download.value.suggested_filename
    download.value.save_as(target)
    return target


def offer(page: Page, server: Server, file: Path) -> None:
    """Choose a file, and have it checked."""
    page.goto(f"{server.url}/owner/restore")
    offer_here(page, file)


def offer_here(page: Page, file: Path) -> None:
    """The same, on the page for it."""
    page.locator("#backup").set_input_files(file)
    page.get_by_role("button", name="Check this file").click()


@pytest.mark.parametrize("javascript", first_early(True, False))
def test_a_backup_is_taken_and_put_in_place_with_a_few_taps(
    own_server: Server, phone: OpenPhone, tmp_path: Path, javascript: bool
) -> None:
    owner = phone(at=own_server.url, expects=REFUSED, javascript=javascript)
    become_owner(owner, own_server)
    first = begin(owner, own_server, "Ana", "Ben", "Cleo")
    file = take_backup(owner, own_server, tmp_path)
    assert file.name.endswith(".sqlite")
    second = begin(owner, own_server, "Dora", "Emil")

    owner.goto(f"{own_server.url}/owner")
    owner.get_by_role("link", name=first).click()
    owner.get_by_role("button", name="Delete the table for good").click()
    expect(owner.get_by_role("status")).to_contain_text(f"Table {first} is deleted.")

    offer(owner, own_server, file)
    expect(owner.get_by_role("heading", level=1)).to_have_text("This backup is complete")
    owner.get_by_role("button", name="Restore the backup").click()
    expect(owner.get_by_role("status")).to_contain_text("The backup is restored")
    expect(owner.get_by_role("link", name=first)).to_be_visible()
    expect(owner.get_by_role("link", name=second)).to_have_count(0)

    owner.get_by_role("link", name="Automatic backups").click()
    owner.get_by_role("button", name=re.compile("Preview")).click()
    owner.get_by_role("button", name="Restore the backup").click()
    expect(owner.get_by_role("link", name=second)).to_be_visible()


def test_a_board_that_is_open_shows_what_was_restored(own_server: Server, phone: OpenPhone, tmp_path: Path) -> None:
    owner, host = phone(at=own_server.url), phone(at=own_server.url)
    become_owner(owner, own_server)
    code = open_by_hand(host, "land-unter", "Ana", "Ben", "Cleo", at=own_server.url)
    send = "path => fetch(path, {method: 'POST', body: new URLSearchParams('game=land-unter')}).then(one => one.url)"
    match = str(host.evaluate(send, f"/t/{code}/matches")).split("/m/")[1].split("/")[0]
    tap = (
        "([path, rings]) => fetch(path, {method: 'POST', body: new URLSearchParams('kind=count_rings&seat=0&rings=' + rings)})"
        ".then(one => one.status)"
    )
    path = f"/m/{match}/moves"
    assert host.evaluate(tap, [path, "5"]) == 200
    file = take_backup(owner, own_server, tmp_path)
    assert host.evaluate(tap, [path, "3"]) == 200
    host.goto(f"{own_server.url}/m/{match}")
    shown = host.locator("#shown")
    expect(shown).to_have_attribute("data-version", "2")

    offer(owner, own_server, file)
    owner.get_by_role("button", name="Restore the backup").click()
    expect(owner.get_by_role("status")).to_contain_text("The backup is restored")

    expect(shown).to_have_attribute("data-version", "1")
    expect(host.locator("#badge")).to_have_text("live")


def pages(owner: Page, server: Server, folder: Path) -> Iterator[str]:
    """Visit every page of the owner."""
    code = begin(owner, server, "Ana", "Bartholomäus Friedrich", "Cleo")
    letter = folder / "letter.txt"
    letter.write_text("Dear aunt, ")
    file = take_backup(owner, server, folder)
    visits: dict[str, Callable[[], object]] = {
        "a table": lambda: owner.goto(f"{server.url}/owner/tables/{code}"),
        "the choice of a file": lambda: owner.goto(f"{server.url}/owner/restore"),
        "an offer": lambda: offer_here(owner, file),
        "a restored state": lambda: owner.locator(".foot .btn.main").click(),
        "the choice of another": lambda: owner.goto(f"{server.url}/owner/restore"),
        "a refused file": lambda: offer_here(owner, letter),
        "the owner's page": lambda: owner.goto(f"{server.url}/owner"),
    }
    for name, visit in visits.items():
        with owner.expect_navigation():
            visit()
        yield name


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_owners_pages_are_for_everybody(own_server: Server, phone: OpenPhone, tmp_path: Path, theme: str) -> None:
    owner = phone(at=own_server.url, theme="dark" if theme == "dark" else "light", size=(360, 740), expects=REFUSED)
    become_owner(owner, own_server)
    faults = []
    for name in pages(owner, own_server, tmp_path):
        faults += [f"{name}: {fault}" for fault in accessibility_faults(owner)]
        faults += [f"{name}: too small: {one}" for one in owner.evaluate(TOO_SMALL, SMALLEST_TARGET)]
        for size in ("100%", "200%"):
            owner.evaluate("size => document.documentElement.style.fontSize = size", size)
            over = owner.evaluate(OVER)
            faults += [f"{name}: {over} px too wide at {size}"] if over > 0 else []
    assert faults == []
