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
from tests.e2e.stage import OVER, OpenPhone, Server

NAMES = ("Großmutter Annegret", "Bo", "Maximilian", "Zoë")
LONGEST = ("Maximiliane-Charlotte", "Bartholomäus", "Großmutter Annegret", "Zoë", "Ben", "Wilhelmine")
LANGUAGES = ("en-GB", "de-DE", "fr-FR", "es-ES")
LONGEST_LANGUAGE = "de-DE"
CUT = """
() => [...document.querySelectorAll('#view .scores th, #view .scores td')]
  .filter(one => one.getBoundingClientRect().right > (one.closest('.slip') ?? document.body).getBoundingClientRect().right)
  .map(one => one.textContent)
"""
"""Cells that lie beyond the slip, or beyond the edge, where they are cut off."""


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


SMALLEST, LAPTOP = (360, 740), (1280, 800)
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
