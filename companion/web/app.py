"""The Flask application, made from a store and a bus."""

from __future__ import annotations

import secrets
from pathlib import Path

from flask import Flask

from companion.live import Live
from companion.service.matches import Matches
from companion.service.tables import Tables
from companion.store import Store
from companion.web import api, assets, device, errors, i18n, pages, play, security
from companion.web.services import Services, Settings

ROOT = Path(__file__).resolve().parents[2]


def create_app(store: Store, live: Live, settings: Settings | None = None) -> Flask:
    """The application over this store and this bus."""
    app = Flask("companion", template_folder=str(ROOT / "templates"), static_folder=str(ROOT / "static"))
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.extensions["tableside"] = Services(
        Tables(store, live), Matches(store, live), store, live, settings or Settings(), _form_secret(store)
    )
    i18n.init_app(app)
    security.init_app(app)
    errors.init_app(app)
    assets.init_app(app)
    device.init_app(app)
    for part in (api, pages, play):
        app.register_blueprint(part.blueprint)
    return app


def _form_secret(store: Store) -> str:
    """What the keys of forms are made with: drawn once for these records."""
    secret = store.setting("form_secret")
    if secret is None:
        secret = secrets.token_hex(32)
        store.set_setting("form_secret", secret)
    return secret
