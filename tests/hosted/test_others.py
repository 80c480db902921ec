"""Several apps on the same records: nothing that one remembers outlives what another has changed, nor does a double tap."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from flask import Flask

from companion.archive.backups import RESTORED
from companion.live import InProcessLive
from companion.store import Match, Store
from companion.web.app.services import Services, Settings
from companion.web.create_app import create_app
from tests.store.evening import all_at_once
from tests.table.conftest import Round, at_another, round_of
from tests.web.people import Browser, open_table, sit, start_match


@pytest.fixture
def apps(ready_url: str) -> Iterator[tuple[Flask, Flask]]:
    with Store.open(ready_url) as one, Store.open(ready_url) as other:
        yield tuple(create_app(store, InProcessLive(), Settings(("localhost",))) for store in (one, other))  # type: ignore[misc]


def at(app: Flask, browser: Browser) -> Browser:
    moved = Browser(app)
    moved.client.set_cookie("device", browser.token)
    return moved


def test_a_seat_taken_back_by_one_worker_is_refused_by_the_other_that_just_drew_its_board(
    apps: tuple[Flask, Flask],
) -> None:
    one, other = apps
    host, ben = Browser(one), Browser(one)
    code = open_table(host, "Ana", "Ben", "Cleo")
    sit(ben, code, 1)
    match_id = start_match(host, code, "land-unter")
    form = {"kind": "count_rings", "seat": "1", "rings": "5", "version": "0"}
    there = at(other, ben)
    assert there.get(f"/m/{match_id}").status_code == 200
    assert host.post(f"/t/{code}/seats/1/renew").status_code == 303
    assert there.post(f"/m/{match_id}/moves", form).status_code in (401, 403)
    assert 'name="rings"' not in there.get(f"/m/{match_id}/board").get_data(as_text=True)


def test_secrets_of_records_that_another_worker_replaced_are_read_anew(apps: tuple[Flask, Flask]) -> None:
    one, other = apps
    mine: Services = one.extensions["tableside"]
    theirs: Services = other.extensions["tableside"]
    before = theirs.form_secret
    mine.store.settings.set("form_secret", "of the backup")
    mine.store.settings.set(RESTORED, "1")
    assert Browser(other).get("/").status_code == 200
    assert before != theirs.form_secret == b"of the backup"
    assert theirs.records_at == "1"


WORKERS = 4


@pytest.fixture
def workers(postgres_url: str) -> Iterator[list[Round]]:
    """One table of eight, as each of the workers of a service sees it."""
    with ExitStack() as opened:
        stores = [opened.enter_context(Store.open(postgres_url)) for _ in range(WORKERS)]
        first = round_of(stores[0], 8)
        yield [first, *(at_another(store, first) for store in stores[1:])]


@pytest.mark.parametrize("start", ["lot", "rule"])
def test_a_match_is_begun_once(workers: list[Round], start: str) -> None:
    found = all_at_once(WORKERS, lambda one: workers[one].begin("limits", start, [0, 1, 2], after=""))
    assert len({match.id for match in found if isinstance(match, Match)}) == 1, found
    assert len(workers[0].tables.matches(workers[0].table)) == 1
    assert sum(len(one.drawn) for one in workers) == (1 if start == "lot" else 0)
