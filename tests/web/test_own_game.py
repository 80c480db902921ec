"""A game that a table defined, on its pages: begun, played from every phone, corrected, ended."""

from __future__ import annotations

from flask import Flask

from tests.web.people import Browser, open_table, start_match


def test_a_round_is_entered_without_a_script_and_the_totals_stand_there(app: Flask) -> None:
    host = Browser(app)
    code = open_table(host, "Ana", "Ben", "Cleo")
    match = start_match(host, code, "own-game", sheet='{"name":"Uno","writes":"points","wins":"fewest"}')

    page = host.get(f"/m/{match}").get_data(as_text=True)
    assert "Uno" in page
    host.post(f"/m/{match}/moves", {"kind": "points", "points.0": "20", "points.1": "0", "points.2": "7"})
    page = host.get(f"/m/{match}").get_data(as_text=True)

    assert "Round 2" in page
