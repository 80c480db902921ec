"""Counting hands at a match, passing them on, and what cannot be (LU-5, LU-6, LU-19, LU-32)."""

import random

import pytest

from companion.engine.text import names
from companion.games.land_unter.game import GAME
from companion.games.land_unter.rules.components import PLAYERS
from companion.games.land_unter.rules.score import count_symbols
from tests.games.land_unter.asking import Move, Table, judge, lay, read, trick
from tests.games.table import Row, doubt, otherwise

Hand = int | tuple[int, int]
"""What a hand is told to hold: rings, or whole and half symbols."""
FIVE: tuple[Hand, ...] = ((3, 4), (3, 4), (2, 6), (2, 5))
"""Four of five hands, with which the fifth has 4 rings and a half left over."""


def counted(seat: int, **told: int | list[int]) -> Move:
    """The rings of a hand: the number, whole and half symbols, or its cards."""
    return {"kind": "count_rings", "seat": seat, **told}


def one_counted() -> Table:
    return Table(3).then(**counted(0, rings=4))


def hand(seat: int, one: Hand) -> Move:
    return counted(seat, rings=one) if isinstance(one, int) else counted(seat, whole=one[0], half=one[1])


def four_of_five() -> Table:
    table = Table(5)
    for seat, one in enumerate(FIVE):
        table.play(**hand(seat, one))
    return table


ROWS: dict[str, Row] = {
    "a trick before all hands are counted": (one_counted, trick((4, 9), cards=(58, 31, 12)), "refused LU-5"),
    "water before all hands are counted": (one_counted, {"kind": "levels", "levels": [4, 9]}, "refused LU-5"),
    "a card before all hands are counted": (one_counted, lay(0, 5), "refused LU-5"),
    "a leader before all hands are counted": (one_counted, {"kind": "lead", "seat": 0}, "refused LU-5"),
    "a hand counted after all were": (lambda: Table(3).count(3, 5, 4), counted(0, rings=4), "refused LU-5 LU-32"),
    "thirteen rings in a hand": (
        Table, counted(0, whole=10, half=8), "refused LU-6: A hand has at most 12 rings. Check your number."),
    "fewer rings than three hands have": (
        lambda: Table(3).count(2, 1), counted(2, rings=1), "doubted LU-6: Together, 3 players have at least 5 rings, not 4."),
    "fewer than all of five": (
        four_of_five, hand(4, (2, 4)),
        "doubted LU-4 LU-6: 5 players have 24 rings in all. These hands show at most 23½."),
    "a half too many, which shows without the numbers": (
        lambda: Table(3).then(**counted(0, cards=[*range(25, 33), *range(1, 5)])).then(**counted(1, whole=8, half=1)),
        counted(2, whole=8, half=0), "doubted LU-3 LU-6: Together: 24½ rings, at most 24. Count again."),
}  # fmt: skip


def test_nothing_is_played_before_all_hands_are_counted_and_none_is_counted_after() -> None:
    assert otherwise(ROWS) == {}


TOLD: list[tuple[int, tuple[Hand, ...], tuple[str, ...]]] = [
    *((len(hands), hands, ()) for hands in ((2, 2, 1), (12, 6, 6), (3, 3, 2, 2), (5, 5, 4, 4, 4))),
    *((len(hands), hands, ()) for hands in ((5, 5, 5, 5, 4), (*FIVE, (2, 5)), (*FIVE, 4))),
    *((len(hands), hands, ("LU-6",)) for hands in ((2, 1, 1), (3, 2, 2, 2), (5, 4, 4, 4, 4))),
    *((len(hands), hands, ("LU-3", "LU-6")) for hands in ((12, 12, 1), (12, 6, 6, 1), (5, 5, 5, 5, 5))),
    *((len(hands), hands, ("LU-4", "LU-6")) for hands in ((*FIVE, (2, 4)), (*FIVE, 3))),
    (3, ((8, 1), (8, 0), (8, 0)), ("LU-3", "LU-6")), (3, ((7, 6),), ("LU-4", "LU-6")), (3, (12, 6), ()),
    (3, ((6, 0), (6, 2)), ()), (4, (12, 12, 1), ("LU-3", "LU-6")),
    *((4, hands, ("LU-3", "LU-4")) for hands in ((12, 12), (12, 7), ((8, 0), (5, 0)), (10, (6, 4)), (0, 0, 3), (12, 12, 0, 0))),
    *((3, hands, ("LU-3", "LU-4")) for hands in (((7, 5), (6, 6), 0), ((7, 0), (6, 2)), (12, 12, 0), ((8, 0),) * 3)),
    (3, ((0, 12), (0, 12), (0, 1)), ("LU-3", "LU-4")),
]  # fmt: skip
"""So many players, what their hands are told to hold, and by which clauses the last of them is doubted."""


