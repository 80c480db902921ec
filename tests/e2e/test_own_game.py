"""A game of a table’s own: typed and corrected on phones, whole on every screen and on paper, taken to another device."""

import json
import operator
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.engine.definition_texts import definition_json
from companion.table.library import pads
from tests.e2e.boards import REFUSED
from tests.e2e.evening import match_of, table_of
from tests.e2e.paper import laid_out
from tests.e2e.stage import OVER, SMALL_FIRST, OpenPhone, Server
from tests.e2e.test_calm import MOST_OF_A_BAR
from tests.stranger.looks import faults_of
from tests.there import there

pytestmark = pytest.mark.ring("test")


def define_uno(page: Page) -> str:
    """The id of the match that begins once the form says that fewest points win, to 500: a name and four taps."""
    page.get_by_role("link", name="A game of your own").click()
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()
    page.get_by_label("What’s it called?").fill("Uno")
    page.locator(".face", has_text="Fewest points").first.click()
    page.locator(".face", has_text="At a score").first.click()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url(re.compile(r"/m/[^/]+$"))
    return page.url.rsplit("/", 1)[1]


def press(page: Page, keys: str) -> int:
    """How many of the app's own keys were pressed: figures, `>` for the next player or row, `-` for minus points."""
    for key in keys:
        page.locator(f"#keys [data-key='{ {'>': 'next', '-': 'minus'}.get(key, key) }']").click()
    return len(keys)


IN_ROWS = """keys => Object.values(Object.groupBy(keys, key => key.getBoundingClientRect().top))
  .map(row => row.sort((one, other) => one.getBoundingClientRect().left - other.getBoundingClientRect().left)
    .map(key => key.dataset.key).join(''))"""


SIZES = "keys => keys.map(key => parseFloat(getComputedStyle(key).fontSize))"


def save(page: Page) -> None:
    page.locator("#go").click()


def expect_totals(page: Page, wanted: Sequence[str]) -> None:
    expect(page.locator(".sides .s > [data-reckons]")).to_have_text([*wanted])


def test_a_phone_writes_its_points_and_half_of_them_outlast_an_unended_game(server: Server, phone: OpenPhone) -> None:
    table = table_of(server.port, 3)
    host = table.host_on(phone(size=(360, 640)), f"/t/{table.table}/another")
    table = replace(table, match_id=define_uno(host))
    ben, cleo = table.sit(phone(), 1), table.sit(phone(size=(360, 640)), 2)

    rows = host.locator("#keys [data-key]").evaluate_all(IN_ROWS)
    assert [row[:3] for row in rows] == ["123", "456", "789"], "on a small phone too"
    lowest, sizes = cleo.locator(".sides li").last, host.locator("#keys button").evaluate_all(SIZES)
    before = there(lowest.bounding_box())
    press(ben, "30")
    save(ben)
    for page in (host, cleo):
        expect(page.locator(".sides output")).to_have_text("30")
    assert lowest.bounding_box() == before, "the first news moves a row"
    expect(ben.locator(".chosen")).to_have_count(0)  # nobody's points but his own are written there unasked
    expect(ben.locator(".awaited:visible")).to_have_text("Missing: Ana and Cleo")
    ben.get_by_role("textbox", name="Cleo").click()
    expect(ben.locator(".awaited")).to_be_hidden()
    press(host, "9")
    host.locator("summary", has_text="More").first.click()
    host.get_by_role("button", name="End the game").click()
    host.evaluate("document.documentElement.dataset.size = 'larger'")
    assert host.evaluate(OVER) <= 0, "what ends it is whole in larger text"
    host.get_by_role("link", name="Keep playing").click()
    host.context.add_cookies([{"name": "size", "value": "larger", "url": host.url}])
    host.reload()
    expect(host.get_by_role("textbox", name="Ana")).to_have_value("9")
    larger = host.locator("#keys button").evaluate_all(SIZES)
    assert all(map(operator.le, sizes, larger)), "in larger text no key is smaller"


