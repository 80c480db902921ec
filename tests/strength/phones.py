"""Phones that tap until they are heard, and onlookers that listen, whatever happens to the server meanwhile."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bench.rawhttp import HttpClient, Sse
from companion.service.callers import hashed

AGAIN_SECONDS = 0.03
PATIENCE_SECONDS = 15.0
AWAY = (OSError, EOFError, asyncio.TimeoutError)
PLAYERS = ("Ana", "Ben", "Cleo")


@dataclass
class Phone:
    """One seat's phone: what it tapped, in this order, and at which version each tap was said to stand."""

    url: str
    match: str
    seat: int
    token: str
    acknowledged: list[int] = field(default_factory=list)
    is_waiting: bool = False
    """Whether a tap is on its way: it may stand in the journal or not."""

    def key_of(self, tap: int) -> str:
        """The key under which the store knows a tap of this phone."""
        return hashlib.sha256(f"{hashed(self.token)}:tap {tap}".encode()).hexdigest()

    async def play(self, stop: asyncio.Event) -> None:
        """Tap and tap again; each until it is acknowledged."""
        while not stop.is_set():
            self.is_waiting = True
            self.acknowledged.append(await self._insist(len(self.acknowledged)))
            self.is_waiting = False

    async def _insist(self, tap: int) -> int:
        path, body = self._entry(tap)
        while True:
            try:
                status, answer = await call(self.url, "POST", path, body, self.token)
            except AWAY:
                status, answer = 0, {}
            if status in (200, 201):
                version: int = answer["version"]
                return version
            assert status in (0, 503), (path, body, status, answer)
            await asyncio.sleep(AGAIN_SECONDS)

    def _entry(self, tap: int) -> tuple[str, dict[str, object]]:
        """The first seat takes an entry back and brings it back, by turns; the others contest one."""
        more: dict[str, object] = {"key": f"tap {tap}"}
        if self.seat == 0:
            step = "redo" if tap % 2 else "undo"
            return f"/matches/{self.match}/{step}", more | ({} if tap % 2 else {"index": 2})
        return f"/matches/{self.match}/contest", more | {"index": 0, "reason": "entry"}


@dataclass
class Onlooker:
    """A stream that is opened anew whenever it ends, and the newest version it told."""

    url: str
    match: str
    token: str | None = None
    seen: int = -1
    returns: int = 0
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    async def look(self) -> None:
        """Listen until cancelled."""
        while True:
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    stream = await _Stream.open(self.url, self._path, self._told, headers=self._who)
            except AWAY:
                await asyncio.sleep(AGAIN_SECONDS)
                continue
            assert isinstance(stream, _Stream)
            self.returns += 1
            try:
                await stream.ended
            finally:
                stream.close()

    async def sees(self, version: int) -> None:
        """Return once it has told this version."""
        while self.seen < version:
            self._news.clear()
            await self._news.wait()

    @property
    def _who(self) -> Sequence[tuple[str, str]]:
        return () if self.token is None else [("Authorization", f"Bearer {self.token}")]

    @property
    def _path(self) -> str:
        return f"/api/v1/matches/{self.match}/stream"

    def _told(self, version: bytes | None, event: bytes | None, data: bytes) -> None:
        if version is not None:
            self.seen = max(self.seen, int(version))
            self._news.set()


class _Stream(Sse):
    """A stream that says when it has ended."""

    def connection_made(self, transport: Any) -> None:
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        if not self.ended.done():
            self.ended.set_result(None)


@dataclass(frozen=True)
class Company:
    """A match with its phones and onlookers."""

    match: str
    host: str
    phones: tuple[Phone, ...]
    onlookers: tuple[Onlooker, ...]


async def call(
    url: str, method: str, path: str, body: object = None, token: str | None = None
) -> tuple[int, dict[str, Any]]:
    """Status and JSON of one request to the interface, on a connection of its own. Raises one of `AWAY`."""
    client = HttpClient(url)
    headers = [] if token is None else [("Authorization", f"Bearer {token}")]
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            sent = b"" if body is None else json.dumps(body).encode()
            status, _, answer = await client.request(method, f"/api/v1{path}", sent, "application/json", headers)
    finally:
        client.close()
    return status, json.loads(answer)


async def seat_company(url: str, onlookers: int = 2) -> Company:
    """A match with three entries, a phone for each seat, and some who look on."""
    _, table = await call(url, "POST", "/tables", {"players": PLAYERS})
    host = table["host_token"]
    _, begun = await call(url, "POST", f"/tables/{table['table']}/matches", {"game": "land-unter"}, host)
    match = begun["match"]
    for seat in range(len(PLAYERS)):
        move = {"kind": "count_rings", "seat": seat, "rings": 5}
        status, said = await call(url, "POST", f"/matches/{match}/moves", {"move": move, "anyway": True}, host)
        assert status == 201, said
    phones = tuple(Phone(url, match, number, seat["token"]) for number, seat in enumerate(table["seats"]))
    return Company(match, host, phones, tuple(Onlooker(url, match) for _ in range(onlookers)))
