"""Every page for everybody: nothing for axe to find, nothing too small for a thumb, nothing running off a small phone."""

from collections.abc import Iterator
from typing import Literal
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page

from companion.engine.definition_texts import write_text
from companion.engine.ready import READY
from companion.table.library import pads
from tests.conformance.playing import PACKAGES, random_games
from tests.e2e.evening import beginning, match_of, moments, open_by_hand
from tests.e2e.stage import OVER, OpenPhone, Server, accessibility_faults, first_early
from tests.rings import some_of
from tests.stranger.looks import faults_of

NAMES = ("Ana", "Bartholomäus Friedrich", "Cleo", "Dora")
LONG = (
    "Konstantinopolitanerin", "Maximiliane-Charlotte", "Íñigo", "Bartholomäus Friedrich", "Maxi", "Cara",
    "Jean-Baptiste", "Großmutter Adelheid",
)  # fmt: skip
SCROLLING = """
() => [[...document.querySelectorAll('.lesson')].flatMap((one, at) => {
  const isWide = [...one.querySelectorAll('.far')].some((far) => far.scrollWidth > far.clientWidth);
  return isWide || one.scrollHeight > one.clientHeight + 1 ? [at + 1] : [];
}), document.documentElement.scrollWidth]"""
TWICE = f"""() => {{
  const root = document.documentElement;
  const mains = [...document.querySelectorAll('.btn.main')].filter(one => one.checkVisibility({{visibilityProperty: true}}));
  root.style.fontSize = '200%';
  return [root.lang, document.title, mains.length, {OVER}];
}}"""
"""Language, title and main buttons of a page, and by how much it is wider than the phone in text twice as large."""
MISSING = (r"status of 4(00|04|22)",)
PAGES = (
    "/", "/tables/new", "/join", "/join?code=ZZZZ", "/t/{code}", "/tv/{code}", "/teach", "/teach/land-unter",
    "/m/{match}/teach", "/teach/limits", "/t/{code}/join", "/t/{code}/join/1", "/t/{code}/seats/1",
    "/t/{code}/seats/1/face", "/t/{code}/seats/new", "/t/{code}/new", "/t/{code}/cards", "/t/{code}/host",
    "/t/{code}/first", "/t/{code}/evening", "/t/{code}/another", "/t/{code}/another?own=yes", "/m/{match}/end",
    "/t/{code}/new/land-unter", "/t/{code}/new/limits", "/t/{code}/new/down-under", "/t/{code}/new/nile",
    "/t/{code}/new/own-game", "/t/{code}/new/points", "/m/{match}", "/m/{match}/setup", "/m/{match}/journal",
    "/m/{match}/result", "/m/{match}/correct/0", "/m/{match}/contest/0", "/m/{match}/stand",
    "/m/{match}/sheet?rulings=yes", "/paper", "/paper/land-unter?players=5", "/paper/nile?players=5",
    "/t/{code}/paper/down-under", "/print", "/print/land-unter", "/print/stickers", "/print/land-unter/blank?players=5",
    "/print/limits/blank?players=6&size=large", "/m/{match}/judge", "/m/{match}/as/2", "/history", "/forget",
    "/settings", "/rules", "/rules/land-unter", "/judge", "/judge/land-unter/takes", "/judge/limits/score",
    "/judge/nile/tide", "/judge/down-under/route", "/judge/land-unter/loses",
    "/judge/land-unter/loses?_players=3&seats.0.rings=2&seats.1.out=true",
    "/judge/land-unter/loses?seats.0.rings=0&seats.0.level=12&seats.1.rings=1"
    "&seats.1.level=9&seats.2.rings=4&seats.2.level=3&seats.3.rings=2&seats.3.level=12",
    "/judge/land-unter/takes?levels.0=4&levels.1=9&cards.0=58&cards.1=31&cards.2=12",
    "/judge/land-unter/rings?cards=3&cards=8&cards=14&cards=19&cards=22"
    "&cards=25&cards=29&cards=33&cards=40&cards=47&cards=52&cards=57",
    "/judge/land-unter/rings?_players=3&_way=0",
    "/judge/limits/accusation?_way=1", "/judge/down-under/placement", "/judge/nile/rot", "/rules/nile?q=flood",
    "/rules/own-game", "/print/own-game", "/teach/down-under", "/teach/nile", "/api", "/nowhere",
)  # fmt: skip


def visited(page: Page, server: Server) -> Iterator[str]:
    """Pages as the host comes to them: three lead the evening, and of a match of Land Unter one count is entered."""
    level = [{"kind": "score", "points": [5, 5, 5, 1]}] * 3
    evening = match_of(server.port, "points", NAMES, rounds="3").after(*level).begin("land-unter")
    evening.move("count_rings", seat=0, rings=5)
    evening.host_on(page)
    evening.sit(page, 0)
    for path in some_of(PAGES, 45):
        page.goto(path.format(code=evening.table, match=evening.match_id))
        yield path


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_any_page(phone: OpenPhone, server: Server, theme: Literal["light", "dark"]) -> None:
    page = phone(theme=theme, expects=MISSING)
    faults = [f"{path} {fault}" for path in visited(page, server) for fault in accessibility_faults(page)]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("package", PACKAGES)
