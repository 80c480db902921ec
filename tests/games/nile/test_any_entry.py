"""Whatever is entered, in whatever order, is recorded, doubted or refused with clauses; nothing else ever happens."""

import json
import random
from typing import Any

import pytest

from companion.engine.errors import DoubtfulMove, IllegalMove
from companion.engine.game import Viewer
from companion.engine.journal import Played
from companion.engine.options import make_setup
from companion.engine.schema.codec import encode
from companion.engine.timeline import Timeline
from companion.games.nile.game import GAME
from tests.games.nile.asking import KINDS, read
from tests.rings import examples


def any_field(rng: random.Random) -> dict[str, Any]:
    return {"bank": rng.choice(["left", "right"]), "row": rng.randint(2, 5), "square": rng.randint(0, 4)}


def any_water(rng: random.Random) -> dict[str, Any]:
    return {"field": any_field(rng), "card": [rng.choice(["single", "double", "none"]) for _ in range(2)]}


def any_move(rng: random.Random, players: int, turn: int | None) -> dict[str, Any]:
    """A move of the right shape, mostly of whoever is on turn, otherwise as it comes."""
    seat = turn if turn is not None and rng.random() < 0.8 else rng.randrange(players)
    mine = {"seat": seat, "plant": rng.choice(KINDS)}
    placed = {"field": any_field(rng)} if rng.random() < 0.5 else {}
    some = [{"plant": rng.choice(KINDS), "field": any_field(rng)} for _ in range(2)]
    moves: list[dict[str, Any]] = [
        {"kind": "boat", "seat": seat, "plants": rng.choices(KINDS, k=2), "water": any_water(rng), "ripe": some[0]},
        {"kind": "boat", "seat": seat, "plants": rng.choices(KINDS, k=2), "seed": some[1]},
        {"kind": "lay_first", "seat": seat, "water": any_water(rng), "ripe": some[0], "deserts": [any_field(rng)]},
        {"kind": "starter", "seat": seat, "deserts": [any_field(rng)] if placed else []},
        {"kind": "tide", "moved": rng.randint(0, 2), "arrows": rng.randint(0, 3), "jokers": rng.randint(0, 2)},
        {"kind": "tide", "moved": 1, "arrows": 0, "laid": [any_water(rng)], "advanced": [any_field(rng)]},
        {"kind": "tide", "moved": 1, "arrows": 1, "taken": [any_field(rng)], "deserts": rng.randint(0, 30)},
        {"kind": "flooded", "plants": [{"seat": rng.randrange(players), "plant": rng.choice(KINDS)} for _ in range(3)]},
        {"kind": "rot", "column": rng.randint(1, 4), "plants": rng.choices(range(5), k=rng.randint(0, 2))},
        {"kind": "rot", "column": rng.randint(1, 4), "plants": [0], "palms": rng.randint(1, 4)},
        {"kind": "sow", **mine, **placed, "shared": rng.random() < 0.5},
        {"kind": "grow", **mine, **placed, "shared": rng.random() < 0.5},
        *[{"kind": "harvest", **mine, **placed, "quality": rng.randint(1, 4), "column": rng.randint(1, 4)}] * 3,
        {"kind": "buy_seed", **mine},
        {"kind": "buy_other", **mine, "owner": rng.randrange(players)},
        {"kind": "buy_joker", "seat": seat},
        {"kind": "joker", "seat": seat},
        {"kind": "heal", "seat": seat, "column": rng.randint(1, 4), "square": rng.randint(0, 4)},
        *[{"kind": "bid", "seat": rng.randrange(players), "plants": rng.choices(KINDS, k=rng.randint(0, 2))}] * 2,
        {"kind": "palms", "fields": [{"field": any_field(rng), "palms": rng.randint(1, 4)}]},
        *[{"kind": "pass", "seat": seat}] * 2,
    ]
    return rng.choice(moves)


def test_any_entry_is_recorded_doubted_or_refused_and_always_with_clauses(subtests: pytest.Subtests) -> None:
    for seed in range(examples(24)):
        with subtests.test(seed=seed):
            rng = random.Random(f"any {seed}")
            players = rng.randint(2, 5)
            options = {option.name: rng.choice(option.choices).value for option in GAME.options}
            timeline = Timeline(GAME, make_setup(GAME, players, options))
            recorded = 0
            for _ in range(250):
                state = timeline.at().state
                move = read(any_move(rng, players, GAME.status(state).turn), players)
                stopped = timeline.after(Played(move)).stopped
                if stopped is not None:
                    assert set(stopped.error.clauses) <= {clause.id for clause in GAME.clauses}
                    assert stopped.error.clauses
                if stopped is None or (isinstance(stopped.error, DoubtfulMove) and rng.random() < 0.5):
                    assert timeline.add(Played(move, anyway=True)).stopped is None
                    recorded += 1
                elif isinstance(stopped.error, DoubtfulMove):
                    assert timeline.after(Played(move, anyway=True)).stopped is None
                else:
                    assert isinstance(stopped.error, IllegalMove)
                check(timeline, players)
            assert recorded > 5


def check(timeline: Timeline[Any], players: int) -> None:
    """The state can be shown, holds no impossible counts, and its known facts can be judged."""
    state = timeline.at().state
    view = dict(GAME.view(state, Viewer(frozenset({0}))))
    assert json.loads(json.dumps(view)) == view
    assert encode(view) == view
    assert min(state.pawns) >= 1
    assert 1 <= state.obelisk <= 30
    assert min((*state.jokers, state.desert_pile, state.water_lying)) >= 0
    assert state.turn is None or state.turn.ap >= 0
    assert all(len(plants) <= size for plants, size in zip(state.market.values(), (3, 4, 4, 5), strict=True))
    status = GAME.status(state)
    assert (status.phase == "over") is (status.winners is not None)
    assert status.turn is None or 0 <= status.turn < players
