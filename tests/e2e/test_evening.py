"""An evening on several phones: a game, somebody who comes later, a rematch to which everybody is led."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.evening import call, open_by_hand
from tests.e2e.stage import OpenPhone, Server
from tests.games.limits import playthroughs as limits
from tests.games.playthrough import Moves
from tests.there import there


class Host:
    """The host's laptop, and the program that enters moves for the whole table with the host's own token."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page = page
        self.server = server
        self.code = ""

    @property
    def token(self) -> str:
        """The token in the host's cookie."""
        return str(next(cookie for cookie in self.page.context.cookies() if cookie["name"] == "device")["value"])

    def open(self, *names: str) -> None:
        """Open the table, as far as the form of the first game."""
        self.code = open_by_hand(self.page, "limits", *names)

    def press(self) -> None:
        """Press the one large button."""
        with self.page.expect_navigation():
            self.page.locator(".foot .btn.main").click()

    def match(self) -> str:
        """The id of the match on the page, or to which it is on its way."""
        self.page.wait_for_url(re.compile(r"/m/[\w-]+"))
        return there(re.search(r"/m/([\w-]+)", self.page.url))[1]

    def play(self, match_id: str, moves: Moves) -> None:
        """Enter a whole game."""
        for move in moves:
            if move["kind"] != "start":
                call(self.server.port, f"/matches/{match_id}/moves", {"move": dict(move), "anyway": True}, self.token)


def join(page: Page, code: str, name: str) -> Page:
    """The phone, having joined by the table's code."""
    page.goto(f"/join?code={code.lower()}")
    page.locator(".waiting button", has_text=name).click()
    page.wait_for_url(re.compile(r"/(t/\w{4}|m/[\w-]+(\?new=yes)?)$"))
    return page


@pytest.mark.ring("test")
def test_a_rematch_takes_along_who_came_later_and_leads_every_phone_there(phone: OpenPhone, server: Server) -> None:
    host = Host(phone(size=(1280, 800)), server)
    host.open("Ana", "Ben", "Cleo")
    ben, cleo = (join(phone(), host.code, name) for name in ("Ben", "Cleo"))
    expect(ben.locator("main")).to_contain_text("The game will appear here automatically.")
    first = begin_with_the_youngest(host, ben, cleo)
    host.play(first, limits.golden()[0]["moves"])
    for page in (host.page, ben, cleo):
        expect(page.locator(".won .rank > li")).to_have_count(3)
    dora = come_later(host, phone(), "Dora")
    begin_again(host, first, waiting=dora, still_there=(ben, cleo))


def begin_with_the_youngest(host: Host, ben: Page, cleo: Page) -> str:
    """The first match, for which it is asked once who is the youngest; every phone comes to it."""
    expect(host.page.locator(".says")).to_have_text("Tap the youngest", use_inner_text=True)
    host.page.locator(".place", has_text="Ben").click()
    expect(host.page.locator(".says")).to_have_text("Ben starts.", use_inner_text=True)
    host.press()
    match_id = host.match()
    for page in (host.page, ben, cleo):
        page.wait_for_url(f"**/m/{match_id}", timeout=15_000)
        expect(page.locator("#view")).to_contain_text("Ben, the youngest, starts.")
    return match_id


def come_later(host: Host, page: Page, name: str) -> Page:
    """The phone of somebody who comes later, and waits at the table."""
    host.page.goto(f"/t/{host.code}")
    page.goto(f"/join?code={host.code}")
    page.locator("#name").fill(name)
    page.locator("#name").press("Enter")
    expect(host.page.locator(".seats")).to_contain_text(name)
    expect(page.locator("main")).to_contain_text("The game will appear here automatically.")
    return page


ROUND_WHO_STARTS = """seat => {
  const [face, name] = ['.face-p', '.named'].map(one => seat.querySelector(one).getBoundingClientRect());
  const shadow = getComputedStyle(seat.querySelector('.face-p')).boxShadow;
  return [Math.max(...shadow.match(/[0-9.]+(?=px)/g)), Math.max(name.top - face.bottom, face.top - name.bottom)];
}"""
"""How far the ring reaches beyond the face of a seat, and how far its name is from the face."""


def begin_again(host: Host, before: str, waiting: Page, still_there: tuple[Page, ...]) -> None:
    """The rematch in three taps, one says who starts. Who waits is taken along, who looks at the old board is led there."""
    host.page.goto(f"/m/{before}")
    host.page.locator("#again").click()
    host.page.locator(".place", has_text="Cleo").click()
    expect(host.page.locator(".says")).to_have_text("Cleo starts.", use_inner_text=True)
    ring, room = host.page.locator(".sit:has(:checked)").evaluate(ROUND_WHO_STARTS)
    assert 0 < ring < room, "the ring touches the name"
    host.press()
    match_id = host.match()
    waiting.wait_for_url(f"**/m/{match_id}", timeout=15_000)
    for page in still_there:
        expect(page.locator("#go-there")).to_contain_text("Go to Limits")
        expect(page.locator(".moving-on")).to_have_count(0)
        page.locator("#go-there").click()
        page.wait_for_url(f"**/m/{match_id}")
    for page in (*still_there, waiting):
        expect(page.locator("#view")).to_contain_text("Cleo, the youngest, starts.")
        expect(page.locator("#view")).to_contain_text("Dora")
