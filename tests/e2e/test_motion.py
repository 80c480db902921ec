"""What moves on a board shows what has changed: frames of it are compared, and nothing moves where nothing may."""

import pytest
from playwright.sync_api import Page, expect

from tests.conformance.playing import PACKAGES
from tests.e2e.boards import is_in_state, shows, until
from tests.e2e.evening import Evening, beginning, land_unter, limits_in_play, match_of, nile_in_play
from tests.e2e.stage import OpenPhone, Server, first_early

LOADED = "performance.getEntriesByType('resource').some(one => one.name.includes('motion') && one.responseEnd)"
HOLD = """() => document.getElementById('view').addEventListener('board:shown', () => queueMicrotask(
  () => document.getAnimations().forEach(one => one.pause())))"""
SEEK = "ms => document.getAnimations().forEach(one => { one.currentTime = ms; })"
BOX = "one => { const box = one.getBoundingClientRect(); return [box.left, box.top, box.width, box.height] }"
CHANGED = """() => [...new Set(document.getAnimations().flatMap(one => one.effect.getKeyframes().flatMap(Object.keys)))]
  .filter(name => !['offset', 'computedOffset', 'easing', 'composite'].includes(name))"""
SEEN = """one => [...document.querySelectorAll(one)].filter(one => one.offsetParent || one.ownerSVGElement)
  .map(one => Number(getComputedStyle(one).opacity))"""
CARDS, VERDICT, AFTER = "[data-step=card]", ".verdict h1, .beside .verdict", "#view [data-step=after]"
RUNNING = "document.getAnimations().filter(one => one.playState !== 'finished').length"
SHORT = "document.getAnimations().filter(one => one.effect.target.closest('[data-moves], .tank'))"


def ready(page: Page) -> None:
    """The board is live and its motion is loaded; each frame of it can be looked at."""
    is_in_state(page, "live")
    until(page, LOADED)
    page.evaluate(HOLD)


CURTAIN_MOVES = (
    "document.getAnimations().some((one) => one.playState === 'running' && one.effect.target.closest('.curtain'))"
)


def moving(phone: OpenPhone, evening: Evening, seat: int = 0) -> Page:
    """The phone of somebody who likes motion."""
    page = phone()
    page.emulate_media(reduced_motion="no-preference")
    ready(evening.sit(page, seat))
    return page


def frames(page: Page, selector: str, *at: int) -> list[list[float]]:
    """Where something is at these moments of its motion, in milliseconds."""
    found: list[list[float]] = []
    for moment in at:
        page.evaluate(SEEK, moment)
        found.append(page.locator(selector).first.evaluate(BOX))
    return found


def test_the_water_rises_then_the_ring_leaves_then_the_tank_shakes(phone: OpenPhone, server: Server) -> None:
    evening = land_unter(server.port, 4)
    version = evening.count_all_rings(4)
    page = moving(phone, evening)
    evening.move("trick", levels=[4, 9], highest=1, second=2)
    shows(page, version + 1)
    loser = ".tank:has([data-moves='tank 2'])"

    low, half, full = (box[1] for box in frames(page, f"{loser} .s-water", 0, 150, 299))
    assert low > half > full
    pegged, leaving = (box[1] for box in frames(page, f"{loser} svg > [data-ring]:last-child", 0, 549))
    assert leaving < pegged
    still, shaken = (box[0] for box in frames(page, loser, 0, 450 + 60))
    assert shaken != still
    assert set(page.evaluate(CHANGED)) <= {"transform", "opacity"}
    assert page.evaluate(f"{SHORT}.length") > 0
    page.locator(".nums.left input[name=levels][value='3'] + .face").click()
    expect(page.locator(".nums.left input[name=levels][value='3']"), "nobody is kept from entering").to_be_checked()


