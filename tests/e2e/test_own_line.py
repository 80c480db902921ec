"""The line of one's own: each phone shows that of its seat alone, and the entry still fits on a small one."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.boards import is_in_state
from tests.e2e.evening import land_unter
from tests.e2e.stage import OpenPhone, Server


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
