"""The board that no game draws: made from what the game declares, it asks for every kind of field of a move."""

import re
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, get_args

import pytest
from flask import Flask

from companion.engine.declare import OPEN, Moves, Rounds, declare
from companion.engine.game import Outcome
from companion.engine.schema.answers import Layout
from companion.engine.schema.form import Kind, form_of
from companion.engine.schema.marks import Between, Length, Named, Prompt, Seat
from companion.engine.text import say
from companion.games.points import COVER
from companion.games.points import game as points
from tests.web.people import Browser, open_table, start_match

Bid = Annotated[int, Between(0, 9, "PT-2", "bid")]


@dataclass(frozen=True, slots=True)
class Extra:
    """Something beside the points: a group of a round."""

    bid: Annotated[Bid, Prompt(say("The bid"))]
    is_doubled: Annotated[bool, Prompt(say("Doubled"))]


@dataclass(frozen=True, slots=True)
class Everything:
    """A round with a field of every kind."""

    called: ClassVar = say("The points of this round")
    said: ClassVar = say("this round: {points}")

    points: Annotated[tuple[points.Points, ...], Length(2, 8), Prompt(say("The points of this round"))]
    closer: Annotated[Seat, Prompt(say("Who ended the round?"))]
    weather: Annotated[Literal["sun", "rain"], Named((say("Sun"), say("Rain"))), Prompt(say("The weather"))]
    present: Annotated[tuple[Seat, ...], Length(1, 8), Prompt(say("Who was there?"))]
    length: Annotated[int, Between(1, 600, "PT-2", "length"), Prompt(say("How long?"))]
    is_last: Annotated[bool, Prompt(say("This is the last round"))]
    note: Annotated[str, Length(0, 20), Prompt(say("A note"))]
    extra: Annotated[Extra, Prompt(say("The bonus"))]
    trades: Annotated[tuple[Extra, ...], Length(0, 3), Prompt(say("The trades"))]


def score(state: points.State, move: Everything) -> Outcome[points.State]:
    """The points alone count."""
    return points.score(state, points.Score(move.points))


MOVES: Moves = {"everything": (Everything, score), "score": (points.Score, points.score)}
ASKS_EVERYTHING = declare(
    COVER,
    clauses=points.CLAUSES,
    options=(points.ROUNDS,),
    moves=MOVES,
    start=points.State,
    secrets=OPEN,
    rounds=Rounds("score", "points", points.wanted, scoring="PT-2", winning="PT-3"),
)
ANSWERS = {
    "kind": "everything",
    "version": "0",
    **{f"points.{seat}": str(seat) for seat in range(3)},
    "closer": "2",
    "weather": "rain",
    "present": ["0", "2"],
    "length": "45",
    "is_last": "true",
    "note": "late",
    "extra.bid": "3",
    "trades.0.bid": "4",
}


def test_the_default_board_asks_for_every_kind_of_field_and_keeps_what_is_answered(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(points, "GAME", ASKS_EVERYTHING)
    assert {field.kind for field in form_of(Everything, {}, Layout((2, 8), 3)).every()} == {*get_args(Kind)}
    host = Browser(app)
    match_id = start_match(host, open_table(host, "Ana", "Anton", "Cara"), "points", rounds="3")

    board = host.get(f"/m/{match_id}")
    assert board.status_code == 200
    for name in ANSWERS.keys() - {"kind", "version"}:
        assert f'name="{name}"' in board.get_data(as_text=True), name

    refused = host.post(f"/m/{match_id}/moves", {**ANSWERS, "length": "601"})
    assert refused.status_code == 422
    assert 'value="601"' in refused.get_data(as_text=True)
    assert host.post(f"/m/{match_id}/moves", ANSWERS).status_code == 303
    form = host.get(f"/m/{match_id}/correct/0").get_data(as_text=True)
    assert len(re.findall(" checked>", form)) == 7, "who, the weather, two players, the last round, two bids"
    assert re.findall(r'value="(45|late)"', form) == ["45", "late"]


HTML = "text/html"


def begun(app: Flask, *rounds: tuple[int, ...]) -> tuple[Browser, str, str]:
    """A host at a match of three rounds between three, after these rounds; the table and the match."""
    host = Browser(app)
    code = open_table(host, "Ana", "Ben", "Cleo")
    match_id = start_match(host, code, "points", rounds="3")
    for version, brought in enumerate(rounds):
        assert host.post(f"/m/{match_id}/moves", entered(version, *brought)).status_code == 303
    return host, code, match_id


def entered(version: int, *points: int) -> dict[str, str | int]:
    """What the board's form sends."""
    return {"kind": "score", "version": version, **{f"points.{seat}": one for seat, one in enumerate(points)}}


def page(browser: Browser, path: str, status: int = 200) -> str:
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
