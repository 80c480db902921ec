"""The judge and the rules in a browser: tapped with a thumb, without a script, printed, in every language."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.boards import REFUSED
from tests.e2e.evening import beginning
from tests.e2e.stage import TORN, OpenPhone, Server
from tests.there import there

OVERTAKEN = (r"htmx:(sendAbort|afterRequest)",)
"""What the browser says of a tap that was overtaken by the next one."""


def tap(page: Page, name: str, value: str) -> None:
    page.locator(f'label:has(input[name="{name}"][value="{value}"])').click()


@pytest.mark.ring("test")
@pytest.mark.parametrize("game", ["land-unter", "limits", "down-under", "nile"])
def test_in_the_largest_text_of_a_small_phone_each_question_is_drawn_and_no_word_of_it_torn(
    phone: OpenPhone, game: str
) -> None:
    page = phone(size=(360, 640), locale="de-DE", text="larger")
    page.goto(f"/judge/{game}")
    assert (
        page.locator(".questions :is(b, .s)").evaluate_all(TORN),
        page.locator(".questions a:not(:has(.pic svg svg))").count(),
    ) == ([], 0)


@pytest.mark.ring("test")
def test_the_button_says_what_is_missing_and_then_the_verdict_while_a_thumb_taps(phone: OpenPhone) -> None:
    page = phone(expects=OVERTAKEN)
    page.goto("/judge/land-unter/loses")
    button = page.locator(".foot .btn.main")
    tap(page, "seats.0.level", "4")
    expect(button).to_contain_text("What water level does Player B have?")
    expect(page.locator("#f-seats-1-level")).to_have_class(re.compile("asked"))
    expect(page.locator("#f-seats-0-level [data-answer]")).to_have_text("4")

    page.get_by_role("button", name="3 players").click()
    for seat, level in enumerate(("12", "12", "3")):
        page.locator(f"label[for=who-{seat}]").click()
        tap(page, f"seats.{seat}.level", level)
    page.locator("label[for=who-0]").click()
    page.locator("#f-seats-0-rings summary").click()
    tap(page, "seats.0.rings", "0")
    expect(button).to_contain_text("Player A is out. Player B")
    expect(page.locator("#verdict h1")).to_contain_text("Player A is out. Player B")
    expect(page).to_have_url(re.compile(r"seats\.2\.level=3"))
    button.click()
    expect(page.locator(".verdict h1")).to_be_in_viewport()


def test_what_is_missing_is_marked_where_nothing_moves_until_it_is_tapped(phone: OpenPhone) -> None:
    page = phone(size=(360, 640), expects=(*OVERTAKEN, *REFUSED))
    page.goto("/judge/nile/sowing?seat=1")
    question, marked = page.locator("#f-plant"), page.locator(".wrong:not(.mended)")
    before = question.bounding_box()
    page.locator(".foot .btn.main").click()
    expect(question.locator("input").first).to_be_focused()
    assert (question.bounding_box(), marked.evaluate_all("all => all.map(one => one.id)")) == (before, ["f-plant"])
    tap(page, "plant", "flax")
    expect(marked).to_have_count(0)


@pytest.mark.ring("test")
def test_points_and_squares_of_four_players_are_a_tap_each(phone: OpenPhone) -> None:
    page = phone(expects=OVERTAKEN)
    points = [(f"seats.{seat}.points", str(count)) for seat, count in enumerate((12, 23, 9, 0))]
    cards = [(f"seats.{seat}.limit_cards", str(count)) for seat, count in enumerate((4, 6, 5, 3))]
    squares = [(f"pawns.{seat}", str(square)) for seat, square in enumerate((27, 21, 12, 30))]
    for address, taps, verdict in (
        ("limits/score", points + cards, "Player B wins"),
        ("nile/end", [*squares, ("obelisk", "26")], "The game is over: Player D wins."),
    ):
        page.goto(f"/judge/{address}")
        for name, value in taps:
            page.locator(f'label:has(input[name="{name}"][value="{value}"])').click(timeout=5000)
        expect(page.locator(".foot .btn.main")).to_contain_text(verdict)


@pytest.mark.ring("test")
def test_at_a_match_a_finger_reaches_every_cell_and_the_button_and_another_tile_can_be_the_new_one(
    phone: OpenPhone, server: Server
) -> None:
    evening, _ = beginning(server, "down_under", 6)
    page = evening.sit(phone(size=(360, 640)), 0)
    page.goto(f"/judge/down-under/placement?match={evening.match_id}")
    cell = there(page.locator("#sketch .plot .line > *").first.bounding_box())
    button = there(page.locator(".foot .main:visible").bounding_box())
    assert cell["width"] >= 40
    assert button["y"] + button["height"] <= 640 - 12
    page.goto("/judge/down-under/placement")
    renew = page.get_by_role("button", name="This is the new tile")
    for at, is_asked in (("0-0", 0), ("1-0", 0), ("0-0", 1)):
        page.locator(f"#cell-{at}").tap()
        expect(page.locator(f"#cell-{at}[aria-pressed=true]")).to_have_count(1)
        expect(renew, "the tile laid last is").to_have_count(is_asked)
    renew.tap()
    expect(renew, "it is, and no tap takes it back").to_have_count(0)
