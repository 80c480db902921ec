"""A hosted service to measure: some workers with a PostgreSQL that syncs and a Redis of their own, watched kind by kind."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import redis

from bench.processes import ROOT, Running, family
from tests.servers import Postgres, Redis, free_port, wait_until

KINDS: Final = ("workers", "PostgreSQL", "Redis")
START_SECONDS: Final = 90.0


@dataclass(frozen=True, slots=True)
class Use:
    """What the processes of one kind use: seconds of processor time so far; MiB of memory, shared parts counted once."""

    seconds: float
    memory: float


@dataclass(frozen=True, slots=True)
class Crew:
    """A service that answers on one address or on several, and the processes behind it."""

    servers: tuple[Running, ...]
    workers: int
    roots: dict[str, tuple[int, ...]]
    """For each kind, the processes from which the others descend."""

    def uses(self) -> dict[str, Use]:
        """What each kind uses now."""
        return {kind: _use([one for root in roots for one in family(root)]) for kind, roots in self.roots.items()}

    def gauges(self, name: str) -> list[int]:
        """What each worker reports of itself under this name."""
        return [value for server in self.servers for value in _gauges(server, name)]


@contextmanager
def crew(workers: int, *, is_apart: bool = False) -> Iterator[Crew]:
    """That many workers that answer, on fresh records; all gone afterwards.

    They share one address, or, apart, have one each, as with a proxy that sends all of a match to the same worker.
    """
    postgres, news = Postgres(syncs=True), Redis()
    try:
        postgres.start()
        news.start()
        with postgres.database() as address, ExitStack() as started:
            sizes = [1] * workers if is_apart else [workers]
            servers = tuple(started.enter_context(_serving(size, address, news.url)) for size in sizes)
            roots = (tuple(server.pid for server in servers), (_postmaster(postgres),), (_process_of(news),))
            found = Crew(servers, workers, dict(zip(KINDS, roots, strict=True)))
            wait_until(lambda: _connected(found) == workers, "all workers have started", START_SECONDS)
            yield found
    finally:
        postgres.remove()
        news.stop()


@contextmanager
def _serving(workers: int, address: str, news: str) -> Iterator[Running]:
    port, began, data = free_port(), time.perf_counter(), Path(tempfile.mkdtemp(prefix="tableside-scale-"))
    command = [sys.executable, "app.py", "--host", "127.0.0.1", "--port", str(port), "--no-browser"]
    variables = {"TABLESIDE_DATABASE_URL": address, "TABLESIDE_REDIS_URL": news, "TABLESIDE_METRICS": "on"}
    process = subprocess.Popen(
        [*command, "--data", str(data), "--workers", str(workers)],
        cwd=ROOT,
        env={**os.environ, **variables},
        stdout=subprocess.DEVNULL,
    )
    try:
        url = f"http://127.0.0.1:{port}"
        wait_until(lambda: _answers(url, process), "the service answers", START_SECONDS)
        yield Running(url, process.pid, time.perf_counter() - began)
    finally:
        process.terminate()
        process.wait(30)
        shutil.rmtree(data)


def _answers(url: str, process: subprocess.Popen[bytes]) -> bool:
    assert process.poll() is None, "the service ended"
    try:
        with urllib.request.urlopen(f"{url}/healthz", timeout=5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def _connected(found: Crew) -> int:
    try:
        return sum(found.gauges("tableside_news_connected"))
    except (urllib.error.URLError, OSError):
        return 0


def _gauges(server: Running, name: str) -> list[int]:
    with urllib.request.urlopen(f"{server.url}/metrics", timeout=10) as answer:
        told = answer.read().decode()
    return [int(float(value)) for value in re.findall(rf'^{name}(?:{{pid="\d+"}})? (\S+)$', told, re.MULTILINE)]


def _postmaster(postgres: Postgres) -> int:
    return int((postgres.home / "data" / "postmaster.pid").read_text().split()[0])


def _process_of(news: Redis) -> int:
    with redis.Redis.from_url(news.url) as client:
        about: dict[str, int] = client.info("server")
    return about["process_id"]


def _use(processes: list[int]) -> Use:
    seconds, kibibytes = 0.0, 0
    for process in processes:
        try:
            fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
            shares = Path(f"/proc/{process}/smaps_rollup").read_text()
        except OSError:  # it has just ended
            continue
        # Its own time, and that of its children that have ended.
        seconds += sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
        kibibytes += int(shares.partition("\nPss:")[2].split()[0])
    return Use(seconds, kibibytes / 1024)
