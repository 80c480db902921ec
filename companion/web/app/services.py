"""What the views work with: the services of the running app, and what its owner has set; records that another worker replaced."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, cast
from urllib.parse import urlsplit

from flask import Flask, current_app, request
from werkzeug.local import LocalProxy

from companion.archive.backups import RESTORED, Backups, Restoring
from companion.archive.keeping import Keeping
from companion.live import Live
from companion.match.boxes import Boxes
from companion.match.enter import Matches
from companion.store import Store
from companion.table.definitions import Definitions
from companion.table.faces import Faces
from companion.table.next_match import Beginnings
from companion.table.seating_order import Picking
from companion.table.seats import Seating
from companion.table.tables import HOME_CODE, PUBLIC_CODE, Tables
from companion.web.app.rate_limits import Limiter, MemoryLimiter, NoLimit
from companion.web.app.wifi import Networks

TITLES: Final = "titles"
"""The setting that holds the titles of the household's boxes, as JSON."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The decisions of whoever starts the server. `hosts`: names and addresses under which it may be called.

    `folder` holds backups, by default beside the data; `backup_bytes` is the largest that is accepted.
    """

    hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "[::1]")
    port: int = 8000
    any_host: bool = False
    folder: Path | None = None
    backup_bytes: int = 100 * 1024 * 1024
    listens_at: str = ""
    """The one address it listens at; empty if it listens at all addresses of this device."""
    public_url: str = ""
    """The one address at which a public host is reached; empty for a device in a home network."""
    tables_per_hour: int = 0
    """How many tables one address may open within an hour; 0 for any number."""
    log_requests: bool = False
    has_other_workers: bool = False

    @property
    def root(self) -> str:
        """The path below which all pages lie on a public host (`/tables`); empty for a host of its own."""
        return urlsplit(self.public_url).path

    @property
    def code_length(self) -> int:
        """How many characters the codes of new tables have."""
        return PUBLIC_CODE if self.public_url else HOME_CODE


@dataclass(slots=True)
class Services:
    """What the views work with."""

    tables: Tables
    seating: Seating
    matches: Matches
    boxes: Boxes
    definitions: Definitions
    keeping: Keeping
    picking: Picking
    faces: Faces
    beginnings: Beginnings
    backups: Backups
    restoring: Restoring
    store: Store
    live: Live
    settings: Settings
    form_secret: bytes
    forget_records: Callable[[], None]
    """Called when the records were replaced, while nobody uses a match, so that nothing made of them is kept."""
    titles: dict[str, str] = field(default_factory=dict)
    """The title on this household's box, by the game's slug, where the owner has chosen one."""
    records_at: str = ""
    """When a backup was last put in place; pages drawn before that are of other records. Empty if never."""
    guesses: Limiter = field(default_factory=MemoryLimiter)
    openings: Limiter = field(default_factory=NoLimit)
    networks: Networks = field(default_factory=Networks)


services = cast(Services, LocalProxy(lambda: current_app.extensions["tableside"]))
"""The services of the running app."""


def init_app(app: Flask) -> None:
    """Look before every request, if there may be other workers at all."""
    app.before_request(notice_before_pages)


def notice_before_pages() -> None:
    """As below, except for what is the same whatever the records say, and is needed to say that they are away."""
    if request.endpoint not in ("static", "health.health", "metrics.page"):
        notice_other_records()


def notice_other_records() -> None:
    """Forget everything made of records that another worker has replaced by a backup; know the titles chosen at others."""
    found = services
    if not found.store.is_shared:
        return
    known = found.store.settings.some(RESTORED, TITLES)
    if known.get(RESTORED, "") != found.records_at:
        with found.matches.emptied():
            found.forget_records()
    found.titles = json.loads(known.get(TITLES, "{}"))
