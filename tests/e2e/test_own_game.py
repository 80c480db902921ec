"""Another game: defined on one phone, played on three, corrected, ended, printed, and taken to another device."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.evening import call
from tests.e2e.paper import pages_of_paper
from tests.e2e.stage import HOST, NewServer, OpenPhone, Server
from tests.games.land_unter.playthroughs import golden

pytestmark = pytest.mark.ring("test")
NAMES = ("Ana", "Ben", "Cleo", "Dora")


class Table:
    """A table opened over the interface; its phones hold what the interface gave them."""

    def __init__(self, server: Server, players: int) -> None:
        self.port = server.port
        opened = call(self.port, "/tables", {"players": [*NAMES[:players]]})
        self.code = opened["table"]
        self.host = opened["host_token"]
        self.tokens = [seat["token"] for seat in opened["seats"]]

    def hold(self, page: Page, token: str, path: str) -> Page:
        """The phone with that right, at an address of this table's server."""
        page.context.add_cookies([{"name": "device", "value": token, "url": f"http://{HOST}:{self.port}"}])
        page.goto(f"http://{HOST}:{self.port}{path}")
        return page

    def play_land_unter(self) -> None:
        """A whole match, entered by a program."""
        course = golden()[0]
        begun = call(self.port, f"/tables/{self.code}/matches", {"game": "land-unter", "options": {}}, self.host)
        for move in course["moves"]:
            call(self.port, f"/matches/{begun['match']}/moves", {"move": move, "anyway": True}, self.host)


def define_uno(page: Page) -> str:
    """The address of the match that begins once the form says that fewest points win, to 500: a name and three taps."""
    page.get_by_label("What’s it called?").fill("Uno")
    page.get_by_text("Fewest points", exact=True).click()
    page.get_by_text("At a score").click()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url(re.compile(r"/m/[^/]+$"))
    return page.url


def press(page: Page, keys: str) -> int:
    """How many of the app's own keys were pressed: figures, `>` for the next player or row, `-` for minus points."""
    for key in keys:
        page.locator(f"#keys [data-key='{ {'>': 'next', '-': 'minus'}.get(key, key) }']").click()
    return len(keys)


def save(page: Page) -> None:
    """What was typed is recorded."""
    page.locator("#go").click()


def expect_totals(page: Page, wanted: Sequence[str]) -> None:
    """The board says so, as soon as it has heard."""
    expect(page.locator(".sides li:not(.headrow) > .s")).to_have_text([*wanted])


def test_a_game_is_defined_on_one_phone_and_played_on_three(server: Server, phone: OpenPhone) -> None:
    table = Table(server, 3)
    table.play_land_unter()
    host = table.hold(phone(size=(360, 640)), table.host, f"/t/{table.code}/another")
    ben = table.hold(phone(), table.tokens[1], f"/t/{table.code}")
    board = define_uno(host)
    ben.wait_for_url(board)
    cleo = table.hold(phone(), table.tokens[2], board.partition(f":{server.port}")[2])

    press(ben, "30")
    save(ben)
    expect(host.locator(".sides output")).to_have_text("30")
    press(cleo, "12")
    save(cleo)
    expect(host.locator(".sides output")).to_have_count(2)
    press(host, "7")
    save(host)
    for page in (host, ben, cleo):
        expect(page.get_by_text("Round 2", exact=True)).to_be_visible()
        expect_totals(page, ("7", "30", "12"))

    host.goto(f"{board}/correct/0")
    field = host.get_by_role("textbox", name="Ben")
    expect(field).to_have_value("30")
    field.click()
    press(host, "5")
    save(host)
    expect(host.get_by_role("heading", name="What this changes")).to_be_attached()
    host.get_by_role("button", name="Save for everyone").first.click()
    host.wait_for_url(board)
    expect_totals(ben, ("7", "305", "12"))

    host.get_by_label("More").first.click()
    host.get_by_role("button", name="End the game").click()
    for page in (host, ben, cleo):
        expect(page.get_by_text("Ana wins with 7 points.").first).to_be_visible()
    ben.goto(f"http://{HOST}:{server.port}/t/{table.code}/evening")
    expect(ben.locator("main")).to_contain_text("Uno")
    expect(ben.locator("main")).to_contain_text("Turn the Tide")


