"""Tricks of which only who loses a ring is entered (LU-14 to LU-17, LU-20 to LU-24)."""

import contextlib
import itertools
import os
import random
from typing import Any

import pytest

from companion.engine.errors import DoubtfulMove, IllegalMove, NotAMove
from companion.engine.timeline import attempt
from companion.games.land_unter.game import GAME
from tests.games.land_unter import second_model
from tests.games.land_unter.asking import Move, Table, lay, read, shown, trick
from tests.games.table import Row, otherwise
from tests.rings import examples
from tests.there import there


def by_rings(*rings: int, **options: bool) -> Table:
    """A table with all hands counted, that enters only who loses."""
    return Table(len(rings), tricks="rings", **options).count(*rings)


def loses(*seats: int) -> Move:
    """The move that says who loses in a trick."""
    return {"kind": "loses", "seats": [*seats]}


def usual() -> Table:
    return by_rings(3, 3, 3)


def after_twelve() -> Table:
    table = by_rings(5, 5, 5)
    for number in range(12):
        table.play(**loses(number % 3))
    return table


ROWS: dict[str, Row] = {
    "one without a ring, who goes out, and no one who pays next": (lambda: by_rings(0, 3, 3, 3), loses(0), "asked LU-17"),
    "four losers at once": (lambda: by_rings(3, 3, 3, 3), loses(0, 1, 2, 3), "asked LU-14 LU-15 LU-17 LU-20"),
    "three losers of whom one has no ring": (
        lambda: by_rings(3, 0, 3), loses(0, 1, 2), "asked LU-14 LU-15 LU-17 LU-20"),
    "a trick with water": (usual, trick((4, 9), 0, 1), "refused LU-14"),
    "water": (usual, {"kind": "levels", "levels": [4, 9]}, "refused LU-14"),
    "a card": (usual, lay(0, 9), "refused LU-14"),
    "the lowest water within a round": (usual, {"kind": "lowest", "seats": [0]}, "refused LU-22"),
    "a loser after the last trick": (after_twelve, loses(0), "refused LU-20 LU-22"),
    "two rings at once": (usual, loses(1, 1), "refused LU-14"),
    "a bare loss where water is entered": (lambda: Table(3).count(3, 3, 3), loses(0), "refused LU-10 LU-11"),
}  # fmt: skip


def test_losers_that_no_water_brings_are_doubted_and_what_does_not_belong_to_such_a_trick_is_refused() -> None:
    assert otherwise(ROWS) == {}


def again(table: Table) -> tuple[int, ...]:
    """Who the board offers a second ring to lose."""
    return there(shown(table).loss_entry).again


def test_the_board_offers_a_second_ring_only_to_who_may_tie_with_a_player_without_one() -> None:
    assert again(by_rings(5, 0, 3, 4, tie_survivor_pays_again=True)) == (0, 2, 3)
    for rings, options in (((5, 1, 3), {"tie_survivor_pays_again": True}), ((5, 0, 3), {})):
        assert again(by_rings(*rings, **options)) == ()


EVERY: list[dict[str, Any]] = [
    dict(zip(second_model.DEFAULTS, (*chosen, lays_last), strict=True))
    for *chosen, lays_last in itertools.product(
        (True, False), (True, False), (True, False), (True, False), ("paid", "out")
    )
]
"""The house options in every combination."""


def test_a_game_told_by_losers_alone_stands_where_water_brings_it_under_any_options(subtests: pytest.Subtests) -> None:
    for number, options in enumerate(EVERY):
        with subtests.test(options=options):
            players, _, moves = second_model.random_game(random.Random(f"{os.environ['SEED']} {number}"), options)
            table = Table(players, tricks="rings", **options)
            for move, match in second_model.rings_only(players, options, moves):
                table.play(**move)  # neither refused nor doubted
                if not table.state.asks_lowest:
                    assert table.rings == match["rings"], move
                    assert [one.out for one in table.state.players] == match["out"]
                    assert table.state.leader == match["leader"]
                    assert list(table.state.scores) == [sum(one) for one in match["points"]]
            assert table.state.is_over


def enterable_losers(table: Table) -> set[tuple[int, ...]]:
    found = set()
    for times in itertools.product(range(3), repeat=table.state.seats):
        seats = tuple(seat for seat, count in enumerate(times) for _ in range(count))
        with contextlib.suppress(DoubtfulMove, IllegalMove, NotAMove):
            attempt(GAME, table.state, read(loses(*seats), table.state.seats), anyway=False, seats=frozenset())
            found.add(seats)
    return found


def test_just_those_losers_are_taken_without_a_doubt_that_some_water_brings(subtests: pytest.Subtests) -> None:
    rng = random.Random(45)
    for number, options in enumerate(rng.sample(EVERY, examples(16))):
        with subtests.test(options=options):
            rings = tuple(rng.choice((0, 0, 1, 3)) for _ in range(3 + number % 3))
            table, match = by_rings(*rings, **options), second_model.begin(len(rings), options)
            match["rings"], match["dealt"] = list(rings), list(rings)
            # In the first trick two take water; later a player who lost nothing may still show none.
            wet = 2
            while not (table.state.asks_lowest or table.state.trick == 3 or table.state.round):
                inside = match["out"].count(False)
                possible = second_model.all_losers(match, (max(0, inside - wet), inside - 2))
                assert enterable_losers(table) == possible
                seats = rng.choice(sorted(possible))
                table.play(**loses(*seats))
                match["rings"] = table.rings
                match["out"] = [one.out for one in table.state.players]
                wet = 2 * (table.state.trick + 1) - match["out"].count(True)
