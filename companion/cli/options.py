"""The options of the command line. Each has an environment variable of the same name (`--public-url`, `TABLESIDE_PUBLIC_URL`)."""

import ipaddress
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import click

from companion.lan import DEFAULT_NAME, NoSuchName, checked_name
from companion.web.app.services import usual_folder

PREFIX: Final = "TABLESIDE_"
NO_OPTIONS: Final = {
    f"{PREFIX}{name}" for name in ("UNLOCKED", "STRENGTH", "TEST_STORE", "REAL_MINUTE", "BENCH_PEER", "BENCH_INSTALLS")
}
"""Variables of the installation, the tests and the bench."""
DATABASE: Final = "tableside.sqlite"
EVERYWHERE: Final = "0.0.0.0"
LAST_PORT: Final = 65_535
MOST_DAYS: Final = 36_500
"""A hundred years: a time that far back is still a date."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options as they were given. docs/settings.md says what each means."""

    host: str
    port: int
    data: Path
    no_browser: bool
    name: str
    backup_megabytes: int
    allowed_hosts: tuple[str, ...]
    database_url: str
    redis_url: str
    public_url: str
    trusted_proxies: tuple[str, ...]
    tables_per_hour: int
    forget_after_days: int
    metrics: bool
    log_requests: bool
    workers: int

    @property
    def records(self) -> str | Path:
        """Where the records are: a file in the data folder, unless a server is named."""
        return self.database_url or self.data / DATABASE


def check_together(options: Options) -> None:
    """Raise `ClickException` if these options do not go together."""
    if options.workers > 1 and not options.database_url.startswith(("postgresql", "postgres")):
        raise click.ClickException(
            "--workers (TABLESIDE_WORKERS): several workers need a PostgreSQL (TABLESIDE_DATABASE_URL=postgresql://...). "
            "A SQLite file is written by one process only: separate ones have been seen to damage it."
        )
    if options.workers > 1 and not options.redis_url:
        raise click.ClickException(
            "--workers (TABLESIDE_WORKERS): several workers need a Redis or Valkey to tell one another what is new "
            "(TABLESIDE_REDIS_URL=redis://...)."
        )


def unknown_variables() -> list[str]:
    """Variables that look like settings and are none: most likely mistyped."""
    known = {option.envvar for option in OPTIONS}
    return sorted(name for name in os.environ if name.startswith(PREFIX) and name not in known | NO_OPTIONS)


def _option(name: str, text: str, **details: Any) -> click.Option:
    variable = PREFIX + name.replace("-", "_").upper()
    # That a default is empty tells a reader nothing.
    details.setdefault("show_default", bool(details.get("default")))
    return click.Option([f"--{name}"], envvar=variable, show_envvar=True, help=text, **details)


def _switch(name: str, text: str) -> click.Option:
    return _option(name, text, is_flag=True)


def _texts(_context: click.Context, _option: click.Parameter, given: str) -> tuple[str, ...]:
    return tuple(one.strip() for one in given.split(",") if one.strip())


def _name(_context: click.Context, _option: click.Parameter, given: str) -> str:
    try:
        return checked_name(given)
    except NoSuchName as error:
        raise click.BadParameter(f"no device can be called {given!r}: letters, figures and hyphens") from error


def _database_url(_context: click.Context, _option: click.Parameter, given: str) -> str:
    if given and "://" not in given:  # It may hold a password, so it is not repeated.
        raise click.BadParameter("it is an address like postgresql://USER:PASSWORD@HOST/NAME")
    return given


def _public_url(_context: click.Context, _option: click.Parameter, given: str) -> str:
    address = urlsplit(given.rstrip("/"))
    if given and (address.scheme not in ("https", "http") or not address.netloc or address.query or address.fragment):
        raise click.BadParameter(f"it is an address like https://tables.example.org, not {given!r}")
    return given.rstrip("/")


def _proxies(context: click.Context, option: click.Parameter, given: str) -> tuple[str, ...]:
    """Return the addresses of proxies; refuse a name. The server would take it for an address that never calls and trust no one."""
    found = _texts(context, option, given)
    for one in found:
        try:
            ipaddress.ip_network(one)
        except ValueError:
            if found != ("*",):
                raise click.BadParameter(f"{one!r} is no address like 127.0.0.1 or network like 10.0.0.0/8") from None
    return found


OPTIONS: Final = (
    _option("host", "Address to listen on: the whole home network, or 127.0.0.1 behind a proxy.", default=EVERYWHERE),
    _option("port", "Port to listen on; 0 takes a free one.", type=click.IntRange(0, LAST_PORT), default=8000),
    _option(
        "data", "Folder for records, backups and the admin link.",
        type=click.Path(file_okay=False, path_type=Path), default=usual_folder, show_default="this user's folder for data",
    ),
    _switch("no-browser", "Do not open a browser."),
    _option(
        "name", "What the network calls this device: NAME.local. Needs the extra `name`.",
        default=DEFAULT_NAME, callback=_name
    ),
    _option("backup-megabytes", "Largest backup that can be restored.", type=click.IntRange(1), default=100),
    _option("allowed-hosts", "Further host names to answer to, with commas.", default="", callback=_texts),
    _option("database-url", "postgresql://USER:PASSWORD@HOST/NAME instead of a file.", default="", callback=_database_url),
    _option("redis-url", "redis://HOST:6379/0, which carries news between workers.", default=""),
    _option("public-url", "The one address that codes and links carry.", default="", callback=_public_url),
    _option("trusted-proxies", "Addresses or networks of proxies, with commas.", default="", callback=_proxies),
    _option("tables-per-hour", "Tables one address may open; 0: any number.", type=click.IntRange(0), default=0),
    _option(
        "forget-after-days", "Delete tables that nobody used for so long; 0: never.",
        type=click.IntRange(0, MOST_DAYS), default=0
    ),
    _switch("metrics", "Numbers for Prometheus at /metrics."),
    _switch("log-requests", "Logs as JSON, a line for each request."),
    _option("workers", "Processes that share the port, for a hosted service.", type=click.IntRange(1), default=1),
)  # fmt: skip