@pytest.mark.ring("test")
def test_a_tile_and_a_plant_come_down_onto_the_table_when_they_are_laid_and_not_when_one_is_taken_back(
    phone: OpenPhone, server: Server
) -> None:
    tiles, plants = match_of(server.port, "down-under", 2), nile_in_play(server.port)
    plants.move("tide", moved=2, arrows=0)
    laid = [
        {"kind": "lay", "seat": x, "tile": {"x": x, "y": 0, "kind": "straight", "colour": colour, "turn": 0}}
        for x, colour in enumerate(("red", "yellow"))
    ]
    sold = [
        {"kind": "harvest", "seat": 0, "plant": plant, "quality": 3, "column": 3, "shared": False}
        for plant in ("flax", "wheat")
    ]
    for evening, moves, dropped in ((tiles, laid, "#desk g[data-moves^=drop]"), (plants, sold, ".stall [data-moves]")):
        page = moving(phone, evening)
        for move in moves:
            version = evening.move(**move)
            shows(page, version)
            high, low = (box[3] for box in frames(page, dropped, 0, 299))
            assert high > 1.2 * low
        until(page, "!document.querySelector('[data-new]')")
        page.get_by_role("button", name="Undo").first.click()
        shows(page, version + 1)
        assert page.locator(dropped).evaluate_all("all => all.flatMap(one => one.getAnimations()).length") == 0


def test_a_scoring_pushes_the_pawns_on_square_by_square_and_leaves_the_board(phone: OpenPhone, server: Server) -> None:
    evening = nile_in_play(server.port)
    evening.move("tide", moved=2, arrows=0)
    page = moving(phone, evening)
    for seat in (0, 1, 2):
        for plant in ("grapes", "onions")[: 2 if seat == 0 else 1]:
            evening.move("harvest", seat=seat, plant=plant, quality=3, column=3, shared=False)
        version = evening.move("pass", seat=seat)
    shows(page, version)
    start, there = (box[0] for box in frames(page, ".scoring .walk .i", 0, 2300))
    assert there > start + 30
    page.set_viewport_size({"width": 1366, "height": 768})
    column, walk = (page.locator(f".scoring {one}").first.evaluate(BOX) for one in (".sales", ".walk"))
    assert column[0] < walk[0] - 100, "on a laptop the column stands beside what it brings"
    scene, picked = page.locator(".scoring"), page.locator("input:checked").count()
    scene.click()
    expect(scene).to_be_hidden()
    assert page.locator("input:checked").count() == picked, "a tap went through the scene"
    page.reload()
    expect(page.locator("#view .news [data-announce]")).to_be_visible()
    expect(scene, "it is seen once").to_be_hidden()


OFF_MIDDLE = """() => {
  const {left, right} = document.querySelector('.judged .fan').getBoundingClientRect();
  return left + right - document.documentElement.clientWidth;
}"""


def accusing(phone: OpenPhone, server: Server) -> tuple[Evening, Page, list[Page]]:
    """A round in which Ben accuses Ana, both of them and the television; what was hidden and laid is on no screen yet."""
    evening = limits_in_play(server.port)
    for seat, colour in enumerate(("red", "red", "blue", "red", "red")):
        evening.move("lay", seat=seat % 4, colour=colour)
    ben, ana, television = moving(phone, evening, 1), moving(phone, evening, 0), phone(size=(1920, 1080))
    television.emulate_media(reduced_motion="no-preference")
    ready(evening.on_television(television))
    for page in (ben, ana, television):
        expect(page.locator(CARDS)).to_have_count(0)
    ben.get_by_role("button", name="I accuse").click()
    ben.locator("input[name=accused][value='0'] + .face").click()
    ben.get_by_role("button", name="Accuse Ana").click()
    return evening, ben, [ben, ana, television]


