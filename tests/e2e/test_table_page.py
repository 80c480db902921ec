"""The page of a table while people come: the way in, who sits down, and what it asks where no stream gets through."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.boards import REFUSED, below, held_back, is_in_state, until
from tests.e2e.evening import match_of, open_by_hand, table_of
from tests.e2e.stage import OpenPhone, Server, drawn
from tests.stranger.looks import faults_of

BEATS = """() => new Promise((done) => {
  let left = 3;
  const stream = new EventSource(document.querySelector("[data-stream]").dataset.stream);
  stream.addEventListener("beat", () => --left || done(stream.close()));
})"""
"""Three go by on another stream of the same page: after ten seconds in which nothing is heard the page would ask."""
NO_PHONE = ".place:has-text('Ben') small"
"""What stands below his name while nobody has taken his seat."""


def test_a_remembered_name_is_typed_over(phone: OpenPhone) -> None:
    page, host = phone(), phone()
    for name in ("Ben", "Zoë"):
        page.goto(f"/t/{open_by_hand(host, 'points', 'Ana')}/join")
        expect(page.locator("#name")).to_be_focused()
        page.keyboard.type(name)
        expect(page.locator("#name")).to_have_value(name)
        page.locator(".foot .btn.main").click()
        expect(page.locator("h1")).to_have_text(f"You’re in, {name}")


@pytest.mark.ring("test")
def test_what_was_wrong_is_gone_once_it_is_typed_over(phone: OpenPhone) -> None:
    page = phone(expects=("404", *REFUSED))
    for path in ("/tables/new", f"/t/{open_by_hand(phone(), 'points', 'Ana')}/join", "/join?code=abcd"):
        page.goto(path)
        page.locator(".foot .btn.main").click()
        expect(page.locator("main .err")).to_be_visible()
        page.locator("[autofocus]").press("A")
        expect(page.locator("main .err")).to_be_hidden()
        expect(page.locator("[autofocus]")).to_have_value("A")


def test_a_browser_that_allows_no_cookies_says_so_before_anybody_sits_down(phone: OpenPhone) -> None:
    page = phone()
    page.goto(f"/t/{open_by_hand(phone(), 'points', 'Ana')}/join")
    expect(page.locator("[data-forgets]")).to_be_hidden()
    page.add_init_script("Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false });")
    page.reload()
    expect(page.locator("[data-forgets]")).to_be_visible()


def test_what_is_not_for_so_many_is_said_anew_for_each_who_stays_out(phone: OpenPhone) -> None:
    page = phone(size=(1280, 800))
    open_by_hand(page, "down-under", "Ana", "Ben", "Cleo", "Dora")
    page.evaluate("document.querySelectorAll('#rules, .rule').forEach(one => one.open = true)")
    unsuited = page.locator(".unsuited:visible")
    expect(unsuited).to_have_count(3)
    page.locator("#round summary").click()
    page.locator(".round label:has-text('Dora')").click()
    expect(unsuited).to_have_count(2)
    expect(unsuited.first).to_have_text("Not with 3 players.")


def test_a_rule_chosen_before_who_starts_is_named_and_what_it_answers_is_asked_no_more(phone: OpenPhone) -> None:
    page = phone(size=(360, 640))
    open_by_hand(page, "nile", "Ana", "Ben", "Cleo")
    page.locator("#rules > summary").click()
    page.locator(".rule:has([name=start_bid]) > summary").click()
    assert below(page, ".rule[open] .choice") == []
    page.locator("label:has([name=start_bid][value=true])").click()
    expect(page.locator("#changed")).to_have_text("Bid for the start")
    expect(page.locator("#begin")).to_have_text("Start the game", use_inner_text=True)


@pytest.mark.parametrize("line", ["#round", "#rules"])
def test_what_is_asked_below_the_table_opens_over_it_and_moves_nothing(phone: OpenPhone, line: str) -> None:
    page = phone(size=(360, 640))
    open_by_hand(page, "land-unter", "Ana", "Ben", "Cleo")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    before, summary = page.evaluate("scrollY"), page.locator(f"{line} > summary")
    place = summary.bounding_box()
    assert place
    middle = (place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    chosen = page.evaluate("[...new FormData(document.getElementById('options'))].join()")
    page.mouse.click(*middle)
    expect(page.locator(line)).to_have_attribute("open", "")
    page.mouse.click(*middle)
    assert page.evaluate("scrollY") == before
    assert page.evaluate("[...new FormData(document.getElementById('options'))].join()") == chosen
    page.get_by_role("button", name="Done").dblclick()
    expect(page.locator(line)).not_to_have_attribute("open", "")
    assert summary.bounding_box() == place


@pytest.mark.parametrize("is_lot", [False, True])
def test_a_choice_stays_though_what_was_asked_for_before_it_comes_later(phone: OpenPhone, *, is_lot: bool) -> None:
    page = phone()
    open_by_hand(page, "limits", "Ana", "Ben", "Cleo")
    asks = (
        "htmx.trigger(document.querySelector('[data-stream]'), 'changed')",
        "document.querySelector('.lot input').click()",
    )
    held = held_back(page, "new/limits" if is_lot else "new/limits?*", lambda: page.evaluate(asks[is_lot]))
    page.locator(".place", has_text="Ben").click()
    with drawn(page, r"new/limits.*"):
        held.continue_()
    expect(page.locator(".says")).to_have_text("Ben starts.", use_inner_text=True)
    expect(page.locator(".place", has_text="Ben").locator("input")).to_be_checked()


@pytest.mark.parametrize("has_stream", [True, False])
def test_whoever_sits_down_is_seen_by_the_host_whose_page_asks_for_something_only_where_no_stream_gets_through(
    phone: OpenPhone, *, has_stream: bool
) -> None:
    host, ben = phone(expects=() if has_stream else ("ERR_FAILED",)), phone()
    if not has_stream:
        host.route("**/stream?*", lambda one: one.abort())
    code = open_by_hand(host, "points", "Ana", "Ben", "Cleo")
    host.goto(f"/t/{code}")
    expect(host.locator(NO_PHONE)).to_have_text("no phone yet")
    asked: list[str] = []
    host.on("request", lambda one: asked.append(one.url) if one.resource_type != "eventsource" else None)
    ben.goto(f"/t/{code}")
    ben.get_by_role("button", name="Join as Ben").click()
    expect(host.locator(NO_PHONE)).to_have_count(0)
    if has_stream:
        host.evaluate(BEATS)
    assert bool(asked) is not has_stream


def falls(page: Page) -> None:
    """The lot falls, as on a phone of somebody who likes motion: nobody is named as long as the light runs."""
    expect(page.locator(".light.runs")).to_have_count(3)
    expect(page.locator(".picked")).to_be_hidden()
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    expect(page.locator(".picked")).to_be_visible()


def test_the_light_of_a_lot_runs_round_the_table_on_every_phone_before_anybody_is_named(phone: OpenPhone) -> None:
    host, guest, television = phone(), phone(), phone()
    code = open_by_hand(host, "points", "Ana", "Ben", "Cleo")
    television.goto(f"/tv/{code}")
    is_in_state(television, "live")
    guest.goto(f"/t/{code}")
    guest.get_by_role("button", name="Join as Ben").click()
    guest.emulate_media(reduced_motion="no-preference")
    host.goto(f"/t/{code}/first")
    until(host, "document.querySelector('.face-p').offsetWidth > 100")
    host.get_by_role("button", name="Draw lots").click()
    expect(television.locator(".fell")).to_be_visible()
    expect(television.locator(".won-by .turns"), "in the middle a die rolls").to_be_attached()
    expect(host.get_by_text("won the draw")).to_be_visible()
    falls(guest)
    host.get_by_role("button", name="Draw again").click()
    expect(guest.locator(".picked")).to_be_hidden()
    falls(guest)
    expect(host.locator(".foot .main")).to_have_text("Set up Points")


PLAYERS = ["Ana", "Anton", "Cara", "Cleo", "Íñigo", "Jean-Baptiste", "Großmutter Adelheid", "Maximiliane-Charlotte"]

UNSEEN = """() => ['.qr', '.code', '.addr'].filter(part => {
  const one = document.querySelector(`main ${part}`), {left, top, right, bottom} = one.getBoundingClientRect();
  const corners = [[left + 2, top + 2], [right - 2, top + 2], [left + 2, bottom - 2], [right - 2, bottom - 2]];
  return !corners.every(([x, y]) => one.closest('section').contains(document.elementFromPoint(x, y)));
})"""
"""What of the way in is not whole: a corner of it lies outside the window, or beneath something."""
SIZES = ((360, 640), (390, 844), (820, 1180), (1280, 720), (1366, 768), (1920, 1080), (3840, 2160))


@pytest.mark.parametrize("size", [pytest.param(SIZES[0], marks=pytest.mark.ring("test")), *SIZES[1:]])
def test_the_hosts_page_shows_how_to_join_before_and_during_a_game(
    phone: OpenPhone, server: Server, size: tuple[int, int]
) -> None:
    table, page = table_of(server.port, PLAYERS), phone(size=size, locale="fr-FR")
    for is_playing in (False, True):
        if is_playing:
            table.begin("own-game")
        table.host_on(page, f"/t/{table.table}/host")
        assert page.evaluate(UNSEEN) == []
        least = 110 if is_playing else 150
        assert page.locator("main .qr").evaluate("one => one.getBoundingClientRect().width") >= least
        assert page.locator("main .code").inner_text().split() == [*table.table]
        assert faults_of(page) == []
        assert not is_playing or below(page, ".doing > *") == []
    page.goto(f"/t/{table.table}/host?open=round")
    heights = "rows => rows.map(one => one.offsetHeight)"
    assert max(page.locator(".round li").evaluate_all(heights)) <= 70, "each row has its keys beside the name"
    assert page.locator(".tiles .btn").count() == 6, "what is wanted most stands on top, and the stop does not"
    page.goto(f"/t/{table.table}/seats/1")
    page.locator(".why > summary").click()
    expect(page.locator(".why .btn"), "what it opens comes into sight").to_be_in_viewport(ratio=1)


def test_who_reads_on_a_board_that_their_seat_was_freed_is_led_back_there(phone: OpenPhone, server: Server) -> None:
    evening = match_of(server.port, "land-unter", 3)
    page = evening.sit(phone(), 1)
    evening.post("seats/1/renew")
    expect(page.locator("#unsent")).to_be_visible()
    expect(page.locator(".foot .btn.main")).to_have_attribute("href", re.compile(rf"/t/{evening.table}/join/1$"))


def test_in_the_largest_text_each_seat_stands_above_the_foot_of_a_small_phone(phone: OpenPhone, server: Server) -> None:
    table = table_of(server.port, ("Ana", "Jean-Baptiste", "Íñigo", "Maximiliane"))
    page = table.host_on(phone(size=(360, 640), locale="de-DE", text="larger"), f"/t/{table.table}")
    assert below(page, ".seats .named") == []


def test_a_sheet_typed_in_names_its_columns_sums_them_and_says_whose_cells_are_wrong(phone: OpenPhone) -> None:
    page = phone()
    page.goto("/paper/land-unter?players=3")
    for at, name in enumerate(("Jean-Baptiste", "Íñigo", "Cara")):
        page.locator(f"#name-{at}").fill(name)
        for number, points in enumerate((4 + at, -1, 13 + at)):
            page.get_by_label(f"Round {number + 1}, Player {at + 1}").fill(str(points))
    assert page.locator("thead .mark").all_inner_texts() == ["J", "Í", "C"]
    assert page.locator("tfoot output").all_inner_texts() == ["16", "18", "20"]
    page.get_by_label("Round 1, Player 1").fill("")
    page.get_by_role("button", name="Save", exact=True).click()
    said = ["Missing: Jean-Baptiste", "Íñigo: Enter −1 to 13, not 14.", "Cara: Enter −1 to 13, not 15."]
    expect(page.locator(".amiss p")).to_have_text(said)
    expect(page.get_by_label("Round 1, Player 1")).to_be_focused()