@pytest.mark.parametrize(("players", "hands", "clauses"), TOLD)
def test_hands_are_believed_at_the_bounds_of_the_box_and_doubted_beyond(
    players: int, hands: tuple[Hand, ...], clauses: tuple[str, ...]
) -> None:
    table = Table(players)
    for seat, one in enumerate(hands):
        flags = table.play(**hand(seat, one), anyway=True).flags
    assert tuple(dict.fromkeys(clause for flag in flags for clause in flag.clauses)) == clauses


def test_of_hands_that_one_box_cannot_deal_those_are_named_without_which_it_could() -> None:
    table = Table(4).then(**counted(2, rings=2)).then(**counted(0, rings=12))
    flag = table.play(**counted(1, rings=7), anyway=True).flags[0]
    assert dict(flag.text.args)["names"] == names([0, 1])


@pytest.mark.parametrize("players", PLAYERS)
def test_hands_that_were_dealt_are_never_doubted_however_they_are_told(players: int) -> None:
    rng = random.Random(players)
    for _ in range(60):
        cards = rng.sample(range(1, 61), 12 * players)
        table = Table(players)
        for seat in range(players):
            hand = cards[12 * seat : 12 * seat + 12]
            told = judge("rings", {"cards": hand}).verdict["rings"]
            whole, half = count_symbols(hand)
            ways: tuple[Move, ...] = ({"cards": hand}, {"whole": whole, "half": half}, {"rings": told})
            assert table.play(**counted(seat, **rng.choice(ways))).flags == ()


@pytest.mark.parametrize(("left_over", "symbols"), [(0, (1, 5)), (1, (1, 6))])
def test_a_half_left_over_in_a_hand_of_numbers_is_told_by_no_doubt_to_anybody_but_its_owner(
    left_over: int, symbols: tuple[int, int]
) -> None:
    """One of five hands is counted by numbers that are worth 5, with so many half rings left over."""
    numbers = [*range(25, 30), *range(13, 13 + left_over), *range(1, 8 - left_over)]
    table = Table(5).then(**counted(0, cards=numbers))
    for seat in (1, 2, 3):
        table.play(**counted(seat, whole=2, half=6))
    last = counted(4, whole=symbols[0], half=symbols[1])
    assert "LU-6" in doubt(GAME, table.state, read(last), seats=frozenset({0})).clauses
    flag = table.play(**last).flags[0]
    assert (flag.secrets_of, flag.is_own_secret) == (frozenset({0}), False)


def test_whoever_enters_the_numbers_is_told_that_their_halves_are_too_many() -> None:
    table = Table(3).then(**counted(0, whole=8, half=0)).then(**counted(1, whole=8, half=0))
    flag = table.play(**counted(2, cards=[*range(25, 33), 13, 1, 2, 3]), anyway=True).flags[0]
    assert (flag.clauses, flag.secrets_of, flag.is_own_secret) == (("LU-3", "LU-6"), frozenset({2}), True)


def test_a_number_in_two_hands_is_doubted_without_being_named_and_only_to_whoever_holds_both() -> None:
    table, count = Table(3).then(**counted(0, cards=[*range(20, 32)])), counted(1, cards=[31, *range(1, 12)])
    assert doubt(GAME, table.state, read(count), seats=frozenset({0, 1})).clauses == ("LU-1",)
    flag = table.play(**count).flags[0]
    assert flag.secrets_of == {0, 1}
    assert "31" not in str(flag.text)
