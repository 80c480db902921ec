"""Tricks at a match: whole, piece by piece, doubtful and refused (LU-2, LU-10 to LU-20, LU-32)."""

import pytest

from companion.engine.journal import Amended
from companion.engine.timeline import attempt
from companion.games.land_unter.game import GAME
from tests.games.land_unter.asking import Move, Table, read

PIECES: list[Move] = [
    {"kind": "levels", "levels": [4, 9]},
    {"kind": "lay", "seat": 0, "card": 58},
    {"kind": "lay", "seat": 1, "card": 31},
    {"kind": "lay", "seat": 2, "card": 12},
]


def at_a_trick(*rings: int, **options: bool) -> Table:
    return Table(len(rings), **options).count(*rings)


def with_one_ring_short(*levels: tuple[int, int, int, int], rings: tuple[int, ...], **options: bool) -> Table:
    """A table after tricks given as (lower, higher, who laid highest, who laid second)."""
    table = at_a_trick(*rings, **options)
    for low, high, highest, second in levels:
        table.take((low, high), highest, second, anyway=True)
    return table


def test_two_with_the_same_card_are_told_so_when_the_trick_is_complete_and_not_which_card() -> None:
    table = at_a_trick(3, 3, 3)
    table.play(PIECES[0])
    table.play(PIECES[1])
    table.play({"kind": "lay", "seat": 1, "card": 58})
    refusal = table.refused(PIECES[3])
    assert refusal.clauses == ("LU-1", "LU-11")
    assert "58" not in str(refusal.reasons)


@pytest.mark.parametrize(
    ("move", "clauses"),
    [
        ({"kind": "trick", "levels": [0, 9], "highest": 0, "second": 1}, ("LU-2",)),
        ({"kind": "trick", "levels": [4, 13], "highest": 0, "second": 1}, ("LU-2",)),
        ({"kind": "trick", "levels": [4, 9], "highest": 0, "second": 0}, ("LU-11", "LU-12")),
        ({"kind": "trick", "levels": [4, 9], "highest": 3, "second": 0}, ("LU-1",)),
        ({"kind": "trick", "levels": [4, 9], "cards": {"0": 61, "1": 3, "2": 4}}, ("LU-1",)),
        ({"kind": "trick", "levels": [4, 9], "cards": {"0": 0, "1": 3, "2": 4}}, ("LU-1",)),
        ({"kind": "trick", "levels": [4, 9], "cards": {"0": 60, "1": 3}}, ("LU-11",)),
        ({"kind": "trick", "levels": [4, 9], "cards": {}}, ("LU-11",)),
        ({"kind": "trick", "levels": [4, 9], "cards": {"0": 60, "1": 3, "2": 4, "3": 5}}, ("LU-1",)),
        ({"kind": "levels", "levels": [0, 1]}, ("LU-2",)),
        ({"kind": "lay", "seat": 0, "card": 61}, ("LU-1",)),
        ({"kind": "lay", "seat": 3, "card": 6}, ("LU-1",)),
        ({"kind": "lead", "seat": 0}, ("LU-11", "LU-40")),
    ],
)
def test_what_has_no_meaning_is_refused(move: Move, clauses: tuple[str, ...]) -> None:
    table = at_a_trick(3, 3, 3)
    assert table.refused(move).clauses == clauses
    assert table.timeline.version == 3


@pytest.mark.parametrize(
    "move",
    [
        {"kind": "trick", "levels": [1, 2], "highest": 0, "second": 1},
        {"kind": "trick", "levels": [1, 2], "highest": 1, "second": 0},
        {"kind": "trick", "levels": [1, 2], "cards": {"0": 9, "1": 30, "2": 20, "3": 10}},
        {"kind": "lay", "seat": 0, "card": 9},
    ],
)
def test_an_eliminated_player_lays_no_card_and_takes_no_water(move: Move) -> None:
    table = with_one_ring_short((3, 9, 3, 2), (5, 12, 1, 0), rings=(0, 2, 2, 6), chain=False)
    assert table.refused(move).clauses == ("LU-16",)


def test_a_third_card_of_a_level_in_a_round_is_doubted_and_may_be_recorded() -> None:
    table = at_a_trick(6, 6, 6)
    table.take((7, 7), 0, 1)
    assert table.doubted({"kind": "trick", "levels": [3, 7], "highest": 0, "second": 1}) == ("LU-2", "LU-7")
    assert table.doubted({"kind": "levels", "levels": [7, 3]}) == ("LU-2", "LU-7")
    table.take((3, 7), 0, 1, anyway=True)
    assert table.state.times_seen(7) == 3


