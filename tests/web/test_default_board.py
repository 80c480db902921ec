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

    board = host.page(f"/m/{match_id}")
    for name in ANSWERS.keys() - {"kind", "version"}:
        assert f'name="{name}"' in board, name

    assert 'value="601"' in host.send(f"/m/{match_id}/moves", {**ANSWERS, "length": "601"}, 422)
    assert host.post(f"/m/{match_id}/moves", ANSWERS).status_code == 303
    form = host.page(f"/m/{match_id}/correct/0")
    assert len(re.findall(" checked>", form)) == 7, "who, the weather, two players, the last round, two bids"
    assert re.findall(r'value="(45|late)"', form) == ["45", "late"]
