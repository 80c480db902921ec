"""Health, counts and times for Prometheus, one log line for each request: none of them holds a name, an id or a token."""

import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from flask import Blueprint, Flask, Response, current_app, g, jsonify, request

from companion.lan import is_lan_address
from companion.match.errors import Unknown
from companion.store import StoreUnavailable
from companion.web.app.services import services

blueprint = Blueprint("metrics", __name__)
health_blueprint = Blueprint("health", __name__)
"""Whether this worker can serve: for whatever watches a hosted service."""
logger = logging.getLogger("companion.requests")

METRICS: Final = "tableside-metrics"
SHARED: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Where workers keep their numbers together. prometheus-client reads it when it is imported."""
BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
ASKED_EVERY_SECONDS: Final = 2.0


class Metrics:
    """What this process counts; shown together with what other workers count, if they share a folder."""

    def __init__(self) -> None:
        """Begin at zero. Raise ModuleNotFoundError where the hosted extras are not installed."""
        # Only where it is asked for: it comes with the hosted extras, and no home has it.
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics
        from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

        disable_created_metrics()  # type: ignore[no-untyped-call]
        self._registry = CollectorRegistry()
        folder = os.environ.get(SHARED)
        own = None if folder else self._registry
        self._requests = Counter(
            "tableside_requests", "Requests answered, by page and status.", ["page", "status"], registry=own
        )
        self._seconds = Histogram(
            "tableside_request_seconds", "How long answering took.", buckets=BUCKETS, registry=own
        )
        self._streams = Gauge(
            "tableside_streams_open", "Streams that are open now.", registry=own, multiprocess_mode="liveall"
        )
        self._news = Gauge(
            "tableside_news_connected", "Whether news of other workers gets through.",
            registry=own, multiprocess_mode="liveall"
        )  # fmt: skip
        self.streams_open: Callable[[], int] = int
        self.hears_news: Callable[[], bool] = lambda: True
        if folder:
            # Before this worker counts: one that was killed left its open streams in the folder, and they would be counted
            # for ever.
            for process in _ended(Path(folder)):
                mark_process_dead(process)  # type: ignore[no-untyped-call]
            MultiProcessCollector(self._registry)  # type: ignore[no-untyped-call]
            threading.Thread(target=self._keep_asking, name="metrics", daemon=True).start()

    def note(self, page: str, status: int, seconds: float) -> None:
        self._requests.labels(page, status).inc()
        self._seconds.observe(seconds)

    def as_text(self) -> bytes:
        from prometheus_client import generate_latest

        self._ask()
        return generate_latest(self._registry)

    def _ask(self) -> None:
        self._streams.set(self.streams_open())
        self._news.set(self.hears_news())

    def _keep_asking(self) -> None:
        while True:
            self._ask()
            time.sleep(ASKED_EVERY_SECONDS)


def _ended(folder: Path) -> Iterator[int]:
    """Yield the workers that were replaced.

    What they had open is no longer; what they counted stays, so that no sum goes back.
    """
    for process in {int(file.stem.rpartition("_")[2]) for file in folder.glob("gauge_live*.db")}:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            yield process


def init_app(app: Flask, metrics: Metrics | None, *, logs_requests: bool) -> None:
    """Count and log the answers of the app, where that is wanted."""
    if metrics is None and not logs_requests:
        return
    if metrics is not None:
        app.extensions[METRICS] = metrics
        app.register_blueprint(blueprint)

    def begin() -> None:
        g.began = time.perf_counter()

    def end(response: Response) -> Response:
        seconds = time.perf_counter() - g.get("began", time.perf_counter())
        # The name of the route, never its address: that may carry a token.
        page = request.endpoint or "nowhere"
        if metrics is not None:
            metrics.note(page, response.status_code, seconds)
        if logs_requests and page != "static":
            logger.info("request", extra={"page": page, "status": response.status_code, "ms": round(seconds * 1000, 1)})
        return response

    # Before all other checks, so that their time counts too.
    app.before_request_funcs.setdefault(None, []).insert(0, begin)
    app.after_request(end)


@blueprint.get("/metrics")
def page() -> Response:
    """The values of all workers; for addresses of its own network only, whatever the proxy in front lets through."""
    address = request.remote_addr or ""
    # Behind a trusted proxy this is the address that asked it.
    if not (is_lan_address(address) or address == "127.0.0.1"):
        raise Unknown("page")
    counted: Metrics = current_app.extensions[METRICS]
    return Response(counted.as_text(), content_type="text/plain; version=0.0.4; charset=utf-8")


@health_blueprint.get("/healthz")
def health() -> tuple[Response, int]:
    """200 if entries could be recorded, as far as can be known without one, else 503.

    Also whether news of other workers, which phones can miss, gets through.
    """
    try:
        services.store.check()
        records = "ok"
    except StoreUnavailable as away:
        # A word, not the detail: the page is open to anyone who reaches the host.
        records = away.reason.value
    hears = getattr(services.live, "is_connected", True)
    return jsonify({"records": records, "news": "ok" if hears else "away"}), 200 if records == "ok" else 503
