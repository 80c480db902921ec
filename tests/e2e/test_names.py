"""Long names in narrow places: whole, or in their one short form; never cut within a word, nor their accents."""

import pytest
from playwright.sync_api import expect

from tests.e2e.evening import ALL_ONES, STARTS, match_of
from tests.e2e.stage import OVER, TORN, OpenPhone, Server

NAMES = ("Maximiliane-Charlotte", "Jean-Baptiste", "Íñigo", "Konstantin", "Großmutter Adelheid")
CUT = """() => [...document.querySelectorAll('.either')].filter(one => one.offsetParent).filter(one => {
  const whole = one.lastElementChild, name = whole.textContent, {fontSize, lineHeight} = getComputedStyle(one);
  const isBeside = () => whole.offsetTop <= one.offsetTop + 2 && whole.scrollWidth <= one.clientWidth + 1;
  if (!isBeside()) whole.textContent = one.firstElementChild.dataset.short;
  const fits = isBeside() && parseFloat(lineHeight) >= 1.2 * parseFloat(fontSize);
  whole.textContent = name;
  return !fits;
}).map(one => one.textContent)"""
"""Names shown neither whole nor in their short form: a whole one that has no room stands in the second line, which nobody sees."""


@pytest.mark.ring("test")
def test_long_names_are_whole_or_in_their_short_form(phone: OpenPhone, server: Server) -> None:
    cut = {}
    water, limits = match_of(server.port, "land-unter", NAMES), match_of(server.port, "limits", NAMES, pile="logged")
    water.count_all_rings()
    for game, evening in (("land-unter", water), ("limits", limits.after(STARTS, ALL_ONES))):
        small = evening.sit(phone(size=(360, 640)), 1)
        television = evening.on_television(phone(size=(1280, 720)))
        for place, page in (("phone", small), ("television", television)):
            assert page.locator(".either").count() > 0
            cut[game, place] = page.evaluate(CUT)
    assert not any(cut.values()), cut


@pytest.mark.ring("test")
def test_a_name_from_right_to_left_stands_beside_its_sign_and_one_of_twenty_letters_within_its_verdict(
    phone: OpenPhone, server: Server
) -> None:
    evening, page = match_of(server.port, "limits", ("דוד", "Llanfairpwllgwyngyll", "Ana")), phone(size=(360, 640))
    page.goto(f"{evening.board}/result")
    gap = """one => {
      const words = new Range();
      words.selectNodeContents(one);
      return words.getBoundingClientRect().left - one.previousElementSibling.getBoundingClientRect().right;
    }"""
    assert page.locator(".sum bdi").first.evaluate(gap) < 20
    page.goto(f"/judge/limits/score?match={evening.match_id}")
    expect(page.locator(".verdict h1")).to_contain_text("Llanfair")
    assert page.evaluate(OVER) <= 0


FOLDED = """() => [...document.querySelectorAll(':is(.tank, .parts) .either')].filter(one => one.offsetParent)
  .filter(one => one.lastElementChild.offsetTop > one.offsetTop + 2 && one.offsetWidth && !one.textContent.includes(' '))
  .map(one => one.textContent)"""
"""Names of one word that are not shown whole."""
BEYOND = """() => [...document.querySelectorAll('.parts tbody th')].filter(one =>
  one.lastElementChild.getBoundingClientRect().right > one.getBoundingClientRect().right + .5).length"""


@pytest.mark.ring("test")
def test_in_double_text_no_name_of_a_verdict_or_the_end_is_cut_within_a_word(phone: OpenPhone, server: Server) -> None:
    evening = match_of(server.port, "limits", ("Jean-Baptiste", "Maximiliane"))
    page = evening.sit(phone(size=(360, 640)), 0)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    verdict = {"seat": 0, "accused": 1, "colour": "red", "printed": 1, "hidden": 0, "counted": 2}
    evening.move("verdict", **verdict)
    expect(page.locator(".verdict h1")).to_contain_text("Maximiliane is guilty.")
    assert page.locator(".accused bdi, .sum bdi").evaluate_all(TORN) == []
    for _ in range(9):
        evening.move("verdict", **verdict)
    expect(page.locator(".curtain h2")).to_be_visible()
    assert page.locator(".curtain bdi").evaluate_all(TORN) == []
    page.locator(".curtain").click()
    assert page.locator(".won .rank bdi").evaluate_all(TORN) == []


@pytest.mark.ring("test")
def test_at_the_end_of_a_round_names_that_have_room_are_whole(phone: OpenPhone, server: Server) -> None:
    evening = match_of(server.port, "land-unter", ("Wilhelmine K.", "Oma Gerda", "Bartholomew", "Emil", "Dora"))
    evening.count_all_rings()
    evening.move("trick", levels=[12, 12], highest=0, second=1)
    television = evening.on_television(phone(size=(1280, 720)))
    assert television.evaluate(FOLDED) == []
    for level, (highest, second) in zip(range(1, 12), ((2, 3), (3, 4), (4, 2)) * 4, strict=False):
        evening.move("trick", levels=[level, level], highest=highest, second=second)
    expect(television.locator(".passed")).to_be_visible()
    small = evening.sit(phone(locale="de-DE"), 1)
    for page in (television, small):
        assert page.evaluate(BEYOND) == 0
    assert small.evaluate(FOLDED) == []
    assert small.locator(".parts thead th:nth-child(4)").evaluate_all(TORN) == []
