"""Long names, long words: on a phone no figure is pushed off the page, and no short word is torn apart."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest
from playwright.sync_api import Page

from tests.conformance.playing import PACKAGES, playthroughs
from tests.e2e.evening import Evening, call
from tests.e2e.paper import FORMATS, measured, pages_of_paper
from tests.e2e.stage import OVER, OpenPhone, Server

NAMES = ("Großmutter Annegret", "Bo", "Maximilian", "Zoë")
LONGEST = ("Maximiliane-Charlotte", "Bartholomäus", "Großmutter Annegret", "Zoë", "Ben", "Wilhelmine")
LANGUAGES = ("en-GB", "de-DE", "fr-FR", "es-ES")
LOST = ("flax", "flax", "flax", "wheat", "wheat", "wheat")
"""What three lose every turn, until the obelisk has come to the pawn."""
COLOURS = ("red", "yellow", "green", "blue", "violet")
CUT = """
() => [...document.querySelectorAll('#view .scores th, #view .scores td')]
  .filter(one => one.getBoundingClientRect().right > (one.closest('.slip') ?? document.body).getBoundingClientRect().right)
  .map(one => one.textContent)
"""
"""Cells that lie beyond the slip, or beyond the edge, where they are cut off."""
BEYOND = "[...document.querySelectorAll('.far, .across')].map(one => one.scrollWidth - one.clientWidth)"
TORN = """
() => [...document.querySelectorAll('#view .scores thead th')]
  .filter(one => !one.textContent.trim().includes(' '))
  .filter(one => {
    const words = document.createRange();
    words.selectNodeContents(one);
    return new Set([...words.getClientRects()].map(line => line.top)).size > 1;
  })
  .map(one => one.textContent)
"""

ON_TOP = """
() => [...document.querySelectorAll('.people li > .grow')].filter(one => {
  const words = document.createRange();
  words.selectNodeContents(one);
  const right = words.getBoundingClientRect().right;
  const next = one.nextElementSibling?.getBoundingClientRect();
  return next && next.top < words.getBoundingClientRect().bottom && next.left < right;
}).map(one => one.textContent)
"""
TRIMMED = "[...document.querySelectorAll('.strip .trim')].map(one => one.scrollWidth - one.clientWidth)"
TIGHT = """
() => [...document.querySelectorAll('.tiles .face, .herd .face')].filter(one => {
  const face = one.getBoundingClientRect();
  return [...one.childNodes].filter(part => !part.classList?.contains('hide')).some(part => {
    const shown = document.createRange();
    shown.selectNode(part);
    const {left, right, width} = shown.getBoundingClientRect();
    return width > 0 && (right > face.right - 3 || left < face.left + 3);
  });
}).map(one => one.textContent.trim())
"""
"""Faces whose words or drawing reach to the border, or beyond it."""
WRAPPED = "[...document.querySelectorAll('.du-scores .left')].filter(one => one.offsetHeight > 30).length"
"""Lines of remaining tiles that go on in a second one."""
BELOW = """
() => [...document.querySelectorAll('.verdict .sum li')].filter(one => {
  const [place, chip, score] = ['.place', '.chip', '.to'].map(part => one.querySelector(part).getBoundingClientRect());
  return chip.top > place.bottom || score.top > chip.bottom;
}).map(one => one.textContent.trim())
"""
"""Lines of the end whose name stands below the place, or whose points stand below the name."""
TOPS = "['.doubt summary', '.doubt .contest'].map(one => document.querySelector(one).getBoundingClientRect().top)"
SHARE = """
() => ['.doubt ol', '.doubt'].map(one => document.querySelector(one).getBoundingClientRect().width)
  .reduce((part, whole) => part / whole)
