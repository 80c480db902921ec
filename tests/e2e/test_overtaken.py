"""Boards, answers and taps that overtake one another or wait: none is lost, each counts in its order, what went wrong is said."""

import re
from contextlib import nullcontext

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.boards import (
    LOST,
    REFUSED,
    answered,
    held_back,
    is_in_state,
    number,
    record,
    shows,
    tap,
    tap_until_drawn,
    touch,
    until,
    version,
)
from tests.e2e.evening import TIDE, Evening, call, land_unter, nile_in_play
from tests.e2e.laying import EXPECTED, cell
from tests.e2e.laying import match as down_under
from tests.e2e.stage import OpenPhone, Server, drawn


def test_a_tap_survives_an_answer_that_comes_later_than_the_stream(phone: OpenPhone, server: Server) -> None:
    page = down_under(server.port, 2).sit(phone(expects=EXPECTED), 0)
    with drawn(page):
        cell(page, 0, 0)
    held = held_back(page, "moves", lambda: record(page))
    answer = answered(held, server.port)
    shows(page, 1)
    page.locator("label:has(input[name='tile.kind'][value='straight'])").click()
    held.fulfill(response=answer)
    cell(page, 0, 1)
    expect(page.locator("input[name='_shown']")).to_have_value(re.compile("^0,1,straight,"))
    expect(number(page, "tile.kind", "straight")).to_be_checked()


@pytest.mark.ring("test")
def test_of_two_who_tap_at_once_the_slower_is_told_and_loses_nothing(phone: OpenPhone, evening: Evening) -> None:
    evening.move("count_rings", seat=0, rings=5)
    quick, slow = evening.sit(phone(), 1), evening.sit(phone(expects=REFUSED), 2)
    held = held_back(slow, "undo", slow.locator(".undo button").click)
    quick.locator(".undo button", has_text="Undo").click()
    for page in (quick, slow):
        shows(page, 2)
    held.continue_()
    expect(slow.locator("#problem")).to_be_focused()
    expect(slow.locator("#problem")).to_contain_text("moved on")
    shows(slow, 2)


@pytest.mark.ring("test")
def test_a_refusal_is_said_though_what_others_enter_comes_first(phone: OpenPhone, evening: Evening) -> None:
    page = evening.sit(phone(expects=REFUSED), 1)
    tap_until_drawn(page.locator("#_rings_way-symbols"))
    tap(page, "whole", 4)
    held = held_back(page, "moves", lambda: record(page))
    answer = answered(held, evening.port)
    evening.move("count_rings", seat=0, rings=5)
    shows(page, 1)
    held.fulfill(response=answer)
    expect(page.locator("#problem")).to_be_focused()
    expect(number(page, "whole", 4)).to_be_checked()
    with page.expect_response("**/preview"):
        evening.move("count_rings", seat=2, rings=5)
    shows(page, 2)
    expect(page.locator("#problem")).to_be_focused()
    tap(page, "half", 2)
    record(page)
    shows(page, 3)
    expect(page.locator("#problem")).to_have_count(0)


A_WHILE_SECONDS = 5
"""Longer than it takes to say so; less than a stream may be silent."""
PUT = "html => board.put(board.levelOf(html))"
"""Shows a board, as if it had been asked for."""


def test_a_board_that_comes_under_a_finger_waits_for_the_tap(phone: OpenPhone, evening: Evening) -> None:
    page = phone()
    page.clock.install()
    evening.sit(page, 1)
    page.locator("input[name=rings][value='7'] + .face").hover()
    page.clock.pause_at(page.evaluate("Date.now() / 1000") + A_WHILE_SECONDS)
    page.mouse.down()
    evening.move("count_rings", seat=0, rings=5)
    page.evaluate("new Promise((told) => new EventSource(view.dataset.stream).addEventListener('board', told))")
    expect(version(page)).to_have_attribute("data-version", "0")
    with drawn(page):
        page.mouse.up()
    page.clock.resume()
    shows(page, 1)
    expect(number(page, "rings", 7)).to_be_checked()


def test_an_older_board_never_replaces_a_newer_one(phone: OpenPhone, evening: Evening) -> None:
    page = evening.sit(phone(), 1)
    older = page.locator("#shown").evaluate("shown => shown.outerHTML")
    evening.move("count_rings", seat=0, rings=5)
    shows(page, 1)
    page.evaluate(PUT, older)
    expect(version(page)).to_have_attribute("data-version", "1")


