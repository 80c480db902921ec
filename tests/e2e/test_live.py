"""Phones round a table see what the others do, whatever their wire does."""

import re
import time
from contextlib import ExitStack
from http.client import HTTPConnection

import pytest
from playwright.sync_api import Page, expect

from companion.server import Limits
from tests.e2e.boards import (
    LOST,
    faces,
    held_back,
    hide,
    is_in_state,
    number,
    record,
    seconds_until_shown,
    shows,
    takes_less_than_a_second,
    tap,
    tap_until_drawn,
    until,
    version,
)
from tests.e2e.cutting_proxy import CuttingProxy
from tests.e2e.evening import Evening, land_unter, match_of
from tests.e2e.stage import HOST, OpenPhone, Server, first_early
from tests.records import early_on_postgresql
from tests.there import there

MOST_STREAMS = Limits().streams_per_owner
WHOLE = """one => {
  const box = one.getBoundingClientRect();
  const parts = [...one.children].map(part => part.getBoundingClientRect()).filter(part => part.height);
  return box.bottom <= innerHeight && parts.every(part => part.top >= box.top - 1 && part.bottom <= box.bottom + 1);
}"""
"""Does it stand on the screen, and all that it says within it?"""


@pytest.mark.ring("test")
@early_on_postgresql
def test_six_phones_see_a_tap_at_once(phone: OpenPhone, server: Server) -> None:
    def until_all_see_it() -> float:
        evening = land_unter(server.port, 5)
        pages = [evening.sit(phone(), seat) for seat in range(5)]
        onlooker = phone()
        onlooker.goto(evening.board)
        is_in_state(onlooker, "live")
        tap(pages[1], "rings", 4)
        since = time.monotonic()
        record(pages[1])
        seconds = max(seconds_until_shown(page, 1, since) for page in (*pages, onlooker))
        for page in (*pages, onlooker):
            expect(page.locator("#announced")).to_contain_text("Ben")
        return seconds

    assert takes_less_than_a_second(until_all_see_it)


@pytest.mark.ring("test")
def test_what_an_event_that_never_came_would_tell_is_asked_for_at_the_next(phone: OpenPhone, evening: Evening) -> None:
    page = evening.sit(phone(), 1)
    strip = page.locator("#shown [data-part='strip']")
    strip.evaluate("part => { part.textContent = 'as it was before'; part.dataset.hash = 'of before'; }")
    evening.move("count_rings", seat=0, rings=5)
    shows(page, 1)
    expect(strip).to_contain_text("Counting rings")


def test_a_page_that_missed_something_says_it_is_live_once_it_shows_it(phone: OpenPhone, evening: Evening) -> None:
    page = evening.sit(phone(), 1)
    hide(page, True)
    evening.move("count_rings", seat=0, rings=5)
    held = held_back(page, "board", lambda: hide(page, False))
    expect(page.locator("#view")).to_have_attribute("data-state", "wait")
    expect(version(page)).to_have_attribute("data-version", "0")
    held.continue_()
    shows(page, 1)
    is_in_state(page, "live")


def test_a_page_whose_stream_is_pushed_out_asks_for_a_while_instead_of_pushing_out_the_next(
    phone: OpenPhone, evening: Evening, proxy: CuttingProxy
) -> None:
    page = evening.sit(phone(at=proxy.url), 1)
    cookies = "; ".join(f"{one['name']}={one['value']}" for one in page.context.cookies())
    opened = sum("/stream" in line for line in proxy.requests)
    with ExitStack() as streams:
        with page.expect_request("**/board"):
            # Each worker counts its own: so many that the one with the page's has too many.
            for _ in range(4 * MOST_STREAMS):
                other = HTTPConnection("127.0.0.1", evening.port)
                streams.callback(other.close)
                other.request("GET", f"{evening.board}/stream", headers={"Host": HOST, "Cookie": cookies})
                assert other.getresponse().status == 200
        page.evaluate("dispatchEvent(new Event('online'))")
        for number in (1, 2):
            evening.move("count_rings", seat=number - 1, rings=5)
            shows(page, number)
        is_in_state(page, "live")
    assert sum("/stream" in line for line in proxy.requests) == opened


