"""What a finger is on stays where it is: no tap, taken or refused, moves the part of the board with the buttons.

Nor does the page scroll for a tap, nor a ring stay about what was tapped: that is for whoever comes by keyboard.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from tests.e2e.boards import LOST, REFUSED, is_in_state, shows, tap, tap_until_drawn, touch
from tests.e2e.evening import STARTS, Evening, call, land_unter, match_of
from tests.e2e.stage import SMALLEST_TARGET, OpenPhone, Server, first_early
from tests.servers import wait_until
from tests.there import there

MOST_OF_A_BAR = 64
STILL_PIXELS = 4
"""By so much a line may grow or shrink when it says something else."""


def place(what: Locator) -> tuple[float, float]:
    """Where the upper and the lower edge of it stand in the window."""
    box = there(what.bounding_box())
    return box["y"], box["y"] + box["height"]


def level(page: Page, number: int) -> Locator:
    return page.locator(f".nums.left input[name=levels][value='{number}'] + .face")


@pytest.mark.parametrize("way", first_early("rings", "cards"))
def test_in_the_first_step_all_keys_are_in_sight_and_stay_whatever_others_enter_and_what_is_refused(
    phone: OpenPhone, server: Server, way: str
) -> None:
    evening = match_of(server.port, "land-unter", ("Maximiliane-Charlotte", "Jean-Baptiste", "Cleo"))
    page = evening.sit(phone(size=(360, 640), expects=REFUSED), 2)
    if way == "cards":
        tap_until_drawn(page.locator("#_rings_way-cards"))
    # The phone's own keyboard is never called.
    expect(
        page.locator("#view :is(input:not([type=hidden],[type=radio],[type=checkbox]),textarea,select)")
    ).to_have_count(0)
    keys = page.locator(".nums label")
    before = place(keys.first)
    for seat in (0, 1):
        shows(page, evening.move("count_rings", seat=seat, rings=9))
        assert place(keys.first) == before
    assert place(page.locator(".undo"))[1] <= place(page.locator(".pick"))[0]
    foot = place(page.locator(".foot"))[0]
    boxes = [there(one.bounding_box()) for one in keys.all()]
    assert all(
        min(box["width"], box["height"]) >= SMALLEST_TARGET and box["y"] + box["height"] <= foot for box in boxes
    )
    for value in ("12",) if way == "rings" else range(24, 36):
        tap(page, way, value)
    touch(page, page.locator("#record"))
    expect(page.locator("#problem")).to_be_visible()
    assert place(keys.first) == before
    must_be_a_bar(page, "#problem")
    expect(page.locator("nav.tabs")).to_be_hidden()


@pytest.mark.ring("test")
def test_a_refused_trick_stays_under_the_finger_and_the_bar_covers_no_key_and_goes_at_a_tap(
    phone: OpenPhone, server: Server
) -> None:
    evening = land_unter(server.port, 4, rings=4)
    page = evening.sit(phone(expects=REFUSED), 0)
    before = place(level(page, 4))
    touch(page, page.locator(".foot .btn.main"))
    expect(page.locator("#problem")).to_be_in_viewport(ratio=1)
    assert place(level(page, 4)) == pytest.approx(before, abs=STILL_PIXELS)
    must_be_a_bar(page, "#problem")
    page.locator("#problem").tap()
    expect(page.locator("#problem")).to_have_count(0)
    shows(page, evening.move("trick", levels=[4, 9], highest=0, second=1))
    assert place(level(page, 4)) == pytest.approx(before, abs=STILL_PIXELS), "below a verdict"


def must_be_a_bar(page: Page, selector: str) -> None:
    """What is said stands between the head and the keys, and takes at most two lines and its buttons."""
    upper, lower = place(page.locator(selector))
    assert lower - upper <= MOST_OF_A_BAR
    assert place(page.locator(".strip").first)[1] <= upper
    assert lower <= place(page.locator("label .face, label.tap").first)[0]


def test_what_never_arrives_is_said_where_its_button_stood_and_moves_nothing(phone: OpenPhone, server: Server) -> None:
    evening = land_unter(server.port, 4)
    page = evening.sit(phone(expects=LOST), 0)
    tap_until_drawn(page.locator("#_rings_way-symbols"))
    for name, value in (("whole", 4), ("half", 2)):
        tap(page, name, value)
    expect(page.locator(".foot .tally")).to_be_visible()
    chosen = page.locator("input[name=half][value='2'] + .face")
    before = place(chosen)
    page.route("**/moves", lambda route: route.abort())
    touch(page, page.locator(".foot .btn.main"))

    said = page.locator(".foot > #unsent")
    expect(said).to_be_focused()
    assert place(chosen) == before
    assert place(page.locator(".foot"))[0] <= place(said)[0], "it stands where the button stood, and covers no key"
    evening.move("count_rings", seat=1, rings=5)
    shows(page, 1)
    expect(said).to_contain_text("Saved here")
    expect(said).to_be_focused()


FORMS: dict[str, Callable[[Page, int], Page]] = {
    "rings": lambda page, port: land_unter(port, 5).sit(page, 0),
    "a trick": lambda page, port: land_unter(port, 5, 5).sit(page, 0),
    "a trick by its cards": lambda page, port: pressed(land_unter(port, 5, 5).sit(page, 0), "Card numbers"),
    "who loses": lambda page, port: land_unter(port, 5, 5, tricks="rings").sit(page, 0),
    "an accusation": lambda page, port: pressed(match_of(port, "limits", 5).after(STARTS).sit(page, 0), "I accuse"),
    "a limit card": lambda page, port: match_of(port, "limits", 5, pile="logged").after(STARTS).sit(page, 0),
    "a tide": lambda page, port: match_of(port, "nile", 4).sit(page, 0),
    "a tile": lambda page, port: match_of(port, "down-under", 4).sit(page, 0),
    "who loses, without a table": lambda page, port: opened(page, "/judge/land-unter/loses"),
    "an accusation, without a table": lambda page, port: opened(page, "/judge/limits/accusation?_way=1"),
    "a tile, without a table": lambda page, port: opened(page, "/judge/down-under/placement"),
}


def pressed(page: Page, button: str) -> Page:
    if button == "Card numbers":
        page.locator("#more > summary").tap()
    tap_until_drawn(page.get_by_role("button", name=button).first)
    return page


def opened(page: Page, address: str) -> Page:
    page.goto(address)
    return page


@pytest.mark.parametrize("size", [(360, 640), (390, 844)])
def test_no_forms_key_scrolls_the_page_or_keeps_a_ring(phone: OpenPhone, server: Server, size: tuple[int, int]) -> None:
    faults = []
    for form, come_to in FORMS.items():
        fresh = phone(size=size, expects=(*REFUSED, r"htmx:"))
        asked: set[Request] = set()
        fresh.on("request", lambda one: asked.add(one) if one.resource_type in ("fetch", "xhr") else None)  # noqa: B023
        for event in ("requestfinished", "requestfailed"):
            fresh.on(event, lambda one: asked.discard(one))  # noqa: B023 - a builtin takes no mark of the browser
        page = come_to(fresh, server.port)
        page.wait_for_load_state("networkidle") if "/judge/" in page.url else is_in_state(page, "live")
        version = page.evaluate(VERSION)
        for at in range(page.evaluate(f"({FACES}).length")):
            where = page.evaluate(COME_TO, at)
            if where is None:
                continue
            page.touchscreen.tap(*where["place"])
            page.evaluate("() => new Promise(requestAnimationFrame)")
            wait_until(lambda: bool(page.title()) and not asked, "every tap is answered")  # noqa: B023 - waited for here
            if page.evaluate(VERSION) != version:
                break  # The last choice recorded the entry, and the next step begins at its top.
            moved, ringed = page.evaluate(MOVED, where), page.evaluate(RINGED)
            faults += [(form, at, moved, ringed)] if moved or ringed else []
        page.context.close()
    assert not faults


FACES = """[...document.querySelectorAll("label .face, label.tap, label.whole")].filter(one =>
  !one.closest(".foot, :disabled") && one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))"""
COME_TO = f"""(at) => {{
  const face = ({FACES})[at];
  if (!face) return null;
  const foot = document.querySelector(".foot"), lowest = innerHeight - (foot ? foot.offsetHeight : 0);
  const top = () => face.getBoundingClientRect().top;
  if (top() < 0 || top() + 24 > lowest) scrollTo({{ top: scrollY + top() - 200, behavior: "instant" }});
  const box = face.getBoundingClientRect();
  const place = [box.left + box.width / 2, Math.min(box.top + box.height / 2, (box.top + lowest) / 2)];
  const isOn = face.closest("label").contains(document.elementFromPoint(...place));
  window.tapped = face;
  return isOn ? {{ place, top: box.top, scrolled: scrollY }} : null;
}}"""
"""Brings a key into sight as a thumb would, where it is not: its place there, and how far the page is scrolled."""
MOVED = """({ top, scrolled }) => {
  const by = window.tapped.isConnected ? window.tapped.getBoundingClientRect().top - top : Infinity;
  return scrollY !== scrolled && Math.abs(by) > 4 ? scrollY - scrolled : 0;
}"""
"""By how much the page was scrolled; what a browser scrolls to leave the key where it is does not count."""
VERSION = "document.querySelector('#shown')?.dataset.version"
RINGED = """[...document.querySelectorAll("main *")].filter(one => {
  const style = getComputedStyle(one);
  return style.outlineStyle === "solid" && parseFloat(style.outlineWidth) > 2;
}).map(one => one.outerHTML.slice(0, 60))"""


def posted(page: Page, path: str, **fields: str) -> str:
    send = "([to, sent]) => fetch(to, {method: 'POST', body: new URLSearchParams(sent)}).then(found => found.url)"
    return page.evaluate(send, [path, fields])


def is_a_bar(page: Page, bar: Locator) -> bool:
    """Whether it is as low as a bar may be and moves nothing: the board stays where it is without it. It is gone afterwards."""
    (top, bottom), before = place(bar), place(page.locator("main"))
    bar.evaluate("one => one.remove()")
    return bottom - top <= MOST_OF_A_BAR and place(page.locator("main")) == before


def is_whole(bar: Locator) -> bool:
    """Whether all it says, and all of its button, can be seen and tapped."""
    button = place(bar.locator(".btn"))
    return bar.evaluate("one => one.scrollHeight <= one.clientHeight") and button[1] - button[0] >= SMALLEST_TARGET


def as_host(page: Page, server: Server, game: str) -> Evening:
    """A match of three, whose host this phone is; nobody's seat."""
    evening = match_of(server.port, game, 3)
    evening.host_on(page)
    return evening


