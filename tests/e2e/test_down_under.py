"""Down Under under fingers: a board measured by taps, a game refereed to its end, a photo laid under the drawing."""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.boards import below, shows
from tests.e2e.evening import beginning
from tests.e2e.laying import EXPECTED, cell, laid, lays, match, numbers, shown
from tests.e2e.stage import OpenPhone, Server, accessibility_faults
from tests.stranger.looks import faults_of
from tests.there import there


@pytest.mark.ring("test")
def test_a_route_is_measured_by_a_tap_a_tile_in_a_drawing_that_stays_and_is_counted_on_it(phone: OpenPhone) -> None:
    page = phone(size=(360, 640), expects=EXPECTED)
    page.goto("/judge/down-under/route")
    table = there(page.locator("#desk").bounding_box())
    # The fourth curve is crossed twice.
    for tap, length in (("#cell-0-0", 1), ("#way-3", 2), ("#way-3", 3), ("#way-3", 5)):
        page.locator(tap).click()
        expect(page.locator(".counted b")).to_have_text(str(length))
    assert numbers(page) == [1, 2, 3, 4, 5]
    expect(page.locator("#verdict h1")).to_contain_text("5 paths")
    assert page.locator("#desk").bounding_box() == table
    page.get_by_role("button", name="Count along").click()
    for step in range(1, 5):
        expect(page.locator("#sketch")).to_contain_text(f"{step} of 5")
        page.get_by_role("button", name="Next", exact=True).click()
    expect(page.locator("#sketch")).to_contain_text("5 of 5")
    assert accessibility_faults(page) == []
    page.get_by_role("button", name="Done", exact=True).click()
    expect(page.locator("#sketch")).not_to_contain_text("5 of 5")


def test_which_sides_a_tile_joins_is_said_when_it_is_turned_with_the_keyboard(phone: OpenPhone, server: Server) -> None:
    page = match(server.port, 2).sit(phone(expects=EXPECTED), 0)
    # What a screen reader is to read out must stand there before it says something.
    said = page.locator("main [role=status].hide")
    expect(said).to_have_text("")
    said.evaluate("one => { one.wasHere = true }")
    itself = page.locator("#cell-0-0")
    itself.press("Enter")
    expect(said).to_have_text("Red, curve (north and east)", use_inner_text=True)
    page.locator("#turn").press("Enter")
    expect(said).to_have_text("Red, curve (east and south)", use_inner_text=True)
    assert said.evaluate("one => one.wasHere")
    expect(itself).to_have_attribute("aria-label", "Column 0, row 0: Red, curve (east and south)")


ROOM_IN_A_BAR = """bar => {
  const words = new Range();
  words.selectNodeContents(bar.querySelector("p"));
  return words.getBoundingClientRect().top - bar.getBoundingClientRect().top;
}"""
"""From the upper edge of a bar to its words."""


