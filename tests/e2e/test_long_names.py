"""Long names, long words: on a phone no figure is pushed off the page, and no short word is torn apart."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.conformance.playing import PACKAGES, playthroughs
from tests.e2e.evening import Evening, call
from tests.e2e.paper import FORMATS, laid_out, pages_of_paper
from tests.e2e.stage import OVER, OpenPhone, Server, first_early

NAMES = ("Großmutter Annegret", "Bo", "Maximilian", "Zoë")
LONGEST = ("Maximiliane-Charlotte", "Bartholomäus", "Großmutter Annegret", "Zoë", "Ben", "Wilhelmine")
LANGUAGES = ("en-GB", "de-DE", "fr-FR", "es-ES")
LONGEST_LANGUAGE = "de-DE"
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
() => [...document.querySelectorAll('.seats .named')].filter(one => {
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
() => [...document.querySelectorAll('.won .rank li, .result .sum li')].filter(one => {
  const [place, chip, score] = ['.place', '.chip', '.to'].map(part => one.querySelector(part).getBoundingClientRect());
  return chip.top > place.bottom || score.top > chip.bottom;
}).map(one => one.textContent.trim())
"""
"""Lines of the end whose name stands below the place, or whose points stand below the name."""
SHARE = """
() => ['.news .why ol', '.news'].map(one => document.querySelector(one).getBoundingClientRect().width)
  .reduce((part, whole) => part / whole)
"""


def begin(server: Server, game: str, names: tuple[str, ...] = NAMES, **options: object) -> Evening:
    """A match with such names, nothing entered yet."""
    opened = call(server.port, "/tables", {"players": [*names]})
    host = opened["host_token"]
    begun = call(server.port, f"/tables/{opened['table']}/matches", {"game": game, "options": options}, host)
    return Evening(server.port, opened["table"], begun["match"], host, tuple(seat["token"] for seat in opened["seats"]))


def phones_in_every_language(phone: OpenPhone, evening: Evening, seat: int, **kind: Any) -> dict[str, Page]:
    """A phone for each language, all of them holding this seat."""
    return {locale: evening.sit(phone(locale=locale, **kind), seat) for locale in LANGUAGES}


def test_a_round_of_land_unter_is_told_within_a_phone(
    subtests: pytest.Subtests, phone: OpenPhone, server: Server
) -> None:
    evening = begin(server, "land-unter")
    evening.count_all_rings(12)
    for trick in range(12):
        low = 1 + 2 * (trick % 6)
        evening.move("trick", levels=[low, low + 1], highest=trick % 4, second=(trick + 1) % 4)
    for locale, page in phones_in_every_language(phone, evening, 3).items():
        with subtests.test(locale):
            assert page.locator(".verdict .scores .tot").count() == len(NAMES)
            assert page.evaluate(CUT) == []
            assert page.evaluate(OVER) <= 0


def test_a_verdict_of_limits_and_its_result_stand_within_a_phone(
    subtests: pytest.Subtests, phone: OpenPhone, server: Server
) -> None:
    evening = begin(server, "limits")
    evening.move("start", seat=3)
    evening.move("limit", numbers=dict.fromkeys(COLOURS, 1))
    evening.move("verdict", seat=2, accused=0, colour="yellow", hidden={"0": 1, "1": 0, "2": 0, "3": 0}, counted=5)
    for locale, page in phones_in_every_language(phone, evening, 3).items():
        with subtests.test(locale):
            assert page.locator("#view .scores .tot").count() == len(NAMES)
            assert page.evaluate(TORN) == []
            assert page.evaluate(OVER) <= 0
            page.goto(f"{evening.board}/result")
            assert page.locator(".accusations").count() == 1
            assert page.evaluate(BEYOND) == [0] * page.locator(".far").count()
            assert page.evaluate(OVER) <= 0


def test_a_scoring_of_the_nile_and_its_end_stand_within_a_phone(
    subtests: pytest.Subtests, phone: OpenPhone, server: Server
) -> None:
    evening = begin(server, "nile")
    evening.move("starter", seat=0)
    for seat in range(4):
        evening.move("boat", seat=seat, plants=["flax", "wheat"])
    evening.move("tide", moved=2, arrows=0)
    for plant in ("grapes", "onions", "aubergine"):
        evening.move("harvest", seat=0, plant=plant, quality=4, column=4, shared=False)
    take_turns(evening, 0)
    pages = phones_in_every_language(phone, evening, 3)
    for locale, page in pages.items():
        with subtests.test("a scoring", locale=locale):
            page.locator(".news summary").first.click()
            assert page.locator(".sold .tot").count() == 1
            assert page.evaluate(CUT) == []
    for turn, kind in enumerate(LOST, 1):
        evening.move("tide", moved=2 - turn % 2, arrows=0)
        evening.move("flooded", plants=[{"seat": seat, "plant": kind} for seat in range(1, 4)])
        take_turns(evening, turn)
    for locale, page in pages.items():
        with subtests.test("The end", locale=locale):
            page.reload()
            assert page.locator(".won .rank .to").count() == len(NAMES)
            assert page.evaluate(BELOW) == []
            assert page.evaluate(CUT) == []
            page.goto(f"/t/{evening.table}/evening")
            assert page.evaluate(BEYOND) == [0]
            assert page.evaluate(OVER) <= 0


