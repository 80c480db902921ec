"""How phones get here: where none can, no page shows an address or a code that leads nowhere; and all of it below a path."""

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from queue import Queue
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote, urljoin
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest
from flask import Flask

from companion.cli.serving import make_app, make_server
from companion.live import InProcessLive
from companion.server import Serving, serve
from companion.store import Store
from companion.web.app.services import Services, Settings
from tests.servers import free_port
from tests.test_cli import options
from tests.web.conftest import HOSTS
from tests.web.people import Browser, open_table

ALONE = "Only this device can open Tableside."
CODE = 'class="qr"'
PAGES = ("/t/{code}", "/t/{code}/seats/1", "/t/{code}/cards", "/tv/{code}")
LED: tuple[tuple[str, str, str, tuple[str, ...], tuple[str, ...]], ...] = (
    *(("127.0.0.1", "localhost", page, (ALONE, "--host 127.0.0.1"), (CODE, "192.168.1.5", "Phone won’t connect?"))
        for page in PAGES),
    ("127.0.0.1", "table.test", PAGES[0], (CODE, "http://table.test"), (ALONE, "127.0.0.1")),
    ("192.168.1.7", "localhost", PAGES[0], (CODE, "http://192.168.1.7:8000/t/{code}"), (ALONE,)),
    ("fd00::7", "localhost", PAGES[0], (CODE, "http://[fd00::7]:8000/t/{code}"), (ALONE,)),
)  # fmt: skip
"""Where it is listened at, by which name it is asked, for which page, and what that says and does not."""


@pytest.mark.parametrize(("listens_at", "name", "page", "said", "unsaid"), LED)
def test_phones_are_led_to_the_address_that_is_listened_at_or_asked_for_and_by_no_code_where_none_gets_in(
    app: Flask, store: Store, live: InProcessLive, listens_at: str, name: str, page: str, said: tuple[str, ...],
    unsaid: tuple[str, ...],
) -> None:  # fmt: skip
    app.extensions["tableside"] = Services(store, live, Settings(HOSTS, listens_at=listens_at))
    host = Browser(app)
    code = open_table(host, "Ana", "Ben")
    shown = host.page(page.format(code=code), base_url=f"http://{name}")
    assert [one for one in said if one.format(code=code) not in shown] == []
    assert [one for one in unsaid if one in shown] == []


NAMED = re.compile(r'\b(?:href|src|action|formaction|data-(?:stream|board|back-to|ask)|hx-[a-z]+)="(/[^"#]*)')
"""What of a page leads somewhere on this host."""
NAME = "club.example"
MOST_PAGES = 120


class Visitor:
    """A browser of the club, which reaches Tableside below a path, as the proxy passes it on."""

    def __init__(self, base: str) -> None:
        self.base = base
        self._opener = build_opener(HTTPCookieProcessor())

    def ask(self, address: str, data: bytes | None = None, **headers: str) -> tuple[int, str, bytes]:
        origin = {} if data is None else {"Origin": f"http://{NAME}"}
        named = {name.replace("_", "-"): value for name, value in headers.items()} | {"Host": NAME}
        request = Request(urljoin(self.base, address), data, named | origin)
        try:
            with self._opener.open(request, timeout=30) as answer:
                return answer.status, answer.url, answer.read()
        except HTTPError as refused:
            with refused:
                return refused.code, refused.url, refused.read()

    @contextmanager
    def events(self, path: str) -> Iterator[Iterator[str]]:
        with self._opener.open(Request(urljoin(self.base, path), headers={"Host": NAME}), timeout=30) as events:
            lines = iter(events.readline, b"")
            yield (line.decode() for line in lines if line.startswith(b"data: {"))

    def told(self, path: str, body: object, token: str = "") -> Any:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        return json.loads(self.ask(f"{self.base}/api/v1{path}", json.dumps(body).encode(), **headers)[2])


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[Visitor]:
    port = free_port()
    base = f"http://127.0.0.1:{port}/tables"
    asked = options("--data", str(tmp_path), "--port", str(port), "--public-url", f"http://{NAME}/tables")
    ready: Queue[Serving] = Queue()
    with Store.open(tmp_path / "records.sqlite") as store:
        live = InProcessLive()
        server = make_server(make_app(store, live, asked), live, asked)
        thread = threading.Thread(target=serve, args=(server, "127.0.0.1", port), kwargs={"on_ready": ready.put})
        thread.start()
        running = ready.get(timeout=30)
        yield Visitor(base)
        running.stop()
        thread.join()


def test_a_whole_table_is_led_nowhere_else(visitor: Visitor) -> None:
    status, address, page = visitor.ask(f"{visitor.base}/tables", b"name=Ana&name=Ben&name=Cleo")
    assert status == 200
    assert re.search(rf"Code to scan with a phone: http://{NAME}/tables/t/[A-Z0-9]{{6}}\b", page.decode())
    assert address.startswith(f"{visitor.base}/t/")
    status, address, page = visitor.ask(f"{address}/matches", b"game=land-unter")
    assert (status, address.partition("/m/")[0]) == (200, visitor.base)
    board = address.removesuffix("/set-up")
    seen, left = set[str](), [visitor.base + "/", board, address]
    while left and len(seen) < MOST_PAGES:
        one = left.pop(0)
        if one in seen or one.partition("?")[0].endswith(("/backup.sqlite", "/stream")):
            continue
        seen.add(one)
        status, _, page = visitor.ask(one)
        assert status < 400 or status in (401, 403, 405), (one, status)
        for path in map(unescape, NAMED.findall(page.decode("utf-8", "replace"))):
            assert path.startswith(("/tables/", "/tables?")) or path == "/tables", (one, path)
            left.append(urljoin(visitor.base, quote(path, safe="/?=&%+,:;.@~-_")))
    assert len(seen) > 40


def test_codes_streams_redirections_and_refusals_carry_it(visitor: Visitor) -> None:
    table = visitor.told("/tables", {"players": ["Ana", "Ben", "Cleo"]})
    assert all(seat["join_url"].startswith(f"http://{NAME}/tables/join/seat/") for seat in table["seats"])
    begun = visitor.told(f"/tables/{table['table']}/matches", {"game": "limits"}, table["host_token"])
    stream = re.findall(r'data-stream="([^"]+)"', visitor.ask(f"{visitor.base}/m/{begun['match']}")[2].decode())[0]
    with visitor.events(stream) as events:
        next(events)
        move = {"kind": "start", "seat": 1}
        visitor.told(f"/matches/{begun['match']}/moves", {"move": move, "anyway": True}, table["host_token"])
        told = next(events)
    assert 'href=\\"/tables/' in told
    assert not re.findall(r'(?:href|src|action)=\\"/(?!tables/)', told)
    status, _, gone = visitor.ask(f"{visitor.base}/nowhere")
    assert (status, 'href="/tables/"' in gone.decode()) == (404, True)
    status, _, refused = visitor.ask(f"{visitor.base}/judge", b"x" * 3_000_000)
    assert (status, 'href="/tables/"' in refused.decode()) == (413, True)
    assert visitor.ask(f"{visitor.base}/api/v1/tables/XXXX")[2].startswith(b'{"type":"/tables/api#')


def test_whoever_asks_the_machine_itself_may_leave_it_out(visitor: Visitor) -> None:
    for path in ("/livez", "/healthz", "/tables/livez", "/tables/healthz"):
        assert visitor.ask(path)[0] == 200
