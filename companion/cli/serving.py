"""From the options to a running server: records opened, the app made, addresses printed, unused tables swept away; logs as JSON."""

import gc
import json
import logging
import os
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import click
from flask import Flask

from companion.archive.backups import Backups
from companion.archive.keeping import Keeping
from companion.cli.banner import Greeting, address_of, allowed_hosts, reachable, renew_owner_link, speaking_app
from companion.cli.options import EVERYWHERE, Options
from companion.cli.refusals import missing_packages, packages_for
from companion.lan import DEFAULT_NAME, LOCALHOST, Nearby, is_installed
from companion.live import InProcessLive, Live
from companion.server import App, CannotStart, Limits, Serving, listen_on, serve, serve_workers
from companion.store import BEFORE_SWEEP, Store, StoreError, StoreUnavailable
from companion.web.app.metrics import METRICS, SHARED, Metrics
from companion.web.app.services import Settings
from companion.web.board.stream import BoardStreams, refusal
from companion.web.create_app import create_app
from companion.web.device.uploads import Uploads
from companion.web.library.files import BODY_BYTES_AT
from companion.web.library.judge import JUDGED

logger = logging.getLogger(__name__)

HOSTED: Final = "hosted"
"""The extra that a service of several workers needs."""
EVERY_SECONDS: Final = 3600.0
STOPPING_SECONDS: Final = 10.0
CODES_AFTER: Final = timedelta(days=1)
"""On a public host a code is worth guessing for so long after the last use of its table."""
MOST_DRIFT_SECONDS: Final = 60.0
"""A wall clock that has gone so much further than the steady one between two looks was set meanwhile."""


class Look(NamedTuple):
    """One look at the clocks: what time it is, and how long this machine has been running, which no one can set."""

    now: datetime
    uptime: float


class Sweeper:
    """Looks once an hour. Every worker does: the first deletes, and the others find nothing left.

    A clock that is wrong, as it often is right after a start, would make every table look old. So nothing is changed at
    the first look, nor after the clock was set; and the records as they were are kept.
    """

    def __init__(
        self,
        keeping: Keeping,
        backups: Backups,
        after_days: int,
        *,
        frees_codes: bool = False,
        every_seconds: float = EVERY_SECONDS,
    ) -> None:
        self._keeping = keeping
        self._backups = backups
        self._after = timedelta(days=after_days)
        self._frees_codes = frees_codes
        self._every = every_seconds
        self._last: Look | None = None
        self._is_over = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin, in a thread that ends with the process; do nothing if tables are kept for good, with their codes."""
        if self._after:
            logger.info("tables that nobody uses will be forgotten")
        if self._after or self._frees_codes:
            self._thread = threading.Thread(target=self._sweep_for_ever, name="sweeper", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Look no more; returns when a look that has begun has ended, or has taken too long for the one who stops the server."""
        self._is_over.set()
        if self._thread is not None:
            self._thread.join(STOPPING_SECONDS)

    def sweep(self, look: Look) -> int:
        """Return how many tables were deleted: those last used more than the chosen number of days ago."""
        is_sure, self._last = self._agrees(look), look
        if is_sure and self._frees_codes and (freed := self._keeping.free_codes(look.now - CODES_AFTER)):
            logger.info("codes were freed", extra={"tables": freed})
        if not is_sure or not self._after:
            return 0
        return self._keeping.forget_unused(look.now - self._after, partial(self._backups.keep, BEFORE_SWEEP))

    def _agrees(self, look: Look) -> bool:
        """Return whether the clock has gone on steadily since the last look, which was long enough ago."""
        if self._last is None:
            return False
        passed = look.uptime - self._last.uptime
        # How much further the wall clock went than the steady one.
        drift = (look.now - self._last.now).total_seconds() - passed
        # A clock that jumps by a month makes every table look a month old. A Raspberry Pi without a network starts with such
        # a clock.
        return passed >= self._every and abs(drift) <= MOST_DRIFT_SECONDS

    def _sweep_for_ever(self) -> None:
        while not self._is_over.is_set():
            try:
                if forgotten := self.sweep(Look(datetime.now(UTC), time.monotonic())):
                    logger.info("tables were forgotten", extra={"tables": forgotten})
            except StoreUnavailable as away:  # the next hour will do
                logger.warning("unused tables could not be looked at: the store is %s", away.reason.value)
            self._is_over.wait(self._every)


MADE_BEFORE_A_LOOK: Final = 5000
"""So many objects are made before the garbage collector runs."""
IN_MEMORY: Final = Path("/dev/shm")


def run(options: Options) -> None:
    """Serve until a signal ends the process.

    Raise what `Store.open` does, `CannotListen`, OSError, `ClickException`.
    """
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
                if options.name not in ("", DEFAULT_NAME) and not is_installed():
                    greeting.say_words(missing_packages("--name (TABLESIDE_NAME)", "name"))
                nearby.start(serving.port)
            if not options.no_browser:
                import webbrowser  # Loaded only where someone sits at a screen.

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
    # Opened and closed here: migrations run once, and a database that is not there is said once, before any worker starts.
    with open_store(options) as store, open_live(options):
        token = renew_owner_link(store)
    # In the parent, and passed on: all workers then share one port, and a port that is taken is said once.
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
    """What one of several processes serves. Raise `CannotStart`."""
    if options.log_requests:
        log_as_json()
    try:
        with open_store(options) as store, open_live(options) as live:
            yield make_server(make_app(store, live, options), live, options)
    except (StoreError, OSError, click.ClickException) as error:
        raise CannotStart(str(error)) from error


def open_store(options: Options) -> Store:
    """Return the records. Raise what `Store.open` does, and `ClickException` if the address is not one."""
    try:
        with packages_for("--database-url (TABLESIDE_DATABASE_URL)", HOSTED):
            return Store.open(options.records)
    except ValueError as error:
        raise click.ClickException(f"--database-url: {error}") from error


@contextmanager
def open_live(options: Options) -> Iterator[Live]:
    """The bus: of this process alone, or by Redis."""
    if not options.redis_url:
        yield InProcessLive()
        return
    with packages_for("--redis-url (TABLESIDE_REDIS_URL)", HOSTED):
        from companion.live.redis_bus import RedisLive
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
    """Return what this process counts."""
    with packages_for("--metrics (TABLESIDE_METRICS)", HOSTED):
        counts = Metrics()
    counts.hears_news = lambda: getattr(live, "is_connected", True)
    return counts


def make_server(app: Flask, live: Live, options: Options) -> App:
    limits, root = Limits(body_bytes_at=BODY_BYTES_AT, worked_out=JUDGED), app.extensions["tableside"].settings.root
    server = App(app, BoardStreams(app), live, limits=limits, refuse=refusal(app), uploads=Uploads(app), root=root)
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
    # Before it is frozen: garbage of the start would stay for ever.
    gc.collect()
    # What is alive now moves out of the collector's sight.
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
            # Others' messages may quote an address or a body, and with it a token or a name.
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
