"""People leave, come back and join in the middle of a game: however they do, sums, the deal and the ranking stay right."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.engine.errors import IllegalMove
from companion.engine.game import Setup
from companion.games.own_game.joining import with_newcomers
from companion.games.own_game.moves import CarryOn, ComeBack, Fill, Gone, Leave, Points
from companion.games.own_game.play import play
from companion.games.own_game.state import State

FIGURES = st.integers(0, 30)
STEPS = st.lists(
    st.tuples(st.sampled_from(["points", "points", "one", "leave", "back"]), st.integers(0, 3), FIGURES), max_size=30
)


def begun(seats: int = 4, **how: Any) -> State:
    """A match of points, most win, until the table stops."""
    return State(Setup(seats, {"sheet": json.dumps({"name": "x", "writes": "points", "dealer": True, **how})}))


def tried(state: State, move: Any) -> State:
    """What a move leads to; the same state where it is refused."""
    try:
        return play(state, move).state
    except IllegalMove:
        return state


def move_of(state: State, kind: str, seat: int, figure: int) -> Any:
    """The move of a step: points of all who are there, of one of them, or somebody who leaves or comes back."""
    if kind == "leave":
        return Leave(seat, counts=figure % 2 == 0)
    if kind == "back":
        return ComeBack(seat)
    there = [one for one in range(state.setup.seats) if one not in state.gone]
    return Points({one: figure + one for one in there} if kind == "points" else {seat: figure})


@given(STEPS)
def test_every_total_is_what_was_entered_in_the_rounds_that_are_over(steps: list[tuple[str, int, int]]) -> None:
    state, entered = begun(), dict[int, int]()
    totals = [0] * 4
    for step in steps:
        move = move_of(state, *step)
        after = tried(state, move)
        if isinstance(move, Points) and after != state:
            entered.update({seat: int(one) for seat, one in move.points.items()})
        entered = {seat: one for seat, one in entered.items() if seat not in after.gone}
        if after.played > state.played:
            totals = [had + entered.get(seat, 0) for seat, had in enumerate(totals)]
            entered = {}
        state = after
        assert state.entered == entered
        assert [*state.scores] == totals
        assert state.dealer is not None
        assert state.dealer not in state.gone
        assert not {*state.missing} & state.gone.keys()
        assert len(state.gone) < 4


@given(STEPS)
def test_who_has_left_without_points_that_count_is_ranked_behind_all_others(steps: list[tuple[str, int, int]]) -> None:
    state = begun()
    for step in steps:
        state = tried(state, move_of(state, *step))
    ranks = state.ranks
    behind = {seat for seat, one in state.gone.items() if not one.counts}
    ahead = sorted({0, 1, 2, 3} - behind, key=lambda seat: -state.scores[seat])
    assert [ranks[seat] for seat in ahead] == sorted(ranks[seat] for seat in ahead)
    assert {ranks[seat] for seat in behind} <= {len(ahead) + 1}


@given(STEPS, st.permutations([0, 1, 2, 3, None]), FIGURES)
def test_a_game_that_goes_on_with_a_newcomer_holds_what_it_held(
    steps: list[tuple[str, int, int]], order: list[int | None], points: int
) -> None:
    state = begun()
    for step in steps:
        state = tried(state, move_of(state, *step))
    after, whole = begun(5), play(begun(5), with_newcomers(state, order, points)).state
    for move in state.entries_with_newcomers(order, points):
        after = play(after, move).state
    assert (after.scores, after.dealer, after.entered) == (whole.scores, whole.dealer, whole.entered)
    assert after.played == state.played
    assert {order[seat]: one for seat, one in after.entered.items()} == state.entered
    assert [after.scores[new] for new, old in enumerate(order) if old is not None] == [
        state.scores[old] for old in order if old is not None
    ]
    new = order.index(None)
    assert (after.scores[new], after.joined[new]) == (points, state.played + 1)
    assert after.dealer is not None
    assert order[after.dealer] == state.dealer
    assert {order[seat] for seat in after.gone} == state.gone.keys()


def test_rounds_before_someone_joined_are_entries_that_wait_for_no_one_who_was_not_there() -> None:
    state = begun()
    for move in (Points({0: 4, 1: "3+2", 2: 6, 3: 7}), Leave(3), Points({0: 1, 1: 2, 2: 3}), Points({2: 9}, seat=2)):
        state = play(state, move).state
    first, *rest = state.entries_with_newcomers([0, None, 1, 2, 3], 10)
    assert isinstance(first, CarryOn)
    assert (first.carried, first.joined, first.rounds) == ((0, 10, 0, 0, 0), {1: 3}, ())
    assert rest == [Points({0: 4, 2: "3+2", 3: 6, 4: 7}), Points({0: 1, 2: 2, 3: 3}), Points({3: 9}, seat=3)]
    now, dealers = play(begun(5), first).state, list[int | None]()
    for move in rest:
        dealers.append(now.dealer)
        assert 1 not in {seat for side in now.playing for seat in side} or now.played == 2
        now = play(now, move).state
    assert (dealers, now.missing) == ([0, 2, 3], (0, 1, 2)), "the deal passes over who was not there"
    nobody = CarryOn((0, 0, 0), {2: 3}, gone={0: Gone(0, counts=True), 1: Gone(0, counts=True)})
    assert play(begun(3), nobody).state.dealer is None


def test_rows_of_every_round_and_a_pad_are_entries_too_where_someone_joins() -> None:
    rows = [{"name": "Bid"}, {"name": "Tricks"}]
    state = play(begun(2, writes="rows", rows=rows), Fill({0: {0: 1, 1: 2}, 1: {0: 3, 1: 4}})).state
    state = play(state, Fill({1: {0: 5}})).state
    assert state.entries_with_newcomers([0, 1, None], 0)[1:] == (
        Fill({0: {0: 1, 1: 2}, 1: {0: 3, 1: 4}}),
        Fill({1: {0: 5}}, seat=1),
    )
    pad = play(begun(2, writes="pad", rows=rows, dealer=False), Fill({0: {0: 1}})).state
    assert pad.entries_with_newcomers([None, 0, 1], 0)[1:] == (Fill({1: {0: 1}}, seat=1),)


def test_what_fell_back_from_an_exact_score_goes_on_as_one_entry() -> None:
    state = play(begun(2, ends="target", at=50, back_to=25), Points({0: 12, 1: 60})).state
    assert state.entries_with_newcomers([0, 1, None], 0) == (with_newcomers(state, [0, 1, None], 0),)


def test_the_deal_skips_who_has_left_and_no_one_deals_twice() -> None:
    state = begun(wins="most")
    dealers = [state.dealer]
    for gone in (None, 2, None, None):
        if gone is not None:
            state = play(state, Leave(gone)).state
        there = [seat for seat in range(4) if seat not in state.gone]
        state = play(state, Points(dict.fromkeys(there, 1))).state
        dealers.append(state.dealer)
    assert dealers == [0, 1, 3, 0, 1]
