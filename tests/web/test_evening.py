"""The pages of an evening: who is there, its score, the next match in two taps, who starts, how people sit, the host's page."""

import re
from urllib.parse import urlencode

from flask import Flask
from werkzeug.datastructures import MultiDict

from tests.web.evenings import Table, options_of, whole_game
from tests.web.forms import page_of
from tests.web.people import Browser, open_table, sit, start_match


def test_the_score_stands_on_the_page_of_the_table_and_on_one_of_its_own(table: Table) -> None:
    assert "Score of the evening" not in table.page("")
    assert "Finished games appear here." in table.page("/evening", Browser(table.app))
    whole = whole_game(3)
    match_id = table.begin("land-unter", who="asked", seat=["0", "1", "2"], **options_of(whole))
    table.host.enter(match_id, *whole["moves"])
    for browser in (table.host, table.ben, Browser(table.app)):
        assert "Score of the evening" in table.page("", browser)
    page = table.page("/evening")
    assert "1 game finished" in page
    assert "1. Turn the Tide" in page
    assert "Dora" not in page.replace(match_id, "")
    following = table.begin("limits")
    assert f'id="go-there" href="/m/{following}"' in table.ben.get(f"/m/{match_id}").get_data(as_text=True)
    table.host.post(f"/m/{following}/end")
    assert f'id="go-there" href="/m/{following}"' in table.ben.get(f"/m/{match_id}").get_data(as_text=True), "over too"


def test_who_played_less_is_said_and_what_was_broken_off_is_not_counted(table: Table) -> None:
    whole = whole_game(3)
    for seats in (["0", "1", "2"], ["1", "2", "3"]):
        left = table.begin("limits")
        table.host.post(f"/m/{left}/end")
        table.host.enter(table.begin("land-unter", who="asked", seat=seats, **options_of(whole)), *whole["moves"])
    page = table.page("/evening")
    assert "You score nothing for a game you missed" in page
    assert "Stopped, not counted: Limits." in page
    assert 'aria-label="didn’t play"' in page
    assert [number for number in range(1, 6) if f"{number}. Turn the Tide" in page] == [1, 2]
    assert ". Limits</a>" not in page


def test_a_rematch_takes_two_taps_and_the_first_to_sit_starts_unless_somebody_is_tapped(table: Table) -> None:
    first = table.begin("down-under", start="seat-2")
    assert table.seats(first) == (2, 3, 0, 1)
    table.lay_a_tile(first)
    page = table.page("/new/down-under")
    assert "Once more?" in page
    # Whoever is left out has no colour either.
    assert re.search(r'hx-select-oob="[^"]*,#pieces\b', page)
    assert page_of(page).sent().count(("start", "rule")) == 1
    assert 'data-seat="0"' in page[: page.index('value="rule" form="options" checked')].rsplit("<li", 1)[1]
    second = table.start_by_the_form("down-under")
    assert table.seats(second) == (0, 1, 2, 3)
    assert f'href="/m/{second}">Go there<' in table.ben.get(f"/m/{first}").get_data(as_text=True)


def test_a_match_once_more_takes_its_people_and_its_house_rules(table: Table) -> None:
    whole = whole_game(3)
    first = table.begin("land-unter", who="asked", seat=["0", "1", "2"], **options_of(whole))
    table.host.enter(first, *whole["moves"])
    table.begin("land-unter")
    sent = page_of(table.page(f"/new/land-unter?again={first}")).sent()
    assert [value for name, value in sent if name == "seat"] == ["0", "1", "2"], "no one who sat by"
    assert {*options_of(whole).items()} <= {*sent}


def test_after_a_game_that_was_stopped_no_page_asks_for_it_once_more(table: Table) -> None:
    left = table.begin("down-under")
    table.lay_a_tile(left)
    table.host.post(f"/m/{left}/end")
    assert "Once more?" not in table.page("/new/down-under")


def test_who_sits_down_while_the_form_is_open_plays_in_the_game_it_begins(table: Table) -> None:
    form = MultiDict([*page_of(table.page("/new/land-unter")).sent()])
    table.post("/seats", {"name": "Emil"})
    again = page_of(table.post("/matches", form, status=409)).sent()
    assert [value for name, value in again if name == "seat"] == ["0", "1", "2", "3", "4"]
    assert dict(page_of(table.page("/new/land-unter?" + urlencode(form, doseq=True))).sent()) == dict(again)
    assert table.seats(table.post("/matches", MultiDict(again)).rsplit("/", 1)[1]) == (0, 1, 2, 3, 4)


