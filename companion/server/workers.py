"""Several processes that serve on one socket, under uvicorn's own supervisor: it replaces one that dies or hangs."""

import asyncio
import multiprocessing
import signal
import socket
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from multiprocessing.connection import wait
from types import FrameType
from typing import Any, cast

import uvicorn
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors.multiprocess import Multiprocess, Process

from companion.server.app import App
from companion.server.connection import Connections, Receive, Scope, Send, protocol_class
from companion.server.run import SETTINGS, STOP_SIGNALS, Front, allow_many_connections, notify_systemd

PATIENCE_SECONDS = 30
"""A process that does not answer the supervisor for this long is replaced; loading the app on a busy machine takes a while."""
LOOK_SECONDS = 1
"""No look at a process takes longer: meanwhile no one sees that another has died, nor that the service is to stop."""
STOPPING_SECONDS = 12
"""Workers that have not ended so long after they were asked to are ended; service managers wait for fifteen."""

OpenApp = Callable[[], AbstractContextManager[App]]
"""Opens the app in a process of its own, and closes what it needs afterwards. Picklable; raises `CannotStart`."""


class CannotStart(Exception):
    """A worker could not open what it needs; the message says why."""


def serve_workers(
    open_app: OpenApp, listener: socket.socket, workers: int, trusted_proxies: tuple[str, ...] = ()
) -> None:
    """Serve until SIGINT or SIGTERM. SIGHUP replaces the workers one by one. Raise `CannotStart`.

    Call it in the main thread. What a worker was doing when it died is in the records, or its client asks again.
    """
    allow_many_connections()
    supervisor = _Supervisor(_Config(open_app, workers, trusted_proxies), [listener])
    with listener:
        supervisor.run()
    if any(process.exitcode == STARTUP_FAILURE for process in supervisor.processes):
        raise CannotStart("a worker could not start")


class _Supervisor(Multiprocess):
    """uvicorn's, which tells systemd once all workers serve, and from then on each time it has looked after them."""

    _serves = False

    def __init__(self, config: uvicorn.Config, sockets: list[socket.socket]) -> None:
        super().__init__(config, sockets)
        self._heard: dict[Process, float] = {}

    def keep_subprocess_alive(self) -> None:
        """Replace who has ended or hangs. uvicorn's own waits for one until it looks at the next, and at signals."""
        for place, process in enumerate(self.processes):
            if process.process.is_alive() and not self._hangs(process):
                continue
            process.kill()
            process.join()
            # By the process, not by its place: the next one gets its own full patience to load.
            self._heard.pop(process, None)
            # It would fail again and again: what it cannot open will not come back by starting it anew.
            if process.exitcode == STARTUP_FAILURE:
                self.should_exit.set()
                return
            self.processes[place] = Process(self.config, self.sockets)
            self.processes[place].start()
        # A worker that still loads the app is asked again with the next look.
        if not self._serves and all(process.is_ready(LOOK_SECONDS) for process in self.processes):
            self._serves = True
            longest = PATIENCE_SECONDS * (len(self.processes) + 1)  # a look takes longer where workers do not answer
            notify_systemd(f"READY=1\nWATCHDOG_USEC={longest * 1_000_000}")
        if self._serves:
            notify_systemd("WATCHDOG=1")

    def join_all(self) -> None:
        """Return when all have ended, those that hang by force."""
        ends_at = time.monotonic() + STOPPING_SECONDS
        for process in self.processes:
            process.process.join(max(0.0, ends_at - time.monotonic()))
            process.kill()
        super().join_all()

    def _hangs(self, process: Process) -> bool:
        now = time.monotonic()
        if process.ping(LOOK_SECONDS):
            self._heard[process] = now
        return now - self._heard.setdefault(process, now) > PATIENCE_SECONDS


class _Config(uvicorn.Config):
    """The settings of every worker. They are pickled; what cannot be is made in the worker, where they are loaded."""

    def __init__(self, open_app: OpenApp, workers: int, trusted_proxies: tuple[str, ...]) -> None:
        # With `auto` an app that cannot be opened would be taken for one without a lifespan, and served.
        super().__init__("", **SETTINGS, lifespan="on", workers=workers, timeout_worker_healthcheck=PATIENCE_SECONDS)
        self._open_app = open_app
        self._trusted_proxies = trusted_proxies

    def load(self) -> None:
        connections = Connections(self._trusted_proxies)
        self.http = cast(Any, protocol_class(connections))
        self.app = cast(Any, _Worker(self._open_app, partial(Front, connections, self._trusted_proxies)))
        super().load()


class _Worker:
    """The ASGI app of one process: opened and closed with it (ASGI's lifespan)."""

    def __init__(self, open_app: OpenApp, behind_front: Callable[[App], Front]) -> None:
        self._open_app = open_app
        self._behind_front = behind_front

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            await self._front(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        try:
            with self._open_app() as app:
                self._front = self._behind_front(app)
                _call_before_stopping(app.close_streams)
                _stop_with_parent()
                await send({"type": "lifespan.startup.complete"})
                await receive()
                await asyncio.to_thread(app.close)
        except CannotStart as reason:
            await send({"type": "lifespan.startup.failed", "message": str(reason)})
        else:
            await send({"type": "lifespan.shutdown.complete"})


def _call_before_stopping(call: Callable[[], None]) -> None:
    """Call this on the event loop as soon as a signal to stop comes; uvicorn then waits for what is still open."""
    loop = asyncio.get_running_loop()
    for number in STOP_SIGNALS:
        uvicorns: Any = signal.getsignal(number)

        # Bound here: when it is called, the name outside means the other signal's.
        def handle(number: int, frame: FrameType | None, uvicorns: Any = uvicorns) -> None:
            loop.call_soon_threadsafe(call)
            uvicorns(number, frame)

        signal.signal(number, handle)


def _stop_with_parent() -> None:
    """Stop this process when the one that started it is gone, for whatever reason."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        # Readable once the parent has ended, even if it was killed and could tell no one.
        wait([parent.sentinel])
        signal.raise_signal(signal.SIGTERM)

    threading.Thread(target=watch, name="parent", daemon=True).start()
