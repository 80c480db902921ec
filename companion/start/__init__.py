"""From the command line to a running server: records opened, addresses and codes printed, the browser opened."""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import os
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Final

from flask import Flask

from companion.engine.text import Text, say
from companion.lan import LOCALHOST, addresses
from companion.live import InProcessLive, Live
from companion.nearby import DEFAULT_NAME, Nearby, NoSuchName, checked_name, possible_hosts
from companion.server import Limits, PortTaken, Serving, Shell, keep_crew, listen_on, serve, stop_with_parent
from companion.service.callers import fresh_token, hashed
from companion.start.cores import others_use_all, stay_on_one_core
from companion.start.greeting import Greeting, address_of, in_own_language, keep_owner_link, speaking_app
from companion.start.heaps import share_one_heap
from companion.start.hosted import Hosted, WrongSetting, check_crew, read_hosted
from companion.start.logs import log_as_json
from companion.start.sweeping import Sweeper
from companion.store import AlreadyRunning, Grant, NewerSchema, Store, StoreUnavailable
from companion.web.addresses import BODY_BYTES_AT
from companion.web.app import create_app, usual_folder
from companion.web.compiled import keep_compiled
from companion.web.metrics import METRICS, Metrics
from companion.web.services import Settings
from companion.web.stream import Streams, refusal
from companion.web.uploads import Uploads

DATABASE: Final = "tableside.sqlite"
COMPILED: Final = "compiled"
"""In the folder of the records: templates as they were compiled. It may be deleted at any time."""
EVERYWHERE: Final = "0.0.0.0"
BACKUP_MEGABYTES: Final = 100
MADE_BEFORE_A_LOOK: Final = 5000


@dataclass(frozen=True, slots=True)
class Command:
    """What was asked for on the command line."""

    host: str
    port: int
    data: Path
    opens_browser: bool
    name: str = DEFAULT_NAME
    backup_megabytes: int = BACKUP_MEGABYTES
    workers: int = 1
    has_port_each: bool = False

    def records(self, hosted: Hosted) -> str | Path:
        """Where the records are: a file in the folder of the data, unless a server is named."""
        return hosted.database_url or self.data / DATABASE


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 0 after a clean stop, 1 where it could not start; the reason is printed."""
    share_one_heap()
    command = read_command(arguments)
    try:
        hosted = read_hosted()
        check_crew(hosted, command.workers)
        if hosted.logs_requests:
            log_as_json()
        command.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        if command.workers > 1:
            run_crew(command, hosted)
            return 0
        if not hosted.uses_all_cores:
            stay_on_one_core(os.getpid())
        with open_store(command, hosted) as store, _live(hosted) as live:
            run(store, live, command, hosted)
    except (AlreadyRunning, NewerSchema, StoreUnavailable, WrongSetting, OSError) as error:
        return _give_up(str(error))
    except PortTaken as taken:
        return _give_up(in_own_language(_port_taken(taken.port)))
    return 0


def read_command(arguments: Sequence[str] | None) -> Command:
    """The command line, with defaults for what it does not say."""
    parser = argparse.ArgumentParser(prog="tableside", description="A companion beside your table.")
    parser.add_argument("--host", default=EVERYWHERE, help="address to listen on (default: the whole home network)")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (default: 8000)")
    parser.add_argument("--data", type=Path, help="folder for the records")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.add_argument(
        "--name",
        type=_name,
        default=DEFAULT_NAME,
        help="what the network calls this device: NAME.local (default: companion)",
    )
    parser.add_argument(
        "--backup-megabytes", type=int, default=BACKUP_MEGABYTES, help="largest backup that is taken in (default: 100)"
    )
    parser.add_argument("--workers", type=int, default=1, help="processes, for a hosted service (default: 1)")
    parser.add_argument(
        "--port-each",
        action="store_true",
        help="a port for each worker, from --port on, for a proxy that tells matches apart",
    )
    given = parser.parse_args(arguments)
    return Command(
        given.host,
        given.port,
        given.data or usual_folder(),
        not given.no_browser,
        given.name,
        given.backup_megabytes,
        given.workers,
        given.port_each,
    )


def run(store: Store, live: Live, command: Command, hosted: Hosted) -> None:
    """Serve until the process is told to stop. Raises `PortTaken` or OSError."""
    token = renew_owner_link(store)
    app = make_app(store, live, command, hosted)
    greeting, hosts = Greeting(app, _print), reachable(command.host)
    nearby = Nearby(command.name, hosts, greeting.tell_name)

    def announce(serving: Serving) -> None:
        base = public_address(hosted, hosts, serving.port)
        greeting.greet(base, serving.port, hosts, keep_owner_link(command.data, f"{base}owner/{token}"))
        if LOCALHOST not in hosts and not hosted.public_url:
            nearby.start(serving.port)
        if command.opens_browser:
            open_browser(f"{address_of(LOCALHOST, serving.port)}owner/{token}")

    try:
        serve_app(app, store, live, command, hosted, announce)
    finally:
        nearby.stop()


def open_browser(address: str) -> None:
    """Show an address in the browser of this device."""
    import webbrowser  # Not loaded where nobody sits before a screen.

    with others_use_all():
        webbrowser.open(address)


def run_crew(command: Command, hosted: Hosted) -> None:
    """Start the workers, and serve until the process is told to stop. Raises as `run` does."""
    with open_store(command, hosted) as store:
        token = renew_owner_link(store)
    listeners = listeners_of(command)
    port = int(listeners[0].getsockname()[1])
    spawn = multiprocessing.get_context("spawn")

    def start_worker(place: int) -> BaseProcess:
        worker = spawn.Process(target=work, args=(command, hosted, listeners[place], place), name=f"worker {place}")
        worker.start()
        return worker

    hosts = reachable(command.host)
    base = public_address(hosted, hosts, port)
    greeting = Greeting(speaking_app(), _print)
    greeting.greet(base, port, hosts, keep_owner_link(command.data, f"{base}owner/{token}"))
    try:
        keep_crew(command.workers, start_worker)
    finally:
        for listener in listeners:
            listener.close()


def listeners_of(command: Command) -> list[socket.socket]:
    """What each worker listens on: all the same, unless each is to have a port. Raises `PortTaken` or OSError.

    They outlive a worker that dies: who asks it meanwhile waits for the one that takes its place.
    """
    if not command.has_port_each:
        return [listen_on(command.host, command.port)] * command.workers
    return [listen_on(command.host, command.port + place) for place in range(command.workers)]


def work(command: Command, hosted: Hosted, listener: socket.socket, place: int) -> None:
    """Serve as one of several workers, until told to stop or left alone."""
    share_one_heap()
    if not hosted.uses_all_cores:
        stay_on_one_core(os.getppid() + place)
    if hosted.logs_requests:
        log_as_json()
    try:
        with open_store(command, hosted) as store, _live(hosted) as live:
            app = make_app(store, live, command, hosted, place)
            serve_app(
                app, store, live, command, hosted, lambda serving: stop_with_parent(serving.stop), listener=listener
            )
    except (NewerSchema, StoreUnavailable, OSError) as error:
        raise SystemExit(_give_up(str(error))) from None


def open_store(command: Command, hosted: Hosted) -> Store:
    """The records. Raises what `Store.open` does, and `WrongSetting` for an address that is none."""
    try:
        return Store.open(command.records(hosted))
    except ValueError as error:
        raise WrongSetting(f"TABLESIDE_DATABASE_URL: {error}") from error


def make_app(store: Store, live: Live, command: Command, hosted: Hosted, place: int = 0) -> Flask:
    """The app as it was asked for."""
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
    """What this worker counts; told with what the others count, where there are others."""
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


@contextmanager
def _live(hosted: Hosted) -> Iterator[Live]:
    """The bus: of this process alone, or by a Redis."""
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


def public_address(hosted: Hosted, hosts: Sequence[str], port: int) -> str:
    """The address of the start page, as people reach it."""
    return f"{hosted.public_url}/" if hosted.public_url else address_of(hosts[0], port)


def keep_what_is_made() -> None:
    """Let the collector of unused memory begin, and pass over what was made at the start: all that stays to the end.

    Otherwise a tap waits a tenth of a second now and then, while it looks at half a million things. It looks seldom: a tap
    makes and drops thousands of things, and next to none of them go round in circles.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(MADE_BEFORE_A_LOOK, *gc.get_threshold()[1:])
    gc.enable()


