"""Tables deleted for good, while phones look on."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from threading import Thread

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
        """The table as it is kept."""
        return self.services.tables.find(self.code)

    @property
    def as_host(self) -> Caller:
        """The host's rights."""
        return self.services.tables.caller(self.host.token)


@pytest.fixture
def evening(app: Flask) -> Evening:
    return Evening(app)


def test_nothing_of_a_deleted_table_stays_in_the_records(evening: Evening, store: Store) -> None:
    evening.services.seating.renew(evening.table, OWNER, 1)
    evening.services.keeping.delete_table(OWNER, evening.table)
    assert store.tables.ids() == ()


@contextmanager
def entering(evening: Evening, errors: list[BaseException]) -> Iterator[Thread]:
    """Somebody about to enter something, held up until the block ends."""
    sessions = evening.services.matches._sessions
    caller = evening.as_host

    def enter() -> None:
        try:
            evening.services.matches.move(evening.match_id, caller, COUNT, Precondition())
        except Exception as error:  # noqa: BLE001 - the test looks at it
            errors.append(error)

    thread = Thread(target=enter)
    with sessions.use(evening.match_id):
        thread.start()
        yield thread
    thread.join(30)


def test_an_entry_in_the_very_moment_of_deleting_finds_no_match(evening: Evening) -> None:
    errors: list[BaseException] = []
    with entering(evening, errors):
        evening.services.keeping.delete_table(OWNER, evening.table)
    assert [str(error) for error in errors] == ["no such match"]


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
