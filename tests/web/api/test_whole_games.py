"""Whole games through the interface, held against second models and games of known end."""

from __future__ import annotations

import os
import random
from itertools import pairwise
from typing import Any

import pytest
from flask import Flask

from tests.conformance.playing import PACKAGES, golden, random_games
from tests.games.land_unter import second_model as land_unter
from tests.games.limits import second_model as limits
from tests.games.nile import second_box
from tests.games.nile import second_model as nile
from tests.rings import few_first
from tests.web.api.asking import Json, Match, Program, open_table

IS_LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"
GAMES = 500 if IS_LONG else 3
BATCHES = 4
EVERY_SO_MANY = 17
"""Answers held against the document are this many moves apart: it takes longer than the game."""


class Course:
    """A match played move by move, each with its key and version, by its own seat wherever a move names one."""

    def __init__(self, app: Flask, game: str, players: int, options: Json) -> None:
        self.match: Match = open_table(app, players, is_checked=False).begin(game, **options)
        self.table = self.match.table
        self.version = 0

    def enter(self, move: Json, *, anyway: bool = False) -> Json:
        """The answer to a move, which is taken."""
        seat = move.get("seat")
        who = self.table.host if seat is None or self.version % 5 == 0 else self.table.seats[seat]
        who.is_checked = self.version % EVERY_SO_MANY == 0
        body = {"move": move, "version": self.version, "key": f"k{self.version}", "anyway": anyway}
        answer = who.post(f"{self.match.path}/moves", body)
        assert answer.status == 201, (move, answer.json)
        self.version += 1
        assert answer.json["version"] == self.version
        found: Json = answer.json
        return found

    def check_end(self, last: Json) -> None:
        """Nothing; fails where what others see at the end, or the files, are not what the last move answered."""
        state = last["state"]
        assert (state["phase"], state["turn"]) == ("over", None)
        best = [
            seat for seat, one in enumerate(state["seats"]) if one["score"] == max(s["score"] for s in state["seats"])
        ]
        assert set(state["winners"]) <= set(range(len(state["seats"])))
        assert state["winners"]
        assert best
        looker = Program(self.table.host.app)
        seen = looker.get(self.match.path).json
        assert (seen["version"], seen["state"]["winners"]) == (self.version, state["winners"])
        file = looker.get(f"{self.match.path}/export.json").json
        assert file["ended_at"]
        assert [entry["index"] for entry in file["journal"]] == list(range(self.version))
        assert all(entry["stands"] for entry in file["journal"])
        assert all(one["at"] <= other["at"] for one, other in pairwise(file["journal"]))


def land_unter_shown(state: Json) -> Json:
    """A state as the second model shows it."""
    top = {name: state[name] for name in ("phase", "turn", "winners", "round", "trick", "leader")}
    names = ("score", "rings", "level", "out", "by_round")
    return {**top, "seats": [{name: seat[name] for name in names} for seat in state["seats"]]}


def play_land_unter(app: Flask, number: int) -> None:
    """One random game of Land Unter, held against the second model after every move."""
    players, options, moves = land_unter.random_game(random.Random(f"interface {number}"))
    course = Course(app, "land-unter", players, options)
    for move, expected in zip(moves, land_unter.expected(players, options, moves), strict=True):
        answer = course.enter(move)
        assert land_unter_shown(answer["state"]) == expected, (number, move)
    course.check_end(answer)


def limits_shown(state: Json) -> Json:
    """A state as the second model shows it."""
    seats: list[Json] = state["seats"]
    return {
        "hands": [seat["hand"] for seat in seats],
        "deck": state["draw_pile"],
        "pile": state["pile"],
        "turn": state["turn"],
        "points": [seat["points"] for seat in seats],
        "limits": [seat["limit_cards"] for seat in seats],
    }


