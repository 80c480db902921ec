"""The page of a table: what host and guests see there, how a phone comes to the match, and whose turn its line says it is."""

import html
import re
from datetime import UTC, datetime

import pytest
from flask import Flask

from companion.live import InProcessLive
from companion.match.topics import rights_topic
from companion.server import StreamSpec
from companion.store import Store
from companion.table.succession import SILENT
from companion.web.app.services import Services
from companion.web.create_app import create_app
from tests.there import there
from tests.web.evenings import begun
from tests.web.following import event_of, frame_of, opened
from tests.web.people import Browser, on_one_line, seated, sit, start_match
from tests.web.reading import words_of
from tests.web.tapping import SCRIPT


def where_to(browser: Browser, code: str, query: str) -> str | None:
    """Where the page of the table is sent when it asks again, or None where it stays."""
    return browser.get(f"/t/{code}/people?{query}", headers=SCRIPT).headers.get("HX-Redirect")


def followed_by(app: Flask, browser: Browser, path: str) -> StreamSpec:
    return opened(app, path, cookie=f"device={browser.token}")


def test_a_phone_that_waits_is_taken_to_the_match_as_soon_as_it_begins(host: Browser, ben: Browser, code: str) -> None:
    assert where_to(ben, code, "match=&seated=yes") is None
    match_id = start_match(host, code, "land-unter")
    assert where_to(ben, code, "match=&seated=yes") == f"/m/{match_id}"


def test_its_stream_tells_each_phone_what_asking_would(app: Flask, host: Browser, ben: Browser, code: str) -> None:
    drawn_for = "match=&seated=yes"
    streams = {one: followed_by(app, one, f"/t/{code}/stream?{drawn_for}") for one in (host, ben)}
    assert streams[host].viewer != streams[ben].viewer
    for one, stream in streams.items():
        said = event_of(frame_of(app, stream))
        assert (on_one_line(said["html"]), said["to"]) == (one.page(f"/t/{code}/people?{drawn_for}"), None)
        assert rights_topic(stream.topics[0]) in stream.closed_by
    match_id = start_match(host, code, "land-unter")
    assert event_of(frame_of(app, streams[ben])) == {"html": "", "to": f"/m/{match_id}"}


@pytest.mark.parametrize("game", ["land-unter", "limits", "nile"])
def test_who_only_looks_on_is_led_to_a_seat(app: Flask, game: str, host: Browser, ben: Browser, code: str) -> None:
    match_id = start_match(host, code, game)
    pages = [one.page(f"/m/{match_id}") for one in (Browser(app), ben)]
    assert [f'href="/t/{code}/join"' in page for page in pages] == [True, False]


def test_the_old_hosts_board_says_that_somebody_else_hosts_and_gives_it_back_in_one_tap(
    app: Flask, services: Services, host: Browser, ben: Browser, code: str
) -> None:
    board, table = f"/m/{start_match(host, code, 'land-unter')}", services.tables.find(code)
    for now in (asked := datetime.now(UTC), asked + SILENT):
        wish = services.succession.wish(table, now)
        services.succession.agree(table, services.tables.caller(ben.token), now, wish.since if wish else "")
        assert ("data-due=" in ben.page(board)) == (now == asked), "so that the minute ends on the board too"

    hosts = [re.findall(r'data-hosts="(\w*)"', one.page(f"{board}/board")) for one in (host, ben)]
    assert hosts == [[""], ["told"]], "by which ben’s phone says so"
    said = "Host: <b><bdi>Ben</bdi></b>"
    assert re.search(r'/host/back">\s*<input [^>]+name="back"', host.page(board)), "stays there"
    assert [said in one.page(board) for one in (host, ben, Browser(app))] == [True, False, False]
    refused = [host.page(path, 403) for path in (f"/t/{code}/seats/1", f"{board}/end")]
    assert all(re.search("Ben is the host now</h1>.*Host the table again<", page, re.DOTALL) for page in refused)
    sent = dict(re.findall('name="(back|ends)" value="([^"]+)"', refused[1]))
    assert host.send(f"/t/{code}/host/back", sent) == f"{board}/end"
    back = host.page(board)
    assert (said in back, "<b>You’re the host now.</b>" in back) == (False, True)
    assert "Ana is the host now" in ben.page(f"/t/{code}")


