"""The pages of an evening: its score, the next match in two taps, who starts, how people sit, the host's page, the Wi-Fi."""

import logging
import re
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.store import Store
from tests.web.evenings import Table, options_of, whole_game
from tests.web.people import Browser, open_table, sit, start_match
from tests.web.reading import main_button, page_of, words_of


def test_the_score_stands_on_the_page_of_the_table_and_on_one_of_its_own(table: Table) -> None:
    assert "Score of the evening" not in table.page("")
    assert "Finished games appear here." in table.page("/evening", Browser(table.app))
    whole = whole_game(3)
    match_id = table.begin("land-unter", who="asked", seat=["0", "1", "2"], **options_of(whole))
    table.host.enter(match_id, *whole["moves"])
    for browser in (table.host, table.ben, Browser(table.app)):
        assert "Score of the evening" in table.page("", browser)
    page = table.page("/evening").replace(match_id, "")
    assert ("Turn the Tide</span></a>" in page, "Dora" in page) == (True, False)
    assert re.search(r"(?s)(leads the evening|lead so far).*<time[^>]*>\d+:\d\d.*Round \d: \w+ takes the lead", page)
    following = table.begin("limits")
    pages = [table.ben.page(f"/m/{match_id}")]
    table.host.send(f"/m/{following}/end")
    for page in (*pages, table.ben.page(f"/m/{match_id}")):
        assert f'id="go-there" href="/m/{following}"' in page, "over too"


def test_who_played_less_is_said_and_what_was_broken_off_is_not_counted(table: Table) -> None:
    whole = whole_game(3)
    for seats in (["0", "1", "2"], ["1", "2", "3"]):
        table.host.send(f"/m/{table.begin('limits')}/end")
        table.host.enter(table.begin("land-unter", who="asked", seat=seats, **options_of(whole)), *whole["moves"])
    page = table.page("/evening")
    for said in ("score nothing for a game you missed", "Stopped, not counted: Limits.", 'aria-label="didn’t play"'):
        assert said in page
    assert page.count("Turn the Tide</span></a>") == 2
    assert "Limits</span></a>" not in page


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
    assert f'href="/m/{second}">Go there<' in table.ben.page(f"/m/{first}")


def test_a_match_once_more_takes_its_people_and_its_house_rules(table: Table) -> None:
    whole, limits = whole_game(3), table.begin("limits")
    first = table.begin("land-unter", who="asked", seat=["0", "1", "2"], **options_of(whole))
    table.host.enter(first, *whole["moves"])
    start = table.host.page("/")
    ways = (f'btn" href="/m/{limits}"', f'btn main" href="/t/{table.code}"')
    assert [way in start for way in ways] == [True, True], "to the table, and beside it to what is not ended"
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
    assert {"rule-0", "rule-1", "rule-2", "rule-3", "lot"} == set(page_of(table.page("/new/limits")).choices("start"))
    match_id = table.begin("limits", start="rule-1")
    for browser in (table.host, table.ben, Browser(table.app)):
        for path in (f"/m/{match_id}/setup", f"/m/{match_id}"):
            assert "Ben, the youngest, starts." in browser.page(path)


def test_a_start_that_asks_for_the_oldest_waits_for_them_and_proposes_the_same_again(table: Table) -> None:
    page = table.page("/new/nile")
    form = MultiDict([*page_of(page).sent()])
    assert "start" not in form
    assert page.count(" required>") == 4, "the browser leads to the faces, and nothing is loaded anew"
    assert main_button(page) == "Tap the oldest Start the game", "of which the style shows one"
    refused = table.post("/matches", form, status=400)
    assert len(re.findall("Tap the oldest", refused)) == 4, "in the notice and its name, on the wood and on the key"
    first = table.begin("nile")
    table.host.enter(first, {"kind": "starter", "seat": 2})
    assert ("start", "rule-2") in page_of(table.page("/new/nile")).sent()
    assert table.seats(table.start_by_the_form("nile"))[0] == 2
    assert "start" not in dict(page_of(table.page("/new/limits")).sent()), "which asks for the youngest"
    table.post("/seats", {"name": "Emil"})
    assert "start" not in dict(page_of(table.page("/new/nile")).sent()), "Emil may be older"


