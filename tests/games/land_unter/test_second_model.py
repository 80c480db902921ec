"""Whole random games, entered in every way and corrected on the way, against a second model of the rules."""

import os
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.journal import Amended, Played, Redone, Undone
from companion.games.land_unter.board.drawings import rounds_played
from companion.games.land_unter.game import GAME
from tests.conformance.playing import combinations
from tests.games.land_unter import second_model
from tests.games.land_unter.asking import Table, read
from tests.games.playthrough import shown_by
from tests.rings import examples, few_first

pytestmark = pytest.mark.ring("test")

GAMES = 5000 if os.environ.get("HYPOTHESIS_PROFILE") == "long" else 120
BATCH = GAMES // 8


def shown(table: Table) -> dict[str, Any]:
    status, view = GAME.status(table.state), table.view()
    seats = view["seats"]
    assert isinstance(seats, list)
    return {
        "phase": status.phase,
        "turn": status.turn,
        "winners": None if status.winners is None else list(status.winners),
        **{name: view[name] for name in ("round", "trick", "leader")},
        "seats": [
            {"score": score} | {name: seat[name] for name in ("rings", "level", "out", "by_round")}
            for score, seat in zip(status.scores, seats, strict=True)
            if isinstance(seat, dict)
        ],
    }


@pytest.mark.parametrize("batch", few_first(range(8), 2))
def test_whole_games_agree_with_the_second_model_after_every_entry(batch: int) -> None:
    for number in range(batch * BATCH, (batch + 1) * BATCH):
        players, options, moves = second_model.random_game(random.Random(number))
        table = Table(players, **options)
        for index, snapshot in enumerate(shown_by(second_model, players, options, moves)):
            table.play(**moves[index])
            assert shown(table) == snapshot, (number, index, moves[index])
        assert table.state.is_over


def test_a_game_under_every_two_house_rules_agrees_with_the_second_model_and_shows_the_ruling_that_ended_each_round() -> (
    None
):
    for number, options in enumerate(combinations(GAME)):
        chosen = {**options, "tricks": "whole"}
        rng = random.Random(f"{os.environ['SEED']} every two {number}")
        players, _, moves = second_model.random_game(rng, chosen)
        table, given = Table(players, **chosen), []
        for index, snapshot in enumerate(shown_by(second_model, players, chosen, moves)):
            rulings = table.play(**moves[index]).rulings  # raises a doubt, too
            given += [ruling for ruling in rulings if ruling.name == "round-score"]
            assert shown(table) == snapshot, (chosen, index, moves[index])
        assert table.state.is_over
        assert [end.ruling for end in rounds_played(table.state)] == given, chosen
        assert len(given) == players


def wander(rng: random.Random) -> None:
    """One game with undo, redo and corrections mixed in, each checked against the moves that must stand after it."""
    players, options, moves = second_model.random_game(rng)
    table = Table(players, **options)
    stands: list[tuple[int, dict[str, Any]]] = []
    history, ahead = [list(stands)], []
    while len(stands) < len(moves):
        action = rng.random()
        index = len(table.timeline.events)
        if action < 0.04 and stands:
            back = rng.randrange(max(0, index - 6), index)
            if history[back] == stands:
                continue
            ahead.append(stands)
            stands = history[back]
            table.timeline.add(Undone(back))
        elif action < 0.07 and ahead:
            stands = ahead.pop()
            table.timeline.add(Redone())
        elif action < 0.10 and stands and stands[-1][1]["kind"] == "trick":
            at, move = stands[-1]
            other = {**move, "levels": move["levels"][::-1]}
            stands, ahead = [*stands[:-1], (at, other)], []
            table.timeline.add(Amended(((at, read(other, players)),), anyway=True))
        else:
            stands, ahead = [*stands, (index, moves[len(stands)])], []
            assert table.timeline.add(Played(read(stands[-1][1], players))).stopped is None
        history.append(stands)
        wanted = shown_by(second_model, players, options, [move for _, move in stands])
        assert shown(table) == (wanted[-1] if wanted else second_model.show(second_model.begin(players, options)))
        assert table.timeline.version == len(history) - 1


@pytest.mark.parametrize("seed", few_first(range(GAMES // 30), 2))
def test_games_with_undo_redo_and_corrections_agree_with_the_second_model(seed: int) -> None:
    wander(random.Random(f"wander {seed}"))


@given(st.randoms(use_true_random=False))
@settings(max_examples=examples(20))
def test_rings_are_never_negative_no_three_share_a_level_and_points_add_up(rng: random.Random) -> None:
    players, options, moves = second_model.random_game(rng)
    table = Table(players, **options)
    for move in moves:
        assert table.play(**move).flags == ()
        assert all(rings is None or 0 <= rings <= 12 for rings in table.rings)
        assert all(table.levels.count(level) <= 2 for level in table.levels if level is not None)
    status = GAME.status(table.state)
    assert status.scores == tuple(map(sum, zip(*[record.points for record in table.state.rounds], strict=True)))
    assert [status.scores[seat] for seat in status.winners or ()] == [max(status.scores)] * len(status.winners or ())
    for record in table.state.rounds:
        kept = sum(player.rings or 0 for player in record.players if not player.out)
        out = sum(player.out for player in record.players)
        assert sum(record.points) == kept + len(record.bonus) - out
