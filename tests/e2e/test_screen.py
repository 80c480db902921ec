"""The table screen in a real browser: it follows a table by itself, tells the truth about its wire, and reads from three metres."""

import random

import pytest
from playwright.sync_api import Page, expect

from companion.games.down_under.rules.components import COLOURS
from tests.conformance.playing import PACKAGES, golden, playthroughs
from tests.e2e.evening import ALL_ONES, STARTS, Evening, beginning, call, match_of, nile_in_play, table_of
from tests.e2e.laying import lays, match
from tests.e2e.stage import TORN, OpenPhone, Server
from tests.rings import some_of
from tests.stranger.looks import faults_of_screen
from tests.there import there

TELEVISIONS = ((1280, 720), (1920, 1080), (3840, 2160))
EIGHT = ["Ana", "Konstantinopolitanerinne", "Cara", "Cleo", "Íñigo", "Jean-Baptiste"]
EIGHT += ["Großmutter Adelheid", "Maximiliane-Charlotte"]
ALIKE = ["Maximiliane-Charlotte", "Ana", "Ann", "Anne-Sophie Dupont", "Mara", "Maria Theresia", "Max", "Bartholomäus"]
POINTS = '{{"name": "Words", "writes": "points", "ends": "rounds", "at": {}}}'
CUT_OFF = """() => ['.qr', '.base', '.short'].map(part => document.querySelector(`.to-join ${part}`)).filter(one => {
  const {left, top, right, bottom} = one.getBoundingClientRect();
  const corners = [[left + 1, top + 1], [right - 1, top + 1], [left + 1, bottom - 1], [right - 1, bottom - 1]];
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const isSmall = one.matches('.qr') && right - left < 6.875 * rem, rank = document.querySelector('.rank')?.getBoundingClientRect();
  const isOver = rank?.bottom > top && rank.top < bottom && rank.right > left && rank.left < right;
  return isSmall || isOver || !corners.every(([x, y]) => one.closest('.to-join').contains(document.elementFromPoint(x, y)));
}).map(one => one.outerHTML.slice(0, 40))"""
"""What of how to join is not whole: a corner is outside or covered; it covers the ranking, or has less than 110 dots of 1280."""
ON_SHOW = f"""() => {{
  const show = document.querySelector('.scoring:not([hidden])') || document.querySelector('.curtain:not([hidden])');
  const [above, below] = ['.scoring .race', '.to-join'].map(one => document.querySelector(one)?.getBoundingClientRect());
  return show && ({CUT_OFF})().length === 0 && !(above?.bottom > below.top);
}}"""
"""Whether the way to join is whole beside what ends the game, and covers no square of its track."""
TWO_ROWS = (
    "all => all.filter(one => one.clientHeight > 1.5 * one.firstElementChild.clientHeight).map(one => one.className)"
)
CUT_SHORT = "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)"

CROWDED = """() => [...document.querySelectorAll('.scores tbody tr')].filter(row => {
  const [sign, name, figure] = ['.mark svg', '.chip', 'td'].map(part => row.querySelector(part));
  const begins = figure && figure.getBoundingClientRect().left + parseFloat(getComputedStyle(figure).paddingLeft);
  const {right, bottom} = name?.getBoundingClientRect() ?? {};
  const isOver = [...row.querySelectorAll('.hand')].map(one => one.getBoundingClientRect()).some(
    one => one.width && one.left < right && one.top < bottom - 4);
  return name && figure && (begins < right + 8 || isOver || !sign.checkVisibility());
}).map(row => row.textContent)"""
"""The scores whose names touch their figures, whose animals lie over them, or whose badges have lost their picture."""

DRAWN_OUT = """() => [...document.querySelectorAll(
  'svg:not(.rays, .far) :is(rect, path, circle, use):not(.s-water, .grid, .boat :is(.f-desk, .f-water), defs *)'
)].filter(one => {
  const box = one.getBoundingClientRect(), {left, top, right, bottom} = one.closest('svg').getBoundingClientRect();
  const isOut = box.left < Math.max(left, 0) - 1 || box.top < Math.max(top, 0) - 1
    || box.right > Math.min(right, innerWidth) + 1 || box.bottom > Math.min(bottom, innerHeight) + 1;
  return isOut && one.checkVisibility({visibilityProperty: true});
}).map(one => `${one.outerHTML.slice(0, 60)} is drawn out of its picture`)"""
"""What runs out of its picture or off the screen, but for rays, river and sand: where the styles of two games meet."""

NOT_WHOLE = """() => [...document.querySelectorAll('.here bdi, .tabletop .qr, .tabletop .addr, .tabletop .code')].filter(one => {
  const {left, top, right, bottom} = one.getBoundingClientRect(), words = one.matches('bdi') && one.textContent.split(/[ -]/);
  const inset = one.matches('.qr') ? 20 : 1, at = (x, y) => one.contains(document.elementFromPoint(x, y));
  const covered = [left + inset, right - inset].some(x => [top + inset, bottom - inset].some(y => !at(x, y)));
  const lines = words && Math.round((bottom - top) / parseFloat(getComputedStyle(one).lineHeight));
  return covered || right - left < 1 || lines > words.length || one.scrollWidth > one.clientWidth + 1;
}).map(one => one.textContent)"""
"""What is cut, covered or broken within a word before the first game: names round the table, and the ways to join on it."""


