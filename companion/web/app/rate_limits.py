"""How often one address may guess codes and tokens, or open tables."""

import hashlib
import hmac
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Final

from flask import request

from companion.store import Store

GUESSES: Final = 30
A_MINUTE: Final = 60
AN_HOUR: Final = 3600
MOST_ADDRESSES: Final = 4096
# A household is given a /64, and with it more addresses than could ever be counted one by one (T9).
HOUSEHOLD_BITS: Final = 64


def asker() -> str:
    """Return who makes these attempts: the address of the present request; for IPv6 its network, as a household has
    one.

    Behind a proxy that is trusted, the address the proxy tells; what anyone else claims is not read.
    """
    # The zone of a link-local address names an interface of this device, not who asks.
    given = (request.remote_addr or "").partition("%")[0]
    try:
        found = ip_address(given)
    except ValueError:
        return given
    if isinstance(found, IPv4Address):
        return given
    # What a socket for both kinds calls an IPv4 address: the same phone must be one asker on both.
    mapped = found.ipv4_mapped
    return str(mapped or ip_network((found, HOUSEHOLD_BITS), strict=False))


class MemoryLimiter:
    """What each address did within a sliding window, counted in memory: for a server of a single process."""

    def __init__(
        self, most: int = GUESSES, window_seconds: int = A_MINUTE, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most = most
        self._window_seconds = window_seconds
        self._clock = clock
        self._lock = threading.Lock()
        self._done: OrderedDict[str, deque[float]] = OrderedDict()

    def wait_seconds(self, address: str) -> int:
        """Return how long this address has to wait before it may do it again; 0 if it may now."""
        with self._lock:
            return self._wait(address)

    def take(self, address: str) -> int:
        """Return as `wait_seconds`; if it may now, it has done it: however many ask at once, no more than `most` are
        let.
        """
        with self._lock:
            # Looked at and counted under one lock: a hundred guesses at once are a hundred in turn.
            wait = self._wait(address)
            if not wait:
                self._done.setdefault(address, deque()).append(self._clock())
                self._done.move_to_end(address)
                # A network can make up any number of addresses: those that tried longest ago are forgotten first.
                if len(self._done) > MOST_ADDRESSES:
                    self._done.popitem(last=False)
            return wait

    def _wait(self, address: str) -> int:
        times = self._recent(address)
        if times is None or len(times) < self._most:
            return 0
        # Until the oldest attempt no longer counts; never 0, which means that it may now.
        return max(1, int(times[0] + self._window_seconds - self._clock()) + 1)

    def _recent(self, address: str) -> deque[float] | None:
        times = self._done.get(address)
        # A sliding window: with fixed ones, twice as many would pass round the end of one.
        while times and times[0] + self._window_seconds <= self._clock():
            times.popleft()
        if times is not None and not times:
            del self._done[address]
            return None
        return times


@dataclass(frozen=True, slots=True)
class SharedLimiter:
    """The same, counted in the store, for all workers together. Addresses are kept scrambled, and only for the window."""

    store: Store
    what: str
    most: int
    window_seconds: int
    secret: bytes = field(repr=False)
    clock: Callable[[], float]

    def wait_seconds(self, address: str) -> int:
        now = int(self.clock())
        return self._wait(now, self.store.attempts.count(self.what, self._scrambled(address), *self._window(now)))

    def take(self, address: str) -> int:
        now = int(self.clock())
        whose = self._scrambled(address)
        return self._wait(now, self.store.attempts.take(self.what, whose, now, *self._window(now), self.most))

    def _window(self, now: int) -> tuple[int, int]:
        """After when and until when it counts: the database's clock may be put back."""
        # What lies further ahead than a minute is of a clock since put back, and must not lock an address out for hours.
        return now - self.window_seconds, now + A_MINUTE

    def _wait(self, now: int, done: tuple[int, int]) -> int:
        number, first = done
        return 0 if number < self.most else max(1, first + self.window_seconds - now + 1)

    def _scrambled(self, address: str) -> str:
        # Keyed, because all IPv4 addresses can be hashed in minutes: without the secret the records would name who tried.
        return hmac.new(self.secret, address.encode(), hashlib.sha256).hexdigest()


def limiter(store: Store, what: str, most: int, window_seconds: int, secret: bytes) -> MemoryLimiter | SharedLimiter:
    """Return the counter for this store: at most `most` within the window."""
    # Workers that counted each for itself would let so many times as many through.
    if store.is_shared:
        return SharedLimiter(store, what, most, window_seconds, secret, store.attempts.now)
    return MemoryLimiter(most, window_seconds)
