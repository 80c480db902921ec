"""Matches of Down Under and the Nile played through on phones, a tablet and a laptop: all that is needed is on the screen."""

import itertools
import random
from typing import Any, Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.boards import below, hide, shows, until
from tests.e2e.evening import land_unter, match_of, moments, open_by_hand
from tests.e2e.laying import EXPECTED, lays, match
from tests.e2e.stage import (
    BROWSER_ARGUMENTS,
    OVER,
    SMALLEST_TARGET,
    TOO_SMALL,
    OpenPhone,
    Server,
    chromium,
    phone_context,
)
from tests.e2e.test_names import NAMES
from tests.games.down_under import playthroughs as down_under
from tests.games.nile import playthroughs as nile
from tests.games.playthrough import Moves
from tests.rings import few_first, some_of
from tests.there import there

SIZES: Final = [(360, 640), (390, 844), (820, 1180), (1366, 768)]
LOW: Final[ViewportSize] = {"width": 1366, "height": 650}
"""The laptop, with the bars of a browser."""
USUAL: Final = {"variant": "none", "animals": False, "difficulty": "recommended"}
MATCHES: Final = [
    ("down-under", 3, 4, {}), ("nile", 0, 0, {}), ("down-under", 5, 3, {}),
    ("down-under", 2, 2, {"variant": "two_routes"}), ("down-under", 2, 4, {"animals": True}), ("down-under", 8, 4, {}),
    ("nile", 4, 0, {}), ("nile", 8, 5, {"depth": "board"}),
]  # fmt: skip
"""The seed of the moves; of Down Under how many play, and by which options."""
EARLY: Final = 2
"""So many are looked at now and then, in `make test`; in the others every state is."""
FAULTS: Final = {
    "down-under": """() => {
  const isOver = Boolean(document.querySelector("main.du.ended"));
  const whole = (one) => {
    const box = one.getBoundingClientRect();
    const foot = document.querySelector(".foot");
    const end = foot.contains(one) || (innerWidth >= 960 && one.closest(".tiles")) ? innerHeight : foot.getBoundingClientRect().top;
    return box.height > 0 && box.top >= 0 && box.left >= 0 && box.right <= innerWidth + .5 && box.bottom <= end + .5;
  };
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.offsetParent);
  const found = [];
  if (document.documentElement.scrollHeight > innerHeight + 1) found.push("it is longer than its window");
  const figures = seen(isOver ? ".won .rank .to" : seen(".chips").length ? ".chips .btn" : ".du-scores .tot");
  if (!figures.length || !figures.every(whole)) found.push("a score is out of sight");
  const above = document.querySelector(".foot").getBoundingClientRect().top;
  if (isOver && above - document.getElementById("desk").getBoundingClientRect().top < 160) found.push("the table is out of sight");
  const opener = seen("#drawer > summary")[0];
  if (isOver && opener && opener.getBoundingClientRect().bottom > above + 1) found.push("what opens the drawer is under the foot");
  const won = document.querySelector(".hero:not(:has(.winner + .winner)) h1");
  if (won && parseFloat(getComputedStyle(won).fontSize) < 20) found.push("who has won is as small as other words");
  if (isOver) return found;
  if (!document.querySelector("[data-version='0']") && !seen(".news .btn, .undo .btn").some(whole)) found.push("no undo in sight");
  if (innerWidth < 960 && seen(".left").some((one) => one.offsetHeight > 34)) found.push("what is left fills two lines");
  const right = (one) => {
    const [left, paths] = [one, one.closest("tr").querySelector("td:not(.tot) span")].map((each) => each?.getBoundingClientRect());
    return paths?.width && paths.top < left.bottom ? left.right - paths.left : 0;
  };
  if (seen(".du-scores .left > span:last-child").some((one) => right(one) > 1)) found.push("what is left lies over the paths");
  if (innerWidth >= 960 && !seen(".more > summary").every(whole)) found.push("what else can be done is cut");
  const end = (which) => Math.max(...seen(which).map((one) => one.getBoundingClientRect().bottom));
  const low = end("#desk, .mine");
  const another = innerWidth < 700 && seen(".for:not([open]) > summary")[0];
  if (another && above - end("#desk, .mine, .news, .chips") > 90) found.push("an empty strip lies below the table");
  if (another && getComputedStyle(another).fontWeight > 400) found.push("who watches sees a loud button below the table");
  const [opens, ...cells] = seen("#drawer > summary, #desk .line > button").map((one) => one.getBoundingClientRect()).reverse();
  const isBeside = (one) => opens.left >= one.right || opens.right <= one.left;
  const covers = (one) => !isBeside(one) && opens.top + 1 < Math.min(one.bottom, low) && opens.bottom > one.top + 1;
  if (seen("#drawer > summary").length && cells.some(covers)) found.push("what opens the drawer lies over a cell");
  const tasks = seen(".foot :is(.btn.main, .ends .btn, .for summary), .panel .tiles :is(.face, .btn)");
  if (!tasks.length || !tasks.every(whole)) found.push("not all that is to be tapped is in sight");
  return found;
}""",
    "nile": """() => {
  const whole = (one) => {
    const box = one.getBoundingClientRect();
    return box.height > 0 && box.top >= 0 && box.left >= 0 && box.right <= innerWidth + .5 && box.bottom <= innerHeight + .5;
  };
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.offsetParent);
  const found = [];
  const isPlayed = document.querySelector("main.played");
  if (isPlayed && document.documentElement.scrollHeight > innerHeight + 1) found.push("it is longer than its window");
  if (seen(".drawer:not([open])").some((one) => one.offsetHeight < 44)) found.push("the drawer is squeezed");
  const sheet = [...document.querySelectorAll(":popover-open :is(.ways .btn, .walk)")];
  if (!sheet.every(whole)) found.push("a scoring is out of sight");
  const signs = seen(".turns .mark").map((one) => one.getBoundingClientRect());
  const isOver = (one, other) => one.left < other.right && one.top < other.bottom;
  if (signs.slice(1).some((one, at) => isOver(one, signs[at]))) found.push("a sign lies over another");
  if (!seen(".turns-row .turn").every(whole)) found.push("a score is out of sight");
  const isBegun = isPlayed && !document.querySelector("[data-version='0']");
  if (isBegun && !seen(".news .btn, .undo .btn").some(whole)) found.push("no undo in sight");
  if (!seen(":is(.foot, .panel) :is(.btn, .tally, .face, p)").some(whole)) found.push("what comes next is out of sight");
  const [foot, hidden] = [document.querySelector(".foot").getBoundingClientRect(), isPlayed?.scrollHeight - isPlayed?.clientHeight];
  const isUnder = (one) => one.width && one.right > foot.left + 1 && one.left < foot.right && one.bottom - hidden > foot.top + 1;
  const key = seen(".panel button").find((one) => one.checkVisibility() && isUnder(one.getBoundingClientRect()));
  if (key) found.push(`a key lies under the foot for good: ${key.outerHTML.slice(0, 80)}`);
  const main = seen(".foot .main")[0]?.getBoundingClientRect();
  const covers = (one) => one.bottom > innerHeight || (main && isOver(one, main) && isOver(main, one) && one.bottom > main.top + 1);
  const lies = seen(".market .stall, svg.boat, svg.board, :is(.aboard, .washed[open]) .face")
    .filter((one) => one.checkVisibility({visibilityProperty: true}));
  const cut = innerWidth >= 1008 && !seen(".spot").length && lies.find((one) => covers(one.getBoundingClientRect()));
  if (cut) found.push(`the foot cuts ${cut.outerHTML.slice(0, 80)}`);
  const crowds = (one, sign, words) => sign.width && (words.left < sign.right + .5 || words.right > one.right - 3);
  const wordsOf = (one) => { const words = new Range(); words.selectNodeContents(one.lastChild); return words; };
  const boxes = (one) => [one, one.querySelector("svg"), wordsOf(one)].map((each) => each.getBoundingClientRect());
  for (const one of seen(".turns .mark")) for (const stirs of one.getAnimations()) stirs.cancel();
  if (seen(".turns .mark").some((one) => crowds(...boxes(one)))) found.push("a letter lies on its sign or over its edge");
  return found;
}""",
}
"""What of a board that goes on is not on the screen."""


