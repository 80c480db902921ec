"""Long names, long words: on a phone no figure is pushed off the page, and no short word is torn apart."""

from __future__ import annotations

import pytest

from tests.e2e.evening import Evening, call
from tests.e2e.stage import OpenPhone, Server

NAMES = ("Großmutter Annegret", "Bo", "Maximilian", "Zoë")
LANGUAGES = ("en-GB", "de-DE", "fr-FR", "es-ES")
LOST = ("flax", "flax", "flax", "wheat", "wheat", "wheat")
"""What three lose every turn, until the obelisk has come to the pawn."""
COLOURS = ("red", "yellow", "green", "blue", "violet")
OVER = "document.documentElement.scrollWidth - innerWidth"
CUT = """
() => [...document.querySelectorAll('#view .scores th, #view .scores td')]
  .filter(one => one.getBoundingClientRect().right > (one.closest('.slip') ?? document.body).getBoundingClientRect().right)
  .map(one => one.textContent)
"""
"""Cells that lie beyond the slip, or beyond the edge, where they are cut off."""
BEYOND = "[...document.querySelectorAll('.far, .across')].map(one => one.scrollWidth - one.clientWidth)"
TORN = """
() => [...document.querySelectorAll('#view .scores thead th')]
  .filter(one => !one.textContent.trim().includes(' '))
  .filter(one => {
    const words = document.createRange();
    words.selectNodeContents(one);
    return new Set([...words.getClientRects()].map(line => line.top)).size > 1;
  })
  .map(one => one.textContent)
"""

ON_TOP = """
() => [...document.querySelectorAll('.people li > .grow')].filter(one => {
  const words = document.createRange();
  words.selectNodeContents(one);
  const right = words.getBoundingClientRect().right;
  const next = one.nextElementSibling?.getBoundingClientRect();
  return next && next.top < words.getBoundingClientRect().bottom && next.left < right;
}).map(one => one.textContent)
"""
TOPS = "['.doubt summary', '.doubt .contest'].map(one => document.querySelector(one).getBoundingClientRect().top)"
SHARE = """
() => ['.doubt ol', '.doubt'].map(one => document.querySelector(one).getBoundingClientRect().width)
  .reduce((part, whole) => part / whole)
"""


def begin(server: Server, game: str) -> Evening:
    """A match of four with such names, nothing entered yet."""
    opened = call(server.port, "/tables", {"players": [*NAMES]})
    host = opened["host_token"]
    begun = call(server.port, f"/tables/{opened['table']}/matches", {"game": game, "options": {}}, host)
    return Evening(server.port, opened["table"], begun["match"], host, tuple(seat["token"] for seat in opened["seats"]))


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_round_of_land_unter_is_told_within_a_phone(phone: OpenPhone, server: Server, locale: str) -> None:
    evening = begin(server, "land-unter")
    evening.count_all_rings(12)
    for trick in range(12):
        low = 1 + 2 * (trick % 6)
        evening.move("trick", levels=[low, low + 1], highest=trick % 4, second=(trick + 1) % 4)
    page = evening.sit(phone(locale=locale), 3)

    assert page.locator(".verdict .scores .tot").count() == len(NAMES)
    assert page.evaluate(CUT) == []
    assert page.evaluate(OVER) <= 0


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_verdict_of_limits_and_its_result_stand_within_a_phone(phone: OpenPhone, server: Server, locale: str) -> None:
    evening = begin(server, "limits")
    evening.move("start", seat=3)
    evening.move("limit", numbers=dict.fromkeys(COLOURS, 1))
    evening.move("verdict", seat=2, accused=0, colour="yellow", hidden={"0": 1, "1": 0, "2": 0, "3": 0}, counted=5)
    page = evening.sit(phone(locale=locale), 3)

    assert page.locator("#view .scores .tot").count() == len(NAMES)
    assert page.evaluate(TORN) == []
    assert page.evaluate(OVER) <= 0
    page.goto(f"{evening.board}/result")
    assert page.locator(".accusations").count() == 1
    assert page.evaluate(BEYOND) == [0] * page.locator(".far").count()
    assert page.evaluate(OVER) <= 0


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_scoring_of_the_nile_and_its_end_stand_within_a_phone(phone: OpenPhone, server: Server, locale: str) -> None:
    evening = begin(server, "nile")
    evening.move("starter", seat=0)
    for seat in range(4):
        evening.move("boat", seat=seat, plants=["flax", "wheat"])
    evening.move("tide", moved=2, arrows=0)
    for plant in ("grapes", "onions", "aubergine"):
        evening.move("harvest", seat=0, plant=plant, quality=4, column=4, shared=False)
    take_turns(evening, 0)
    page = evening.sit(phone(locale=locale), 3)

    assert page.locator(".sold .tot").count() == 1
    assert page.evaluate(CUT) == []
    for turn, kind in enumerate(LOST, 1):
        evening.move("tide", moved=2 - turn % 2, arrows=0)
        evening.move("flooded", plants=[{"seat": seat, "plant": kind} for seat in range(1, 4)])
        take_turns(evening, turn)
    page.reload()
    assert page.locator(".verdict > .scores .tot").count() == len(NAMES)
    assert page.evaluate(CUT) == []
    page.goto(f"/t/{evening.table}/evening")
    assert page.evaluate(BEYOND) == [0]
    assert page.evaluate(OVER) <= 0


@pytest.mark.parametrize("locale", LANGUAGES)
def test_who_sits_where_is_told_side_by_side_and_never_on_top(phone: OpenPhone, server: Server, locale: str) -> None:
    evening = begin(server, "limits")
    page = evening.sit(phone(locale=locale), 2)
    page.goto(f"/t/{evening.table}")

    assert page.locator(".people form button").count() == 1
    assert page.evaluate(ON_TOP) == []


def take_turns(evening: Evening, turn: int) -> None:
    """Everybody has finished, from the start player of the turn on."""
    for step in range(4):
        evening.move("pass", seat=(turn + step) % 4)


@pytest.mark.parametrize("locale", LANGUAGES)
def test_the_reasons_of_a_verdict_have_the_whole_line(phone: OpenPhone, server: Server, locale: str) -> None:
    evening = begin(server, "land-unter")
    evening.count_all_rings(12)
    evening.move("trick", levels=[4, 9], highest=1, second=0)
    page = evening.sit(phone(locale=locale), 3)
    why, contest = page.locator(".doubt summary"), page.locator(".doubt .contest")
    beside = page.evaluate(TOPS)
    why.click()

    assert contest.is_visible()
    assert beside[0] == beside[1]
    assert page.evaluate(SHARE) == 1
