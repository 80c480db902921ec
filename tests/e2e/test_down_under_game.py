"""A whole game of Down Under for two: what is tapped besides tiles, a loop turned open and a billabong, on their own phones."""

import re
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from companion.games.down_under.rules.components import COLOURS
from tests.e2e.boards import entered, shows
from tests.e2e.evening import Evening
from tests.e2e.laying import EXPECTED, cell, match, numbers, shown
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


def take_turns(table: Evening, tiles: tuple[Laid, ...], first: int, *looking: Page) -> None:
    """These lie there, one after the other, and the phones show it."""
    for seat, tile in enumerate(tiles, first):
        version = table.move("lay", seat=seat % 2, tile={**tile._asdict(), "colour": COLOURS[seat % 2]})
    for page in looking:
        shows(page, version)


def save(page: Page) -> None:
    following = entered(page) + 1
    page.locator(".foot .btn.main").click()
    shows(page, following)


@pytest.mark.ring("test")
def test_a_loop_is_turned_open_a_join_refused_and_a_billabong_placed_on_two_phones(
    phone: OpenPhone, server: Server
) -> None:
    table = match(server.port, 2)
    ana, ben = (table.sit(phone(size=(360, 640), expects=EXPECTED), seat) for seat in (0, 1))
    take_turns(table, BEFORE_THE_LOOP, 0, ana)
    expect(ana.locator("main")).to_contain_text("You may turn one marked tile")
    expect(ana.locator("#drawer > summary")).to_be_in_viewport(ratio=1)
    lies = ana.locator("input[name='turn']")
    cell(ana, -1, 1)
    expect(lies).to_have_value(re.compile("^(0|180)$"))
    if lies.input_value() != "0":
        cell(ana, -1, 1)
        expect(lies).to_have_value("0")
    save(ana)
    expect(ana.locator("main")).to_contain_text("It’s open at both ends.")

    take_turns(table, BEFORE_THE_REFUSAL, 1, ana)
    shown(ana, *FORBIDDEN)
    expect(ana.locator(".foot .notice[role=status]")).to_contain_text("it joins ")
    expect(ana.locator(".foot .notice[role=status]")).to_contain_text("DU-17")
    expect(ana.locator("#desk .drawn circle.fault")).to_have_count(1)
    ana.get_by_role("link", name="Cancel").click()

    take_turns(table, BEFORE_THE_BILLABONG, 0, ana)
    expect(ana.locator("main")).to_contain_text("You may place a billabong here. Red and Yellow go on from it.")
    expect(ana.locator("#drawer > summary")).to_be_in_viewport(ratio=1)
    ana.get_by_role("button", name="Place the billabong").first.click()
    ana.get_by_role("button", name="east to west and north to south", exact=True).click()
    expect(ana.locator("input[name='through.0']")).to_have_count(2)
    save(ana)
    expect(ana.locator(".strip")).to_contain_text("Ben’s turn")

    take_turns(table, TO_THE_END, 1, ana, ben)
    for page in (ana, ben):
        expect(page.locator("main")).to_contain_text("Ana wins with 18 paths.")
        assert numbers(page) == [*range(1, 19)]
        assert accessibility_faults(page) == []
