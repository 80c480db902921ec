"""boardgame.io, game `scoring`: tables by its lobby over HTTP, play by Engine.IO 4 and socket.io on a WebSocket."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import struct
from collections.abc import Callable
from typing import Any

from bench.adapters.base import TableBase
from bench.rawhttp import HttpClient, addr

GAME = "scoring"
STATE = re.compile(rb'"_stateID":(\d+)')
OnMessage = Callable[[bytes], None]


def client_frame(payload: bytes) -> bytes:
    """A text frame as a client sends it: masked."""
    size = len(payload)
    if size < 126:
        head = b"\x81" + bytes([0x80 | size])
    elif size < 65536:
        head = b"\x81\xfe" + struct.pack(">H", size)
    else:
        head = b"\x81\xff" + struct.pack(">Q", size)
    mask = os.urandom(4)
    key = (mask * (size // 4 + 1))[:size]
    return head + mask + (int.from_bytes(payload, "big") ^ int.from_bytes(key, "big")).to_bytes(size, "big")


class Socket(asyncio.Protocol):
    """One phone's WebSocket."""

    def __init__(self, address: tuple[str, int], on_message: OnMessage) -> None:
        self._address = address
        self._on_message = on_message
        self._buffer = b""
        self._is_up = False
        self._transport: Any = None
        self.rx = self.tx = 0
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @classmethod
    async def open(cls, base_url: str, on_message: OnMessage) -> Socket:
        """The connected WebSocket."""
        host, port = addr(base_url)
        made = cls((host, port), on_message)
        await asyncio.get_running_loop().create_connection(lambda: made, host, port)
        await made.ready
        return made

    def connection_made(self, transport: Any) -> None:
        """Ask for the upgrade."""
        self._transport = transport
        host, port = self._address
        key = base64.b64encode(os.urandom(16)).decode()
        lines = (
            "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1",
            f"Host: {host}:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        )
        transport.write("\r\n".join(lines).encode() + b"\r\n\r\n")

    def data_received(self, data: bytes) -> None:
        """Read as many complete messages as have arrived."""
        self.rx += len(data)
        self._buffer += data
        if not self._is_up and not self._read_head():
            return
        while (message := self._next_message()) is not None:
            if message[:1] == b"2":
                self.send(b"3")  # A ping, answered.
            else:
                self._on_message(message)

    def send(self, payload: bytes) -> None:
        """Send one message."""
        frame = client_frame(payload)
        self.tx += len(frame)
        self._transport.write(frame)

    def close(self) -> None:
        """Close the connection."""
        self._transport.close()

    def _read_head(self) -> bool:
        head, found, rest = self._buffer.partition(b"\r\n\r\n")
        if not found:
            return False
        if b" 101 " not in head[:20]:
            self.ready.set_exception(ConnectionError(head[:80].decode("latin-1")))
        else:
            self.ready.set_result(None)
        self._buffer, self._is_up = rest, True
        return True

    def _next_message(self) -> bytes | None:
        size, start = _length(self._buffer)
        if len(self._buffer) < start + size:
            return None
        message, self._buffer = self._buffer[start : start + size], self._buffer[start + size :]
        return message


def _length(frame: bytes) -> tuple[int, int]:
    """The size of a frame's message and where it begins; if too little has arrived to tell, more than has."""
    short = frame[1] & 127 if len(frame) > 1 else 1
    wide = {126: ">H", 127: ">Q"}.get(short)
    if wide is None:
        return short, 2
    start = 2 + struct.calcsize(wide)
    return (struct.unpack(wide, frame[2:start])[0] if len(frame) >= start else 1), start


class Table(TableBase):
    """A match of the peer's, every phone a player of it."""

    async def connect(self) -> None:
        """Open a match, join it with each phone, and let each follow it."""
        lobby = HttpClient(self.base_url)
        self._match = (await _call(lobby, f"/games/{GAME}/create", {"numPlayers": self.seats}))["matchID"]
        joining = f"/games/{GAME}/{self._match}/join"
        self._credentials = [
            (await _call(lobby, joining, {"playerID": str(seat), "playerName": f"p{seat}"}))["playerCredentials"]
            for seat in range(self.seats)
        ]
        lobby.close()
        self._sync_bytes = 0
        self._sockets = [await self._follow(seat) for seat in range(self.seats)]
        await asyncio.sleep(0.02)  # Let the news of who joined pass.
        self.seen = [0] * self.seats

    async def send_tap(self, seat: int) -> None:
        """A point for this seat."""
        action = {
            "type": "MAKE_MOVE",
            "payload": {
                "type": "score",
                "args": [1],
                "playerID": str(seat),
                "credentials": self._credentials[seat],
            },
        }
        self._say(seat, ["update", action, self.version, self._match, str(seat)])

    def wire(self) -> dict[str, int]:
        """Bytes of the sockets so far."""
        received, sent = (sum(getattr(one, way) for one in self._sockets) for way in ("rx", "tx"))
        return {"rx_stream": received, "rx_http": 0, "tx_http": sent, "reconnects": 0}

    async def join_bytes(self) -> int:
        """How much a returning phone is sent, in bytes."""
        self._sync_bytes = 0
        self._sync(0)
        while not self._sync_bytes:
            await asyncio.sleep(0.005)
        return self._sync_bytes

    async def close(self) -> None:
        """Close all phones."""
        for one in self._sockets:
            one.close()

    async def _follow(self, seat: int) -> Socket:
        loop = asyncio.get_running_loop()
        joined, synced = loop.create_future(), loop.create_future()
        phone = await Socket.open(self.base_url, self._listener(seat, joined, synced))
        async with asyncio.timeout(20):
            phone.send(f"40/{GAME},".encode())
            await joined
            self._sync(seat, phone)
            await synced
        return phone

    def _sync(self, seat: int, phone: Socket | None = None) -> None:
        self._say(seat, ["sync", self._match, str(seat), self._credentials[seat], self.seats], phone)

    def _say(self, seat: int, message: list[object], phone: Socket | None = None) -> None:
        text = json.dumps(message, separators=(",", ":")).encode()
        (phone or self._sockets[seat]).send(f"42/{GAME},".encode() + text)

    def _listener(self, seat: int, joined: asyncio.Future[None], synced: asyncio.Future[None]) -> OnMessage:
        skipped = len(f"42/{GAME},")

        def on_message(message: bytes) -> None:
            if message[:2] == b"40" and not joined.done():
                joined.set_result(None)
            if message[:2] != b"42":
                return
            body = message[skipped:]
            if body.startswith(b'["update"') and (found := STATE.search(body)):
                self.saw(seat, int(found[1]))
            elif body.startswith(b'["sync"'):
                self._sync_bytes = len(message)
                if not synced.done():
                    synced.set_result(None)

        return on_message


async def _call(lobby: HttpClient, path: str, body: object) -> Any:
    status, _, answer = await lobby.request("POST", path, json.dumps(body).encode(), "application/json")
    assert status == 200, (status, answer)
    return json.loads(answer)