def test_a_hidden_page_holds_no_stream(phone: OpenPhone, evening: Evening, proxy: CuttingProxy) -> None:
    page = evening.sit(phone(at=proxy.url), 1)
    opened = sum("/stream" in line for line in proxy.requests)
    hide(page, True)
    page.evaluate("dispatchEvent(new Event('online'))")
    evening.move("count_rings", seat=0, rings=5)
    expect(version(page)).to_have_attribute("data-version", "0")
    assert sum("/stream" in line for line in proxy.requests) == opened


@pytest.mark.ring("test")
def test_a_cut_wire_keeps_what_is_tapped_whose_rings_go_with_the_finger_and_comes_back(
    phone: OpenPhone, evening: Evening, proxy: CuttingProxy
) -> None:
    page = evening.sit(phone(at=proxy.url, expects=LOST), 1)
    tap_until_drawn(page.locator("#_rings_way-symbols"))
    for name, value in (("whole", 4), ("half", 0)):
        tap(page, name, value)
    proxy.cut()
    is_in_state(page, "off")
    expect(page.locator("#badge")).to_have_text(re.compile(r"No connection since \d\d:\d\d."))
    expect(page.locator("#announced")).to_contain_text("No connection")
    page.locator("input[name=half][value='2'] + .face").click()
    expect(page.locator(".ask i").last).to_have_text("2")
    expect(page.locator("#record")).to_contain_text("Take 5 rings")
    evening.move("count_rings", seat=0, rings=5)
    proxy.mend()
    shows(page, 1)
    is_in_state(page, "live")
    expect(number(page, "whole", 4)).to_be_checked()
    expect(number(page, "half", 2)).to_be_checked()
    expect(page.locator(".foot .btn.main")).to_contain_text("5")
    record(page)
    shows(page, 2)


def test_an_entry_kept_for_later_outlives_its_page_and_can_only_be_taken_back_before_another(
    phone: OpenPhone, evening: Evening, proxy: CuttingProxy
) -> None:
    page = evening.sit(phone(at=proxy.url, expects=LOST), 1)
    tap_until_drawn(page.locator("#_rings_way-symbols"))
    tap(page, "whole", 4)
    proxy.cut()
    is_in_state(page, "off")
    expect(page.locator("#record")).to_have_class(re.compile(r"\bwait\b"))
    faces(page, "half", 2)[0].click()
    expect(page.locator("#record")).not_to_have_class(re.compile(r"\bwait\b"))
    record(page)
    expect(page.locator("#unsent")).to_contain_text("Saved here")
    proxy.mend()
    page.reload()
    shows(page, 1)
    page.get_by_role("button", name="Undo", exact=True).click()
    shows(page, 2)
    expect(number(page, "half", 2)).to_be_checked()
    proxy.cut()
    record(page)
    expect(page.locator("#unsent")).to_contain_text("Saved here")
    expect(page.locator("main[inert]")).to_be_visible()
    kept, foot = (there(page.locator(one).bounding_box()) for one in ("#unsent", ".foot"))
    assert foot["y"] <= kept["y"], "it stands where the button stood"
    page.locator("#unsent").get_by_role("button", name="Undo").tap()
    expect(page.locator("#unsent")).to_be_hidden()
    expect(page.locator("#record")).not_to_have_class(re.compile(r"\bwait\b"))
    page.locator("input[name='whole'][value='3'] + .face").click()
    proxy.mend()
    is_in_state(page, "live")
    expect(number(page, "whole", 3)).to_be_checked()
    shows(page, 2)


def test_without_a_connection_half_a_trick_is_not_taken_for_saved_and_one_taken_back_waits_for_its_button(
    phone: OpenPhone, evening: Evening, proxy: CuttingProxy
) -> None:
    first = evening.count_all_rings(4)
    page = evening.sit(phone(at=proxy.url, expects=LOST), 0)
    tap(page, "levels", 4)
    proxy.cut()
    is_in_state(page, "off")
    record(page)
    expect(page.locator("#unsent p")).to_have_text("Something is missing")
    proxy.mend()
    expect(page.locator("#unsent")).to_be_hidden()
    proxy.cut()
    is_in_state(page, "off")
    for name, value in (("levels", 9), ("highest", 1), ("second", 2)):
        faces(page, name, value)[0].tap()
    expect(page.locator("#unsent p")).to_contain_text("Saved here")
    page.locator("#unsent").get_by_role("button", name="Undo").tap()
    for level in (9, 10):
        faces(page, "levels", level)[0].tap()
    expect(number(page, "levels", 10)).to_be_checked()
    expect(page.locator("#unsent p")).not_to_contain_text("Saved here")
    proxy.mend()
    is_in_state(page, "live")
    assert evening.state["trick"] == 0
    record(page)
    shows(page, first + 1)


