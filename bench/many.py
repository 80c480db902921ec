"""How long the pages that look over everything take with 300,000 matches at 100,000 tables, and how much memory.

    python -m bench.many [--matches 300000] [--kinds sqlite postgresql] [--file OLDER.sqlite]

Rows are made up, written past the app: three matches of four people a table, nine in ten played to their end. Each page is
asked for in a process of its own, four times: the first time with everything cold, games to be loaded too; then the quickest.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import re
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Engine, create_engine, make_url, text

from companion.live import InProcessLive
from companion.match.summary import Summary, write
from companion.store import Grant, Store, token_hash
from companion.web.app.services import Settings
from companion.web.create_app import create_app
from tests.servers import Postgres

START: Final = datetime(2021, 1, 1, 18, 0, tzinfo=UTC)
MATCHES_A_TABLE: Final = 3
SEATS: Final = 4
NAMES: Final = 20_000
GAMES: Final = ("land-unter", "limits", "down-under", "nile")
AT_ONCE: Final = 20_000
PATIENCE_SECONDS: Final = 120
PAGES: Final = (
    "/owner",
    "/owner?skip=90000",
    "/history",
    "/history?game=nile",
    "/history?since=2021-02-01&until=2021-02-20",
    "/history?page=100",
    "/",
    "/forget",
)

Rows = Iterable[tuple[Any, ...]]


def main() -> None:
    """Fill the records, ask for each page, print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--matches", type=int, default=300_000)
    parser.add_argument("--kinds", nargs="+", choices=("sqlite", "postgresql"), default=["sqlite", "postgresql"])
    parser.add_argument("--file", type=Path, help="records to bring up to date and ask, in place of new ones")
    parser.add_argument("--pages", nargs="+", default=PAGES)
    given = parser.parse_args()
    with ExitStack() as ended:
        folder = Path(ended.enter_context(tempfile.TemporaryDirectory()))
        for kind in given.kinds:
            address = str(given.file or folder / "many.sqlite")
            if kind == "postgresql":
                server = Postgres()
                ended.callback(server.remove)
                server.start()
                address = ended.enter_context(server.database())
            begun = time.perf_counter()
            with Store.open(address) as store:
                print(f"{kind}: opened in {time.perf_counter() - begun:.1f} s", flush=True)
                store.grants.add(Grant(token_hash("owner"), "owner", "device", START))
            if not given.file:
                fill(address, given.matches // MATCHES_A_TABLE)
                print(f"{kind}: filled in {time.perf_counter() - begun:.1f} s", flush=True)
            print(
                "| page | first ms | ms | of them processor | MB more | KB of page |\n| --- | --- | --- | --- | --- | --- |"
            )
            for path in given.pages:
                print(f"| {kind} `{path}` | {asked(address, path)} |", flush=True)


def asked(address: str, path: str) -> str:
    """The cells of one page's row: asked for in a process of its own, which is ended if it takes too long."""
    here, there = multiprocessing.Pipe()
    spawned = multiprocessing.get_context("spawn").Process(target=ask, args=(address, path, there))
    spawned.start()
    in_time = here.poll(PATIENCE_SECONDS)
    cells = here.recv() if in_time else ""
    memory = _status(spawned.pid, "VmHWM") if spawned.pid and not in_time else 0
    spawned.kill()
    spawned.join()
    return cells or f"four took longer than {PATIENCE_SECONDS} s | | | {memory} in all |"


def ask(address: str, path: str, answer: Connection) -> None:
    """Send the cells of the row."""
    with Store.open(address) as store:
        client = create_app(store, InProcessLive(), Settings(("localhost",))).test_client()
        client.set_cookie("device", "owner", domain="localhost")
        assert client.get("/settings").status_code == 200
        before = _status("self", "VmRSS")
        Path("/proc/self/clear_refs").write_text("5", "utf-8")
        took, own = [], []
        for _ in range(4):
            begun, busy = time.perf_counter(), time.process_time()
            found = client.get(path)
            took.append((time.perf_counter() - begun) * 1000)
            own.append((time.process_time() - busy) * 1000)
            assert found.status_code == 200, found.status_code
        more = _status("self", "VmHWM") - before
        answer.send(f"{took[0]:.0f} | {min(took):.0f} | {min(own):.0f} | {more} | {len(found.data) / 1000:.0f}")


def _status(process: int | str, name: str) -> int:
    """What the system says of a process, in MB."""
    told = Path(f"/proc/{process}/status").read_text("utf-8")
    return sum(map(int, re.findall(rf"{name}:\s+(\d+)", told))) // 1000


def fill(address: str, tables: int) -> None:
    """That many tables, past the app and without chains: no page that looks over everything reads one."""
    is_file = "://" not in address
    engine = create_engine(
        f"sqlite:///{address}" if is_file else make_url(address).set(drivername="postgresql+psycopg")
    )
    for begin in range(0, tables, AT_ONCE):
        numbers = range(begin, min(begin + AT_ONCE, tables))
        for name, rows in _rows(numbers, tables).items():
            _put(engine, name, rows)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("ANALYZE"))
    engine.dispose()