def test_who_starts_is_asked_once_where_the_game_is_started(table: Table) -> None:
    page = table.page("/new/limits")
    assert "Tap the youngest" in page
    assert {"rule-0", "rule-1", "rule-2", "rule-3", "lot"} == set(page_of(page).choices("start"))
    match_id = table.begin("limits", start="rule-1")
    for browser in (table.host, table.ben, Browser(table.app)):
        assert "Ben, the youngest, starts." in browser.get(f"/m/{match_id}/setup").get_data(as_text=True)
        assert "Ben, the youngest, starts." in browser.get(f"/m/{match_id}").get_data(as_text=True)
        assert "Tap the youngest" not in browser.get(f"/m/{match_id}/setup").get_data(as_text=True)


def test_a_start_that_asks_for_the_oldest_waits_for_them_and_proposes_the_same_again(table: Table) -> None:
    form = MultiDict([*page_of(table.page("/new/nile")).sent()])
    assert "start" not in form
    refused = table.post("/matches", form, status=400)
    assert len(re.findall("Tap the oldest", refused)) == 2, "in the notice and on the wood"
    first = table.begin("nile")
    table.host.enter(first, {"kind": "starter", "seat": 2})
    assert ("start", "rule-2") in page_of(table.page("/new/nile")).sent()
    assert table.seats(table.start_by_the_form("nile"))[0] == 2
    assert "start" not in dict(page_of(table.page("/new/limits")).sent()), "which asks for the youngest"
    table.post("/seats", {"name": "Emil"})
    assert "start" not in dict(page_of(table.page("/new/nile")).sent()), "Emil may be older"


def test_lots_drawn_in_the_form_fall_on_one_who_plays_show_who_starts_and_hold(table: Table) -> None:
    table.services.seating_order.draw = lambda seats: seats[0]
    without = {"draw": "yes", "start": "lot", "seat": ["1", "2"], "who": "asked"}
    assert 'picked-one" data-seat="1"' in table.post("/new/down-under", without, status=200)
    table.services.seating_order.draw = lambda seats: seats[1]
    page = table.post(
        "/new/limits", {"draw": "yes", "start": "lot", "seat": ["0", "1", "2"], "who": "asked"}, status=200
    )
    assert 'picked-one" data-seat="1"' in page
    assert re.search(r'data-says="lot">\s*Ben starts\.<', page), "not as the youngest"
    table.services.seating_order.draw = lambda seats: seats[0]
    assert ("start", "lot") in page_of(table.page("/new/limits")).sent()
    assert table.seats(table.begin("limits", start="lot"))[0] == 1


def test_people_are_moved_round_the_table_by_buttons_and_what_was_chosen_stays(table: Table) -> None:
    form = {
        "game": "limits",
        "who": "asked",
        "seat": ["0", "1", "2"],
        "pile": "logged",
        "start": "lot",
        "shift": "3:-1",
    }
    page = table.post("/new/limits", form, status=200)
    fields = page_of(page)
    assert fields.choices("seat") == ["0", "1", "3", "2"]
    assert ("pile", "logged") in fields.sent()
    assert ("start", "lot") in fields.sent()
    assert [value for name, value in fields.sent() if name == "seat"] == ["0", "1", "2"]
    assert table.seats(table.begin("land-unter")) == (0, 1, 3, 2)


def test_what_an_earlier_version_found_by_age_or_in_turn_is_still_said(table: Table) -> None:
    store = table.services.store
    found = table.services.tables.find(table.code)
    store.table_settings.set(found.id, "picked", '{"how": "oldest", "seat": 3}')
    assert "Dora, the oldest, starts." in table.page("/first")
    match_id = table.begin("down-under", start="seat-2")
    store.matches.set_start(match_id, "turn", 2)
    assert "It’s Cleo’s turn to start." in table.host.get(f"/m/{match_id}").get_data(as_text=True)


