"""Where things stand: a table that forgot some tricks, or that played without the app until now."""

import random

import pytest

from companion.engine.options import make_setup
from companion.engine.timeline import attempt
from companion.games.land_unter.game import GAME
from tests.games.land_unter import second_model
from tests.games.land_unter.asking import Move, Table, read
from tests.games.table import Row, otherwise


def seat(score: int, rings: int, level: int | None = None, **more: bool | int) -> Move:
    return {"score": score, "rings": rings, "level": level, **more}


def stands(round_number: int, tricks_done: int, *seats: Move) -> Move:
    return {"kind": "stand_now", "round_number": round_number, "tricks_done": tricks_done, "seats": [*seats]}


def on_paper(*rounds: tuple[int, ...]) -> Move:
    """A sheet of three players whose last rounds are fine."""
    return {"kind": "from_paper", "rounds": [[*one] for one in (*rounds, (5, 3, 1), (2, 2, 2))[:3]]}


def alike(score: int, rings: int, dealt: int, *levels: int | None) -> list[Move]:
    return [seat(score, rings, level, dealt=dealt) for level in levels or (None, None, None)]


TRUE = (seat(9, 2, 7, dealt=5), seat(4, 1, 3, dealt=4), seat(6, 3, dealt=3))
ROWS: dict[str, Row] = {
    "nobody on paper with the lowest water": (
        Table, on_paper((0, 0, 0)), "refused LU-22: Round 1: the player with the lowest water scores at least 1."),
    "all out on paper": (
        Table, on_paper((5, 3, 1), (-1, -1, -1)), "refused LU-15 LU-20: Round 2: by your house rules, someone always stays in."),
    "too many rings kept on paper": (
        Table, on_paper((5, 3, 1), (2, 2, 2), (10, 9, 8)),
        "refused LU-3 LU-14 LU-20: Rings kept in round 3: 25. There can be at most 12."),
    "four players where three sit": (Table, stands(1, 0, *[seat(0, 1, dealt=1)] * 4), "refused LU-1"),
    "a round after the last": (Table, stands(4, 0, *[seat(0, 1, dealt=1)] * 3),
        "refused LU-30: With 3 players, there are 3 rounds."),
    "a round that would be over": (
        Table, stands(1, 3, seat(0, 1, dealt=1), seat(0, 0, out=True), seat(0, 2, dealt=2)), "refused LU-20: Round 1 is over."),
    "hands of which nobody said what they were worth": (Table, stands(1, 0, *[seat(0, 1)] * 3), "refused LU-32"),
    "a level that two show": (
        Table, stands(1, 2, seat(0, 1, 7, dealt=2), seat(0, 1, 7, dealt=2), seat(0, 2, 3, dealt=2)), "taken"),
    "a level that three show": (Table, stands(1, 2, *alike(0, 1, 1, 7, 7, 7)), "doubted LU-2: Water level 7: 3 (2 at most)."),
    "more rings than were dealt": (Table, stands(1, 2, seat(0, 3, dealt=1), *[seat(0, 1, dealt=1)] * 2),
        "doubted LU-5 LU-14: S0’s rings: at most 1, not 3."),
    "a true standing": (Table, stands(2, 6, *TRUE), "taken"),
    "points before the first round": (Table, stands(1, 0, *alike(3, 4, 4)), "asked LU-21 LU-30"),
    "60 points after two rounds": (Table, stands(3, 5, seat(60, 2, 7, dealt=5), *TRUE[1:]),
        "asked LU-21 LU-22 LU-30: After 2 rounds, scores run from -2 to 26. Check S0’s points."),
    "more points together than rounds have": (
        Table, stands(2, 5, *[{**one, "score": 9} for one in TRUE]), "asked LU-21 LU-22 LU-30: Points: 27 (19 at most)."),
    "no ring lost in eleven tricks": (Table, stands(2, 11, *alike(4, 4, 4, 3, 7, 9)), "asked LU-14 LU-16"),
    "rings lost without a trick": (Table, stands(2, 0, *alike(4, 3, 4)), "asked LU-14 LU-15 LU-17"),
    "five rings lost in one trick": (Table, stands(2, 1, *TRUE), "asked LU-14 LU-15 LU-17"),
    "three with water after one trick": (Table, stands(2, 1, *alike(4, 3, 4, 3, 7, 9)),
        "asked LU-14 LU-15 LU-17 LU-10 LU-13: Too many rings lost or players out for so few tricks."
        " Players with water: 3 (2 at most)."),
    "a ring lost without water": (Table, stands(2, 5, *TRUE[:2], seat(6, 2, dealt=3)), "asked LU-14"),
}  # fmt: skip


def test_what_has_no_meaning_is_refused_and_where_no_game_can_stand_doubted() -> None:
    assert otherwise(ROWS) == {}


def test_a_table_that_forgot_three_tricks_goes_on_from_where_it_stands() -> None:
    table = Table(3).count(4, 3, 5).then(**stands(1, 3, seat(0, 4, 7), seat(0, 2, 3), seat(0, 3, 11)))
    assert (table.state.round, table.state.trick) == (0, 3)
    assert (table.rings, table.levels) == ([4, 2, 3], [7, 3, 11])
    table.take((1, 2), 0, 1)
    assert (table.rings, table.state.trick) == ([4, 2, 2], 4)


@pytest.mark.parametrize("tricks", ["whole", "rings"])
def test_wherever_a_true_game_stands_a_table_can_go_on_from_there_without_a_doubt(tricks: str) -> None:
    for number in range(12):
        players, options, moves = second_model.random_game(random.Random(number))
        start = GAME.start(make_setup(GAME, players, {**options, "tricks": tricks}))
        match = second_model.begin(players, options)
        for move in moves:
            second_model.enter(match, move)
            if None not in match["dealt"] and not (match["water"] or match["laid"] or second_model.over(match)):
                dealt = [match["dealt"][second_model.hand_of(match, one)] for one in range(players)]
                each = zip(match["points"], match["rings"], match["level"], match["out"], dealt, strict=True)
                them = [seat(sum(won), *one, out=out, dealt=of) for won, *one, out, of in each]
                told = read(stands(match["round"] + 1, match["trick"], *them), players)
                state = attempt(GAME, start, told, anyway=False, seats=frozenset()).state
                assert [one.rings for one in state.players] == match["rings"]
