"""What a round is worth (LU-21 to LU-24) and who leads in open play (LU-40 to LU-42), as questions to the judge."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.errors import NotAMove
from companion.engine.rulings import Ruling
from tests.games.english import steps
from tests.games.land_unter.asking import ASKED, judge
from tests.games.land_unter.second_model import leaders, points

OUT: dict[str, Any] = {"rings": 0, "level": None, "out": True}


def score(*seats: dict[str, Any]) -> Ruling:
    return judge("round-score", {"seats": list(seats)})


def kept(rings: int, level: int | None) -> dict[str, Any]:
    return {"rings": rings, "level": level}


def test_worked_examples_six_and_four_the_lowest_water_is_shared_and_the_eliminated_lose_a_point() -> None:
    ruling = score(kept(3, 6), kept(0, 2), kept(1, 2), OUT)
    assert (ruling.verdict, ruling.clauses) == ({"points": [3, 1, 2, -1], "bonus": [1, 2]}, ("LU-21", "LU-22"))
    assert score(OUT, OUT, kept(2, 9), kept(5, 1)).verdict == {"points": [-1, -1, 2, 6], "bonus": [3]}


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


def lead(rings: list[int], losers: list[int], out: tuple[int, ...] = (), **options: bool | str) -> Ruling:
    seats = [{"rings": count, "out": seat in out} for seat, count in enumerate(rings)]
    return judge("leader", {"seats": seats, "losers": losers}, **{"open_play": True, **options})


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


LEFT = [{"rings": 3}, {"rings": 0}, {"rings": 1}, {"rings": 0, "out": True}]
"""How many rings each of four has left."""
REFUSED: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("round-score", {"seats": [kept(1, 4)] * 3}, "LU-2"),
    *(("leader", {"seats": LEFT[:3], "losers": [loser]}, "LU-1") for loser in (3, 5, -1)),
    ("round-score", {"kept": LEFT, "lowest": []}, "LU-20 LU-22"),
    ("round-score", {"kept": LEFT, "lowest": [3]}, "LU-16 LU-23"),
    ("round-score", {"kept": LEFT, "lowest": [7]}, "LU-1"),
)


@pytest.mark.parametrize(("name", "facts", "clauses"), REFUSED)
def test_what_no_table_shows_is_refused_by_its_clause(name: str, facts: dict[str, Any], clauses: str) -> None:
    assert ASKED.refused(name, facts).clauses == (*clauses.split(),)


def test_losers_must_be_named_even_if_there_are_none() -> None:
    with pytest.raises(NotAMove) as caught:
        judge("leader", {"seats": [{"rings": 1}] * 3})
    assert caught.value.path == "facts.losers"


def test_nobody_leads_where_nobody_is_left() -> None:
    assert lead([0, 0, 0], [0, 1], out=(0, 1, 2)).verdict == {"candidates": []}
    assert lead([0, 0, 0], [], out=(0, 1, 2)).verdict == {"candidates": []}


def test_a_round_is_scored_by_who_shows_the_lowest_water_as_by_all_water() -> None:
    told = judge("round-score", {"kept": LEFT, "lowest": [2, 1]})
    assert told.verdict == score(kept(3, 6), kept(0, 2), kept(1, 2), OUT).verdict
    assert steps(told)[-1].startswith("S1, S2 share the lowest water")
