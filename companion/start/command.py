"""The command line: its options and their defaults."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.nearby import DEFAULT_NAME, NoSuchName, checked_name
from companion.start.hosted import Hosted
from companion.web.app import usual_folder

DATABASE: Final = "tableside.sqlite"
EVERYWHERE: Final = "0.0.0.0"
BACKUP_MEGABYTES: Final = 100
LAST_PORT: Final = 65_535


@dataclass(frozen=True, slots=True)
class Command:
    """What the command line asks for."""

    host: str
    port: int
    data: Path
    opens_browser: bool
    name: str = DEFAULT_NAME
    backup_megabytes: int = BACKUP_MEGABYTES
    workers: int = 1
    has_port_each: bool = False

    def records(self, hosted: Hosted) -> str | Path:
        """Where the records are: a file in the data folder, unless a server is named."""
        return hosted.database_url or self.data / DATABASE


def read_command(arguments: Sequence[str] | None) -> Command:
    """The command line, with defaults for what it leaves out."""
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
        "--backup-megabytes",
        type=_megabytes,
        default=BACKUP_MEGABYTES,
        help="largest backup that can be restored (default: 100)",
    )
    parser.add_argument("--workers", type=int, default=1, help="processes, for a hosted service (default: 1)")
    parser.add_argument(
        "--port-each",
        action="store_true",
        help="a port for each worker, from --port on, for a proxy that tells matches apart",
    )
    given = parser.parse_args(arguments)
    last = given.port + (max(given.workers, 1) - 1 if given.port_each else 0)
    if not 0 <= given.port <= last <= LAST_PORT:
        parser.error(f"argument --port: ports run from 0 (any that is free) to {LAST_PORT}")
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


def _megabytes(given: str) -> int:
    if not (given.isascii() and given.isdecimal() and int(given)):
        raise argparse.ArgumentTypeError(f"a backup has a whole number of megabytes, at least 1, not {given!r}")
    return int(given)


def _name(given: str) -> str:
    try:
        return checked_name(given)
    except NoSuchName as error:
        raise argparse.ArgumentTypeError(f"no device can be called {given!r}: letters, figures and hyphens") from error
