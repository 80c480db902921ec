"""Limits count by address; behind a proxy that is trusted, by the address it tells; what others claim is not read."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path

import pytest

from companion.live import InProcessLive
from companion.server import App, Refusal, StreamRequest
from companion.store import Store
from companion.web.app.rate_limits import GUESSES, asker
from companion.web.app.services import Services, Settings
from companion.web.board.stream import BoardStreams
from companion.web.create_app import create_app
from tests.e2e.evening import ask, land_unter
from tests.server.rig import EventClient, pages, serving

PROXY = "127.0.0.1"
"""The address from which every request here comes."""
COUNTED = {
    "127.0.0.1": "",
    "::1": "",
    "192.168.1.7": "192.168.1.7",
    "2001:db8:7:7::1": "2001:db8:7:7::/64",
}
"""By the address of a phone, the one by which its streams are counted; none on this device itself."""
HOUSEHOLD = "2001:db8:7:7::"


@contextmanager
def served(folder: Path, trusted: tuple[str, ...]) -> Iterator[int]:
    """The port of the whole app behind proxies of these addresses."""
    live = InProcessLive()
    with Store.open(folder / "t.sqlite") as store:
        app = create_app(store, live, Settings(("table.test",)))
        with serving(App(app, BoardStreams(app), live), trusted_proxies=trusted) as started:
            yield started.port


def guess(port: int, forwarded: str, path: str = "/t/ZZZZ") -> int:
    return ask(port, "GET", path, X_Forwarded_For=forwarded).status


def until_refused(port: int, forwarded: Iterator[str]) -> int:
    """How many guesses are answered before the first has to wait; more than allowed, if none has."""
    return next((number for number in range(GUESSES + 5) if guess(port, next(forwarded)) == 429), GUESSES + 5)


def test_behind_a_trusted_proxy_each_address_has_guesses_of_its_own(tmp_path: Path) -> None:
    with served(tmp_path, (PROXY,)) as port:
        assert until_refused(port, iter(lambda: "203.0.113.7", None)) == GUESSES
        assert guess(port, "203.0.113.8") == 404
        assert guess(port, "203.0.113.7", "/tv/ZZZZ/stream") == 429
        assert guess(port, "203.0.113.7", f"/tv/{land_unter(port).table}/stream") == 429


@pytest.mark.parametrize(
    ("trusted", "claimed"),
    [
        ((PROXY,), "198.51.100.{}, 203.0.113.7"),
        ((), "198.51.100.{}"),
        (("192.0.2.1",), "198.51.100.{}"),
        ((PROXY,), HOUSEHOLD + "{:x}"),
    ],
    ids=["claimed before the proxy's own", "without a proxy", "by another proxy", "of one household"],
)
def test_many_addresses_that_are_claimed_or_of_one_household_guess_no_more_often_than_one(
    tmp_path: Path, trusted: tuple[str, ...], claimed: str
) -> None:
    with served(tmp_path, trusted) as port:
        assert until_refused(port, (claimed.format(number) for number in count(1))) == GUESSES
        assert PROXY not in trusted or guess(port, "2001:db8:7:8::1") == 404


ADDRESSES: list[tuple[str | None, str]] = [
    ("192.168.1.7", "192.168.1.7"), ("::ffff:192.168.1.7", "192.168.1.7"),
    ("2001:db8:7:7:1:2:3:4", "2001:db8:7:7::/64"), ("fe80::1%eth0", "fe80::/64"), ("unix", "unix"), (None, ""),
]  # fmt: skip


@pytest.mark.parametrize(("address", "whose"), ADDRESSES)
def test_whose_an_attempt_is(address: str | None, whose: str) -> None:
    with pages().test_request_context("/", environ_overrides={"REMOTE_ADDR": address}):
        assert asker() == whose


def test_tokens_that_are_made_up_give_nobody_more_streams(tmp_path: Path) -> None:
    with served(tmp_path, (PROXY,)) as port, ExitStack() as streams:
        match_id = land_unter(port).match_id
        opened = [streams.enter_context(looks_on(port, match_id, f"made-up-{number}")) for number in range(13)]
        assert [stream.version() for stream in opened] == [0] * 13
        assert opened[0].event() == {"retry": "30000", "event": "busy", "data": "30"}
        assert streams.enter_context(looks_on(port, match_id, "made-up", address="203.0.113.8")).version() == 0
        for stream in opened[1:]:
            stream.socket.setblocking(False)
            with pytest.raises(BlockingIOError):
                stream.socket.recv(1)


def test_streams_are_counted_by_the_address_that_is_asked_from_but_not_on_this_device(tmp_path: Path) -> None:
    with Store.open(tmp_path / "t.sqlite") as store:
        app = create_app(store, InProcessLive(), Settings(("localhost",)))
        services: Services = app.extensions["tableside"]
        code = services.tables.open(("Ana", "Ben")).table.code
        for address, counted in COUNTED.items():
            scope = {"type": "http", "method": "GET", "path": f"/tv/{code}/stream", "query_string": b""}
            scope |= {"headers": [(b"host", b"localhost")], "client": (address, 5000), "server": ("localhost", 80)}
            [opened] = BoardStreams(app).open([StreamRequest({"scheme": "http", "http_version": "1.1", **scope})])
            assert not isinstance(opened, Refusal)
            assert opened.address == counted


def looks_on(port: int, match_id: str, token: str, address: str = "203.0.113.7") -> EventClient:
    return EventClient(port, {"Cookie": f"device={token}", "X_Forwarded_For": address}, path=f"/m/{match_id}/stream")
