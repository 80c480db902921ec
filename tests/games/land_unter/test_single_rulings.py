"""A ruling asked without a match is as careful as one within it: what cannot be, or was not said, is doubted."""

from typing import Any

import pytest

from companion.engine.errors import NotAMove
from companion.engine.rulings import Ruling
from companion.games.land_unter.game import GAME
from companion.match.judge import judge as judge_without_a_match
from tests.games.english import said
from tests.games.land_unter.asking import Table, judge

Seat = dict[str, Any]
Clauses = list[tuple[str, ...]]


def doubts(ruling: Ruling) -> Clauses:
    return [flag.clauses for flag in ruling.flags]


def seat(rings: int, level: int | None = None, *, out: bool = False) -> Seat:
    return {"rings": rings, "level": level, "out": out}


UNTOLD = {"rings": 3}
ROWS: tuple[tuple[tuple[str, ...], Seat, Clauses], ...] = (
    # Two were left before: nobody pays. With three, of whom one has no ring, the round goes on.
    (("loses",), {"seats": [seat(2, 12), seat(3, 4), seat(0, out=True)]}, [("LU-20",)]),
    (("loses",), {"seats": [seat(2, 12), seat(3, 4), seat(0)]}, []),
    # More rings than the box has, and rings of a player who is out.
    (("loses", "round-score"), {"seats": [seat(9, 1), seat(9, 2), seat(9, 3)]}, [("LU-1", "LU-3")]),
    (("loses", "round-score"), {"seats": [seat(2, 1), seat(1, out=True), seat(4, 3), seat(0)]}, [("LU-16",)]),
    (("loses", "round-score"), {"seats": [seat(8, 1), seat(8, 2), seat(8, 3)]}, []),
    (("leader",), {"seats": [{"rings": 9}] * 3, "losers": []}, [("LU-1", "LU-3")]),
    # Water that was not said is asked for, as long as two cards do not account for it.
    (("loses", "round-score"), {"seats": [UNTOLD] * 3}, [("LU-12", "LU-13")]),
    (("loses", "round-score"), {"seats": [seat(2, 5), UNTOLD, UNTOLD]}, [("LU-12", "LU-13")]),
    (("loses", "round-score"), {"seats": [seat(2, 5), seat(3, 5), UNTOLD]}, []),
    # So are cards.
    (("takes",), {"levels": [4, 9], "cards": {"0": 58, "1": 31}}, [("LU-11", "LU-20")]),
    (("takes",), {"levels": [4, 9], "cards": {"0": 58, "1": 31, "2": 12}}, []),
)
"""The questions, their facts, and for which clauses these are doubted."""


def test_what_cannot_be_or_was_not_said_is_doubted(subtests: pytest.Subtests) -> None:
    for names, facts, clauses in ROWS:
        for name in names:
            with subtests.test(name=name, facts=facts):
                assert doubts(judge(name, facts, open_play=True)) == clauses


def test_whole_rings_counted_by_numbers_are_told_to_nobody_else() -> None:
    table = Table(3)
    table.play("count_rings", seat=0, cards=[*range(1, 7), *range(25, 31)])
    flags = table.play("count_rings", seat=1, whole=7, half=0).flags
    assert [(flag.clauses, flag.secrets_of) for flag in flags] == [(("LU-3", "LU-4"), frozenset({0}))]


def test_what_no_table_can_show_is_doubted_when_it_says_how_things_stand() -> None:
    def stands(*seats: Seat, tricks: int = 2) -> Clauses:
        table = Table(3).count(3, 5, 4)
        standing = [{"score": 0, "dealt": 8, **one} for one in seats]
        outcome = table.play("stand_now", round_number=1, tricks_done=tricks, seats=standing, anyway=True)
        return [flag.clauses for flag in outcome.flags]

    assert stands(seat(7, 3), seat(7, 4), seat(8)) == []
    assert stands(seat(6, 3), seat(8), seat(8)) == [("LU-12", "LU-13")]
    assert stands(seat(8), seat(8), seat(8), tricks=0) == []
    high = [{"score": 0, "dealt": dealt, "rings": 1, "level": level} for dealt, level in ((12, 1), (12, 2), (0, 3))]
    assert ("LU-3", "LU-4") in stands(*high)


def test_nothing_is_claimed_of_rings_that_were_not_told() -> None:
    for rings, said_first in (
        (["", ""], "S0, S1 lose a ring each if they have one."),
        (["0", ""], "S0 is out. S1 loses a ring if they have one."),
        (["2", "2", "2", "2"], "S0, S1 lose a ring each."),
    ):
        known = [{"rings": [one]} if one else {} for one in (*rings, "", "")]
        seats = {str(at): {"level": [level], **known[at]} for at, level in enumerate(("12", "12", "9", "3"))}
        ruling = judge_without_a_match(GAME, GAME.ruling("loses"), {"seats": seats}, {}, as_text=True)
        assert (said(ruling.headline), ruling.is_partial) == (said_first, "" in rings)


def test_asking_who_leads_takes_open_play_for_played_unless_the_house_rules_say_otherwise() -> None:
    facts = {"seats": [{"rings": rings} for rings in (2, 5, 3)], "losers": []}
    kind = GAME.ruling("leader")
    assert doubts(judge_without_a_match(GAME, kind, facts, {})) == []
    assert doubts(judge_without_a_match(GAME, kind, facts, {"open_play": False})) == [("LU-11", "LU-40")]


def test_of_a_hand_the_cards_without_rings_need_not_be_told_to_a_page() -> None:
    kind = GAME.ruling("rings")
    told = judge_without_a_match(GAME, kind, {"cards": ["13", "25", "26", "40"]}, {}, as_text=True)
    assert told.verdict == {"half_units": 6, "rings": 3}
    with pytest.raises(NotAMove):
        judge_without_a_match(GAME, kind, {"cards": [13, 25, 26, 40]}, {})