def test_a_game_goes_to_another_table_in_a_link_that_no_server_is_told(server: Server, phone: OpenPhone) -> None:
    table, other = table_of(server.port, 2), table_of(server.port, 2)
    page = table.host_on(phone(), f"/t/{table.table}/another")
    define_uno(page)
    page.goto(f"/t/{table.table}/another")
    page.locator("#files > summary").click()
    page.locator("#files details summary").click()
    link = page.get_by_label("Link to pass on").input_value()

    there = phone()
    asked: list[str] = []
    there.on("request", lambda request: asked.append(request.url))
    other.host_on(there, link.partition(f":{server.port}")[2])
    there.wait_for_url(re.compile(rf"/t/{other.table}/another/link$"))
    expect(there.get_by_label("What’s it called?")).to_have_value("Uno")
    expect(there.locator("#wins-fewest")).to_be_checked()
    guest = phone()
    guest.goto(link.partition(f":{server.port}")[2])
    expect(guest.get_by_role("button", name="Play it here")).to_be_visible()
    carried = link.partition("#")[2]
    assert not [url for url in asked if carried in url.partition("#")[0]]
    there.get_by_role("button", name="Start the game").click()
    there.wait_for_url(re.compile(r"/m/[^/]+$"))


EDGES = """all => new Set(all.filter(one => one.offsetParent)
  .map(one => Math.round(one.lastElementChild.getBoundingClientRect().right))).size"""
"""At how many edges the boxes of a form end."""


def test_totals_and_who_leads_move_while_one_types_and_quick_keys_add(server: Server, phone: OpenPhone) -> None:
    table = table_of(server.port, 2)
    page = table.host_on(phone(size=(360, 640)), f"/t/{table.table}/another?own=yes")
    assert page.locator(".opts").evaluate_all(EDGES) == 1
    page.get_by_label("What’s it called?").fill("Track")
    page.locator(".face", has_text="A pad").click()
    page.get_by_label("What’s it called?").focus()
    for row in (1, 2, 3):
        page.keyboard.press("Enter")
        expect(page.locator(f"#row-{row}")).to_be_focused()
    page.keyboard.press("Enter")  # behind the last row: more of them, and no game
    expect(page.locator("#row-8")).to_be_attached()
    expect(page.locator("#row-1")).to_be_focused()
    page.locator(".face", has_text="Points").first.click()
    page.locator("#more summary").click()
    page.get_by_label("Quick keys").fill("+5 -3")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url(re.compile(r"/m/[^/]+$"))

    press(page, "12")
    page.locator("#keys [data-key='+5']").click()
    expect_totals(page, ("17", "0"))
    expect(page.locator(".headrow b")).to_have_text("Ana leads by 17")
    page.locator("#keys [data-key='-3']").click()
    expect_totals(page, ("14", "0"))
    press(page, ">15")
    page.locator("li[data-side] bdi").first.click()
    press(page, "14")
    expect(page.locator(".headrow b")).to_have_text("Ben leads by 1")
    expect(page.locator("li[data-side]").nth(1)).to_have_attribute("style", "--along: 0.03;")
    expect(page.locator(".sides [data-ahead]")).to_have_count(0)
    save(page)
    expect(page.get_by_text("Round 2").first).to_be_visible()
    expect(page.locator(".sides [data-ahead]").filter(visible=True)).to_have_attribute("data-ahead", "1")
    expect_totals(page, ("14", "15"))
    expect(page.locator(".headrow b")).to_have_text("Ben leads by 1")


def test_who_deals_and_sits_out_at_skat_writes_for_all(server: Server, phone: OpenPhone) -> None:
    skat = definition_json(pads()["skat"].named("en"))
    page = match_of(server.port, "own-game", 4, sheet=skat).sit(phone(size=(360, 640), expects=REFUSED), 0)
    expect(page.locator(".deals")).to_be_visible()
    expect(page.locator("#go")).to_be_disabled()  # and dashed; a tap says why
    page.locator("#go").click(force=True)
    expect(page.locator("#problem")).to_be_visible()
    expect(page.locator(".deals")).to_be_hidden()  # the bar would cover half of it
    press(page, "18")
    save(page)
    expect_totals(page, ("0", "18", "0", "0"))


