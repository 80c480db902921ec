"""Counting hands at a match, passing them on, and what cannot be (LU-5, LU-6, LU-19, LU-32)."""

import random

import pytest

from companion.games.land_unter.rules.components import PLAYERS
from companion.games.land_unter.rules.score import count_symbols
from tests.games.land_unter.asking import Move, Table, judge


def test_hands_are_not_counted_again_once_all_are() -> None:
    assert Table(3).count(3, 5, 4).refused({"kind": "count_rings", "seat": 0, "rings": 4}).clauses == ("LU-5", "LU-32")


@pytest.mark.parametrize(
    "move",
    [
        {"kind": "trick", "levels": [4, 9], "cards": {"0": 58, "1": 31, "2": 12}},
        {"kind": "levels", "levels": [4, 9]},
        {"kind": "lay", "seat": 0, "card": 5},
        {"kind": "lead", "seat": 0},
    ],
)
def test_nothing_is_played_before_all_hands_are_counted(move: Move) -> None:
    table = Table(3)
    table.play({"kind": "count_rings", "seat": 0, "rings": 4})
    assert table.refused(move).clauses == ("LU-5",)


def test_more_symbols_than_a_hand_has_cards_are_doubtful() -> None:
    assert Table(3).doubted({"kind": "count_rings", "seat": 0, "whole": 7, "half": 6}) == ("LU-4", "LU-6")


def last_count(*rings: int) -> tuple[Table, Move]:
    """A table where all but the last hand are counted, and the last count."""
    table = Table(len(rings))
    for seat, number in enumerate(rings[:-1]):
        table.play({"kind": "count_rings", "seat": seat, "rings": number})
    return table, {"kind": "count_rings", "seat": len(rings) - 1, "rings": rings[-1]}


@pytest.mark.parametrize(
    "rings", [(2, 2, 1), (12, 6, 6), (3, 3, 2, 2), (12, 12, 0, 0), (5, 5, 4, 4, 4), (5, 5, 5, 5, 4)]
)
def test_hands_at_the_bounds_of_the_box_are_believed(rings: tuple[int, ...]) -> None:
    table, last = last_count(*rings)
    table.play(last)
    assert tuple(table.rings) == rings


@pytest.mark.parametrize("rings", [(2, 1, 1), (3, 2, 2, 2), (5, 4, 4, 4, 4)])
def test_fewer_rings_than_the_dealt_cards_carry_are_doubted(rings: tuple[int, ...]) -> None:
    table, last = last_count(*rings)
    assert table.doubted(last) == ("LU-6",)
    table.play(last, anyway=True)
    assert tuple(table.rings) == rings


@pytest.mark.parametrize("rings", [(12, 12, 1), (12, 6, 6, 1), (5, 5, 5, 5, 5)])
def test_more_rings_than_the_box_holds_are_doubted(rings: tuple[int, ...]) -> None:
    table, last = last_count(*rings)
    assert table.doubted(last) == ("LU-3", "LU-6")


def test_more_rings_than_the_box_holds_are_doubted_as_soon_as_they_are_entered() -> None:
    table = Table(4)
    table.play({"kind": "count_rings", "seat": 0, "rings": 12})
    table.play({"kind": "count_rings", "seat": 1, "rings": 12})
    assert table.doubted({"kind": "count_rings", "seat": 2, "rings": 1}) == ("LU-3", "LU-6")


def by_symbols(*hands: tuple[int, int]) -> tuple[Table, Move]:
    """A table where all but the last hand are counted by symbols, and the last count."""
    table = Table(len(hands))
    counts = [{"kind": "count_rings", "seat": seat, "whole": w, "half": h} for seat, (w, h) in enumerate(hands)]
    for count in counts[:-1]:
        table.play(count)
    return table, counts[-1]


def test_five_hands_must_show_exactly_twenty_four_rings_with_their_halves() -> None:
    table, last = by_symbols((3, 4), (3, 4), (2, 6), (2, 5), (2, 5))
    table.play(last)
    assert table.rings == [5, 5, 5, 4, 4]
    table, last = by_symbols((3, 4), (3, 4), (2, 6), (2, 5), (2, 4))
    assert table.doubted(last) == ("LU-4", "LU-6")