def test_hosting_moves_by_one_tap_on_a_seats_page_and_welcomes_no_one(host: Browser, ben: Browser, code: str) -> None:
    start_match(host, code, "land-unter")
    assert "Make Ben the host" in host.page(f"/t/{code}/seats/1").split("<summary>More<")[0]
    host.send(f"/t/{code}/seats/1/host")
    assert all("You’re in" not in one.page(f"/t/{code}") for one in (host, ben))


def test_a_players_page_has_three_rows_and_the_hosts_begins_with_what_is_wanted_most(host: Browser, code: str) -> None:
    start_match(host, code, "land-unter")
    rows, more = host.page(f"/t/{code}/seats/1").split("<main")[1].split("<summary>More<")
    assert len(re.findall('class="way.*?<span>[^<]', rows)) == 3
    assert ("Edit the name" in rows, "Create a new code" in more) == (True, True), "the first beside the name itself"
    wanted = "Who plays.*Scan to join.*Big screen.*Game log.*Set-up.*Stop without a result.*Seating"
    assert re.search(wanted, host.page(f"/t/{code}/host"), re.DOTALL)


def test_the_menu_of_a_table_has_seven_lines_at_most_and_the_others_behind_the_last_of_them(
    host: Browser, ben: Browser, code: str
) -> None:
    sit(host, code, 0)
    start_match(host, code, "land-unter")
    for browser in (host, ben):
        menu = browser.page(f"/t/{code}").partition('<details class="more">')[2].partition("</nav>")[0]
        at_once, _, further = menu.partition("<details")
        assert len(re.findall('class="btn quiet', at_once)) < 7
        assert ["History" in part for part in (at_once, further)] == [False, True]
        assert f'href="/settings?back=/t/{code}"' in further, "and from there back here"


def test_every_phone_with_a_seat_is_given_the_line_of_each_and_shows_its_own(app: Flask) -> None:
    host, code, match_id = begun(app, (12, -7, 30))
    lines = "A Ana 12 points rank 2 of 3 B Ben −7 points rank 3 of 3 C Cleo 30 points rank 1 of 3"
    for seat, one in enumerate((host, sit(Browser(app), code, 1))):
        page = one.page(f"/m/{match_id}")
        assert words_of(page.partition('<ol class="own">')[2].partition("</ol>")[0]) == lines
        assert f'data-seat="{seat}"' in page
        assert f'href="/settings?back=/m/{match_id}"' in page


def test_whose_turn_it_is_reads_so_on_their_own_phone_alone(app: Flask) -> None:
    code, phones = seated(app, "Ana", "Ben")
    match_id = start_match(phones[0], code, "down-under")
    heads = [one.page(f"/m/{match_id}").partition("</header>")[0] for one in phones]
    assert [re.findall(r'data-turn="(.*?)"', head) for head in heads] == [["own"], ["other"]]


def test_a_phone_that_takes_a_second_seat_stays_its_owners_and_nobody_who_played_is_taught(app: Flask) -> None:
    host, code, match_id = begun(app, (12, -7, 30))
    taught = [one.send(f"/t/{code}/join/{seat}") for one, seat in ((Browser(app), 1), (Browser(app), 1), (host, 2))]
    host.post(f"/t/{code}/seats/1/renew")
    host.post(f"/t/{code}/seats/2/left", {"left": "true"})
    taught += [Browser(app).send(f"/t/{code}/join/{seat}") for seat in (1, 2)]
    to = [one.partition("?")[2] for one in taught]
    assert to == ["new=yes", "", "", "", ""], "nor who comes back to a seat that was freed, or from home"
    assert 'data-seat="0"' in host.page(f"/m/{match_id}")


def ticks(browser: Browser, path: str) -> list[str]:
    return re.findall(r'aria-checked="(\w+)"', browser.page(path))