def test_lots_drawn_in_the_form_fall_on_one_who_plays_show_who_starts_and_hold(table: Table) -> None:
    form = {"draw": "yes", "start": "lot", "who": "asked"}
    table.services.seating_order.draw = lambda seats: seats[0]
    assert 'picked-one" data-seat="1"' in table.post("/new/down-under", {**form, "seat": ["1", "2"]}, status=200)
    table.services.seating_order.draw = lambda seats: seats[1]
    page = table.post("/new/limits", {**form, "seat": ["0", "1", "2"]}, status=200)
    assert 'picked-one" data-seat="1"' in page
    assert 'class="light runs"' in page
    assert re.search(r'data-says="lot"[^>]*>\s*Ben starts\.<', page), "not as the youngest"
    assert "<b>You start</b>" in table.ben.page(f"/t/{table.code}")
    table.services.seating_order.draw = lambda seats: seats[0]
    assert ("start", "lot") in page_of(table.page("/new/limits")).sent()
    assert table.seats(table.begin("limits", start="lot"))[0] == 1


def test_people_are_moved_round_the_table_by_buttons_and_what_was_chosen_stays(table: Table) -> None:
    chosen = {"game": "limits", "who": "asked", "seat": ["0", "1", "2"], "pile": "logged", "start": "lot"}
    fields = page_of(table.post("/new/limits", {**chosen, "shift": "3:-1"}, status=200))
    assert fields.choices("seat") == ["0", "1", "3", "2"]
    assert {("pile", "logged"), ("start", "lot")} <= {*fields.sent()}
    assert [value for name, value in fields.sent() if name == "seat"] == ["0", "1", "2"]
    assert table.seats(table.begin("land-unter")) == (0, 1, 3, 2)


def test_what_an_earlier_version_found_by_age_or_in_turn_is_still_said(table: Table) -> None:
    store = table.services.store
    store.table_settings.set(table.services.tables.find(table.code).id, "picked", '{"how": "oldest", "seat": 3}')
    first = table.page("/first")
    assert "Dora, the oldest, starts." in first
    assert "light runs" not in first, "the lot fell long ago"
    pages = ("/host", "/people", "")
    assert ["Dora, the oldest" in table.page(one) for one in pages] == [True] * 3
    match_id = table.begin("down-under", start="seat-2")
    store.matches.set_start(match_id, "turn", 2)
    table.post("/first", {})
    assert not [one for one in pages if "won the draw" in table.page(one)], "that is for the next game"
    assert "It’s Cleo’s turn to start." in table.host.page(f"/m/{match_id}")


def test_a_lot_drawn_while_a_match_waits_for_its_starter_is_entered_there_by_one_tap(table: Table) -> None:
    for game, asks in (("limits", "the youngest?"), ("nile", "the oldest?")):
        match_id = table.begin(game, who="asked", seat=["1", "2", "3"])
        table.post("/first", {})
        assert main_button(table.page("/first")).startswith("Back to ")
        assert "won the draw" in table.host.page(f"/tv/{table.code}")
        assert table.post("/first", {"start": ""}).endswith(f"/m/{match_id}")
        board = words_of(table.host.page(f"/m/{match_id}"))
        assert ("won the draw and starts" in board, asks in board) == (True, False)


def test_too_few_for_the_game_are_told_how_many_are_to_come_and_how_they_do(host: Browser) -> None:
    code = open_table(host, "Ana", game="land-unter")
    page = host.page(f"/t/{code}/new/land-unter")
    assert "2 more players to come" in page
    assert f'href="/t/{code}/seats/new"' in page
    refused = host.post(f"/t/{code}/matches", {"game": "land-unter", "who": "asked", "seat": "0"}).text
    assert '<p class="hide refused" role="alert">2 more players to come</p>' in refused


def test_a_name_is_put_right_by_the_host_and_everybody_sees_it(app: Flask) -> None:
    host, ben = Browser(app), Browser(app)
    code = open_table(host, "Ana", "Ben", "Clea")
    sit(ben, code, 1)
    match_id = start_match(host, code, "land-unter")
    assert "Clea" in ben.page(f"/m/{match_id}")
    assert 'name="name" value="Clea"' in host.page(f"/t/{code}/seats/2")
    assert ben.post(f"/t/{code}/seats/2/name", {"name": "Cleo"}).status_code == 403
    assert host.post(f"/t/{code}/seats/2/name", {"name": " Cleo "}).headers["Location"] == f"/t/{code}"
    for where in (f"/t/{code}", f"/m/{match_id}", f"/m/{match_id}/board", f"/m/{match_id}/sheet", f"/t/{code}/evening"):
        for browser in (host, ben, Browser(app)):
            page = browser.page(where)
            assert "Clea" not in page, where
            assert "Cleo" in page or where.endswith("evening"), where
    assert host.post(f"/t/{code}/seats/9/name", {"name": "Dora"}).status_code == 404


