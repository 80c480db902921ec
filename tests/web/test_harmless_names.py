"""Names are what people type: wherever they are shown, they are letters, and never part of the page, the drawing or the file."""

import csv
import html
import io
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

import pytest
from flask import Flask

from companion.live import InProcessLive
from companion.store import Grant, Store, token_hash
from companion.web.app.services import Services, Settings
from companion.web.create_app import create_app
from tests.web.people import Browser, open_table, start_match
from tests.web.reading import elements_of
from tests.web.roles import DEVICE, INTERFACE, PAGES, filled
from tests.web.roles import Evening as Roles

HOSTILE = (
    "<img src=x onerror=a(1)>",
    "\"'><svg/onload=a(1)>",
    "{0}{name}%(seat)s${x}",
    "=1+cmd|' /C calc'!A0",
    "</title></bdi></script>",
)
HARMLESS = tuple(re.sub("[^ -]", letter, name) for letter, name in zip("dbeca", HOSTILE, strict=True))
"""As long as the others, of as many words, and in the same order where names are sorted."""
Structure = list[tuple[str, tuple[str, ...]]]


@dataclass(frozen=True, slots=True)
class Room:
    """An evening of five with these names: a match over, another going on; and the browser of its owner and host."""

    roles: Roles
    owner: Browser

    def paths(self) -> list[str]:
        pages = [path for route, (path, _, _) in PAGES.items() if route.startswith("GET")]
        interface = [f"/api/v1{path}" for route, (path, _, _) in INTERFACE.items() if route.startswith("GET")]
        more = ["/m/{match}/sheet?rulings=yes&size=large", "/history?person=", "/t/{code}/join/2", "/m/{match}/as/3"]
        # Where the name of the second of them is taken away.
        links = re.findall(r'href="(/forget/[0-9a-f]+)".*?<bdi>(.*?)</bdi>', self.owner.page("/forget"))
        second = [path for path, name in links if html.unescape(name) in (HOSTILE[1], HARMLESS[1])]
        return [*(filled(path, self.roles) for path in (*pages, *interface, *more)), *second[:1]]


def room(store: Store, names: tuple[str, ...]) -> Room:
    """An evening of people with these names, at a table that bears the first of them."""
    app = create_app(store, InProcessLive(), Settings(("localhost",)))
    services: Services = app.extensions["tableside"]
    host = Browser(app)
    opened = host.client.post("/api/v1/tables", json={"players": list(names), "name": names[0]}).get_json()
    code, token = opened["table"], opened["host_token"]
    host.client.set_cookie(DEVICE, token)
    services.store.grants.add(Grant(token_hash(token), "owner", "device", datetime.now(UTC)))
    host.post(f"/t/{code}/wifi", {"ssid": names[0], "password": names[1] * 2})
    match_id = played(host, code)
    token = services.seating.token(services.tables.find(code).id, 1)
    return Room(Roles(app, code, match_id, code, token, "none", {}, {}), host)


def played(host: Browser, code: str) -> str:
    """The id of a match in which something happened to everybody: entries, a ruling, one that is contested."""
    match_id = start_match(host, code, "land-unter")
    moves = [{"kind": "count_rings", "seat": seat, "rings": seat + 1} for seat in range(5)]
    trick = {"kind": "trick", "levels": [4, 9], "cards": {"0": 58, "1": 31, "2": 12, "3": 45, "4": 27}}
    host.enter(match_id, *moves, trick)
    host.post(f"/m/{match_id}/contest/5", {"reason": "rule"})
    return match_id


@pytest.fixture
def rooms(elsewhere: Callable[[], str]) -> Iterator[tuple[Room, Room]]:
    """The same evening twice: with hostile names, and with others."""
    with Store.open(elsewhere()) as one, Store.open(elsewhere()) as two:
        yield room(one, HOSTILE), room(two, HARMLESS)


@pytest.mark.ring("test")
def test_a_name_is_never_part_of_a_page_a_drawing_or_a_file(rooms: tuple[Room, Room]) -> None:
    shown = 0
    for path, other in zip(rooms[0].paths(), rooms[1].paths(), strict=True):
        with rooms[0].owner.get(path) as answer, rooms[1].owner.get(other) as expected:
            kind = str(answer.mimetype)
            assert (answer.status_code, kind) == (expected.status_code, expected.mimetype), path
            if path.endswith(".sqlite") or kind.startswith("image/"):
                continue
            text = answer.get_data(as_text=True)
            shown += any(name in text or name.split("<")[0] in text for name in HOSTILE)
            if kind == "text/csv":
                cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
                formulas = [cell for cell in cells if cell.startswith(tuple("=+-@\t\r"))]
                assert all(cell.lstrip("-").isdecimal() for cell in formulas), "a score may be negative"
            elif kind.endswith("json"):
                json.loads(text)
            else:
                assert structure(text) == structure(expected.get_data(as_text=True)), path
            assert not any(name in str(answer.headers) for name in HOSTILE), path
    assert shown > 20