def whole(game: str, seed: int, players: int, chosen: dict[str, Any]) -> tuple[int, dict[str, Any], Moves]:
    """Players, options and moves of a match to its end."""
    if game == "nile" and players:
        return players, *nile.on_fields(random.Random(seed), players, 4)
    if game == "nile":
        return nile.random_game(random.Random(seed))
    return down_under.random_game(random.Random(seed), {**USUAL, **chosen}, players)


def faults(page: Page, game: str) -> list[str]:
    wide = page.evaluate(OVER)
    small = [f"too small for a finger: {one}" for one in page.evaluate(TOO_SMALL, SMALLEST_TARGET)]
    return [*([f"{wide} px too wide"] if wide > 0 else []), *small, *page.evaluate(FAULTS[game])]


def faults_of_each(page: Page, game: str) -> list[str]:
    """As it stands, and on a laptop with what was washed away of the fields opened; then it is closed again."""
    found, fold = faults(page, game), page.locator(".fields #washed > summary")
    if there(page.viewport_size)["width"] < 1008 or not fold.is_visible():
        return found
    market = page.locator(".rest .market").bounding_box()
    for asks in ("opened", "closed"):
        fold.evaluate("one => { one.parentElement.open = !one.parentElement.open }")
        moved = [] if page.locator(".rest .market").bounding_box() == market else ["the market moves"]
        found += [f"washed away {asks}: {fault}" for fault in (*moved, *faults(page, game))]
    return found