TWICE_AS_LARGE = """
new MutationObserver((_, seen) => { document.documentElement.style.fontSize = '200%'; seen.disconnect(); })
  .observe(document, {childList: true})
"""
IN_SIGHT = """
() => {
  const [cell, keys] = [document.querySelector('.chosen').closest('td'), document.getElementById('keys').getBoundingClientRect()];
  const head = cell.closest('table').tHead.rows[0].cells[cell.cellIndex];
  const seen = [cell, head.querySelector('.of')].map((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(left + width / 2, top + height / 2)) && top > -1 && top + height <= keys.top + 1;
  });
  return [...seen, keys.height <= innerHeight / 3 && document.querySelector('.strip').offsetHeight <= 64];
}
"""
"""Whether the chosen cell and whose column it is in are seen above the keys, which with the bar leave most of the page."""


@pytest.mark.parametrize("size", SMALL_FIRST)
def test_with_letters_twice_as_large_the_chosen_cell_and_its_column_stay_in_sight(
    server: Server, phone: OpenPhone, size: tuple[int, int]
) -> None:
    evening = match_of(server.port, "own-game", 3, sheet=definition_json(pads()["yahtzee"].named("en")))
    page = phone(size=size)
    page.add_init_script(TWICE_AS_LARGE)
    evening.host_on(page)
    for _cell in range(20):  # down the first column, and on in the next one
        assert page.evaluate(IN_SIGHT) == [True, True, True], page.locator(".chosen").get_attribute("id")
        press(page, "3>")


TWENTY = (
    *"Ana Bartholomäus Cleo Dora Emil Finn Greta Hanna Ida Jonas Kim Lea-Charlotte".split(),
    *(f"{name} M." for name in ("Mia", "Noah", "Ole", "Paul", "Quentin", "Rosa", "Sven", "Tilda")),
)
GAMES_OF_MANY: dict[str, tuple[int, dict[str, Any], dict[str, Any]]] = {
    "rounds": (
        12,
        {"name": "Uno", "ends": "rounds", "at": 9},
        {"kind": "points", "points": {str(at): 9 * min(at, 1) for at in range(12)}},
    ),
    "a pad": (
        20,
        {"name": "Dice", "writes": "pad", "rows": [{"name": f"Combination {at}"} for at in range(9)]},
        {"kind": "pad", "cells": {str(seat): {str(row): seat + row for row in range(8)} for seat in range(20)}},
    ),
}
CUT = """
[...document.querySelectorAll('.ground, .ground .far, .beside, .rank')]
  .filter(one => getComputedStyle(one).visibility === 'visible')
  .filter(one => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
  .map(one => one.className)
"""
"""What of a table screen holds more than it shows."""


@pytest.mark.parametrize("kind", GAMES_OF_MANY)
def test_as_many_people_as_can_play_stand_whole_on_a_small_phone_on_television_and_on_paper(
    server: Server, phone: OpenPhone, kind: str
) -> None:
    many, sheet, move = GAMES_OF_MANY[kind]
    evening = match_of(server.port, "own-game", TWENTY[:many], sheet=sheet)
    evening.move(**move)
    screen, page = evening.on_television(phone(size=(1920, 1080))), evening.host_on(phone(size=(360, 640)))
    expect(screen.locator(".beside .scores tbody tr")).to_have_count(many)
    assert screen.evaluate(CUT) == []
    people = f"/t/{evening.table}/another/people/{evening.match_id}"
    for path in (evening.board, f"{evening.board}/journal", people, f"{evening.board}/sheet"):
        page.goto(path)
        assert page.evaluate(OVER) == 0, path
    expect(page.locator(".named")).to_have_count(many)
    assert laid_out(page).cut == []

    evening.move("finish")
    expect(screen.locator(".slip.rank .place")).to_have_count(many)
    assert screen.evaluate(CUT) == []
    expect(screen.locator(".slip.rank .to").last).to_be_in_viewport(ratio=1)
    for path in (evening.board, f"{evening.board}/result"):
        page.goto(path)
        assert page.evaluate(OVER) == 0, path