@pytest.mark.parametrize(("columns", "rows"), [(11, 5), (8, 8)])
def test_the_whole_table_is_seen_at_once_and_every_cell_is_large_enough_for_a_finger_once_it_is_enlarged(
    phone: OpenPhone, server: Server, columns: int, rows: int
) -> None:
    table = match(server.port, 4, difficulty="hard" if columns == 11 else "easy")
    table.after(*(lays(0, 0, y, "curve") for y in range(rows)), *(lays(1 + x % 2, x) for x in range(1, columns)))
    page = table.sit(phone(size=(360, 640), expects=EXPECTED), 0)
    page.evaluate("board.warn(view.dataset.freed)")
    assert page.locator("#unsent").evaluate(ROOM_IN_A_BAR) >= 5
    page.evaluate("board.warn(null)")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert page.evaluate("desk => desk.scrollWidth <= desk.clientWidth", page.locator("#desk").element_handle())
    assert below(page, "#desk") == []

    page.locator("#drawer > summary").click()
    page.get_by_role("button", name="Enlarge the drawing").click()
    expect(page.locator("#drawer")).not_to_have_attribute("open", re.compile(""))
    expect(page.locator("#desk .plot.fingers")).to_be_visible()
    begins = page.locator("#desk .end, #desk:not(:has(.end)) .laid").first  # Where one may place, or where one placed.
    expect(begins).to_be_in_viewport(ratio=0.9)
    box = there(page.locator("#desk .line > button").last.bounding_box())
    assert min(box["width"], box["height"]) >= 44
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_two_fingers_enlarge_the_table(phone: OpenPhone, server: Server) -> None:
    page = match(server.port, 2).sit(phone(expects=EXPECTED), 0)
    board = page.locator("#desk > *").first
    desk, before = there(page.locator("#desk").bounding_box()), there(board.bounding_box())
    x, y = desk["x"] + desk["width"] / 2, desk["y"] + desk["height"] / 2
    touching = page.context.new_cdp_session(page)

    def fingers(kind: str, apart: float) -> None:
        points = [{"x": x - apart / 2, "y": y, "id": 0}, {"x": x + apart / 2, "y": y, "id": 1}] if apart else []
        touching.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", 60)
    fingers("touchMove", 120)
    fingers("touchEnd", 0)

    assert there(board.bounding_box())["width"] > 1.5 * before["width"]


def test_cancel_and_keep_playing_give_up_what_is_tapped_also_after_a_reload(phone: OpenPhone, server: Server) -> None:
    page = match(server.port, 2).sit(phone(expects=EXPECTED), 0)
    shown(page, "curve", 0, 0, 0)
    page.get_by_role("link", name="Cancel").click()
    expect(page.locator("input[name='_shown']")).to_have_count(0)
    page.reload()
    expect(page.locator("#record")).to_contain_text("Place a tile")

    laid(page, "curve", 0, 0, 0)
    page.locator("#more > summary").click()
    page.get_by_role("button", name="End the game now").click()
    page.get_by_role("link", name="Keep playing").click()
    expect(page.locator("#ends-now")).to_have_count(0)
    page.reload()
    expect(page.locator("#shown")).to_be_visible()
    expect(page.locator("#ends-now")).to_have_count(0)


def test_undo_gives_back_the_tile_that_stood_and_not_the_one_undone_before_it(phone: OpenPhone, server: Server) -> None:
    table = match(server.port, 2)
    page = table.sit(phone(expects=EXPECTED), 0)
    undo, lies = page.get_by_role("button", name="Undo", exact=True), page.locator("input[name='_shown']")
    laid(page, "curve", 0, 0, 0)
    undo.click()
    expect(lies).to_have_value("0,0,curve,red")
    shows(page, table.move(**lays(0, 0, turn=90)))
    undo.click()
    expect(lies).to_have_value("0,0,straight,red")
    expect(page.locator("input[name='tile.turn']")).to_have_value("90")


def test_the_ways_of_the_next_player_take_no_tap_in_their_first_moment(phone: OpenPhone, server: Server) -> None:
    evening, _ = beginning(server, "down_under", 3)
    page = evening.sit(phone(), 0)
    for summary in page.locator(".for > summary").all():
        summary.click()
    page.locator(".ends .btn").first.click()
    expect(page.locator(".ends .btn[data-new]").first).to_be_attached()


@pytest.mark.ring("test")
def test_what_opens_at_the_end_of_the_drawer_comes_into_sight(phone: OpenPhone, server: Server) -> None:
    moves = (lays(x, x, y, animal="kangaroo") for x, y in ((0, 0), (1, 0), (0, 1)))
    evening = match(server.port, 2, animals=True).after(*moves)
    page = evening.sit(phone(size=(360, 640)), 0)
    page.locator("#drawer > summary").click()
    expect(page.locator("#drawer .btn:visible").first).to_have_text("Photo")
    page.locator("#drawer .more > summary").click()
    expect(page.locator("#drawer .more .btn").nth(2)).to_be_in_viewport(ratio=1)
    widths = "one => [...one.querySelectorAll('.btn')].map(each => each.offsetWidth)"
    assert len({*page.locator("#drawer .list").evaluate(widths)}) == 1
    assert below(page, "#drawer > summary", edge="#drawer .more > summary") == []
    page.locator("#drawer .more [value=billabong]").click()
    chip = page.locator(".chips .btn").last
    expect(chip).to_have_attribute("aria-pressed", "true")
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "false")


