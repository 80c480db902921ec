"""Phones round a table see what the others do, whatever their wire does; and lose nothing they were about to say."""

import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import APIResponse, Locator, Page, Route, expect

from tests.e2e.cutting_proxy import CuttingProxy
from tests.e2e.evening import Evening, land_unter
from tests.e2e.laying import EXPECTED, cell
from tests.e2e.laying import match as down_under
from tests.e2e.stage import OpenPhone, Server
from tests.e2e.test_limits import COLOURS
from tests.e2e.test_limits import begin as limits
from tests.e2e.test_mistakes import begin
from tests.e2e.test_nile import begin as nile

A_SECOND = 1000
LOST = (r"net::ERR_\w+", r"htmx:(sendError|afterRequest)")
"""What a browser says of a wire that was cut."""
REFUSED = (r"status of 4(09|22|00)",)


@pytest.fixture
def evening(server: Server) -> Evening:
    """Five at a table, about to count their rings for Land Unter."""
    return land_unter(server.port)


@pytest.fixture
def proxy(server: Server) -> Iterator[CuttingProxy]:
    """A wire that can be cut."""
    with CuttingProxy(server.port) as wire:
        yield wire


RIGHT_AFTER_THE_ANSWER = """html => document.addEventListener("htmx:afterRequest", (event) => {
  if (window.lateOneCame || !event.detail.pathInfo.requestPath.endsWith("/moves")) return;
  htmx.swap(view, html, {swapStyle: "morph:innerHTML"}, {contextElement: view});
  window.lateOneCame = true;
})"""
"""Lets a board come that was drawn before an entry, as soon as the entry has been answered."""


def version(page: Page) -> Locator:
    """The board that is shown."""
    return page.locator("#shown")


def shows(page: Page, number: int, within: float = 10_000) -> None:
    """Wait until the page shows this version of the match."""
    expect(version(page)).to_have_attribute("data-version", str(number), timeout=within)


def is_in_state(page: Page, state: str) -> None:
    """Wait until the badge says so."""
    expect(page.locator("#view")).to_have_attribute("data-state", state, timeout=15_000)


def tap(page: Page, name: str, value: int) -> None:
    """Tap a number of the entry, and wait until the server has drawn it."""
    with page.expect_response(re.compile("/draft$")):
        page.locator(f"input[name={name}][value='{value}'] + .face").click()


def number(page: Page, name: str, value: int | str) -> Locator:
    """A choice of the entry."""
    return page.locator(f"input[name='{name}'][value='{value}']")


def answered(route: Route, port: int) -> APIResponse:
    """The server's answer to a request; the page has not seen it yet."""
    asked = urlsplit(route.request.url)
    headers = {**route.request.all_headers(), "host": asked.netloc}
    return route.fetch(url=asked._replace(netloc=f"127.0.0.1:{port}").geturl(), headers=headers)


def held_back(page: Page, path: str, tapped: Callable[[], None]) -> Route:
    """What a tap asks the server, on its way there."""
    held: list[Route] = []
    page.route(f"**/{path}", lambda route: held.append(route), times=1)
    with page.expect_request(f"**/{path}"):
        tapped()
    page.title()  # By its answer we have heard all that the browser said before.
    return held[0]


def record(page: Page) -> None:
    """Tap the one large button."""
    page.locator(".foot .btn.main").click()


def hide(page: Page, hidden: bool) -> None:
    """Put the phone away, or take it up again."""
    page.evaluate(
        "hidden => { Object.defineProperty(document, 'hidden', {get: () => hidden, configurable: true});"
        " document.dispatchEvent(new Event('visibilitychange')); }",
        hidden,
    )


def test_six_phones_see_a_tap_at_once(phone: OpenPhone, server: Server) -> None:
    evening = land_unter(server.port, 5)
    pages = [evening.sit(phone(), seat) for seat in range(5)]
    onlooker = phone()
    onlooker.goto(evening.board)
    for page in (*pages, onlooker):
        is_in_state(page, "live")
    tap(pages[1], "whole", 4)
    tap(pages[1], "half", 2)
    record(pages[1])
    for page in (*pages, onlooker):
        shows(page, 1, within=A_SECOND)
        expect(page.locator("#told")).to_contain_text("Ben")


