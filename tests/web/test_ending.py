"""A match broken off: every board says so, nothing more is entered, and it can be taken up again as it stood."""

import pytest
from flask import Flask

from companion.web.app.services import Services
from tests.web.correcting import corrected
from tests.web.evenings import Evening
from tests.web.people import Browser, start_match
from tests.web.reading import words_of

COUNTED = {"kind": "count_rings", "seat": "0", "rings": "5"}


class Broken(Evening):
    """One ring count is entered."""

    def break_off(self) -> None:
        """Break the match off, as the host."""
        assert self.host.post(f"{self.path}/end").status_code == 303


@pytest.fixture
def going(app: Flask) -> Broken:
    return Broken(app)


def test_every_board_says_that_the_match_was_broken_off_and_only_the_host_can_go_on(going: Broken) -> None:
    going.break_off()
    for browser in (going.host, going.ben, going.stranger):
        foot = going.page(browser).split('<header class="strip', 1)[1].split("tools", 1)[1]
        assert '<b class="hide">This game was stopped</b>' in foot, "the head says it"
    assert "Resume" in going.page(going.host)
    assert "Resume" not in going.page(going.ben)
    assert "You can’t enter anything more here." in going.page(going.ben)
    assert "You’re watching" not in going.page(going.ben)


@pytest.mark.parametrize("game", ["nile", "down-under", "limits", "land-unter"])
def test_a_match_that_was_broken_off_is_no_ones_turn(host: Browser, code: str, game: str) -> None:
    match_id = start_match(host, code, game, depth="tiles")
    assert host.post(f"/m/{match_id}/end").status_code == 303
    page = host.get(f"/m/{match_id}").get_data(as_text=True)
    head = page.split('<header class="strip', 1)[1].split("tools", 1)[0]
    assert "This game was stopped" in head
    assert "turn" not in head
    assert 'data-turn=""' in page


def test_nothing_is_entered_in_a_match_that_was_broken_off(going: Broken) -> None:
    going.break_off()
    for path, form in (("moves", {**COUNTED, "seat": "1"}), ("undo", {}), ("correct/0", {**COUNTED, "rings": "3"})):
        answer = going.ben.post(f"/m/{going.match_id}/{path}", form)
        assert answer.status_code in (200, 303, 409), path
    assert corrected(going.ben, going.match_id, 0, {**COUNTED, "rings": "3"}).status_code == 409
    assert [one["move"]["kind"] for one in going.read("/journal")] == [*["count_rings"] * 3, "abandon"]


def test_the_interface_breaks_off_and_takes_up_and_says_why_a_move_is_refused(going: Broken) -> None:
    services: Services = going.app.extensions["tableside"]
    host = {"Authorization": f"Bearer {services.seating.token(services.tables.find(going.code).id, 0)}"}
    client = going.app.test_client()
    path = f"/api/v1/matches/{going.match_id}"
    assert client.post(f"{path}/abandon", json={}, headers=host).status_code == 403
    going.break_off()
    move = {"move": {"kind": "count_rings", "seat": 0, "rings": 4}}
    answer = client.post(f"{path}/moves", json=move, headers=host)
    assert (answer.status_code, answer.json and answer.json["version"]) == (409, 4)
    assert "Ask the host to resume it" in answer.get_data(as_text=True)


def test_after_a_match_the_shelf_is_led_to_also_from_the_table_where_the_same_is_proposed(
    going: Broken,
) -> None:
    going.host.get(f"/t/{going.code}/new/land-unter")
    going.break_off()
    for path in (f"/m/{going.match_id}", f"/t/{going.code}"):
        before = going.host.get(path).get_data(as_text=True).partition("Choose the game")[0]
        assert before.rpartition('<a class="btn quiet" href="')[2].partition('"')[0] == f"/t/{going.code}/new"
    assert "Which game?" in going.host.get(f"/t/{going.code}/new").get_data(as_text=True)


def test_who_chooses_another_game_while_one_goes_on_can_go_back_to_it_or_stop_it_and_sees_how_it_stands(
    going: Broken,
) -> None:
    page = going.host.get(f"/t/{going.code}/new/limits").get_data(as_text=True)
    assert "Turn the Tide isn’t finished." in page
    assert f'href="/m/{going.match_id}">Back to the game</a>' in page
    assert f'href="/m/{going.match_id}/end">Stop without a result</a>' in page
    asked = words_of(going.host.get(f"/m/{going.match_id}/end").get_data(as_text=True))
    assert "later on the host page. The score so far 1. A Ana 0 1. B Ben 0" in asked