@pytest.mark.ring("test")
@pytest.mark.parametrize("size", [(360, 640), pytest.param((820, 1180), marks=pytest.mark.ring("all"))])
def test_where_a_tile_may_not_lie_the_others_stay_in_their_columns(
    phone: OpenPhone, server: Server, size: tuple[int, int]
) -> None:
    table = match(server.port, 2).after(lays(0, 0), lays(1, 1), lays(0, 0, -1), lays(1, 1, 1, "curve", 270))
    page = table.sit(phone(size=size), 0)

    rows = page.locator(".ends .row")
    expect(rows.nth(0).locator(".btn")).to_have_count(4)
    expect(rows.nth(1).locator(".btn")).to_have_count(3)
    for one in (".number", ".straight", ".terminus"):
        first, second = (there(rows.nth(at).locator(one).bounding_box()) for at in (0, 1))
        assert (first["x"], first["width"]) == (second["x"], second["width"])
    if size[0] < size[1] / 1.5:
        cell(page, 1, -1)  # why the tile may not lie there stands above the figures, and covers none
        page.locator(".foot .notice.wrong:has(li)").wait_for()
        assert below(page, ".foot .notice.wrong:has(li)", edge=".chips") == []


Cells = Sequence[tuple[int, int]]
LONG = ((1, 1), (7, 1), (7, 9), (1, 9), (1, 2), (3, 2))
"""A route of 30 by its corners."""


def swipe(page: Page, corners: Cells, *, steps: int = 6) -> None:
    """A finger put down and drawn from cell to cell, not lifted."""
    page.locator(f"[id='cell-{corners[0][0]}-{corners[0][1]}']").scroll_into_view_if_needed()
    for number, (x, y) in enumerate(corners):
        box = there(page.locator(f"[id='cell-{x}-{y}']").bounding_box())
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=steps if number else 1)
        if not number:
            page.mouse.down()


@pytest.mark.ring("test")
def test_a_route_of_27_and_more_is_one_swipe_the_number_the_drawing_the_ruling(phone: OpenPhone) -> None:
    page = phone(size=(360, 640), expects=EXPECTED)
    page.goto("/judge/down-under/walk")
    count = page.locator("[data-count]")
    swipe(page, ((1, 1), (4, 1)))
    expect(count).to_have_text("4")
    page.mouse.up()
    expect(page.locator("#so-far")).to_have_text("The route has 4 paths.")

    swipe(page, ((1, 1), (7, 1), (4, 1), (4, 3), (3, 3), (3, 1), (5, 1)))
    expect(count).to_have_text("9")
    expect(page.locator(".now .s-bad")).to_be_visible()
    page.mouse.up()
    expect(page.locator("#so-far")).to_have_text("The route has 9 paths.")

    swipe(page, LONG)
    page.mouse.up()
    assert page.locator("#sketch .drawn circle + text").all_text_contents() == [str(number) for number in range(1, 31)]
    page.get_by_role("button", name="Get the ruling").click()
    expect(page.locator("#verdict h1")).to_have_text("The route has 30 paths.")
    expect(page.locator("#verdict .drawn circle + text").last).to_be_visible()
    rings = page.locator(".drawn circle").evaluate_all("all => all.map(one => getComputedStyle(one).stroke)")
    assert len(rings) == 60, "30 traced, and 30 ruled on"
    assert "none" not in rings
    assert accessibility_faults(page) == []