def test_a_phone_that_was_put_away_is_right_within_a_second(phone: OpenPhone, evening: Evening) -> None:
    page = evening.sit(phone(), 1)
    is_in_state(page, "live")
    hide(page, True)
    evening.move("count_rings", seat=0, rings=5)
    evening.move("count_rings", seat=2, rings=5)
    expect(version(page)).to_have_attribute("data-version", "0")
    hide(page, False)
    shows(page, 2, within=A_SECOND)
    is_in_state(page, "live")


def test_a_hidden_page_holds_no_stream(phone: OpenPhone, evening: Evening, proxy: CuttingProxy) -> None:
    page = evening.sit(phone(at=proxy.url), 1)
    is_in_state(page, "live")
    opened = sum("/stream" in line for line in proxy.requests)
    hide(page, True)
    page.evaluate("dispatchEvent(new Event('online'))")
    evening.move("count_rings", seat=0, rings=5)
    expect(version(page)).to_have_attribute("data-version", "0")
    assert sum("/stream" in line for line in proxy.requests) == opened


def test_going_elsewhere_and_back_shows_what_is_so_now(phone: OpenPhone, evening: Evening) -> None:
    page = evening.sit(phone(), 1)
    is_in_state(page, "live")
    page.goto("about:blank")
    evening.move("count_rings", seat=0, rings=5)
    page.go_back()
    shows(page, 1, within=A_SECOND)
    is_in_state(page, "live")


def test_a_half_made_entry_survives_what_others_enter(phone: OpenPhone, evening: Evening) -> None:
    page = evening.sit(phone(), 1)
    is_in_state(page, "live")
    tap(page, "whole", 4)
    number(page, "whole", 4).focus()
    evening.move("count_rings", seat=0, rings=5)
    shows(page, 1)
    expect(number(page, "whole", 4)).to_be_checked()
    expect(number(page, "whole", 4)).to_be_focused()
    tap(page, "half", 2)
    record(page)
    shows(page, 2)
    expect(page.locator("#told")).to_contain_text("Ben")


def test_a_tap_that_the_server_has_not_seen_yet_survives_too(phone: OpenPhone, evening: Evening) -> None:
    page = evening.sit(phone(), 1)
    is_in_state(page, "live")
    held = held_back(page, "draft", page.locator("input[name=whole][value='7'] + .face").click)
    evening.move("count_rings", seat=0, rings=5)
    shows(page, 1)
    expect(number(page, "whole", 7)).to_be_checked()
    with page.expect_response(re.compile("/draft$")):
        held.continue_()
    expect(number(page, "whole", 7)).to_be_checked()


def test_a_tap_survives_an_answer_that_comes_later_than_the_stream(phone: OpenPhone, server: Server) -> None:
    page = down_under(server.port, 2).sit(phone(expects=EXPECTED), 0)
    is_in_state(page, "live")
    with page.expect_response(re.compile("/draft$")):
        cell(page, 0, 0)
    held = held_back(page, "moves", lambda: record(page))
    answer = answered(held, server.port)
    shows(page, 1)
    with page.expect_response(re.compile("/draft$")):
        page.locator("label:has(input[name='tile.kind'][value='straight'])").click()
    with page.expect_response(re.compile("/moves$")):
        held.fulfill(response=answer)
    cell(page, 0, 1)
    expect(page.locator("input[name='_shown']")).to_have_value(re.compile("^0,1,straight,"))
    expect(number(page, "tile.kind", "straight")).to_be_checked()


def test_a_draft_that_is_slower_than_its_entry_is_not_taken_for_the_next_one(phone: OpenPhone, server: Server) -> None:
    evening = begin(server.port, "nile")
    evening.move("starter", seat=0)
    page = evening.sit(phone(), 0)
    is_in_state(page, "live")
    held: list[Route] = []
    page.route(re.compile("/(draft|moves)$"), lambda route: held.append(route))
    with page.expect_request("**/draft"):
        page.locator(".hand input[value=flax] + .face").first.click()
    page.locator(".hand input[value=wheat] + .face").first.click()
    with page.expect_request("**/moves"):
        record(page)
    with page.expect_request("**/draft"):
        held[0].continue_()
    page.title()
    _, entry, draft = held
    entry.continue_()
    shows(page, 2)
    with page.expect_response(re.compile("/draft$")):
        draft.continue_()
    page.reload()
    expect(page.get_by_role("group", name="The two of Ben")).to_be_visible()
    expect(page.locator(".hand input:checked")).to_have_count(0)


