"""The server alone (`bench.floor`): five phones that play and those that watch, as at Tableside's tables."""

from __future__ import annotations

from urllib.parse import urlencode

from bench.adapters.base import TableBase
from bench.adapters.tableside import PLAYERS
from bench.rawhttp import HttpClient, OnEvent, Sse

ENTRY = urlencode([("kind", "trick"), ("levels", 3), ("levels", 4), ("highest", 2), ("second", 3)]).encode()


class Table(TableBase):
    """A match that begins with its first tap."""

    async def connect(self) -> None:
        """Open a stream for each phone."""
        self.path = f"/m/{self.index}"
        self.phones = [HttpClient(self.base_url) for _ in range(self.seats)]
        self.streams = [await self._follow(number) for number in range(self.seats)]
        self.seen = [0] * self.seats

    async def send_tap(self, seat: int) -> None:
        """One more tap."""
        status, _, answer = await self.phones[seat].request("POST", f"{self.path}/tap", ENTRY)
        if status != 200:
            self.errors += 1
            raise RuntimeError(f"{status} {answer[:2000].decode()}")

    def wire(self) -> dict[str, int]:
        """Bytes of streams so far."""
        return {"rx_stream": sum(stream.rx for stream in self.streams)}

    async def close(self) -> None:
        """Close all phones."""
        for stream in self.streams:
            stream.close()
        for phone in self.phones:
            phone.close()

    async def _follow(self, number: int) -> Sse:
        eyes = "plays" if number < len(PLAYERS) else "looks"
        return await Sse.open(self.base_url, f"{self.path}/{eyes}/stream", self._listener(number))

    def _listener(self, number: int) -> OnEvent:
        def on_event(version: bytes | None, event: bytes | None, data: bytes) -> None:
            if version is not None and event == b"board":
                self.saw(number, int(version))

        return on_event
