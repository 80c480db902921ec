"""A whole game of Down Under for two, refereed on their own phones: forbidden joins, a loop turned open, a billabong."""

import re
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from companion.games.down_under.rules.components import COLOURS
from tests.e2e.boards import shows
from tests.e2e.evening import Evening
from tests.e2e.laying import EXPECTED, cell, laid, match, numbers, shown
from tests.e2e.stage import OpenPhone, Server, accessibility_faults


class Laid(NamedTuple):
    """A tile as a player lays it: red and yellow take turns."""

    kind: str
    x: int
    y: int
    turn: int


BEFORE_THE_LOOP: Final = (
    Laid("curve", -1, 1, 270), Laid("curve", 0, 0, 0), Laid("curve", -2, 1, 0), Laid("straight", 0, -1, 0),
    Laid("curve", -1, 0, 180), Laid("curve", 1, 0, 270), Laid("curve", -2, 0, 90), Laid("curve", 1, -1, 180),
)  # fmt: skip
"""With its fourth curve red has closed its route."""

BEFORE_THE_REFUSAL: Final = (Laid("curve", 0, -2, 90), Laid("curve", -1, 2, 0), Laid("curve", -1, -1, 90))
FORBIDDEN: Final = Laid("curve", 0, 1, 270)
"""Red's curve would go on from its own route, but into yellow's."""

BEFORE_THE_BILLABONG: Final = (
    Laid("curve", 0, 2, 180), Laid("curve", 1, -2, 270), Laid("curve", 0, 3, 270), Laid("curve", 0, 1, 0),
    Laid("curve", -1, 3, 0), Laid("curve", 1, 1, 180), Laid("curve", -2, 2, 0),
)  # fmt: skip
"""The last one is red's ninth curve; red's route and yellow's now lead to (1, 2)."""

TO_THE_END: Final = (
    Laid("curve", 1, 3, 0), Laid("straight", -3, 1, 90), Laid("straight", 1, -3, 0), Laid("terminus", 2, 2, 270),
    Laid("terminus", 1, -4, 180), Laid("terminus", -4, 1, 90), Laid("terminus", 2, 3, 270),
)  # fmt: skip


class Two:
    """Two players, each with a phone; each lays with their own."""

    def __init__(self, table: Evening, ana: Page, ben: Page) -> None:
        self.table, self.phones = table, (ana, ben)
        self.entries = 0

    def lay(self, seat: int, tile: Laid) -> Page:
        """The phone of a seat, once the tile lies there or was refused."""
        page = self.phones[seat]
        self.seen(page)
        laid(page, *tile)
        return page

    def take_turns(self, tiles: tuple[Laid, ...], first: int) -> None:
        """Lay these, one after the other, none of them refused: the first two and the last two by hand, the others at once."""
        for index, tile in enumerate(tiles):
            seat = (first + index) % 2
            if index < 2 or index >= len(tiles) - 2:
                self.entered(self.lay(seat, tile))
            else:
                self.table.move("lay", seat=seat, tile={**tile._asdict(), "colour": COLOURS[seat]})
                self.entries += 1

    def entered(self, page: Page) -> None:
        """One more entry stands."""
        self.entries += 1
        self.seen(page)

    def seen(self, page: Page) -> None:
        """The phone shows how the match stands."""
        shows(page, self.entries)


@pytest.mark.ring("test")
def test_a_whole_game_for_two_is_refereed_on_two_phones(phone: OpenPhone, server: Server) -> None:
    table = match(server.port, 2)
    ana, ben = (table.sit(phone(size=(360, 640), expects=EXPECTED), seat) for seat in (0, 1))
    two = Two(table, ana, ben)
    two.take_turns(BEFORE_THE_LOOP, first=0)
    _open_the_loop(two, ana)
    two.take_turns(BEFORE_THE_REFUSAL, first=1)

    two.seen(ana)
    shown(ana, *FORBIDDEN)
    expect(ana.locator(".foot .notice[role=status]")).to_contain_text("it joins ")
    expect(ana.locator(".foot .notice[role=status]")).to_contain_text("DU-17")
    expect(ana.locator("#desk .drawn circle.fault")).to_have_count(1)
    two.seen(ben)

    two.take_turns(BEFORE_THE_BILLABONG, first=0)
    _lay_the_billabong(two, ana)
    two.take_turns(TO_THE_END, first=1)

    for page in (ana, ben):
        two.seen(page)
        expect(page.locator("main")).to_contain_text("Ana wins with 18 paths.")
        assert numbers(page) == [*range(1, 19)]
        assert accessibility_faults(page) == []


def _open_the_loop(two: Two, page: Page) -> None:
    two.seen(page)
    expect(page.locator("main")).to_contain_text("You may turn one marked tile")
    expect(page.locator("#drawer > summary")).to_be_in_viewport(ratio=1)
    cell(page, -1, 1)
    expect(page.locator("input[name='turn']")).to_have_value(re.compile("^(0|180)$"))
    if page.locator("input[name='turn']").input_value() != "0":
        cell(page, -1, 1)
        expect(page.locator("input[name='turn']")).to_have_value("0")
    page.locator(".foot .btn.main").click()
    two.entered(page)
    expect(page.locator("main")).to_contain_text("It’s open at both ends.")


def _lay_the_billabong(two: Two, page: Page) -> None:
    expect(page.locator("main")).to_contain_text("You may place a billabong here. Red and Yellow go on from it.")
    expect(page.locator("#drawer > summary")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Place the billabong").first.click()
    page.get_by_role("button", name="east to west and north to south", exact=True).click()
    expect(page.locator("input[name='through.0']")).to_have_count(2)
    page.locator(".foot .btn.main").click()
    two.entered(page)
    expect(page.locator(".strip")).to_contain_text("Ben’s turn")
