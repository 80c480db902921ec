"""Who starts, in every game: what it says of its rulebook holds, and the move it gives is one the match takes."""

from typing import Any, get_args

import pytest

from companion.engine.game import Game, Setup
from companion.engine.present import How, Starting
from companion.engine.timeline import attempt
from tests.conformance.playing import PACKAGES, read, setups

pytestmark = pytest.mark.parametrize("package", PACKAGES)


def said(package: str) -> list[tuple[Setup, Starting]]:
    """What the game says of the start player, for every setup in which it says something."""
    starting = PACKAGES[package].starting
    if starting is None:
        return []
    found = [(setup, starting(setup)) for setup in setups(PACKAGES[package])]
    return [(setup, one) for setup, one in found if one is not None]


def test_it_cites_clauses_of_its_own_and_names_a_move_of_its_own(package: str, game: Game[Any]) -> None:
    ids = {clause.id for clause in game.clauses}
    assert (game.starting is None) == (not said(package))
    for _, one in said(package):
        assert one.clauses
        assert set(one.clauses) <= ids
        assert one.kind is None or one.kind in game.moves


def test_the_move_that_says_who_starts_is_taken_at_the_start(package: str, game: Game[Any]) -> None:
    for setup, one in said(package):
        for how in get_args(How):
            if one.move is None:
                continue
            given = dict(one.move(setup.seats - 1, how))
            assert given["kind"] == one.kind
            move = read(game, given, setup.seats)
            assert move.seat == setup.seats - 1
            assert not attempt(game, game.start(setup), move, anyway=False, seats=frozenset()).flags


def test_where_no_move_says_who_starts_it_is_the_first_seat(package: str, game: Game[Any]) -> None:
    for setup, one in said(package):
        first_turn = game.status(game.start(setup)).turn  # none where a table does not enter its turns
        assert one.kind is not None or first_turn in (0, None)