def test_a_board_that_comes_under_a_finger_waits_for_the_tap(phone: OpenPhone, evening: Evening) -> None:
    page = phone()
    page.clock.install()
    evening.sit(page, 1)
    is_in_state(page, "live")
    page.locator("input[name=whole][value='7'] + .face").hover()
    page.clock.pause_at(page.evaluate("Date.now()") + A_SECOND)
    page.mouse.down()
    evening.move("count_rings", seat=0, rings=5)
    page.evaluate("new Promise((told) => new EventSource(view.dataset.stream).addEventListener('board', told))")
    expect(version(page)).to_have_attribute("data-version", "0")
    with page.expect_response(re.compile("/draft$")):
        page.mouse.up()
    page.clock.resume()
    shows(page, 1)
    expect(number(page, "whole", 7)).to_be_checked()


def test_a_finger_that_stays_holds_no_board_back_for_long(phone: OpenPhone, evening: Evening) -> None:
    page = evening.sit(phone(), 1)
    is_in_state(page, "live")
    page.locator("h1, .strip p").first.hover()
    page.mouse.down()
    evening.move("count_rings", seat=0, rings=5)
    shows(page, 1)
    page.mouse.up()


def test_an_entry_half_made_goes_when_the_game_goes_on(phone: OpenPhone, evening: Evening) -> None:
    page = evening.sit(phone(), 1)
    is_in_state(page, "live")
    tap(page, "whole", 4)
    evening.count_all_rings()
    shows(page, 5)
    expect(page.locator("input[name=whole]")).to_have_count(0)


def test_an_opened_working_stays_open_and_a_closed_one_closed(phone: OpenPhone, evening: Evening) -> None:
    page = evening.sit(phone(), 1)
    is_in_state(page, "live")
    page.evaluate(
        "document.querySelector('#view main').insertAdjacentHTML('beforeend',"
        " '<details id=\"kept\"><summary>Why?</summary>Because.</details>')"
    )
    page.evaluate("document.getElementById('kept').open = true")
    html = page.locator("#shown").evaluate("shown => shown.outerHTML.replace(' open=\"\"', '')")
    page.evaluate("html => htmx.swap(view, html, {swapStyle: 'morph:innerHTML'}, {contextElement: view})", html)
    assert page.locator("#kept").evaluate("kept => kept.open") is True


def test_an_older_board_never_replaces_a_newer_one(phone: OpenPhone, evening: Evening) -> None:
    page = evening.sit(phone(), 1)
    is_in_state(page, "live")
    older = page.locator("#shown").evaluate("shown => shown.outerHTML")
    evening.move("count_rings", seat=0, rings=5)
    shows(page, 1)
    page.evaluate("html => htmx.swap(view, html, {swapStyle: 'morph:innerHTML'}, {contextElement: view})", older)
    expect(version(page)).to_have_attribute("data-version", "1")


def test_an_entry_that_was_taken_does_not_come_back_into_the_form(phone: OpenPhone, evening: Evening) -> None:
    page = evening.sit(phone(), 1)
    is_in_state(page, "live")
    tap(page, "whole", 4)
    tap(page, "half", 2)
    late = page.locator("#shown").evaluate(
        "shown => shown.outerHTML.replace('data-version=\"0\"', 'data-version=\"1\"')"
    )
    page.evaluate(RIGHT_AFTER_THE_ANSWER, late)
    record(page)
    page.wait_for_function("() => window.lateOneCame")
    expect(page.locator("input[name=whole]:checked")).to_have_count(0)
    shows(page, 1)