SHOWN = "input[name='_shown']"


def test_an_entry_tapped_after_what_did_not_get_through_is_not_sent(phone: OpenPhone, server: Server) -> None:
    page = down_under(server.port, 2).sit(phone(expects=LOST), 0)
    cell(page, 0, 0)
    expect(page.locator(SHOWN)).to_have_value(re.compile("^0,0,"))
    held = held_back(page, "preview", lambda: cell(page, 1, 1))
    record(page)
    held.abort()
    expect(page.locator("#unsent")).to_be_focused()
    expect(page.locator(".foot .btn.main")).to_be_enabled()
    is_in_state(page, "live")
    expect(page.locator(SHOWN)).to_have_value(re.compile("^1,1,"))
    shows(page, 0)


def test_an_entry_that_waited_counts_for_no_later_step_of_the_game(phone: OpenPhone, server: Server) -> None:
    evening = nile_in_play(server.port)
    page = evening.sit(phone(expects=REFUSED), 0)
    held = held_back(page, "preview", page.locator("[id='_moved-1']").click)
    record(page)
    answer = answered(held, server.port)
    evening.move("tide", moved=0, arrows=0)
    shows(page, 5)
    held.fulfill(response=answer)
    expect(page.locator("#beside")).to_contain_text("0 water cards moved")
    shows(page, 5)


@pytest.mark.ring("test")
@pytest.mark.parametrize("is_undone", [True, False])
def test_what_another_saved_first_folds_at_the_next_entry_and_goes_once_undone_or_with_the_round(
    phone: OpenPhone, server: Server, is_undone: bool
) -> None:
    evening = nile_in_play(server.port)
    page, other = evening.sit(phone(expects=REFUSED), 0), evening.sit(phone(), 1)
    television = evening.on_television(phone(size=(1280, 720)))
    tap_until_drawn(page.locator("[id='_moved-1']"))
    page.evaluate(
        "() => { const { put } = board; board.put = (level) => (window.later = () => (board.put = put)(level)) }"
    )
    evening.move("tide", moved=2, arrows=0)
    record(page)
    expect(page.locator("#beside")).to_contain_text(
        re.compile(r"2 water cards moved\s+Use mine\s+You: 1 water card moved")
    )
    for one in (other, television):
        expect(one.locator("#entering")).to_have_text("Flood: Ana is asked")
    until(page, "window.later")
    page.evaluate("later()")
    shows(page, 5)
    expect(page.locator("#beside")).to_be_visible()
    for one in (television, page):
        expect(television.locator("#entering")).to_have_text("Flood: Ana is asked")
        one.reload()
    for seat in range(3):
        evening.move("pass", seat=seat)
    shows(page, 8)
    page.reload()
    expect(page.locator("#beside")).to_be_hidden()
    expect(television.locator("#entering")).to_be_hidden()
    for _ in range(4 if is_undone else 0):
        call(server.port, f"/matches/{evening.match_id}/undo", {}, evening.host)
    if not is_undone:
        evening.move("tide", moved=1, arrows=0)
    expect(page.locator("#beside")).to_have_count(0)


def test_an_entry_whose_button_the_tap_before_it_took_away_is_not_made(phone: OpenPhone, server: Server) -> None:
    evening = nile_in_play(server.port).after(TIDE)
    evening.move("harvest", seat=0, plant="grapes", quality=4, column=1, shared=False)
    evening.move("pass", seat=0, through=2)
    page = evening.sit(phone(), 0)
    held = held_back(page, "preview", page.get_by_role("button", name="1 palm: plants get worse").click)
    record(page)
    held.continue_()
    expect(page.locator(".foot .btn.main")).to_contain_text("1 plant in column 1 gets worse")
    expect(page.locator(".foot .btn.main")).to_be_enabled()
    shows(page, 7)
    record(page)
    shows(page, 8)


@pytest.mark.ring("test")
def test_nothing_of_an_entry_stays_half_made_though_its_last_tap_still_waited(phone: OpenPhone, server: Server) -> None:
    page = land_unter(server.port, 4).sit(phone(), 1)
    tap_until_drawn(page.locator("#_rings_way-symbols"))
    held = held_back(page, "preview", page.locator("input[name=whole][value='4'] + .face").click)
    page.locator("input[name=half][value='2'] + .face").click()
    record(page)
    held.continue_()
    shows(page, 1)
    expect(page.locator("input:is([name=whole],[name=half]):checked")).to_have_count(0)


