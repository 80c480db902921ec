"""Tricks at a match: whole, piece by piece, doubtful and refused (LU-2, LU-10 to LU-20, LU-32)."""

from companion.engine.journal import Amended
from companion.engine.timeline import attempt
from companion.games.land_unter.game import GAME
from tests.games.land_unter.asking import Move, Table, lay, read, trick
from tests.games.table import Row, doubt, otherwise, refusal

PIECES: list[Move] = [{"kind": "levels", "levels": [4, 9]}, lay(0, 58), lay(1, 31), lay(2, 12)]


def at_a_trick() -> Table:
    return Table(3).count(3, 3, 3)


def out() -> Table:
    table = Table(4, chain=False).count(0, 2, 2, 6)
    return table.take((3, 9), 3, 2, anyway=True).take((5, 12), 1, 0, anyway=True)


def two_sevens() -> Table:
    return Table(3).count(6, 6, 6).take((7, 7), 0, 1)


def played() -> Table:
    return Table(3).count(6, 6, 6).trick((1, 2), 58, 31, 12)


def by_numbers() -> Table:
    """The first has counted whole rings by their numbers, 25 to 30, and six cards below them."""
    table = Table(3).then("count_rings", seat=0, cards=[*range(25, 31), *range(1, 7)])
    return table.then("count_rings", seat=1, rings=4).then("count_rings", seat=2, rings=4)


def next_round() -> Table:
    table = Table(4).count(6, 6, 6, 6)
    for number in range(12):
        table.trick(
            (number + 1, number + 1), *[4 * number + 1 + place for place in range(4)][:: -1 if number % 2 else 1]
        )
    assert table.state.round == 1
    return table


ROWS: dict[str, Row] = {
    "water below the lowest": (at_a_trick, trick((0, 9), 0, 1), "refused LU-2: Enter 1 to 12, not 0."),
    "water above the highest": (at_a_trick, trick((4, 13), 0, 1), "refused LU-2"),
    "one who played both cards": (at_a_trick, trick((4, 9), 0, 0), "refused LU-11 LU-12: Choose 2 different players."),
    "one who does not sit there": (at_a_trick, trick((4, 9), 3, 0), "refused LU-1"),
    "a card above the highest": (at_a_trick, trick((4, 9), cards=(61, 3, 4)), "refused LU-1: Enter 1 to 60, not 61."),
    "a card below the lowest": (at_a_trick, trick((4, 9), cards=(0, 3, 4)), "refused LU-1"),
    "a card too few": (at_a_trick, trick((4, 9), cards=(60, 3)), "refused LU-11: Enter a weather card for S2."),
    "no cards": (at_a_trick, trick((4, 9), cards=()), "refused LU-11"),
    "a card too many": (at_a_trick, trick((4, 9), cards=(60, 3, 4, 5)), "refused LU-1"),
    "a piece of water below the lowest": (at_a_trick, {"kind": "levels", "levels": [0, 1]}, "refused LU-2"),
    "a piece above the highest card": (at_a_trick, lay(0, 61), "refused LU-1"),
    "a piece of one who does not sit there": (at_a_trick, lay(3, 6), "refused LU-1"),
    "a leader of cards face down": (at_a_trick, {"kind": "lead", "seat": 0}, "refused LU-11 LU-40"),
    "a second card of the same player": (lambda: at_a_trick().then(**PIECES[1]), lay(0, 57), "refused LU-11"),
    "the lower water for one who is out": (out, trick((1, 2), 0, 1), "refused LU-16: S0 is out of this round."),
    "the higher water for one who is out": (out, trick((1, 2), 1, 0), "refused LU-16"),
    "cards of which one is of one who is out": (out, trick((1, 2), cards=(9, 30, 20, 10)), "refused LU-16"),
    "a card of one who is out": (out, lay(0, 9), "refused LU-16"),
    "a third card of a level": (two_sevens, trick((3, 7), 0, 1), "doubted LU-2 LU-7: Only two cards show the 7."),
    "a third card of a level as a piece": (two_sevens, {"kind": "levels", "levels": [7, 3]}, "doubted LU-2 LU-7"),
    "a trick over cards played alone": (lambda: at_a_trick().then(**lay(1, 58)), trick((3, 4), 0, 1),
        "asked LU-11: The card of S1 is dropped."),
    "a card played twice in a round": (played, trick((3, 4), cards=(58, 32, 13)),
        "doubted LU-1 LU-19: The 58 has already been played."),
    "a card of the own played twice": (played, lay(0, 58), "asked LU-1 LU-19"),
    "a card of another's played twice": (played, lay(1, 58), "asked LU-1 LU-19 LU-32"),
    "open cards that do not fit a count": (by_numbers, trick((4, 9), cards=(26, 25, 60)),
        "doubted LU-32: The 25 isn’t in S1’s hand."),
    "a thirteenth number of one hand": (next_round, lay(1, 60), "asked LU-32"),
}  # fmt: skip