@pytest.mark.ring("all")
def test_four_phones_enter_a_round_at_once_with_one_tap_each_beside_the_figures(
    server: Server, phone: OpenPhone
) -> None:
    table = Table(server, 4)
    board = define_uno(table.hold(phone(), table.host, f"/t/{table.code}/another"))
    phones = [table.hold(phone(), token, board.partition(f":{server.port}")[2]) for token in table.tokens]

    for page, figures in zip(phones, ("20", "0", "7", "15"), strict=True):
        press(page, figures)
    for page in phones:
        save(page)

    for page in phones:
        expect_totals(page, ("20", "0", "7", "15"))


def begin(table: Table, page: Page, **definition: object) -> Page:
    """The board of the match that is scored so, on the host's phone."""
    options = {"sheet": json.dumps(definition)}
    begun = call(table.port, f"/tables/{table.code}/matches", {"game": "own-game", "options": options}, table.host)
    return table.hold(page, table.host, f"/m/{begun['match']}")


def test_a_game_without_an_end_of_its_own_is_ended_by_a_tap_beside_save(server: Server, phone: OpenPhone) -> None:
    host = begin(Table(server, 2), phone(size=(360, 640)), name="Words", writes="points")
    end = host.locator("#keys").get_by_role("button", name="End the game")
    expect(end).to_have_count(0)
    press(host, "20>7")
    save(host)
    expect(end).to_be_in_viewport()

    press(host, "5>0")
    expect(end).to_be_hidden()
    save(host)
    expect_totals(host, ("25", "7"))
    end.tap()

    expect(host.get_by_text("Ana wins with 25 points.").first).to_be_visible()


def test_a_full_pad_is_ended_by_a_tap_where_save_was(server: Server, phone: OpenPhone) -> None:
    rows = [{"name": "Fields"}, {"name": "Extra", "optional": True}]
    host = begin(Table(server, 2), phone(size=(360, 640)), name="Land", writes="pad", rows=rows)
    end = host.locator("#keys").get_by_role("button", name="End the game")
    press(host, "3>>4")
    place = host.locator("#go").bounding_box()
    save(host)
    expect(end).to_be_in_viewport()
    assert end.bounding_box() == place
    expect(host.locator("#go")).to_be_hidden()

    press(host, "9")
    expect(end).to_be_hidden()
    save(host)
    expect(host.locator("tfoot td").first).to_contain_text("12")
    end.tap()

    expect(host.get_by_text("Ana wins with 12 points.").first).to_be_visible()


def test_without_a_script_the_end_stands_beside_save_too(server: Server, phone: OpenPhone) -> None:
    host = begin(Table(server, 2), phone(javascript=False, size=(360, 640)), name="Who won?", writes="winner")
    host.locator("label.wins").first.tap()
    host.get_by_role("button", name="Save round 1").tap()
    expect(host.get_by_role("button", name="Save round 2")).to_be_in_viewport()
    host.get_by_role("button", name="End the game").tap()

    expect(host.get_by_text("Ana wins with 1 win.").first).to_be_visible()


def test_it_prints_as_a_pad_and_goes_to_another_device_as_a_file(
    server: Server, phone: OpenPhone, start_server: NewServer, tmp_path: Path
) -> None:
    table = Table(server, 3)
    host = table.hold(phone(), table.host, f"/t/{table.code}/another")
    define_uno(host)
    host.goto(f"http://{HOST}:{server.port}/t/{table.code}/another")
    expect(host.get_by_role("button", name="Uno")).to_be_visible()
    host.get_by_text("Share, print, remove").click()
    with host.expect_download() as started:
        host.get_by_role("link", name="Save as a file").click()
    file = tmp_path / "uno.json"
    started.value.save_as(file)

    host.get_by_role("link", name="Print the pad").click()
    host.get_by_role("button", name="Show the sheet").click()
    host.wait_for_url(re.compile("/blank"))
    assert len(pages_of_paper(host, "A4")) == 1

    other = start_server()
    there = Table(other, 2)
    guest = there.hold(phone(at=f"http://{HOST}:{other.port}"), there.host, f"/t/{there.code}/another")
    guest.get_by_text("Share, print, remove").click()
    guest.get_by_label("Import a game").set_input_files(file)
    guest.get_by_role("button", name="Import it").click()
    expect(guest.get_by_label("What’s it called?")).to_have_value("Uno")
    guest.get_by_role("button", name="Start the game").click()
    guest.wait_for_url(re.compile(r"/m/[^/]+$"))
    guest.goto("about:blank")  # the other device is put away first
