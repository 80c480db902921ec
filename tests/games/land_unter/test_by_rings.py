"""Tricks of which only who loses a ring is entered (LU-14 to LU-17, LU-20 to LU-24)."""

import pytest

from companion.engine.errors import DoubtfulMove
from companion.engine.timeline import attempt
from companion.games.land_unter.game import GAME
from tests.games.english import told
from tests.games.land_unter.asking import Move, Table, read
from tests.games.land_unter.looking import shown


def by_rings(*rings: int, **options: bool) -> Table:
    """A table with all hands counted, that enters only who loses."""
    return Table(len(rings), tricks="rings", **options).count(*rings)


def loses(*seats: int) -> Move:
    """The move that says who loses in a trick."""
    return {"kind": "loses", "seats": [*seats]}


def test_one_tap_is_a_trick() -> None:
    table = by_rings(3, 3, 3)
    table.play(loses(1))
    assert (table.rings, table.state.trick) == ([3, 2, 3], 1)
    verdict = shown(table).verdict
    assert verdict is not None
    assert told(verdict.who_loses.headline) == "Ben loses a ring."
    assert verdict.who_takes is None


def test_two_who_tie_lose_a_ring_each() -> None:
    table = by_rings(3, 3, 3)
    table.play(loses(2, 0))
    assert table.rings == [2, 3, 2]


def test_a_player_without_a_ring_goes_out_and_the_table_is_reminded_of_who_pays_next() -> None:
    table = by_rings(0, 3, 3, 3)
    assert table.doubted(loses(0)) == ("LU-17",)
    table.play(loses(0, 2))
    assert (table.state.players[0].out, table.rings[2]) == (True, 2)


@pytest.mark.parametrize(
    ("seats", "reminded"),
    [
        ((0,), "Ana goes out, so the next highest water pays too."),
        ((0, 1), "Ana, Ben go out, so the next highest water pays too."),
    ],
)
def test_the_reminder_agrees_with_how_many_go_out(seats: tuple[int, ...], reminded: str) -> None:
    table = by_rings(0, 0, 3, 3, 3)
    with pytest.raises(DoubtfulMove) as caught:
        attempt(GAME, table.state, read(loses(*seats), 5), anyway=False)
    assert [told(flag.text) for flag in caught.value.flags] == [reminded]


def test_a_table_without_the_chain_is_not_reminded() -> None:
    table = by_rings(0, 3, 3, 3, chain=False)
    table.play(loses(0))
    assert table.state.still_in == (1, 2, 3)


def test_after_twelve_tricks_the_lowest_water_is_asked_and_brings_a_point() -> None:
    table = by_rings(5, 5, 5)
    for trick in range(12):
        table.play(loses(trick % 3))
    assert table.state.asks_lowest
    assert table.refused(loses(0)).clauses == (
        "LU-20",
        "LU-22",
    )
    table.play({"kind": "lowest", "seats": [1]})
    assert (table.state.scores, table.state.round, table.rings) == ((1, 2, 1), 1, [5, 5, 5])


def test_the_lowest_water_of_several_brings_each_a_point() -> None:
    table = by_rings(0, 4, 3)
    table.play(loses(0))
    table.play({"kind": "lowest", "seats": [1, 2]})
    assert table.state.scores == (-1, 5, 4)


@pytest.mark.parametrize(
    ("move", "clauses"),
    [
        ({"kind": "trick", "levels": [4, 9], "highest": 0, "second": 1}, ["LU-14"]),
        ({"kind": "levels", "levels": [4, 9]}, ["LU-14"]),
        ({"kind": "lay", "seat": 0, "card": 9}, ["LU-14"]),
        ({"kind": "lowest", "seats": [0]}, ["LU-22"]),
        (loses(1, 1), ["LU-14"]),
    ],
)
def test_what_does_not_belong_to_such_a_trick_is_refused(move: Move, clauses: list[str]) -> None:
    assert [*by_rings(3, 3, 3).refused(move).clauses] == clauses


def test_a_match_with_water_takes_no_bare_loss() -> None:
    assert Table(3).count(3, 3, 3).refused(loses(0)).clauses == ("LU-10", "LU-11")


def test_who_is_out_can_neither_lose_nor_show_water() -> None:
    table = by_rings(0, 3, 3)
    table.play(loses(0))
    assert table.refused({"kind": "lowest", "seats": [0]}).clauses == (
        "LU-16",
        "LU-23",
    )