def test_too_few_for_the_game_are_told_how_many_are_to_come_and_how_they_do(host: Browser) -> None:
    code = open_table(host, "Ana", game="land-unter")
    page = host.get(f"/t/{code}/new/land-unter").get_data(as_text=True)
    assert "2 more players to come" in page
    assert f'href="/t/{code}/seats/new"' in page
    assert "This game is for 3 to 5 players" in host.post(
        f"/t/{code}/matches", {"game": "land-unter", "who": "asked", "seat": "0"}
    ).get_data(as_text=True)


def test_a_name_is_put_right_by_the_host_and_everybody_sees_it(app: Flask) -> None:
    host, ben = Browser(app), Browser(app)
    code = open_table(host, "Ana", "Ben", "Clea")
    sit(ben, code, 1)
    match_id = start_match(host, code, "land-unter")
    assert "Clea" in ben.get(f"/m/{match_id}").get_data(as_text=True)
    page = host.get(f"/t/{code}/seats/2").get_data(as_text=True)
    assert 'name="name" value="Clea"' in page
    assert ben.post(f"/t/{code}/seats/2/name", {"name": "Cleo"}).status_code == 403
    assert host.post(f"/t/{code}/seats/2/name", {"name": " Cleo "}).headers["Location"] == f"/t/{code}"
    for where in (f"/t/{code}", f"/m/{match_id}", f"/m/{match_id}/board", f"/m/{match_id}/sheet", f"/t/{code}/evening"):
        for browser in (host, ben, Browser(app)):
            page = browser.get(where).get_data(as_text=True)
            assert "Clea" not in page, where
            assert "Cleo" in page or where.endswith("evening"), where
    assert host.post(f"/t/{code}/seats/9/name", {"name": "Dora"}).status_code == 404


def test_whoever_has_gone_home_plays_no_more_until_back(app: Flask, host: Browser) -> None:
    code = open_table(host, "Ana", "Ben", "Cleo", "Dora")
    host.post(f"/t/{code}/seats/3/left", {"left": "true"})
    for page in (f"/t/{code}", f"/t/{code}/people"):
        assert "Dora has gone home" in host.get(page).get_data(as_text=True)
    match_id = start_match(host, code, "land-unter")
    assert "Dora" not in host.get(f"/m/{match_id}").get_data(as_text=True).replace(match_id, "")
    host.post(f"/t/{code}/seats/3/left", {"left": "false"})
    match_id = start_match(host, code, "land-unter")
    assert "Dora" in host.get(f"/m/{match_id}").get_data(as_text=True)
    phones = [sit(Browser(app), code, seat) for seat in (2, 3)]
    host.post(f"/t/{code}/seats/3/left", {"left": "true"})
    pages = [one.get(f"/m/{match_id}").get_data(as_text=True) for one in phones]
    assert [("Dora has gone home" in page, f'"/t/{code}/join/3"' in page) for page in pages] == [
        (True, False),
        (False, True),
    ]
    assert "You’ve gone home" in pages[1]
    shown = [host.get(path).get_data(as_text=True) for path in (f"/m/{match_id}", f"/tv/{code}")]
    assert all(
        re.search('went" role="img" aria-label="has left"><svg>.*?</svg>D</span><bdi>Dora', page) for page in shown
    )
    assert host.post(f"/t/{code}/seats", {"name": "cleo"}).status_code == 400, "Cleo is here"
    assert host.post(f"/t/{code}/seats", {"name": " dora"}).status_code == 303
    assert "Dora has gone home" not in host.get(f"/t/{code}").get_data(as_text=True)


def test_a_variant_that_is_not_for_so_many_is_refused_and_not_left_out_in_silence(host: Browser) -> None:
    code = open_table(host, "An", "Bo", "Ce", "Di")
    chosen = {"game": "down-under", "variant": "two_routes", "who": "asked"}
    answer = host.post(f"/t/{code}/matches", {**chosen, "seat": ["0", "1", "2", "3"]})
    assert answer.status_code == 422
    page = answer.get_data(as_text=True)
    assert "“Two routes each” isn’t for 4 players." in page
    assert 'name="variant" value="two_routes" checked' in page
    assert host.post(f"/t/{code}/matches", {**chosen, "seat": ["1", "3"]}).status_code == 303