def test_a_tap_shows_the_whole_accusation_and_nothing_of_it_waits_for_a_script_or_for_motion(
    phone: OpenPhone, server: Server
) -> None:
    evening, _, (ben, _, television) = accusing(phone, server)
    expect(ben.locator(".tidy")).to_be_attached()
    assert ben.evaluate(f"{RUNNING} > 0")
    assert ben.evaluate(SEEN, "section:has(> .walk), .sum, .doubt, .foot div[data-step=after]") == [0] * 5
    expect(television.locator(".judged")).to_be_attached()
    assert television.evaluate(SEEN, ".strip .s, .within") == [1, 0], (
        "the title keeps its second line, and not who starts"
    )
    assert abs(television.evaluate(OFF_MIDDLE)) < 2, "the pile is counted in the middle"
    ben.locator(".accused").tap()
    assert ben.evaluate(RUNNING) == 0
    ben.get_by_role("button", name="Turn up the limit card").click()
    expect(ben.locator(".keypads")).to_be_attached()
    still, plain = evening.sit(phone(), 2), evening.sit(phone(javascript=False), 3, state="")
    for page in (still, plain):
        expect(page.locator(".accused")).to_contain_text("Ben accuses")
        expect(page.locator(".verdict h1")).to_contain_text("Ana is guilty.")
        expect(page.locator(".tidy li")).to_have_count(3)
    assert set(still.evaluate(SEEN, f"{CARDS}, {VERDICT}, {AFTER}")) == {1}
    television.reload()
    ready(television)
    assert television.evaluate(RUNNING) == 0


@pytest.mark.parametrize("package", first_early(*PACKAGES))
def test_what_ended_the_match_is_played_before_its_winner_is_seen(
    phone: OpenPhone, server: Server, package: str
) -> None:
    evening, (last,) = beginning(server, package, -1)
    page, television = moving(phone, evening), phone(size=(1280, 720))
    television.emulate_media(reduced_motion="no-preference")
    ready(evening.on_television(television))
    evening.move(**last)
    for one in (page, television):
        expect(one.locator(".curtain h2")).to_be_visible()
        scene = one.locator(".scoring[data-moves]")
        assert scene.count() == (package == "nile"), "the last scoring is a scene, too"
        if one is television or package != "nile":
            one.keyboard.press("Shift")
        if package == "nile":
            scene.click()
            expect(scene).to_be_hidden()
        assert not one.evaluate(CURTAIN_MOVES), (
            "one tap ends both; what a key has ended does not begin anew after the scene"
        )
        expect(one.locator(".curtain")).to_be_hidden()
        expect(one.locator(".won h1")).to_be_in_viewport()


@pytest.mark.parametrize("package", first_early(*PACKAGES))
def test_where_nothing_may_move_what_ended_the_match_stands_before_its_winner_until_it_is_read(
    phone: OpenPhone, server: Server, package: str
) -> None:
    evening, (last,) = beginning(server, package, -1)
    page, television = evening.sit(phone(), 0), evening.on_television(phone(size=(1280, 720)))
    for one in (page, television):
        is_in_state(one, "live")
        until(one, LOADED.replace("motion", "curtain"))
    evening.move(**last)
    for one in (page, television):
        expect(one.locator(".curtain h2")).to_be_visible()
    page.locator(".curtain").click()
    for one in (page, television):
        expect(one.locator(".curtain")).to_be_hidden()
        expect(one.locator(".won h1")).to_be_in_viewport()
        assert one.evaluate(f"{SHORT}.length") == 0


def test_after_an_accusation_the_totals_count_up_as_soon_as_they_are_seen_and_move_nothing(
    phone: OpenPhone, server: Server
) -> None:
    evening = match_of(server.port, "limits", 3)
    page = moving(phone, evening)
    evening.move("verdict", seat=0, accused=1, colour="red", printed=1, hidden=0, counted=2)
    totals = page.locator("ul.sum .to")
    expect(totals).to_have_text(["0 → 0", "0 → 0"])
    before = totals.first.evaluate(BOX)
    expect(totals).to_have_text(["0 → −2", "0 → 1"])
    assert totals.first.evaluate(BOX) == before


@pytest.mark.ring("test")
def test_nothing_moves_and_no_motion_is_loaded_where_nothing_may_move(phone: OpenPhone, server: Server) -> None:
    evening = land_unter(server.port, 4)
    version = evening.count_all_rings(4)
    page = evening.sit(phone(), 0)
    evening.move("trick", levels=[4, 9], highest=1, second=2)
    shows(page, version + 1)

    assert page.evaluate(f"{SHORT}.length") == 0
    assert not page.evaluate(LOADED)
