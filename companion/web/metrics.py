"""Counts and times for Prometheus, and one log line for each request: neither holds a name, an id or a token."""

from __future__ import annotations

import json
import logging
import threading
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from flask import Blueprint, Flask, Response, current_app, g, request

from companion.lan import is_lan_address
from companion.match.errors import Unknown

blueprint = Blueprint("metrics", __name__)
logger = logging.getLogger("companion.requests")

METRICS: Final = "tableside-metrics"
BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
LEFT_EVERY_SECONDS: Final = 2.0
KINDS: Final = {
    "tableside_requests_total": ("counter", "Requests answered, by page and status."),
    "tableside_request_seconds": ("histogram", "How long answering took."),
    "tableside_streams_open": ("gauge", "Streams that are open now."),
    "tableside_news_connected": ("gauge", "Whether news of other workers gets through."),
}
Samples = dict[str, float]
"""Values by name and labels, as they are written."""


class Metrics:
    """What one worker counts. With a folder, each worker leaves its numbers there, and any of them tells all.

    The worker that is asked tells what was left there, even of itself: a number that one worker told never goes back
    when another is asked next, which a collector would take for a restart from zero.
    """

    def __init__(self, folder: Path | None = None, place: int = 0, workers: int = 1) -> None:
        self._folder = folder
        self._place = place
        self._workers = workers
        self._lock = threading.Lock()
        self._leaving = threading.Lock()
        self._counts: Counter[str] = Counter()
        self._seconds = 0.0
        self._buckets = [0] * (len(BUCKETS) + 1)
        self.gauges: dict[str, Callable[[], float]] = {}
        """Values that are looked up when they are asked for, by name."""
        if folder is not None:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def start(self) -> None:
        """Leave the numbers for the others again and again, in a thread that ends with the process."""
        if self._folder is not None:
            threading.Thread(target=self._keep_left, args=[self._folder], name="metrics", daemon=True).start()

    def note(self, page: str, status: int, seconds: float) -> None:
        """Count one answer."""
        with self._lock:
            self._counts[f'page="{page}",status="{status}"'] += 1
            self._seconds += seconds
            self._buckets[bisect_left(BUCKETS, seconds)] += 1

    def samples(self) -> Samples:
        """The values of this worker."""
        with self._lock:
            found: Samples = {f"tableside_requests_total{{{labels}": count for labels, count in self._counts.items()}
            total = 0
            for edge, count in zip((*BUCKETS, "+Inf"), self._buckets, strict=True):
                total += count
                found[f'tableside_request_seconds_bucket{{le="{edge}"'] = total
            found["tableside_request_seconds_sum{"] = round(self._seconds, 6)
            found["tableside_request_seconds_count{"] = total
        return found | {f"{name}{{": float(ask()) for name, ask in tuple(self.gauges.items())}

    def told(self) -> str:
        """The values of all workers in Prometheus's text form: its own of now, those of others of some seconds ago."""
        if self._folder is None:
            return in_text_form({self._place: self.samples()})
        self._leave(self._folder)
        left = {place: _file(self._folder, place) for place in range(self._workers)}
        return in_text_form(
            {place: json.loads(file.read_text("utf-8")) for place, file in left.items() if file.exists()}
        )

    def _leave(self, folder: Path) -> None:
        """Leave the present values where all workers find them; on a disk that is full, the last ones stay."""
        file = _file(folder, self._place)
        part = file.with_suffix(".part")
        with self._leaving:  # one after the other, so that older ones are never last
            try:
                part.write_text(json.dumps(self.samples()), "utf-8")
                part.replace(file)
            except OSError as error:
                logger.warning("numbers could not be written: %s", error.strerror)

    def _keep_left(self, folder: Path) -> None:
        while True:
            self._leave(folder)
            time.sleep(LEFT_EVERY_SECONDS)


def _file(folder: Path, place: int) -> Path:
    return folder / f"worker-{place}.json"


def in_text_form(every: Mapping[int, Samples]) -> str:
    """The values of workers, by their places."""
    lines = []
    for name, (kind, help_text) in KINDS.items():
        lines += [f"# HELP {name} {help_text}", f"# TYPE {name} {kind}"]
        lines += [line for place, samples in every.items() for line in _lines(name, place, samples)]
    return "\n".join(lines) + "\n"


def _lines(name: str, place: int, samples: Samples) -> Iterator[str]:
    """The values of one name at one worker."""
    for key, value in samples.items():
        if key.partition("{")[0] in (name, f"{name}_bucket", f"{name}_sum", f"{name}_count"):
            comma = "" if key.endswith("{") else ","
            yield f'{key}{comma}worker="{place}"}} {value:g}'


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
        page = request.endpoint or "nowhere"
        if metrics is not None:
            metrics.note(page, response.status_code, seconds)
        if logs_requests and page != "static":
            logger.info("request", extra={"page": page, "status": response.status_code, "ms": round(seconds * 1000, 1)})
        return response

    app.before_request_funcs.setdefault(None, []).insert(0, begin)
    app.after_request(end)


@blueprint.get("/metrics")
def page() -> Response:
    """The values of all workers; for addresses of its own network only, whatever the proxy in front lets through."""
    address = request.remote_addr or ""
    if not (is_lan_address(address) or address == "127.0.0.1"):
        raise Unknown("page")
    counted: Metrics = current_app.extensions[METRICS]
    return Response(counted.told(), content_type="text/plain; version=0.0.4; charset=utf-8")
