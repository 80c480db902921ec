"""What a round is worth (LU-21 to LU-24) and who leads in open play (LU-40 to LU-42), as questions to the judge."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.rulings import Ruling
from companion.web.app.i18n import words
from tests.games.english import said, steps
from tests.games.land_unter.asking import judge
from tests.games.land_unter.second_model import leaders, points

OUT: dict[str, Any] = {"rings": 0, "level": None, "out": True}


def score(*seats: dict[str, Any]) -> Ruling:
    """The ruling on a round."""
    return judge("round-score", {"seats": list(seats)})


def kept(rings: int, level: int | None) -> dict[str, Any]:
    """A seat still in."""
    return {"rings": rings, "level": level}


def test_worked_example_six_the_lowest_water_is_shared_and_the_eliminated_lose_a_point() -> None:
    ruling = score(kept(3, 6), kept(0, 2), kept(1, 2), OUT)
    assert ruling.verdict == {"points": [3, 1, 2, -1], "bonus": [1, 2]}
    assert ruling.clauses == ("LU-21", "LU-22")


def test_worked_example_four_is_scored_with_two_out() -> None:
    assert score(OUT, OUT, kept(2, 9), kept(5, 1)).verdict == {"points": [-1, -1, 2, 6], "bonus": [3]}


def test_where_nobody_is_left_all_have_minus_one_and_there_is_no_bonus() -> None:
    ruling = score(OUT, OUT, OUT)
    assert ruling.verdict == {"points": [-1, -1, -1], "bonus": []}
    assert "LU-24" in ruling.clauses


SEATS = st.lists(
    st.one_of(st.just((0, None, True)), st.tuples(st.integers(0, 12), st.none() | st.integers(1, 12), st.just(False))),
    min_size=3,
    max_size=5,
).filter(lambda seats: all([seat[1] for seat in seats].count(level) < 3 for level in range(1, 13)))


@given(SEATS)
def test_points_agree_with_the_second_model(seats: list[tuple[int, int | None, bool]]) -> None:
    rings, level, out = ([seat[part] for seat in seats] for part in range(3))
    wanted, bonus = points(rings, level, out)  # type: ignore[arg-type]
    ruling = score(*({"rings": r, "level": w, "out": o} for r, w, o in seats))
    assert ruling.verdict == {"points": wanted, "bonus": bonus}
    kept_together = sum(r for r, _, o in seats if not o)
    assert sum(wanted) == kept_together + len(bonus) - sum(o for _, _, o in seats)


def test_three_seats_at_one_level_cannot_be_scored() -> None:
    with pytest.raises(IllegalMove) as caught:
        score(kept(1, 4), kept(1, 4), kept(1, 4))
    assert caught.value.clauses == ("LU-2",)


def lead(rings: list[int], losers: list[int], out: tuple[int, ...] = (), **options: bool | str) -> Ruling:
    """The ruling on who leads."""
    seats = [{"rings": count, "out": seat in out} for seat, count in enumerate(rings)]
    return judge("leader", {"seats": seats, "losers": losers}, **{"open_play": True, **options})


def test_most_rings_lead_the_first_trick() -> None:
    ruling = lead([3, 5, 4], [])
    assert ruling.verdict == {"candidates": [1]}
    assert ruling.clauses == ("LU-40",)
    assert steps(ruling) == ["S1 has the most rings (5)."]


def test_equal_rings_at_the_start_leave_it_to_the_table() -> None:
    ruling = lead([5, 3, 5], [])
    assert ruling.verdict == {"candidates": [0, 2]}
    assert "LU-42" in ruling.clauses
    assert steps(ruling) == ["S0, S2 have the most rings (5).", "You choose who leads: S0, S2."]


def test_the_left_neighbour_of_the_loser_leads() -> None:
    assert lead([3, 5, 4], [2]).verdict == {"candidates": [0]}
    assert lead([3, 5, 4], [0]).clauses == ("LU-41",)


def test_of_two_losers_the_left_neighbour_of_the_one_with_fewer_rings_leads() -> None:
    assert lead([3, 1, 4, 2], [1, 3]).verdict == {"candidates": [2]}


def test_two_losers_with_equal_rings_leave_it_to_the_table() -> None:
    ruling = lead([3, 2, 4, 2], [1, 3])
    assert ruling.verdict == {"candidates": [0, 2]}
    told = words(ruling.because[0].text, ("Ana", "Ben", "Cleo", "Dora"))
    assert told == "Ben and Dora lost a ring and have equally many left (2), so their left neighbours may lead."


def test_two_losers_with_equal_rings_and_the_same_left_neighbour_leave_nothing_to_pick() -> None:
    ruling = lead([3, 2, 0, 0, 1], [2, 3], out=(2, 3))
    assert ruling.verdict == {"candidates": [4]}


def test_an_eliminated_neighbour_is_passed_over() -> None:
    ruling = lead([3, 0, 4, 2], [0], out=(1,))
    assert ruling.verdict == {"candidates": [2]}
    assert "LU-42" in ruling.clauses


def test_who_gave_a_ring_lays_last_and_not_who_went_out() -> None:
    ruling = lead([0, 0, 4, 2], [0, 1], out=(1,))
    assert ruling.verdict == {"candidates": [2]}
    assert said(ruling.because[0].text) == "S1 had no ring to lose and doesn’t play last."
    assert lead([0, 4, 2, 3], [0, 2], out=(0,)).verdict == {"candidates": [3]}
    assert lead([0, 0, 2, 5, 4], [0, 1, 2], out=(0, 1)).verdict == {"candidates": [3]}


def test_where_nobody_gave_a_ring_those_who_went_out_are_the_losers() -> None:
    assert lead([0, 4, 0, 2, 3], [0, 2], out=(0, 2)).verdict == {"candidates": [1, 3]}


def test_at_a_table_that_plays_it_so_who_went_out_counts_first() -> None:
    ruling = lead([0, 0, 4, 2], [0, 1], out=(0,), lays_last="out")
    assert ruling.verdict == {"candidates": [1]}
    assert steps(ruling) == ["House rule: S0 is out, so the left neighbour leads."]


def test_who_leads_is_doubted_at_a_table_that_does_not_play_open_play() -> None:
    assert [flag.clauses for flag in lead([3, 5, 4], [], open_play=False).flags] == [("LU-11", "LU-40")]
    assert lead([3, 5, 4], []).flags == ()


def test_a_trick_in_which_somebody_is_out_has_losers() -> None:
    assert [flag.clauses for flag in lead([0, 5, 4], [], out=(0,)).flags] == [("LU-40", "LU-41")]


def test_nobody_leads_where_nobody_is_left() -> None:
    assert lead([0, 0, 0], [0, 1], out=(0, 1, 2)).verdict == {"candidates": []}
    assert lead([0, 0, 0], [], out=(0, 1, 2)).verdict == {"candidates": []}


@given(
    st.lists(st.tuples(st.integers(0, 4), st.booleans()), min_size=3, max_size=5).flatmap(
        lambda seats: st.tuples(st.just(seats), st.lists(st.integers(0, len(seats) - 1), max_size=5))
    )
)
def test_candidates_agree_with_the_second_model(case: tuple[list[tuple[int, bool]], list[int]]) -> None:
    seats, losers = case
    rings, out = [count for count, _ in seats], [gone for _, gone in seats]
    gone = tuple(seat for seat, is_out in enumerate(out) if is_out)
    rings = [0 if out[seat] else count for seat, count in enumerate(rings)]
    paid = [seat for seat in losers if not out[seat]]
    assert lead(rings, losers, gone).verdict == {"candidates": leaders(rings, out, paid or losers)}
    assert lead(rings, losers, gone, lays_last="out").verdict == {"candidates": leaders(rings, out, losers, "out")}


def test_a_loser_who_sits_nowhere_is_refused() -> None:
    for loser in (3, 5, -1):
        with pytest.raises(IllegalMove) as caught:
            lead([1, 2, 3], [loser])
        assert caught.value.clauses == ("LU-1",)


def test_losers_must_be_named_even_if_there_are_none() -> None:
    with pytest.raises(NotAMove) as caught:
        judge("leader", {"seats": [{"rings": 1}] * 3})
    assert caught.value.path == "facts.losers"
