"""The Flask application, made from a store and a bus."""

from __future__ import annotations

from pathlib import Path

from flask import Flask

from companion.live import Live
from companion.service.matches import Matches
from companion.service.tables import Tables
from companion.store import Store
from companion.web import api, errors, i18n, security
from companion.web.services import Services, Settings

ROOT = Path(__file__).resolve().parents[2]


def create_app(store: Store, live: Live, settings: Settings | None = None) -> Flask:
    """The application over this store and this bus."""
    app = Flask("companion", template_folder=str(ROOT / "templates"), static_folder=str(ROOT / "static"))
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.extensions["tableside"] = Services(
        Tables(store, live), Matches(store, live), store, live, settings or Settings()
    )
    i18n.init_app(app)
    security.init_app(app)
    errors.init_app(app)
    app.register_blueprint(api.blueprint)
    return app