def test_an_entry_undone_elsewhere_comes_back_whole_and_counts_once_typed_on(server: Server, phone: OpenPhone) -> None:
    evening = match_of(server.port, "own-game", 3, sheet=json.dumps({"name": "Rounds"}))
    ana, ben = evening.sit(phone(), 0), evening.sit(phone(), 1)
    for at, figure in enumerate("512"):
        ben.locator("[data-figure]").nth(at).click()
        press(ben, figure)
    save(ben)
    expect_totals(ana, ("5", "1", "2"))
    ana.get_by_role("button", name="Undo").click()
    for page in (ana, ben):
        for at, figure in enumerate("512"):
            expect(page.locator("[data-figure]").nth(at)).to_have_value(figure)
        expect_totals(page, ("0", "0", "0"))
    press(ana, "4")
    expect_totals(ana, ("4", "1", "2"))


def test_what_a_row_lacks_to_the_number_it_adds_up_to_is_one_key_and_saved_by_none(
    server: Server, phone: OpenPhone
) -> None:
    rows = [{"name": "Cards", "total": 162}, {"name": "Bonus", "optional": True}]
    evening = match_of(server.port, "own-game", 2, sheet=json.dumps({"name": "Belote", "writes": "rows", "rows": rows}))
    page = evening.sit(phone(size=(360, 640)), 0)
    press(page, "90+10")
    expect(page.locator("#keys .left")).to_be_hidden()
    page.locator("[data-figure]").nth(1).click()
    page.locator("#keys .left").click()
    expect(page.locator("[data-figure]").nth(1)).to_have_value("62")
    expect(page.locator("#go")).to_be_enabled()


def test_no_one_is_quicker_than_a_phone_that_only_took_back_and_entered_again(server: Server, phone: OpenPhone) -> None:
    evening = match_of(server.port, "own-game", 3, sheet=json.dumps({"name": "Rounds"}))
    ana, ben = evening.sit(phone(), 0), evening.sit(phone(), 1)
    press(ben, "5")
    save(ben)
    ana.get_by_role("button", name="Undo").click()
    expect(ana.locator("[data-figure]").nth(1)).to_have_value("5")
    ana.get_by_role("button", name="Redo").click()
    expect(ana.locator("[data-figure]")).to_have_count(2)
    evening.move("points", points={0: 1, 2: 2})
    expect(ana.get_by_text("Round 2", exact=True)).to_be_visible()
    ana.get_by_role("button", name="Undo").click()
    expect(ana.locator("[data-figure]").first).to_have_value("1")
    ben.get_by_role("button", name="Redo").click()
    expect(ana.get_by_text("Round 2", exact=True)).to_be_visible()
    with ana.expect_response("**/preview"):
        press(ana, "3")
    expect(ana.locator("#beside")).to_have_count(0)


