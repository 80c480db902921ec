"""A table with a match under way, set up over the interface, so that a browser test begins where it is about something."""

from __future__ import annotations

import http.client
import json
import re
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from http.cookies import SimpleCookie
from typing import Any

from playwright.sync_api import Page

from tests.conformance.playing import PACKAGES, golden
from tests.e2e.boards import is_in_state
from tests.e2e.stage import HOST, Server
from tests.games.english import NAMES
from tests.games.playthrough import Moves

FORM = "application/x-www-form-urlencoded"
STARTS = {"kind": "start", "seat": 0}
"""Of Limits: Ana starts the round."""
ALL_ONES: dict[str, Any] = {"kind": "limit", "numbers": dict.fromkeys(("red", "yellow", "green", "blue", "violet"), 1)}
BEGINS = {"kind": "starter", "seat": 0}
TIDE = {"kind": "tide", "moved": 2, "arrows": 0}
"""Of the Nile: Ana begins; the boat moves by two, and the market opens."""


@dataclass(frozen=True, slots=True)
class Evening:
    """A table, its match if it has one, and what opens every door: the host's token and each seat's."""

    port: int
    table: str
    match_id: str
    host: str
    seats: tuple[str, ...]

    @property
    def board(self) -> str:
        return f"/m/{self.match_id}"

    def begin(self, game: str, **options: object) -> Evening:
        """The table with another match, of which nothing is entered yet."""
        wish = {"game": game, "options": options}
        begun = call(self.port, f"/tables/{self.table}/matches", wish, self.host)
        return replace(self, match_id=begun["match"])

    def host_on(self, page: Page, path: str | None = None) -> Page:
        """The phone with what the host may do and nobody's seat, at the board or at another address of the app."""
        site = f"http://{HOST}:{self.port}"
        page.context.add_cookies([{"name": "device", "value": self.host, "url": site}])
        page.goto(site + (self.board if path is None else path))
        return page

    def sit(self, page: Page, seat: int, *, state: str = "live") -> Page:
        """The phone, holding that seat and showing the board; it listens, unless it has no script (state "").

        Its seat is claimed by the seat's link, as a program would, and the phone is given the cookies: tests that join by hand
        are about joining.
        """
        context, site = page.context, f"http://{HOST}:{self.port}"
        mine = "; ".join(f"{one['name']}={one['value']}" for one in context.cookies(site))
        claimed = ask(self.port, "POST", f"/join/seat/{self.seats[seat]}", Origin=site, Cookie=mine)
        assert claimed.status == 303, claimed.body
        given = SimpleCookie(claimed.headers.get("set-cookie")).items()
        context.add_cookies([{"name": name, "value": one.value, "url": site, "httpOnly": True} for name, one in given])
        page.goto(self.board)
        if state:
            is_in_state(page, state)
        return page

    def on_television(self, page: Page) -> Page:
        page.goto(f"/tv/{self.table}")
        is_in_state(page, "live")
        return page

    def move(self, kind: str, **fields: Any) -> int:
        """The version after the host entered this move, as from one more phone; whatever the box says."""
        answer = call(
            self.port, f"/matches/{self.match_id}/moves", {"move": {"kind": kind, **fields}, "anyway": True}, self.host
        )
        return answer["version"]

    def after(self, *moves: Mapping[str, Any]) -> Evening:
        for move in moves:
            self.move(**move)
        return self

    @property
    def state(self) -> Any:
        return call(self.port, f"/matches/{self.match_id}")["state"]

    def count_all_rings(self, rings: int = 5) -> int:
        return max(self.move("count_rings", seat=seat, rings=rings) for seat in range(len(self.seats)))

    def post(self, path: str, form: str = "") -> None:
        """Send a form of the table as the host's browser does."""
        sent = {"Origin": f"http://{HOST}:{self.port}", "Cookie": f"device={self.host}", "Content-Type": FORM}
        answer = ask(self.port, "POST", f"/t/{self.table}/{path}", form.encode(), **sent)
        assert answer.status == 303, answer.body