def test_a_step_ticked_on_one_phone_is_ticked_on_another_and_after_a_restart(
    store: Store, host: Browser, ben: Browser, code: str
) -> None:
    path = f"/m/{start_match(host, code, 'land-unter')}/setup"
    assert {*ticks(host, path)} == {"false"}
    drawn = re.findall(r'<span class="box">.*?</span>\s*<span>[^<]+</span>\s*<svg', host.page(path), re.S)
    assert len(drawn) == len(ticks(host, path)), "each step beside its picture"
    for step in ("0:yes", "1:yes", "0:no", "1:yes"):
        host.send(path, {"step": step})
    for browser in (ben, sit(Browser(create_app(store, InProcessLive())), code, 2)):
        assert ticks(browser, path)[:3] == ["false", "true", "false"]
    tiles = host.page(f"/m/{start_match(host, code, 'down-under')}/setup")
    assert len(set(re.findall(r'href="#du-curve-([a-d])"', tiles))) >= 3, "whose tiles are of which colour"


def since_on(browser: Browser, path: str) -> dict[str, str]:
    return {"since": there(re.search(r'name="since" value="([^"]+)"', browser.page(path)))[1]}


def test_who_hosted_on_a_lost_phone_sits_there_as_a_guest_and_has_the_way_back_in_sight(app: Flask) -> None:
    code, (host, cara) = seated(app, "Íñigo", "Cara")
    pages = [one.page(f"/t/{code}") for one in (host, sit(Browser(app), code, 0), cara)]
    heads = [page.partition("</header>")[2] for page in pages]
    assert ["Host the table again</button>" in page for page in heads] == [False, True, False]


def test_who_hosted_on_a_lost_phone_is_told_in_the_game_and_there_the_others_are_asked_to_agree(app: Flask) -> None:
    code, (host, cara) = seated(app, "Íñigo", "Cara", "Dora", phones=2)
    back, table, board = sit(Browser(app), code, 0), f"/t/{code}", f"/m/{start_match(host, code, 'land-unter')}"
    told, asked = "Another phone is still the host.", "Should Íñigo host?"
    assert [told in one.page(board) for one in (host, cara, back)] == [False, False, True]
    back.send(f"{table}/host/away")
    assert [asked in one.page(board) for one in (cara, back)] == [True, False]
    assert "One more player has to agree" in on_one_line(back.page(table))
    late = sit(Browser(app), code, 2)
    assert all(asked not in late.page(page) for page in (board, table)), "it cannot count"
    assert cara.send(f"{table}/host/away", {**since_on(cara, board), "back": board[3:]}) == board
    assert asked not in cara.page(board)


def test_all_read_that_the_host_is_away_until_the_game_ends(app: Flask, host: Browser, ben: Browser, code: str) -> None:
    match_id = start_match(host, code, "own-game")
    there(followed_by(app, host, f"/t/{code}/stream").left)()
    assert "Take over" in ben.page(f"/m/{match_id}")
    host.enter(match_id, {"kind": "points", "points": {"0": 1, "1": 2, "2": 3}}, {"kind": "finish"})
    assert "Take over" not in ben.page(f"/m/{match_id}")


def test_a_host_whose_phone_left_is_marked_and_one_tap_asks_to_host_until_it_is_heard(app: Flask) -> None:
    code, (host, cara, dora, emil) = seated(app, "Ana", "Cara", "Dora", "Emil")
    table, away, way = f"/t/{code}", "<small>Host, away</small>", "Take over</button>"
    assert followed_by(app, cara, f"{table}/stream").left is None

    cara.post(f"{table}/host/away")
    since = since_on(cara, table)
    dora.post(f"{table}/host/away", since)
    for one in (cara, dora, emil):
        page = one.page(table)
        left = there(re.search('Ana has <b data-left="([0-9]+)">', page))[1]
        assert (" host?" in page, int(left) in range(55, 61)) == (False, True)

    host.get(table)
    pages = [on_one_line(one.page(table)) for one in (host, cara, dora)]
    asked = [("Should Cara host?" in one, "Ana decides now." in one) for one in pages]
    assert asked == [(True, False), (False, True), (False, True)]
    board = f"/m/{start_match(host, code, 'land-unter')}"
    assert ["Should Cara host?" in one.page(board) for one in (host, dora)] == [True, False]
    host.post(f"{table}/host/away", {**since, "no": "yes"})

    there(followed_by(app, host, f"{table}/stream").left)()
    at_top = on_one_line(dora.page(table).partition("</header>")[2])
    for said in (away, way, "3 players have a phone: Dora, Emil and Cara"):
        assert said in at_top
    assert away not in host.page("/settings")
    assert away not in dora.page(table), "a host who is on any page is not away"
    there(followed_by(app, host, f"{table}/stream").left)()
    cara.post(f"{table}/host/away")
    dora.post(f"{table}/host/away", since_on(dora, table))
    assert "You’re the host now." in cara.page(table)
    assert "Cara is the host now" in dora.page(table)
    hosts = [re.findall("(Host: <b><bdi>Cara)|Cara is the host now", one.page(board)) for one in (host, cara, dora)]
    assert hosts == [["Host: <b><bdi>Cara"], [], [""]]


