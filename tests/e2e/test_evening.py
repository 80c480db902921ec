"""A whole evening on several phones: two games, a rematch, a late joiner, phones that change hands."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.games.down_under.rules.components import COLOURS
from tests.e2e.evening import call, open_by_hand
from tests.e2e.stage import OpenPhone, Server
from tests.games.down_under import playthroughs as down_under
from tests.games.limits import playthroughs as limits
from tests.games.playthrough import Moves


class Host:
    """The host's laptop, and the program that enters moves for the whole table with the host's own token."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page = page
        self.server = server
        self.code = ""

    @property
    def token(self) -> str:
        """The token in the host's cookie."""
        held = [cookie for cookie in self.page.context.cookies() if cookie["name"] == "device"]
        return str(held[0]["value"])

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
        found = re.search(r"/m/([\w-]+)", self.page.url)
        assert found
        return found[1]

    def play(self, match: str, moves: Moves) -> None:
        """Enter a whole game."""
        for move in moves:
            if move["kind"] != "start":
                call(self.server.port, f"/matches/{match}/moves", {"move": dict(move), "anyway": True}, self.token)

    def look(self, path: str) -> Any:
        """What the interface tells of something."""
        return self.page.evaluate("path => fetch('/api/v1' + path).then(answer => answer.json())", path)


def join(page: Page, code: str, name: str) -> Page:
    """The phone, having joined by the table's code."""
    page.goto(f"/join?code={code.lower()}")
    page.locator(".waiting button", has_text=name).click()
    page.wait_for_url(re.compile(r"/(t/\w{4}|m/[\w-]+(\?new=yes)?)$"))
    return page


def limits_for(players: int) -> Moves:
    """The moves of a whole game of Limits, at a table that counts."""
    games = (limits.random_game(random.Random(f"evening {seed}")) for seed in range(200))
    return next(moves for count, options, moves in games if count == players and options.get("pile") != "logged")


def points_of(scores: dict[str, int]) -> Counter[str]:
    """The points of a match by an independent count: for every pair the better one, for a tie both a half."""
    found: Counter[str] = Counter()
    for one, mine in scores.items():
        for other, theirs in scores.items():
            if one != other:
                found[one] += 2 if mine > theirs else 1 if mine == theirs else 0
    return found


@pytest.mark.ring("test")
def test_an_evening_of_two_games_with_a_rematch_and_somebody_who_comes_later(phone: OpenPhone, server: Server) -> None:
    host = Host(phone(size=(1280, 800)), server)
    host.open("Ana", "Ben", "Cleo")
    ben, cleo = (join(phone(), host.code, name) for name in ("Ben", "Cleo"))
    expect(ben.locator("main")).to_contain_text("The game appears here by itself.")
    first = begin_with_the_youngest(host, ben, cleo)
    host.play(first, limits.golden()[0]["moves"])
    for page in (host.page, ben, cleo):
        expect(page.locator(".won .rank > li")).to_have_count(3)
    dora = come_later(host, phone(), "Dora")
    second = begin_again(host, first, waiting=dora, still_there=(ben, cleo))
    host.play(second, limits_for(4))
    send_home(host, 1, "Ben")
    third = begin_by_lot(host, cleo)
    break_off_by_mistake(host, third, cleo)
    own = [seat["colour"] for seat in host.look(f"/matches/{third}")["state"]["seats"]]
    worn = dict(zip(COLOURS, own, strict=False))
    whole = json.dumps(next(one for one in down_under.golden() if one["players"] == 3)["moves"])
    host.play(third, json.loads(re.sub("|".join(COLOURS), lambda one: worn.get(one[0], one[0]), whole)))
    expect(cleo.locator("#view")).to_contain_text("win")
    check_the_score(host, [first, second, third], dora)


def begin_with_the_youngest(host: Host, ben: Page, cleo: Page) -> str:
    """The first match, for which it is asked once who is the youngest; every phone comes to it."""
    expect(host.page.locator(".says")).to_have_text("Tap the youngest", use_inner_text=True)
    host.page.locator(".place", has_text="Ben").click()
    expect(host.page.locator(".says")).to_have_text("Ben starts.", use_inner_text=True)
    host.press()
    match = host.match()
    for page in (host.page, ben, cleo):
        page.wait_for_url(f"**/m/{match}", timeout=15_000)
        expect(page.locator("#view")).to_contain_text("Ben starts as the youngest.")
    return match