RESTS = """() => { window.rests = []; new MutationObserver((all) => all.forEach(({ target }) =>
    target.matches(".hold") && rests.push(performance.now()))).observe(view, { subtree: true, attributeFilter: ["data-new"] }) }"""


def test_a_tap_right_after_the_last_choice_does_not_take_the_entry_back(phone: OpenPhone, server: Server) -> None:
    evening = land_unter(server.port, 3)
    counted = evening.count_all_rings(5)
    page = evening.sit(phone(), 0)
    for level in (4, 9):
        tap_until_drawn(number(page, "levels", level).locator("+ .face"))
    page.locator(".tank.tap").nth(0).tap()
    page.evaluate(RESTS)
    page.locator(".tank.tap").nth(1).tap()
    undo = page.locator(".foot .hold")
    touch(page, undo)
    until(page, "rests.length > 2 && rests[2] - rests[1] < 500")
    expect(undo).to_be_hidden()
    expect(version(page)).to_have_attribute("data-version", str(counted + 1))


@pytest.mark.ring("test")
def test_after_an_undo_no_undo_of_what_came_before_stands_in_place_of_save(phone: OpenPhone, server: Server) -> None:
    evening = land_unter(server.port, 3, rings=5)
    counted = evening.move("trick", levels=[3, 11], highest=1, second=2)
    page = evening.sit(phone(), 0)
    for level in (4, 9):
        tap(page, "levels", level)
    tap(page, "highest", 0)
    page.locator(".tank.tap").nth(1).tap()
    shows(page, counted + 1)
    undo, save = page.locator(".foot .hold"), page.locator("#record")
    expect(save).to_be_hidden()
    undo.tap()
    shows(page, counted + 2)
    assert (undo.is_visible(), save.is_visible()) == (False, True)
    expect(save).to_contain_text("Save trick 2")


WHAT_IS_UNDER_A_FINGER = """() => view.addEventListener("board:shown", () => {
    const { x, y, width } = document.querySelector(".tank.tap").getBoundingClientRect();
    window.hit = document.elementFromPoint(x + width / 2, y + 20).localName;
})"""


def test_a_tap_for_the_trick_another_phone_has_ended_is_none_of_the_next(phone: OpenPhone, server: Server) -> None:
    evening = land_unter(server.port, 3)
    counted = evening.count_all_rings(5)
    page = evening.sit(phone(), 0)
    tap(page, "levels", 4)
    page.evaluate(WHAT_IS_UNDER_A_FINGER)
    evening.move("trick", levels=[4, 9], highest=0, second=1)
    shows(page, counted + 1)
    assert page.evaluate("hit") in ("main", "div")
    # However late it comes: the first only lets the form be seen for a new one.
    page.locator(".tank.tap").nth(2).tap()
    expect(number(page, "highest", 2)).not_to_be_checked()
    tap(page, "highest", 2)
    expect(number(page, "highest", 2)).to_be_checked()


def test_a_double_tap_is_not_taken_for_what_comes_into_its_place(phone: OpenPhone, server: Server) -> None:
    page = nile_in_play(server.port).sit(phone(), 0)
    entries: list[str] = []
    page.on("request", lambda sent: entries.append(sent.url) if sent.url.endswith("/moves") else None)
    main = page.locator(".foot .btn.main")
    main.hover()
    page.mouse.down(click_count=1)
    page.mouse.up(click_count=1)
    shows(page, 5)
    main.hover()
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    expect(main).to_contain_text("Pass on to Ben")
    page.title()
    assert len(entries) == 1


@pytest.mark.ring("test")
def test_a_double_tap_opens_one_table(phone: OpenPhone, server: Server) -> None:
    page = phone()
    page.goto("/tables/new?game=limits")
    page.locator("#name").fill("Ana")
    held: list[Route] = []
    page.route("**/tables", lambda route: held.append(route))
    page.locator(".foot .btn.main").hover()
    for wanted in (page.expect_request("**/tables"), nullcontext()):
        with wanted:
            page.mouse.down()
            page.mouse.up()
    for route in held:
        route.continue_()
    expect(page).to_have_url(re.compile(r"/t/[A-Z0-9]{4}$"))
    assert len(held) == 1
