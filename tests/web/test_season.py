"""The start page remembers: beside the last evening stands who leads this season, as far as the asker may look back."""

import re

from flask import Flask

from tests.web.people import Browser, open_table, start_match

TRICKS = {"kind": "trick", "levels": ["4", "4"], "highest": "0", "second": "1"}


def play(host: Browser, code: str, *, second_wins: bool = False) -> None:
    """One game of Land Unter for three, from the first ring to the end: the seat without water wins."""
    match_id = start_match(host, code, "land-unter")
    for seat in range(3):
        _enter(host, match_id, {"kind": "count_rings", "seat": str(seat), "rings": "0"})
    losers = ("0", "2") if second_wins else ("2", "1")
    for _ in range(3):
        _enter(host, match_id, {**TRICKS, "highest": losers[0], "second": losers[1]})


def _enter(host: Browser, match_id: str, fields: dict[str, object]) -> None:
    page = host.get(f"/m/{match_id}").get_data(as_text=True)
    version = re.findall(r'data-version="(\d+)"', page)[0]
    assert host.post(f"/m/{match_id}/moves", {**fields, "version": version, "anyway": "true"}).status_code == 303


def test_whoever_has_won_most_leads_the_season_across_tables(app: Flask) -> None:
    host = Browser(app)
    for _ in range(2):
        play(host, open_table(host, "Ana", "Ben", "Cleo"))
    play(host, open_table(host, "Ana", "Ben", "Cleo"), second_wins=True)

    page = host.get("/").get_data(as_text=True)
    assert re.search(r"Since (March|June|September|December)", page)
    assert "Ana leads by 1 win" in page
    assert "2 wins" in page


def test_nobody_is_told_of_tables_they_were_not_at(app: Flask) -> None:
    host, stranger = Browser(app), Browser(app)
    for _ in range(2):
        play(host, open_table(host, "Ana", "Ben", "Cleo"))
    play(stranger, open_table(stranger, "Ana", "Ben", "Cleo"))
    assert "wins" not in stranger.get("/").get_data(as_text=True)
