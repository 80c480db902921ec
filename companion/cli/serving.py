"""From the options to a running server: records opened, the app made, addresses printed, the browser opened; logs as JSON."""

import gc
import json
import logging
import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import click
from flask import Flask

from companion.cli.banner import Greeting, address_of, allowed_hosts, reachable, renew_owner_link, speaking_app
from companion.cli.options import EVERYWHERE, Options
from companion.cli.sweeping import Sweeper
from companion.lan import LOCALHOST
from companion.live import InProcessLive, Live
from companion.nearby import Nearby
from companion.server import App, CannotStart, Limits, Serving, listen_on, serve, serve_workers
from companion.store import Store, StoreError
from companion.web.app.metrics import METRICS, SHARED, Metrics
from companion.web.app.services import Settings
from companion.web.board.stream import Streams, refusal
from companion.web.create_app import create_app
from companion.web.device.uploads import Uploads
from companion.web.library.files import BODY_BYTES_AT

MADE_BEFORE_A_LOOK: Final = 5000
"""So many objects are made before the garbage collector runs."""
IN_MEMORY: Final = Path("/dev/shm")


def run(options: Options) -> None:
    """Serve until the process is told to stop. Raises what `Store.open` does, `PortTaken`, OSError, `ClickException`."""
    if options.workers > 1:
        _run_workers(options)
        return
    with open_store(options) as store, open_live(options) as live:
        token, app = renew_owner_link(store), make_app(store, live, options)
        greeting, hosts = Greeting(app, click.echo), reachable(options.host)
        nearby = Nearby(options.name, hosts, greeting.tell_name)

        def announce(serving: Serving) -> None:
            greeting.welcome(options, serving.port, token)
            if LOCALHOST not in hosts and not options.public_url:
                nearby.start(serving.port)
            if not options.no_browser:
                import webbrowser  # Loaded only where somebody sits at a screen.

                webbrowser.open(f"{address_of(LOCALHOST, serving.port)}owner/{token}")

        try:
            serve(
                make_server(app, live, options),
                options.host,
                options.port,
                on_ready=announce,
                trusted_proxies=options.trusted_proxies,
            )
        finally:
            nearby.stop()


def _run_workers(options: Options) -> None:
    """Serve in several processes that share one port."""
    with open_store(options) as store:
        token = renew_owner_link(store)
    listener = listen_on(options.host, options.port)
    Greeting(speaking_app(), click.echo).welcome(options, listener.getsockname()[1], token)
    # In memory, where there is such a folder: a full disk would end whoever counts.
    with TemporaryDirectory(prefix="tableside-metrics-", dir=IN_MEMORY if IN_MEMORY.is_dir() else None) as folder:
        os.environ[SHARED] = folder
        try:
            serve_workers(partial(open_worker, options), listener, options.workers, options.trusted_proxies)
        except CannotStart as reason:
            raise click.ClickException(str(reason)) from reason


@contextmanager
def open_worker(options: Options) -> Iterator[App]:
    """What one of several processes serves. Raises `CannotStart`."""
    if options.log_requests:
        log_as_json()
    try:
        with open_store(options) as store, open_live(options) as live:
            yield make_server(make_app(store, live, options), live, options)
    except (StoreError, OSError, click.ClickException) as error:
        raise CannotStart(str(error)) from error


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
    return create_app(store, live, settings, counted(live) if options.metrics else None)


def counted(live: Live) -> Metrics:
    """What this process counts."""
    try:
        counts = Metrics()
    except ModuleNotFoundError as missing:
        raise click.ClickException("--metrics (TABLESIDE_METRICS) needs the extra `hosted`") from missing
    counts.hears_news = lambda: getattr(live, "is_connected", True)
    return counts


def make_server(app: Flask, live: Live, options: Options) -> App:
    limits, root = Limits(body_bytes_at=BODY_BYTES_AT), app.extensions["tableside"].settings.root
    server = App(app, Streams(app), live, limits=limits, refuse=refusal(app), uploads=Uploads(app), root=root)
    if METRICS in app.extensions:
        app.extensions[METRICS].streams_open = lambda: server.streams_open
    services = app.extensions["tableside"]
    keep_what_is_made()
    is_public = bool(options.public_url)
    Sweeper(services.keeping, services.backups, options.forget_after_days, frees_codes=is_public).start()
    return server


def keep_what_is_made() -> None:
    """Let the garbage collector run seldom, and pass over what was made at the start: all of that stays to the end.

    Otherwise a tap would now and then wait a tenth of a second while it looks at half a million objects. A tap makes and
    drops thousands of objects, with hardly a reference cycle among them.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(MADE_BEFORE_A_LOOK, *gc.get_threshold()[1:])


OURS: Final = "companion"
EXTRA: Final = ("page", "status", "ms", "tables")


class JsonLines(logging.Formatter):
    """Time, level, logger, and what happened, in our own words and with their values.

    Of an error, and of what other packages log, the kind and place alone: their messages may quote people, links or tokens.
    """

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": os.getpid(),
            "event": record.getMessage()
            if record.name.partition(".")[0] == OURS
            else f"{record.filename}:{record.lineno} {record.funcName}",
        }
        line |= {name: getattr(record, name) for name in EXTRA if hasattr(record, name)}
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["where"] = [
                f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno} {frame.name}"
                for frame in traceback.extract_tb(record.exc_info[2])
            ]
        return json.dumps(line, ensure_ascii=False)


def log_as_json() -> None:
    """Send everything this process logs from now on to the standard output in this form."""
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