def test_who_hosts_is_said_to_who_does_and_in_a_bar_on_every_other_phone_whenever_it_changes(phone: OpenPhone) -> None:
    host, ben, cleo = phone(), phone(), phone(size=(360, 640))
    cleo.clock.install()
    for page in (host, ben, cleo):
        page.goto("/")
    table = posted(host, "/tables", name="Ana")
    for seat, (name, page) in enumerate((("Ben", ben), ("Cleo", cleo)), 1):
        posted(host, f"{table}/seats", name=name)
        posted(page, f"{table}/join/{seat}")
    board = posted(host, f"{table}/matches", game="limits")
    for page in (ben, cleo):
        page.goto(board)
    mine, told = ben.get_by_text("You’re the host now.").filter(visible=True), cleo.locator(".told")
    for way, name in (("seats/1/host", "Ben"), ("host/back", "Ana")):
        for page in (ben, cleo):
            is_in_state(page, "live")
        posted(host, f"{table}/{way}")
        expect(told).to_have_text(f"{name} is the host now")
        expect(mine).to_be_visible(visible=name == "Ben")
        assert place(told)[1] - place(told)[0] <= MOST_OF_A_BAR
        cleo.clock.fast_forward(8000)
        expect(told).to_have_count(0)
    another = phone()
    another.goto("/")
    posted(another, f"{table}/join/2")
    cleo.goto(board)
    doubled = cleo.locator("form.moving-on", has_text="Another phone plays for you too")
    assert place(doubled)[0] >= place(cleo.locator(".strip"))[1], "whose turn it is can be read"
    cleo.evaluate("document.documentElement.style.fontSize = '200%'")
    assert place(doubled)[1] - place(doubled)[0] <= MOST_OF_A_BAR


