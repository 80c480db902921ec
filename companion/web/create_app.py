"""The Flask application, made from a store and a bus."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from flask import Flask

from companion.live import InProcessLive, Live
from companion.server import CAME_IN
from companion.store import Store, deadline_after, on_one_connection, request_cache
from companion.web import api
from companion.web.app import answers, assets, device, i18n, metrics, seat_style, security, services, templating
from companion.web.app.metrics import Metrics
from companion.web.app.services import Services, Settings
from companion.web.board import catch_up, contest, correct, journal, paper, play, replay, screen, verdict
from companion.web.device import box, forgetting, owner
from companion.web.device import settings as device_settings
from companion.web.evening import beginning, defining, evening, hosting, join, pad_link, passing_on, people, start_page
from companion.web.library import files, history, judge, results, rules, sheets

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

PARTS: Final = (
    api, start_page, beginning, defining, play, replay, journal, join, box, contest, correct, verdict, evening, files, forgetting,
    history, hosting, judge, owner, pad_link, passing_on, paper, people, results, rules, screen, sheets, catch_up, device_settings,
)  # fmt: skip


class Companion(Flask):
    """Flask, whose requests ask for most things once."""

    jinja_options = templating.OPTIONS

    def wsgi_app(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Return the body of the answer, begun with `start_response`.

        What it waits for is counted from when it was received.
        """
        now = datetime.now(UTC)
        received: datetime = environ.get("asgi.scope", {}).get(CAME_IN, now)
        # Looking only: what was read stays true for the length of a page. A request that writes must see what it wrote.
        once = request_cache() if environ["REQUEST_METHOD"] in security.SAFE_METHODS else on_one_connection()
        with deadline_after((now - received).total_seconds()), once:
            return super().wsgi_app(environ, start_response)


def create_app(
    store: Store | None = None,
    live: Live | None = None,
    settings: Settings | None = None,
    counted: Metrics | None = None,
) -> Flask:
    """Return the application over this store and this bus; it counts its answers if `counted` is given.

    Without a store it keeps its records in a temporary folder: `flask run --debug` needs nothing else.
    """
    store = store or Store.open(str(Path(tempfile.mkdtemp(prefix="tableside-")) / "records.sqlite"))
    live = live or InProcessLive()
    app = Companion("companion", template_folder=str(assets.FILES / "templates"), static_folder=str(assets.STATIC))
    # In the order the shapes declare, which is the order people read them in.
    app.json.sort_keys = False  # type: ignore[attr-defined]
    # No such address: a program gets that as JSON and is not led on.
    app.url_map.merge_slashes = False
    app.extensions["tableside"] = Services(store, live, settings or Settings())
    app.jinja_env.globals["has_many"] = bool(app.extensions["tableside"].settings.public_url)
    # First, so that a foreign host or origin is refused before anything is looked up.
    security.init_app(app)
    assets.init_app(app)
    metrics.init_app(app, counted, logs_requests=app.extensions["tableside"].settings.log_requests)
    templating.init_app(app)
    i18n.init_app(app)
    services.init_app(app)
    answers.init_app(app)
    device.init_app(app)
    seat_style.init_app(app)
    app.register_blueprint(metrics.health_blueprint)
    for part in PARTS:
        app.register_blueprint(part.blueprint)
    return app
