"""Tables deleted for good, while phones look on."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask

from companion.live import InProcessLive
from companion.match.access import Caller
from companion.match.errors import Unknown
from companion.match.precondition import Precondition
from companion.match.topics import rights_topic
from companion.store import Grant, Store, Table, token_hash
from companion.web.app.services import Services
from tests.web.people import Browser, open_table, start_match

NOW = datetime(2026, 3, 1, 19, 0, tzinfo=UTC)
OWNER = Caller(token_hash("owner"), (Grant(token_hash("owner"), "owner", "device", NOW),))
COUNT = {"kind": "count_rings", "seat": 0, "rings": 5}


class Evening:
    """A table of three with a match that was looked at."""

    def __init__(self, app: Flask) -> None:
        self.services: Services = app.extensions["tableside"]
        self.host = Browser(app)
        self.code = open_table(self.host, "Ana", "Ben", "Cleo")
        self.match_id = start_match(self.host, self.code, "land-unter")
        assert self.host.get(f"/m/{self.match_id}").status_code == 200

    @property
    def table(self) -> Table:
        return self.services.tables.find(self.code)

    @property
    def as_host(self) -> Caller:
        return self.services.tables.caller(self.host.token)


@pytest.fixture
def evening(app: Flask) -> Evening:
    return Evening(app)


def test_nothing_of_a_deleted_table_stays_in_the_records(evening: Evening, store: Store) -> None:
    evening.services.seating.renew(evening.table, OWNER, 1)
    evening.services.keeping.delete_table(OWNER, evening.table)
    assert store.tables.ids() == ()


def test_an_entry_in_the_very_moment_of_deleting_finds_no_match(
    evening: Evening, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    services, caller, append = evening.services, evening.as_host, store.journal.append

    def append_late(*given: Any, **more: Any) -> Any:
        services.keeping.delete_table(OWNER, evening.table)
        return append(*given, **more)

    monkeypatch.setattr(store.journal, "append", append_late)
    with pytest.raises(Unknown, match="no such match"):
        services.matches.move(evening.match_id, caller, COUNT, Precondition())


@pytest.mark.parametrize("sweeping", [False, True])
def test_a_deleted_table_is_gone_with_its_matches_and_its_phones_are_told(
    evening: Evening, live: InProcessLive, monkeypatch: pytest.MonkeyPatch, sweeping: bool
) -> None:
    table, keeping = evening.table, evening.services.keeping
    told: list[str] = []
    monkeypatch.setattr(live, "publish", lambda topic, level: told.append(topic))
    if sweeping:
        assert keeping.forget_unused(datetime.now(UTC) + timedelta(days=1), lambda: None) == 1
    else:
        keeping.delete_table(OWNER, table)

    assert rights_topic(table.id) in told
    assert evening.host.get(f"/t/{evening.code}").status_code == 404
    assert evening.host.get(f"/m/{evening.match_id}").status_code == 404
    assert evening.host.get(f"/m/{evening.match_id}/board").status_code == 404
    with pytest.raises(Unknown):
        keeping.delete_table(OWNER, table)
