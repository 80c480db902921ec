"""Where there is little height, the board keeps most of it; and the foot covers nothing that somebody comes to."""

import pytest
from playwright.sync_api import expect

from tests.e2e.boards import below, shows
from tests.e2e.evening import ALL_ONES, STARTS, TIDE, Evening, land_unter, limits_in_play, match_of, nile_in_play
from tests.e2e.laying import lays
from tests.e2e.stage import OVER, OpenPhone, Server, first_early
from tests.there import there


@pytest.fixture
def evening(server: Server) -> Evening:
    """A match with a trick entered, so that undo stands above the main button."""
    begun = land_unter(server.port, players=4, rings=5)
    begun.move("trick", levels=[4, 9], highest=0, second=1)
    return begun


@pytest.mark.parametrize("size", [(844, 390), (664, 320)])
def test_a_phone_on_its_side_has_undo_and_the_main_button_beside_the_game_and_both_are_whole(
    evening: Evening, phone: OpenPhone, size: tuple[int, int]
) -> None:
    beside = evening.sit(phone(locale="de-DE", size=size), 1).evaluate("""() => {
      const [game, foot] = ["main", ".foot"].map(one => document.querySelector(one));
      const right = game.getBoundingClientRect().right - parseFloat(getComputedStyle(game).paddingRight);
      const { left, bottom } = foot.getBoundingClientRect();
      const whole = [...foot.querySelectorAll("button")].filter(one => one.checkVisibility());
      return [right <= left, left / innerWidth >= 0.55, bottom <= innerHeight + 1,
        whole.every(one => one.getBoundingClientRect().bottom <= innerHeight)];
    }""")
    assert beside == [True] * 4


def test_a_phone_on_its_side_has_a_sale_colours_and_undo_beside_its_foot(phone: OpenPhone, server: Server) -> None:
    page = nile_in_play(server.port).after(TIDE).sit(phone(size=(844, 390)), 0)
    assert (
        page.evaluate("""() => {
      const [market, foot, ...keys] = [...document.querySelectorAll(".market, .foot, #crops button")].sort(
        (one, two) => one.matches("button") - two.matches("button")).map(one => one.getBoundingClientRect());
      return keys.map(one => market.right <= one.left && one.bottom <= foot.top);
    }""")
        == [True] * 20
    )
    page = limits_in_play(server.port).sit(phone(locale="de-DE", size=(640, 360)), 0)
    assert page.locator(".five button").evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth)")
    land_unter(server.port, 5, [8]).host_on(page).click(".undo .btn", trial=True)
    typed = match_of(server.port, "down-under", 2, depth="result").host_on(page).locator("[data-figure]").first
    assert there(typed.bounding_box())["x"] > 640 * 0.6


@pytest.mark.parametrize("size", [(640, 360), (844, 390)])
def test_on_a_phone_on_its_side_every_animal_at_an_end_is_whole_beside_down_unders_table(
    phone: OpenPhone, server: Server, size: tuple[int, int]
) -> None:
    evening = match_of(server.port, "down-under", 2, animals=True)
    evening.after(*(lays(seat, seat, animal="emu") for seat in range(2)))
    keys = evening.sit(phone(size=size), 0).locator(".herds").locator("button:visible, .tab")
    places = [there(one.bounding_box()) for one in keys.all()]
    table = there(keys.page.locator("#desk").bounding_box())
    assert len(places) == 4 + 15
    for box in places:
        assert table["x"] + table["width"] <= box["x"]
        assert box["x"] + box["width"] <= size[0]
        assert box["y"] + box["height"] <= size[1]


def test_a_page_enlarged_fourfold_is_not_covered_by_its_foot(evening: Evening, phone: OpenPhone) -> None:
    page = evening.sit(phone(size=(320, 256)), 1)
    assert page.evaluate(PLACE) == "static"
    page.set_viewport_size({"width": 390, "height": 664})
    assert page.evaluate(PLACE) == "sticky"


