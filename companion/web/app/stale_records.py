"""Changes that other workers have made to the same records, noticed before a request is answered."""

from __future__ import annotations

from flask import Flask, request

from companion.archive.restoring import RESTORED
from companion.web.app.services import services


def init_app(app: Flask) -> None:
    """Look before every request, if there may be other workers at all."""
    app.before_request(notice_before_pages)


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