def test_what_no_trick_can_be_is_refused_and_what_the_box_cannot_hold_doubted() -> None:
    assert otherwise(ROWS) == {}


def test_a_third_card_of_a_level_in_a_round_may_be_recorded() -> None:
    assert two_sevens().take((3, 7), 0, 1, anyway=True).state.times_seen(7) == 3


def test_two_with_the_same_card_are_told_so_when_the_trick_is_complete_and_not_which_card() -> None:
    table = at_a_trick().then(**PIECES[0]).then(**PIECES[1]).then(**lay(1, 58))
    refused = refusal(GAME, table.state, read(PIECES[3], 3))
    assert refused.clauses == ("LU-1", "LU-11")
    assert "58" not in str(refused.reasons)


def test_a_card_face_down_that_does_not_fit_a_count_is_doubted_to_whoever_knows_both() -> None:
    table = by_numbers()
    for seats, move in (({0, 1}, lay(1, 25)), ({0}, lay(0, 58))):
        assert doubt(GAME, table.state, read(move, 3), seats=frozenset(seats)).clauses == ("LU-32",)
    assert dict(table.then(**lay(1, 25)).then(**lay(0, 58)).state.laid) == {0: 58, 1: 25}


def doubts(table: Table, seat: int, card: int) -> list[tuple[tuple[str, ...], set[int]]]:
    """What is doubtful about a card face down: the clauses, and on whose secrets it rests."""
    outcome = attempt(GAME, table.state, read(lay(seat, card), 3), anyway=True)
    return [(flag.clauses, {*flag.secrets_of}) for flag in outcome.flags]


def test_a_hand_counted_by_its_numbers_is_judged_by_them_alone() -> None:
    table = Table(3)
    for seat, first in ((0, 1), (1, 12), (2, 23)):  # the 12 and the 23 are in two hands
        table.play("count_rings", seat=seat, cards=[*range(first, first + 12)], anyway=True)
    assert doubts(table, 1, 12) == doubts(table, 1, 23) == []
    assert doubts(table, 1, 5) == doubts(table, 1, 60) == [(("LU-32",), {1})]


def test_what_is_doubtful_about_a_card_face_down_rests_on_whoever_laid_it_too() -> None:
    table = by_numbers()
    assert doubts(table, 1, 25) == [(("LU-32",), {0, 1})]
    assert doubts(table.trick((1, 2), 26, 58, 12), 2, 58) == [(("LU-1", "LU-19"), {2}), (("LU-32",), {2})]


def test_the_card_of_a_player_can_be_corrected() -> None:
    table = at_a_trick().then(**PIECES[1])
    table.timeline.add(Amended(((3, read(lay(0, 57))),)))
    for piece in (PIECES[0], PIECES[2], PIECES[3]):
        table.play(**piece)
    assert table.view()["last_trick"]["cards"]["0"] == 57
    assert {3, 4} & table.timeline.revealed == {4}
