"""What the views work with: the services of the running app, and what its owner has set; records that another worker replaced."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast
from urllib.parse import urlsplit

from flask import Flask, current_app, request
from werkzeug.local import LocalProxy

from companion.archive.backups import RESTORED, Backups, Restoring
from companion.archive.forgetting import Forgetter
from companion.archive.imports import Importing
from companion.archive.keeping import Keeping
from companion.archive.people import Spellings
from companion.engine.schema.codec import read_stored
from companion.live import Live
from companion.match.boxes import MatchBoxes
from companion.match.enter import Matches
from companion.store import Store
from companion.table.definitions import Definitions
from companion.table.faces import Faces
from companion.table.next_match import MatchStarter
from companion.table.pads_folder import PadsFolder
from companion.table.seating_order import SeatingOrder
from companion.table.seats import Seating, secret_of
from companion.table.succession import Succession
from companion.table.tables import HOME_CODE, PUBLIC_CODE, Tables
from companion.web.app.rate_limits import A_MINUTE, AN_HOUR, GUESSES, limiter
from companion.web.app.wifi import Networks

TITLES: Final = "titles"
"""The setting that holds the titles of the household's boxes, as JSON."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The decisions of the person who starts the server. `hosts`: names and addresses under which it may be called.

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
        return PUBLIC_CODE if self.public_url else HOME_CODE


class Services:
    """What the views of an app over these records and this bus work with.

    `titles` are those on this household's boxes, by the game's slug, where the owner has chosen one. `records_at`: when a
    backup was last put in place; pages drawn before that are of other records. Empty if never.
    """

    def __init__(self, store: Store, live: Live, settings: Settings) -> None:
        """Read what the records say of themselves. Raise StoreUnavailable."""
        self.store, self.live, self.settings = store, live, settings
        self.networks = Networks()
        self.boxes = MatchBoxes(store)
        self.matches = Matches(store, live, boxes=self.boxes)
        self.seating = Seating(store, live)
        self.succession = Succession(store, live)
        self.tables = Tables(store, live, self.seating, settings.code_length)
        self.seating_order = SeatingOrder(store, self.tables)
        self.faces = Faces(store, live)
        self.definitions = Definitions(store)
        self.match_starter = MatchStarter(store, self.tables, self.matches, self.seating_order, self.faces)
        self.keeping = Keeping(store, live, self.matches)
        folder = settings.folder or store.folder or usual_folder()
        self.own_pads = PadsFolder(folder)
        self.backups = Backups(store, folder)
        # Half-made files of a process that was killed in the middle of a backup.
        self.backups.clear_away()
        self.restoring = Restoring(store, live, self.matches, self.seating, self.backups, self.forget_records)
        self.importing = Importing(store, self.seating, settings.code_length)
        self.spellings = Spellings(store)
        self.forgetter = Forgetter(store, self.spellings)
        self.forget_records()
        # After `forget_records`, which reads the secret that addresses are scrambled with.
        self.guesses = limiter(store, "guess", GUESSES, A_MINUTE, self.form_secret)
        self.openings = limiter(store, "table", settings.tables_per_hour, AN_HOUR, self.form_secret)

    def forget_records(self) -> None:
        """Forget what was made of records that were replaced, here or by another worker, while no one uses a match."""
        # Secrets stand in the records too: the seat links of a restored backup must work again, and those made since it must
        # not.
        self.seating.read_secret()
        self.form_secret = secret_of(self.store, "form_secret")
        self.titles = read_titles(self.store.settings.get(TITLES))
        self.records_at = self.store.settings.get(RESTORED) or ""


def read_titles(kept: str | None) -> dict[str, str]:
    """Return the titles that the owner of the device chose, by the slugs of their games."""
    return read_stored(kept, dict[str, str], {})


def usual_folder() -> Path:
    """Return where records are kept unless another folder is named."""
    from platformdirs import user_data_path  # Not loaded if a folder is named, as on most servers.

    return user_data_path("tableside")


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
    # Alone on its records, this process replaced them itself, and forgot what it had to then (`Restoring`).
    if not found.store.is_shared:
        return
    # Asked at every page where there are other workers; one question for both settings.
    known = found.store.settings.some(RESTORED, TITLES)
    if known.get(RESTORED, "") != found.records_at:
        # Under the same lock as a restore of this worker's own: no request may see old matches with new records.
        with found.matches.while_replaced():
            found.forget_records()
    found.titles = read_titles(known.get(TITLES))
