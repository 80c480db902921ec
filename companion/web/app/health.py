"""Whether this worker can serve: for whatever watches a hosted service."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from companion.store import StoreUnavailable
from companion.web.app.services import services

blueprint = Blueprint("health", __name__)


@blueprint.get("/healthz")
def health() -> tuple[Response, int]:
    """200 if the records can be read, else 503; and whether news of other workers, which phones can miss, gets through."""
    try:
        services.store.check()
        records = "ok"
    except StoreUnavailable as away:
        records = away.reason.value
    hears = getattr(services.live, "is_connected", True)
    return jsonify({"records": records, "news": "ok" if hears else "away"}), 200 if records == "ok" else 503
