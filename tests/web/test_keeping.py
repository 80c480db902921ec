"""Tables deleted for good while phones look on; those nobody uses after a chosen time, by no wrong clock and not without a copy."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask

from companion.cli.serving import EVERY_SECONDS, Look, Sweeper
from companion.live import InProcessLive
from companion.match.access import Caller
from companion.match.errors import Unknown
from companion.match.precondition import Precondition
from companion.match.topics import rights_topic
from companion.store import CodeTaken, Grant, Missing, Store, Table, automatic_backups, sealed, token_hash
from companion.table.tables import LONG_CODE
from companion.web.app.services import Services
from tests.web.evenings import Evening
from tests.web.people import Browser, make_owner, start_match

NOW = datetime.now(UTC)
OWNER = Caller(token_hash("owner"), (Grant(token_hash("owner"), "owner", "device", NOW),))


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


def test_an_entry_amid_deleting_finds_no_match(evening: Kept, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    services, append = evening.services, store.journal.append
    caller = services.tables.caller(evening.host.token)

    def append_late(*given: Any, **more: Any) -> Any:
        services.keeping.delete_table(OWNER, evening.table)
        return append(*given, **more)

    monkeypatch.setattr(store.journal, "append", append_late)
    with pytest.raises(Unknown, match="no such match"):
        services.matches.move(evening.match_id, caller, {"kind": "levels", "levels": [4, 9]}, Precondition())


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
    for path in (f"/t/{evening.code}", evening.path, f"{evening.path}/board"):
        assert evening.host.get(path).status_code == 404
    with pytest.raises(Unknown):
        keeping.delete_table(OWNER, table)


@pytest.fixture
def sweeper(app: Flask, store: Store) -> Sweeper:
    """A sweeper of tables unused for 90 days; there is one of 100 days ago, and one of today."""
    store.tables.create(Table("old", "WWWW", NOW - timedelta(days=100)), ["Ana"])
    store.tables.create(Table("new", "VVVV", NOW), ["Ben"])
    services: Services = app.extensions["tableside"]
    return Sweeper(services.keeping, services.backups, 90)


def look(hours: float, wrong_by: timedelta = timedelta()) -> Look:
    """A look so many hours after the start, on a clock that is wrong by so much."""
    return Look(NOW + timedelta(hours=hours) + wrong_by, hours * EVERY_SECONDS)


@pytest.mark.parametrize("ahead", [(400, 0), (0, 400)])
def test_a_clock_that_is_ahead_at_the_start_or_leaps_ahead_while_the_server_runs_deletes_nothing(
    sweeper: Sweeper, store: Store, ahead: tuple[int, int]
) -> None:
    assert [sweeper.sweep(look(at, timedelta(days=days))) for at, days in enumerate(ahead)] == [0, 0]
    assert set(store.tables.ids()) == {"old", "new"}


def test_what_was_there_before_is_kept_as_a_copy_to_be_restored(
    app: Flask, sweeper: Sweeper, store: Store, services: Services
) -> None:
    sweeper.sweep(look(0))
    sweeper.sweep(look(1))
    sweeper.sweep(look(2))  # with nothing to delete, nothing is kept
    if store.is_shared:
        assert automatic_backups(services.backups.folder) == ()  # whoever hosts a server keeps its backups
        return
    [kept] = automatic_backups(services.backups.folder)
    with sealed(kept.path) as before:
        assert set(before.tables.ids()) == {"old", "new"}
    assert "before unused tables were deleted" in make_owner(app).get("/owner/restore").text


def test_on_a_public_host_a_code_is_free_a_day_after_the_last_use_and_its_people_still_find_the_table(
    app: Flask, store: Store, services: Services, host: Browser, code: str
) -> None:
    stranger = Browser(app)
    match_id = start_match(host, code, "land-unter")
    since = datetime.now(UTC) - NOW
    sweeper = Sweeper(services.keeping, services.backups, 0, frees_codes=True)
    assert stranger.get(f"/t/{code}/join").status_code == 200

    sweeper.sweep(look(23, since))
    sweeper.sweep(look(24.5, since))
    [freed] = store.tables.uses(9)
    assert len(freed.table.code) == LONG_CODE
    assert stranger.get(f"/t/{code}/join").status_code == 404
    assert f"/t/{freed.table.code}" in host.page("/")
    assert host.get(f"/t/{freed.table.code}").status_code == 200
    assert host.get(f"/m/{match_id}").status_code == 200

    store.tables.create(Table("next", code, NOW + timedelta(hours=24)), ["Cleo"])
    sweeper.sweep(look(26, since))
    assert {use.table.code for use in store.tables.uses(9)} == {code, freed.table.code}


def test_a_code_that_another_table_has_is_not_given_again(store: Store) -> None:
    for number, code in enumerate(("AAAA", "BBBB")):
        store.tables.create(Table(f"t{number}", code, NOW), ["Ana"])
    with pytest.raises(CodeTaken):
        store.tables.give_code("t0", "BBBB")
    with pytest.raises(Missing):
        store.tables.give_code("gone", "CCCC")
