"""Mistakes happen: corrected, typed anew, turned back, and each phone shows it."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.boards import below, held_back, is_in_state, tap, tap_until_drawn, touch
from tests.e2e.evening import beginning, land_unter, match_of
from tests.e2e.stage import OVER, OpenPhone, Server, accessibility_faults
from tests.there import there


def previewed(page: Page) -> None:
    page.locator("ul.changed").wait_for()
    page.wait_for_load_state()


def test_a_correction_is_sent_although_a_preview_takes_its_button_away_while_the_server_is_asked(
    server: Server, phone: OpenPhone
) -> None:
    evening = land_unter(server.port, players=4, rings=5)
    evening.move("trick", levels=[4, 9], highest=0, second=1)
    ben = evening.sit(phone(), 1)
    ben.goto(f"{evening.board}/correct/4")
    for name, value in (("highest", 3), ("second", 2)):
        tap(ben, name, value, has_script=False)
    ben.wait_for_load_state("networkidle")
    held = held_back(ben, "once.js*", ben.locator("#record").click)
    ben.locator("#record").evaluate("button => button.replaceWith(button.cloneNode(true))")
    held.continue_()
    previewed(ben)
    expect(ben.locator(".changed")).to_contain_text("Highest card: Dora. Second: Cleo")
    ben.locator("#confirm button").click()
    ben.wait_for_url(f"**{evening.board}")
    ben.go_back()
    expect(ben).to_have_url(re.compile(f"{evening.board}$"))


@pytest.mark.ring("test")
def test_in_the_largest_text_a_corrections_changes_are_whole_above_its_button(server: Server, phone: OpenPhone) -> None:
    evening = match_of(server.port, "land-unter", ["Ana", "Íñigo", "Jean-Baptiste", "Llanfairpwllgwyngyll"])
    evening.count_all_rings()
    large = evening.sit(phone(size=(412, 915)), 0)
    large.goto(f"{evening.board}/correct/3")
    tap(large, "rings", 7)
    large.locator("#record").click()
    previewed(large)
    assert large.evaluate("innerWidth") == 412, "one large drawing leaves room for a long name"
    evening.move("trick", levels=[5, 8], highest=2, second=1)
    page = evening.sit(phone(locale="de-DE", size=(360, 640), text="larger"), 0)
    page.goto(f"{evening.board}/correct/4")
    assert there(page.locator(".correcting").bounding_box())["height"] <= 96
    for name, value in (("highest", 3), ("second", 0)):
        tap(page, name, value)
    page.locator("#record").click()
    previewed(page)
    assert below(page, ".before-after") == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert below(page, ".before-after") == [], "on a taller phone too"
    page.set_viewport_size({"width": 360, "height": 640})
    assert there(page.locator(".changed li > span").bounding_box())["width"] >= 320
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.locator("details > summary").click()
    expect(page.locator(".changes [data-short='Jean-B.'] + span").first).to_have_css("position", "absolute")


def test_rings_tapped_for_one_player_are_not_another_s(phone: OpenPhone, server: Server) -> None:
    page = land_unter(server.port, 4).sit(phone(), 0)
    is_in_state(page, "live")
    tap_until_drawn(page.locator("input[name=rings][value='5'] + .face"))
    tap_until_drawn(page.locator("#rings-seat-2 + .face"))
    expect(page.locator("#rings-seat-2")).to_be_checked()
    expect(page.locator("input[name=rings]:checked")).to_have_count(0)
    expect(page.locator("#record")).to_have_class(re.compile("wait"))


def test_a_tile_edited_so_that_it_is_refused_can_be_turned_back_to_how_it_lay(server: Server, phone: OpenPhone) -> None:
    evening, _ = beginning(server, "down_under", 6)
    page = evening.sit(phone(expects=(r"status of 422",)), 0)
    page.goto(f"{evening.board}/correct/4")
    lies, record = page.locator("input[name='tile.turn']"), page.locator("#record")
    lay = lies.input_value()
    page.locator("#turn").click()
    expect(lies).not_to_have_value(lay)
    with page.expect_navigation():
        page.locator("#entry").evaluate("form => form.submit()")
    expect(page.locator("#view .notice.wrong:not(#unsent)")).to_be_visible()
    for turn in ("0", "90", lay):
        page.locator("#turn").click()
        expect(lies).to_have_value(turn)
    expect(page.locator("#view .notice.wrong:not(#unsent)")).to_have_count(0)
    expect(record).not_to_have_class(re.compile("wait"))


def bottoms(found: Locator, side: str = "bottom") -> list[float]:
    return found.evaluate_all(f"found => found.map(one => one.getBoundingClientRect().{side})")


@pytest.mark.ring("test")
@pytest.mark.parametrize(("size", "at_first"), [((360, 640), "result"), ((390, 844), "tiles")])
def test_a_result_is_written_with_the_apps_own_keys_and_never_calls_the_phones(
    phone: OpenPhone, server: Server, size: tuple[int, int], at_first: str
) -> None:
    people = ("Ana", "Maximiliane-Charlotte", "Cleo", "Dora")
    evening = match_of(server.port, "down-under", people, depth=at_first)
    page = evening.sit(phone(size=size), 0)
    # Where tiles were followed at first the keys come with the change.
    if at_first == "tiles":
        evening.move("track", depth="result")
    keys = page.locator("#keys")
    expect(keys).to_be_visible()
    key = keys.locator(".next").evaluate(
        "key => [key.clientWidth, key.scrollWidth, key.scrollHeight - key.clientHeight]"
    )
    assert key[0] >= max(80, key[1])
    assert key[2] <= 0
    assert max(bottoms(page.locator(".sides .figure"))) <= min(bottoms(page.locator("#keys"), "top"))
    assert page.locator(".sides .figure").evaluate_all("found => found.map(one => one.inputMode)") == ["none"] * 4
    for figure in ("27", "14", "35", "9"):
        for digit in figure:
            touch(page, keys.get_by_role("button", name=digit, exact=True))
        if keys.locator(".next").is_enabled():
            touch(page, keys.locator(".next"))
    assert page.locator(".sides .figure").evaluate_all("found => found.map(one => one.value)") == [
        "27",
        "14",
        "35",
        "9",
    ]
    touch(page, keys.get_by_role("button", name="Delete a digit"))
    expect(page.locator("#paths-d")).to_have_value("")
    assert page.evaluate(OVER) <= 0
    assert page.evaluate("scrollY") == 0
    assert accessibility_faults(page) == []


@pytest.mark.ring("test")
def test_a_field_left_empty_is_marked_and_chosen_until_it_is_filled(phone: OpenPhone, server: Server) -> None:
    page = match_of(server.port, "down-under", 3, depth="result").sit(
        phone(size=(360, 640), expects=(r"status of 422",)), 0
    )
    late = held_back(page, "preview", lambda: page.locator("#paths-a").fill("12"))
    expect(page.locator("#record")).to_be_hidden()
    expect(page.locator("#go")).to_be_disabled()
    page.locator("#paths-a").press("Enter")
    empty = page.locator("[aria-invalid=true]")
    expect(empty).to_have_count(2)
    expect(page.locator("#paths-b")).to_be_focused()
    page.keyboard.type("9")
    expect(empty).to_have_count(1)
    expect(page.locator(".way .laid").nth(1)).to_have_css("width", "67.5px")  # 9 bends of a route
    page.locator("#paths-c").fill("99")
    with page.expect_response("**/preview"):
        late.continue_()
    page.locator("#go").click()
    expect(page.locator("#problem")).to_be_visible()

    sheet = match_of(server.port, "down-under", 2, depth="result", animals=True).sit(
        phone(expects=(r"status of 422",)), 0
    )
    key, cells = sheet.locator("[data-key=next]"), sheet.locator(".beasts .figure")
    asks = (
        ("Paths in the route", "Sets of animals, Ana"),
        ("Sets of animals Kangaroo, emu and platypus", "Rabbits that count, Ana"),
        ("Rabbits that count 0 with a dingo on the route", "Paths in the route, Ben"),
    )
    for asked, following in asks:
        expect(sheet.locator(".asked p:visible")).to_have_text(asked)
        expect(key).to_have_accessible_name(f"Next: {following}")
        sheet.locator("[data-key='9']").click()
        key.click()
    assert cells.evaluate_all("all => all.map((one) => one.value)") == ["9", "9", "9", "", "", ""]
    expect(sheet.locator("#go")).to_be_disabled()
    sheet.locator(".beasts .face").first.click()
    expect(sheet.locator(".asked p:visible")).to_contain_text("Dingo placed")
    for one in cells.all()[3:]:
        one.fill("9")
    expect(key).to_be_hidden()
    sheet.locator("#go").click()
    wrong = sheet.locator(".beasts [aria-invalid=true]")
    expect(wrong).to_have_count(6)
    expect(wrong.first).to_be_focused()
    expect(sheet.locator("#go")).to_be_disabled()
    sheet.keyboard.type("60")
    expect(sheet.locator("#problem")).to_contain_text("Ben: 3 × 9 + 9 = 36 animals need at least 37 paths.")
    expect(wrong).to_have_count(3)
    expect(key).to_have_accessible_name("Next: Paths in the route, Ben")
    expect(sheet.get_by_text("Ben hasn’t placed their own dingo and loses.")).to_be_visible()
