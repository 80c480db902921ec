"""A table with its phones, as a measurement needs it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping


class TableBase:
    """One table with `seats` phones. A kind of server says how to connect, tap and close."""

    def __init__(self, base_url: str, index: int, seats: int, opts: Mapping[str, str]) -> None:
        self.base_url, self.index, self.seats, self.opts = base_url, index, seats, opts
        self.version = 0
        """The newest version this table's taps have caused."""
        self.seen = [-1] * seats
        """The newest version each phone's stream has told."""
        self.errors = 0
        self._target: int | None = None
        self._tapper = 0
        self._left = 0
        self._times: dict[int, float] = {}
        self._all_saw: asyncio.Future[None] | None = None

    async def connect(self) -> None:
        """Open the table and a stream for each phone; set `version` and `seen`."""
        raise AssertionError("each kind of server has its own")

    async def send_tap(self, seat: int) -> None:
        """Tap on this phone: the version rises by exactly 1."""
        raise AssertionError("each kind of server has its own")

    async def close(self) -> None:
        """Close every connection."""
        raise AssertionError("each kind of server has its own")

    def wire(self) -> dict[str, int]:
        """Bytes of streams and requests so far."""
        raise AssertionError("each kind of server has its own")

    async def join_bytes(self) -> int:
        """How much a returning phone loads, in bytes."""
        raise AssertionError("each kind of server has its own")

    def catch_up(self) -> None:
        """Go on from what was seen, after a tap that not all phones saw in time."""
        self.version, self._target = max(self.seen), None

    def saw(self, seat: int, version: int) -> None:
        """Note the version that this phone's stream has told."""
        if version <= self.seen[seat]:
            return
        self.seen[seat] = version
        if self._target is None or version < self._target or seat in self._times:
            return
        self._times[seat] = time.perf_counter()
        if seat != self._tapper:
            self._left -= 1
            if self._left == 0 and self._all_saw is not None and not self._all_saw.done():
                self._all_saw.set_result(None)

    async def tap_and_wait(self, seat: int, timeout: float = 10.0) -> tuple[float, list[float], float]:
        """Seconds until the last other phone saw the tap, until each of them did, and until the tap was answered."""
        self._target, self._tapper = self.version + 1, seat
        self._left, self._times = self.seats - 1, {}
        self._all_saw = asyncio.get_running_loop().create_future()
        began = time.perf_counter()
        async with asyncio.timeout(timeout):
            await self.send_tap(seat)
            answered = time.perf_counter() - began
            if self._left:
                await self._all_saw
        self.version, self._target = self._target, None
        others = [at - began for one, at in self._times.items() if one != seat]
        return max(others), others, answered