def structure(text: str) -> Structure:
    return [(one.tag, tuple(one.given)) for one in elements_of(text) if one.tag]


def test_the_stream_of_the_table_screen_and_of_the_board_carry_names_as_letters(rooms: tuple[Room, Room]) -> None:
    for path in ("/m/{match}/board", "/tv/{code}/board"):
        texts = [room.owner.page(filled(path, room.roles)) for room in rooms]
        assert structure(texts[0]) == structure(texts[1])
        assert "&lt;img src=x" in texts[0]


@pytest.mark.parametrize(
    "name",
    [
        "\N{RIGHT-TO-LEFT OVERRIDE}ana", "Ana\N{ZERO WIDTH SPACE}", "\N{LEFT-TO-RIGHT ISOLATE}Ana", "A\N{SOFT HYPHEN}na",
        "Ana\N{ZERO WIDTH NO-BREAK SPACE}", "A" + "\N{COMBINING ACUTE ACCENT}\N{COMBINING TILDE}" * 11,
        "A" + "\N{COMBINING TILDE}" * 3 + "\N{ZERO WIDTH JOINER}" + "\N{COMBINING TILDE}" * 3, "\N{HANGUL FILLER}",
        "\N{ZERO WIDTH JOINER}", "Ana\U000e0067\U000e0062\U000e007f",
        "\N{WAVING BLACK FLAG}" + "\U000e0061" * 9 + "\U000e007f", "\N{WAVING BLACK FLAG}\U000e0067\U000e0062\U000e0073",
        "Ana\U0001ffff",
    ],
)  # fmt: skip
def test_a_name_that_nobody_sees_or_that_moves_others_is_refused(name: str, host: Browser) -> None:
    assert host.post("/tables", {"name": [name, "Ben"]}).status_code == 400
    code = open_table(host, "Ben")
    for path in ("seats", "seats/0/name"):
        assert host.post(f"/t/{code}/{path}", {"name": name}).status_code == 400


@pytest.mark.parametrize(
    "alike", ["Ana\N{ZERO WIDTH JOINER}", "aN\N{ZERO WIDTH NON-JOINER}a", "Ana\N{VARIATION SELECTOR-16}"]
)
def test_two_names_that_look_the_same_do_not_sit_at_one_table(app: Flask, alike: str) -> None:
    assert "is already taken here" in Browser(app).send("/tables", {"name": ["Ana", alike]}, 400)


def told_at(app: Flask, *names: str) -> dict[str, str]:
    """What the pages and the interface say of a match in which a verdict stands."""
    host = Browser(app)
    match_id = start_match(host, open_table(host, *names), "land-unter")
    for seat in range(3):
        host.post(f"/m/{match_id}/moves", {"kind": "count_rings", "seat": seat, "rings": 5})
    trick = {"kind": "trick", "levels": [4, 9], "highest": 0, "second": 1}
    assert host.post(f"/m/{match_id}/moves", trick).status_code == 303
    paths = (f"/m/{match_id}", f"/m/{match_id}/journal", f"/m/{match_id}/result", f"/api/v1/matches/{match_id}")
    return {path: host.page(path) for path in (*paths, f"/api/v1/matches/{match_id}/journal")}


def test_a_name_from_right_to_left_keeps_to_its_place_in_a_sentence(app: Flask) -> None:
    told = told_at(app, "דנה", "Ben", "Cleo")
    board = next(iter(told))
    assert "\N{FIRST STRONG ISOLATE}דנה\N{POP DIRECTIONAL ISOLATE}" in told[f"{board}/journal"]
    assert re.search("<bdi[^>]*>דנה</bdi>", told[board])
    assert json.loads(told[f"/api/v1/matches/{board.removeprefix('/m/')}"])["state"]["seats"][0]["name"] == "דנה"


def test_names_from_left_to_right_gain_no_letter_that_nobody_sees(app: Flask) -> None:
    for path, text in told_at(app, "Ana", "Zoë", "Ольга").items():
        assert "\N{FIRST STRONG ISOLATE}" not in text, path