def test_who_sits_where_is_told_side_by_side_and_never_on_top(
    subtests: pytest.Subtests, phone: OpenPhone, server: Server
) -> None:
    evening = begin(server, "limits")
    for locale, page in phones_in_every_language(phone, evening, 2).items():
        with subtests.test(locale):
            page.goto(f"/t/{evening.table}")
            assert page.locator(".seats .sit").count() == len(evening.seats)
            assert page.evaluate(ON_TOP) == []


def lay_one_tile_each(evening: Evening) -> None:
    """Everybody has opened, side by side, with a platypus: the longest animal in three languages."""
    for seat, colour in enumerate(("red", "yellow", "green", "blue")):
        tile = {"x": seat, "y": 0, "kind": "straight", "colour": colour, "turn": 0, "animal": "platypus"}
        evening.move("lay", seat=seat, tile=tile)


SMALLEST, LAPTOP = (360, 740), (1280, 800)
ROWS = [
    (LONGEST_LANGUAGE, SMALLEST), (LONGEST_LANGUAGE, LAPTOP), ("fr-FR", SMALLEST), ("es-ES", SMALLEST), ("en-GB", LAPTOP),
]  # fmt: skip
"""The longest language in both sizes, each other one in one of them."""


def test_a_turn_of_down_under_and_its_end_stand_within_their_lines(
    subtests: pytest.Subtests, phone: OpenPhone, server: Server
) -> None:
    evening = begin(server, "down-under", animals=True, stopping="any_time")
    lay_one_tile_each(evening)
    pages = {row: evening.sit(phone(locale=row[0], size=row[1]), 3) for row in ROWS}
    for (locale, size), page in pages.items():
        with subtests.test("a turn", locale=locale, size=size):
            assert page.locator(".du-scores .left").count() == len(NAMES)
            page.locator(".ends button").first.click()
            expect(page.locator(".herd .face")).to_have_count(5)
            assert page.evaluate(TRIMMED) == [0]
            assert page.evaluate(TIGHT) == []
            assert page.evaluate(WRAPPED) == 0
            assert page.evaluate(OVER) <= 0
    for seat in range(len(NAMES)):
        evening.move("done", seat=seat)
    for (locale, size), page in pages.items():
        with subtests.test("The end", locale=locale, size=size):
            page.goto(evening.board)
            assert page.locator(".won .rank li").count() == len(NAMES)
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


def test_the_reasons_of_a_verdict_have_the_whole_line(
    subtests: pytest.Subtests, phone: OpenPhone, server: Server
) -> None:
    evening = begin(server, "land-unter")
    evening.count_all_rings(12)
    evening.move("trick", levels=[4, 9], highest=1, second=0)
    for locale, page in phones_in_every_language(phone, evening, 3).items():
        with subtests.test(locale):
            page.locator(".news .why summary").click()

            assert page.locator(".news .why ol li").first.is_visible()
            assert page.evaluate(SHARE) > 0.9
            assert page.evaluate(OVER) <= 0


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


def test_a_path_of_down_under_lies_beside_its_player(
    subtests: pytest.Subtests, phone: OpenPhone, server: Server
) -> None:
    evening = begin(server, "down-under", LONGEST[:4], animals=True)
    lay_one_tile_each(evening)
    for locale, page in phones_in_every_language(phone, evening, 3, size=SMALLEST).items():
        with subtests.test(locale):
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


FULL_TABLES = {"land_unter": 5, "limits": 5, "down_under": 4, "nile": 5}
"""How many may play each game at most."""


def test_an_end_with_long_names_stands_within_the_smallest_phone(
    subtests: pytest.Subtests, phone: OpenPhone, server: Server
) -> None:
    page = phone(locale=LONGEST_LANGUAGE, size=SMALLEST)
    for package, seats in FULL_TABLES.items():
        with subtests.test(package):
            page.goto(entered(server, package, seats, 1).board)

            assert page.locator(".won").count() == 1
            assert page.evaluate(OVER) <= 0


ALIKE = ("Maximiliane-Charlotte", "Maximiliane-Josephine", "Bartholomäus", "Großmutter Annegret", "Großmutter Adelheid")
SHORTENED = """
where => [...document.querySelectorAll(where)]
  .filter(one => one.scrollHeight > one.clientHeight + 3 || one.scrollWidth > one.clientWidth + 1)
  .map(one => one.textContent)
"""
"""Names of which dots hide the end."""


