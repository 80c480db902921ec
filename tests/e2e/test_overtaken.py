"""Boards, answers and taps that overtake one another on their way: none is lost, and what went wrong is said."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.boards import LOST, REFUSED, answered, held_back, is_in_state, number, record, shows, tap, version
from tests.e2e.evening import Evening
from tests.e2e.laying import EXPECTED, cell
from tests.e2e.laying import match as down_under
from tests.e2e.stage import OpenPhone, Server, drawn
from tests.e2e.test_limits import COLOURS
from tests.e2e.test_limits import begin as limits
from tests.e2e.test_mistakes import begin
from tests.e2e.test_nile import begin as nile


def logged(port: int) -> Evening:
    """Four log their cards in Limits; the first has laid a red one."""
    evening = limits(port)
    evening.move("start", seat=0)
    evening.move("limit", numbers=dict.fromkeys(COLOURS, 1))
    for seat in range(4):
        evening.move("hide", seat=seat, colours=["green"])
    evening.move("lay", seat=0, colour="red")
    return evening


def doubted(page: Page, evening: Evening) -> tuple[Page, Locator]:
    """The board of the first, who has tapped another red card out of turn, and the button that records it anyway."""
    evening.sit(page, 0)
    is_in_state(page, "live")
    page.get_by_text("Someone played out of turn").click()
    page.locator("#out-of-turn").get_by_role("button", name="Ana").click()
    expect(page.locator("#lay input[name=seat]")).to_have_value("0")
    page.locator("#lay button[value=red]").click()
    anyway = page.get_by_role("button", name="Save it anyway")
    expect(anyway).to_be_visible()
    return page, anyway


def test_a_tap_survives_an_answer_that_comes_later_than_the_stream(phone: OpenPhone, server: Server) -> None:
    page = down_under(server.port, 2).sit(phone(expects=EXPECTED), 0)
    is_in_state(page, "live")
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


def test_taps_slower_than_their_entry_belong_to_it_and_not_to_the_next_one(phone: OpenPhone, server: Server) -> None:
    evening = begin(server.port, "nile")
    evening.move("starter", seat=0)
    page = evening.sit(phone(), 0)
    is_in_state(page, "live")
    held = held_back(page, "preview", page.locator(".hand input[value=flax] + .face").first.click)
    page.locator(".hand input[value=wheat] + .face").first.click()
    record(page)
    held.continue_()
    shows(page, 2)
    expect(page.locator(".hand input:checked")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("group", name="Ben’s two plants")).to_be_visible()
    expect(page.locator(".hand input:checked")).to_have_count(0)


@pytest.mark.ring("test")
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
    expect(number(page, "rings", 5)).to_be_checked()
    tap(page, "rings", 3)
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
    expect(page.locator(".foot .btn.main")).to_contain_text("Start the scoring")
    expect(page.locator("#view button:not([type=button]):enabled")).to_have_count(0)
    held.fulfill(response=answer)
    record(page)
    shows(page, 6)


def test_what_was_opened_since_stays_open_when_the_answer_comes_to_a_button_long_gone(
    phone: OpenPhone, server: Server
) -> None:
    page, anyway = doubted(phone(expects=REFUSED), logged(server.port))
    held = held_back(page, "moves", anyway.click)
    answer = answered(held, server.port)
    shows(page, 8)
    expect(anyway).to_have_count(0)
    more = page.locator("main details").first
    more.locator("summary").click()
    held.fulfill(response=answer)
    expect(page.locator("#lay button[value=red]")).to_be_enabled()
    expect(more).to_have_attribute("open", "")


def test_what_did_not_get_through_is_sent_again_though_its_button_is_gone(phone: OpenPhone, server: Server) -> None:
    evening = logged(server.port)
    page, anyway = doubted(phone(expects=(*REFUSED, *LOST)), evening)
    held = held_back(page, "moves", anyway.click)
    evening.move("lay", seat=1, colour="red")
    shows(page, 8)
    expect(anyway).to_have_count(0)
    held.abort()
    expect(page.locator(".notice:visible")).to_contain_text("Saved")
    shows(page, 8)


def test_what_was_wrong_is_no_longer_said_once_it_is_taken_though_others_were_quicker_than_the_answer(
    phone: OpenPhone, evening: Evening
) -> None:
    page = evening.sit(phone(expects=REFUSED), 1)
    is_in_state(page, "live")
    tap(page, "whole", 4)
    record(page)
    expect(page.locator("#problem")).to_be_focused()
    tap(page, "half", 2)
    entry = held_back(page, "moves", lambda: record(page))
    answer = answered(entry, evening.port)
    shows(page, 1)
    evening.move("count_rings", seat=0, rings=5)
    shows(page, 2)
    entry.fulfill(response=answer)
    expect(page.locator(".foot .btn.main")).to_be_enabled()
    expect(page.locator("#problem")).to_have_count(0)
    expect(page.locator("input[name=whole]:checked")).to_have_count(0)
    shows(page, 2)


def test_another_way_to_enter_waits_for_the_tap_before_and_is_lost_to_none_after_it(
    phone: OpenPhone, evening: Evening
) -> None:
    page = evening.sit(phone(), 1)
    is_in_state(page, "live")
    held = held_back(page, "preview", page.locator("input[name=whole][value='4'] + .face").click)
    page.get_by_role("button", name="Number", exact=True).click()
    page.locator("input[name=half][value='2'] + .face").click()
    held.continue_()
    expect(page.get_by_role("button", name="Number", exact=True)).to_have_attribute("aria-current", "true")


def test_taps_that_wait_for_one_another_all_count(phone: OpenPhone, server: Server) -> None:
    page = nile(server.port).sit(phone(), 0)
    is_in_state(page, "live")
    moved, arrows, deserts = (page.locator(f"button[name=_{name}]") for name in ("moved", "arrows", "deserts"))
    held = held_back(page, "preview", moved.last.click)
    arrows.click()
    deserts.click()
    held.continue_()
    for tapped in (moved.last, arrows, deserts):
        expect(tapped).to_have_attribute("aria-pressed", "true")


def test_undo_takes_back_though_redo_stood_in_its_place(phone: OpenPhone, evening: Evening) -> None:
    ana, ben = (evening.sit(phone(), seat) for seat in (0, 1))
    is_in_state(ana, "live")
    for seat in (0, 1):
        evening.move("count_rings", seat=seat, rings=5)
    shows(ana, 2)
    for entries, page, name in (
        (3, ana, "Undo"),
        (4, ben, "Redo"),
        (5, ana, "Undo"),
        (6, ana, "Redo"),
        (7, ana, "Undo"),
    ):
        page.get_by_role("button", name=name, exact=True).press("Enter")
        for seen in (ana, ben):
            shows(seen, entries)
    expect(ana.get_by_role("button", name="Redo", exact=True)).to_be_visible()


def test_what_is_recorded_anyway_is_the_entry_that_was_refused_though_a_board_came_since(
    phone: OpenPhone, server: Server
) -> None:
    evening = nile(server.port)
    evening.move("tide", moved=2, arrows=0)
    for kind in ("grapes", "onions", "aubergine"):
        evening.move("harvest", seat=0, plant=kind, quality=4, column=4, shared=False)
    page = evening.sit(phone(expects=REFUSED), 0)
    is_in_state(page, "live")
    for tapped in ("[id='_crop-wheat.3']", ".stall[name=column][value='3']"):
        page.locator(tapped).click()
    expect(page.locator("#problem")).to_contain_text("0 action points left")
    shows(page, 8)
    evening.move("flooded", plants=[{"seat": 1, "plant": "grapes"}])
    shows(page, 9)
    page.get_by_role("button", name="Save it anyway").click()
    shows(page, 10)
    expect(page.locator("#problem")).to_have_count(0)
    expect(page.locator("#told")).to_contain_text("Ana sold wheat in column 3")