COVERED = """bar => {
  const own = bar.getBoundingClientRect();
  return [...document.querySelectorAll("a, button, summary, label")].filter(one => {
    const box = one.getBoundingClientRect();
    return box.width && one.checkVisibility() && !bar.contains(one)
      && box.left < own.right && own.left < box.right && box.top < own.bottom && own.top < box.bottom;
  }).map(one => one.outerHTML.slice(0, 80));
}"""
"""What can be tapped and lies under it, if in part."""


@pytest.mark.parametrize("locale", ["en-GB", pytest.param("fr-FR", marks=pytest.mark.ring("all"))])
@pytest.mark.parametrize("game", first_early("down-under", "limits"))
def test_who_starts_is_a_bar_that_covers_nothing_moves_nothing_and_passes(
    phone: OpenPhone, server: Server, game: str, locale: str
) -> None:
    page = phone(size=(360, 640), locale=locale)
    evening = as_host(page, server, game)
    page.goto(posted(page, f"/t/{evening.table}/matches", game=game, start="rule-1"))
    is_in_state(page, "live")
    starts = page.locator(".passing")
    expect(starts).to_contain_text(re.compile("Ben.* starts") if locale == "en-GB" else "Ben")
    assert starts.evaluate("one => one.scrollHeight <= one.clientHeight")
    assert starts.evaluate(COVERED) == []
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.set_viewport_size({"width": 360, "height": 639})
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert starts.evaluate(COVERED) == []
    page.evaluate("document.getAnimations().forEach(one => one.finish())")
    expect(starts).not_to_be_visible()
    page.reload()
    assert is_a_bar(page, starts)
    page.reload()
    touch(page, starts)
    expect(starts).to_have_count(0)


