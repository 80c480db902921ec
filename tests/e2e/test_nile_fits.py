"""Matches of the Nile played through on phones, tablets and a laptop: at every turn all that is needed is on the screen."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from tests.e2e.evening import match_of, moments
from tests.e2e.stage import OVER, OpenPhone, Server
from tests.games.nile.playthroughs import random_game
from tests.rings import few_first

SIZES = [(360, 640), (390, 844), (820, 1180), (1280, 800)]

FAULTS = """() => {
  const whole = (one) => {
    const box = one.getBoundingClientRect();
    return box.height > 0 && box.top >= 0 && box.left >= 0 && box.right <= innerWidth + .5 && box.bottom <= innerHeight + .5;
  };
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.offsetParent);
  const found = [];
  if (scrollY) found.push("it is scrolled");
  const figures = seen(".turns-row .turn");
  if (!figures.every(whole)) found.push("a score is out of sight");
  if (!seen(":is(.foot, .panel) :is(.btn, .tally, .face, p)").some(whole)) found.push("what comes next is out of sight");
  return found;
}"""
"""What of a board that goes on is not on the screen."""


@pytest.mark.ring("test")
@pytest.mark.parametrize("seed", few_first([0, 4, 8], 1))
def test_at_every_turn_of_a_played_match_no_page_is_wider_than_its_screen(
    phone: OpenPhone, server: Server, seed: int
) -> None:
    players, options, moves = random_game(random.Random(seed))
    table = match_of(server.port, "nile", players, **options)
    pages = [table.sit(phone(size=size), at % players) for at, size in enumerate(SIZES)]
    found, looks = [], moments(moves)
    for version, move in enumerate([None, *moves]):
        if move:
            table.move(**move)
        if version not in looks:
            continue
        for page in pages:
            expect(page.locator("#shown")).to_have_attribute("data-version", str(version))
            wide = page.evaluate(OVER)
            faults = [*([f"{wide} px too wide"] if wide > 0 else []), *page.evaluate(FAULTS)]
            found += [f"entry {version}, {page.viewport_size}: {fault}" for fault in faults]
    assert not found, "\n".join(found)