def test_a_link_tapped_without_a_connection_keeps_the_board_and_says_so(
    phone: OpenPhone, evening: Evening, proxy: CuttingProxy
) -> None:
    page = evening.sit(phone(at=proxy.url, expects=(*LOST, r"htmx:(sendError|afterRequest)")), 1)
    proxy.cut()
    is_in_state(page, "off")
    log = page.locator(".strip a[href$='/journal']").first
    log.press("Enter")
    expect(page.locator("#unsent")).to_contain_text("No connection since")
    expect(version(page)).to_be_attached()
    proxy.mend()
    is_in_state(page, "live")
    expect(page.locator("#unsent")).to_be_hidden()
    log.click()
    page.wait_for_url("**/journal")
    expect(page.locator("#log")).not_to_contain_text("5 rings for Ana")
    evening.move("count_rings", seat=0, rings=5)
    expect(page.locator("#log"), "what is entered now").to_contain_text("5 rings for Ana")


@pytest.mark.parametrize(
    "path", first_early("/t/{table}", "/m/{match}", "/tv/{table}", "/m/{match}/setup", "/m/{match}/correct/0")
)
def test_a_stream_that_fell_silent_is_found_out_and_said_on_the_whole_head(
    phone: OpenPhone, evening: Evening, proxy: CuttingProxy, path: str
) -> None:
    page = phone(at=proxy.url, expects=(*LOST, r"htmx:(sendError|afterRequest)"))
    if "correct" in path:
        evening.move("count_rings", seat=0, rings=5)
    page.clock.install()
    evening.sit(page, 1)
    page.goto(path.format(match=evening.match_id, table=evening.table))
    proxy.fall_silent()
    page.clock.fast_forward(6_000)
    page.clock.fast_forward(3_000)
    expect(page.locator("#badge")).to_contain_text("No connection since")
    if path == "/tv/{table}":
        head, bar = (there(page.locator(one).bounding_box()) for one in (".strip b", "#badge"))
        assert head["x"] + head["width"] < bar["x"], "where the game stands is read beside it"
    pale = page.locator(".foot .main").evaluate_all("all => all.map(one => getComputedStyle(one).opacity)") == ["0.45"]
    assert pale == (path == "/t/{table}"), "what leads on leads nowhere now"
    evening.move("count_rings", seat=1, rings=5)
    proxy.mend()
    page.clock.fast_forward(3_000)
    expect(page.locator("#badge.off, .htmx-request")).to_have_count(0)
    if path == "/m/{match}":
        shows(page, 1)


def test_out_of_reach_it_asks_ever_more_seldom_and_at_once_by_a_tap(
    phone: OpenPhone, evening: Evening, proxy: CuttingProxy
) -> None:
    page = phone(at=proxy.url, expects=LOST)
    page.clock.install()
    evening.sit(page, 1)
    page.evaluate(
        "() => { const set = setTimeout; window.pauses = [];"
        " window.setTimeout = (then, ms, ...more) => { pauses.push(ms); return set(then, ms, ...more); } }"
    )
    proxy.cut()
    is_in_state(page, "off")
    page.clock.fast_forward(1_000)
    assert not page.evaluate("pauses.some((one) => one > 900 && one < 2900)")
    page.clock.fast_forward(60_000)
    until(page, "pauses.some((one) => one > 3600 && one < 5000)")
    again = page.locator("#badge").get_by_role("button", name="Refresh")
    again.tap()
    expect(page.locator("#badge")).to_contain_text("Still no connection.")
    proxy.mend()
    again.tap()
    is_in_state(page, "live")


WAKES = {
    "seen again": "document.dispatchEvent(new Event('visibilitychange'))",
    "from the page cache": "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))",
    "the network is back": "dispatchEvent(new Event('online'))",
    "focused": "dispatchEvent(new Event('focus'))",
    "tapped": """for (const kind of ["pointerdown", "pointerup"])
        document.querySelector("main").dispatchEvent(new PointerEvent(kind, { bubbles: true }))""",
}


def anas_rings(page: Page) -> str:
    return page.locator("#shown .pick label").first.inner_html()


