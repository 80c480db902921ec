"""Matches of Down Under played through on phones, tablets and a television: in every state all that is needed is on the screen."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.laying import EXPECTED, match
from tests.e2e.stage import OVER, OpenPhone, Server
from tests.games.down_under.playthroughs import random_game
from tests.rings import few_first

SIZES = [(360, 640), (390, 844), (820, 1180), (1280, 800)]
MATCHES = [(4, 3, {}), (3, 5, {}), (2, 2, {"variant": "two_routes"}), (3, 7, {"animals": True})]
"""How many play, the seed of the moves, the options."""


def faults(page: Page) -> list[str]:
    """What is wrong with the page as it stands."""
    return [f"{page.evaluate(OVER)} px too wide"] if page.evaluate(OVER) > 0 else []


@pytest.mark.ring("test")
@pytest.mark.parametrize(("players", "seed", "chosen"), few_first(MATCHES, 1))
def test_in_every_state_of_a_played_match_all_that_is_needed_is_on_the_screen(
    phone: OpenPhone, server: Server, players: int, seed: int, chosen: dict[str, Any]
) -> None:
    usual = {"variant": "none", "animals": False, "difficulty": "recommended"}
    _, options, moves = random_game(random.Random(seed), {**usual, **chosen}, players)
    table = match(server.port, players, **options)
    pages = [table.sit(phone(size=size, expects=EXPECTED), at % players) for at, size in enumerate(SIZES)]
    found = []
    for version, move in enumerate([None, *moves]):
        if move:
            table.move(**move)
        for page in pages:
            expect(page.locator("#shown")).to_have_attribute("data-version", str(version))
            found += [f"turn {version}, {page.viewport_size}: {fault}" for fault in faults(page)]
    assert not found, "\n".join(found)
