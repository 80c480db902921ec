"""Changes that other workers have made to the same records, noticed before a request is answered."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask, request

from companion.service.restoring import RESTORED
from companion.store import Store
from companion.web.services import services

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


def init_app(app: Flask) -> None:
    """Look before every request, if there may be other workers at all; and look at everything once for each."""
    app.before_request(notice_before_pages)
    if app.extensions["tableside"].store.is_shared:
        app.wsgi_app = _glancing(app, app.wsgi_app)  # type: ignore[method-assign,assignment]


def notice_before_pages() -> None:
    """As below, except for what is the same whatever the records say, and is needed to say that they are away."""
    if request.endpoint not in ("static", "health.health", "metrics.page"):
        notice_other_records()


def notice_other_records() -> None:
    """Forget everything made of records that another worker has replaced by a backup."""
    found = services
    if found.store.is_shared and (found.store.settings.get(RESTORED) or "") != found.records_at:
        with found.matches.emptied():
            found.forget_records()


def _glancing(app: Flask, answer: WSGIApplication) -> WSGIApplication:
    def glance(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        store: Store = app.extensions["tableside"].store
        with store.glance():
            return answer(environ, start_response)

    return glance