def allowed_hosts(name: str = DEFAULT_NAME, public_url: str = "") -> tuple[str, ...]:
    """The names under which this server may be called, besides the addresses of home networks."""
    own = socket.gethostname().lower()
    named = os.environ.get("TABLESIDE_ALLOWED_HOSTS", "").lower().split(",")
    public = public_url.partition("://")[2].lower().partition(":")[0]
    names = ("localhost", LOCALHOST, "[::1]", *addresses(), own, f"{own}.local", *possible_hosts(name), *named, public)
    return tuple(dict.fromkeys(name.strip() for name in names if name.strip()))


def reachable(host: str) -> tuple[str, ...]:
    """The addresses at which phones reach a server that listens on `host`, likeliest first."""
    return addresses() if host in (EVERYWHERE, "") else (host,)


def renew_owner_link(store: Store) -> str:
    """A fresh one-time link for the owner of this device; links printed at earlier starts end with it."""
    token = fresh_token()
    store.revoke(role="owner", kind="link")
    store.grant(Grant(hashed(token), "owner", "link", datetime.now(UTC)))
    return token


def _name(given: str) -> str:
    try:
        return checked_name(given)
    except NoSuchName as error:
        raise argparse.ArgumentTypeError(f"no device can be called {given!r}: letters, figures and hyphens") from error


def _port_taken(port: int) -> Text:
    return say(
        "Port {port} is in use already - perhaps Tableside is running. Stop that, or choose another: --port {other}",
        port=port,
        other=port + 1,
    )


def _print(line: str) -> None:
    print(line, flush=True)  # noqa: T201


def _give_up(reason: str) -> int:
    print(reason, file=sys.stderr, flush=True)  # noqa: T201
    return 1
