"""A match broken off: every board says so, nothing more is entered, and it can be taken up again as it stood."""

import pytest
from flask import Flask

from companion.web.app.services import Services
from tests.web.api.asking import Program
from tests.web.evenings import Evening
from tests.web.people import Browser, corrected, start_match

COUNTED = {"kind": "count_rings", "seat": "0", "rings": "5"}


@pytest.fixture
def going(app: Flask) -> Evening:
    """A match of three, whose rings are counted."""
    return Evening(app)


@pytest.fixture
def broken(going: Evening) -> Evening:
    """The same, broken off by the host."""
    going.host.send(f"{going.path}/end")
    return going


def test_every_board_says_that_the_match_was_broken_off_and_only_the_host_can_go_on(broken: Evening) -> None:
    pages = [broken.page(browser) for browser in (broken.host, broken.ben, broken.stranger)]
    for page in pages:
        foot = page.split('<header class="strip', 1)[1].split("tools", 1)[1]
        assert '<b class="hide">This game was stopped</b>' in foot, "the head says it"
    assert ["Resume" in page for page in pages] == [True, False, False]
    assert ("You can’t enter anything more here." in pages[1], "You’re watching" in pages[1]) == (True, False)


@pytest.mark.parametrize("game", ["nile", "down-under", "limits", "land-unter"])
def test_a_match_that_was_broken_off_is_no_ones_turn(host: Browser, code: str, game: str) -> None:
    match_id = start_match(host, code, game, depth="tiles")
    host.send(f"/m/{match_id}/end")
    page = host.page(f"/m/{match_id}")
    head = page.split('<header class="strip', 1)[1].split("tools", 1)[0]
    assert ("This game was stopped" in head, "turn" in head, 'data-turn=""' in page) == (True, False, True)


def test_nothing_is_entered_in_a_match_that_was_broken_off_and_a_program_is_told_why(
    broken: Evening, services: Services
) -> None:
    for path, form in (("moves", {**COUNTED, "seat": "1"}), ("undo", {}), ("correct/0", {**COUNTED, "rings": "3"})):
        assert broken.ben.post(f"{broken.path}/{path}", form).status_code in (200, 303, 409), path
    assert corrected(broken.ben, broken.match_id, 0, {**COUNTED, "rings": "3"}).status_code == 409
    token = services.seating.token(services.tables.find(broken.code).id, 0)
    refused = Program(broken.app, token).post(f"/matches/{broken.match_id}/moves", {"move": {**COUNTED, "seat": 0}})
    assert (refused.problem["status"], refused.problem["version"]) == (409, 4)
    assert "Ask the host to resume it" in refused.problem["detail"]
    assert [one["move"]["kind"] for one in broken.read("/journal")] == [*["count_rings"] * 3, "abandon"]


def test_after_a_match_the_shelf_is_led_to_also_from_the_table_where_the_same_is_proposed(going: Evening) -> None:
    going.host.get(f"/t/{going.code}/new/land-unter")
    going.host.send(f"{going.path}/end")
    for path in (going.path, f"/t/{going.code}"):
        before = going.host.page(path).partition("Choose the game")[0]
        assert before.rpartition('<a class="btn quiet" href="')[2].partition('"')[0] == f"/t/{going.code}/new"
    assert "Which game?" in going.host.page(f"/t/{going.code}/new")


def test_who_chooses_another_game_while_one_goes_on_can_go_back_to_it_or_stop_it_and_sees_how_it_stands(
    going: Evening,
) -> None:
    page = going.host.page(f"/t/{going.code}/new/limits")
    for way in (f'{going.path}">Back to the game</a>', f'{going.path}/end">Stop without a result</a>'):
        assert f'href="{way}' in page
    asked = going.host.words(f"{going.path}/end")
    assert "later on the host page. The score so far 1. A Ana 0 1. B Ben 0" in asked