@pytest.mark.ring("test")
@pytest.mark.parametrize(("number", "course"), few_first([*enumerate(MATCHES)], EARLY))
def test_at_every_turn_of_a_played_match_all_that_is_needed_is_on_the_screen(
    phone: OpenPhone, server: Server, number: int, course: tuple[str, int, int, dict[str, Any]]
) -> None:
    game = course[0]
    players, options, moves = whole(*course)
    table = match_of(server.port, game, NAMES[:players], **options)
    spoken = ("en-GB", "fr-FR", "es-ES", "de-DE")
    pages = [
        table.sit(phone(size=size, locale=spoken[at], expects=EXPECTED), at % players) for at, size in enumerate(SIZES)
    ]
    turns = itertools.cycle(some_of(pages[1:], 3))
    found, looks = [], moments(moves, max(12, len(moves) // 8)) if number < EARLY else range(len(moves) + 1)
    for version, move in enumerate([None, *moves]):
        if move:
            table.move(**move)
        if version not in looks:
            continue
        # Before the last ring two of the four are looked at, other two the next time; the smallest phone always.
        seen = pages if number >= EARLY else [pages[0], next(turns)]
        for page in seen:
            hide(page, False)
        for page in seen:
            shows(page, version)
            expect(page.locator("#view.curtained")).to_have_count(0)  # what lies behind it is not laid out yet
            found += [f"entry {version}, {page.viewport_size}: {fault}" for fault in faults_of_each(page, game)]
            if page is pages[-1] and page.locator("#tide").count():
                page.set_viewport_size(LOW)
                found += [f"entry {version}, {LOW}: {fault}" for fault in faults_of_each(page, game)]
                page.set_viewport_size({"width": SIZES[-1][0], "height": SIZES[-1][1]})
            if page in (pages[0], pages[-1]):
                page.evaluate("document.documentElement.dataset.size = 'larger'")
                found += [
                    f"entry {version}, {page.viewport_size}, larger text: {fault}"
                    for fault in faults_of_each(page, game)
                ]
                page.evaluate("delete document.documentElement.dataset.size")
            hide(page, True)  # nor is it drawn anew for each entry until it is looked at again
    assert not found, "\n".join(found)


def test_with_animals_a_table_of_nine_rows_keeps_cells_that_are_told_apart_on_a_small_phone(
    phone: OpenPhone, server: Server
) -> None:
    players, options, moves = down_under.random_game(random.Random(5), {**USUAL, "animals": True}, 3)
    table = match_of(server.port, "down-under", NAMES[:players], **options).after(*moves[:28])
    page = table.host_on(phone(size=(360, 640)), f"{table.board}?new=yes")
    expect(page.locator("#newcomer")).to_have_count(0)  # who comes in turn 28 sees the table first
    wide = "all => all.map((one) => one.getBoundingClientRect().width).find((one) => one)"
    cells = page.locator(".desk button:visible")
    assert cells.evaluate_all(wide) >= 24, "above what is placed at an open end"
    page.locator(".chips .btn").first.click()
    expect(page.locator(".chips .s:visible")).to_contain_text("paths")  # what the figure beside the points counts
    cells.nth(4).click()
    expect(page.locator(".herd")).to_be_visible()
    assert cells.evaluate_all(wide) >= 24, "above the animals"
    expect(page.locator("#drawer > summary")).to_be_in_viewport(ratio=1)


@pytest.mark.ring("test")
@pytest.mark.parametrize("game", ["down-under", "nile"])
def test_who_starts_and_what_is_tracked_stand_above_the_button_of_a_small_phone(
    phone: OpenPhone, server: Server, game: str
) -> None:
    page = phone(size=(360, 640))
    open_by_hand(page, game, "Ana", "Ben", "Cleo", "Dora")
    assert below(page, ".seats", ".option.open") == []


def test_once_the_water_is_tapped_all_sixty_card_numbers_stand_above_the_button_of_a_small_phone(
    phone: OpenPhone, server: Server
) -> None:
    page = land_unter(server.port, 5, rings=4).sit(phone(size=(360, 640)), 0)
    page.locator("#more > summary").tap()
    page.get_by_role("button", name="Card numbers").tap()
    expect(page.locator(".sixty")).not_to_be_visible()
    for level in (6, 10):
        page.locator(f"#levels-{level} + .face").tap()
    expect(page.locator(".both .nums")).to_have_css("height", "46px")
    for text in ("", "larger"):
        page.evaluate("size => { document.documentElement.dataset.size = size }", text)
        assert below(page, "[name='cards.0'][value='60'] + .face") == []
    page.evaluate("delete document.documentElement.dataset.size")
    page.get_by_role("button", name="Only my card").tap()
    page.locator("[name='card'][value='60'] + .face").tap()
    assert below(page, "[name='card'][value='60'] + .face") == []
    page.get_by_role("button", name="Play the 60").tap()
    expect(page.locator("main:has(.laid) #levels-10"), "water that is not saved yet stays tapped").to_be_checked()
    expect(page.locator(".undo [data-announce]:visible"), "beside its undo").to_have_text("Your card: 60")


@pytest.mark.ring("test")
def test_in_the_largest_text_a_water_card_that_is_tapped_moves_nothing_and_all_rings_stand_above_the_button(
    phone: OpenPhone, server: Server
) -> None:
    table = match_of(server.port, "land-unter", ["Ana", "Íñigo", "Jean-Baptiste", "Maximiliane"])
    table.count_all_rings()
    table.move("trick", levels=[6, 9], highest=0, second=3)
    page = table.sit(phone(size=(360, 640), locale="de-DE", text="larger"), 1)
    expect(page.locator(".news b [data-short='Maxim.']")).to_be_visible()
    before = page.locator(".nums.left").bounding_box()
    page.locator("#levels-2 + .face").tap()
    expect(page.locator(".twice")).to_be_visible()
    assert page.locator(".nums.left").bounding_box() == before
    assert below(page, ".tap .cnt") == []
    assert there(page.locator("#record small").bounding_box())["height"] > 12, "what is missing is read"


def keeps_its_height_whatever_is_tapped(page: Page) -> None:
    """On my turn, of a tile that is refused, and where it fits: below the table all that is asked stands above the foot."""
    for tapped, asks in (("", ".news .plus"), ("#cell--1--3", ".tiles"), ("#there", ".herd")):
        if tapped:
            page.locator(tapped).click()
            page.locator(asks).wait_for()
        assert there(page.locator("#desk").bounding_box())["height"] >= 0.59 * 640, tapped
        assert below(page, "#desk", asks) == []
        until(page, "[...document.querySelectorAll('.foot .notice:has(#anyway)')].every(one =>"
            " one.getBoundingClientRect().top >= document.getElementById('desk').getBoundingClientRect().bottom)")  # fmt: skip
        assert page.evaluate(OVER) <= 0


@pytest.mark.ring("test")
def test_with_text_twice_as_large_the_table_keeps_three_fifths_of_the_height(phone: OpenPhone, server: Server) -> None:
    # The second and the last are theirs whose turn it is.
    sizes = [*enumerate([(360, 640), *SIZES[:3], (1280, 800)]), (5, (820, 1180))]
    for has_animals, at in itertools.product((False, True), [*sizes[:2], sizes[-1], *some_of(sizes[2:-1], 1)]):
        if at[0] in (0, 5):  # whose name is on two phones is told so
            _, options, moves = whole("down-under", 6, 4, {"animals": has_animals})
            table = match(server.port, 4, **options).after(*moves[:17])
        page = table.sit(phone(size=at[1]), at[0] % 4)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        desk, news = (there(page.locator(one).bounding_box()) for one in ("#desk", ".news"))
        assert below(page, "#desk", ".news .btn") == []
        assert desk["height"] >= 0.59 * at[1][1]
        assert news["height"] <= 0.17 * at[1][1]
        assert page.evaluate(OVER) <= 0
        if has_animals and at[0] == 1:
            keeps_its_height_whatever_is_tapped(page)
    # A style on the page is not all: what a style asks of the window is said in the browser's own letters.
    large = there(page.context.browser).browser_type.launch(
        executable_path=chromium(), args=[*BROWSER_ARGUMENTS, "--blink-settings=defaultFontSize=32"]
    )
    for locale in some_of(("en-GB", "de-DE"), 1):
        own = phone_context(large, base_url=server.url, viewport={"width": 360, "height": 640}, locale=locale)
        table = match(server.port, 4, **options).after(*moves[:17])
        page = table.sit(own.new_page(), 1)
        assert below(page, ".chips .btn", ".drawer > summary") == [], "everyone's figures, and the way to the rest"
        keeps_its_height_whatever_is_tapped(page)
        table.after(*moves[17:])
        page.goto(table.board)
        page.locator(".won .rank").wait_for()
        assert page.evaluate(OVER) <= 0, "the keys of an end"
    large.close()
    _, options, moves = whole("nile", 5, 4, {})
    table = match_of(server.port, "nile", 4, **options)
    pages = [table.sit(phone(size=size), seat) for seat, size in enumerate([*SIZES[:2], *SIZES[:2]])]
    for page in pages[:2]:
        page.evaluate("document.documentElement.style.fontSize = '200%'")
    for page in pages[2:]:  # the browser's own text, by which queries of a sheet are measured, too
        page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    for first, last in ((0, 0), (0, 6), (6, 15)):
        version = max([0, *(table.move(**move) for move in moves[first:last])])
        for page in pages:
            shows(page, version)
            height = there(page.viewport_size)["height"]
            assert below(page, ".banks") == []
            assert there(page.locator(".banks").bounding_box())["height"] >= 0.59 * height
            assert there(page.locator("header.strip").bounding_box())["height"] <= 64
            assert page.evaluate(OVER) <= 0


def test_a_table_that_lies_across_is_turned_to_every_side_by_a_button_alone(phone: OpenPhone, server: Server) -> None:
    table = match(server.port, 2)
    page = table.sit(phone(size=(390, 844), expects=EXPECTED), 0)
    table.after(*(lays(seat, x, seat, turn=90) for x in range(5) for seat in range(2)))
    expect(page.locator("#desk .piece")).to_have_count(10)
    grid = page.locator("#desk .grid")
    for is_tall in (False, True, False, True):
        expect(grid).to_be_visible()
        box = there(grid.bounding_box())
        assert (box["height"] > box["width"]) is is_tall
        assert page.evaluate(OVER) <= 0
        # An arrow goes where it points on the screen, whichever side of the table that is.
        before = there(page.locator("[id='cell-4-1']").bounding_box())
        page.locator("[id='cell-4-1']").focus()
        page.keyboard.press("ArrowUp")
        after = there(page.locator("#desk :focus").bounding_box())
        assert after["y"] < before["y"]
        assert abs(after["x"] - before["x"]) < 1
        page.locator("#desk button[value^='5,0:']").click()  # Red goes on to the east, whichever side that is.
        expect(page.locator("[id='cell-5-0'][aria-pressed=true]")).to_have_count(1)
        page.reload()
        page.locator("#drawer > summary").click()
        page.get_by_role("button", name="Rotate the drawing").click()
