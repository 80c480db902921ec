"""What a screen reader says of what others enter: the news, in one sentence, and nothing that has stood there all along."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.conformance.playing import golden
from tests.e2e.evening import Evening, call, land_unter, match_of
from tests.e2e.stage import OpenPhone, Server


def told(page: Page) -> Locator:
    """What is read out, as soon as it changes."""
    return page.locator("#announced")


def begun(port: int, game: str, entered: int) -> Evening:
    """A match, with so many entries of a whole game of known end."""
    whole = golden(game.replace("-", "_"))[0]
    evening = match_of(port, game, whole["players"])
    for move in whole["moves"][:entered]:
        evening.move(**move)
    return evening


def watch(phone: OpenPhone, evening: Evening) -> Page:
    """A phone at that table, which hears at once what is entered."""
    return evening.sit(phone(), 0)


@pytest.mark.ring("test")
def test_a_verdict_of_limits_is_read_out_and_not_what_was_tapped_to_get_it(phone: OpenPhone, server: Server) -> None:
    evening = begun(server.port, "limits", 2)
    page = watch(phone, evening)
    evening.move(**golden("limits")[0]["moves"][2])

    expect(told(page)).to_have_text("Ben is guilty. 3 yellow, 2 allowed.")
    assert page.locator("[role=status]:not(#announced)").count() == 0


def test_a_contest_that_stands_is_read_out_once(phone: OpenPhone, server: Server) -> None:
    evening = land_unter(server.port, players=3)
    page = watch(phone, evening)
    evening.move("count_rings", seat=0, rings=5)
    call(server.port, f"/matches/{evening.match_id}/contest", {"index": 0, "reason": "entry"}, evening.host)
    expect(told(page)).to_contain_text("The host disagrees, Counting rings")

    evening.move("count_rings", seat=1, rings=5)
    expect(told(page)).to_have_text("The host: 5 rings for Ben")