@pytest.mark.parametrize("game", first_early("land-unter", "limits", "down-under", "nile"))
def test_that_it_was_stopped_and_what_follows_move_nothing(phone: OpenPhone, server: Server, game: str) -> None:
    page = phone(size=(360, 640))
    evening = as_host(page, server, game)
    top = place(page.locator("main"))[0]
    posted(page, f"{evening.board}/end")
    page.goto(evening.board)
    expect(page.locator(".foot .stopped")).to_be_visible()
    assert place(page.locator("main"))[0] == pytest.approx(top, abs=STILL_PIXELS)
    page.get_by_text("Resume", exact=True).click()
    expect(page.locator(".foot .stopped")).to_have_count(0)
    assert place(page.locator("main"))[0] == pytest.approx(top, abs=STILL_PIXELS)
    if game == "land-unter":
        other = evening.sit(phone(), 1)
        other.locator(".told", has_text="resumed the game.").locator("[data-close]").click()
        other.reload()
        expect(other.locator(".told")).to_have_count(0)

    posted(page, f"/t/{evening.table}/matches", game="points")
    page.reload()
    expect(page.locator(".moving-on")).to_contain_text("The next game has started")
    assert is_whole(page.locator(".moving-on"))
    page.locator(".moving-on [data-close]").click()
    expect(page.locator(".moving-on")).to_have_count(0)
    page.reload()
    assert is_a_bar(page, page.locator(".moving-on"))


@pytest.mark.parametrize("locale", first_early("de-DE", "en-GB", "es-ES", "fr-FR"))
def test_what_follows_is_whole_covers_no_verdict_and_gives_way_to_a_refusal(
    phone: OpenPhone, server: Server, locale: str
) -> None:
    page = phone(size=(360, 640), locale=locale, expects=REFUSED)
    evening = as_host(page, server, "limits")
    evening.move("verdict", seat=0, accused=1, colour="red", printed=1, hidden=0, counted=2)
    posted(page, f"/t/{evening.table}/matches", game="nile")
    page.reload()
    follows = page.locator(".moving-on")
    assert is_whole(follows)
    assert place(follows)[1] <= place(page.locator(".slip.verdict"))[0]
    page.evaluate("document.querySelector('.foot').insertAdjacentHTML('beforeend', '<div class=notice>No</div>')")
    expect(follows).not_to_be_visible()


