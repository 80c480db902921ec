"""Phones that tap until they are heard, and onlookers that listen, whatever happens to the server meanwhile."""

import asyncio
import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

from bench.rawhttp import HttpClient, Sse
from companion.store import token_hash
from tests.e2e.evening import land_unter

AGAIN_SECONDS = 0.03
PATIENCE_SECONDS = 15.0
AWAY = (OSError, EOFError, asyncio.TimeoutError)


@dataclass
class Phone:
    """One seat's phone: what it tapped, in this order, and at which version each tap was said to stand."""

    url: str
    match_id: str
    seat: int
    token: str
    acknowledged: list[int] = field(default_factory=list)
    is_waiting: bool = False
    """Whether a tap is on its way: it may stand in the journal or not."""
    is_refused: bool = False
    """Whether a tap was turned down that nothing speaks against: this phone taps no more."""

    def key_of(self, tap: int) -> str:
        """The key under which the store knows a tap of this phone."""
        return hashlib.sha256(f"{token_hash(self.token)}:tap {tap}".encode()).hexdigest()

    async def play(self, stop: asyncio.Event) -> None:
        """Tap and tap again; each until it is acknowledged."""
        while not (stop.is_set() or self.is_refused):
            self.is_waiting = True
            await self._insist(len(self.acknowledged))
            self.is_waiting = False

    async def _insist(self, tap: int) -> None:
        path, body = self.entry(tap)
        while True:
            try:
                status, answer = await call(self.url, path, body, self.token)
            except AWAY:
                status, answer = 0, {}
            if status in (200, 201):
                return self.acknowledged.append(answer["version"])
            if status not in (0, 503):
                self.is_refused = True
                return None
            await asyncio.sleep(AGAIN_SECONDS)

    def entry(self, tap: int) -> tuple[str, dict[str, object]]:
        """The first seat takes an entry back and brings it back, by turns; the others contest one."""
        more: dict[str, object] = {"key": f"tap {tap}"}
        if self.seat == 0:
            step = "redo" if tap % 2 else "undo"
            return f"/matches/{self.match_id}/{step}", more | ({} if tap % 2 else {"index": 2})
        return f"/matches/{self.match_id}/contest", more | {"index": 0, "reason": "entry"}


@dataclass
class Onlooker:
    """A stream that is opened anew whenever it ends, and the newest version it told: a seat's board, or a program's."""

    url: str
    match_id: str
    token: str | None = None
    seen: int = -1
    shown: int = -1
    """The newest version that the stream told which is open now; -1 where none is."""
    is_away: asyncio.Event = field(default_factory=asyncio.Event)
    """Set while there is no stream: all that ever reached this phone has been seen."""
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    async def look(self) -> None:
        while True:
            self.is_away.clear()
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    stream = await _Stream.open(self.url, self._path, self._told, self._cookie)
            except AWAY:
                await self._rest()
                continue
            assert isinstance(stream, _Stream)
            try:
                await stream.ended
            finally:
                stream.close()
            await self._rest()

    async def _rest(self) -> None:
        self.shown = -1
        self.is_away.set()
        await asyncio.sleep(AGAIN_SECONDS)

    async def comes_back(self, version: int) -> None:
        while self.shown < version:
            self._news.clear()
            await self._news.wait()

    @property
    def _cookie(self) -> str | None:
        return None if self.token is None else f"device={self.token}"

    @property
    def _path(self) -> str:
        return f"/api/v1/matches/{self.match_id}/stream" if self.token is None else f"/m/{self.match_id}/stream"

    def _told(self, version: bytes | None, event: bytes | None, data: bytes) -> None:
        if version is not None:
            self.shown = int(version)
            self.seen = max(self.seen, self.shown)
            self._news.set()


class _Stream(Sse):
    def connection_made(self, transport: Any) -> None:
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        if not self.ended.done():
            self.ended.set_result(None)


@dataclass(frozen=True)
class Company:
    match_id: str
    phones: tuple[Phone, ...]
    onlookers: tuple[Onlooker, ...]


async def call(url: str, path: str, body: object, token: str) -> tuple[int, dict[str, Any]]:
    """Status and JSON of an entry over the interface, on a connection of its own. Raises one of `AWAY`."""
    client = HttpClient(url)
    headers = [("Authorization", f"Bearer {token}")]
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            sent = json.dumps(body).encode()
            status, _, answer = await client.request("POST", f"/api/v1{path}", sent, "application/json", headers)
    finally:
        client.close()
    return status, json.loads(answer)


def seat_company(port: int, onlookers: int = 2) -> Company:
    """A match with three entries, a phone for each seat, and some open boards: those of the seats, and of who looks on."""
    evening, url = land_unter(port, 3, rings=5), f"http://127.0.0.1:{port}"
    phones = tuple(Phone(url, evening.match_id, seat, token) for seat, token in enumerate(evening.seats))
    tokens = [None, *evening.seats]
    boards = tuple(Onlooker(url, evening.match_id, tokens[number % len(tokens)]) for number in range(onlookers))
    return Company(evening.match_id, phones, boards)
