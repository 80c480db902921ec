"""Where there is little height, the board keeps most of it; and the foot covers nothing that somebody comes to."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.conformance.playing import golden
from tests.e2e.evening import PLAYERS, Evening, call, land_unter
from tests.e2e.stage import OVER, OpenPhone, Server, first_early


@pytest.fixture
def evening(server: Server) -> Evening:
    """A match with a trick entered, so that undo stands above the main button."""
    begun = land_unter(server.port, players=4)
    begun.count_all_rings(5)
    begun.move("trick", levels=[4, 9], highest=0, second=1)
    return begun


@pytest.mark.parametrize(("size", "most"), [((844, 390), 0.3), ((664, 320), 0.4)])
def test_a_phone_on_its_side_has_undo_beside_the_main_button(
    evening: Evening, phone: OpenPhone, size: tuple[int, int], most: float
) -> None:
    page = evening.sit(phone(locale="de-DE", size=size), 1)

    assert share_of_the_foot(page) < most
    assert page.evaluate(PLACE) == "sticky"


def test_a_page_enlarged_fourfold_is_not_covered_by_its_foot(evening: Evening, phone: OpenPhone) -> None:
    page = evening.sit(phone(size=(320, 256)), 1)

    assert page.evaluate(PLACE) == "static"
    page.set_viewport_size({"width": 390, "height": 664})
    assert page.evaluate(PLACE) == "sticky"


@pytest.mark.parametrize("size", ["large", "larger"])
def test_where_larger_text_leaves_little_height_the_foot_stands_at_the_end(
    evening: Evening, phone: OpenPhone, server: Server, size: str
) -> None:
    page = phone(size=(390, 540))
    evening.sit(page, 1)
    assert page.evaluate(PLACE) == "sticky"
    page.context.add_cookies([{"name": "size", "value": size, "url": server.url}])
    page.reload()
    assert page.evaluate(PLACE) == "static"
    page.set_viewport_size({"width": 390, "height": 664})
    assert page.evaluate(PLACE) == "sticky"


@pytest.mark.parametrize("height", first_early(664, 730, 844))
def test_a_trick_is_tapped_in_without_scrolling(evening: Evening, phone: OpenPhone, height: int) -> None:
    page = evening.sit(phone(size=(390, height)), 1)
    assert page.evaluate("scrollY") == 0
    assert page.evaluate(OUT_OF_REACH) == []


@pytest.mark.parametrize(("game", "locale"), [("limits", "fr-FR"), ("nile", "de-DE")])
def test_a_page_enlarged_fourfold_does_not_run_off_to_the_side(
    phone: OpenPhone, server: Server, game: str, locale: str
) -> None:
    whole = golden(game)[-1]
    opened = call(server.port, "/tables", {"players": [*PLAYERS[: whole["players"]]]})
    host = opened["host_token"]
    chosen = {"game": game, "options": whole["options"]}
    match = call(server.port, f"/tables/{opened['table']}/matches", chosen, host)["match"]
    evening = Evening(server.port, opened["table"], match, host, tuple(seat["token"] for seat in opened["seats"]))
    for move in whole["moves"][:2] if game == "limits" else whole["moves"]:
        evening.move(**move)
    page = phone(locale=locale, size=(320, 256))
    page.goto(evening.board)

    assert page.locator(":is(.scores, .rank)").count()
    assert page.evaluate(OVER) <= 0


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "es-ES", "de-DE"])
@pytest.mark.parametrize("size", [(360, 640), (390, 844)])
def test_a_verdict_is_no_column_of_words_and_why_stands_beside_undo(
    evening: Evening, phone: OpenPhone, locale: str, size: tuple[int, int]
) -> None:
    page = evening.sit(phone(locale=locale, size=size), 1)

    assert page.evaluate(LINES_OF_THE_VERDICT) <= 2
    assert page.evaluate(IN_A_LINE, ".news > .row > *") == [[True, True, True]] * 2


LINES_OF_THE_VERDICT = """
() => {
  const told = document.querySelector('.news b');
  return Math.round(told.offsetHeight / parseFloat(getComputedStyle(told).lineHeight));
}
"""


def test_after_an_undo_the_tanks_are_still_whole_on_a_small_phone(evening: Evening, phone: OpenPhone) -> None:
    page = evening.sit(phone(size=(360, 640)), 1)
    evening.move("trick", levels=[3, 8], highest=2, second=1)
    page.locator(".news form button").click()
    page.locator(".undo").wait_for()

    assert page.evaluate(UNDER_THE_FOOT) == []


@pytest.mark.parametrize("size", [(820, 1180), (1366, 768), (1920, 1080)])
def test_on_a_large_screen_a_tank_holds_its_water_and_stands_above_the_foot(
    evening: Evening, phone: OpenPhone, size: tuple[int, int]
) -> None:
    page = evening.sit(phone(size=size), 1)

    assert page.evaluate(OUT_OF_THE_TANK) == []
    assert page.evaluate(UNDER_THE_FOOT) == []


OUT_OF_THE_TANK = """
() => [...document.querySelectorAll('.tank .well')].filter(one =>
  one.getBoundingClientRect().bottom > one.closest('.tank').getBoundingClientRect().bottom).map(one => one.textContent)
