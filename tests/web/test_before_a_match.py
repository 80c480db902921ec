"""From the names to the match: how many the game is for, who plays, how it was played the last time."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.web.people import Browser, open_table, sit, start_match

NOT_USUAL = {"chain": "false", "open_play": "true"}


def test_too_few_for_the_game_are_told_how_many_are_to_come_and_how_they_do(app: Flask) -> None:
    host = Browser(app)
    code = open_table(host, "Ana", game="land-unter")
    page = host.get(f"/t/{code}/new/land-unter").get_data(as_text=True)
    assert "2 more players to come" in page
    assert f'href="/t/{code}/seats/new?game=land-unter"' in page
    assert "This game is for 3 to 5 players" in host.post(
        f"/t/{code}/matches", {"game": "land-unter", "who": "asked", "seat": "0"}
    ).get_data(as_text=True)


def test_four_of_a_table_of_six_play_down_under(app: Flask) -> None:
    host = Browser(app)
    code = open_table(host, "An", "Bo", "Ce", "Di", "Em", "Fa")
    assert "Who plays" in host.get(f"/t/{code}/new/down-under").get_data(as_text=True)
    answer = host.post(f"/t/{code}/matches", {"game": "down-under", "who": "asked", "seat": ["1", "2", "3", "5"]})
    assert answer.status_code == 303
    page = host.get(answer.headers["Location"]).get_data(as_text=True)
    assert "Bo" in page
    assert "Fa" in page
    assert ">An<" not in page


def test_who_was_ticked_stays_ticked_where_the_rules_do_not_allow_it(app: Flask) -> None:
    host = Browser(app)
    code = open_table(host, "An", "Bo", "Ce", "Di", "Em", "Fa")
    seats = ["0", "1", "2", "3", "4"]
    answer = host.post(f"/t/{code}/matches", {"game": "down-under", "who": "asked", "seat": seats})
    assert answer.status_code == 422
    page = answer.get_data(as_text=True)
    assert 'name="seat" value="4" checked' in page
    assert 'name="seat" value="5" checked' not in page


def test_a_table_is_offered_what_it_chose_the_last_time(app: Flask) -> None:
    host = Browser(app)
    code = open_table(host, "Ana", "Ben", "Cleo")
    page = host.get(f"/t/{code}/new/land-unter").get_data(as_text=True)
    start_match(host, code, "land-unter", **NOT_USUAL)
    again = host.get(f"/t/{code}/new/land-unter").get_data(as_text=True)
    for name, value in NOT_USUAL.items():
        assert f'name="{name}" value="{value}" checked' in again
        assert f'name="{name}" value="{value}" checked' not in page


def test_the_set_up_leads_to_where_phones_get_in(app: Flask) -> None:
    host, looker = Browser(app), Browser(app)
    code = open_table(host, "Ana", "Ben", "Cleo")
    match = start_match(host, code, "land-unter")
    for browser in (host, looker):
        assert f'href="/t/{code}"' in browser.get(f"/m/{match}/setup").get_data(as_text=True)


@pytest.mark.parametrize("game", ["land-unter", "limits", "nile"])
def test_every_board_leads_to_rules_set_up_judge_journal_and_seats(app: Flask, game: str) -> None:
    host = Browser(app)
    code = open_table(host, "Ana", "Ben", "Cleo")
    match = start_match(host, code, game)
    page = host.get(f"/m/{match}").get_data(as_text=True)
    for path in (f"/rules/{game}", f"/m/{match}/setup", f"/m/{match}/judge", f"/m/{match}/journal", f"/t/{code}"):
        assert f'href="{path}"' in page


def test_whoever_comes_later_is_added_and_plays_the_next_match(app: Flask) -> None:
    host = Browser(app)
    code = open_table(host, "Ana", "Ben")
    assert host.post(f"/t/{code}/seats", {"name": " Cleo "}).status_code == 303
    match = start_match(host, code, "land-unter")
    assert "Cleo" in host.get(f"/m/{match}").get_data(as_text=True)
    cards = host.get(f"/t/{code}/cards").get_data(as_text=True)
    own_link = re.findall(r"/join/seat/[\w-]+", cards)[-1]
    assert "Are you Cleo?" in Browser(app).get(own_link).get_data(as_text=True)


def test_a_name_that_is_there_already_is_not_added_and_the_page_says_why(app: Flask) -> None:
    host = Browser(app)
    code = open_table(host, "Ana", "Ben")
    answer = host.post(f"/t/{code}/seats", {"name": "ben"})
    assert answer.status_code == 400
    assert "There is already a ben here" in answer.get_data(as_text=True)


def test_a_name_is_put_right_by_the_host_and_everybody_sees_it(app: Flask) -> None:
    host, ben = Browser(app), Browser(app)
    code = open_table(host, "Ana", "Ben", "Clea")
    sit(ben, code, 1)
    match = start_match(host, code, "land-unter")
    assert "Clea" in ben.get(f"/m/{match}").get_data(as_text=True)
    page = host.get(f"/t/{code}/seats/2").get_data(as_text=True)
    assert 'name="name" value="Clea"' in page
    assert ben.post(f"/t/{code}/seats/2/name", {"name": "Cleo"}).status_code == 403
    assert host.post(f"/t/{code}/seats/2/name", {"name": " Cleo "}).headers["Location"] == f"/t/{code}"
    for where in (f"/t/{code}", f"/m/{match}", f"/m/{match}/board", f"/m/{match}/sheet", f"/t/{code}/evening"):
        for browser in (host, ben, Browser(app)):
            page = browser.get(where).get_data(as_text=True)
            assert "Clea" not in page, where
            assert "Cleo" in page or where.endswith("evening"), where
    assert host.post(f"/t/{code}/seats/9/name", {"name": "Dora"}).status_code == 404


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("ben", "There is already a ben here"),
        (" ", "A name is missing here."),
        ("x" * 25, "This needs 1 to 24 characters."),
        ("\ufdd0", "A name is missing here."),
    ],
)
def test_a_name_that_cannot_be_is_refused_and_stands_in_the_field(app: Flask, typed: str, said: str) -> None:
    host = Browser(app)
    code = open_table(host, "Ana", "Ben", "Cleo")
    answer = host.post(f"/t/{code}/seats/2/name", {"name": typed})
    page = answer.get_data(as_text=True)
    assert answer.status_code == 400
    assert said in page
    assert f'name="name" value="{typed}"' in page
    assert "Cleo" in host.get(f"/t/{code}").get_data(as_text=True)


def test_a_name_may_be_written_otherwise_than_it_is_now(app: Flask) -> None:
    host = Browser(app)
    code = open_table(host, "ana", "Ben")
    assert host.post(f"/t/{code}/seats/0/name", {"name": "Ana"}).status_code == 303
    assert "ana" not in re.findall(r"<bdi>(.*?)</bdi>", host.get(f"/t/{code}").get_data(as_text=True))


def test_whoever_has_gone_home_plays_no_more_until_back(app: Flask) -> None:
    host = Browser(app)
    code = open_table(host, "Ana", "Ben", "Cleo", "Dora")
    host.post(f"/t/{code}/seats/3/left", {"left": "true"})
    assert "Dora has gone home" in host.get(f"/t/{code}").get_data(as_text=True)
    match = start_match(host, code, "land-unter")
    assert "Dora" not in host.get(f"/m/{match}").get_data(as_text=True).replace(match, "")
    host.post(f"/t/{code}/seats/3/left", {"left": "false"})
    match = start_match(host, code, "land-unter")
    assert "Dora" in host.get(f"/m/{match}").get_data(as_text=True)


def test_what_is_not_for_so_many_says_so_before_anybody_chooses_it(app: Flask) -> None:
    host = Browser(app)
    code = open_table(host, "An", "Bo", "Ce", "Di")
    page = host.get(f"/t/{code}/new/down-under").get_data(as_text=True)
    assert unsuited(page) == ["fixed_area", "two_routes", "one_tile_per_turn"]
    assert page.count("Not with 4 players.") == 3
    for names in (("An", "Bo", "Ce"), ("An", "Bo")):
        code = open_table(host, *names)
        page = host.get(f"/t/{code}/new/down-under").get_data(as_text=True)
        assert unsuited(page) == ["two_routes", "one_tile_per_turn"][: 2 * (len(names) - 2)]
    assert unsuited(host.get(f"/t/{code}/new/nile").get_data(as_text=True)) == []


def test_the_button_that_sets_a_match_up_counts_nobody_who_may_still_sit_out(app: Flask) -> None:
    host = Browser(app)
    code = open_table(host, "An", "Bo", "Ce", "Di")
    page = host.get(f"/t/{code}/new/land-unter").get_data(as_text=True)
    assert page.count('name="seat"') == page.count('type="checkbox"') == 4
    button = re.search(r'<footer class="foot">.*?</footer>', page, re.DOTALL)
    assert button is not None
    assert "Start Turn the Tide" in button[0]
    assert not re.search(r">[^<]*\d", button[0])


def test_a_variant_that_is_not_for_so_many_is_refused_and_not_left_out_in_silence(app: Flask) -> None:
    host = Browser(app)
    code = open_table(host, "An", "Bo", "Ce", "Di")
    chosen = {"game": "down-under", "variant": "two_routes", "who": "asked"}
    answer = host.post(f"/t/{code}/matches", {**chosen, "seat": ["0", "1", "2", "3"]})
    assert answer.status_code == 422
    page = answer.get_data(as_text=True)
    assert "“Two routes each” isn’t for 4 players." in page
    assert 'name="variant" value="two_routes" checked' in page
    assert host.post(f"/t/{code}/matches", {**chosen, "seat": ["1", "3"]}).status_code == 303


def test_a_variant_of_the_last_time_is_not_ticked_where_more_play_now(app: Flask) -> None:
    host = Browser(app)
    code = open_table(host, "An", "Bo")
    start_match(host, code, "down-under", variant="two_routes", animals="true")
    assert host.post(f"/t/{code}/seats", {"name": "Ce"}).status_code == 303
    page = host.get(f"/t/{code}/new/down-under").get_data(as_text=True)
    assert 'name="animals" value="true" checked' in page
    assert 'name="variant" value="none" checked' in page


def unsuited(page: str) -> list[str]:
    """The choices that are set back."""
    return re.findall(r'value="(\w+)"[^>]*><span class="face unsuited">', page)
