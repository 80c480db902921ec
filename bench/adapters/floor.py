"""The floor: a phone posts its seat, and a stream for each phone tells of it."""

from __future__ import annotations

from functools import partial

from bench.adapters.base import TableBase
from bench.rawhttp import HttpClient, Sse


class Table(TableBase):
    """A table of as many phones as are asked for."""

    async def connect(self) -> None:
        """A connection for taps and one for a stream, each phone."""
        self.path = f"/table{self.index}"
        self.phones = [HttpClient(self.base_url) for _ in range(self.seats)]
        self.streams = [
            await Sse.open(self.base_url, self.path, partial(self._told, seat)) for seat in range(self.seats)
        ]
        self.seen = [0] * self.seats

    async def send_tap(self, seat: int) -> None:
        """One more row."""
        status, _, answer = await self.phones[seat].request(
            "POST", self.path, f"version={self.version}&seat={seat}".encode()
        )
        assert status == 204, (status, answer)

    def wire(self) -> dict[str, int]:
        """Bytes of the streams so far."""
        return {"rx_stream": sum(stream.rx for stream in self.streams), "rx_http": 0, "tx_http": 0, "reconnects": 0}

    async def join_bytes(self) -> int:
        """There is no page to come back to."""
        return 0

    async def close(self) -> None:
        """Close all phones."""
        for stream in self.streams:
            stream.close()
        for phone in self.phones:
            phone.close()

    def _told(self, seat: int, version: bytes | None, event: bytes | None, data: bytes) -> None:
        if version is not None:
            self.saw(seat, int(version))