def test_a_cut_wire_keeps_the_half_made_entry_and_comes_back(
    phone: OpenPhone, evening: Evening, proxy: CuttingProxy
) -> None:
    page = evening.sit(phone(at=proxy.url, expects=LOST), 1)
    is_in_state(page, "live")
    tap(page, "whole", 4)
    proxy.cut()
    is_in_state(page, "off")
    expect(page.locator("#badge")).to_have_text(re.compile(r"as of \d\d:\d\d"))
    expect(page.locator("#told")).to_contain_text("No connection")
    page.locator("input[name=half][value='2'] + .face").click()
    evening.move("count_rings", seat=0, rings=5)
    proxy.mend()
    shows(page, 1)
    is_in_state(page, "live")
    expect(number(page, "whole", 4)).to_be_checked()
    expect(number(page, "half", 2)).to_be_checked()
    expect(page.locator(".foot .btn.main")).to_contain_text("5")
    record(page)
    shows(page, 2)


def test_an_entry_that_does_not_get_through_is_said_and_can_be_tapped_again(
    phone: OpenPhone, evening: Evening, proxy: CuttingProxy
) -> None:
    page = evening.sit(phone(at=proxy.url, expects=LOST), 1)
    is_in_state(page, "live")
    tap(page, "whole", 4)
    tap(page, "half", 2)
    proxy.cut()
    record(page)
    expect(page.locator("#unsent")).to_be_focused()
    expect(page.locator("#unsent")).to_contain_text("Tap again")
    is_in_state(page, "off")
    expect(number(page, "whole", 4)).to_be_checked()
    proxy.mend()
    is_in_state(page, "live")
    record(page)
    shows(page, 1)
    expect(page.locator("#unsent")).to_be_hidden()


def test_where_no_stream_gets_through_the_page_asks_instead(
    phone: OpenPhone, evening: Evening, proxy: CuttingProxy
) -> None:
    proxy.refuse("/stream")
    page = evening.sit(phone(at=proxy.url, expects=LOST), 1)
    is_in_state(page, "live")
    evening.move("count_rings", seat=0, rings=5)
    shows(page, 1)
    with page.expect_response(re.compile("/board$")) as asked:
        pass
    assert asked.value.status == 304


def test_a_stream_that_fell_silent_is_found_out(phone: OpenPhone, evening: Evening, proxy: CuttingProxy) -> None:
    page = phone(at=proxy.url, expects=LOST)
    page.clock.install()
    evening.sit(page, 1)
    is_in_state(page, "live")
    proxy.fall_silent()
    page.clock.fast_forward(11_000)
    page.clock.fast_forward(6_000)
    is_in_state(page, "off")
    evening.move("count_rings", seat=0, rings=5)
    proxy.mend()
    page.clock.fast_forward(3_000)
    shows(page, 1)
    is_in_state(page, "live")


def test_of_two_who_tap_at_once_the_slower_is_told_and_loses_nothing(phone: OpenPhone, evening: Evening) -> None:
    evening.move("count_rings", seat=0, rings=5)
    quick, slow = evening.sit(phone(), 1), evening.sit(phone(expects=REFUSED), 2)
    for page in (quick, slow):
        is_in_state(page, "live")
    held = held_back(slow, "undo", slow.locator(".undo button").click)
    quick.locator(".undo button", has_text="Undo").click()
    for page in (quick, slow):
        shows(page, 2)
    held.continue_()
    expect(slow.locator("#problem")).to_be_focused()
    expect(slow.locator("#problem")).to_contain_text("moved on")
    shows(slow, 2)


def test_a_notice_stays_while_others_enter(phone: OpenPhone, evening: Evening) -> None:
    page = evening.sit(phone(expects=REFUSED), 1)
    is_in_state(page, "live")
    tap(page, "whole", 4)
    record(page)
    expect(page.locator("#problem")).to_be_focused()
    number(page, "whole", 4).focus()
    evening.move("count_rings", seat=0, rings=5)
    shows(page, 1)
    expect(page.locator("#problem")).to_be_visible()
    expect(number(page, "whole", 4)).to_be_checked()
    expect(number(page, "whole", 4)).to_be_focused()
    tap(page, "half", 2)
    expect(page.locator("#problem")).to_have_count(0)


