"""What moves on a board shows what has changed: frames of it are compared, and nothing moves where nothing may."""

import pytest
from playwright.sync_api import Page, expect

from tests.conformance.playing import PACKAGES
from tests.e2e.boards import is_in_state, shows, until
from tests.e2e.evening import TIDE, Evening, beginning, land_unter, limits_in_play, match_of, nile_in_play
from tests.e2e.laying import lays, match
from tests.e2e.stage import OVER, OpenPhone, Server, accessibility_faults, first_early
from tests.e2e.test_screen import ON_SHOW
from tests.e2e.test_the_end import lit
from tests.servers import wait_until

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
EMBLEM_OUTSIDE = """[...document.querySelectorAll('.seal')].filter(seal => {
  const [ground, emblem] = [seal, seal.firstElementChild].map(one => one.getBoundingClientRect());
  return emblem.top < ground.top || emblem.bottom > ground.bottom;
}).map(seal => seal.className)"""
STANDS = "document.getAnimations().every(one => one.playState === 'finished')"
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
def test_a_route_is_counted_along_by_itself_and_what_is_counted_shines(phone: OpenPhone, server: Server) -> None:
    page = moving(phone, match(server.port, 2).after(*(lays(y % 2, y % 2, y // 2) for y in range(6))))
    page.locator("#drawer > summary").click()
    page.locator(".tools [name=walk]").click()
    expect(page.locator(".foot .big")).to_contain_text("3 of 3")
    expect(page.locator("#desk .trail")).to_have_count(1)


@pytest.mark.ring("test")
def test_a_tile_and_a_plant_come_down_onto_the_table_when_they_are_laid_and_not_when_one_is_taken_back(
    phone: OpenPhone, server: Server
) -> None:
    tiles, plants, laid = match(server.port, 2), nile_in_play(server.port).after(TIDE), [lays(0, 0), lays(1, 1)]
    sold = [
        {"kind": "harvest", "seat": 0, "plant": plant, "quality": 3, "column": 3, "shared": False}
        for plant in ("flax", "wheat")
    ]
    for evening, moves, dropped in ((tiles, laid, "#desk g[data-moves^=drop]"), (plants, sold, ".stall [data-moves]")):
        page = moving(phone, evening)
        for move in moves:
            version = evening.move(**move)
            shows(page, version)
            (_, start, _, high), (_, end, _, low) = frames(page, dropped, 0, 299)
            assert high > 1.2 * low
            assert evening is tiles or start > end + 100, "a plant flies up its column from its key"
        until(page, "!document.querySelector('[data-new]')")
        page.get_by_role("button", name="Undo").first.click()
        shows(page, version + 1)
        assert page.locator(dropped).evaluate_all("all => all.flatMap(one => one.getAnimations()).length") == 0


@pytest.mark.ring("test")
def test_what_is_sold_by_a_tap_flies_in_front_of_the_other_keys(phone: OpenPhone, server: Server) -> None:
    page = moving(phone, nile_in_play(server.port).after(TIDE))
    page.get_by_role("button", name="aubergine. Sell in column 3").click()
    until(page, "document.querySelector('.stall [data-moves]')?.getAnimations().length")
    assert page.locator(".stall [data-moves]").evaluate("""one => [20, 50, 80].every(ms => {
      one.getAnimations()[0].currentTime = ms;
      const { left, top, width, height } = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    })""")


def test_a_scoring_pushes_the_pawns_on_square_by_square_until_it_is_closed_and_on_television_until_the_tide(
    phone: OpenPhone, server: Server
) -> None:
    evening = nile_in_play(server.port).after(TIDE)
    page, still, television = moving(phone, evening), evening.sit(phone(), 1), phone(size=(1280, 720))
    television.emulate_media(reduced_motion="no-preference")
    ready(evening.on_television(television))
    for seat in (0, 1, 2):
        for plant in ("grapes", "onions")[: 2 if seat == 0 else 1]:
            evening.move("harvest", seat=seat, plant=plant, quality=3, column=3, shared=False)
        version = evening.move("pass", seat=seat)
        shows(television, version)
        assert seat or frames(television, ".sweep", 0)[0][0] < 0 < frames(television, ".sweep", 299)[0][0], (
            "the next one's colour"
        )
    shows(page, version)
    start, there = (box[0] for box in frames(page, ".scoring .walk .i", 0, 2300))
    assert there > start + 30
    walks = "all => all.map(one => one.getAnimations()[0].effect.getTiming().delay)"
    first, second, *_ = sorted(page.locator(".scoring .comes").evaluate_all(walks))
    assert first < second, "one after the other"
    page.set_viewport_size({"width": 1366, "height": 768})
    column, walk = (page.locator(f".scoring {one}").first.evaluate(BOX) for one in (".sales", ".walk"))
    assert column[0] < walk[0] - 100, "on a laptop the column stands beside what it brings"
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".scoring")).to_be_hidden()
    page.reload()
    expect(page.locator("#view .news [data-announce]")).to_be_visible()
    expect(page.locator(".scoring"), "it is seen once").to_be_hidden()
    expect(still.locator(".scoring"), "where nothing may move").to_be_visible()
    expect(still.locator("#record"), "there is one way on").to_be_hidden()
    still.get_by_role("button", name="Next").click()
    delay = "one => one.getAnimations()[0].effect.getTiming().delay"
    assert television.locator("section.scoring").evaluate(delay) >= 30000, "long enough for a table"
    still.locator("#record").click()
    shows(page, version + 1)
    expect(television.locator(".scoring")).to_be_hidden()


OFF_MIDDLE = """() => {
  const {left, right} = document.querySelector('.judged .fan').getBoundingClientRect();
  return left + right - document.documentElement.clientWidth;
}"""


def test_a_tap_shows_the_whole_accusation_and_nothing_of_it_waits_for_a_script_or_for_motion(
    phone: OpenPhone, server: Server
) -> None:
    laid = enumerate(("red", "red", "blue", "red", "red"))
    cards = ({"kind": "lay", "seat": seat % 4, "colour": colour} for seat, colour in laid)
    evening = limits_in_play(server.port).after(*cards)
    ben, television = moving(phone, evening, 1), phone(size=(1920, 1080))
    television.emulate_media(reduced_motion="no-preference")
    ready(evening.on_television(television))
    for page in (ben, television):
        expect(page.locator(CARDS)).to_have_count(0)  # What was hidden and laid is on no screen yet.
    ben.get_by_role("button", name="I accuse").click()
    ben.locator("input[name=accused][value='0'] + .face").click()
    ben.get_by_role("button", name="Accuse Ana").click()
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
    plain.goto("/judge/land-unter/loses")
    expect(plain.locator(".foot .btn.main")).not_to_have_css("border-style", "dashed")
    television.reload()
    ready(television)
    assert television.evaluate(RUNNING) == 0


def skip(page: Page, package: str) -> None:
    """What ended the match is played; then it is ended by a tap or a key."""
    scene = page.locator(".scoring[data-moves]")
    assert scene.count() == (package == "nile"), "the last scoring is a scene, too"
    if "/tv/" in page.url or package != "nile":
        page.keyboard.press("Shift")
    if package == "nile":
        delay = scene.evaluate("one => one.getAnimations()[0].effect.getTiming().delay")
        assert delay < 5000, "the winner is on all screens at the same time"
        scene.click()
        expect(scene).to_be_hidden()
    assert not page.evaluate(CURTAIN_MOVES), (
        "one tap ends both; what a key has ended does not begin anew after the scene"
    )
    ways = page.locator("#view:not(.curtained) .to-join").evaluate_all(
        "all => all.map(one => getComputedStyle(one).position)"
    )
    assert "fixed" not in ways, "how others join leaves with the curtain"
    expect(page.locator(".curtain")).to_be_hidden()
    page.evaluate("document.getAnimations().forEach(one => one.play())")


@pytest.mark.parametrize("moves", [True, False])
@pytest.mark.parametrize("package", first_early(*PACKAGES))
def test_what_ended_the_match_is_seen_before_its_winner_whose_colour_fills_two_phones_and_the_television(
    phone: OpenPhone, server: Server, package: str, *, moves: bool
) -> None:
    evening, (last,) = beginning(server, package, -1)
    taps, waits, television = pages = phone(), phone(size=(360, 640)), phone(size=(1920, 1080))
    for page in pages:
        page.emulate_media(reduced_motion="no-preference" if moves else "reduce")
        evening.on_television(page) if page is television else evening.sit(page, pages.index(page))
        until(page, LOADED if moves else LOADED.replace("motion", "curtain"))
    for page in (taps, television) if moves else ():
        page.evaluate(HOLD)
    evening.move(**last)
    television.wait_for_function(ON_SHOW)
    expect(taps.locator(".curtain h2")).to_be_visible()
    for page in (taps, television) if moves else ():
        skip(page, package)
    if not moves:
        taps.locator(".curtain").click()
        assert [page.evaluate(f"{SHORT}.length > 0 || {LOADED}") for page in pages] == [False] * 3
    for page in pages:
        expect(page.locator(".curtain")).to_be_hidden()
        for told in (page.locator(".won h1"), page.locator(".crown").first):
            expect(told).to_be_in_viewport()
        wait_until(lambda: bool(page.evaluate(STANDS)), "all that moves has come to rest")  # noqa: B023 - waited for here
        assert not moves or accessibility_faults(page) == []
        assert page.evaluate(EMBLEM_OUTSIDE) == []
    assert len({lit(page) for page in pages}) == 1
    for page in (taps, waits):
        expect(page.locator(".foot .ending .btn").first).to_be_in_viewport(ratio=1)
        assert page.evaluate(OVER) <= 0
    expect(waits.locator(".won .rank li").last).to_be_in_viewport(ratio=1)
    evening.post("seats/1/renew")
    expect(waits.locator("#shown")).to_have_attribute("data-seat", "")
    expect(waits.locator("#unsent"), "nothing lies over who won").to_be_hidden()


def test_after_an_accusation_the_totals_are_true_from_the_first_and_seen_within_two_seconds(
    phone: OpenPhone, server: Server
) -> None:
    evening = match_of(server.port, "limits", 3)
    page = moving(phone, evening)
    evening.move("verdict", seat=0, accused=1, colour="red", printed=1, hidden=0, counted=12)
    page.locator("ul.sum .to").first.wait_for()
    assert page.locator("ul.sum .to").all_text_contents() == ["0 → −2", "0 → 1"]
    assert 0 < page.locator("ul.sum").evaluate("one => one.getAnimations()[0].effect.getTiming().delay") <= 2000