def test_late_in_a_round_a_small_phone_shows_every_tank_whole_above_its_foot(phone: OpenPhone, server: Server) -> None:
    evening = land_unter(server.port, 5, rings=9)
    page = evening.sit(phone(size=(360, 640), locale="de-DE"), 1)
    for number in range(20):
        levels = [1 + number % 12, 1 + (number + 5) % 12]
        version = evening.move("trick", levels=levels, highest=number % 5, second=(number + 1) % 5)
        if number == 11:
            shows(page, version)
            page.locator("#go-on").tap()
            expect(page.locator("#go-on")).to_have_count(0)
        if number in (6, 10, 19):
            shows(page, version)
            assert page.evaluate(CUT) == [], number
            for text, width, height in (("large", 360, 640), ("larger", 360, 640), ("larger", 390, 844)):
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate("size => { document.documentElement.dataset.size = size; }", text)
                assert page.evaluate(CUT) == [], (number, text, height)
            page.set_viewport_size({"width": 360, "height": 640})
            page.evaluate("delete document.documentElement.dataset.size")
    shows(page, evening.move("lay", seat=1, card=40))
    page.locator("#_trick_way-highest").tap()
    assert there(page.locator("[data-part=pieces] .notice").bounding_box())["height"] < 75, "the tanks are seen below"


