"""From the options to a running server: records opened, the app made, addresses printed, the browser opened."""

from __future__ import annotations

import gc
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import click
from flask import Flask

from companion.cli.banner import (
    Greeting,
    address_of,
    allowed_hosts,
    keep_owner_link,
    public_address,
    reachable,
    renew_owner_link,
)
from companion.cli.options import EVERYWHERE, Options
from companion.lan import LOCALHOST
from companion.live import InProcessLive, Live
from companion.nearby import Nearby
from companion.server import App, Limits, Serving, serve
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


def run(store: Store, live: Live, options: Options) -> None:
    """Serve until the process is told to stop. Raises `PortTaken` or OSError."""
    token = renew_owner_link(store)
    app = make_app(store, live, options)
    greeting, hosts = Greeting(app, click.echo), reachable(options.host)
    nearby = Nearby(options.name, hosts, greeting.tell_name)

    def announce(serving: Serving) -> None:
        base = public_address(options, serving.port)
        greeting.greet(base, serving.port, hosts, keep_owner_link(options.data, f"{base}owner/{token}"))
        if LOCALHOST not in hosts and not options.public_url:
            nearby.start(serving.port)
        if not options.no_browser:
            import webbrowser  # Loaded only where somebody sits at a screen.

            webbrowser.open(f"{address_of(LOCALHOST, serving.port)}owner/{token}")

    try:
        serve_app(app, store, live, options, announce)
    finally:
        nearby.stop()


def open_store(options: Options) -> Store:
    """The records. Raises what `Store.open` does, and `ClickException` if the address is not one."""
    try:
        return Store.open(options.records)
    except ValueError as error:
        raise click.ClickException(f"--database-url: {error}") from error


@contextmanager
def open_live(options: Options) -> Iterator[Live]:
    """The bus: of this process alone, or by Redis."""
    if not options.redis_url:
        yield InProcessLive()
        return
    from companion.live.redis_bus import RedisLive  # a part of hosted installs only

    try:
        live = RedisLive(options.redis_url)
    except ValueError as error:
        raise click.ClickException(f"--redis-url: {error}") from error
    try:
        yield live
    finally:
        live.close()


def make_app(store: Store, live: Live, options: Options) -> Flask:
    """The app, as the options ask for it."""
    settings = Settings(
        allowed_hosts(options),
        options.port,
        folder=store.folder or options.data,
        backup_bytes=options.backup_megabytes * 1024**2,
        listens_at="" if options.host in (EVERYWHERE, "") else options.host,
        public_url=options.public_url,
        tables_per_hour=options.tables_per_hour,
        log_requests=options.log_requests,
        has_other_workers=bool(options.redis_url),
    )
    app = create_app(store, live, settings, counted(live) if options.metrics else None)
    keep_compiled(app, options.data / COMPILED)
    return app


def counted(live: Live) -> Metrics:
    """What this process counts."""
    try:
        counts = Metrics()
    except ModuleNotFoundError as missing:
        raise click.ClickException("--metrics (TABLESIDE_METRICS) needs requirements-hosted.lock") from missing
    counts.hears_news = lambda: getattr(live, "is_connected", True)
    return counts


def serve_app(
    app: Flask,
    store: Store,
    live: Live,
    options: Options,
    on_ready: Callable[[Serving], None],
    listener: socket.socket | None = None,
) -> None:
    """Serve the app until the process is told to stop."""
    limits = Limits(body_bytes_at=BODY_BYTES_AT)
    server = App(app, Streams(app), live, limits=limits, refuse=refusal(app), uploads=Uploads(app))
    if METRICS in app.extensions:
        app.extensions[METRICS].streams_open = lambda: server.streams_open
    services = app.extensions["tableside"]
    sweeper = Sweeper(services.keeping, services.backups, options.forget_after_days)
    keep_what_is_made()
    sweeper.start()
    serve(
        server,
        options.host,
        options.port,
        on_ready=on_ready,
        trusted_proxies=options.trusted_proxies,
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
