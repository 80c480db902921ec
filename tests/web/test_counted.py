"""What is counted stays within its bounds however many ask at once, and at several workers on PostgreSQL."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from datetime import UTC, datetime

import pytest

from companion.engine.errors import NotAMove
from companion.live import InProcessLive
from companion.match.errors import NotAllowed
from companion.store import Grant, Store, token_hash
from companion.table.tables import MOST_SEATS
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
    return [*all_at_once(CROWD, lambda number: act(workers[number % len(workers)], number))]


def test_phones_that_sit_down_at_once_are_never_more_than_a_table_holds(workers: list[Services]) -> None:
    apps = [create_app(worker.store, InProcessLive(), Settings(HOSTS)) for worker in workers]
    opened = workers[0].tables.open(["Ana", "Ben"])
    path = f"/t/{opened.table.code}/join"
    all_at_once(CROWD, lambda at: Browser(apps[at % len(apps)]).post(path, {"name": NAMES[at]}))
    there = workers[0].store.seats.at(opened.table.id)
    assert [one.seat for one in there] == list(range(MOST_SEATS))
    assert len({(one.name or "").casefold() for one in there}) == MOST_SEATS
    host = Browser(apps[0])
    host.client.set_cookie(DEVICE, opened.host_token, domain="localhost")
    named = ("", "/people", "/host", "/join", "/seats/new", "/seats/11", "/cards", "/evening", "/first", "/new/limits")
    assert all(host.page(f"/t/{opened.table.code}{page}") for page in named)
    assert "This table is full: 20 players. Open another table." in host.send(path, {"name": "Zoe"}, 400)


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