def test_one_bar_alone_says_that_another_phone_wrote_the_same_cell(server: Server, phone: OpenPhone) -> None:
    route = {"kind": "choose", "choices": [{"name": "the longest railway route of everyone", "worth": 10}]}
    rows = [{"name": "Fields"}, {"name": "Barns"}, {"name": "Route", **route}]
    evening = match_of(server.port, "own-game", 3, sheet=json.dumps({"name": "Farm", "writes": "pad", "rows": rows}))
    ben = evening.sit(phone(size=(360, 640), expects=REFUSED), 1)
    ben.locator("select").last.select_option("1")
    assert ben.locator("select").last.evaluate("one => one.clientHeight") > 44, "all of it, in several lines"
    expect(ben.locator(".worth").last).to_have_text("10")
    worth, total = (there(ben.locator(one).last.bounding_box()) for one in (".worth", "#pad tfoot th"))
    assert worth["y"] + worth["height"] <= total["y"] + 1, "and its worth above the total"
    ben.locator("select").last.select_option("")
    press(ben, "9")
    # Where a tapped button takes no focus, the field has it while the board is drawn anew.
    ben.locator("[data-figure].chosen").focus()
    evening.move("pad", cells={1: {0: 5}, 2: {0: 2}})
    expect(ben.locator("[data-figure][placeholder='2']")).to_be_visible()
    expect(ben.locator("[data-figure].chosen")).to_have_value("9")
    save(ben)
    expect(ben.locator("#beside")).to_contain_text(re.compile(r"Ben: Fields 5\s+Use mine\s+You: Ben: Fields 9"))
    ben.locator("#go").click(force=True)
    expect(ben.locator("#problem")).to_have_count(0)
    assert ben.locator(".foot").evaluate("foot => foot.offsetHeight") == 0
    mine = ben.locator("#beside button")
    mine.evaluate("one => { one.textContent = 'Prendre la mienne' }")
    assert float(mine.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")) >= 15
    for size in ((360, 640), (1280, 800)):
        ben.set_viewport_size({"width": size[0], "height": size[1]})
        assert ben.locator("#beside").evaluate("bar => bar.offsetHeight") <= MOST_OF_A_BAR, "its button is long, too"
    mine.click()
    expect(ben.locator("[data-figure][placeholder='9']")).to_be_visible()


def test_a_figure_that_another_phone_saved_meanwhile_is_said_beside_and_mine_can_be_saved_when_the_round_is_over(
    server: Server, phone: OpenPhone
) -> None:
    evening = match_of(server.port, "own-game", 3, sheet=json.dumps({"name": "Cheese", "wins": "fewest"}))
    ben, ana = evening.sit(phone(), 1), evening.sit(phone(), 0)
    for one in (ana, ben):
        press(one, "7")
    expect_totals(ben, ("0", "7", "0"))
    evening.move("points", points={0: 5, 1: 9})
    expect(ben.locator("#beside")).to_contain_text(
        re.compile(r"Round 1 · Which is right\?\s+The host is right\s+The host:[^:]+Ben 9\s+Use mine\s+You:[^:]+Ben 7")
    )
    expect(ben.locator(".sides output")).to_have_text(["5", "9"])
    expect_totals(ben, ("5", "9", "0"))
    evening.move("points", points={2: 3})
    expect(ben.get_by_text("Round 2").first).to_be_visible()
    expect(ben.get_by_role("button", name="The host is right")).to_be_visible()
    ben.get_by_role("button", name="Use mine").click()
    expect_totals(ben, ("5", "7", "3"))
    expect(ben.locator("#chosen")).to_contain_text("Ben 7")
    ana.get_by_role("button", name="Use mine").wait_for()
    evening.move("finish")
    expect(ana.locator("#beside")).to_have_count(0)


WHOLE = """
() => {
  const edge = (what) => document.querySelector(`#pad ${what}`).getBoundingClientRect();
  return [
    edge('td:has(.chosen)').top >= edge('thead th').bottom - 1,
    edge('td:has(.chosen)').bottom <= edge('tfoot td').top + 1,
    edge('tfoot td').bottom <= document.getElementById('keys').getBoundingClientRect().top && scrollY === 0,
  ];
}
"""
"""Whether the chosen cell stands whole between the names and the total, that above the keys, and the page's head above all."""


@pytest.mark.parametrize("size", SMALL_FIRST)
def test_four_columns_stand_whole_on_a_phone_and_none_grows_by_the_crown(
    server: Server, phone: OpenPhone, size: tuple[int, int]
) -> None:
    evening = match_of(server.port, "own-game", 4, sheet=definition_json(pads()["yahtzee"].named("en")))
    page = evening.sit(phone(size=size), 0)
    height = page.locator(".total td").first.evaluate("cell => cell.offsetHeight")
    # rows fill the room above the keys, half a one at its end
    foot = page.locator("#pad").evaluate("pad => pad.getBoundingClientRect().bottom")
    assert page.locator("#keys").evaluate("keys => keys.getBoundingClientRect().top") - foot < 24
    evening.move("pad", cells={0: {8: 99, 10: 1, 14: 99}})
    expect(page.locator(".total .ahead").first).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.getElementById('pad').scrollWidth - document.getElementById('pad').clientWidth") == 0
    assert page.locator(".total td").first.evaluate("cell => cell.offsetHeight") == height
    tick, worth = page.locator(".tick").nth(1), page.locator(".tick ~ .worth").nth(1)
    cross_out = page.get_by_role("button", name="0 Cross out") if size[1] > 700 else page.locator(".zero")
    for way, state, shown in ((tick, "1", "25"), (cross_out, "0", ""), (tick, "", "")):
        way.click()
        expect(tick.locator(":checked")).to_have_value(state)
        expect(worth).to_have_text(shown) if shown else expect(worth).to_be_hidden()
    press(page, "3>" * 9)
    assert page.evaluate(WHOLE) == [True, True, True]
    expect(page.locator("[data-key=next]")).to_have_accessible_name(re.compile("^Next: [A-Z]"))


FITS = """
(field) => {
  const { font, letterSpacing, paddingLeft, paddingRight } = getComputedStyle(field);
  const drawn = Object.assign(document.createElement('canvas').getContext('2d'), { font, letterSpacing });
  return drawn.measureText(field.value).width <= field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
}
"""
"""Whether what is typed in a field has room in it."""


def test_a_correction_begins_at_the_figure_it_is_about(server: Server, phone: OpenPhone) -> None:
    evening = match_of(server.port, "own-game", ("Jean-Baptiste", "Íñigo", "Cara"), sheet='{"name": "Track"}')
    for seat, points in enumerate((11, 8)):
        evening.move("points", points={seat: points})
    page = evening.sit(phone(size=(360, 640)), 2)
    page.goto(f"{evening.board}/correct/1")
    expect(page.get_by_role("textbox", name="Íñigo")).to_be_focused()


def test_what_is_said_to_those_who_win_or_lose_together_stands_whole_on_a_phone_and_on_television(
    server: Server, phone: OpenPhone
) -> None:
    rescue = {"name": "Rescue", "writes": "winner", "together": True, "ends": "rounds", "at": 1}
    names = ("Jean-Baptiste", "Íñigo", "Cara", "Maximiliane-Charlott")
    evening = match_of(server.port, "own-game", names, sheet=json.dumps(rescue)).after(
        {"kind": "points", "points": {0: 1}}
    )
    page = evening.host_on(phone(size=(360, 640)), f"{evening.board}/correct/0")
    page.get_by_role("button", name="We lost").click()
    expect(page.locator(".changes .tot").last).to_be_visible()
    expect(page.locator(".changes")).not_to_contain_text("Total")
    assert page.evaluate(OVER) <= 0
    guest = evening.sit(phone(size=(360, 640), locale="fr-FR"), 1)
    assert guest.locator("[data-picture]").evaluate("key => key.scrollWidth - key.clientWidth") <= 0
    five = match_of(server.port, "own-game", (*names, "Bartholomäus"), sheet=json.dumps(rescue))
    television = five.on_television(phone(size=(1280, 720)))
    assert television.locator(".as-one").evaluate("card => card.scrollHeight - card.clientHeight") <= 0


@pytest.mark.parametrize("players", [5, 12])
def test_who_shares_a_win_beside_the_three_on_the_step_keeps_a_name(
    server: Server, phone: OpenPhone, players: int
) -> None:
    evening = match_of(server.port, "own-game", players, sheet='{"name": "Dash", "writes": "winner"}')
    page = evening.host_on(phone(size=(360, 640)))
    for one in page.locator("li[data-side]").all()[:4]:
        one.click()
    assert faults_of(page) == []


def test_who_comes_in_is_tapped_and_climbs_a_podium_and_a_step_that_is_tapped_is_shared(
    server: Server, phone: OpenPhone
) -> None:
    names = ("Ana", "Maximilian Alexander", "Cleo", "Dora")
    evening = match_of(server.port, "own-game", names, sheet=json.dumps({"name": "Dash", "writes": "places"}))
    page = evening.sit(phone(size=(390, 844)), 0)
    assert page.evaluate(OVER) <= 0
    people, boxes, button = page.locator("li[data-side] .chip"), page.locator("[data-figure]"), page.locator("#record")
    expect(button).to_contain_text("Who is number 1?")

    def tap(*them: int) -> list[str]:
        for one in them:
            people.nth(one).click()
        return values()

    def values() -> list[str]:
        return [one.input_value() for one in boxes.all()]

    assert tap(2, 0, 3) == ["2", "4", "1", "3"]
    assert tap(1) == ["2", "4", "1", "3"], "the last one has the last place before the tap"
    expect(button).to_contain_text("Next: round 2")
    gold, silver, floor = (page.locator(f'[data-step="{step}"]') for step in (1, 2, 0))
    tops = [step.evaluate("line => line.getBoundingClientRect().top") for step in (gold, silver, floor)]
    assert tops == sorted(tops)
    boxes.nth(3).click()
    assert values() == ["2", "4", "1", "2"]
    assert tap(3, 0) == ["", "2", "1", ""]
    assert tap(3, 0) == ["4", "2", "1", "3"]
    button.click()
    expect(page.locator(".news b")).to_have_text(re.compile("Ana 4, Maxim.* 2, Cleo 1 and Dora 3"))
    expect(boxes.first).to_have_value("")
    assert tap(1, 3, 3, 0, 3, 2) == ["2", "1", "4", "3"], "of two that are left none has the last place"
    page.goto(f"{evening.board}/correct/0")
    assert tap(2) == ["3", "1", "", "2"]
    button.click()
    expect(boxes.nth(2)).to_be_focused()


def test_on_ones_own_phone_ones_own_column_of_a_pad_stands_first(server: Server, phone: OpenPhone) -> None:
    page = match_of(server.port, "own-game", 3, sheet="five-dice").sit(phone(size=(360, 640)), 1)
    expect(page.locator("#pad tbody .figure").first).to_have_attribute("name", "cells.1.0")
    press(page, "3>")
    expect(page.locator("#pad .chosen")).to_have_attribute("name", "cells.1.1")


@pytest.mark.parametrize("size", SMALL_FIRST)
def test_a_large_figure_and_a_sum_fit_into_their_box(server: Server, phone: OpenPhone, size: tuple[int, int]) -> None:
    evening = match_of(server.port, "own-game", 5, sheet=json.dumps({"name": "Rounds", "negative": True}))
    page = evening.sit(phone(size=size), 0)
    for at, (typed, written) in enumerate(
        {"24×2-": "−24×2", "11×2+3": "11×2+3", "12345": "12345", "12+3-": "12−3", "1185-": "−1185"}.items()
    ):
        field = page.locator("[data-figure]").nth(at)
        field.click()
        press(page, typed)
        expect(field).to_have_value(written)
        assert field.evaluate(FITS), typed
    totals = page.locator(".sides .s")
    expect(totals.last).to_contain_text("−1185")
    assert len(set(totals.evaluate_all("all => all.map(one => one.offsetHeight)"))) == 1, "each in one line"


def test_enter_leads_on_save_to_the_box_left_out_and_each_digit_counts(server: Server, phone: OpenPhone) -> None:
    page = match_of(server.port, "points", 2).sit(phone(), 0)
    page.locator("[data-typed]").nth(1).press_sequentially("\n3")
    page.locator("#record").click()
    for digit, saved in (("", "Still missing: Ben"), ("1", "Ana 3"), ("4", "Ben 14")):
        page.keyboard.type(digit)
        expect(page.locator("#record small")).to_have_text(saved)
    page.keyboard.press("Enter")
    expect(page.locator(".of-round b")).to_have_text(["3", "14"])
