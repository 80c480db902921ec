"""Every state of whole matches of Down Under and the Nile on phones, a tablet and a laptop: no page is wider than its window."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.evening import match_of
from tests.e2e.laying import EXPECTED
from tests.e2e.stage import OVER, OpenPhone, Server
from tests.games.down_under import playthroughs as down_under
from tests.games.nile import playthroughs as nile
from tests.games.playthrough import Moves

SIZES = [(360, 640), (390, 844), (820, 1180), (1280, 800)]


def whole(slug: str, seed: int) -> tuple[int, dict[str, Any], Moves]:
    """Players, options and moves of a match to its end; of Down Under with animals where the seed is odd."""
    if slug == "nile":
        return nile.random_game(random.Random(seed))
    chosen = {"variant": "none", "animals": bool(seed % 2), "difficulty": "recommended"}
    return down_under.random_game(random.Random(seed), chosen, 4)


@pytest.mark.parametrize(("slug", "seed"), [("down-under", 3), ("down-under", 8), ("nile", 0), ("nile", 4)])
def test_no_page_is_wider_than_its_window_in_any_state_of_a_whole_match(
    phone: OpenPhone, server: Server, slug: str, seed: int
) -> None:
    players, options, moves = whole(slug, seed)
    table = match_of(server.port, slug, players, **options)
    pages = [table.sit(phone(size=size, expects=EXPECTED), at % players) for at, size in enumerate(SIZES)]
    wide: list[str] = []
    for version, move in enumerate([None, *moves]):
        if move:
            table.move(**move)
        for page in pages:
            expect(page.locator("#shown")).to_have_attribute("data-version", str(version))
            over = page.evaluate(OVER)
            wide += [f"entry {version}, {page.viewport_size}: {over} px"] if over > 0 else []
    assert not wide, "\n".join(wide)