"""


def begin(server: Server, game: str, names: tuple[str, ...] = NAMES, **options: object) -> Evening:
    """A match with such names, nothing entered yet."""
    opened = call(server.port, "/tables", {"players": [*names]})
    host = opened["host_token"]
    begun = call(server.port, f"/tables/{opened['table']}/matches", {"game": game, "options": options}, host)
    return Evening(server.port, opened["table"], begun["match"], host, tuple(seat["token"] for seat in opened["seats"]))


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_round_of_land_unter_is_told_within_a_phone(phone: OpenPhone, server: Server, locale: str) -> None:
    evening = begin(server, "land-unter")
    evening.count_all_rings(12)
    for trick in range(12):
        low = 1 + 2 * (trick % 6)
        evening.move("trick", levels=[low, low + 1], highest=trick % 4, second=(trick + 1) % 4)
    page = evening.sit(phone(locale=locale), 3)

    assert page.locator(".verdict .scores .tot").count() == len(NAMES)
    assert page.evaluate(CUT) == []
    assert page.evaluate(OVER) <= 0


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_verdict_of_limits_and_its_result_stand_within_a_phone(phone: OpenPhone, server: Server, locale: str) -> None:
    evening = begin(server, "limits")
    evening.move("start", seat=3)
    evening.move("limit", numbers=dict.fromkeys(COLOURS, 1))
    evening.move("verdict", seat=2, accused=0, colour="yellow", hidden={"0": 1, "1": 0, "2": 0, "3": 0}, counted=5)
    page = evening.sit(phone(locale=locale), 3)

    assert page.locator("#view .scores .tot").count() == len(NAMES)
    assert page.evaluate(TORN) == []
    assert page.evaluate(OVER) <= 0
    page.goto(f"{evening.board}/result")
    assert page.locator(".accusations").count() == 1
    assert page.evaluate(BEYOND) == [0] * page.locator(".far").count()
    assert page.evaluate(OVER) <= 0


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_scoring_of_the_nile_and_its_end_stand_within_a_phone(phone: OpenPhone, server: Server, locale: str) -> None:
    evening = begin(server, "nile")
    evening.move("starter", seat=0)
    for seat in range(4):
        evening.move("boat", seat=seat, plants=["flax", "wheat"])
    evening.move("tide", moved=2, arrows=0)
    for plant in ("grapes", "onions", "aubergine"):
        evening.move("harvest", seat=0, plant=plant, quality=4, column=4, shared=False)
    take_turns(evening, 0)
    page = evening.sit(phone(locale=locale), 3)

    assert page.locator(".sold .tot").count() == 1
    assert page.evaluate(CUT) == []
    for turn, kind in enumerate(LOST, 1):
        evening.move("tide", moved=2 - turn % 2, arrows=0)
        evening.move("flooded", plants=[{"seat": seat, "plant": kind} for seat in range(1, 4)])
        take_turns(evening, turn)
    page.reload()
    assert page.locator(".verdict > .scores .tot").count() == len(NAMES)
    assert page.evaluate(CUT) == []
    page.goto(f"/t/{evening.table}/evening")
    assert page.evaluate(BEYOND) == [0]
    assert page.evaluate(OVER) <= 0


@pytest.mark.parametrize("locale", LANGUAGES)
def test_who_sits_where_is_told_side_by_side_and_never_on_top(phone: OpenPhone, server: Server, locale: str) -> None:
    evening = begin(server, "limits")
    page = evening.sit(phone(locale=locale), 2)
    page.goto(f"/t/{evening.table}")

    assert page.locator(".people form button").count() == 1
    assert page.evaluate(ON_TOP) == []


def lay_one_tile_each(evening: Evening) -> None:
    """Everybody has opened, side by side, with a platypus: the longest animal in three languages."""
    for seat, colour in enumerate(("red", "yellow", "green", "blue")):
        tile = {"x": seat, "y": 0, "kind": "straight", "colour": colour, "turn": 0, "animal": "platypus"}
        evening.move("lay", seat=seat, tile=tile)


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("size", [(360, 740), (1280, 800)])
def test_a_turn_of_down_under_and_its_end_stand_within_their_lines(
    phone: OpenPhone, server: Server, locale: str, size: tuple[int, int]
) -> None:
    evening = begin(server, "down-under", animals=True)
    lay_one_tile_each(evening)
    page = evening.sit(phone(locale=locale, size=size), 3)

    assert page.locator(".du-scores .left").count() == len(NAMES)
    assert page.locator(".herd .face").count() == 5
    assert page.evaluate(TRIMMED) == [0]
    assert page.evaluate(TIGHT) == []
    assert page.evaluate(WRAPPED) == 0
    assert page.evaluate(OVER) <= 0
    for seat in range(len(NAMES)):
        evening.move("done", seat=seat)
    page.goto(evening.board)
    assert page.locator(".ended .sum li").count() == len(NAMES)
    assert page.evaluate(TRIMMED) == [0]
    assert page.evaluate(BELOW) == []
    assert page.evaluate(OVER) <= 0
    page.goto(f"{evening.board}/result")
    assert page.locator(".result .sum li").count() == len(NAMES)
    assert page.evaluate(BELOW) == []


def take_turns(evening: Evening, turn: int) -> None:
    """Everybody has finished, from the start player of the turn on."""
    for step in range(4):
        evening.move("pass", seat=(turn + step) % 4)


@pytest.mark.parametrize("locale", LANGUAGES)
def test_the_reasons_of_a_verdict_have_the_whole_line(phone: OpenPhone, server: Server, locale: str) -> None:
    evening = begin(server, "land-unter")
    evening.count_all_rings(12)
    evening.move("trick", levels=[4, 9], highest=1, second=0)
    page = evening.sit(phone(locale=locale), 3)
    why, contest = page.locator(".doubt summary"), page.locator(".doubt .contest")
    beside = page.evaluate(TOPS)
    why.click()

    assert contest.is_visible()
    assert beside[0] == beside[1]
    assert page.evaluate(SHARE) == 1


ABOVE = """
() => [...document.querySelectorAll('.du-scores .row')].filter(one => {
  const [swatch, chip] = ['.swatch', '.chip'].map(part => one.querySelector(part).getBoundingClientRect());
  return swatch.right > chip.left || swatch.bottom < chip.top;
}).map(one => one.textContent)
"""
"""Players whose path stands above their name."""
APART = """
where => [...document.querySelectorAll(where)].flatMap(one => {
  const text = one.firstChild, words = document.createRange();
  return [...text.data.matchAll(/[^\\s-]+-?/g)].filter(word => {
    words.setStart(text, word.index);
    words.setEnd(text, word.index + word[0].length);
    return new Set([...words.getClientRects()].map(line => line.top)).size > 1;
  }).map(word => word[0]);
})
"""
"""Words that go on in a second line, though there is neither a space nor a hyphen."""

POINTS = "Math.min(...[...document.querySelectorAll('.named bdi')].map(one => parseFloat(getComputedStyle(one).fontSize))) * .75"
"""The size of the smallest name on paper."""
LEGIBLE_POINTS = 8


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_path_of_down_under_lies_beside_its_player(phone: OpenPhone, server: Server, locale: str) -> None:
    evening = begin(server, "down-under", LONGEST[:4], animals=True)
    lay_one_tile_each(evening)
    page = evening.sit(phone(locale=locale, size=(360, 740)), 3)

    assert page.locator(".du-scores .swatch").count() == 4
    assert page.evaluate(ABOVE) == []
    assert page.evaluate(APART, ".du-scores bdi") == []
    assert page.evaluate(OVER) <= 0


def entered(server: Server, package: str, seats: int, share: float) -> Evening:
    """A match of so many, some share of it entered; the same each time."""
    draws = (playthroughs(package).random_game(random.Random(f"long names {number}")) for number in range(1000))
    options, moves = next((options, moves) for players, options, moves in draws if players == seats)
    evening = begin(server, PACKAGES[package].slug, LONGEST[:seats], **options)
    for move in moves[: round(share * len(moves))]:
        evening.move(**move)
    return evening


@pytest.mark.parametrize(("package", "seats"), [("land_unter", 5), ("limits", 5), ("down_under", 4), ("nile", 5)])
def test_an_end_with_long_names_stands_within_the_smallest_phone(
    phone: OpenPhone, server: Server, package: str, seats: int
) -> None:
    evening = entered(server, package, seats, 1)
    page = phone(locale="de-DE", size=(360, 740))
    page.goto(evening.board)

    assert page.locator(".verdict").count() > 0
    assert page.evaluate(OVER) <= 0


LARGE = "document.documentElement.style.fontSize = '200%'"
CORRECTIONS = "[...document.querySelectorAll('a[href*=\"/correct/\"]')].map(one => new URL(one.href).pathname)"


def too_wide_with_large_text(page: Page, paths: Iterable[str]) -> list[str]:
    """The pages that are wider than the phone with text twice as large."""
    found = []
    for path in paths:
        page.goto(path)
        page.evaluate(LARGE)
        if page.evaluate(OVER) > 0:
            found.append(path)
    return found


@pytest.mark.parametrize("share", [0.1, 0.5, 1])
@pytest.mark.parametrize(("package", "seats"), [("land_unter", 5), ("limits", 5), ("down_under", 4), ("nile", 5)])
def test_a_board_and_what_belongs_to_it_keep_their_width_with_text_twice_as_large(
    phone: OpenPhone, server: Server, package: str, seats: int, share: float
) -> None:
    evening = entered(server, package, seats, share)
    page = phone(locale="de-DE")
    page.goto(f"/join/seat/{evening.seats[1]}")
    with page.expect_navigation():
        page.locator(".foot button").click()
    page.goto(f"{evening.board}/journal")
    entries = page.evaluate(CORRECTIONS)
    paths = ("", "/result", "/setup", "/stand", f"/../../t/{evening.table}/evening")

    assert too_wide_with_large_text(page, [*(evening.board + path for path in paths), entries[0], entries[-1]]) == []


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize(("package", "seats"), [("land_unter", 5), ("limits", 5), ("down_under", 4), ("nile", 5)])
def test_a_board_and_its_corrections_keep_the_width_of_the_smallest_phone_with_text_twice_as_large(
    phone: OpenPhone, server: Server, package: str, seats: int, locale: str
) -> None:
    evening = entered(server, package, seats, 0.5)
    page = phone(locale=locale, size=(360, 740))
    page.goto(f"/join/seat/{evening.seats[1]}")
    with page.expect_navigation():
        page.locator(".foot button").click()
    page.goto(f"{evening.board}/journal")
    entries = page.evaluate(CORRECTIONS)

    assert too_wide_with_large_text(page, [evening.board, entries[0], entries[len(entries) // 2], entries[-1]]) == []


@pytest.mark.parametrize("size", ["normal", "large"])
@pytest.mark.parametrize("package", PACKAGES)
def test_no_name_on_paper_is_torn_without_a_hyphen(phone: OpenPhone, server: Server, package: str, size: str) -> None:
    seats = PACKAGES[package].players[-1]
    evening = begin(server, PACKAGES[package].slug, LONGEST[:seats])
    page = phone(size=(1000, 1200))
    page.goto(f"{evening.board}/sheet?size={size}")
    page.emulate_media(media="print")

    assert page.locator(".named bdi").count() >= seats
    assert page.evaluate(APART, ".named bdi") == []
    assert page.evaluate(POINTS) >= LEGIBLE_POINTS
    assert (
        page.evaluate("[...document.querySelectorAll('.named bdi')].map(one => one.scrollHeight - one.clientHeight)")
        == [0] * page.locator(".named bdi").count()
    )
    sheets = page.locator(".page").count()
    assert measured(page).cut == []
    assert [len(pages_of_paper(page, form)) for form in FORMATS] == [sheets, sheets]


def test_a_word_too_long_for_a_line_of_paper_goes_on_after_a_hyphen(phone: OpenPhone, server: Server) -> None:
    evening = begin(server, "down-under", ("Wolfeschlegelsteinhausen", "Ana-Wolfeschlegelstein"))
    page = phone(size=(1000, 1200))
    page.goto(f"{evening.board}/sheet")
    page.emulate_media(media="print")
    names = page.locator(".named bdi")

    assert names.all_text_contents() == ["Wolfeschlege\u00adlsteinhausen", "Ana-Wolfeschl\u00adegelstein"]
    assert page.evaluate(POINTS) >= LEGIBLE_POINTS
    assert measured(page).cut == []


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_a_name_of_twelve_letters_is_whole_on_the_screen_of_down_under(
    phone: OpenPhone, server: Server, locale: str, size: tuple[int, int]
) -> None:
    evening = begin(server, "down-under", LONGEST[:4], animals=True)
    lay_one_tile_each(evening)
    television = phone(locale=locale, size=size)
    television.goto(f"/tv/{evening.table}")
    shown = television.locator(".du-screen bdi").filter(has_text="Bartholomäus")

    assert shown.evaluate("one => one.scrollWidth - one.clientWidth") == 0
    assert television.evaluate(APART, ".du-screen thead th") == []


@pytest.mark.parametrize("locale", LANGUAGES)
def test_who_is_out_of_a_round_stands_on_one_line_with_the_others(
    phone: OpenPhone, server: Server, locale: str
) -> None:
    evening = begin(server, "land-unter")
    for seat, rings in enumerate((0, 3, 3, 3)):
        evening.move("count_rings", seat=seat, rings=rings)
    evening.move("trick", levels=[1, 12], highest=1, second=0)
    page = evening.sit(phone(locale=locale, size=(360, 740)), 1)
    levels = page.locator(".tank .lvl")

    assert page.locator(".tank .lvl .bad").count() == 1
    assert len({round(height) for height in levels.evaluate_all("all => all.map(one => one.offsetHeight)")}) == 1
