"""Whole games of An den Ufern des Nils for the tests that run over every game."""

from random import Random
from typing import Any

from tests.games.nile.second_box import Box, random_game
from tests.games.playthrough import Moves, Playthrough, Twins

__all__ = ["random_game"]

FIVE = range(5)

BY_HOUSE_RULE = [
    ("The oldest", "start_bid", (False,)), ("2 plants of their choice in the boat", "start_bid", (False,)),
    ("The highest bidder starts", "start_bid", (True,)), ("one water card on a free field", "first_water", ("free",)),
    ("one water card on any field", "first_water", ("any",)), ("Hippo:", "hippo", (True,)),
    ("other players’ seeds", "buy_others", (True,)), ("A joker freshens a spoiled plant", "joker_heals", (True,)),
    ("ends the ebb", "ebb_arrow", ("first",)), ("ends the flood", "flood_arrow", (True,)),
    ("Plants left in the boat leave", "purge_every_turn", (True,)),
    ("If a column is full, plants left", "purge_every_turn", (False,)),
    ("counted column by column", "rot_balance", ("column",)), ("counted over all columns", "rot_balance", ("phase",)),
]  # fmt: skip
"""What sheets, lesson and set-up say by one choice of a house option only."""


def on_fields(rng: Random, players: int, rounds: int) -> tuple[dict[str, Any], Moves]:
    """Options and moves of the first rounds of a game that tracks the fields."""
    options = {"depth": "board"}
    box = Box(rng, players, options)
    box.play(rounds)
    return options, box.moves


def golden() -> list[Playthrough]:
    """Five players lose plants turn by turn; one column is sold; the obelisk comes to meet the first pawn."""
    moves: Moves = [{"kind": "starter", "seat": 0}]
    moves += [{"kind": "boat", "seat": seat, "plants": ["flax", "wheat"]} for seat in FIVE]
    # Two plants of each are lost: obelisk 25.
    moves += [_tide(), *_passes(0)]
    # One more of each: obelisk 20.
    moves += [_tide(), _flooded("grapes" for _ in FIVE), *_passes(1)]
    # Column 4 fills up: C, D and A one each, A laid last: A 3, D 2, C 1. Again one of each is lost: obelisk 15.
    moves += [_tide(), _flooded("flax" for _ in FIVE)]
    moves += [_sold(2, "aubergine"), _pass(2), _sold(3, "onions"), _pass(3), _pass(4)]
    moves += [{**_sold(0, "wheat"), "shared": True}, _pass(0), _pass(1)]
    # D takes the onions back; wheat of A and aubergine of C are lost: obelisk 13. The arrow leads to Ebb 1.
    moves += [_tide(arrows=1), {"kind": "buy_seed", "seat": 3, "plant": "onions"}, *_passes(3)]
    # One of each: obelisk 8.
    moves += [_tide(), _flooded("flax" for _ in FIVE), *_passes(4)]
    # One of each: obelisk 3, which the pawn of A, on 4, has passed.
    kinds = ("onions", "onions", "onions", "grapes", "onions")
    moves += [_tide(moved=1), _flooded(kinds), *_passes(0)]
    return [{"players": 5, "options": {}, "moves": moves, "scores": [3, 0, 1, 2, 0], "winners": [0]}]


def _tide(moved: int = 2, arrows: int = 0) -> dict[str, Any]:
    return {"kind": "tide", "moved": moved, "arrows": arrows}


def _flooded(kinds: Any) -> dict[str, Any]:
    return {"kind": "flooded", "plants": [{"seat": seat, "plant": kind} for seat, kind in enumerate(kinds)]}


def _sold(seat: int, kind: str) -> dict[str, Any]:
    return {"kind": "harvest", "seat": seat, "plant": kind, "quality": 4, "column": 4, "shared": False}


def _pass(seat: int) -> dict[str, Any]:
    return {"kind": "pass", "seat": seat}


def _passes(first: int) -> Moves:
    return [_pass((first + step) % 5) for step in FIVE]


def secret_twins() -> list[Twins]:
    """A bid in the hippo's auction, and one for the start, that not everybody has answered yet."""

    def auction(plants: list[str]) -> Moves:
        moves: Moves = [{"kind": "boat", "seat": seat, "plants": ["flax", "wheat"]} for seat in range(3)]
        moves += [{"kind": "starter", "seat": 2}, _tide()]
        return [*moves, {"kind": "bid", "seat": 1, "plants": plants}, {"kind": "bid", "seat": 0, "plants": ["flax"]}]

    def start(plants: list[str]) -> Moves:
        return [{"kind": "bid", "seat": 0, "plants": ["flax"]}, {"kind": "bid", "seat": 2, "plants": plants}]

    few, many = ["onions"], ["grapes", "grapes", "aubergine", "flax"]
    return [
        {"players": 3, "options": {"hippo": True}, "one": auction(few), "other": auction(many), "owner": 1},
        {"players": 3, "options": {"start_bid": True}, "one": start([]), "other": start(many), "owner": 2},
    ]
