"""The line of one's own: each phone shows that of its seat alone, and the entry still fits on a small one."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.boards import is_in_state
from tests.e2e.evening import beginning, land_unter
from tests.e2e.stage import OpenPhone, Server
from tests.e2e.test_long_names import begin
from tests.e2e.test_motion import shown


def test_each_phone_shows_the_line_of_its_own_seat_and_the_whole_trick_below_it(
    phone: OpenPhone, server: Server
) -> None:
    evening = land_unter(server.port, 4)
    evening.count_all_rings(4)
    evening.move("trick", levels=[4, 9], highest=1, second=2)
    for seat, name in ((1, "Ben"), (3, "Dora")):
        page = evening.sit(phone(size=(360, 640)), seat)
        is_in_state(page, "live")
        shown = page.locator(".own li").filter(visible=True)
        expect(shown).to_have_count(1)
        expect(shown).to_contain_text(name)
        expect(page.locator(".by-tanks .tanks")).to_be_in_viewport(ratio=1)
        tanks, foot = page.locator(".by-tanks .tanks").bounding_box(), page.locator(".foot").bounding_box()
        assert tanks is not None
        assert foot is not None
        assert tanks["y"] + tanks["height"] <= foot["y"] + 1


def test_the_button_is_bright_where_it_is_ones_turn_and_quiet_on_the_other_phones(
    phone: OpenPhone, server: Server
) -> None:
    evening, left = beginning(server, "nile", 0)
    pages = [evening.sit(phone(), seat) for seat in range(2)]
    grounds: dict[bool, set[str]] = {True: set(), False: set()}
    for page in pages:
        is_in_state(page, "live")
    for version, move in enumerate(left[:30], 1):
        evening.move(**move)
        for seat, page in enumerate(pages):
            shown(page, version)
            turn = page.locator("#shown").get_attribute("data-turn")
            button = page.locator(".foot .btn.main:not(.wait)")
            if turn and button.count():
                grounds[turn == str(seat)].add(button.evaluate("one => getComputedStyle(one).backgroundColor"))
    assert grounds[True]
    assert grounds[False]
    assert grounds[True].isdisjoint(grounds[False])


TORN = """
() => [...document.querySelectorAll('.own li:not(.now) bdi')].filter(one => {
  if (getComputedStyle(one).position === 'absolute') return false;
  const words = document.createRange();
  words.selectNodeContents(one);
  const {height, right} = words.getBoundingClientRect();
  const figures = document.createRange();
  figures.selectNodeContents(one.closest('li').querySelector('.figures'));
  return right > figures.getBoundingClientRect().left || height > 1.5 * parseFloat(getComputedStyle(one).fontSize);
}).map(one => one.textContent)
"""
"""Names of one word in several lines, or below the figures beside them."""


def test_in_text_of_any_size_a_name_of_one_word_is_whole_on_ones_own_line_or_its_sign_stands_for_it(
    subtests: pytest.Subtests, phone: OpenPhone, server: Server
) -> None:
    evening = begin(server, "limits", ("Annegret", "Maximilian", "Bo"))
    evening.move("start", seat=1)
    evening.move("limit", numbers={"red": 1})
    for width, seat in ((390, 0), (390, 1), (360, 0), (360, 1)):
        page = evening.sit(phone(size=(width, 740), locale="de-DE"), seat)
        for size in ("100%", "118.75%", "137.5%", "200%"):
            with subtests.test(width=width, seat=seat, size=size):
                page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
                assert page.locator(".own li:visible .mark").count() == 1
                assert page.evaluate(TORN) == []