def land_unter(port: int, players: int = 5, rings: int | Sequence[int] | None = None, **options: object) -> Evening:
    """A match of Land Unter; nothing entered yet, or so many rings counted for everyone or for each."""
    each = () if rings is None else [rings] * players if isinstance(rings, int) else rings
    counts = ({"kind": "count_rings", "seat": seat, "rings": one} for seat, one in enumerate(each))
    return match_of(port, "land-unter", players, **options).after(*counts)


def match_of(port: int, game: str, players: int | Sequence[str], **options: object) -> Evening:
    """A match of any game among so many, or among people of these names; nothing entered yet."""
    return table_of(port, players).begin(game, **options)


def table_of(port: int, players: int | Sequence[str]) -> Evening:
    """A table of so many, or of people of these names, at which nothing is played yet."""
    names = NAMES[:players] if isinstance(players, int) else players
    opened = call(port, "/tables", {"players": [*names]})
    return Evening(port, opened["table"], "", opened["host_token"], tuple(seat["token"] for seat in opened["seats"]))


def limits_in_play(port: int) -> Evening:
    """A logged match of four in its first round: everybody has hidden a card, and Ana is on turn."""
    hidden = enumerate(("green", "red", "violet", "blue"))
    hides = ({"kind": "hide", "seat": seat, "colours": [colour]} for seat, colour in hidden)
    return match_of(port, "limits", 4, pile="logged").after(STARTS, ALL_ONES, *hides)


def nile_in_play(port: int, players: int | Sequence[str] = 3, **options: object) -> Evening:
    """A match of the Nile, everybody's two plants in the boat, before the first tide."""
    evening = match_of(port, "nile", players, **options).after(BEGINS)
    return evening.after(
        *({"kind": "boat", "seat": seat, "plants": ["flax", "wheat"]} for seat in range(len(evening.seats)))
    )


def beginning(
    server: Server, package: str, moves: int | None, names: Sequence[str] = NAMES
) -> tuple[Evening, list[dict[str, Any]]]:
    """A whole game of known end after so many of its moves, and those left."""
    one = golden(package)[0]
    evening = match_of(server.port, PACKAGES[package].slug, names[: one["players"]], **one["options"])
    return evening.after(*one["moves"][:moves]), one["moves"][moves:]


def moments(moves: Moves, every: int = 12) -> set[int]:
    """After which entries of a match its pages are looked at: the first of each kind, `every` so many, and the last."""
    firsts = {move["kind"]: number for number, move in reversed([*enumerate(moves, 1)])}
    return {*firsts.values(), *range(0, len(moves), every), len(moves)}


def open_by_hand(page: Page, game: str, *names: str, at: str = "") -> str:
    """The code of a table opened on its host's pages, who names the others too; the page asks how the game is to start."""
    page.goto(f"{at}/tables/new?game={game}")
    page.locator("#name").fill(names[0])
    page.locator(".foot .btn.main").click()
    page.wait_for_url(re.compile(r"/t/\w+$"))
    code: str = re.findall(r"/t/(\w+)", page.url)[0]
    page.goto(f"{at}/t/{code}/seats/new")
    for name in names[1:]:
        page.locator("#name").fill(name)
        with page.expect_navigation():
            page.locator("#name").press("Enter")
    page.goto(f"{at}/t/{code}/new/{game}")
    return code


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def ask(port: int, method: str, path: str, body: object = None, token: str | None = None, **headers: str) -> Answer:
    """The answer to a program, on a connection of its own. Raises OSError or HTTPException where it was cut."""
    sent = {"Host": f"{HOST}:{port}", **{name.replace("_", "-"): value for name, value in headers.items()}}
    if token:
        sent["Authorization"] = f"Bearer {token}"
    if body is not None:
        sent.setdefault("Content-Type", "application/json")
    data = body if isinstance(body, bytes | None) else json.dumps(body)
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request(method, path, data, sent)
        got = connection.getresponse()
        return Answer(got.status, {name.lower(): value for name, value in got.getheaders()}, got.read())


def call(port: int, path: str, body: object = None, token: str | None = None) -> Any:
    """The answer of the interface to a POST; without a body, to a GET."""
    answer = ask(port, "GET" if body is None else "POST", f"/api/v1{path}", body, token)
    assert answer.status < 400, (path, answer.body)
    return answer.json