def come_later(host: Host, page: Page, name: str) -> Page:
    """The phone of somebody who comes later, and waits at the table."""
    host.page.goto(f"/t/{host.code}")
    page.goto(f"/join?code={host.code}")
    page.locator("#name").fill(name)
    page.locator("#name").press("Enter")
    expect(host.page.locator(".seats")).to_contain_text(name)
    expect(page.locator("main")).to_contain_text("The game appears here by itself.")
    return page


ROUND_WHO_STARTS = """seat => {
  const [face, name] = ['.face-p', '.named'].map(one => seat.querySelector(one).getBoundingClientRect());
  const shadow = getComputedStyle(seat.querySelector('.face-p')).boxShadow;
  return [Math.max(...shadow.match(/[0-9.]+(?=px)/g)), Math.max(name.top - face.bottom, face.top - name.bottom)];
}"""
"""How far the ring reaches beyond the face of a seat, and how far its name is from the face."""


def begin_again(host: Host, before: str, waiting: Page, still_there: tuple[Page, ...]) -> str:
    """The rematch in three taps, one says who starts. Who waits is taken along, who looks at the old board is led there."""
    host.page.goto(f"/m/{before}")
    host.page.locator("#again").click()
    host.page.locator(".place", has_text="Cleo").click()
    expect(host.page.locator(".says")).to_have_text("Cleo starts.", use_inner_text=True)
    ring, room = host.page.locator(".sit:has(:checked)").evaluate(ROUND_WHO_STARTS)
    assert 0 < ring < room, "the ring touches the name"
    host.press()
    match = host.match()
    waiting.wait_for_url(f"**/m/{match}", timeout=15_000)
    for page in still_there:
        expect(page.locator("#go-there")).to_contain_text("Go to Limits")
        expect(page.locator(".moving-on")).to_have_count(0)
        page.locator("#go-there").click()
        page.wait_for_url(f"**/m/{match}")
    for page in (*still_there, waiting):
        expect(page.locator("#view")).to_contain_text("Cleo starts as the youngest.")
        expect(page.locator("#view")).to_contain_text("Dora")
    assert host.look(f"/matches/{match}")["state"]["starter"] == 0
    return match


def send_home(host: Host, seat: int, name: str) -> None:
    """Somebody goes home."""
    host.page.goto(f"/t/{host.code}/seats/{seat}")
    with host.page.expect_navigation():
        host.page.get_by_role("button", name=f"{name} has gone home").click()


def begin_by_lot(host: Host, follows: Page) -> str:
    """Another game, whose start is drawn by lot; a phone follows to it."""
    host.page.goto(f"/t/{host.code}")
    host.page.locator(".foot .btn.main").click()
    host.page.locator(".shelf a", has_text="Down Under").click()
    host.page.locator(".lot").click()
    host.press()
    match = host.match()
    follows.locator("#go-there").click()
    expect(follows.locator("#view")).to_contain_text("came up in the draw")
    return match


def break_off_by_mistake(host: Host, match: str, sees_it: Page) -> None:
    """The match is broken off, and taken up again."""
    host.page.goto(f"/m/{match}/end")
    host.press()
    expect(sees_it.locator(".moving-on").first).to_contain_text("This game was stopped")
    host.page.get_by_role("button", name="Resume").click()
    expect(sees_it.locator(".moving-on", has_text="stopped")).to_have_count(0)


def check_the_score(host: Host, matches: list[str], guest: Page) -> None:
    """Everybody sees the same score, that of an independent sum, and it prints on one page."""
    total: Counter[str] = Counter()
    played: Counter[str] = Counter()
    for match in matches:
        seats = host.look(f"/matches/{match}")["state"]["seats"]
        scores = {seat["name"]: seat["score"] for seat in seats}
        total += points_of(scores)
        played.update([*scores])
    guest.goto(f"/t/{host.code}/evening")
    rows = guest.locator("table.evening tbody tr")
    expect(rows).to_have_count(4)
    shown = {}
    for text in rows.all_inner_texts():
        name, count, points = re.findall(r"[^\s]+", text)[-3:]
        shown[name] = (int(count), int(2 * float(points.replace("½", ".5"))))
    assert shown == {name: (played[name], total[name]) for name in ("Ana", "Ben", "Cleo", "Dora")}
    expect(guest.locator("main")).to_contain_text("You score nothing for a game you missed")
    guest.emulate_media(media="print")
    for size in ("A4", "Letter"):
        assert pages_in(guest.pdf(format=size)) == 1


def pages_in(pdf: bytes) -> int:
    """How many pages a PDF has."""
    return len(re.findall(rb"/Type\s*/Page\b", pdf))