def _rows(numbers: Sequence[int], tables: int) -> dict[str, Rows]:
    """The rows of each table of the database."""
    rng = random.Random(numbers[0])
    options = json.dumps({"house": True, "long": "x" * 200})
    summary = write(Summary(True, (12, 30, 7, 21), (3, 1, 4, 2), 41, False))

    def matches() -> Iterator[tuple[int, int, str, str, bool]]:
        for table in numbers:
            for number in range(MATCHES_A_TABLE):
                at = START + timedelta(minutes=15 * table + 40 * number)
                yield table, number, _text(at), _text(at + timedelta(minutes=41)), (table + number) % 10 > 0

    named = [(table, seat, f"Name {rng.randrange(NAMES)}") for table in numbers for seat in range(SEATS)]
    every = list(matches())
    return {
        "tables (id, code, opened_at, closed_to_seats, name, last_used)": (
            (f"t{one}", f"C{one}", at, False, "", at)
            for one in numbers
            for at in [_text(START + timedelta(minutes=15 * one))]
        ),
        "players (id, name)": ((f"p{table}-{seat}", name) for table, seat, name in named),
        "seats (table_id, seat, player_id, has_left, link_serial)": (
            (f"t{table}", seat, f"p{table}-{seat}", False, 0) for table, seat, _ in named
        ),
        "matches (id, table_id, number, game, options, seats, opened_at, ended_at, version, head)": (
            (
                f"m{t}-{n}",
                f"t{t}",
                n + 1,
                GAMES[(t + n) % 4],
                options,
                "[0, 1, 2, 3]",
                at,
                end if over else None,
                60,
                "h",
            )
            for t, n, at, end, over in every
        ),
        "journal (match_id, seq, at, by_role, body, prev_hash, hash)": (
            (f"m{t}-{n}", 59, end, "host", "{}", "h", "h") for t, n, _, end, _ in every
        ),
        "summaries (match_id, version, body)": ((f"m{t}-{n}", 60, summary) for t, n, _, _, over in every if over),
    }


def _text(at: datetime) -> str:
    return at.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _put(engine: Engine, name: str, rows: Rows) -> None:
    """Add rows to a table, which is named with its columns."""
    table, columns = name.split(" ", 1)
    with engine.begin() as connection:
        driver: Any = connection.connection.driver_connection
        if engine.dialect.name == "sqlite":
            driver.executemany(
                f"INSERT INTO {table} {columns} VALUES ({', '.join('?' * (columns.count(',') + 1))})", rows
            )
            return
        with driver.cursor().copy(f"COPY {table} {columns} FROM STDIN") as copied:
            for row in rows:
                copied.write_row(row)


if __name__ == "__main__":
    main()
