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
from tests.web.evenings import Evening

NOW = datetime(2026, 3, 1, 19, 0, tzinfo=UTC)
OWNER = Caller(token_hash("owner"), (Grant(token_hash("owner"), "owner", "device", NOW),))
LEVELS = {"kind": "levels", "levels": [4, 9]}


class Kept(Evening):
    """A table of three with a match that was looked at."""

    def __init__(self, app: Flask) -> None:
        super().__init__(app)
        self.services: Services = app.extensions["tableside"]
        assert self.page(self.host)

    @property
    def table(self) -> Table:
        return self.services.tables.find(self.code)


@pytest.fixture
def evening(app: Flask) -> Kept:
    return Kept(app)


def test_nothing_of_a_deleted_table_stays_in_the_records(evening: Kept, store: Store) -> None:
    evening.services.seating.renew(evening.table, OWNER, 1)
    evening.services.keeping.delete_table(OWNER, evening.table)
    assert store.tables.ids() == ()


def test_an_entry_in_the_very_moment_of_deleting_finds_no_match(
    evening: Kept, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    services, append = evening.services, store.journal.append
    caller = services.tables.caller(evening.host.token)

    def append_late(*given: Any, **more: Any) -> Any:
        services.keeping.delete_table(OWNER, evening.table)
        return append(*given, **more)

    monkeypatch.setattr(store.journal, "append", append_late)
    with pytest.raises(Unknown, match="no such match"):
        services.matches.move(evening.match_id, caller, LEVELS, Precondition())


@pytest.mark.parametrize("sweeping", [False, True])
def test_a_deleted_table_is_gone_with_its_matches_and_its_phones_are_told(
    evening: Kept, live: InProcessLive, monkeypatch: pytest.MonkeyPatch, sweeping: bool
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
