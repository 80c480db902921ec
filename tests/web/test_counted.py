"""What is counted stays within its bounds however many ask at once: in threads, and in several processes on PostgreSQL."""

import multiprocessing
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from datetime import UTC, datetime

import pytest
from flask import Flask

from companion.engine.definition import Definition
from companion.engine.errors import NotAMove
from companion.live import InProcessLive
from companion.match.errors import NotAllowed
from companion.store import Grant, Missing, Store, token_hash
from companion.table.definitions import MOST_KEPT, Definitions
from companion.table.tables import MOST_SEATS, Opened
from companion.web.app.rate_limits import MemoryLimiter, SharedLimiter
from companion.web.app.services import Services, Settings
from companion.web.create_app import create_app
from tests.store.evening import all_at_once
from tests.web.conftest import HOSTS
from tests.web.people import Browser
from tests.web.roles import DEVICE

CROWD = 24
PROCESSES = 4
NAMES = ("Íñigo", "Jean-Baptiste", "Ana", "An a", "ÍÑIGO", *(f"Guest {number}" for number in range(CROWD - 5)))
"""Two of them are the same person, as names are compared."""


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.ring("test"))])
def place(request: pytest.FixtureRequest, tmp_path: object) -> str:
    """Where records lie: a file, or a PostgreSQL that several workers share."""
    return f"{tmp_path}/t.sqlite" if request.param == "sqlite" else request.getfixturevalue("ready_url")


@pytest.fixture
def workers(place: str) -> Iterator[list[Services]]:
    """What the views of each worker work with: four on PostgreSQL, one on a file."""
    with ExitStack() as opened:
        stores = [opened.enter_context(Store.open(place)) for _ in range(PROCESSES if "://" in place else 1)]
        yield [Services(store, InProcessLive(), Settings(HOSTS)) for store in stores]


def crowd(workers: list[Services], act: Callable[[Services, int], object]) -> list[object]:
    """What came of each of a crowd, spread over the workers."""
    return [*all_at_once(CROWD, lambda number: act(workers[number % len(workers)], number))]


def app_at(place: str) -> Flask:
    """The app over these records, as one process of several has it."""
    return create_app(Store.open(place), InProcessLive(), Settings(HOSTS))


def pages_of(app: Flask, opened: Opened) -> dict[str, int]:
    """The answer of every page of the table, to its host."""
    host = Browser(app)
    host.client.set_cookie(DEVICE, opened.host_token, domain="localhost")
    named = ("", "/people", "/host", "/join", "/seats/new", "/seats/11", "/cards", "/evening", "/first", "/new/limits")
    return {path: host.get(f"/t/{opened.table.code}{path}").status_code for path in named}


def come_at_once(place: str, code: str, first: int, ready: object, go: object) -> None:
    """Let a part of the crowd sit down at once, in this process."""
    app, mine = app_at(place), range(first, CROWD, PROCESSES)
    app.test_client().get("/")  # the first request is slower than others
    ready.release()  # type: ignore[attr-defined]
    go.wait(60)  # type: ignore[attr-defined]
    all_at_once(len(mine), lambda at: Browser(app).post(f"/t/{code}/join", {"name": NAMES[mine[at]]}))


def must_be_in_bounds(app: Flask, opened: Opened) -> None:
    """Fail on a table with more people than it holds, two of one name, a page that does not open, or one that is not full."""
    services: Services = app.extensions["tableside"]
    there = services.store.seats.at(opened.table.id)
    assert [one.seat for one in there] == list(range(MOST_SEATS))
    assert len({(one.name or "").casefold() for one in there}) == MOST_SEATS
    assert not {path: status for path, status in pages_of(app, opened).items() if status != 200}
    answer = Browser(app).post(f"/t/{opened.table.code}/join", {"name": "Zoe"})
    assert answer.status_code == 400
    assert "This table is full: 20 players. Open another table." in answer.get_data(as_text=True)


def test_phones_that_sit_down_at_once_are_never_more_than_a_table_holds(app: Flask, services: Services) -> None:
    opened = services.tables.open(["Ana", "Ben"])
    all_at_once(CROWD, lambda at: Browser(app).post(f"/t/{opened.table.code}/join", {"name": NAMES[at]}))
    must_be_in_bounds(app, opened)


