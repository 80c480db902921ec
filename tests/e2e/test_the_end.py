"""The end of a match on every phone and the television at once, the replay of it, and what moves only where it may."""

import pytest
from playwright.sync_api import Page, expect

from tests.conformance.playing import golden
from tests.e2e.boards import below, shows, tap, until
from tests.e2e.evening import beginning, call, land_unter, match_of
from tests.e2e.laying import lays
from tests.e2e.stage import SMALLEST_TARGET, TOO_SMALL, TORN, OpenPhone, Server, accessibility_faults
from tests.e2e.test_screen import CUT_SHORT, EIGHT
from tests.stranger.looks import faults_of_screen
from tests.there import there

GROUND = "selector => getComputedStyle(document.querySelector(selector)).backgroundColor"


def lit(page: Page) -> str:
    return page.evaluate(GROUND, ".over" if "/tv/" in page.url else ".won")


@pytest.mark.ring("test")
def test_a_rounds_end_shows_every_name_and_whole_what_each_passes_and_gets_with_one_undo(
    phone: OpenPhone, server: Server
) -> None:
    evening = land_unter(server.port, 5, range(4, 9))
    for trick in range(11):
        levels = [1 + trick % 6, 12 - trick % 6]
        evening.move("trick", levels=levels, highest=trick % 5, second=(trick + 1) % 5)
    page = evening.sit(phone(size=(360, 640), locale="de-DE"), 1)
    television = evening.on_television(phone(size=(1280, 720)))
    # Both cards that are left are chosen already.
    page.locator(".tank.tap .whole.first").nth(1).tap()
    page.locator(".tank.tap .whole.second").nth(2).tap()
    expect(page.locator(".held .foot button:visible", has_text="Rückgängig")).to_have_count(1)
    assert page.locator(".parts :is(bdi, thead th)").evaluate_all(CUT_SHORT) == []
    for one in television.locator(".passed b").all():
        expect(one).to_be_in_viewport(ratio=1)
    page = evening.sit(phone(), 1)
    figures = [f"Rings {one}" for one in ("4 → 8", "5 → 4", "6 → 5", "7 → 6", "8 → 7")]
    expect(page.locator(".passed b")).to_have_text(figures)
    for size in ((390, 844), (360, 640)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert below(page, ".passing-on") == []
        assert page.evaluate(TOO_SMALL, SMALLEST_TARGET) == []


CUT = "(panel => panel.scrollHeight - panel.clientHeight)(document.querySelector('.du .panel'))"


@pytest.mark.ring("test")
@pytest.mark.parametrize("package", ["down_under", "nile"])
def test_the_final_board_is_the_largest_thing_on_the_television(phone: OpenPhone, server: Server, package: str) -> None:
    evening, (last,) = beginning(server, package, -1, EIGHT[3:])
    television = evening.on_television(phone(size=(1280, 720), locale="de-DE"))
    evening.move(**last)
    drawing = television.locator(".over .lying").first
    expect(drawing).to_be_in_viewport(ratio=1)
    assert there(drawing.bounding_box())["height"] >= 0.75 * 720
    expect(television.locator(".rank li").last).to_be_in_viewport(ratio=1)
    expect(television.locator(".to-join")).to_be_in_viewport(ratio=1)
    assert faults_of_screen(television) == []
    assert television.locator(".rank :is(bdi, .s)").evaluate_all(TORN) == []
    # However narrow, a turn and its number stay together.
    narrow = "all => all.map(one => (one.parentElement.style.maxWidth = '1em', one.getClientRects().length))"
    assert {*television.locator(".hero p > b").evaluate_all(narrow)} <= {1}


def test_a_phone_opens_the_niles_charts_by_one_line_and_a_laptop_shows_them(phone: OpenPhone, server: Server) -> None:
    evening, (last,) = beginning(server, "nile", -1)
    evening.move(**last)
    for size, windows, are_open in (((360, 640), 2, False), ((1280, 800), 3, True)):
        page = phone(size=size)
        page.goto(evening.board)
        expect(page.locator(".chart")).to_be_visible(visible=are_open)
        assert page.evaluate("document.documentElement.scrollHeight / innerHeight") < windows
        expect(page.locator("summary", has_text="How it went")).to_be_visible(visible=not are_open)
        expect(page.locator(".afloat .board").last).to_be_in_viewport(ratio=1)
        page.evaluate("document.documentElement.dataset.size = 'large'")
        won, foot = (there(page.locator(one).bounding_box()) for one in (".won", ".foot"))
        assert won["y"] + won["height"] >= foot["y"] - 1  # Nothing of what is told below it peeks out.
    expect(page.locator("main .figures")).to_have_count(0)


@pytest.mark.ring("test")
def test_on_a_small_phone_of_four_it_is_read_beside_the_crown_who_wins_and_why_those_with_as_many_points_lost(
    phone: OpenPhone, server: Server
) -> None:
    evening = match_of(server.port, "down-under", 4, animals=True)
    evening.after(*(lays(seat, seat, animal="emu" if seat else "dingo") for seat in range(4)))
    evening.move("stand_now", turn=0, done=[], ends=True)
    page = evening.sit(phone(size=(360, 640)), 0)
    crest, said = (there(page.locator(f".won .hero > {one}").bounding_box()) for one in (".crest", "h1"))
    assert abs(crest["y"] + crest["height"] / 2 - said["y"] - said["height"] / 2) < 4
    expect(page.locator(".won .because:visible")).to_have_count(3)
    sizes = page.locator(".won .to").evaluate_all("all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))")
    assert all(sizes[0] > one for one in sizes[1:]), "points that decide nothing are not the largest"
    hidden = "(all => all.scrollHeight - all.clientHeight)(document.querySelector('main'))"
    assert page.evaluate(hidden) <= 0
    page.evaluate("document.documentElement.dataset.size = 'larger'")
    for width, height in ((360, 640), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(hidden) <= 0


@pytest.mark.ring("test")
def test_a_shared_win_has_a_crown_for_each_and_the_colour_of_none(phone: OpenPhone, server: Server) -> None:
    evening = match_of(server.port, "down-under", 4)
    page = evening.sit(phone(size=(360, 640), locale="de-DE"), 2)
    television = evening.on_television(phone(size=(1280, 720)))
    evening.after(*(lays(seat, seat) for seat in range(4)), *({"kind": "done", "seat": seat} for seat in range(4)))
    grounds = set()
    for one in (page, television):
        expect(one.locator(".winner > .crown")).to_have_count(4)
        expect(one.locator(".curtain")).to_be_hidden()
        fills = "new Set([...document.querySelectorAll('.rays path')].map(p => getComputedStyle(p).fill)).size"
        assert one.evaluate(fills) == 4
        assert accessibility_faults(one) == []
        grounds.add(lit(one))
    assert grounds == {"rgb(51, 38, 28)"}
    assert below(page, ".news button", ".contest", ".drawer summary") == [], (
        "what takes it back stands above the button"
    )
    drawing = page.evaluate("async path => (await fetch(path)).text()", f"/m/{evening.match_id}/picture.svg")
    assert drawing.count('href="#crown"') == 4
    call(
        server.port,
        f"/matches/{evening.match_id}/amend",
        {"index": 3, "move": lays(3, 3, 1, "curve"), "anyway": True},
        evening.host,
    )
    expect(page.locator(".put-right .btn")).to_have_css("color", "rgb(42, 31, 20)")


def test_steps_follow_in_one_place_and_nothing_plays_where_nothing_may_move(phone: OpenPhone, server: Server) -> None:
    evening = match_of(server.port, "nile", 5, depth="board").after(*golden("nile")[0]["moves"])
    page = phone(size=(360, 640))
    page.goto(f"{evening.board}/replay?step=8")
    expect(page.locator("#plays")).to_be_hidden()
    page.locator("#later").click()
    shows(page, 9)
    for size in ((360, 640), (820, 1180), (1180, 820)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.goto(f"{evening.board}/replay?step=7")
        assert page.evaluate("(all => all.scrollHeight - all.clientHeight)(document.querySelector('main'))") <= 0
    assert accessibility_faults(page) == []
    page.set_viewport_size({"width": 1280, "height": 720})
    for package in ("land_unter", "limits"):
        board = beginning(server, package, None)[0].board
        for step in (6, 10, 20, 40):  # a round's end, a trick, an accusation, the end
            page.goto(f"{board}/replay?step={step}")
            assert page.evaluate("document.documentElement.scrollHeight") == 720, (package, step)
            expect(page.locator("main > *").get_by_text("Missing:").filter(visible=True)).to_have_count(0)
    board = beginning(server, "down_under", None)[0].board
    page.goto(f"{board}/replay?step=4")
    expect(page.locator("#desk")).to_be_visible()
    frames = set()
    for step in (1, 4, 100):  # The television shows the table in the measure of its end.
        page.goto(f"{board}/replay?screen=yes&step={step}")
        frames.add(page.locator(".lying > .drawn").last.get_attribute("viewBox"))
    assert len(frames) == 1
    page.set_viewport_size({"width": 360, "height": 640})
    page.emulate_media(reduced_motion="no-preference")
    page.goto(evening.board)
    page.locator(".strip .tool[href$='/replay']").click()
    places = "all => all.map((one) => Object.values(one.getBoundingClientRect().toJSON()))"
    keys = page.locator(".reel :is(.btn, input)")
    before = keys.evaluate_all(places)
    plays = page.locator("#plays")
    expect(plays).to_have_text("Pause", use_inner_text=True)  # Asked for no step, it begins by itself.
    expect(page.locator(".reel input")).to_have_value(
        "8", timeout=15_000
    )  # Water that flows for ever holds nothing up.
    plays.click()
    page.locator("#fast").click()
    expect(plays).to_have_text("Play", use_inner_text=True)  # It only says how fast.
    plays.click()
    assert keys.evaluate_all(places) == before
    page.goto(f"{evening.board}/replay?step=28")
    page.locator("#later").click()
    expect(page.locator(".scoring")).to_be_visible()
    page.locator("#earlier").click()
    shows(page, 28)


@pytest.mark.parametrize("game", ["points", "own_game"])
def test_after_the_end_the_television_plays_the_film_once_by_itself(
    phone: OpenPhone, server: Server, game: str
) -> None:
    evening, (last,) = beginning(server, game, -1)
    television = phone(size=(1280, 720))
    television.clock.install()
    television.emulate_media(reduced_motion="no-preference")
    with television.expect_event("requestfinished", lambda request: "motion" in request.url):
        evening.on_television(television)
    version = evening.move(**last)
    expect(television.locator(".won")).to_be_attached()
    television.clock.fast_forward(180_000)
    television.wait_for_url("**/replay?screen=yes")
    shows(television, version)
    with television.expect_event("requestfinished", lambda request: "motion" in request.url):
        television.wait_for_url(f"**/tv/{evening.table}")
    television.clock.fast_forward(200_000)
    expect(television.locator(".won")).to_be_attached()
    assert television.url.endswith(f"/tv/{evening.table}")


def test_a_round_reopened_and_ending_anew_is_shown_anew_to_who_had_gone_on(phone: OpenPhone, server: Server) -> None:
    evening, _ = beginning(server, "land_unter", 6)
    page = evening.sit(phone(), 0)
    go_on = page.locator("#go-on")
    go_on.click()
    expect(go_on).to_have_count(0)
    call(server.port, f"/matches/{evening.match_id}/undo", {}, evening.host)
    expect(page.locator("#shown")).to_have_attribute("data-moment", "r0t2")
    evening.move(**golden("land_unter")[0]["moves"][5])
    expect(go_on).to_be_visible()


@pytest.mark.ring("test")
def test_one_tap_starts_the_next_round_on_every_phone_and_on_the_television(phone: OpenPhone, server: Server) -> None:
    evening, (last, *_) = beginning(server, "land_unter", 5)
    taps, reads = (evening.sit(phone(size=(360, 640)), seat) for seat in range(2))
    for level in (5, 6):
        tap(reads, "levels", level)
    evening.move(**last)
    expect(reads.locator("#beside .btn")).to_have_count(2)
    until(reads, "getComputedStyle(document.querySelector('#beside')).opacity === '1'")
    assert below(reads, "#beside .btn", edge=".taken") == []
    reads.locator("#beside [data-close]").tap()
    television = evening.on_television(phone(size=(1280, 720)))
    expect(television.locator(".passed")).to_be_visible()
    reads.evaluate("scrollTo(0, 1000)")
    taps.locator("#go-on").tap()
    for page in (taps, reads):
        expect(page.locator("#go-on")).to_have_count(0)
        expect(page.get_by_text("Trick 1 of 12").first).to_be_visible()
        assert page.evaluate("scrollY") == 0
    expect(television.locator(".passed")).to_have_count(0)
    reads.locator(".undo .opens").tap()
    expect(reads.locator("#sheet .scores.parts")).to_be_visible()


@pytest.mark.ring("test")
def test_on_an_upright_tablet_names_stand_beside_signs_and_no_card_is_cut(phone: OpenPhone, server: Server) -> None:
    evening, (last,) = beginning(server, "down_under", -1)
    page = evening.sit(phone(size=(820, 1180)), 0)
    evening.move(**last)

    sign, name = page.locator(".won .rank .mark").first, page.locator(".won .rank bdi").first
    expect(name).to_be_visible()
    assert there(name.bounding_box())["y"] < sum(there(sign.bounding_box())[one] for one in ("y", "height"))
    assert page.evaluate(CUT) <= 0
    ground, table = (there(page.locator(one).bounding_box()) for one in (".du .grows", ".du .plot"))
    assert table["y"] - ground["y"] < 9
    # The table has the width below the winner, not the half of it with empty ground under it.
    assert table["height"] > 0.35 * 1180
    expect(page.locator(".du-scores button").last).to_be_visible()
    expect(page.locator(".du-scores tr:has([href$='#crown']) td")).to_be_visible()
    expect(page.locator(".du-scores bdi").first).to_be_hidden()
