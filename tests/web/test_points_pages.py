"""The pages of a game that draws none of its own: every one is made from what it declares."""

import re

from flask import Flask

from tests.web.people import Browser, open_table, start_match

HTML = "text/html"


def begun(app: Flask, *rounds: tuple[int, ...]) -> tuple[Browser, str, str]:
    """A host at a match of three rounds between three, after these rounds; the table and the match."""
    host = Browser(app)
    code = open_table(host, "Ana", "Ben", "Cleo")
    match_id = start_match(host, code, "points", rounds="3")
    for version, points in enumerate(rounds):
        assert host.post(f"/m/{match_id}/moves", entered(version, *points)).status_code == 303
    return host, code, match_id


def entered(version: int, *points: int) -> dict[str, str | int]:
    """What the board's form sends."""
    return {"kind": "score", "version": version, **{f"points.{seat}": one for seat, one in enumerate(points)}}


def page(browser: Browser, path: str, status: int = 200) -> str:
    """A page's text."""
    answer = browser.get(path)
    assert (answer.status_code, answer.mimetype) == (status, HTML), path
    return answer.get_data(as_text=True)


def test_the_board_asks_for_a_number_of_everybody_and_shows_what_was_scored(app: Flask) -> None:
    host, _, match_id = begun(app, (12, -7, 30))
    board = page(host, f"/m/{match_id}")
    assert re.findall(r'name="(points\.\d)"', board) == ["points.0", "points.1", "points.2"]
    assert "Round 2 of 3" in board
    assert "Ana 12, Ben -7 and Cleo 30" in re.sub("<[^>]+>", "", board).replace("−", "-")
    assert f"/m/{match_id}/correct/0" in board
