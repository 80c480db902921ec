"""The first-round guide in a real browser: one card a screen on a phone, several side by side on a laptop."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.stage import OVER, OpenPhone
from tests.servers import wait_until

SLUGS = ("land-unter", "limits", "down-under", "nile")
IN_SIGHT = """() => [...document.querySelectorAll('.lesson')].filter(card => {
  const box = card.getBoundingClientRect();
  return box.left >= -1 && box.right <= innerWidth + 1 && box.top < innerHeight;
}).map(card => Number(card.id.slice(5)))"""


def in_sight(page: Page) -> list[int]:
    """The numbers of the cards that are seen from side to side."""
    found: list[int] = page.evaluate(IN_SIGHT)
    return found


@pytest.mark.parametrize(("locale", "size"), [("en-GB", (390, 844)), ("de-DE", (360, 640))])
@pytest.mark.parametrize("slug", SLUGS)
def test_on_a_phone_one_card_fills_the_screen_and_the_next_is_a_tap_away(
    phone: OpenPhone, slug: str, locale: str, size: tuple[int, int]
) -> None:
    page = phone(locale=locale, size=size)
    page.goto(f"/teach/{slug}")
    for number in range(1, 8):
        page.wait_for_function(f"() => ({IN_SIGHT})().join() === '{number}'")
        card = page.locator(f"#card-{number}")
        assert card.evaluate("card => card.getBoundingClientRect().bottom <= innerHeight"), number
        card.locator(".onward .btn").last.click()
    page.wait_for_function(f"() => ({IN_SIGHT})().join() === '8'")
    page.locator("#card-8 .onward .back").click()
    page.wait_for_function(f"() => ({IN_SIGHT})().join() === '7'")


def test_without_a_script_the_cards_turn_all_the_same(phone: OpenPhone) -> None:
    page = phone(javascript=False)
    page.goto("/teach/limits")
    page.locator("#card-1 .onward .btn").last.click()

    expect(page).to_have_url(re.compile("#card-2$"))
    wait_until(lambda: in_sight(page) == [2], "the second card fills the screen")
    assert in_sight(page) == [2]


def test_on_a_laptop_several_cards_lie_side_by_side(phone: OpenPhone) -> None:
    page = phone(size=(1280, 800))
    page.goto("/teach/nile")

    assert in_sight(page) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert page.evaluate(OVER) <= 0