@pytest.mark.parametrize(
    "path", ["/t/{0.table}", "/t/{0.table}/first", "/t/{0.table}/join", "/paper/land-unter?players=4"]
)
def test_a_small_phone_shows_the_table_who_starts_who_is_who_and_a_paper_sheet_without_scrolling(
    evening: Evening, phone: OpenPhone, path: str
) -> None:
    page = evening.host_on(phone(size=(360, 640)), path.format(evening))
    if draws := page.get_by_role("button", name="Draw lots").all():
        draws[0].click()
        expect(page.get_by_text("Draw again")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight") == 640


def test_where_the_host_alone_enters_no_guest_on_a_small_phone_has_to_scroll(phone: OpenPhone, server: Server) -> None:
    pile = match_of(server.port, "limits", 4).after(STARTS, {"kind": "card", "seat": 0})
    for evening in (land_unter(server.port, 4, 5), pile, nile_in_play(server.port, 4).after(TIDE)):
        evening.post("closed", "closed=true")
        page = evening.sit(phone(size=(360, 640)), 1)
        expect(page.locator(".keeper:visible, .own > :visible, .foot [name=_trick_way]:visible")).to_have_count(2)
        assert page.evaluate("document.documentElement.scrollHeight") == 640, evening.board


CUT = """
() => [...document.querySelectorAll('.tank.tap, .by-tanks .ask span')].filter(one =>
  one.getBoundingClientRect().bottom > document.querySelector('.foot').getBoundingClientRect().top + .5
  || one.scrollWidth > one.clientWidth + 1 || one.querySelector('.well')?.offsetHeight < 54
).map(one => one.innerText)
"""
"""Tanks that the foot cuts, those whose drawing has no height left, and questions that aren't whole."""
STOPS = {(1280, 800): "main a", (390, 664): ":is(#view .strip, main) :is(summary, a, button):visible"}
"""What the keyboard comes to on the start page of a laptop, and on a phone where Limits waits for a card."""


@pytest.mark.parametrize("size", STOPS)
def test_what_keys_come_to_is_never_under_the_foot(phone: OpenPhone, server: Server, size: tuple[int, int]) -> None:
    page = phone(size=size)
    page.goto("/")
    if size[0] < 1000:
        limits_in_play(server.port).sit(page, 0)
    stops = page.locator(STOPS[size])
    stops.first.focus()
    under = []
    for _ in range(stops.count()):
        under.append(page.evaluate(UNDER))
        page.keyboard.press("Tab")
    assert len(under) > 5
    assert True not in under
    assert page.evaluate("document.activeElement.closest('.foot') !== null")


UNDER = """
() => document.activeElement.getBoundingClientRect().bottom > document.querySelector('.foot').getBoundingClientRect().top
"""
PLACE = "getComputedStyle(document.querySelector('.foot')).position"


@pytest.mark.parametrize(("locale", "hidden", "counted"), first_early(("de-DE", 1, 12), ("en-GB", 0, 1)))
def test_on_a_phone_a_verdict_its_proof_who_takes_what_what_hands_do_and_its_undo_stand_above_the_foot(
    phone: OpenPhone, server: Server, locale: str, hidden: int, counted: int
) -> None:
    evening = match_of(server.port, "limits", ("Ana", "Maximiliane", "Jean-Baptiste")).after(STARTS)
    evening.move("limit", numbers={"red": 0, "yellow": "X", "green": 2, "blue": 1, "violet": 3})
    for _round in range(4):
        evening.move("verdict", seat=1, accused=2, colour="red", printed=0, hidden=hidden, counted=counted)
    page = evening.sit(phone(size=(360, 640), locale=locale), 1)
    for width, height in ((360, 640), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        head, slip = (there(page.locator(one).bounding_box()) for one in (".strip", ".slip"))
        assert slip["y"] - head["y"] - head["height"] < 34, "no hole is left where no bar is"
        assert there(page.locator(".own .figures:visible").bounding_box())["height"] < 30, "rank and points in one line"
        small = page.locator(".fan tspan.f-ink2").evaluate("(one) => one.getBoundingClientRect().height")
        assert small > 10, "what is allowed, and why, is read"
        parts = (".fan", ".slip .sum", ".tidy li:last-child", ".doubt form button", ".doubt .contest")
        assert below(page, *parts) == []
        for box in (there(page.locator(part).bounding_box()) for part in parts):
            assert box["x"] + box["width"] <= width - 16
    page.evaluate("document.documentElement.dataset.size = 'larger'")
    for width in (360, 820):
        page.set_viewport_size({"width": width, "height": 1180})
        assert page.evaluate(OVER) <= 0, width
    evening.after(ALL_ONES, {"kind": "card", "seat": 2}).sit(page, 1).set_viewport_size({"width": 360, "height": 640})
    assert there(page.locator(".news").first.bounding_box())["height"] < 60, "undo stands beside two lines"
    page.locator("#open-exchange button").click()
    expect(page.locator(".foot")).to_be_hidden()
    evening = match_of(server.port, "limits", 3, pile="logged").after(STARTS, ALL_ONES)
    hides = ({"kind": "hide", "seat": seat, "colours": ["red"]} for seat in range(3))
    evening.after(*hides, {"kind": "lay", "seat": 0, "colour": "blue"}, {"kind": "accuse", "seat": 1, "accused": 0})
    page = evening.sit(phone(size=(360, 640), locale=locale), 2)
    assert below(page, ".tidy li:last-child", ".doubt form button", ".doubt .contest") == [], (
        "before the cards in order"
    )


@pytest.mark.parametrize("known", first_early(8, 2, 4))
def test_beside_known_limit_cards_a_small_phone_shows_every_key(phone: OpenPhone, server: Server, known: int) -> None:
    before, evening = (match_of(server.port, "limits", 4).after(STARTS) for _ in range(2))
    for blue in range(known):
        before.move("limit", numbers={"red": 0, "yellow": "X", "green": 2, "blue": blue, "violet": 3})
        before.move("verdict", seat=1, accused=2, colour="red", printed=0, hidden=1, counted=3)
    page = evening.sit(phone(size=(360, 640)), 1)
    page.get_by_role("button", name="Turn up the limit card").click()
    expect(page.locator(".known.some")).to_be_visible()
    keys = [there(one.bounding_box()) for one in page.locator(".known button, .limit .face").all()]
    assert all(box["height"] >= 44 and box["width"] >= 44 and box["y"] + box["height"] <= 640 for box in keys)
