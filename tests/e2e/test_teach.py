"""The first-round guide in a real browser: one card a screen on a phone, several side by side on a laptop."""

import pytest

from tests.e2e.stage import OpenPhone

SLUGS = ("land-unter", "limits", "down-under", "nile")
IN_SIGHT = """() => [...document.querySelectorAll('.lesson')].filter(card => {
  const box = card.getBoundingClientRect();
  return box.left >= -1 && box.right <= innerWidth + 1 && box.top < innerHeight;
}).map(card => Number(card.id.slice(5)))"""


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