def test_axe_finds_nothing_on_a_board_from_its_start_to_its_end(phone: OpenPhone, server: Server, package: str) -> None:
    evening, moves = beginning(server, package, 0)
    page = evening.sit(phone(), 0)
    seen, faults = set(), accessibility_faults(page)
    for number, move in enumerate(moves, 1):
        evening.move(**move)
        if move["kind"] not in seen or number == len(moves):
            seen.add(move["kind"])
            page.goto(evening.board)
            faults += [f"{move} {fault}" for fault in accessibility_faults(page)]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("locale", "text"), first_early(("de-DE", "larger"), ("de-DE", "normal"), ("fr-FR", "larger"), ("es-ES", "larger"))
)
def test_every_page_is_whole_on_a_small_phone_in_text_twice_as_large_too_and_has_a_title_and_one_thing_to_do(
    phone: OpenPhone, server: Server, locale: str, text: str
) -> None:
    page = phone(locale=locale, size=(360, 640), text=text, expects=MISSING)
    faults = []
    for path in visited(page, server):
        faults += [f"{path} {fault}" for fault in faults_of(page)]
        lang, title, mains, over = page.evaluate(TWICE)
        if lang != locale[:2] or mains > 1 or not title.endswith("Tableside"):
            faults.append(f"{path} is in {lang}, has {mains} main buttons, or the title {title}")
        if over > 0:
            faults.append(f"{path} is wider than the screen in text twice as large")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("locale", first_early("de-DE", "en-GB", "fr-FR", "es-ES"))
@pytest.mark.parametrize("package", PACKAGES)
def test_no_board_of_long_names_and_large_text_is_cut_off_or_too_wide_from_its_start_to_its_end(
    phone: OpenPhone, server: Server, package: str, locale: str
) -> None:
    page = phone(locale=locale, size=(360, 640), text="larger")
    number, options, moves = max(random_games(package), key=lambda game: game[0])
    evening = match_of(server.port, PACKAGES[package].slug, LONG[:number], **options)
    faults, looked = [], moments(moves, every=len(moves))
    for at, move in enumerate(moves, 1):
        evening.move(**move)
        if at in looked:
            evening.sit(page, move.get("accused", 0))
            faults += [f"{move} {fault}" for fault in faults_of(page)]
            page.evaluate("document.documentElement.style.fontSize = '200%'; dispatchEvent(new Event('resize'))")
            faults += [f"{move} at 200 %: {fault}" for fault in faults_of(page)]
            others = (f"correct/{at - 1}", "as/0")
            for path in (*some_of(others, 1 + at % 2), *(("result",) if at == len(moves) else ())):
                page.goto(f"{evening.board}/{path}")
                faults += [f"{path} {move} {fault}" for fault in faults_of(page)]
            page.goto("about:blank")  # nothing is drawn anew for each entry until it is looked at again
    evening.host_on(page, evening.board)
    faults += faults_of(page)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("locale", first_early("de-DE", "en-GB", "fr-FR", "es-ES"))
def test_on_a_small_phone_each_ready_pad_starts_and_is_taught_whole_and_no_card_of_its_guide_scrolls(
    phone: OpenPhone, server: Server, locale: str
) -> None:
    page = phone(locale=locale, size=(360, 640), text="larger")
    code, faults = open_by_hand(page, "points", *LONG[:3]), []
    for slug in some_of(READY, 3):
        page.goto(f"/t/{code}/new/own-game?sheet={slug}")
        faults += [f"{slug} {fault}" for fault in faults_of(page)]
        evening = match_of(server.port, "own-game", LONG[:3], sheet=slug)
        evening.sit(page, 0)
        page.goto(f"{evening.board}/teach")
        faults += [f"{slug} teach {fault}" for fault in faults_of(page)]
    page.context.clear_cookies(name="size")
    for slug, pad in some_of(pads().items(), 15):
        page.goto(f"/teach/own-game?{urlencode({'sheet': write_text(pad.named(locale[:2]))})}")
        cards, width = page.evaluate(SCROLLING)
        faults += [f"{slug} card {card}" for card in cards] + [f"{slug} teach is wide"] * (width > 360)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"/teach/own-game?{urlencode({'sheet': write_text(pads()['five-hundred'].named(locale[:2]))})}")
    edges = page.locator(".lesson:has(.worth), .lesson .worth").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().right)"
    )
    faults += ["five-hundred is wider than its card on a laptop"] * (edges[1] > edges[0] - 12)

    assert not faults, "\n".join(faults)
