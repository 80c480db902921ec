"""Several workers on one machine, with a PostgreSQL that syncs and a Redis: `python -m bench.scale [--seconds 10] [--tables 25]`.

Every table plays Land Unter through the pages' own routes, five phones with open streams each. Measured with one tap in
flight (how long a tap takes to reach all) and with every table tapping as fast as it can (how many taps are carried).
Clients, workers, PostgreSQL and Redis share the machine: its cores are the limit, so read the processor time a tap beside it.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from bench.drive import Figures, measure, run
from bench.processes import ROOT, Running
from tests.servers import Postgres, Redis, free_port, wait_until

SEATS = 5


def main() -> None:
    """Measure and print: a line of JSON for each run, then a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--tables", type=int, default=25)
    parser.add_argument("--taps", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--runs", type=int, default=3)
    asked = parser.parse_args()
    print(
        f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, load {os.getloadavg()[0]:.1f}"
    )
    rows: list[tuple[int, Figures]] = []
    for _ in range(asked.runs):
        for workers in asked.workers:  # alternated, so that what else the machine does falls on all alike
            for figures in one_run(workers, asked.tables, asked.taps, asked.seconds):
                rows.append((workers, figures))
                print(json.dumps({"workers": workers, **asdict(figures)}), flush=True)
    for workers, figures in sorted(rows, key=lambda row: (row[1].mode, row[0])):
        print(
            f"{figures.mode:6} {workers} workers: {figures.taps_a_second:6.0f} taps/s, p50 {figures.p50:6.1f} ms, "
            f"p95 {figures.p95:6.1f} ms, processor {figures.processor_ms:5.1f} ms a tap, {figures.memory:5.0f} MiB, "
            f"{figures.lost} lost"
        )


def one_run(workers: int, tables: int, taps: int, seconds: float) -> Iterator[Figures]:
    """One service on fresh records: taps one at a time, then all tables at once."""
    with service(workers) as running:
        yield run(measure(running, "hosted", tables=tables, seats=SEATS, taps=taps))
        yield run(measure(running, "hosted", tables=tables, seats=SEATS, seconds=seconds))


@contextmanager
def service(workers: int) -> Iterator[Running]:
    """Workers that answer, with a PostgreSQL and a Redis of their own; all gone afterwards."""
    data, postgres, redis = Path(tempfile.mkdtemp(prefix="tableside-scale-")), Postgres(syncs=True), Redis()
    try:
        redis.start()
        with postgres.database() as address, _workers(workers, data, address, redis.url) as running:
            yield running
    finally:
        postgres.remove()
        redis.stop()
        shutil.rmtree(data)


@contextmanager
def _workers(workers: int, data: Path, address: str, news: str) -> Iterator[Running]:
    port, began = free_port(), time.perf_counter()
    command = [sys.executable, "app.py", "--host", "127.0.0.1", "--port", str(port), "--no-browser"]
    process = subprocess.Popen(
        [*command, "--data", str(data), "--workers", str(workers)],
        cwd=ROOT,
        env={**os.environ, "TABLESIDE_DATABASE_URL": address, "TABLESIDE_REDIS_URL": news},
        stdout=subprocess.DEVNULL,
    )
    try:
        url = f"http://127.0.0.1:{port}"
        wait_until(lambda: _answers(url), "the workers answer")
        yield Running(url, process.pid, time.perf_counter() - began)
    finally:
        process.terminate()
        process.wait(30)


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/healthz", timeout=5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


if __name__ == "__main__":
    main()
