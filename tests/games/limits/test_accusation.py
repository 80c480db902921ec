"""Who broke the limit (LI-20 to LI-24), as a question to the judge."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.limits.asking import CARD, judge, not_judged, said, steps
from tests.games.limits.second_model import guilty

ANA, BEN, CLEO, DORA = range(4)


def counted(printed: int | str, hidden: int, in_pile: int) -> dict[str, Any]:
    return {"printed": printed, "hidden": hidden, "counted": in_pile}


def pile(*cards: str) -> list[dict[str, Any]]:
    """A pile from words like "0 yellow" or, for an exchange, "3 green 2"."""
    laid = [card.split() for card in cards]
    return [{"seat": int(one[0]), "colour": one[1], "cards": int((one[2:] or ["1"])[0])} for one in laid]


def logged(cards: list[dict[str, Any]], accused: int, accuser: int = 5, **hidden: list[str]) -> dict[str, Any]:
    """The facts of a logged pile with the usual limit card; hidden cards as s0=["yellow"]."""
    return {
        "limit": CARD,
        "hidden": {seat[1:]: colours for seat, colours in hidden.items()},
        "pile": cards,
        "accuser": accuser,
        "accused": accused,
    }


def test_worked_example_three_who_laid_the_second_of_three_is_not_guilty() -> None:
    facts = logged(pile("0 yellow", "1 yellow", "2 yellow"), BEN, accuser=DORA, s0=["yellow"])
    verdict = judge("accusation", facts).verdict
    assert verdict["guilty"] is False
    assert (verdict["colour"], verdict["hidden"], verdict["allowed"], verdict["counted"]) == ("yellow", 1, 2, 2)
    assert judge("accusation", {**facts, "accused": CLEO}).verdict["guilty"] is True


def test_worked_example_four_an_x_is_never_guilty() -> None:
    verdict = judge("accusation", logged(pile(*["0 blue"] * 12), ANA)).verdict
    assert (verdict["guilty"], verdict["allowed"], verdict["counted"]) == (False, None, 12)


def test_worked_example_five_both_cards_of_an_exchange_count() -> None:
    facts = logged(pile("0 green", "1 green", "2 red", "3 green 2"), DORA, s0=["red"], s1=["blue"])
    verdict = judge("accusation", facts).verdict
    assert (verdict["guilty"], verdict["allowed"], verdict["counted"]) == (True, 3, 4)


@pytest.mark.parametrize("printed", [*range(10), "X"])
def test_a_count_is_judged_like_cards_used_up_one_by_one(printed: int | str) -> None:
    for hidden in range(7):
        for in_pile in range(13):
            verdict = judge("accusation", counted(printed, hidden, in_pile)).verdict
            assert verdict["guilty"] is guilty(printed, hidden, in_pile)


FULL = pile(*["1 red"] * 58)
"""With two hidden ones all the cards there are."""


@pytest.mark.parametrize(
    ("facts", "clause"),
    [
        (logged(pile("0 red"), ANA, accuser=ANA), "LI-20"), (logged(pile("0 red"), BEN), "LI-20"),
        (logged([], BEN), "LI-20"), (counted(10, 0, 1), "LI-4"),
        ({**logged(pile("0 red"), ANA), "limit": {"red": -1}}, "LI-4"), (logged(pile("0 red 3"), ANA), "LI-15"),
        (logged(pile("0 red 0"), ANA), "LI-15"), (counted(1, -1, 2), "LI-1"), (counted(1, 1, 60), "LI-1"),
        (logged(FULL, BEN, s0=["red"] * 3), "LI-1"), (logged([*FULL, *FULL], BEN), "LI-1"),
    ],
)  # fmt: skip
def test_what_no_table_can_show_is_refused_by_its_clause(facts: dict[str, Any], clause: str) -> None:
    assert not_judged(facts).clauses == (clause,)


def test_a_colour_the_limit_card_leaves_out_shows_nought() -> None:
    assert judge("accusation", {**logged(pile("0 red"), ANA), "limit": {"blue": 4}}).verdict["allowed"] == 0


def doubts(facts: dict[str, Any], **options: str) -> list[tuple[str, ...]]:
    return [flag.clauses for flag in judge("accusation", facts, **options).flags]


BLUE = {f"s{seat}": ["blue"] for seat in range(4)}
"""What each of four has hidden."""
TWO_EACH = {"s0": ["blue"] * 2, "s1": ["blue"] * 2}
TWELVE = pile(*["0 red"] * 12)
EXCHANGED = pile(*["0 red 2"] * 6, "1 blue")
IN_TURN = pile("0 red", "1 red")
UNNAMED = {**logged(pile("0 red"), ANA, BEN, **TWO_EACH), "limit": {"blue": 4}}


@pytest.mark.parametrize(
    ("facts", "clauses"),
    [
        (counted(9, 3, 10), [("LI-1",)]),
        (counted(9, 3, 9), []),
        (logged(TWELVE, ANA, BEN, s0=["blue"] * 2, s1=["red", "blue"]), [("LI-1",)]),
        (logged(TWELVE, ANA, BEN, **TWO_EACH), []),
        (logged(EXCHANGED, BEN, CLEO, s0=["blue"], s1=["red"], s2=["blue"]), [("LI-1",)]),
        (counted(1, 7, 2), [("LI-10",)]),
        (counted(1, 6, 2), []),
        (counted(1, 1, 0), [("LI-22",)]),
        (logged(pile("0 red", "2 red"), CLEO, ANA, s0=["blue"], s1=["red", "red"], s2=["blue"]), [("LI-10",)]),
        (logged(pile("0 red", "1 red", "0 red"), ANA, BEN, s0=["blue", "red"], s1=["red", "red"]), []),
        (logged(pile("0 red"), ANA, BEN, s0=["blue", "red"], s1=["red", "red", "blue"]), [("LI-10",)]),
        (UNNAMED, [("LI-4",)]),
        ({**UNNAMED, "limit": {"red": 0}}, []),
        (logged(IN_TURN, ANA, CLEO, **BLUE), []),
        (logged(IN_TURN, ANA, DORA, **BLUE), [("LI-13", "LI-20")]),
        (logged(IN_TURN, ANA, BEN, **BLUE), [("LI-13", "LI-20")]),
        (logged(IN_TURN, BEN, ANA, s0=[], s1=[], s2=[]), [("LI-13", "LI-20")]),
        (logged(pile("1 red", "2 red"), BEN, ANA, s0=["blue"], s1=["blue"], s2=["blue"]), []),
    ],
)
def test_what_can_hardly_be_is_judged_and_doubted(facts: dict[str, Any], clauses: list[tuple[str, ...]]) -> None:
    assert doubts(facts) == clauses


def test_where_anybody_may_accuse_at_any_time_no_turn_is_doubted() -> None:
    assert doubts(logged(IN_TURN, ANA, DORA, **BLUE), accuse_when="any") == []


@given(st.lists(st.sampled_from([1, 1, 1, 2]), min_size=1, max_size=12), st.integers(0, 3))
def test_a_pile_is_doubted_just_when_twelve_cards_cannot_have_been_played_so(cards: list[int], hidden: int) -> None:
    """Of an exchange all four cards are in hand at once, though only two of them stay on the pile."""
    free, is_possible = 12 - hidden, True
    for played in cards:
        is_possible = is_possible and free >= (4 if played == 2 else 1)
        free -= played
    laid = pile(*[f"0 red {played}" for played in cards], "1 blue")
    each = {f"s{seat}": ["red" if seat < hidden else "blue"] for seat in range(3)}
    assert doubts(logged(laid, BEN, CLEO, **each)) == ([] if is_possible else [("LI-1",)])


def test_at_a_table_that_allows_only_the_player_before_another_is_doubtful() -> None:
    facts = logged(pile("0 violet", "1 red"), ANA, CLEO, s0=["blue"], s1=["blue"], s2=["blue"])
    assert doubts(facts, accuse="previous") == [("LI-20",)]
    assert doubts({**facts, "accused": BEN}, accuse="previous") == []
    assert doubts(facts, accuse="anyone") == []
    assert judge("accusation", facts, accuse="previous").verdict["guilty"] is True


def test_hidden_cards_that_nobody_named_are_doubted_and_not_said_to_be_none() -> None:
    blue = ["blue"]
    for laid, hidden, who in (
        ("0 violet", {}, "S0, S1"),
        ("0 violet", {"1": ["red"]}, "S0, S1"),
        ("0 red", {"0": blue, "1": blue, "3": blue}, "S2"),
        ("0 red", {"0": blue, "1": blue}, "S0, S1"),
    ):
        ruling = judge("accusation", {**logged(pile(laid), ANA, BEN), "hidden": hidden})
        [flag] = ruling.flags
        told = f"Enter all of {who}’s hidden cards. They may raise the limit."
        assert (flag.clauses, said(flag.text)) == (("LI-10", "LI-11"), told)
        assert "No one hid a card of this colour." not in steps(ruling)
    assert judge("accusation", {k: v for k, v in logged(pile("0 violet"), ANA, BEN).items() if k != "hidden"}).flags
    known = judge("accusation", logged(pile("0 violet"), ANA, BEN, s0=["red", "blue"], s1=["red", "red"]))
    assert (known.flags, "No one hid a card of this colour." in steps(known)) == ((), True)