"""

UNDER_THE_FOOT = """
() => [...document.querySelectorAll('.tank .well')].map(one => one.getBoundingClientRect().bottom)
  .filter(bottom => bottom > document.querySelector('.foot').getBoundingClientRect().top)
"""

OUT_OF_REACH = """
() => [...document.querySelectorAll(':is(.nums, .pick) .face')].filter(one => {
  const face = one.getBoundingClientRect(), at = [face.left + face.width / 2, face.top + 20];
  return !one.contains(document.elementFromPoint(...at));
}).map(one => one.textContent.trim())
"""
"""Faces of which a thumb cannot reach the upper part, because they lie below the edge or under the foot."""


def test_what_the_keyboard_comes_to_is_never_under_the_foot(phone: OpenPhone) -> None:
    page = phone(size=(1280, 800))
    page.goto("/")
    stops = page.locator("main a").count()
    page.locator("main a").first.focus()
    under = []
    for _ in range(stops):
        under.append(page.evaluate(UNDER))
        page.keyboard.press("Tab")

    assert under == [False] * stops
    assert page.evaluate("document.activeElement.closest('.foot') !== null")


UNDER = """
() => document.activeElement.getBoundingClientRect().bottom > document.querySelector('.foot').getBoundingClientRect().top
"""
PLACE = "getComputedStyle(document.querySelector('.foot')).position"


def share_of_the_foot(page: Page) -> float:
    """How much of the height the foot takes."""
    share: float = page.evaluate("document.querySelector('.foot').offsetHeight / innerHeight")
    return share


IN_A_LINE = """
where => [...document.querySelectorAll(where)].map(one => one.getBoundingClientRect())
  .map((one, index, all) => [one.top === all[0].top, one.height >= 44, one.width >= 44])
"""


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "es-ES", "de-DE"])
@pytest.mark.parametrize("width", [360, 390])
def test_what_is_chosen_from_stands_in_one_line_on_a_phone(
    phone: OpenPhone, server: Server, locale: str, width: int
) -> None:
    page = phone(locale=locale, size=(width, 740))
    page.goto("/judge/nile")

    assert page.evaluate(IN_A_LINE, "nav.tabs a") == [[True, True, True]] * 4
    assert page.evaluate(OVER) <= 0
    nile(server.port).sit(page, 0)
    assert page.evaluate(IN_A_LINE, ".turns > .turn") == [[True, True, True]] * 2
    assert page.evaluate(OVER) <= 0


def nile(port: int) -> Evening:
    """A match of An den Ufern des Nils whose first turn has come to the actions."""
    opened = call(port, "/tables", {"players": ["Ana", "Ben"]})
    host = opened["host_token"]
    match = call(port, f"/tables/{opened['table']}/matches", {"game": "nile", "options": {}}, host)["match"]
    evening = Evening(port, opened["table"], match, host, tuple(seat["token"] for seat in opened["seats"]))
    evening.move("starter", seat=0)
    for seat in range(2):
        evening.move("boat", seat=seat, plants=["flax", "wheat"])
    evening.move("tide", moved=2, arrows=0)
    return evening


APART = """
where => [...document.querySelectorAll(where)].flatMap(one => [...one.children].slice(1).map(part =>
  part.getBoundingClientRect().top - part.previousElementSibling.getBoundingClientRect().bottom))
"""
"""How far each part of something stands below the one before it."""


def test_the_parts_of_an_evening_and_of_an_end_stand_apart_on_a_phone(phone: OpenPhone, server: Server) -> None:
    evening = land_unter(server.port, players=3)
    for move in golden("land_unter")[0]["moves"]:
        evening.move(**move)
    page = phone()
    for path in (evening.board, f"/t/{evening.table}/evening"):
        page.goto(path)
        assert min(page.evaluate(APART, "div.duo")) >= 16


def test_the_buttons_for_one_more_and_one_fewer_do_not_touch_what_is_chosen(phone: OpenPhone) -> None:
    page = phone()
    page.goto("/judge/nile/desert")
    more = page.locator("[name=_set][value^='rows.']").first

    assert (
        more.evaluate(
            "one => one.getBoundingClientRect().top - one.closest('fieldset')"
            ".querySelector('.parts').getBoundingClientRect().bottom"
        )
        >= 8
    )