@pytest.mark.ring("test")
def test_before_the_first_game_all_sit_round_the_table_with_whole_names_and_the_ways_to_join_lie_on_it(
    phone: OpenPhone, server: Server
) -> None:
    tables = {count: table_of(server.port, EIGHT[:count]).table for count in (1, 5, 8)}
    for size in TELEVISIONS:
        television = phone(size=size)
        for count, table in tables.items():
            television.goto(f"/tv/{table}")
            expect(television.locator(".here li")).to_have_count(count)
            television.wait_for_function(f"() => ({NOT_WHOLE})().length === 0")


@pytest.mark.ring("test")
def test_after_two_games_of_three_the_score_of_the_evening_stands_in_one_line(phone: OpenPhone, server: Server) -> None:
    table = table_of(server.port, ("Maximiliane", "Jean-Baptiste", "Wilhelmina"))
    for points in ([3, 2, 1], [1, 2, 3]):
        played = table.begin("own-game", sheet='{"name": "Words", "writes": "points", "ends": "rounds", "at": 1}')
        played.move("points", points=dict(zip("012", points, strict=True)))
    television = table.on_television(phone(size=TELEVISIONS[0]))
    expect(television.locator(".over .so-far li")).to_have_count(3)
    tops = television.locator(".so-far li").evaluate_all("all => all.map(one => one.getBoundingClientRect().top)")
    assert len(set(tops)) == 1
    assert faults_of_screen(television) == []


@pytest.mark.ring("test")
def test_the_table_of_down_under_keeps_its_side_on_the_screen_and_its_newest_tile_alone_has_marked_corners(
    phone: OpenPhone, server: Server
) -> None:
    table = match(server.port, 4)
    television = table.on_television(phone(size=(1280, 720)))
    lies = []
    for at, (x, y) in enumerate([*((0, y) for y in range(9)), *((x, 8) for x in range(1, 7))]):
        table.after(lays(at % 4, x, y))
        expect(television.locator(".lying .piece:not(.new)")).to_have_count(at + 1)
        lies.append(television.locator(".lying .drawn").evaluate("one => getComputedStyle(one).rotate"))
    expect(television.locator(".just")).to_contain_text("Cleo placed a straight")
    assert lies == 2 * ["none"] + (len(lies) - 2) * ["90deg"], "it turned again"
    outline = television.locator(".lying .laid")
    expect(outline).to_be_visible()
    expect(television.locator(".lying .chosen:not([visibility=hidden])")).to_have_count(0)
    ground, drawing = (there(television.locator(one).bounding_box()) for one in (".lying", ".lying .grid"))
    assert max(drawing[side] / ground[side] for side in ("width", "height")) > 0.9


