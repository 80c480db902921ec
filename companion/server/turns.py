"""Whose turn it is to be answered in a thread: few requests of one address, and few that have something worked out."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from weakref import WeakValueDictionary

from companion.server.connection import OWN_ADDRESSES
from companion.server.streams import Limits, StreamRequest


class TooBusy(Exception):
    """So much is being worked out that this request has waited in vain."""


class Turns:
    """Those that wait hold no thread: they wait on the event loop."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._working = asyncio.Semaphore(limits.worked_out_at_once)
        # Of each address for as long as anyone there is answered or waits.
        self._by_address: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    @contextlib.asynccontextmanager
    async def of(self, request: StreamRequest) -> AsyncIterator[None]:
        """While a request is answered. Raise `TooBusy`."""
        async with contextlib.AsyncExitStack() as held:
            # A reverse proxy that is not trusted asks for everyone from this device's own address.
            if request.address not in OWN_ADDRESSES:
                await held.enter_async_context(self._of_address(request.address))
            if self._limits.worked_out is not None and self._limits.worked_out.fullmatch(request.path):
                # Last: who waits for the turn of its address must not keep others from what is worked out.
                await self._wait()
                held.callback(self._working.release)
            yield

    def _of_address(self, address: str) -> asyncio.Semaphore:
        return self._by_address.setdefault(address, asyncio.Semaphore(self._limits.threads_per_address))

    async def _wait(self) -> None:
        try:
            async with asyncio.timeout(self._limits.wait_seconds):
                await self._working.acquire()
        except TimeoutError:
            raise TooBusy from None
