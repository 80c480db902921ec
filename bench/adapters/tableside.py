"""Tableside, through the pages' own routes: a match of Land Unter, a phone for each of five seats, and an onlooker.

The taps are those of an evening: rings counted, tricks entered; shortly before the end everything back to the first trick
is taken back in one tap, and the tricks are played anew, for as long as anybody measures. Each is a form as the board's
script sends it, and each stream is the board's own.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import cycle, islice
from typing import Any
from urllib.parse import urlencode

from bench.adapters.base import TableBase
from bench.rawhttp import HttpClient, OnEvent, Sse

PLAYERS = ("Ana", "Ben", "Cleo", "Dora", "Emil")
TRICKS = 12 * len(PLAYERS) - 1
"""All but the last, which would end the match."""
Form = tuple[str, list[tuple[str, object]]]


class Table(TableBase):
    """A table of five seats; phones beyond the fifth look on."""

    async def connect(self) -> None:
        """Open the table over the interface, then sit down with each phone as people do."""
        setup = HttpClient(self.base_url)
        opened = await _call(setup, "/tables", {"players": PLAYERS})
        host = opened["host_token"]
        begun = await _call(setup, f"/tables/{opened['table']}/matches", {"game": "land-unter"}, host)
        setup.close()
        self.path = f"/m/{begun['match']}"
        self.phones = [await self._sit(seat["token"]) for seat in opened["seats"]]
        # Each table's phones have an address of their own: from a single one nobody may follow fifty.
        self.phones += [
            HttpClient(self.base_url, address=f"127.1.{self.index // 250}.{self.index % 250 + 1}")
            for _ in range(len(PLAYERS), self.seats)
        ]
        self.streams = [await self._follow(number, phone) for number, phone in enumerate(self.phones)]
        self.taps = evening(len(PLAYERS), self.index)
        self.seen = [0] * self.seats

    async def send_tap(self, seat: int) -> None:
        """The next entry of the evening, from this phone; for an onlooker, from the host's."""
        action, fields = next(self.taps)
        body = urlencode([("version", self.version), *fields]).encode()
        phone = self.phones[seat if seat < len(PLAYERS) else 0]
        headers = (*self._origin, ("HX-Request", "true"))
        status, _, answer = await phone.request("POST", f"{self.path}/{action}", body, headers=headers)
        if status not in (200, 204):  # as an entry is answered today, and as it was earlier
            self.errors += 1
            raise RuntimeError(f"{action} {fields}: {status} {answer[:2000].decode()}")

    def wire(self) -> dict[str, int]:
        """Bytes of streams and requests so far."""
        return {
            "rx_stream": sum(stream.rx for stream in self.streams),
            "rx_http": sum(phone.rx for phone in self.phones),
            "tx_http": sum(phone.tx for phone in self.phones),
            "reconnects": sum(phone.reconnects for phone in self.phones),
        }

    async def join_bytes(self) -> int:
        """The size of the page a returning phone loads."""
        _, _, page = await self.phones[0].request("GET", self.path)
        return len(page)

    async def close(self) -> None:
        """Close all phones."""
        for stream in self.streams:
            stream.close()
        for phone in self.phones:
            phone.close()

    @property
    def _origin(self) -> tuple[tuple[str, str], ...]:
        return (("Origin", self.base_url.rstrip("/")),)

    async def _sit(self, token: str) -> HttpClient:
        phone = HttpClient(self.base_url)
        status, headers, _ = await phone.request("POST", f"/join/seat/{token}", headers=self._origin)
        assert status == 303, status
        phone.cookie = headers["set-cookie"].partition(";")[0]
        return phone

    async def _follow(self, number: int, phone: HttpClient) -> Sse:
        path = f"{self.path}/stream"
        return await Sse.open(self.base_url, path, self._listener(number), phone.cookie, address=phone.address)

    def _listener(self, number: int) -> OnEvent:
        def on_event(version: bytes | None, event: bytes | None, data: bytes) -> None:
            if version is not None and event == b"board":
                self.saw(number, int(version))

        return on_event


async def _call(client: HttpClient, path: str, body: object, token: str | None = None) -> Any:
    headers = [] if token is None else [("Authorization", f"Bearer {token}")]
    status, _, answer = await client.request(
        "POST", f"/api/v1{path}", json.dumps(body).encode(), "application/json", headers
    )
    assert status == 201, answer
    return json.loads(answer)


def evening(players: int, seed: int = 7) -> Iterator[Form]:
    """The entries of a match, round after round with other cards and other losers, then all of it once more, otherwise.

    Nobody is ever out: who pays goes round, in another order each time. By another seed all is otherwise.
    """
    dice = random.Random(seed)
    for seat in range(players):
        yield "moves", [("kind", "count_rings"), ("seat", seat), ("rings", 8), ("anyway", "true")]
    first = players
    while True:
        yield from islice(_tricks(players, dice), TRICKS)
        yield "undo", [("index", first)]
        first += TRICKS + 1


def _tricks(players: int, dice: random.Random) -> Iterator[Form]:
    while True:
        water = dice.sample([level for level in range(1, 13) for _ in range(2)], 24)
        pairs = [sorted(water[at : at + 2]) for at in range(0, 24, 2)]
        order = list(islice(cycle(dice.sample(range(players), players)), len(pairs) + 1))
        for (low, high), highest, second in zip(pairs, order, order[1:], strict=False):
            taken = [("levels", low), ("levels", high), ("highest", highest), ("second", second)]
            yield "moves", [("kind", "trick"), *taken]