def test_a_route_is_followed_with_the_keyboard(phone: OpenPhone, server: Server) -> None:
    page = match(server.port, 2, depth="routes").sit(phone(size=(1280, 800), expects=EXPECTED), 0)
    page.locator("#cell-2-2").focus()
    page.keyboard.press("Enter")
    expect(page.locator("input[name='cells.0']")).to_have_count(2)
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    expect(page.locator("#cell-2-6")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main [role=status].hide")).to_have_text("5 paths")
    page.locator("#record").press("Enter")
    expect(page.locator(".news")).to_contain_text("5 paths")


@pytest.mark.ring("test")
def test_a_finger_may_be_lifted_and_goes_on_and_the_button_alone_saves(phone: OpenPhone, server: Server) -> None:
    page = match(server.port, 2, depth="routes").sit(phone(size=(360, 640), expects=EXPECTED), 0)
    count = page.locator("main [role=status].hide")
    for stroke, paths in (
        (((2, 2), (2, 6)), 5),
        (((2, 6), (5, 6)), 8),  # On from the last cell.
        (((5, 5), (5, 4)), 10),  # On from the cell beside it.
        (((5, 4), (5, 6)), 8),  # Back from the last cell erases,
        (((4, 6), (2, 6)), 5),  # and so does back from the cell before it.
        (((6, 1), (8, 1)), 3),  # Elsewhere another route begins.
    ):
        swipe(page, stroke)
        page.mouse.up()
        expect(count).to_have_text(f"{paths} paths")
        assert page.locator("#shown").get_attribute("data-version") == "0"
    page.locator(".foot [data-drops]").click()  # Nothing stays of a route that is given up.
    expect(page.locator(".drawn .trail")).to_have_count(0)
    corner = there(page.locator("[id='cell-2-2']").bounding_box())
    page.mouse.move(corner["x"] + corner["width"] / 2, corner["y"])  # Along the line between two rows.
    page.mouse.down()
    page.mouse.move(corner["x"] + 3.5 * corner["width"], corner["y"], steps=4)
    page.mouse.up()
    expect(count).to_have_text("4 paths")
    page.locator("#record").click()
    expect(page.locator(".news")).to_contain_text("4 paths")


def test_a_phone_that_looks_on_shows_the_table_above_what_everyone_takes(phone: OpenPhone, server: Server) -> None:
    table = match(server.port, 4)
    table.post("closed", "closed=true")
    page = table.sit(phone(size=(360, 640)), 2)
    places = ("#desk", ".foot", ".hands li:first-child", ".hands li:last-child")
    desk, foot, *hands = [there(page.locator(one).bounding_box()) for one in places]
    assert desk["height"] > 150
    assert all(desk["y"] + desk["height"] <= one["y"] < one["y"] + one["height"] <= foot["y"] for one in hands)


def test_a_phone_that_waits_shows_its_own_route_and_only_tiles_move(phone: OpenPhone, server: Server) -> None:
    table = match(server.port, 2).after(lays(0, 0), lays(1, 1), lays(0, 0, 1))
    four = match(server.port, 4).after(
        *map(lays, range(4), range(4)), lays(0, 0, 1, "curve", 90), lays(1, 1, 1), lays(2, 2, 1)
    )
    table.sit(phone(), 1)
    page, tablet = table.sit(phone(size=(360, 640)), 0), four.host_on(phone(size=(820, 1180)))
    expect(page.locator(".mine section:has(.lane:visible)")).to_have_text(re.compile(r"2 paths"))
    parts = [*map(page.locator, ("#desk", ".chips", ".mine")), *map(tablet.locator, ("#desk", ".du-scores", ".foot"))]
    before = [one.bounding_box() for one in parts]
    table.after(*(move for y in range(1, 5) for move in (lays(1, 1, y), lays(0, 0, y + 1))))
    four.after(lays(3, 3, 1, "curve"))
    expect(page.locator("#desk .piece")).to_have_count(11)
    expect(tablet.locator(".foot .ends .row")).to_have_count(4)
    assert [one.bounding_box() for one in parts] == before


def test_offline_a_tile_is_drawn_where_it_is_tapped_last_and_saved_there(phone: OpenPhone, server: Server) -> None:
    table = match(server.port, 2)
    page = table.sit(phone(expects=(*EXPECTED, "net::ERR_INTERNET_DISCONNECTED")), 0)
    page.context.set_offline(True)
    record = page.locator("#record")
    for x in range(2):
        page.locator(f"#cell-{x}-0").click()
        expect(record).to_have_text("Place it here")
    record.click()
    expect(page.locator("#unsent")).to_contain_text("Saved here")
    page.context.set_offline(False)
    expect(page.locator(".news")).to_contain_text("Ana placed a curve")
    assert [(one["x"], one["y"]) for one in table.state["tiles"]] == [(1, 0)]

    table.after(lays(1, 2))
    way = page.locator(".ends .btn").first
    expect(way).to_be_visible()
    page.context.set_offline(True)
    way.click()
    expect(way).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#desk .piece.new")).to_have_count(1)


def test_below_the_enlarged_table_of_an_upright_tablet_all_is_in_sight_and_a_doubt_hides_the_tile_placed_last_whole(
    phone: OpenPhone, server: Server
) -> None:
    table = match(server.port, 4, depth="tiles").after(lays(0, 0, kind="curve"))
    page = table.sit(phone(size=(820, 1180), expects=EXPECTED), 1)
    page.get_by_role("button", name="Enlarge the drawing").click()
    expect(page.get_by_role("button", name="The whole table")).to_be_in_viewport(ratio=1)
    page.locator(".why.more > summary").click()
    page.locator("[form=done-red]").click()
    assert there(page.locator("#problem").bounding_box())["width"] > 0.9 * 820
    expect(page.locator(".news")).to_be_hidden()


def test_after_an_undo_what_was_undone_is_read_in_lines_and_all_that_is_tapped_stands_above_the_foot(
    phone: OpenPhone, server: Server
) -> None:
    table = match(server.port, 4, animals=True)
    page = table.sit(phone(size=(390, 844), locale="de-DE"), 1)
    for seat in range(2):
        shows(page, table.move(**lays(seat, seat, kind="curve", animal="kangaroo")))
    page.locator(".news form .btn").click()
    expect(page.locator(".undo .btn")).to_have_count(2)
    for width, height, size in ((390, 844, "normal"), (360, 640, "large")):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("size => { document.documentElement.dataset.size = size }", size)
        assert below(page, ".herd > :last-child", "#drawer > summary") == []
    assert there(page.locator(".undo [data-announce]").bounding_box())["width"] > 200


def test_before_the_end_an_upright_table_is_shown_whole_above_the_ranking(phone: OpenPhone, server: Server) -> None:
    table = match(server.port, 2).after(*(lays(y % 2, 0, y) for y in range(9)))
    page, looker = table.sit(phone(), 0), phone()
    looker.goto(table.board)
    expect(looker.locator("#desk .end").first).to_be_hidden()
    expect(page.locator("#desk .end").first).to_be_visible()
    table.move("stand_now", turn=1, done=[], ends=True)
    expect(page.locator(".curtain h2")).to_be_visible()
    drawing, ground = (there(page.locator(f".curtain .lying{one}").bounding_box()) for one in (" > svg", ""))
    assert drawing["height"] <= ground["height"]


def test_at_the_end_a_tablet_counts_along_under_a_finger_and_the_table_that_is_enlarged_follows(
    phone: OpenPhone, server: Server
) -> None:
    evening, (last,) = beginning(server, "down_under", -1)
    page = evening.sit(phone(size=(820, 1180)), 0)
    page.locator("#zoom").click()
    evening.move(**last)
    page.goto(evening.board)
    expect(page.locator(".won")).to_be_visible()  # Whatever was enlarged before, who has won is seen first.
    page.locator("#zoom").click()
    for told in page.locator(".won :is(h1, p, .crown, .rank li):visible, #desk .piece").all():
        expect(told).to_be_in_viewport(ratio=0.99)
    for line in "ab":
        page.locator(".du-scores .whose[aria-pressed=false]").click()
        numbers = page.locator(f"#desk [data-moves='route {line}'] > g")
        for number in (numbers.first, numbers.last):
            expect(number).to_be_in_viewport(ratio=1)
    ground = there(page.locator("#desk").bounding_box())["height"]
    assert ground > 0.5 * 1180
    assert there(page.locator("#desk .plot").bounding_box())["height"] > 0.9 * ground
    expect(page.locator(".du-scores td").first).to_be_visible()  # Who has how many stays below it.
    page.locator(".tools [name=walk]").first.click()
    # As fast as a finger taps: each counts, and one too many does not end it.
    page.locator("#count-on").click(click_count=5, delay=60)
    expect(page.locator(".foot .big")).to_contain_text("4 of 4")
    expect(page.locator("#count-on")).to_have_count(0)
    expect(page.locator("#all-numbers.main")).to_be_visible()
    page.locator("#count-back").click(click_count=3, delay=60)
    expect(page.locator(".foot .big")).to_contain_text("1 of 4")
    expect(page.locator("#desk .now circle")).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 300, "height": 640})
    page.evaluate("() => new Promise(requestAnimationFrame)")  # What is placed anew in a window of another size is.
    before = there(page.locator(".foot").bounding_box())["y"]
    page.locator("#desk").click(click_count=3, delay=60)
    expect(page.locator(".foot .big")).to_contain_text("4 of 4")
    # Nor does the table jump at the last path.
    page.wait_for_function("top => document.querySelector('.foot').getBoundingClientRect().y === top", arg=before)


