"""Taps quicker than the answers: each counts, in the order tapped, and an entry is what was tapped before it."""

import re
from contextlib import nullcontext

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.boards import LOST, REFUSED, answered, held_back, is_in_state, number, record, shows, tap
from tests.e2e.evening import land_unter
from tests.e2e.laying import cell
from tests.e2e.laying import match as down_under
from tests.e2e.stage import OpenPhone, Server, drawn
from tests.e2e.test_mistakes import begin
from tests.e2e.test_nile import begin as nile

SHOWN = "input[name='_shown']"


WITHOUT_FOCUS = "document.addEventListener('mousedown', (event) => event.preventDefault())"
"""Makes a browser give a clicked button no focus, as those on Apple's devices do."""


def shape(page: Page, kind: str) -> None:
    """A tap on a shape of Down Under."""
    page.locator(f"label:has(input[name='tile.kind'][value='{kind}'])").click()


def test_a_shape_tapped_right_after_a_cell_takes_the_cell_away_from_nobody(phone: OpenPhone, server: Server) -> None:
    page = down_under(server.port, 2).sit(phone(), 0)
    is_in_state(page, "live")
    held = held_back(page, "preview", lambda: cell(page, 0, 0))
    shape(page, "straight")
    held.continue_()
    expect(page.locator(SHOWN)).to_have_value(re.compile("^0,0,straight,"))
    expect(number(page, "tile.kind", "straight")).to_be_checked()


def test_a_tile_tapped_twice_lies_there_and_is_turned(phone: OpenPhone, server: Server) -> None:
    page = down_under(server.port, 2).sit(phone(), 0)
    is_in_state(page, "live")
    held = held_back(page, "preview", lambda: cell(page, 0, 0))
    cell(page, 0, 0)
    held.continue_()
    expect(page.locator("input[name='tile.turn']")).to_have_value("90")


def test_a_turn_tapped_three_times_is_three_turns(phone: OpenPhone, server: Server) -> None:
    page = down_under(server.port, 2).sit(phone(), 0)
    is_in_state(page, "live")
    with drawn(page):
        cell(page, 0, 0)
    rotate = page.get_by_role("button", name="Rotate")
    held = held_back(page, "preview", rotate.click)
    rotate.click()
    rotate.click()
    held.continue_()
    expect(page.locator("input[name='tile.turn']")).to_have_value("270")


def test_a_tile_is_laid_where_it_was_tapped_however_quickly(phone: OpenPhone, server: Server) -> None:
    page = down_under(server.port, 2).sit(phone(), 0)
    is_in_state(page, "live")
    held = held_back(page, "preview", lambda: cell(page, 0, 0))
    record(page)
    expect(page.locator(".foot .btn.main")).to_be_disabled()
    held.continue_()
    shows(page, 1)
    expect(page.locator("[id='cell-0-0']")).to_have_count(0)
    expect(page.locator("#problem")).to_have_count(0)
    expect(page.locator(".foot .btn.main")).to_be_enabled()


def test_an_entry_tapped_after_what_did_not_get_through_is_not_sent(phone: OpenPhone, server: Server) -> None:
    page = down_under(server.port, 2).sit(phone(expects=LOST), 0)
    is_in_state(page, "live")
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
    evening = nile(server.port)
    page = evening.sit(phone(expects=REFUSED), 0)
    is_in_state(page, "live")
    held = held_back(page, "preview", page.locator("[id='_moved-1']").click)
    record(page)
    answer = answered(held, server.port)
    evening.move("tide", moved=0, arrows=0)
    shows(page, 5)
    held.fulfill(response=answer)
    expect(page.locator("#beside")).to_contain_text("Yours isn’t saved: Flood or ebb with 2 cards")
    shows(page, 5)


def test_an_entry_whose_button_the_tap_before_it_took_away_is_not_made(phone: OpenPhone, server: Server) -> None:
    evening = nile(server.port)
    evening.move("tide", moved=2, arrows=0)
    evening.move("harvest", seat=0, plant="grapes", quality=4, column=1, shared=False)
    evening.move("pass", seat=0, through=2)
    page = evening.sit(phone(), 0)
    is_in_state(page, "live")
    held = held_back(page, "preview", page.get_by_role("button", name="1 palm: plants rot").click)
    record(page)
    held.continue_()
    expect(page.locator(".foot .btn.main")).to_contain_text("1 plant in column 1 gets worse")
    expect(page.locator(".foot .btn.main")).to_be_enabled()
    shows(page, 7)
    record(page)
    shows(page, 8)


def test_what_is_wrong_is_said_though_taps_before_the_entry_still_waited(phone: OpenPhone, server: Server) -> None:
    page = land_unter(server.port, 4).sit(phone(expects=REFUSED), 1)
    is_in_state(page, "live")
    held = held_back(page, "preview", page.locator("input[name=whole][value='9'] + .face").click)
    page.locator("input[name=half][value='8'] + .face").click()
    record(page)
    held.continue_()
    expect(page.locator("#problem")).to_contain_text("at most 12 rings")
    expect(number(page, "half", 8)).to_be_checked()


@pytest.mark.ring("test")
def test_nothing_of_an_entry_stays_half_made_though_its_last_tap_still_waited(phone: OpenPhone, server: Server) -> None:
    page = land_unter(server.port, 4).sit(phone(), 1)
    is_in_state(page, "live")
    held = held_back(page, "preview", page.locator("input[name=whole][value='4'] + .face").click)
    page.locator("input[name=half][value='2'] + .face").click()
    record(page)
    held.continue_()
    shows(page, 1)
    expect(page.locator("input:is([name=whole],[name=half]):checked")).to_have_count(0)


