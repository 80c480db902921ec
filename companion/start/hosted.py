"""What a public host sets by environment variables: where records and news go, which proxies are trusted, limits."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

ON: Final = ("1", "on", "true", "yes")
OFF: Final = ("", "0", "off", "false", "no")
PREFIX: Final = "TABLESIDE_"
MOST_DAYS: Final = 36_500
"""A hundred years: a time that far back is still a date."""


class WrongSetting(Exception):
    """A variable makes no sense; the message names it."""


@dataclass(frozen=True, slots=True)
class Hosted:
    """The settings, none of which a table needs. docs/settings.md says what each means."""

    database_url: str = ""
    redis_url: str = ""
    public_url: str = ""
    trusted_proxies: tuple[str, ...] = ()
    tables_per_hour: int = 0
    forget_after_days: int = 0
    has_metrics: bool = False
    logs_requests: bool = False


def read_hosted(variables: Mapping[str, str] = os.environ) -> Hosted:
    """What the variables say. Raises `WrongSetting`."""
    return Hosted(
        database_url=_database_url(variables),
        redis_url=_text(variables, "REDIS_URL"),
        public_url=_public_url(variables),
        trusted_proxies=_proxies(variables),
        tables_per_hour=_number(variables, "TABLES_PER_HOUR"),
        forget_after_days=_days(variables),
        has_metrics=_switch(variables, "METRICS"),
        logs_requests=_switch(variables, "LOG_REQUESTS"),
    )


def check_crew(hosted: Hosted, workers: int) -> None:
    """Nothing; raises `WrongSetting` if so many workers cannot work together."""
    if workers < 1:
        raise WrongSetting("--workers: at least one worker is needed")
    if workers > 1 and not hosted.database_url.startswith(("postgresql", "postgres")):
        raise WrongSetting(
            "--workers: several workers need a PostgreSQL (TABLESIDE_DATABASE_URL=postgresql://...). "
            "A SQLite file is written by one process only: separate ones have been seen to damage it."
        )
    if workers > 1 and not hosted.redis_url:
        raise WrongSetting(
            "--workers: several workers need a Redis or Valkey to tell one another what is new "
            "(TABLESIDE_REDIS_URL=redis://...)."
        )


def _text(variables: Mapping[str, str], name: str) -> str:
    return variables.get(PREFIX + name, "").strip()


def _database_url(variables: Mapping[str, str]) -> str:
    given = _text(variables, "DATABASE_URL")
    if given and "://" not in given:  # It may hold a password, so it is not repeated.
        raise WrongSetting(f"{PREFIX}DATABASE_URL is an address like postgresql://USER:PASSWORD@HOST/NAME")
    return given


def _proxies(variables: Mapping[str, str]) -> tuple[str, ...]:
    """The server takes a name for an address that never calls: it would trust nobody, and say nothing."""
    given = tuple(one.strip() for one in _text(variables, "TRUSTED_PROXIES").split(",") if one.strip())
    for one in given:
        try:
            ipaddress.ip_network(one)
        except ValueError:
            if given != ("*",):
                raise WrongSetting(
                    f"{PREFIX}TRUSTED_PROXIES are addresses like 127.0.0.1 or networks like 10.0.0.0/8, not {one!r}"
                ) from None
    return given


def _days(variables: Mapping[str, str]) -> int:
    days = _number(variables, "FORGET_AFTER_DAYS")
    if days > MOST_DAYS:
        raise WrongSetting(f"{PREFIX}FORGET_AFTER_DAYS is at most {MOST_DAYS}, not {days}")
    return days


def _number(variables: Mapping[str, str], name: str) -> int:
    given = _text(variables, name)
    if given and not (given.isascii() and given.isdecimal()):
        raise WrongSetting(f"{PREFIX}{name} is a whole number, not {given!r}")
    return int(given or "0")


def _switch(variables: Mapping[str, str], name: str) -> bool:
    given = _text(variables, name).lower()
    if given not in (*ON, *OFF):
        raise WrongSetting(f"{PREFIX}{name} is on or off, not {given!r}")
    return given in ON


def _public_url(variables: Mapping[str, str]) -> str:
    given = _text(variables, "PUBLIC_URL").rstrip("/")
    scheme, _, rest = given.partition("://")
    if given and (scheme not in ("https", "http") or not rest or "/" in rest):
        raise WrongSetting(f"{PREFIX}PUBLIC_URL is an address like https://tables.example.org, not {given!r}")
    return given
