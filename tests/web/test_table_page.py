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
from tests.web.following import event_of, frame_of, opened
from tests.web.people import Browser, on_one_line, open_table, sit, start_match
from tests.web.test_default_board import begun, page

HTMX = {"HX-Request": "true"}


def where_to(browser: Browser, code: str, query: str) -> str | None:
    """Where the page of the table is sent when it asks again, or None where it stays."""
    answer = browser.get(f"/t/{code}/people?{query}", headers=HTMX)
    assert answer.status_code == 200
    return answer.headers.get("HX-Redirect")


def followed_by(app: Flask, browser: Browser, path: str) -> StreamSpec:
    return opened(app, path, cookie=f"device={browser.token}")


def test_a_phone_that_waits_is_taken_to_the_match_as_soon_as_it_begins(app: Flask, host: Browser, code: str) -> None:
    ben = sit(Browser(app), code, 1)
    assert where_to(ben, code, "match=&seated=yes") is None
    match_id = start_match(host, code, "land-unter")
    assert where_to(ben, code, "match=&seated=yes") == f"/m/{match_id}"


def test_its_stream_tells_each_phone_what_it_would_be_answered_if_it_asked(
    app: Flask, host: Browser, code: str
) -> None:
    ben, drawn_for = sit(Browser(app), code, 1), "match=&seated=yes"
    streams = {one: followed_by(app, one, f"/t/{code}/stream?{drawn_for}") for one in (host, ben)}
    assert streams[host].viewer != streams[ben].viewer
    for one, stream in streams.items():
        said = event_of(frame_of(app, stream))
        assert on_one_line(said["html"]) == one.get(f"/t/{code}/people?{drawn_for}").get_data(as_text=True)
        assert said["to"] is None
        assert rights_topic(stream.topics[0]) in stream.closed_by

    match_id = start_match(host, code, "land-unter")
    assert event_of(frame_of(app, streams[ben])) == {"html": "", "to": f"/m/{match_id}"}


@pytest.mark.parametrize("game", ["land-unter", "limits", "nile"])
def test_whoever_only_looks_on_at_a_match_is_led_to_a_seat(app: Flask, game: str, host: Browser, code: str) -> None:
    match_id = start_match(host, code, game)
    way = f'href="/t/{code}/join"'
    assert way in Browser(app).get(f"/m/{match_id}").get_data(as_text=True)
    assert way not in sit(Browser(app), code, 1).get(f"/m/{match_id}").get_data(as_text=True)


def test_the_old_hosts_board_says_that_somebody_else_hosts_and_gives_it_back_in_one_tap(
    app: Flask, services: Services, host: Browser, code: str
) -> None:
    ben = sit(Browser(app), code, 1)
    board = f"/m/{start_match(host, code, 'land-unter')}"
    table, asked = services.tables.find(code), datetime.now(UTC)
    for now in (asked, asked + SILENT):
        wish = services.succession.wish(table, now)
        services.succession.agree(table, services.tables.caller(ben.token), now, wish.since if wish else "")
        waits = "data-due=" in ben.get(board).get_data(as_text=True)
        assert waits == (now == asked), "so that the minute ends on the board too"

    hosts = [re.findall(r'data-hosts="(\w*)"', one.get(f"{board}/board").get_data(as_text=True)) for one in (host, ben)]
    assert hosts == [[""], ["told"]], "by which ben’s phone says so"
    said = "Host: <b><bdi>Ben</bdi></b>"
    assert re.search(r'/host/back">\s*<input [^>]+name="back"', host.get(board).get_data(as_text=True)), "stays there"
    assert [said in one.get(board).get_data(as_text=True) for one in (host, ben, Browser(app))] == [True, False, False]
    for refused in (host.get(f"{board}/end"), host.get(f"/t/{code}/seats/1")):
        assert refused.status_code == 403
        assert re.search("Ben is the host now</h1>.*Host again</button>", refused.get_data(as_text=True), re.DOTALL)
    sent = dict(re.findall('name="(back|ends)" value="([^"]+)"', host.get(f"{board}/end").get_data(as_text=True)))
    assert host.post(f"/t/{code}/host/back", sent).headers["Location"] == f"{board}/end"
    back = host.get(board).get_data(as_text=True)
    assert (said in back, "<b>You’re the host now.</b>" in back) == (False, True)
    assert "Ana is the host now" in ben.get(f"/t/{code}").get_data(as_text=True)


