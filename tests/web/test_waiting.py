"""Whose turn it is enters on their own phone, if they have one: the others are proposed nothing of theirs."""

from __future__ import annotations

from flask import Flask

from tests.web.people import Browser, sit
from tests.web.playing_land_unter import Game
from tests.web.playing_nile import Game as Nile


def test_after_ones_own_rings_a_seat_without_a_phone_is_proposed_then_nobodys(app: Flask) -> None:
    game = Game(app, players=4)
    ben = sit(Browser(app), game.code, 1)
    game.enter("count_rings", seat="0", rings="5")
    assert 'id="rings-seat-2" checked' in game.page()
    for seat in ("2", "3"):
        game.enter("count_rings", seat=seat, rings="5")
    assert '<p class="still" role="status">Missing: Ben</p>' in game.page()
    assert 'name="_rings_way"' not in game.page()
    assert 'id="rings-seat-1" checked' in game.tap("count_rings", seat="1")
    assert 'id="rings-seat-1" checked' in game.page(ben)


def test_a_phone_opens_what_is_entered_for_whoever_has_a_phone(app: Flask) -> None:
    game = Nile(app).acting()
    ben = sit(Browser(app), game.code, 1)
    pages = [one.get(f"/m/{game.match}").get_data(as_text=True) for one in (game.host, ben)]
    assert ["Tap for Ana" in page for page in pages] == [False, True]