@pytest.mark.ring("test")
def test_five_long_names_that_begin_alike_are_told_apart_on_the_tanks_and_on_the_screen(
    phone: OpenPhone, server: Server
) -> None:
    evening = begin(server, "land-unter", ALIKE)
    counting = evening.sit(phone(size=SMALLEST), 0)
    assert counting.locator(".pick bdi").count() == len(ALIKE)
    assert counting.evaluate(SHORTENED, ".pick bdi") == []
    evening.count_all_rings()
    television = phone(size=(1280, 720))
    television.goto(f"/tv/{evening.table}")
    for page in (evening.sit(phone(size=SMALLEST), 0), evening.sit(phone(size=(360, 640)), 0), television):
        expect(page.locator(".tank .name")).to_have_text(ALIKE)
        assert page.evaluate(SHORTENED, ".tank .name, .scores bdi") == []


IN_SIGHT = """
() => {
  const [code, beside] = ['.to-join', '.beside'].map(part => document.querySelector(part));
  return code.getBoundingClientRect().bottom <= innerHeight && beside.scrollHeight <= beside.clientHeight;
}
"""
"""Whether the way to join stands on the screen, and nothing is behind it."""


def sold_by_four(server: Server) -> Evening:
    """A turn of the Nile that brought points to four of five, so that much is told of it."""
    evening = begin(server, "nile", ALIKE)
    evening.move("starter", seat=0)
    for seat in range(5):
        evening.move("boat", seat=seat, plants=["flax", "wheat"])
    evening.move("tide", moved=2, arrows=0)
    for seat in range(5):
        for column in (4, 3) if seat < 3 else (3,) if seat == 3 else ():
            evening.move("harvest", seat=seat, plant="grapes", quality=column, column=column, shared=False)
        evening.move("pass", seat=seat)
    evening.move("tide", moved=2, arrows=0)
    return evening


@pytest.mark.parametrize("locale", first_early(LONGEST_LANGUAGE, "en-GB", "fr-FR", "es-ES"))
def test_five_long_names_leave_the_way_to_join_on_a_small_screen(phone: OpenPhone, server: Server, locale: str) -> None:
    own = begin(server, "own-game", ALIKE, sheet='{"name": "May", "writes": "points", "ends": "target", "at": 100}')
    own.move("points", points={str(seat): seat * 7 for seat in range(5)})
    own.move("points", points={"1": 4})
    television = phone(locale=locale, size=(1280, 720))
    for evening in (own, sold_by_four(server)):
        television.goto(f"/tv/{evening.table}")
        expect(television.locator(".beside .scores tbody tr")).to_have_count(5)
        assert television.evaluate(IN_SIGHT)


def test_a_long_name_in_the_head_of_a_board_takes_two_lines_of_the_smallest_phone(
    subtests: pytest.Subtests, phone: OpenPhone, server: Server
) -> None:
    nile = begin(server, "nile", LONGEST[:4])
    nile.move("starter", seat=0)
    for seat in range(4):
        nile.move("boat", seat=seat, plants=["flax", "wheat"])
    tiles = begin(server, "down-under", LONGEST[:4], animals=True)
    for evening, seat in ((nile, 0), (tiles, 1), (tiles, 0)):
        for locale, page in phones_in_every_language(phone, evening, seat, size=SMALLEST).items():
            with subtests.test(locale=locale, match=evening.match, seat=seat):
                assert page.locator(".strip b").evaluate(LINES) <= 2
                assert page.locator(".strip b").evaluate("one => one.scrollWidth - one.parentElement.clientWidth") <= 0


LINES = """
one => {
  const words = document.createRange();
  words.selectNodeContents(one);
  return new Set([...words.getClientRects()].filter(line => line.width).map(line => Math.round(line.bottom / 8))).size;
}
"""


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


def corrections(page: Page, evening: Evening) -> list[str]:
    """Where each entry is corrected, by a phone that holds a seat from here on."""
    page.goto(f"/join/seat/{evening.seats[1]}")
    with page.expect_navigation():
        page.locator(".foot button").click()
    page.goto(f"{evening.board}/journal")
    found: list[str] = page.evaluate(CORRECTIONS)
    return found