def moments(server: Server) -> dict[str, Evening]:
    port = server.port
    looked_at = [
        *((one, upto) for one in PACKAGES for upto in (0, -1, None)),
        ("limits", 4),
        ("limits", 7),
        ("nile", 1),
    ]
    found = {f"{one} {upto}": beginning(server, one, upto)[0] for one, upto in looked_at}
    found["nile in play"] = nile_in_play(port, ["Åsa", "Maximilian Alexander"], depth="board")
    exchanged = {"kind": "exchange", "seat": 1, "colour": "violet"}
    found["limits exchanged"] = match_of(port, "limits", ["Ann", "Anne Sophie"]).after(STARTS, ALL_ONES, exchanged)
    found["own game of eight"] = match_of(port, "own-game", EIGHT, sheet="hearts")
    points = {"kind": "points", "points": {str(seat): 182 - seat for seat in range(8)}}
    scored = [{"kind": "score", "points": [-15] * 8}] * 9
    found["the last round of eight"] = match_of(port, "points", EIGHT, rounds="10").after(*scored)
    found["alike"] = match_of(port, "own-game", ALIKE, sheet=POINTS.format(2)).after(points)
    found["billabong"] = match(port, 4).after(*golden("down_under")[1]["moves"][:4])
    ends = match_of(port, "down-under", [*EIGHT[4:6], *EIGHT[1:8:6]])
    found["routes that end"] = ends.after(*(lays(at % 4, 0, at, animal="platypus") for at in range(5)))
    wide = [lays(0, 0, y, "curve") for y in range(5)] + [lays(1 + x % 3, x) for x in range(1, 11)]
    found["a wide table"] = match_of(port, "down-under", [*EIGHT[1:4], EIGHT[6]], difficulty="hard").after(*wide)
    found["one animal laid"] = match(port, 4).after(lays(0, 0, animal="platypus"))
    found["nile of five"] = five = match_of(port, "nile", 5)
    seats, boat = [{"pawn": 1, "jokers": 2, "lost": 0}] * 5, [{"seat": seat, "plant": "flax"} for seat in range(5)]
    five.move("stand_now", turn_number=2, marker="flood", seats=seats, obelisk=20, market={}, boat=boat, starter=0)
    wholes = {"filled pad": (golden("own_game")[1], EIGHT[:2]), "shared win": (golden("own_game")[0], EIGHT[:-4:-1])}
    for name, (whole, names) in wholes.items():
        found[name] = match_of(port, "own-game", names, **whole["options"]).after(*whole["moves"])
    cells = {str(seat): {"0": seat} for seat in range(12)}
    pad = match_of(port, "own-game", [*EIGHT, *ALIKE[4:]], **golden("own_game")[1]["options"])
    found["news beside a pad of twelve"] = pad.after({"kind": "pad", "cells": cells})
    for step, told in (("undo", {"index": 0}), ("redo", {})):
        call(port, f"/matches/{pad.match_id}/{step}", told, pad.host)
    verdict = {"kind": "verdict", "seat": 0, "accused": 1, "printed": 1, "counted": 3}
    for name, names, said in (
        ("limits accused", EIGHT[-2:], {"kind": "accuse", "seat": 0, "accused": 1}),
        ("limits judged", EIGHT[-2:], {**verdict, "colour": "violet", "hidden": 2}),
        ("a short name in large", EIGHT[3:5], {**verdict, "colour": "red", "hidden": 1}),
    ):
        found[name] = match_of(port, "limits", names).after(STARTS, said)
    # Four at the end of which most is to be said, as three have no dingo of their own.
    _, options, moves = playthroughs("down_under").random_game(random.Random("a0"))
    found["animals in words"] = match_of(port, "down-under", EIGHT[2:6], **options).after(*moves)
    found["animals in play"] = match_of(port, "down-under", EIGHT[2:6], **options).after(*moves[:-1])
    stand = {"kind": "stand_now", "turn": 0, "done": list(COLOURS)}
    animals = {**stand, "tiles": [lays(seat, seat, animal="emu")["tile"] for seat in range(4)]}
    rows = [lays(seat, x, 2 * seat, turn=90)["tile"] for seat in range(4) for x in range(seat + 1)]
    found["four at the end"] = match(port, 4, depth="tiles").after({**stand, "tiles": rows})
    found["animals late in an evening"] = table_of(port, ("Wilhelmina Katharina", "Jean-Baptiste", "Íñigo", "Ana"))
    for _ in range(3):
        found["animals late in an evening"] = (
            found["animals late in an evening"].begin("down-under", depth="tiles", animals=True).after(animals)
        )
    found["eight at the end"] = table_of(port, EIGHT)
    for _ in range(2):
        found["eight at the end"] = found["eight at the end"].begin("own-game", sheet=POINTS.format(1)).after(points)
    return found


def crowded(page: Page) -> list[str]:
    """What of a screen is cut off, covered, torn or too near to something else."""
    parts = {
        ".scene bdi, .rank bdi, .sheetpad tbody th, .by-round .tot": TORN,
        ".seats .name": CUT_SHORT,
        ".cargo:has(> :nth-child(5):last-child)": TWO_ROWS,
    }
    found = [one for where, script in parts.items() for one in page.locator(where).evaluate_all(script)]
    return [
        *found,
        *faults_of_screen(page),
        *(one for script in (CUT_OFF, CROWDED, DRAWN_OUT) for one in page.evaluate(script)),
    ]


@pytest.mark.parametrize("size", [pytest.param(TELEVISIONS[0], marks=pytest.mark.ring("test")), *TELEVISIONS[1:]])
def test_all_of_a_game_and_of_its_end_is_on_the_screen(phone: OpenPhone, server: Server, size: tuple[int, int]) -> None:
    evenings, page, off = moments(server), phone(size=size), {}
    for moment, evening in some_of(evenings.items(), 12):
        page.goto(f"/tv/{evening.table}")
        off[moment] = crowded(page)
    german = ("limits exchanged", "one animal laid", "routes that end", "eight at the end")
    for locale, moment in (("fr-FR", "a short name in large"), *(("de-DE", one) for one in german)):
        abroad = phone(size=size, locale=locale)
        abroad.goto(f"/tv/{evenings[moment].table}")
        off[locale + moment] = crowded(abroad)
    expect(abroad.locator(".so-far li")).to_have_count(len(EIGHT))
    expect(abroad.locator(".to-join .short")).to_have_text(evenings["eight at the end"].table)
    page.goto(f"/tv/{evenings['animals late in an evening'].table}")
    expect(page.locator(".over .rank > li, .over .so-far li")).to_have_count(8)
    page.set_viewport_size({"width": 820, "height": 1180})
    page.goto(f"/tv/{evenings['limits judged'].table}")
    off["upright"] = faults_of_screen(page)
    assert {moment: found for moment, found in off.items() if found} == {}