def test_on_a_laptop_what_speaks_against_an_edited_tile_hides_no_key(phone: OpenPhone, server: Server) -> None:
    table = match(server.port, 4, depth="tiles").after(*(lays(at % 4, at) for at in range(5)))
    page = phone(size=(1366, 768), expects=EXPECTED)
    table.host_on(page, f"{table.board}/correct/4")
    cell(page, 4, 1)
    expect(page.locator("#anyway")).to_be_in_viewport()
    assert faults_of(page) == []


@pytest.mark.ring("test")
def test_the_first_that_speaks_against_a_tile_is_seen_in_the_bar_of_a_small_phone_and_all_of_it_is_read(
    phone: OpenPhone, server: Server
) -> None:
    tiles = [lays(seat, *at, animal="emu") for seat, at in enumerate(((0, 0), (0, 2), (3, 3), (5, 3)))]
    page = match(server.port, 4, animals=True).after(*tiles).sit(phone(size=(360, 640), expects=EXPECTED), 0)
    shown(page, "straight", 0, 3, 0)
    bar = page.locator(".foot .notice.wrong[role=status]")
    expect(bar).to_have_text(re.compile(r"^\s*To the north.*Red: the tile", re.DOTALL))
    expect(bar.get_by_role("link").first).to_have_attribute("href", re.compile("#DU-17$"))
    expect(page.locator("#desk .chosen.s-bad")).to_be_attached()
    assert page.locator("main").evaluate("one => one.scrollWidth - one.clientWidth") == 0
    assert bar.evaluate("one => one.scrollHeight - one.clientHeight") == 0
    other = bar.get_by_role("link").nth(1)
    other.focus()
    expect(other).to_be_in_viewport(ratio=1)


@pytest.mark.ring("test")
@pytest.mark.parametrize("size", [(360, 640), (390, 844)])
def test_the_table_stays_as_large_where_a_cell_is_tapped_and_its_animal_is_asked_for(
    phone: OpenPhone, server: Server, size: tuple[int, int]
) -> None:
    evening = match(server.port, 3, animals=True).after(*(lays(seat, seat, animal="emu") for seat in range(3)))
    page = evening.sit(phone(size=size), 0)
    desk = page.locator("#desk")
    before = there(desk.bounding_box())
    page.locator("#cell-0-1").tap()
    expect(page.locator(".herd")).to_be_visible()
    after = there(desk.bounding_box())
    assert (after["y"], after["height"]) == pytest.approx((before["y"], before["height"]), abs=6)
