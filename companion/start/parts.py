"""The parts of a server: the records, the bus, the app, and the shell around it."""

from __future__ import annotations

import gc
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from flask import Flask

from companion.live import InProcessLive, Live
from companion.server import Limits, Serving, Shell, serve
from companion.start.command import EVERYWHERE, Command
from companion.start.hosted import Hosted, WrongSetting
from companion.start.reach import allowed_hosts
from companion.start.sweeping import Sweeper
from companion.store import Store
from companion.web.addresses import BODY_BYTES_AT
from companion.web.app import create_app
from companion.web.compiled import keep_compiled
from companion.web.metrics import METRICS, Metrics
from companion.web.services import Settings
from companion.web.stream import Streams, refusal
from companion.web.uploads import Uploads

COMPILED: Final = "compiled"
"""In the data folder: compiled templates. It may be deleted at any time."""
MADE_BEFORE_A_LOOK: Final = 5000
"""So many objects are made before the garbage collector runs."""


def open_store(command: Command, hosted: Hosted) -> Store:
    """The records. Raises what `Store.open` does, and `WrongSetting` if the address is not one."""
    try:
        return Store.open(command.records(hosted))
    except ValueError as error:
        raise WrongSetting(f"TABLESIDE_DATABASE_URL: {error}") from error


@contextmanager
def open_live(hosted: Hosted) -> Iterator[Live]:
    """The bus: of this process alone, or by Redis."""
    if not hosted.redis_url:
        yield InProcessLive()
        return
    from companion.live.redis_bus import RedisLive  # a part of hosted installs only

    try:
        live = RedisLive(hosted.redis_url)
    except ValueError as error:
        raise WrongSetting(f"TABLESIDE_REDIS_URL: {error}") from error
    try:
        yield live
    finally:
        live.close()


def make_app(store: Store, live: Live, command: Command, hosted: Hosted, place: int = 0) -> Flask:
    """The app, as the command line and the settings ask for it."""
    settings = Settings(
        allowed_hosts(command.name, hosted.public_url),
        command.port,
        folder=store.folder or command.data,
        backup_bytes=command.backup_megabytes * 1024**2,
        listens_at="" if command.host in (EVERYWHERE, "") else command.host,
        public_url=hosted.public_url,
        tables_per_hour=hosted.tables_per_hour,
        log_requests=hosted.logs_requests,
        has_other_workers=bool(hosted.redis_url),
    )
    app = create_app(store, live, settings, counted(live, command, place) if hosted.has_metrics else None)
    keep_compiled(app, command.data / COMPILED)
    return app


def counted(live: Live, command: Command, place: int) -> Metrics:
    """What this worker counts; it is shown together with what other workers count, if there are any."""
    folder = command.data / "metrics" if command.workers > 1 else None
    counts = Metrics(folder, place, command.workers)
    counts.gauges["tableside_news_connected"] = lambda: getattr(live, "is_connected", True)
    counts.start()
    return counts


def serve_app(
    app: Flask,
    store: Store,
    live: Live,
    command: Command,
    hosted: Hosted,
    on_ready: Callable[[Serving], None],
    listener: socket.socket | None = None,
) -> None:
    """Serve the app until the process is told to stop."""
    limits = Limits(body_bytes_at=BODY_BYTES_AT)
    shell = Shell(app, Streams(app), live, limits=limits, refuse=refusal(app), uploads=Uploads(app))
    if METRICS in app.extensions:
        app.extensions[METRICS].gauges["tableside_streams_open"] = lambda: shell.streams_open
    sweeper = Sweeper(app.extensions["tableside"].keeping, hosted.forget_after_days)
    keep_what_is_made()
    sweeper.start()
    serve(
        shell,
        command.host,
        command.port,
        on_ready=on_ready,
        trusted_proxies=hosted.trusted_proxies,
        listener=listener,
    )


def keep_what_is_made() -> None:
    """Let the garbage collector run seldom, and pass over what was made at the start: all of that stays to the end.

    Otherwise a tap would now and then wait a tenth of a second while it looks at half a million objects. A tap makes and
    drops thousands of objects, with hardly a reference cycle among them.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(MADE_BEFORE_A_LOOK, *gc.get_threshold()[1:])