@pytest.mark.ring("test")
def test_phones_of_several_processes_are_never_more_than_a_table_holds(ready_url: str) -> None:
    app = app_at(ready_url)
    services: Services = app.extensions["tableside"]
    opened = services.tables.open(["Ana", "Ben"])
    own = multiprocessing.get_context("spawn")
    ready, go = own.Semaphore(0), own.Event()
    given = [(ready_url, opened.table.code, number, ready, go) for number in range(PROCESSES)]
    processes = [own.Process(target=come_at_once, args=one) for one in given]
    for process in processes:
        process.start()
    for _ in processes:
        assert ready.acquire(timeout=60)
    go.set()
    for process in processes:
        process.join(60)
    must_be_in_bounds(app, opened)
    services.store.close()


def test_of_all_who_are_given_one_name_at_once_one_has_it(workers: list[Services]) -> None:
    opened = workers[0].tables.open([f"Guest {number}" for number in range(10)])
    host = workers[0].tables.caller(opened.host_token)

    def call(services: Services, number: int) -> None:
        if number < 10:
            services.tables.rename(opened.table, host, number, "Zoë" if number % 2 else "ZOË")
        else:
            services.tables.come(opened.table, "zoë")

    assert Counter(map(type, crowd(workers, call))) == {type(None): 1, NotAMove: CROWD - 1}
    names = [(one.name or "").casefold() for one in workers[0].tables.seats(opened.table)]
    assert names.count("zoë") == 1
    assert len(set(names)) == len(names)


def test_a_device_never_keeps_more_games_of_its_own_than_there_may_be(workers: list[Services]) -> None:
    device = token_hash("device")
    for number in range(MOST_KEPT - 3):
        workers[0].definitions.keep(device, Definition(f"Game {number}"))
    came = crowd(workers, lambda one, number: one.definitions.keep(device, Definition(f"Another {number % 12}")))
    assert len(Definitions(workers[0].store).of(device)) == MOST_KEPT
    assert sum(isinstance(one, NotAMove) for one in came) >= 9


def test_no_phone_sits_down_by_a_link_that_is_renewed_meanwhile(workers: list[Services]) -> None:
    opened = workers[0].tables.open(["Ana", "Ben"])
    host, link = workers[0].tables.caller(opened.host_token), opened.seat_tokens[1]

    def claim_or_renew(services: Services, number: int) -> None:
        if number == CROWD // 2:
            services.seating.renew(opened.table, host, 1)
        else:
            services.seating.claim(opened.table, 1, token_hash(f"phone {number}"), link=link)

    came = crowd(workers, claim_or_renew)
    assert {type(one) for one in came} <= {type(None), Missing}
    assert workers[0].seating.held(opened.table, host)[1].devices == 0


def test_a_table_that_is_handed_to_several_at_once_has_one_host(workers: list[Services]) -> None:
    services = workers[0]
    opened = services.tables.open([f"Guest {number}" for number in range(MOST_SEATS)])
    table, phones = opened.table, [token_hash(f"phone {seat}") for seat in range(MOST_SEATS)]
    services.store.grants.add(Grant(token_hash("host"), "host", "device", datetime.now(UTC), table.id))
    for seat, phone in enumerate(phones):
        services.seating.claim(table, seat, phone)
    askers = [worker.tables.caller("host") for worker in workers]

    def hand_over(worker: Services, number: int) -> None:
        with suppress(NotAllowed):
            worker.seating.hand_over(table, askers[workers.index(worker)], number % MOST_SEATS)

    crowd(workers, hand_over)
    hosts = [
        one.token_hash for one in services.store.grants.at(table.id) if one.role == "host" and one.kind == "device"
    ]
    assert len(hosts) == 1
    assert hosts[0] in phones


def test_no_address_is_let_more_often_than_it_may(workers: list[Services]) -> None:
    shared = [SharedLimiter(one.store, "table", 5, 3600, b"secret", time.time) for one in workers]
    memory = MemoryLimiter(5, 3600)
    for limiters in (shared, [memory]):
        came = all_at_once(CROWD, lambda at, among=limiters: among[at % len(among)].take("198.51.100.7"))  # type: ignore[misc]
        assert came.count(0) == 5