def test_a_refusal_is_said_though_what_others_enter_comes_first(phone: OpenPhone, evening: Evening) -> None:
    page = evening.sit(phone(expects=REFUSED), 1)
    is_in_state(page, "live")
    tap(page, "whole", 4)
    held = held_back(page, "moves", lambda: record(page))
    answer = answered(held, evening.port)
    evening.move("count_rings", seat=0, rings=5)
    shows(page, 1)
    held.fulfill(response=answer)
    expect(page.locator("#problem")).to_be_focused()
    expect(number(page, "whole", 4)).to_be_checked()
    shows(page, 1)
    tap(page, "half", 2)
    record(page)
    shows(page, 2)
    expect(page.locator("#problem")).to_have_count(0)


def test_a_double_tap_has_one_effect(phone: OpenPhone, evening: Evening) -> None:
    for seat in range(3):
        evening.move("count_rings", seat=seat, rings=5)
    page = evening.sit(phone(), 3)
    is_in_state(page, "live")
    page.locator(".undo button", has_text="Undo").evaluate("button => { button.click(); button.click(); }")
    shows(page, 4)
    tap(page, "whole", 3)
    expect(version(page)).to_have_attribute("data-version", "4")


def test_a_button_rests_while_its_tap_is_under_way(phone: OpenPhone, evening: Evening) -> None:
    evening.move("count_rings", seat=0, rings=5)
    page = evening.sit(phone(expects=REFUSED), 1)
    is_in_state(page, "live")
    undo = page.locator(".undo button", has_text="Undo")
    held = held_back(page, "undo", undo.click)
    expect(undo).to_be_disabled()
    evening.move("count_rings", seat=2, rings=5)
    shows(page, 2)
    expect(undo).to_be_disabled()
    held.continue_()
    expect(page.locator("#problem")).to_contain_text("moved on")
    expect(undo).to_be_enabled()


def test_a_button_that_the_stream_brings_rests_until_the_entry_is_answered(phone: OpenPhone, server: Server) -> None:
    evening = nile(server.port)
    page = evening.sit(phone(), 0)
    is_in_state(page, "live")
    held = held_back(page, "moves", lambda: record(page))
    answer = answered(held, server.port)
    shows(page, 5)
    expect(page.locator(".foot .btn.main")).to_contain_text("Ana has finished")
    expect(page.locator("#view button:not([type=button]):enabled")).to_have_count(0)
    held.fulfill(response=answer)
    record(page)
    shows(page, 6)


def test_what_was_opened_since_stays_open_when_the_answer_comes_to_a_button_long_gone(
    phone: OpenPhone, server: Server
) -> None:
    evening = limits(server.port)
    page = evening.sit(phone(expects=REFUSED), 0)
    evening.move("start", seat=0)
    evening.move("limit", numbers=dict.fromkeys(COLOURS, 1))
    for seat in range(4):
        evening.move("hide", seat=seat, colours=["green"])
    evening.move("lay", seat=0, colour="red")
    shows(page, 7)
    is_in_state(page, "live")
    page.locator("#lay button[value=red]").click()
    anyway = page.get_by_role("button", name="Record it anyway")
    expect(anyway).to_be_visible()
    held = held_back(page, "moves", anyway.click)
    answer = answered(held, server.port)
    shows(page, 8)
    expect(anyway).to_have_count(0)
    more = page.locator("main details").first
    more.locator("summary").click()
    held.fulfill(response=answer)
    expect(page.locator("#lay button[value=red]")).to_be_enabled()
    expect(more).to_have_attribute("open", "")


def test_who_loses_the_seat_sees_what_an_onlooker_sees(phone: OpenPhone, evening: Evening) -> None:
    page = phone()
    page.clock.install()
    evening.sit(page, 1)
    is_in_state(page, "live")
    expect(page.locator("form#entry")).to_have_count(1)
    tap(page, "whole", 4)
    page.clock.fast_forward(2_000)  # Longer than a board may still be an echo of what was tapped.
    evening.renew(1)
    expect(page.locator("form#entry")).to_have_count(0, timeout=5_000)
    is_in_state(page, "live")


def test_without_a_script_the_page_says_so_and_everything_works(phone: OpenPhone, evening: Evening) -> None:
    page = evening.sit(phone(javascript=False), 1)
    expect(page.locator("noscript aside")).to_contain_text("does not update by itself")
    evening.move("count_rings", seat=0, rings=5)
    page.locator("noscript a").click()
    shows(page, 1)
    expect(page.locator("#badge")).to_be_hidden()
