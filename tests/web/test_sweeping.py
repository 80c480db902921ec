"""Tables that nobody uses are deleted after a chosen time, but by no clock that is wrong, and not without a copy."""

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from companion.cli.serving import EVERY_SECONDS, Look, Sweeper
from companion.store import CodeTaken, Missing, Store, Table, automatic_backups, sealed
from companion.table.tables import LONG_CODE
from companion.web.app.services import Services
from tests.web.people import Browser, make_owner, start_match

NOW = datetime.now(UTC)


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


def test_a_clock_that_is_ahead_at_the_start_and_set_right_later_deletes_nothing(sweeper: Sweeper, store: Store) -> None:
    assert sweeper.sweep(look(0, timedelta(days=400))) == 0
    assert sweeper.sweep(look(1)) == 0
    assert set(store.tables.ids()) == {"old", "new"}


def test_a_clock_that_leaps_ahead_while_the_server_runs_deletes_nothing(sweeper: Sweeper, store: Store) -> None:
    assert sweeper.sweep(look(0)) == 0
    assert sweeper.sweep(look(1, timedelta(days=400))) == 0
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
    page = make_owner(app).get("/owner/restore").get_data(as_text=True)
    assert "before unused tables were deleted" in page


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
    assert f"/t/{freed.table.code}" in host.get("/").get_data(as_text=True)
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
