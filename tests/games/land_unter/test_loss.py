"""Who loses a ring, who is out, whether the round ends (LU-13 to LU-20), as a question to the judge."""

from dataclasses import replace
from itertools import product
from typing import Any, TypeAlias

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.engine.rulings import Ruling
from companion.games.land_unter.rules import sentences as says
from companion.games.land_unter.rules.loss import loses
from companion.games.land_unter.rules.state import Player
from tests.games.land_unter.asking import judge
from tests.games.land_unter.second_model import DEFAULTS, OPTIONS, lose

Seat: TypeAlias = tuple[int, int | None]
OUT: Seat = (-1, None)
IF_LEFT = says.PAYS_IF_LEFT.text.message
CHOICES = [dict(zip(OPTIONS[:3], values, strict=True)) for values in product((False, True), repeat=3)]


def ask(*seats: Seat, **options: bool) -> Ruling:
    return judge("loses", {"seats": [facts(*seat) for seat in seats]}, **options)


def facts(rings: int, level: int | None) -> dict[str, Any]:
    """One seat as JSON."""
    return {"rings": 0, "out": True} if rings < 0 else {"rings": rings, "level": level}


def after(ruling: Ruling) -> list[Any]:
    seats = ruling.verdict["seats"]
    assert isinstance(seats, list)
    return [OUT if seat["out"] else (seat["rings"], seat["level"]) for seat in seats if isinstance(seat, dict)]


EXAMPLES: dict[str, tuple[tuple[Seat, ...], dict[str, bool], dict[str, int], list[Seat], bool]] = {
    "1: who took the higher water": (((3, 4), (3, 9), (3, None)), {}, {"1": 1}, [(3, 4), (2, 9), (3, None)], False),
    "2: old water that is still highest": (((2, 11), (2, 3), (2, 5)), {}, {"0": 1}, [(1, 11), (2, 3), (2, 5)], False),
    "3: of two tied one is out, the other has paid": (
        ((0, 12), (2, 12), (1, 9), (4, 3)), {}, {"1": 1}, [OUT, (1, 12), (1, 9), (4, 3)], False),
    "3, to the letter: the survivor pays again": (
        ((0, 12), (2, 12), (1, 9), (4, 3)), {"tie_survivor_pays_again": True}, {"1": 2}, [OUT, (0, 12), (1, 9), (4, 3)], False),
    "4: the chain asks the next level, and the round ends": (
        ((0, 12), (0, 9), (3, 9), (5, 1)), {}, {"2": 1}, [OUT, OUT, (2, 9), (5, 1)], True),
    "4, without the chain: nobody else is asked": (
        ((0, 12), (0, 9), (3, 9), (5, 1)), {"chain": False}, {}, [OUT, (0, 9), (3, 9), (5, 1)], False),
    "5: two left end the round before the chain runs": (((0, 10), (2, 8), (1, None)), {}, {}, [OUT, (2, 8), (1, None)], True),
    "5, with one more run: the next pays first": (
        ((0, 10), (2, 8), (1, None)), {"pay_before_early_end": True}, {"1": 1}, [OUT, (1, 8), (1, None)], True),
    "two tied lose a ring each": (((1, 12), (2, 12), (3, 11)), {}, {"0": 1, "1": 1}, [(0, 12), (1, 12), (3, 11)], False),
}  # fmt: skip
"""The worked examples: seats, house rules; who pays what, how they stand then, and whether the round is over."""


@pytest.mark.parametrize(("seats", "options", "pays", "stand", "is_over"), EXAMPLES.values(), ids=EXAMPLES)
def test_worked_examples(
    seats: tuple[Seat, ...], options: dict[str, bool], pays: dict[str, int], stand: list[Seat], is_over: bool
) -> None:
    ruling = ask(*seats, **options)
    assert (ruling.verdict["pays"], ruling.verdict["round_over"], after(ruling)) == (pays, is_over, stand)
    assert ruling.verdict["out"] == [seat for seat, one in enumerate(stand) if one == OUT]


def test_the_ruling_rests_on_every_clause_it_went_by() -> None:
    assert {"LU-14", "LU-15", "LU-16", "LU-17", "LU-20"} <= set(ask((0, 12), (0, 9), (3, 9), (5, 1)).clauses)


SEATS = st.lists(
    st.one_of(st.just(OUT), st.tuples(st.integers(0, 2), st.none() | st.integers(1, 6))), min_size=3, max_size=5
).filter(lambda seats: all([level for _, level in seats].count(one) < 3 for one in range(1, 7)))


@given(SEATS, st.sampled_from(CHOICES))
@example([(0, 12), (1, 12), (0, 9), (0, 9), (1, 1)], {**DEFAULTS, "tie_survivor_pays_again": True})
@example([(0, 6), (0, 5), (0, 4), (0, 3), (0, 2)], {**DEFAULTS, "pay_before_early_end": True})
@example([(0, 6), (1, 6), (0, 4)], {**DEFAULTS, "pay_before_early_end": True, "tie_survivor_pays_again": True})
def test_the_loss_agrees_with_the_loop_of_the_law(seats: list[Seat], options: dict[str, bool]) -> None:
    rings = [max(count, 0) for count, _ in seats]
    level, out = [water for _, water in seats], [seat == OUT for seat in seats]
    _, paid, gone = lose(rings, level, out, options)
    verdict = ask(*seats, **options).verdict
    assert verdict["pays"] == {str(seat): amount for seat, amount in paid.items()}
    assert verdict["out"] == gone
    assert verdict["round_over"] is (out.count(False) <= 2)
    assert verdict["seats"] == [
        {"rings": rings[seat], "level": level[seat], "out": out[seat]} for seat in range(len(seats))
    ]


@given(SEATS, st.sampled_from(CHOICES), st.sets(st.integers(0, 4)))
@example([(0, 6), (0, 6), (1, 4), (1, 2)], {**DEFAULTS, "tie_survivor_pays_again": True}, {1, 2, 3})
def test_what_is_said_lacking_rings_always_holds(seats: list[Seat], options: dict[str, bool], untold: set[int]) -> None:
    players = tuple(Player(max(count, 0), level, (count, level) == OUT) for count, level in seats)
    known = tuple(
        player if player.out or seat not in untold else replace(player, rings=None)
        for seat, player in enumerate(players)
    )
    said, whole = loses(known, options).ruling, loses(players, options).ruling
    if said.is_partial:
        assert {step for step in said.because if step.text.message != IF_LEFT} <= {*whole.because}
    else:
        assert said.because == whole.because
