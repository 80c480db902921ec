"""From the command line to a running server: records opened, addresses and codes printed, the browser opened."""

from __future__ import annotations

import argparse
import gc
import os
import socket
import sys
import webbrowser
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

from companion.engine.text import Text, say
from companion.lan import LOCALHOST, addresses
from companion.live import InProcessLive
from companion.nearby import DEFAULT_NAME, Nearby, NoSuchName, checked_name, possible_hosts
from companion.server import Limits, PortTaken, Serving, Shell, serve
from companion.service.callers import fresh_token, hashed
from companion.start.greeting import Greeting, address_of, in_own_language, keep_owner_link
from companion.store import AlreadyRunning, Grant, NewerSchema, Store, StoreUnavailable
from companion.web.app import create_app
from companion.web.importing import BODY_BYTES_AT
from companion.web.services import Settings
from companion.web.stream import Streams, refusal
from companion.web.uploads import Uploads

DATABASE: Final = "tableside.sqlite"
EVERYWHERE: Final = "0.0.0.0"
BACKUP_MEGABYTES: Final = 100
SWITCH_SECONDS: Final = 0.0005
"""After how long a thread that renders lets the event loop in: Python's own 5 ms, several times over, are a tap's time."""


@dataclass(frozen=True, slots=True)
class Command:
    """What was asked for on the command line."""

    host: str
    port: int
    data: Path
    opens_browser: bool
    name: str = DEFAULT_NAME
    backup_megabytes: int = BACKUP_MEGABYTES


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 0 after a clean stop, 1 where it could not start; the reason is printed."""
    command = read_command(arguments)
    try:
        command.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        with Store.open(command.data / DATABASE) as store:
            run(store, command)
    except (AlreadyRunning, NewerSchema, StoreUnavailable, OSError) as error:
        return _give_up(str(error))
    except PortTaken:
        return _give_up(in_own_language(_port_taken(command.port)))
    return 0


def read_command(arguments: Sequence[str] | None) -> Command:
    """The command line, with defaults for what it does not say."""
    parser = argparse.ArgumentParser(prog="tableside", description="A companion beside your table.")
    parser.add_argument("--host", default=EVERYWHERE, help="address to listen on (default: the whole home network)")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (default: 8000)")
    parser.add_argument("--data", type=Path, default=user_data_path("tableside"), help="folder for the records")
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
    given = parser.parse_args(arguments)
    return Command(given.host, given.port, given.data, not given.no_browser, given.name, given.backup_megabytes)


def run(store: Store, command: Command) -> None:
    """Serve until the process is told to stop. Raises `PortTaken` or OSError."""
    sys.setswitchinterval(SWITCH_SECONDS)
    live = InProcessLive()
    settings = Settings(allowed_hosts(command.name), command.port, backup_bytes=command.backup_megabytes * 1024**2)
    app = create_app(store, live, settings)
    token = renew_owner_link(store)
    limits = Limits(body_bytes_at=BODY_BYTES_AT)
    shell = Shell(app, Streams(app), live, limits=limits, refuse=refusal(app), uploads=Uploads(app))
    greeting, hosts = Greeting(app, _print), reachable(command.host)
    nearby = Nearby(command.name, hosts, greeting.tell_name)

    def announce(serving: Serving) -> None:
        link = keep_owner_link(command.data, address_of(hosts[0], serving.port) + f"owner/{token}")
        greeting.greet(serving.port, hosts, link)
        if LOCALHOST not in hosts:
            nearby.start(serving.port)
        if command.opens_browser:
            webbrowser.open(f"{address_of(LOCALHOST, serving.port)}owner/{token}")

    keep_what_is_made()
    try:
        serve(shell, command.host, command.port, on_ready=announce)
    finally:
        nearby.stop()


def keep_what_is_made() -> None:
    """Let the collector of unused memory begin, and pass over what was made at the start: all that stays to the end.

    Otherwise a tap waits a tenth of a second now and then, while it looks at half a million things.
    """
    gc.collect()
    gc.freeze()
    gc.enable()


def allowed_hosts(name: str = DEFAULT_NAME) -> tuple[str, ...]:
    """The names under which this server may be called, besides the addresses of home networks."""
    own = socket.gethostname().lower()
    named = os.environ.get("TABLESIDE_ALLOWED_HOSTS", "").lower().split(",")
    names = ("localhost", LOCALHOST, "[::1]", *addresses(), own, f"{own}.local", *possible_hosts(name), *named)
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