def test_half_a_ring_more_than_are_printed_is_doubted_with_any_number_of_players() -> None:
    table, last = by_symbols((8, 1), (8, 0), (8, 0))
    assert table.doubted(last) == ("LU-3", "LU-6")
    table, last = by_symbols((8, 0), (8, 0), (8, 0))
    table.play(last)
    assert table.rings == [8, 8, 8]


def test_with_five_players_a_hand_entered_as_rings_may_have_shown_a_half_more() -> None:
    table, _ = by_symbols((3, 4), (3, 4), (2, 6), (2, 5), (0, 0))
    assert table.doubted({"kind": "count_rings", "seat": 4, "rings": 3}) == ("LU-4", "LU-6")
    table.play({"kind": "count_rings", "seat": 4, "rings": 4})
    assert table.rings == [5, 5, 5, 4, 4]


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
            counted = table.play({"kind": "count_rings", "seat": seat, **rng.choice(ways)})
            assert counted.outcome.flags == ()


@pytest.mark.parametrize("told", [(12, 12), (12, 7), ((8, 0), (5, 0)), (10, (6, 4)), (0, 0, 3), ((7, 5), (6, 6), 0)])
def test_hands_that_no_box_can_deal_together_are_doubted(told: tuple[int | tuple[int, int], ...]) -> None:
    table = Table(4)
    for seat, one in enumerate(told):
        said = {"rings": one} if isinstance(one, int) else {"whole": one[0], "half": one[1]}
        counted = table.play({"kind": "count_rings", "seat": seat, **said}, anyway=True)
    assert [flag.clauses for flag in counted.outcome.flags] == [("LU-3", "LU-4")]


def by_numbers(left_over: int) -> Table:
    """Five players, four of them counted: one by numbers that are worth 5, with so many half rings left over."""
    table = Table(5)
    numbers = [*range(25, 30), *range(13, 13 + left_over), *range(1, 8 - left_over)]
    table.play({"kind": "count_rings", "seat": 0, "cards": numbers})
    for seat in (1, 2, 3):
        table.play({"kind": "count_rings", "seat": seat, "whole": 2, "half": 6})
    return table


@pytest.mark.parametrize(("left_over", "symbols"), [(0, (1, 5)), (1, (1, 6))])
def test_a_half_left_over_in_a_hand_of_numbers_is_told_by_no_doubt_to_anybody_but_its_owner(
    left_over: int, symbols: tuple[int, int]
) -> None:
    table = by_numbers(left_over)
    last = {"kind": "count_rings", "seat": 4, "whole": symbols[0], "half": symbols[1]}
    assert "LU-6" in table.doubted(last, 0)
    flag = table.play(last).outcome.flags[0]
    assert (flag.secrets_of, flag.is_own_secret) == (frozenset({0}), False)


def test_whoever_enters_the_numbers_is_told_that_their_halves_are_too_many() -> None:
    table, _ = by_symbols((8, 0), (8, 0), (0, 0))
    last = {"kind": "count_rings", "seat": 2, "cards": [*range(25, 33), 13, 1, 2, 3]}
    flag = table.play(last, anyway=True).outcome.flags[0]
    assert (flag.clauses, flag.secrets_of, flag.is_own_secret) == (("LU-3", "LU-6"), frozenset({2}), True)


def test_a_half_too_many_is_doubted_by_everybody_where_it_shows_without_the_numbers() -> None:
    table = Table(3)
    table.play({"kind": "count_rings", "seat": 0, "cards": [*range(25, 33), *range(1, 5)]})
    table.play({"kind": "count_rings", "seat": 1, "whole": 8, "half": 1})
    last = {"kind": "count_rings", "seat": 2, "whole": 8, "half": 0}
    assert table.doubted(last) == ("LU-3", "LU-6")


def test_a_number_in_two_hands_is_doubted_without_being_named_and_only_to_whoever_holds_both() -> None:
    table = Table(3)
    table.play({"kind": "count_rings", "seat": 0, "cards": [*range(20, 32)]})
    count = {"kind": "count_rings", "seat": 1, "cards": [31, *range(1, 12)]}
    assert table.doubted(count, 0, 1) == ("LU-1",)
    flag = table.play(count).outcome.flags[0]
    assert flag.secrets_of == {0, 1}
    assert "31" not in str(flag.text)