def test_the_hosts_part_moves_by_one_tap_on_a_seats_page_and_welcomes_no_one_again(
    app: Flask, host: Browser, code: str
) -> None:
    ben = sit(Browser(app), code, 1)
    start_match(host, code, "land-unter")
    assert "Make Ben the host" in host.get(f"/t/{code}/seats/1").get_data(as_text=True).split("<details", 1)[0]
    assert host.post(f"/t/{code}/seats/1/host").status_code == 303
    assert all("You’re in" not in one.get(f"/t/{code}").get_data(as_text=True) for one in (host, ben))


def test_a_page_that_is_not_there_leads_to_the_start_page_once(host: Browser) -> None:
    page = host.get("/nowhere")
    assert (page.status_code, page.get_data(as_text=True).count(">Start page<")) == (404, 1)


def test_a_players_page_has_three_rows_and_the_hosts_page_ends_with_what_ends_the_game(
    host: Browser, code: str
) -> None:
    start_match(host, code, "land-unter")
    rows, more = host.get(f"/t/{code}/seats/1").get_data(as_text=True).split("<main")[1].split("<summary>More<")
    assert len(re.findall(r'<p class="row"|class="btn', rows)) == 3
    assert all(way in more for way in ("Play for Ben here too", "Edit the name", "Create a new code"))
    page = host.get(f"/t/{code}/host").get_data(as_text=True)
    wanted = ("Scan to join", "Who plays", "Set-up", "Put it on a big screen", "Stop without a result", "Seating")
    assert sorted(wanted, key=lambda what: page.index(f"{what}<") if f"{what}<" in page else page.index(what)) == [
        *wanted
    ]


def test_the_menu_of_a_table_has_seven_lines_at_most_and_the_others_behind_the_last_of_them(
    app: Flask, host: Browser, code: str
) -> None:
    sit(host, code, 0)
    start_match(host, code, "land-unter")
    for browser in (host, sit(Browser(app), code, 1)):
        page = browser.get(f"/t/{code}").get_data(as_text=True)
        at_once, _, further = page.partition('<details class="more">')[2].partition("</nav>")[0].partition("<details")
        assert len(re.findall('class="btn quiet', at_once)) < 7
        assert "History" in further
        assert "History" not in at_once


def test_who_has_come_with_a_phone_is_said_by_name(app: Flask, host: Browser, code: str) -> None:
    sit(Browser(app), code, 1)
    page = on_one_line(host.get(f"/t/{code}").get_data(as_text=True))
    assert re.search(r'role="status">\s*2 players have a phone\s*: Ana and Ben\s*<', page)


LINE = re.compile(r'<li class="(p.)( now)?">(.*?)</li>', re.S)