def test_a_cell_is_tapped_also_where_a_browser_does_not_say_by_which_button(phone: OpenPhone, server: Server) -> None:
    page = phone()
    page.add_init_script("Object.defineProperty(SubmitEvent.prototype, 'submitter', { value: undefined })")
    down_under(server.port, 2).sit(page, 0)
    is_in_state(page, "live")
    cell(page, 0, 0)
    expect(page.locator(SHOWN)).to_have_value(re.compile("^0,0,"))


def test_an_entry_is_made_also_where_a_browser_gives_clicked_buttons_no_focus(phone: OpenPhone, server: Server) -> None:
    page = land_unter(server.port, 4).sit(phone(), 1)
    is_in_state(page, "live")
    page.evaluate(WITHOUT_FOCUS)
    way = page.get_by_role("button", name="Number", exact=True)
    way.click()
    expect(way).to_have_attribute("aria-current", "true")
    tap(page, "rings", 5)
    record(page)
    shows(page, 1)


def test_a_verdict_presses_no_button_again_where_a_browser_gives_clicked_ones_no_focus(phone: OpenPhone) -> None:
    page = phone()
    page.goto("/judge/down-under/route")
    page.evaluate(WITHOUT_FOCUS)
    cell(page, 0, 0)
    expect(page.locator("[id='cell-0-0']")).to_have_attribute("aria-pressed", "true")
    page.locator("details.options summary").click()
    with page.expect_request("**/route?*") as asked:
        page.locator("details.options .face").last.click()
    assert "_set=" not in asked.value.url


def test_a_double_tap_is_not_taken_for_what_comes_into_its_place(phone: OpenPhone, server: Server) -> None:
    page = nile(server.port).sit(phone(), 0)
    is_in_state(page, "live")
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
    expect(main).to_contain_text("Start the scoring")
    page.title()
    assert len(entries) == 1


def test_the_own_card_and_the_water_are_both_known_though_tapped_one_after_the_other(
    phone: OpenPhone, server: Server
) -> None:
    evening = land_unter(server.port, 4)
    evening.count_all_rings(5)
    page = evening.sit(phone(), 1)
    is_in_state(page, "live")
    page.get_by_role("button", name="Only my card").click()
    held = held_back(page, "preview", page.locator("input[name=card][value='7'] + .face").click)
    page.locator("#water input[name=levels][value='3'] + .face").click()
    page.locator("#water input[name=levels][value='8'] + .face").click()
    held.continue_()
    expect(page.locator("#water .ask i")).to_have_text("3 and 8")
    expect(page.locator("#record")).to_have_text("Play the 7")


def test_a_plant_is_laid_on_the_field_it_was_tapped_for_though_another_field_was_tapped_before(
    phone: OpenPhone, server: Server
) -> None:
    evening = begin(server.port, "nile", depth="board")
    evening.move("starter", seat=0)
    for seat in range(3):
        evening.move("boat", seat=seat, plants=["flax", "wheat"])
    for seat in range(3):
        water = {"field": {"bank": "left", "row": 4, "square": seat}, "card": ["single", "single"]}
        evening.move("lay_first", seat=seat, water=water)
    page = evening.sit(phone(), 0)
    is_in_state(page, "live")
    with drawn(page):
        page.locator("[id='left.5.0']").click()
    held = held_back(page, "preview", page.locator("[id='right.5.4']").click)
    page.locator(".spot .kinds").nth(1).get_by_role("button", name="grapes").click()
    held.continue_()
    expect(page.locator("input[name=_pencil]").first).to_have_value(re.compile("seed:left.5.0=grapes$"))
    expect(page.locator("[id='left.5.0']")).to_have_class(re.compile("new"))


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
    expect(page).to_have_url(re.compile(r"/t/[A-Z0-9]{4}\?game=limits$"))
    assert len(held) == 1


def test_two_tiles_laid_for_the_judge_one_right_after_the_other_both_lie_there(phone: OpenPhone) -> None:
    page = phone()
    page.goto("/judge/down-under/route")
    held = held_back(page, "route?*", lambda: cell(page, 0, 0))
    cell(page, 0, 1)
    page.locator("details.options summary").click()
    page.locator("details.options .face").last.click()
    held.continue_()
    expect(page.locator("#desk g.piece")).to_have_count(2)
    expect(page.locator("[id='cell-0-1']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("input[name='tiles.1.y']")).to_have_value("1")


def test_a_tile_taken_away_twice_takes_nothing_else_along_and_holds_nothing_up(phone: OpenPhone) -> None:
    page = phone()
    page.goto("/judge/down-under/route")
    for x in (0, 1):
        cell(page, x, 0)
        expect(page.locator(f"[id='cell-{x}-0']")).to_have_attribute("aria-pressed", "true")
    held = held_back(page, "route?*", page.get_by_role("button", name="Remove").click)
    page.get_by_role("button", name="Rotate").click()
    page.get_by_role("button", name="Remove").click()
    cell(page, 1, 1)
    held.continue_()
    expect(page.locator("[id='cell-1-1']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#desk g.piece")).to_have_count(2)


def test_a_verdict_is_about_the_tile_laid_last_though_that_is_still_on_its_way(phone: OpenPhone) -> None:
    page = phone()
    page.goto("/judge/down-under/route")
    held = held_back(page, "route?*", lambda: cell(page, 0, 0))
    page.get_by_role("button", name="Get the ruling").click()
    held.continue_()
    expect(page.locator("main.ruled #verdict h1")).to_contain_text("1 path")