def test_who_hosted_on_a_lost_phone_asks_the_one_who_hosts_now_and_a_hand_over_leaves_no_question(app: Flask) -> None:
    code, (host, ben) = seated(app, "Ana", "Ben")
    table, asked = f"/t/{code}", "Should Ana host?"
    host.post(f"{table}/seats/1/host")
    back = sit(Browser(app), code, 0)
    assert "Host the table again</button>" in back.page(table)
    back.post(f"{table}/host/away")
    for path in ("", "/first", "/new/nile", "/seats/0"):
        page = ben.page(f"{table}{path}")
        assert (asked in page, "Make Ana the host" in page) == (True, False)
    ben.post(f"{table}/host/away", {**since_on(ben, f"{table}/seats/0"), "no": "yes"})
    assert f"{asked} <b>No.</b>" in back.page(table)
    back.post(f"{table}/host/away")
    ben.post(f"{table}/seats/0/renew")
    assert asked not in ben.page(table), "whose phone is gone"
    assert "Host the table again" not in host.page(table), "whose seat is freed"
    sit(back, code, 0)
    ben.post(f"{table}/seats/0/host")
    for one in (ben, back):
        page = one.page(table)
        assert ("host?<" in page, page.count("<small>Host</small>")) == (False, 1)


def test_pages_for_a_host_alone_follow_the_table_and_lead_back_who_hosts_no_more(
    app: Flask, host: Browser, ben: Browser, code: str
) -> None:
    sit(Browser(app), code, 2)
    end = f"/m/{start_match(host, code, 'limits')}/end"
    for path in (end, *[f"/t/{code}/{one}" for one in ("first", "seats/1", "new", "new/limits", "host")]):
        assert f'data-stream="/t/{code}/stream?hosts=yes" data-asks' in host.page(path), path
    assert where_to(host, code, "hosts=yes") is None
    host.post(f"/t/{code}/seats/1/host")
    assert where_to(host, code, "hosts=yes") == end.removesuffix("/end")
    assert 'id="seat-1" data-phones="1"' in ben.page(f"/t/{code}/people"), "so that it hears of each"

    refused = host.page(end, 403)
    anew = there(re.search('hx-select-oob="#([a-z]+),#([a-z]+)"', refused))
    ben.post(f"/t/{code}/seats/2/host")
    page = host.page(end, 403)
    assert ["Host the table again" in one for one in (refused, page)] == [True, False]
    assert [f'id="{part}"' in page for part in anew.groups()] == [True, True], "an open one says so too"


def test_a_phone_whose_seat_is_freed_reads_why_and_is_back_in_one_tap(host: Browser, ben: Browser, code: str) -> None:
    [followed] = re.findall('/stream[?]([^"]+)"', ben.page(f"/t/{code}"))
    host.send(f"/t/{code}/seats/1/renew")
    page = ben.page(freed := there(where_to(ben, code, html.unescape(followed))))
    assert "The host freed your seat." in page
    assert "Join as Ben</button>" in page.partition('<footer class="foot">')[2]
    ben.send(f"/t/{code}/join/1")
    assert "The host freed your seat." not in ben.page(freed)
