"""The pages of a game that draws none of its own: every one is made from what it declares."""

from __future__ import annotations

import re

from flask import Flask

from tests.web.people import Browser, open_table, start_match

HTML = "text/html"


def begun(app: Flask, *rounds: tuple[int, ...]) -> tuple[Browser, str, str]:
    """A host at a match of three rounds between three, after these rounds; the table and the match."""
    host = Browser(app)
    code = open_table(host, "Ana", "Ben", "Cleo")
    match = start_match(host, code, "points", rounds="3")
    for version, points in enumerate(rounds):
        assert host.post(f"/m/{match}/moves", entered(version, *points)).status_code == 303
    return host, code, match


def entered(version: int, *points: int) -> dict[str, str | int]:
    """What the board's form sends."""
    return {"kind": "score", "version": version, **{f"points.{seat}": one for seat, one in enumerate(points)}}


def page(browser: Browser, path: str, status: int = 200) -> str:
    """A page's text."""
    answer = browser.get(path)
    assert (answer.status_code, answer.mimetype) == (status, HTML), path
    return answer.get_data(as_text=True)


def test_the_board_asks_for_a_number_of_everybody_and_shows_what_was_scored(app: Flask) -> None:
    host, _, match = begun(app, (12, -7, 30))
    board = page(host, f"/m/{match}")
    assert re.findall(r'name="(points\.\d)"', board) == ["points.0", "points.1", "points.2"]
    assert "Round 2 of 3" in board
    assert "Ana 12, Ben -7, and Cleo 30" in re.sub("<[^>]+>", "", board).replace("−", "-")
    assert f"/m/{match}/correct/0" in board


def test_the_preview_says_what_a_round_would_come_to_and_leaves_the_fields_alone(app: Flask) -> None:
    host, _, match = begun(app, (12, 7, 30))
    headers = {"X-Requested-With": "fetch", "HX-Request": "true", "Accept": "application/json"}
    answer = host.post(f"/m/{match}/preview", entered(1, 8, 3, -30), headers=headers)
    parts = answer.get_json()["parts"]
    assert set(parts) == {"scores", "foot"}
    assert re.findall(r"<td>(\S+?)</td>", parts["scores"])[-3:] == ["20", "10", "0"]


def test_a_number_left_out_is_asked_for_and_what_was_typed_stays(app: Flask) -> None:
    host, _, match = begun(app)
    sent = entered(0, 1, 2, 3)
    del sent["points.2"]
    answer = host.post(f"/m/{match}/moves", sent)
    text = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert 'id="problem"' in text
    assert re.findall(r'data-typed value="(\d*)"', text) == ["1", "2", ""]


def test_a_round_is_corrected_in_the_form_that_made_it_and_shown_before_it_counts(app: Flask) -> None:
    host, _, match = begun(app, (12, 7, 30), (1, 2, 3))
    form = page(host, f"/m/{match}/correct/0")
    assert re.findall(r'data-typed value="(\d*)"', form) == ["12", "7", "30"]
    changed = {**entered(2, 13, 7, 30), "kind": "score"}
    preview = host.post(f"/m/{match}/correct/0", changed).get_data(as_text=True)
    assert "14" in preview
    assert "13" in preview


def test_undo_takes_the_last_round_back_and_redo_brings_it(app: Flask) -> None:
    host, _, match = begun(app, (12, 7, 30))
    host.post(f"/m/{match}/undo", {"version": 1})
    assert "Round 1 of 3" in page(host, f"/m/{match}")
    host.post(f"/m/{match}/redo", {"version": 2})
    assert "Round 2 of 3" in page(host, f"/m/{match}")


def test_every_page_of_a_match_that_is_over_can_be_looked_at(app: Flask) -> None:
    host, code, match = begun(app, (12, 7, 30), (1, 2, 3), (0, 0, 9))
    assert "Cleo wins with 42 points." in page(host, f"/m/{match}")
    assert "Cleo wins with 42 points." in page(host, f"/m/{match}/result")
    assert "Cleo wins with 42 points." in page(host, f"/tv/{code}")
    for path in ("journal", "setup", "sheet", "judge", "teach", "correct/1"):
        page(host, f"/m/{match}/{path}")
    for path in ("match.json", "scores.csv", "play.bgsplay"):
        assert host.get(f"/m/{match}/{path}").status_code == 200, path
    assert host.get(f"/m/{match}/result.html").status_code == 200


def test_its_rules_its_guide_its_judge_and_its_blank_sheet_are_there_without_a_table(app: Flask) -> None:
    host = Browser(app)
    for path in (
        "/rules/points",
        "/teach/points",
        "/judge/points",
        "/print/points",
        "/print/points/blank",
        "/paper/points",
    ):
        page(host, path)


def test_things_can_be_said_to_stand_otherwise(app: Flask) -> None:
    host, _, match = begun(app, (12, 7, 30))
    form = page(host, f"/m/{match}/stand")
    assert re.findall(r'name="(rounds\.0\.\d)" value="(\d+)"', form) == [
        ("rounds.0.0", "12"),
        ("rounds.0.1", "7"),
        ("rounds.0.2", "30"),
    ]
    sent = {f"rounds.{at}.{seat}": 5 for at in range(2) for seat in range(3)}
    assert host.post(f"/m/{match}/stand", {**sent, "version": 1}).status_code == 303
    assert "Round 3 of 3" in page(host, f"/m/{match}")


def test_a_sheet_filled_in_on_paper_becomes_a_match(app: Flask) -> None:
    host = Browser(app)
    cells = {f"rounds.{at}.{seat}": at + seat for at in range(3) for seat in range(2)}
    sent = {"name": ["Ana", "Ben"], "players": "2", "rounds": "3", "day": "2024-02-03", **cells}
    answer = host.post("/paper/points", sent)
    assert answer.status_code == 303, answer.get_data(as_text=True)
    assert "Ben wins with 6 points." in page(host, answer.headers["Location"])


def test_the_television_shows_the_round_and_what_the_last_one_brought(app: Flask) -> None:
    host, code, _ = begun(app, (12, 7, 30))
    screen = page(host, f"/tv/{code}")
    assert "Round 2 of 3" in screen
    assert "+30" in screen