@pytest.mark.parametrize(("package", "seats"), [*FULL_TABLES.items(), ("points", 4)])
def test_a_board_and_what_belongs_to_it_keep_their_width_with_text_twice_as_large(
    phone: OpenPhone, server: Server, package: str, seats: int
) -> None:
    faults = []
    for share in (0.1, 0.5, 1):
        evening = entered(server, package, seats, share)
        page = phone(locale=LONGEST_LANGUAGE)
        entries = corrections(page, evening)
        paths = ("", "/result", "/setup", "/stand", f"/../../t/{evening.table}/evening")
        wide = too_wide_with_large_text(page, [*(evening.board + path for path in paths), *entries[:1], *entries[-1:]])
        faults += [f"with {share} entered: {path}" for path in wide]

    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("package", "locales"),
    [
        ("land_unter", (LONGEST_LANGUAGE, "fr-FR")),
        ("limits", (LONGEST_LANGUAGE, "en-GB")),
        ("down_under", (LONGEST_LANGUAGE,)),
        ("nile", (LONGEST_LANGUAGE, "es-ES")),
    ],
)
def test_a_board_and_its_corrections_keep_the_width_of_the_smallest_phone_with_text_twice_as_large(
    phone: OpenPhone, server: Server, package: str, locales: tuple[str, ...]
) -> None:
    evening = entered(server, package, FULL_TABLES[package], 0.5)
    faults = []
    for locale in locales:
        page = phone(locale=locale, size=SMALLEST)
        entries = corrections(page, evening)
        paths = [evening.board, entries[0], entries[len(entries) // 2], entries[-1]]
        faults += [f"{locale}: {path}" for path in too_wide_with_large_text(page, paths)]

    assert not faults, "\n".join(faults)


OVERFULL = "[...document.querySelectorAll('.named bdi')].map(one => one.scrollHeight - one.clientHeight)"


@pytest.mark.parametrize("package", PACKAGES)
def test_no_name_on_paper_is_torn_without_a_hyphen(
    subtests: pytest.Subtests, phone: OpenPhone, server: Server, package: str
) -> None:
    seats = min(PACKAGES[package].players[-1], len(LONGEST))
    evening = begin(server, PACKAGES[package].slug, LONGEST[:seats])
    page = phone(size=(1000, 1200))
    for size in ("normal", "large"):
        with subtests.test(size):
            page.goto(f"{evening.board}/sheet?size={size}")
            page.emulate_media(media="print")

            assert page.locator(".named bdi").count() >= seats
            assert page.evaluate(APART, ".named bdi") == []
            assert page.evaluate(POINTS) >= LEGIBLE_POINTS
            assert page.evaluate(OVERFULL) == [0] * page.locator(".named bdi").count()
            sheets = page.locator(".page").count()
            assert laid_out(page).cut == []
            assert [len(pages_of_paper(page, form)) for form in FORMATS] == [sheets, sheets]


def test_a_word_too_long_for_a_line_of_paper_goes_on_after_a_hyphen(phone: OpenPhone, server: Server) -> None:
    evening = begin(server, "down-under", ("Wolfeschlegelsteinhausen", "Ana-Wolfeschlegelstein"))
    page = phone(size=(1000, 1200))
    page.goto(f"{evening.board}/sheet")
    page.emulate_media(media="print")
    names = page.locator(".named bdi")

    assert names.all_text_contents() == ["Wolfeschlege\u00adlsteinhausen", "Ana-Wolfeschl\u00adegelstein"]
    assert page.evaluate(POINTS) >= LEGIBLE_POINTS
    assert laid_out(page).cut == []


def test_a_name_of_twelve_letters_is_whole_on_the_screen_of_down_under(
    subtests: pytest.Subtests, phone: OpenPhone, server: Server
) -> None:
    evening = begin(server, "down-under", LONGEST[:4], animals=True)
    lay_one_tile_each(evening)
    small, large = (1280, 720), (1920, 1080)
    for locale, size in [(LONGEST_LANGUAGE, large), *((locale, small) for locale in LANGUAGES)]:
        with subtests.test(locale=locale, size=size):
            television = phone(locale=locale, size=size)
            television.goto(f"/tv/{evening.table}")
            shown = television.locator(".du-screen bdi").filter(has_text="Bartholomäus")

            assert shown.evaluate("one => one.scrollWidth - one.clientWidth") == 0
            assert television.evaluate(APART, ".du-screen thead th") == []


def test_who_is_out_of_a_round_stands_on_one_line_with_the_others(
    subtests: pytest.Subtests, phone: OpenPhone, server: Server
) -> None:
    evening = begin(server, "land-unter")
    for seat, rings in enumerate((0, 3, 3, 3)):
        evening.move("count_rings", seat=seat, rings=rings)
    evening.move("trick", levels=[1, 12], highest=1, second=0)
    for locale, page in phones_in_every_language(phone, evening, 1, size=SMALLEST).items():
        with subtests.test(locale):
            heights = page.locator(".tank .lvl").evaluate_all("all => all.map(one => one.offsetHeight)")

            assert page.locator(".tank .lvl .bad").count() == 1
            assert len({round(height) for height in heights}) == 1
