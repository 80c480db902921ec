"""From the start page to the first entry: own names, seats that wait, who is known here, and what is laid out together."""

import re

import pytest
from flask import Flask

from companion.archive.keeping import OPENING
from tests.web.people import Browser, open_table, sit, start_match
from tests.web.reading import page_of


def seat_names(host: Browser, code: str) -> list[str]:
    return re.findall(r"<bdi>(.*?)</bdi>", host.page(f"/t/{code}/host").split('id="round"')[1])


def test_a_name_that_somebody_has_is_refused_and_nobodys_seat_is_taken(app: Flask) -> None:
    host, other = Browser(app), Browser(app)
    code = open_table(host, "Ana", "Ben")
    for typed, said in (("ben", "ben is already taken here"), (" ", "A name is missing here.")):
        answer = other.send(f"/t/{code}/join", {"name": typed}, 400)
        assert said in answer
        assert page_of(answer).wrong == ["name"]
    assert seat_names(host, code) == ["Ana", "Ben"]
    assert "You’re in" not in other.page(f"/t/{code}")


def test_a_television_without_the_code_is_asked_for_it_and_led_to_the_screen(app: Flask, host: Browser) -> None:
    code = open_table(host, "Ana", "Ben")
    for path in ("/tv", "/screen"):
        assert "The table’s code" in Browser(app).page(path)
        assert Browser(app).get(f"{path}?code={code.lower()}").headers["Location"] == f"/tv/{code}"
    said_of = {"NONE": "contain O, 0", "ABC": "too short", "": "too short", "QQQQ": "this code.</span> </p>"}
    for typed, said in said_of.items():
        answer = Browser(app).page(f"/tv?code={typed}", 404)
        assert (said in answer, page_of(answer).wrong) == (True, ["code"])


def test_who_just_watches_comes_to_the_game_that_is_played(app: Flask, host: Browser, code: str) -> None:
    there = [f"/t/{code}", f"/m/{start_match(host, code, 'land-unter')}"]
    assert f'href="{there[1]}"' in Browser(app).page(f"/t/{code}/join").split("<main")[0]
    host.post(f"{there[1]}/end")
    assert f'href="{there[0]}"' in Browser(app).page(f"/t/{code}/join").split("<main")[0]


def test_who_has_gone_home_and_lost_the_phone_comes_back_by_one_tap_on_the_name(app: Flask) -> None:
    host, ben = Browser(app), Browser(app)
    code = open_table(host, "Ana", "Íñigo", "Cleo")
    sit(ben, code, 1)
    host.post(f"/t/{code}/seats/1/left", {"left": "true"})
    host.post(f"/t/{code}/seats/1/renew")
    assert seat_names(host, code) == ["Ana", "Cleo"]
    assert f'action="/t/{code}/join/1"' in ben.page(f"/t/{code}/join").split('class="waiting"')[1].split("</ul>")[0]
    ben.post(f"/t/{code}/join/1")
    assert seat_names(host, code) == ["Ana", "Íñigo", "Cleo"]


def test_people_of_earlier_evenings_are_offered_to_whoever_may_look_back_on_them(
    app: Flask, host: Browser, code: str
) -> None:
    ben, stranger = sit(Browser(app), code, 1), Browser(app)
    assert 'value="Ana"' in host.page("/tables/new")
    assert 'name="as" value="Cleo"' in host.page("/tables/new")
    assert 'value="Ben"' in ben.page("/tables/new")
    assert not re.search("Ana|Ben|Cleo", stranger.page("/tables/new"))
    again = open_table(host, "Ana")
    assert re.findall('name="as" value="(.*?)"', host.page(f"/t/{again}/seats/new")) == ["Ben", "Cleo"]
    host.post(f"/t/{again}/seats", {"as": "Ben", "name": ""})
    assert seat_names(host, again) == ["Ana", "Ben"]
    assert 'name="as"' not in stranger.page(f"/t/{again}/join")


def test_a_phone_that_sat_here_before_finds_its_name_typed_but_takes_no_seat_by_it(app: Flask) -> None:
    host, ben = Browser(app), Browser(app)
    sit(ben, open_table(host, "Ana", "Ben"), 1)
    fresh, waiting = open_table(host, "Ana"), open_table(host, "Ana", "Ben")
    assert 'name="name" value="Ben"' in ben.page(f"/t/{fresh}/join")
    assert 'name="name" value=""' in ben.page(f"/t/{waiting}/join")
    assert "You’re in" not in ben.page(f"/t/{waiting}")


def to(browser: Browser, path: str) -> str:
    answer = browser.get(path)
    assert answer.status_code == 303
    return str(answer.headers["Location"])


def test_a_sticker_on_a_box_leads_to_the_table_in_use_and_opens_one_where_none_is(app: Flask) -> None:
    host, ben = Browser(app), Browser(app)
    assert "/lid/limits" in host.page("/print/stickers")
    assert to(ben, "/lid/limits") == "/tables/new?game=limits"
    code = open_table(host, "Ana", "Ben", "Cleo")
    for way in ("/lid/limits", "/lid/land-unter"):
        assert to(ben, way).startswith(f"/t/{code}/join")
    assert 'href="/tables/new?game=limits"' in ben.page(to(ben, "/lid/limits"))
    assert to(host, "/lid/limits") == f"/t/{code}"
    match_id = start_match(host, code, "land-unter")
    assert to(host, "/lid/limits") == f"/m/{match_id}"
    other = open_table(Browser(app), "Dora")
    assert to(ben, "/lid/limits").startswith(f"/t/{other}/join")
    assert to(ben, "/lid/land-unter").startswith(f"/t/{code}/join"), "the table that plays it goes first"


def test_where_only_the_admin_opens_tables_a_sticker_tells_a_stranger_of_none(app: Flask, host: Browser) -> None:
    code = open_table(host, "Ana", "Ben")
    app.extensions["tableside"].store.settings.set(OPENING, "owner")
    assert to(Browser(app), "/lid/limits") == "/tables/new?game=limits"
    assert to(host, "/lid/limits") == f"/t/{code}"


@pytest.mark.parametrize(
    ("game", "chosen", "said"),
    [
        ("land-unter", {"tricks": "rings", "chain": "false"}, "No one else loses a ring"),
        ("land-unter", {"lays_last": "out"}, "House rules: none"),
        ("limits", {"pile": "logged", "accuse_when": "any"}, "The app counts · Accuse at any time"),
        ("down-under", {"depth": "tiles"}, "House rules: none"),
        ("down-under", {"depth": "tiles", "animals": "true"}, "Animals count"),
        ("nile", {"hippo": "true", "two_player_cover": "german"}, "Auctions with the hippo"),
        ("points", {"rounds": "3"}, "3 rounds"),
    ],
)
def test_the_line_of_house_rules_names_what_is_changed_and_matters(
    game: str, chosen: dict[str, str], said: str, host: Browser, code: str
) -> None:
    asked = "&".join(f"{name}={value}" for name, value in chosen.items())
    assert re.search(rf'<span id="changed"[^>]*>{said}</span>', host.page(f"/t/{code}/new/{game}?{asked}"))


def test_what_the_rulebook_leaves_open_waits_behind_a_line_until_it_is_changed(host: Browser, code: str) -> None:
    usual, changed = (host.page(f"/t/{code}/new/nile{asked}") for asked in ("", "?flood_arrow=true"))
    before, _, behind = usual.partition('id="rare"')
    hippo, arrow = 'name="hippo"', 'name="flood_arrow"'
    assert (hippo in before, arrow in before, arrow in behind) == (True, False, True)
    assert 'id="rare" open' in changed