@pytest.mark.parametrize("how", WAKES)
def test_a_phone_whose_stream_died_in_its_sleep_unnoticed_is_right_within_a_second_of_waking(
    phone: OpenPhone, server: Server, proxy: CuttingProxy, how: str
) -> None:
    """As Safari on iOS does it (docs/waking.md): no event tells of the sleep, the stream is cut without one, timers stand still."""

    def until_it_is_right() -> float:
        evening = land_unter(server.port)
        page = phone(at=proxy.url, expects=LOST)
        page.clock.install()
        evening.sit(page, 1)
        before = anas_rings(page)
        now = page.evaluate("Date.now()") / 1000
        page.clock.pause_at(now + 1)
        page.clock.set_system_time(now + 1200)
        proxy.lose_streams()
        evening.move("count_rings", seat=0, rings=5)
        expect(version(page)).to_have_attribute("data-version", "0")
        since = time.monotonic()
        page.evaluate(f"() => {{ {WAKES[how]} }}")
        page.clock.resume()
        seconds = seconds_until_shown(page, 1, since)
        # Not the number alone: what Ana entered is there.
        assert anas_rings(page) != before
        return seconds

    assert takes_less_than_a_second(until_it_is_right)


@pytest.mark.ring("test")
def test_what_is_kept_for_later_stands_where_keys_were(phone: OpenPhone, server: Server, proxy: CuttingProxy) -> None:
    evening = match_of(server.port, "own-game", 5, sheet='{"name": "Skyjo"}')
    page = evening.sit(phone(at=proxy.url, size=(360, 640), expects=LOST), 0)
    proxy.cut()
    is_in_state(page, "off")
    page.locator("#keys [data-key='9']").tap()
    page.locator("#go").tap()
    expect(page.locator("#unsent p")).to_contain_text("Saved here")
    for size in ("normal", "larger"):
        page.evaluate("size => { document.documentElement.dataset.size = size }", size)
        assert page.locator("#unsent").evaluate(WHOLE)
        page.locator("#unsent button").tap(trial=True)
    expect(page.locator("#go")).to_be_hidden()


def test_the_last_tap_of_a_trick_made_without_a_connection_is_kept_and_sent_and_the_whole_head_says_so(
    phone: OpenPhone, server: Server, proxy: CuttingProxy
) -> None:
    page = land_unter(server.port, 4, rings=5).sit(phone(at=proxy.url, expects=LOST, locale="de-DE"), 1)
    proxy.cut()
    is_in_state(page, "off")
    head, badge = there(page.locator(".strip").bounding_box()), there(page.locator("#badge.off").bounding_box())
    assert badge["width"] >= head["width"] - 2
    page.set_viewport_size({"width": 360, "height": 640})
    page.evaluate("document.documentElement.dataset.size = 'larger'")
    assert page.locator("#badge.off").evaluate(WHOLE)
    for level in (4, 9):
        page.locator(f".nums input[name=levels][value='{level}'] + .face").tap()
    for seat in (0, 2):
        page.locator(".tank.tap").nth(seat).locator(".whole").locator("visible=true").tap()
    expect(page.locator("#unsent p")).to_have_text("Hier gespeichert, wird bei Verbindung gesendet.")
    assert page.locator("#unsent").evaluate(WHOLE)
    asked = len(proxy.requests)
    held = held_back(page, "moves", proxy.mend)
    for old in (
        "#unsent",
        "#record small",
    ):  # Beside a live board nothing waits for the connection, nor is anything missing.
        expect(page.locator(old)).to_be_hidden()
    held.continue_()
    shows(page, 5)
    expect(page.locator("#unsent")).to_be_hidden()
    expect(page.locator(".opens")).to_contain_text("Cleo verliert einen Ring.")
    assert asked < 100


@pytest.mark.ring("test")
def test_whatever_takes_the_focus_of_the_keyboard_away_something_near_has_it(
    phone: OpenPhone, evening: Evening
) -> None:
    page = evening.sit(phone(), 1)
    for at, gone in enumerate(
        (
            "one.disabled = true",
            "one.remove()",
            "main.inert = true; setTimeout(() => main.inert = false, 60)",
            "one.blur()",  # As a browser tells of what was hidden, and stands again by then.
        )
    ):
        page.locator("#shown").get_by_role("link").first.focus() if at == 3 else number(
            page, "rings", 4 - at % 2
        ).focus()
        page.evaluate(f"() => {{ const one = document.activeElement, main = one.closest('main'); {gone} }}")
        expect(page.locator("#shown :focus:not(:disabled, [inert] *)")).to_have_count(1)