TAPS = """() => {
  const form = document.querySelector("form[data-preview]");
  return fetch(form.dataset.preview, {
    method: "POST", body: new URLSearchParams(new FormData(form)), headers: { "X-Tapped": "true" },
  });
}"""
"""As if a finger tapped a choice of the board, whichever it has."""

HEAD_LINES = """() => [...document.querySelectorAll(".strip .serif, .strip .s, #entering")]
  .filter(one => one.checkVisibility({ visibilityProperty: true }) && one.textContent.trim())
  .map(one => { const text = new Range(); text.selectNodeContents(one); return text.getBoundingClientRect(); })
  .map(box => [box.top, box.bottom])"""
"""From where to where each line of the head that is seen goes."""


@pytest.mark.parametrize("game", first_early("nile", "land-unter", "down-under"))
def test_who_is_tapping_takes_the_place_of_the_heads_second_line_and_is_whole_below_the_first(
    phone: OpenPhone, server: Server, game: str
) -> None:
    evening = match_of(server.port, game, ["Ana", "Ben", "Jean-Baptiste"])
    if game == "nile":
        evening.move("starter", seat=0)
    page, other = evening.sit(phone(size=(360, 640), locale="de-DE"), 1), evening.sit(phone(), 2)
    other.evaluate(TAPS)
    expect(page.locator("#entering")).to_have_text("Jean-B. trägt ein")
    assert page.locator("#entering").evaluate("one => one.scrollWidth <= one.clientWidth")
    head = place(page.locator(".strip"))
    first, second = page.evaluate(HEAD_LINES)
    assert head[0] <= first[0]
    assert first[1] <= second[0] + 1
    assert second[1] <= head[1]


def leaves_the_verdict(page: Page, bar: Locator) -> None:
    """Below the bar the last verdict is read, or nothing of it where three lines reach it; the row of tricks is not seen."""
    expect(bar).to_be_visible()
    expect(page.locator(".trace")).not_to_be_visible()
    expect(page.locator(".news")).to_be_visible(visible=place(bar)[1] <= place(page.locator(".news"))[0])


def test_no_bar_covers_the_verdict_and_who_is_out_alone_looks_so_among_cards(phone: OpenPhone, server: Server) -> None:
    evening = land_unter(server.port, 4, (3, 5, 0, 4))
    evening.move("trick", levels=[4, 9], highest=0, second=2)
    call(server.port, f"/matches/{evening.match_id}/contest", {"index": 4, "reason": "entry"}, evening.host)
    page = evening.sit(phone(size=(360, 640)), 1)
    leaves_the_verdict(page, page.locator(".notice.contest"))
    for number in (7, 10):
        tap_until_drawn(level(page, number))
    evening.move("trick", levels=[3, 8], highest=0, second=1)
    leaves_the_verdict(page, page.locator("#beside"))
    for height in (844, 640):
        page.set_viewport_size({"width": 360, "height": height})
        must_be_a_bar(page, "#beside")
    assert page.locator("#beside .btn").evaluate_all(
        "all => all.map(one => [one.innerText.match(/\\d+ and \\d+/)[0], one.offsetHeight])"
    ) == [["3 and 8", SMALLEST_TARGET], ["7 and 10", SMALLEST_TARGET]]
    evening.move("trick", levels=[2, 6], highest=1, second=3)
    expect(page.locator(".news")).to_be_visible()
    expect(page.locator("#beside")).to_be_hidden()
    page.locator("#more > summary").tap()
    tap_until_drawn(page.get_by_role("button", name="Card numbers"))
    assert page.locator(".pick .face").evaluate_all("all => all.map(one => getComputedStyle(one).borderStyle)") == [
        "solid",
        "solid",
        "dashed",
        "solid",
    ]