def lines(html: str) -> list[str]:
    """The words of each player's line, by seat; a seat whose turn it is says so."""
    own = re.search(r'<ol class="own">(.*?)</ol>', html, re.S)
    found = LINE.findall(own[1]) if own else []
    return [re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", inner)).strip() for _, _, inner in found]


def test_every_phone_with_a_seat_is_given_the_line_of_each_and_shows_its_own(app: Flask) -> None:
    host, code, match_id = begun(app, (12, -7, 30))
    ben = sit(Browser(app), code, 1)
    own = lines(page(ben, f"/m/{match_id}"))
    assert own == ["A Ana 12 points rank 2 of 3", "B Ben −7 points rank 3 of 3", "C Cleo 30 points rank 1 of 3"]
    assert lines(page(host, f"/m/{match_id}")) == own
    assert 'data-seat="1"' in page(ben, f"/m/{match_id}")


def test_whose_turn_it_is_reads_so_on_their_own_phone_alone(app: Flask, host: Browser) -> None:
    code = open_table(host, "Ana", "Ben")
    ben = sit(Browser(app), code, 1)
    match_id = start_match(host, code, "down-under")
    heads = [page(one, f"/m/{match_id}").partition("</header>")[0] for one in (host, ben)]
    assert [re.findall(r'data-turn="(.*?)"', head) for head in heads] == [["own"], ["other"]]


def test_a_phone_that_takes_a_second_seat_stays_its_owners_and_nobody_who_played_is_taught(app: Flask) -> None:
    host, code, match_id = begun(app, (12, -7, 30))
    taught = [
        one.post(f"/t/{code}/join/{seat}").headers["Location"].partition("?")[2]
        for one, seat in ((Browser(app), 1), (Browser(app), 1), (host, 2))
    ]
    host.post(f"/t/{code}/seats/1/renew")
    host.post(f"/t/{code}/seats/2/left", {"left": "true"})
    taught += [Browser(app).post(f"/t/{code}/join/{seat}").headers["Location"].partition("?")[2] for seat in (1, 2)]
    assert taught == ["new=yes", "", "", "", ""], "nor who comes back to a seat that was freed, or from home"
    assert 'data-seat="0"' in page(host, f"/m/{match_id}")


def ticks(browser: Browser, match_id: str) -> list[str]:
    """Of each step whether it is ticked, as its buttons say."""
    return re.findall(r'aria-checked="(\w+)"', browser.get(f"/m/{match_id}/setup").get_data(as_text=True))


def test_a_step_ticked_on_one_phone_is_ticked_on_another_and_after_a_restart(
    app: Flask, store: Store, host: Browser, code: str
) -> None:
    match_id = start_match(host, code, "land-unter")
    assert set(ticks(host, match_id)) == {"false"}
    for step in ("0:yes", "1:yes", "0:no", "1:yes"):
        assert host.post(f"/m/{match_id}/setup", {"step": step}).status_code == 303
    assert ticks(sit(Browser(app), code, 1), match_id)[:3] == ["false", "true", "false"]
    again = Browser(create_app(store, InProcessLive()))
    sit(again, code, 2)
    assert ticks(again, match_id)[:3] == ["false", "true", "false"]


def test_who_hosted_on_a_lost_phone_sits_there_as_a_guest_and_has_the_way_back_in_sight(app: Flask) -> None:
    host = Browser(app)
    code = open_table(host, "Íñigo", "Cara")
    sit(host, code, 0)
    way = "Host again</button>"
    assert way not in host.get(f"/t/{code}").get_data(as_text=True)

    page = sit(Browser(app), code, 0).get(f"/t/{code}").get_data(as_text=True)

    assert way in page.partition("</header>")[2]
    assert "Host, this device" not in page
    assert way not in sit(Browser(app), code, 1).get(f"/t/{code}").get_data(as_text=True).partition("</header>")[2]


def test_who_hosted_on_a_lost_phone_is_told_in_the_game_and_there_the_others_are_asked_to_agree(app: Flask) -> None:
    host = Browser(app)
    code = open_table(host, "Íñigo", "Cara", "Dora")
    sit(host, code, 0)
    cara, back = sit(Browser(app), code, 1), sit(Browser(app), code, 0)
    board = f"/m/{start_match(host, code, 'land-unter')}"
    told, asked = "Another phone is still the host.", "Should Íñigo host?"
    assert [told in one.get(board).get_data(as_text=True) for one in (host, cara, back)] == [False, False, True]
    assert back.post(f"/t/{code}/host/away").status_code == 303
    assert [asked in one.get(board).get_data(as_text=True) for one in (cara, back)] == [True, False]
    since = there(re.search(r'name="since" value="([^"]+)"', cara.get(board).get_data(as_text=True)))[1]
    mine = back.get(f"/t/{code}").get_data(as_text=True)
    assert "One more player has to agree" in on_one_line(mine)
    late = sit(Browser(app), code, 2)
    assert all(asked not in late.get(page).get_data(as_text=True) for page in (board, f"/t/{code}")), "it cannot count"
    assert cara.post(f"/t/{code}/host/away", {"since": since, "back": board[3:]}).headers["Location"] == board
    assert asked not in cara.get(board).get_data(as_text=True)


def test_in_a_game_all_read_that_the_host_is_away_until_it_is_over(app: Flask) -> None:
    host, cara = Browser(app), Browser(app)
    code = open_table(host, "Ana", "Cara", "Dora")
    sit(cara, code, 1)
    match_id = start_match(host, code, "own-game")
    there(followed_by(app, host, f"/t/{code}/stream").left)()
    assert "Take over" in cara.get(f"/m/{match_id}").get_data(as_text=True)
    host.enter(match_id, {"kind": "points", "points": {"0": 1, "1": 2, "2": 3}}, {"kind": "finish"})
    assert "Take over" not in cara.get(f"/m/{match_id}").get_data(as_text=True)


def test_a_host_whose_phone_left_is_marked_and_one_tap_asks_to_host_until_it_is_heard(app: Flask) -> None:
    host, cara, dora, emil = [Browser(app) for _ in range(4)]
    code = open_table(host, "Ana", "Cara", "Dora", "Emil")
    for seat, one in enumerate((cara, dora, emil), 1):
        sit(one, code, seat)
    sit(host, code, 0)
    path, away, way = f"/t/{code}/stream", "<small>Host, away</small>", "Take over</button>"
    assert followed_by(app, cara, path).left is None

    cara.post(f"/t/{code}/host/away")
    asked = cara.get(f"/t/{code}").get_data(as_text=True)
    assert "One more player has to agree on their phone." in on_one_line(asked)
    since = there(re.search(r'name="since" value="([^"]+)"', asked))[1]
    dora.post(f"/t/{code}/host/away", {"since": since})
    for one in (cara, dora, emil):
        page = one.get(f"/t/{code}").get_data(as_text=True)
        left = re.search('Ana has <b data-left="([0-9]+)">', page)
        assert (" host?" in page, int(there(left)[1]) in range(55, 61)) == (False, True)

    host.get(f"/t/{code}")
    pages = [on_one_line(one.get(f"/t/{code}").get_data(as_text=True)) for one in (host, cara, dora)]
    assert ["Should Cara host?" in one for one in pages] == [True, False, False]
    assert ["Ana decides now." in one for one in pages] == [False, True, True]
    board = f"/m/{start_match(host, code, 'land-unter')}"
    assert ["Should Cara host?" in one.get(board).get_data(as_text=True) for one in (host, dora)] == [True, False]
    host.post(f"/t/{code}/host/away", {"since": since, "no": "yes"})

    leave = there(followed_by(app, host, path).left)
    leave()
    at_top = on_one_line(dora.get(f"/t/{code}").get_data(as_text=True).partition("</header>")[2])
    said = "3 players have a phone: Dora, Emil and Cara"
    assert [one in at_top for one in (away, way, said)] == [True, True, True]
    assert away not in host.get(f"/t/{code}").get_data(as_text=True)
    leave()
    cara.post(f"/t/{code}/host/away")
    since = there(re.search(r'name="since" value="([^"]+)"', dora.get(f"/t/{code}").get_data(as_text=True)))[1]
    dora.post(f"/t/{code}/host/away", {"since": since})
    assert "You’re the host now." in cara.get(f"/t/{code}").get_data(as_text=True)
    assert "Cara is the host now" in dora.get(f"/t/{code}").get_data(as_text=True)
    said = "(Host: <b><bdi>Cara)|Cara is the host now"
    assert [re.findall(said, one.get(board).get_data(as_text=True)) for one in (host, cara, dora)] == [
        ["Host: <b><bdi>Cara"],
        [],
        [""],
    ]


def test_who_hosted_on_a_lost_phone_asks_the_one_who_hosts_now_and_a_hand_over_leaves_no_question(app: Flask) -> None:
    host, ben, back = Browser(app), Browser(app), Browser(app)
    code = open_table(host, "Ana", "Ben")
    sit(host, code, 0)
    sit(ben, code, 1)
    host.post(f"/t/{code}/seats/1/host")
    sit(back, code, 0)
    assert "Host again</button>" in back.get(f"/t/{code}").get_data(as_text=True)
    back.post(f"/t/{code}/host/away")
    assert "Should Ana host?" in ben.get(f"/t/{code}").get_data(as_text=True)
    seat = ben.get(f"/t/{code}/seats/0").get_data(as_text=True)
    assert ("Should Ana host?" in seat, "Make Ana the host" in seat) == (True, False)
    assert all(
        "Should Ana host?" in ben.get(f"/t/{code}/{one}").get_data(as_text=True) for one in ("first", "new/nile")
    )
    since = there(re.search('name="since" value="([^"]+)"', seat))[1]
    ben.post(f"/t/{code}/host/away", {"since": since, "no": "yes"})
    assert "Should Ana host? <b>No.</b>" in back.get(f"/t/{code}").get_data(as_text=True)
    back.post(f"/t/{code}/host/away")
    ben.post(f"/t/{code}/seats/0/renew")
    assert "Should Ana host?" not in ben.get(f"/t/{code}").get_data(as_text=True), "whose phone is gone"
    assert "Host again" not in host.get(f"/t/{code}").get_data(as_text=True), "whose seat is freed"
    sit(back, code, 0)
    ben.post(f"/t/{code}/seats/0/host")
    for one in (ben, back):
        page = one.get(f"/t/{code}").get_data(as_text=True)
        assert ("host?" in page, page.count("<small>Host</small>")) == (False, 1)


def test_pages_for_a_host_alone_follow_the_table_and_lead_back_who_hosts_no_more(app: Flask) -> None:
    host, ben = Browser(app), Browser(app)
    code = open_table(host, "Ana", "Ben", "Cleo")
    sit(ben, code, 1)
    sit(Browser(app), code, 2)
    end = f"/m/{start_match(host, code, 'limits')}/end"
    for path in (end, *[f"/t/{code}/{one}" for one in ("first", "seats/1", "new", "new/limits", "host")]):
        assert f'data-stream="/t/{code}/stream?hosts=yes" data-asks' in host.get(path).get_data(as_text=True), path
    assert where_to(host, code, "hosts=yes") is None
    host.post(f"/t/{code}/seats/1/host")
    assert where_to(host, code, "hosts=yes") == end.removesuffix("/end")
    assert 'id="seat-1" data-phones="1"' in ben.get(f"/t/{code}/people").get_data(as_text=True), (
        "so that it hears of each"
    )

    refused = host.get(end).get_data(as_text=True)
    anew = there(re.search('hx-select-oob="#([a-z]+),#([a-z]+)"', refused))
    ben.post(f"/t/{code}/seats/2/host")
    page = host.get(end).get_data(as_text=True)
    assert ["Host again" in one for one in (refused, page)] == [True, False]
    assert [f'id="{part}"' in page for part in anew.groups()] == [True, True], "an open one says so too"


def test_a_phone_whose_seat_the_host_frees_reads_why_and_is_back_in_one_tap(app: Flask) -> None:
    host, ben = Browser(app), Browser(app)
    code = open_table(host, "Ana", "Ben")
    sit(ben, code, 1)
    [followed] = re.findall('/stream[?]([^"]+)"', ben.get(f"/t/{code}").get_data(as_text=True))
    host.post(f"/t/{code}/seats/1/renew")
    freed = there(where_to(ben, code, html.unescape(followed)))
    page = ben.get(freed).get_data(as_text=True)
    assert "The host freed your seat." in page
    assert "Join as Ben</button>" in page.partition('<footer class="foot">')[2]
    ben.post(f"/t/{code}/join/1")
    assert "The host freed your seat." not in ben.get(freed).get_data(as_text=True)