def test_whoever_has_gone_home_plays_no_more_until_back(app: Flask, host: Browser) -> None:
    code = open_table(host, "Ana", "Ben", "Cleo", "Dora")
    host.post(f"/t/{code}/seats/3/left", {"left": "true"})
    for page in (f"/t/{code}", f"/t/{code}/people"):
        assert "Dora has gone home" in host.page(page)
    match_id = start_match(host, code, "land-unter")
    assert "Dora" not in host.page(f"/m/{match_id}").replace(match_id, "")
    host.post(f"/t/{code}/seats/3/left", {"left": "false"})
    match_id = start_match(host, code, "land-unter")
    assert "Dora" in host.page(f"/m/{match_id}")
    phones = [sit(Browser(app), code, seat) for seat in (2, 3)]
    host.post(f"/t/{code}/seats/3/left", {"left": "true"})
    pages = [one.page(f"/m/{match_id}") for one in phones]
    assert [("Dora has gone home" in page, f'"/t/{code}/join/3"' in page) for page in pages] == [
        (True, False),
        (False, True),
    ]
    for page in (pages[1], phones[1].page(f"/t/{code}")):
        assert re.search(f'action="/t/{code}/join/3".*You’ve gone home.*I’m back', page, re.S)
    shown = [host.page(path) for path in (f"/m/{match_id}", f"/tv/{code}")]
    assert all(
        re.search('went" role="img" aria-label="has left"><svg>.*?</svg>D</span><bdi>Dora', page) for page in shown
    )
    assert host.post(f"/t/{code}/seats", {"name": "cleo"}).status_code == 400, "Cleo is here"
    assert host.post(f"/t/{code}/seats", {"name": " dora"}).status_code == 303
    assert "Dora has gone home" not in host.page(f"/t/{code}")


def test_a_variant_that_is_not_for_so_many_is_refused_and_not_left_out_in_silence(host: Browser) -> None:
    code = open_table(host, "An", "Bo", "Ce", "Di")
    chosen = {"game": "down-under", "variant": "two_routes", "who": "asked"}
    page = host.send(f"/t/{code}/matches", {**chosen, "seat": ["0", "1", "2", "3"]}, 422)
    assert "“Two routes each” isn’t for 4 players." in page
    assert 'name="variant" value="two_routes" checked' in page
    start_match(host, code, **chosen, seat=["1", "3"])


PASSWORD = 'so;secret:"pass\\word,1'


def test_the_wifi_is_scanned_before_the_table_by_the_hosts_own_page_alone(table: Table) -> None:
    assert "#wifi" in table.page("")
    assert table.post("/wifi", {"ssid": "Lamp & Light", "password": PASSWORD, "hidden": "true"}).endswith("/host#wifi")
    page = table.page("")
    first, second = page.index("Join the Wi-Fi Lamp &amp; Light"), page.index("</b>Join the table")
    assert first < second
    assert page.count('<svg class="qr"') == 2
    for browser in (table.ben, Browser(table.app)):
        assert "Join the Wi-Fi" not in table.page("", browser)
        assert "Lamp &amp; Light" not in table.page("", browser)
    table.post("/wifi", {"forget": "true"})
    assert "Join the Wi-Fi" not in table.page("")


def test_the_password_is_in_no_file_no_export_and_no_log(
    table: Table, store: Store, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    secret = "a-word-found-nowhere"
    with caplog.at_level(logging.DEBUG):
        table.post("/wifi", {"ssid": "Lamp", "password": secret})
        match_id = table.begin("land-unter")
        told = [table.page(""), table.page("/host"), table.page("/people"), table.page("/evening")]
        for path in ("export.json", "export.csv", "export.bgsplay"):
            with table.app.test_client().get(f"/api/v1/tables/{table.code}/{path}") as answer:
                told.append(answer.get_data(as_text=True))
        told.append(table.host.page(f"/m/{match_id}"))
    assert all(secret not in one for one in told)
    assert secret not in caplog.text
    store.copy_to(tmp_path / "copy.sqlite")
    for file in tmp_path.rglob("*"):
        assert not file.is_file() or secret.encode() not in file.read_bytes(), file


@pytest.mark.parametrize(
    ("name", "password", "field"),
    [
        ("", "", "wifi-name"),
        ("x" * 33, "", "wifi-name"),
        ("Lamp", "short", "wifi-password"),
        ("Lamp", "x" * 65, "wifi-password"),
    ],
)
def test_a_wifi_that_cannot_be_is_refused_beside_its_field(table: Table, name: str, password: str, field: str) -> None:
    page = table.post("/wifi", {"ssid": name, "password": password}, status=400)
    assert page_of(page).wrong == [field]
    assert not password or password not in page