def test_a_card_played_twice_in_a_round_is_doubted() -> None:
    table = at_a_trick(6, 6, 6)
    table.trick((1, 2), {0: 58, 1: 31, 2: 12})
    again = {"kind": "trick", "levels": [3, 4], "cards": {"0": 58, "1": 32, "2": 13}}
    assert table.doubted(again) == ("LU-1", "LU-19")
    assert table.doubted({"kind": "lay", "seat": 0, "card": 58}) == ("LU-1", "LU-19")
    assert table.doubted({"kind": "lay", "seat": 1, "card": 58}) == ("LU-1", "LU-19", "LU-32")


def test_a_card_face_down_that_does_not_fit_a_count_is_doubted_to_whoever_knows_both_and_an_open_one_to_everybody() -> (
    None
):
    table = Table(3)
    table.play({"kind": "count_rings", "seat": 0, "cards": [*range(25, 31), *range(1, 7)]})
    table.play({"kind": "count_rings", "seat": 1, "rings": 4})
    table.play({"kind": "count_rings", "seat": 2, "rings": 4})
    assert table.doubted({"kind": "lay", "seat": 1, "card": 25}, 0, 1) == ("LU-32",)
    assert table.doubted({"kind": "lay", "seat": 0, "card": 58}, 0) == ("LU-32",)
    whole = {"kind": "trick", "levels": [4, 9], "cards": {"0": 26, "1": 25, "2": 60}}
    assert table.doubted(whole) == ("LU-32",)
    table.play({"kind": "lay", "seat": 1, "card": 25})
    table.play({"kind": "lay", "seat": 0, "card": 58})
    assert dict(table.state.laid) == {0: 58, 1: 25}


def doubts(table: Table, seat: int, card: int) -> list[tuple[tuple[str, ...], set[int]]]:
    """What is doubtful about a card face down: the clauses, and on whose secrets it rests."""
    outcome = attempt(GAME, table.state, read({"kind": "lay", "seat": seat, "card": card}, 3), anyway=True)
    return [(flag.clauses, {*flag.secrets_of}) for flag in outcome.flags]


def test_a_hand_counted_by_its_numbers_is_judged_by_them_alone() -> None:
    table = Table(3)
    for seat, first in ((0, 1), (1, 12), (2, 23)):  # the 12 and the 23 are in two hands
        numbers = [*range(first, first + 12)]
        table.play({"kind": "count_rings", "seat": seat, "cards": numbers}, anyway=True)
    assert doubts(table, 1, 12) == doubts(table, 1, 23) == []
    assert doubts(table, 1, 5) == doubts(table, 1, 60) == [(("LU-32",), {1})]


def test_what_is_doubtful_about_a_card_face_down_rests_on_whoever_laid_it_too() -> None:
    table = Table(3)
    table.play({"kind": "count_rings", "seat": 0, "cards": [*range(25, 31), *range(1, 7)]})
    table.play({"kind": "count_rings", "seat": 1, "rings": 4})
    table.play({"kind": "count_rings", "seat": 2, "rings": 4})
    assert doubts(table, 1, 25) == [(("LU-32",), {0, 1})]
    table.trick((1, 2), {0: 26, 1: 58, 2: 12})
    assert doubts(table, 2, 58) == [(("LU-1", "LU-19"), {2}), (("LU-32",), {2})]


def test_a_thirteenth_number_of_one_hand_is_doubted() -> None:
    table = at_a_trick(6, 6, 6, 6)
    for trick in range(12):
        order = range(4) if trick % 2 else range(3, -1, -1)
        table.trick((trick + 1, trick + 1), {seat: 4 * trick + 1 + place for place, seat in enumerate(order)})
    assert table.state.round == 1
    assert table.doubted({"kind": "lay", "seat": 1, "card": 60}) == ("LU-32",)


def test_a_second_card_of_the_same_player_is_refused_and_the_first_can_be_corrected() -> None:
    table = at_a_trick(3, 3, 3)
    table.play(PIECES[1])
    assert table.refused({"kind": "lay", "seat": 0, "card": 57}).clauses == ("LU-11",)
    table.timeline.add(Amended(((3, read({"kind": "lay", "seat": 0, "card": 57})),)))
    for piece in (PIECES[0], PIECES[2], PIECES[3]):
        table.play(piece)
    assert table.view()["last_trick"]["cards"]["0"] == 57
    assert 3 not in table.timeline.revealed
    assert 4 in table.timeline.revealed
