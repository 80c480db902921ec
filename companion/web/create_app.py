"""The Flask application, made from a store and a bus."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from flask import Flask

from companion.archive.backups import RESTORED, Backups, Restoring
from companion.archive.keeping import Keeping
from companion.live import InProcessLive, Live
from companion.match.boxes import Boxes
from companion.match.enter import Matches
from companion.server import CAME_IN
from companion.store import Store, asking_once, having_waited, on_one_connection
from companion.table.definitions import Definitions
from companion.table.faces import Faces
from companion.table.next_match import Beginnings
from companion.table.seating_order import Picking
from companion.table.seats import Seating, secret_of
from companion.table.tables import Tables
from companion.web import api
from companion.web.app import (
    assets,
    device,
    errors,
    fragments,
    i18n,
    metrics,
    seat_style,
    security,
    services,
    templating,
)
from companion.web.app.metrics import Metrics
from companion.web.app.rate_limits import A_MINUTE, AN_HOUR, GUESSES, limiter
from companion.web.app.services import TITLES, Services, Settings
from companion.web.board import catch_up, contest, correct, journal, paper, play, replay, screen
from companion.web.device import box, forgetting, importing, owner
from companion.web.device import settings as device_settings
from companion.web.evening import beginning, defining, evening, faces, hosting, join, scoring, start_page
from companion.web.library import files, history, judge, results, rules, sheets

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

PARTS: Final = (
    api, start_page, beginning, defining, play, replay, journal, join, box, contest, correct, evening, faces, files, forgetting,
    history, hosting, importing, judge, owner, paper, results, rules, screen, sheets, catch_up, device_settings,
)  # fmt: skip


class Companion(Flask):
    """Flask. Each answer has the headers that every answer has."""

    jinja_options = templating.OPTIONS

    def wsgi_app(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """The body of the answer, begun with `start_response`. What it waits for is counted from when it was received."""
        now = datetime.now(UTC)
        received: datetime = environ.get("asgi.scope", {}).get(CAME_IN, now)
        once = asking_once() if environ["REQUEST_METHOD"] in security.SAFE_METHODS else on_one_connection()
        with having_waited((now - received).total_seconds()), once:
            return super().wsgi_app(environ, security.with_headers(start_response, environ))


def create_app(
    store: Store | None = None,
    live: Live | None = None,
    settings: Settings | None = None,
    counted: Metrics | None = None,
) -> Flask:
    """The application over this store and this bus; it counts its answers if `counted` is given.

    Without a store it keeps its records in a temporary folder: `flask run --debug` needs nothing else.
    """
    store = store or Store.open(str(Path(tempfile.mkdtemp(prefix="tableside-")) / "records.sqlite"))
    live = live or InProcessLive()
    app = Companion("companion", template_folder=str(assets.FILES / "templates"), static_folder=str(assets.STATIC))
    app.json.sort_keys = False  # type: ignore[attr-defined]
    # No such address: a program is told so in JSON, not led on.
    app.url_map.merge_slashes = False
    app.extensions["tableside"] = services_of(store, live, settings or Settings())
    app.jinja_env.globals["has_many"] = bool(app.extensions["tableside"].settings.public_url)
    assets.init_app(app)
    metrics.init_app(app, counted, logs_requests=app.extensions["tableside"].settings.log_requests)
    templating.init_app(app)
    i18n.init_app(app)
    security.init_app(app)
    services.init_app(app)
    errors.init_app(app)
    fragments.init_app(app)
    device.init_app(app)
    seat_style.init_app(app)
    scoring.init_app(app)
    files.init_app(app)
    app.register_blueprint(metrics.health_blueprint)
    for part in PARTS:
        app.register_blueprint(part.blueprint)
    return app


def usual_folder() -> Path:
    """Where records are kept unless another folder is named."""
    from platformdirs import user_data_path  # Not loaded if a folder is named, as on most servers.

    return user_data_path("tableside")


def services_of(store: Store, live: Live, settings: Settings) -> Services:
    """What the views of an app over this store and this bus work with."""
    seating, boxes = Seating(store, live), Boxes(store)
    matches = Matches(store, live, boxes=boxes)
    tables = Tables(store, live, seating, code_length=settings.code_length)
    picking = Picking(store, tables)
    backups = Backups(store, settings.folder or store.folder or usual_folder())
    backups.clear_away()
    form_secret = secret_of(store, "form_secret")

    def other_records() -> None:
        """Forget what was made of records that were replaced, here or by another worker."""
        seating.read_secret()
        made.form_secret = secret_of(store, "form_secret")
        made.titles = json.loads(store.settings.get(TITLES) or "{}")
        made.records_at = store.settings.get(RESTORED) or ""

    made = Services(
        tables=tables,
        seating=seating,
        matches=matches,
        boxes=boxes,
        definitions=Definitions(store),
        picking=picking,
        faces=Faces(store, live),
        beginnings=Beginnings(store, tables, matches, picking),
        keeping=Keeping(store, live, matches),
        backups=backups,
        restoring=Restoring(store, live, matches, seating, backups, other_records),
        store=store,
        live=live,
        settings=settings,
        form_secret=form_secret,
        forget_records=other_records,
        titles=json.loads(store.settings.get(TITLES) or "{}"),
        records_at=store.settings.get(RESTORED) or "",
        guesses=limiter(store, "guess", GUESSES, A_MINUTE, form_secret),
        openings=limiter(store, "table", settings.tables_per_hour, AN_HOUR, form_secret),
    )
    return made
