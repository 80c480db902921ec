"""The page of a table while people come: its stream tells who sits down, and it asks only where none gets through."""

from playwright.sync_api import Page, expect

from tests.e2e.evening import open_by_hand
from tests.e2e.stage import OpenPhone

BEATS = """() => new Promise((done) => {
  let left = 3;
  const stream = new EventSource(document.querySelector("[data-stream]").dataset.stream);
  stream.addEventListener("beat", () => --left || done(stream.close()));
})"""
"""Three go by on another stream of the same page: after ten seconds in which nothing is heard the page would ask."""
NO_PHONE = ".place:has-text('Ben') small"
"""What stands below his name while nobody has taken his seat."""


def table_of(page: Page) -> str:
    """The code of a table of three, whose page its host looks at."""
    code = open_by_hand(page, "points", "Ana", "Ben", "Cleo")
    page.goto(f"/t/{code}")
    expect(page.locator(NO_PHONE)).to_have_text("no phone")
    return code


def sit_down(page: Page, code: str) -> None:
    """Ben takes his seat."""
    page.goto(f"/t/{code}")
    page.get_by_role("button", name="Join as Ben").click()
    expect(page.locator("h1")).to_have_text("You’re in, Ben")


def test_what_is_not_for_so_many_is_said_anew_for_each_who_stays_out(phone: OpenPhone) -> None:
    page = phone()
    open_by_hand(page, "down-under", "Ana", "Ben", "Cleo", "Dora")
    page.locator("#rules summary").click()
    unsuited = page.locator(".unsuited:visible")
    expect(unsuited).to_have_count(3)
    expect(unsuited.first).to_have_text("Not with 4 players.")
    page.locator("#round summary").click()
    page.locator(".round label:has-text('Dora')").click()
    expect(unsuited).to_have_count(2)
    expect(unsuited.first).to_have_text("Not with 3 players.")
    page.locator(".round label:has-text('Cleo')").click()
    expect(unsuited).to_have_count(0)


def asked_by(page: Page) -> list[str]:
    """What the page asks for from now on, its streams apart."""
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if one.resource_type != "eventsource" else None)
    return asked


def test_whoever_sits_down_is_seen_by_the_host_whose_page_asks_for_nothing_while_beats_come(phone: OpenPhone) -> None:
    host = phone()
    code = table_of(host)
    asked = asked_by(host)
    sit_down(phone(), code)
    expect(host.locator(NO_PHONE)).to_have_count(0)
    host.evaluate(BEATS)
    assert asked == []


def test_to_add_a_player_is_the_brightest_button_once_a_name_is_typed(phone: OpenPhone) -> None:
    page = phone()
    open_by_hand(page, "limits", "Ana")
    page.goto(page.url.split("/new/")[0] + "/seats/new")
    ground = "one => getComputedStyle(one).backgroundColor"
    add, back = page.get_by_role("button", name="Add"), page.locator(".foot .btn.main")
    plain, bright = add.evaluate(ground), back.evaluate(ground)
    page.locator("#name").fill("Ben")
    assert (add.evaluate(ground), back.evaluate(ground)) == (bright, plain)


def test_where_no_stream_gets_through_the_page_asks_and_sees_the_same(phone: OpenPhone) -> None:
    host = phone(expects=("ERR_FAILED",))
    host.route("**/stream?*", lambda one: one.abort())
    code = table_of(host)
    sit_down(phone(), code)
    expect(host.locator(NO_PHONE)).to_have_count(0)
