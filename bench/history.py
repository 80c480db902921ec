"""How long the history takes with 2,000 matches: written through the store, looked back on through the app.

python -m bench.history [--matches 2000] [--data DIRECTORY]
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from companion.archive.looking_back import summary_of
from companion.engine.journal import Played
from companion.live import InProcessLive
from companion.match.journal_codec import write_event
from companion.store import Grant, NewEntry, Store, Table, fresh_id, token_hash
from companion.web.app.services import Settings
from companion.web.create_app import create_app
from tests.conformance.playing import PACKAGES, golden, read

NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gil", "Hedi", "Ida", "Jo", "Kim", "Lea", "Mo", "Nils")
START = datetime(2021, 1, 1, 18, 0, tzinfo=UTC)
MOST_MS = 100.0
ASKED = ("/history", "/history?game=limits", "/history?players=3", "/history?since=2021-06-01&until=2022-06-01&page=3")
TIMES = 15


def matches(count: int) -> Iterator[tuple[str, list[str], str, list[str]]]:
    """That many matches, the same each time: the game, who plays, the options as text, every entry as written."""
    rng = random.Random("history")
    shortest = {package: min(golden(package), key=lambda one: len(one["moves"])) for package in PACKAGES}
    written = {package: (one, entries(package, one)) for package, one in shortest.items()}
    for _ in range(count):
        package = rng.choice(sorted(PACKAGES))
        one, bodies = written[package]
        options = {option.name: one["options"].get(option.name, option.default) for option in PACKAGES[package].options}
        yield PACKAGES[package].slug, rng.sample(NAMES, one["players"]), text_of(options), bodies


def entries(package: str, one: Any) -> list[str]:
    """The journal of a playthrough."""
    game = PACKAGES[package]
    return [write_event(game, Played(read(game, move, one["players"]), True)) for move in one["moves"]]


def text_of(options: dict[str, Any]) -> str:
    """House options as the service writes them."""
    return json.dumps(options, sort_keys=True)


def fill(store: Store, count: int) -> None:
    """That many finished matches, one table each, an hour apart."""
    for number, (slug, people, options, bodies) in enumerate(matches(count)):
        at = START + timedelta(hours=number * 9)
        table = Table(fresh_id(), f"T{number}", at)
        store.tables.create(table, people)
        match = store.matches.create(table.id, slug, options, range(len(people)), at)
        for seq, body in enumerate(bodies):
            ends_at = at + timedelta(minutes=40) if seq == len(bodies) - 1 else None
            store.journal.append(
                match.id, seq, NewEntry(at + timedelta(seconds=20 * seq), "host", body, ends_at=ends_at)
            )


def seconds(client: FlaskClient, path: str) -> float:
    """The processor time of one request: nothing here waits, so it is the request's time on a quiet machine."""
    begin = time.process_time()
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    return time.process_time() - begin


def measure(store: Store) -> float:
    """The slowest median of the pages asked for, in milliseconds; every one is printed, with all caches cold and warm."""
    app = create_app(store, InProcessLive(), Settings(("localhost",)))
    store.grants.add(Grant(token_hash("owner"), "owner", "device", START))
    client = app.test_client()
    client.set_cookie("device", "owner", domain="localhost")
    slowest = 0.0
    for path in ASKED:
        warm = [seconds(client, path) * 1000 for _ in range(TIMES)]
        cold = []
        for _ in range(TIMES):
            store.settings.set("bench", fresh_id())  # so that everything remembered is asked for again
            cold.append(seconds(client, path) * 1000)
        told = f"warm {statistics.median(warm):6.1f} ms   cold {statistics.median(cold):6.1f} ms   most {max(cold):6.1f} ms"
        print(f"{path:60} {told}")
        slowest = max(slowest, statistics.median(cold))
    return slowest


def main() -> None:
    """Fill the records, make the summaries, and ask."""
    parser = argparse.ArgumentParser(description="How long the history of this device takes.")
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument(
        "--data", type=Path, help="where the records are made; in a temporary directory where none is named"
    )
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.data) as folder, Store.open(Path(folder) / "t.sqlite") as store:
        begin = time.perf_counter()
        fill(store, given.matches)
        print(f"{given.matches} matches made in {time.perf_counter() - begin:.1f} s")
        begin = time.perf_counter()
        found = [summary_of(store, one) for one in store.summaries.at()]
        took = time.perf_counter() - begin
        print(f"{sum(one is not None for one in found)} summaries made from their journals in {took:.1f} s")
        slowest = measure(store)
        print(f"slowest: {slowest:.1f} ms of {MOST_MS:.0f} ms allowed")
        raise SystemExit(slowest > MOST_MS)


if __name__ == "__main__":
    main()