def play_limits(app: Flask, number: int) -> None:
    """One random game of Limits with a logged pile, held against real cards after every move."""
    players, options, moves, expected = limits.logged_game(random.Random(f"interface {number}"))
    course = Course(app, "limits", players, options)
    for move, real in zip(moves, expected, strict=True):
        answer = course.enter(move)
        is_over = answer["state"]["phase"] == "over"
        assert real is None or is_over or limits_shown(answer["state"]) == real, (number, move)
    assert real is not None
    totals = [points - 2 * cards for points, cards in zip(real["points"], real["limits"], strict=True)]
    assert [seat["score"] for seat in answer["state"]["seats"]] == totals
    assert answer["rulings"][-1]["verdict"]["totals"] == totals
    course.check_end(answer)


def play_counted(app: Flask, number: int) -> None:
    """One random game of Limits in which the table counts; guilt is worked out card by card."""
    players, options, moves = limits.counted_game(random.Random(f"interface {number}"))
    course = Course(app, "limits", players, options)
    numbers: Json = {}
    for move in moves:
        answer = course.enter(move)
        numbers = move["numbers"] if move["kind"] == "limit" else numbers
        if move["kind"] == "verdict":
            printed = move.get("printed", numbers[move["colour"]])
            guilty = limits.guilty(printed, move["hidden"], move["counted"])
            verdict = next(one["verdict"] for one in answer["rulings"] if one["ruling"] == "accusation")
            assert verdict["guilty"] == guilty, (number, move)
    assert sum(seat["limit_cards"] for seat in answer["state"]["seats"]) == limits.ROUNDS[players]
    course.check_end(answer)


def nile_shown(state: Json) -> Json:
    """A state as the second model shows it."""
    same = ("phase", "turn", "winners", "starter", "marker", "ap", "extra", "obelisk", "market", "boat", "pawns")
    seats: list[Json] = state["seats"]
    return {
        **{name: state[name] for name in (*same, "lost", "bids", "desert_pile", "water_lying")},
        "jokers": [seat["jokers"] for seat in seats],
        "scores": [seat["score"] for seat in seats],
    }


def play_nile(app: Flask, number: int) -> None:
    """One random game of An den Ufern des Nils at the depth of the market, held against the second model."""
    players, options, moves = second_box.random_game(random.Random(f"interface {number}"))
    course = Course(app, "nile", players, options)
    for move, expected in zip(moves, nile.expected(players, options, moves), strict=True):
        answer = course.enter(move)
        assert nile_shown(answer["state"]) == expected, (number, move)
    course.check_end(answer)


PLAYED = {
    "land-unter": play_land_unter,
    "limits": play_limits,
    "limits, counted": play_counted,
    "nile": play_nile,
}


@pytest.mark.ring("test")
@pytest.mark.parametrize("batch", few_first(range(BATCHES), 1))
@pytest.mark.parametrize("game", PLAYED)
def test_whole_games_agree_with_a_second_model_after_every_move(app: Flask, game: str, batch: int) -> None:
    for number in range(batch * GAMES, (batch + 1) * GAMES):
        PLAYED[game](app, number)


@pytest.mark.ring("all")
@pytest.mark.parametrize("package", PACKAGES)
def test_random_games_of_every_game_run_to_their_end(app: Flask, package: str) -> None:
    for players, options, moves in random_games(package, 100 if IS_LONG else 2):
        course = Course(app, PACKAGES[package].slug, players, options)
        for move in moves:
            answer = course.enter(move)
        course.check_end(answer)


def test_a_match_read_anew_from_the_store_stands_where_it_stood(app: Flask, store: Any) -> None:
    services: Any = app.extensions["tableside"]
    for package in PACKAGES:
        one = golden(package)[0]
        course = Course(app, PACKAGES[package].slug, one["players"], one["options"])
        for move in one["moves"]:
            course.enter(move, anyway=one.get("anyway", False))
        looker = Program(app)
        before = [looker.get(course.match.path + end).json for end in ("", "/journal", "/export.json")]
        services.matches.forget(course.match.id)
        assert [looker.get(course.match.path + end).json for end in ("", "/journal", "/export.json")] == before
