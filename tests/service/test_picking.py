"""Who starts: by age, which is kept only as an order, by lot, in turn, or as agreed; and who sits next to whom."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.errors import IllegalMove, NotAMove
from companion.service.errors import NotAllowed, Unknown
from companion.service.picking import Picked, Picking, Started, following, moved
from tests.service.conftest import Round


def test_people_sit_as_they_were_named_until_somebody_is_moved(four: Round) -> None:
    assert four.picking.order(four.table) == (0, 1, 2, 3)
    four.picking.shift(four.table, four.host, 3, -1)
    assert four.picking.order(four.table) == (0, 1, 3, 2)
    four.picking.shift(four.table, four.host, 2, 1)
    assert four.picking.order(four.table) == (2, 0, 1, 3)


def test_who_comes_later_sits_after_the_others_and_who_left_keeps_the_place(four: Round) -> None:
    four.picking.shift(four.table, four.host, 3, -3)
    four.tables.note_left(four.table, four.host, 1, has_left=True)
    four.tables.add(four.table, four.host, "Late")
    assert four.picking.order(four.table) == (3, 0, 1, 2, 4)
    four.picking.shift(four.table, four.host, 4, -1)
    assert four.picking.order(four.table) == (3, 0, 1, 4, 2)
    four.picking.shift(four.table, four.host, 4, -1)
    assert four.picking.order(four.table) == (3, 4, 1, 0, 2)


@given(st.permutations(range(6)), st.integers(0, 5), st.integers(-9, 9))
def test_moving_somebody_loses_nobody_and_leaves_the_others_in_their_order(
    seats: list[int], seat: int, steps: int
) -> None:
    after = moved(seats, seat, steps)
    assert sorted(after) == sorted(seats)
    assert [one for one in after if one != seat] == [one for one in seats if one != seat]
    assert after.index(seat) == (seats.index(seat) + steps) % 6


def test_only_the_host_says_who_sits_where_or_how_old_anybody_is(four: Round) -> None:
    for ask in (
        lambda: four.picking.shift(four.table, four.guest, 1, 1),
        lambda: four.picking.age(four.table, four.guest, 1),
        lambda: four.picking.forget_ages(four.table, four.guest),
        lambda: four.picking.pick(four.table, four.guest, "lot"),
        lambda: four.picking.begin(four.table, four.guest, "limits", {}, None, "lot"),
    ):
        with pytest.raises(NotAllowed):
            ask()


def test_ages_are_an_order_and_the_last_one_needs_no_tap(four: Round) -> None:
    four.order_by_age(2, 0)
    assert four.picking.by_age(four.table) == (2, 0)
    assert four.picking.at_end_of_ages(four.table, "youngest", (0, 1, 2, 3)) is None
    assert four.picking.at_end_of_ages(four.table, "oldest", (0, 2)) == 2
    four.order_by_age(3)
    assert four.picking.by_age(four.table) == (2, 0, 3, 1)
    assert four.picking.at_end_of_ages(four.table, "youngest", (0, 1, 2, 3)) == 1
    four.picking.age(four.table, four.host, 1, -2)
    assert four.picking.by_age(four.table) == (2, 1, 0, 3)
    four.picking.forget_ages(four.table, four.host)
    assert four.picking.by_age(four.table) == ()


def test_no_age_is_ever_stored_as_a_number(four: Round) -> None:
    four.order_by_age(2, 0, 3)
    kept = json.loads(four.store.setting(f"ages:{four.table.id}") or "")
    assert sorted(kept) == [0, 1, 2, 3]


def test_somebody_who_came_later_has_to_be_placed_before_age_decides(four: Round) -> None:
    four.order_by_age(0, 1, 2)
    four.tables.add(four.table, four.host, "Late")
    assert four.picking.at_end_of_ages(four.table, "youngest", (0, 1, 4)) is None
    four.order_by_age(4)
    assert four.picking.at_end_of_ages(four.table, "youngest", (0, 1, 4)) == 4
    with pytest.raises(Unknown):
        four.picking.age(four.table, four.host, 9)


def test_limits_begins_with_the_youngest_once_the_ages_are_known(four: Round) -> None:
    four.order_by_age(1, 3, 0)
    match = four.begin("limits")
    assert four.moves(match) == [{"kind": "start", "seat": 0}]
    assert match.seats == (2, 3, 0, 1)
    assert four.picking.started(match) == Started("rule", 2)


def test_the_nile_begins_with_the_oldest(four: Round) -> None:
    four.order_by_age(1, 3, 0)
    match = four.begin("nile")
    assert match.seats[0] == 1
    assert four.moves(match) == [{"kind": "starter", "seat": 0}]


def test_where_a_table_tracks_the_fields_it_says_itself_who_has_the_pillar(four: Round) -> None:
    four.order_by_age(1, 3, 0)
    match = four.begin("nile", depth="board")
    assert four.moves(match) == []
    assert four.picking.started(match) == Started("rule", 1)


def test_as_long_as_the_ages_are_not_said_the_match_waits_for_them(four: Round) -> None:
    match = four.begin("limits")
    assert four.picking.started(match) == Started("rule", None)
    assert four.moves(match) == []
    four.order_by_age(3, 0)
    four.picking.settle_by_age(four.table, four.host, match.id)
    assert four.moves(match) == []
    four.order_by_age(1)
    four.picking.settle_by_age(four.table, four.host, match.id)
    assert four.moves(match) == [{"kind": "start", "seat": 2}]
    four.picking.settle_by_age(four.table, four.host, match.id)
    assert len(four.moves(match)) == 1


def test_a_match_that_has_begun_is_not_started_again_by_the_ages(four: Round) -> None:
    match = four.begin("limits")
    four.enter(match, kind="start", seat=3)
    four.order_by_age(3, 0, 1)
    four.picking.settle_by_age(four.table, four.host, match.id)
    assert four.moves(match) == [{"kind": "start", "seat": 3}]


def test_in_down_under_the_start_player_is_the_first_to_sit(four: Round) -> None:
    assert four.begin("down-under").seats == (0, 1, 2, 3)
    match = four.begin("down-under", "lot")
    assert match.seats == (3, 0, 1, 2)
    assert four.drawn == [[0, 1, 2, 3]]
    assert four.picking.started(match) == Started("lot", 3)


def test_land_unter_has_no_start_player(four: Round) -> None:
    match = four.begin("land-unter", "lot")
    assert match.seats == (0, 1, 2, 3)
    assert four.picking.started(match) is None
    assert four.drawn == []


def test_what_the_lot_decided_stands_in_the_journal(four: Round) -> None:
    match = four.begin("limits", "lot", [0, 1, 2])
    assert match.seats == (2, 0, 1)
    assert four.moves(match) == [{"kind": "start", "seat": 0, "by": "lot"}]


def test_a_table_may_agree_on_anybody_who_plays(four: Round) -> None:
    match = four.begin("limits", "seat-1", [0, 1, 2])
    assert match.seats == (1, 2, 0)
    assert four.moves(match) == [{"kind": "start", "seat": 0, "by": "agreed"}]
    with pytest.raises(NotAMove):
        four.begin("limits", "seat-3", [0, 1, 2])
    for nonsense in ("seat-", "seat-x", "somebody", ""):
        with pytest.raises(NotAMove):
            four.begin("limits", nonsense)


def test_in_the_next_match_the_start_goes_on_round_the_table(four: Round) -> None:
    starts = []
    four.first_entry(four.begin("limits", "seat-2"))
    for _ in range(4):
        starts.append(four.first_entry(four.begin("limits", "turn")).seats[0])
    assert starts == [3, 0, 1, 2]


def test_the_start_goes_round_as_people_really_sit_and_past_who_does_not_play(four: Round) -> None:
    four.first_entry(four.begin("down-under", "seat-0"))
    four.picking.shift(four.table, four.host, 3, 2)
    assert four.picking.order(four.table) == (0, 3, 1, 2)
    assert four.first_entry(four.begin("down-under", "turn", [0, 1, 2])).seats == (1, 2, 0)
    four.tables.note_left(four.table, four.host, 2, has_left=True)
    assert four.begin("down-under", "turn").seats == (0, 3, 1)


def test_who_started_as_the_board_was_told_counts_too(four: Round) -> None:
    match = four.begin("limits")
    four.enter(match, kind="start", seat=3)
    four.first_entry(match)
    assert four.begin("limits", "turn").seats[0] == 0


def test_a_match_broken_off_has_not_used_up_its_start(four: Round) -> None:
    four.first_entry(four.begin("limits", "seat-1"))
    four.break_off(four.first_entry(four.begin("limits", "turn")))
    assert four.begin("limits", "turn").seats[0] == 2


def test_a_match_set_up_anew_before_anything_was_entered_starts_with_the_same_and_leaves_the_old_one(
    four: Round,
) -> None:
    four.first_entry(four.begin("limits", "seat-1"))
    waiting = four.begin("limits", "turn")
    other = four.begin("down-under")
    anew = four.begin("limits", "turn", pile="logged")
    assert anew.seats == waiting.seats == (2, 3, 0, 1)
    assert four.moves(waiting)[-1] == {"kind": "abandon"}
    ended = {match.id: match.ended_at is not None for match in four.tables.matches(four.table)}
    assert [ended[match.id] for match in (waiting, other, anew)] == [True, False, False]


def test_a_double_tap_begins_one_match_and_draws_one_lot(four: Round) -> None:
    now = [0.0]
    picking = Picking(four.store, four.tables, four.matches, lambda seats: seats[-1], lambda: now[0])
    options: dict[str, str] = {}
    asked = (four.table, four.host, "limits", options, None, "lot")
    first = picking.begin(*asked)
    assert picking.begin(*asked).id == first.id
    assert len(four.tables.matches(four.table)) == 1
    now[0] = 4.0
    later = picking.begin(*asked)
    assert later.id != first.id
    four.first_entry(later)
    assert picking.begin(*asked).id != later.id


def test_each_game_goes_round_by_itself_and_begins_by_its_own_rule(four: Round) -> None:
    four.order_by_age(1, 3, 0)
    four.first_entry(four.begin("limits", "seat-3"))
    assert four.begin("nile", "turn").seats[0] == 1
    assert four.begin("nile", "rule").seats[0] == 1


def test_too_many_players_are_refused_before_anything_is_recorded(four: Round) -> None:
    with pytest.raises(IllegalMove):
        four.begin("land-unter", "rule", [0, 1])
    with pytest.raises(NotAMove):
        four.begin("limits", "lot", [0, 1, 1])
    assert four.tables.matches(four.table) == ()


@given(st.permutations(range(6)), st.integers(0, 5), st.sets(st.integers(0, 5), min_size=1))
def test_the_next_in_turn_is_the_first_who_plays_after_the_last(order: list[int], last: int, playing: set[int]) -> None:
    found = following(order, last, sorted(playing))
    between = (order + order)[order.index(last) + 1 :]
    assert found == next(seat for seat in between if seat in playing)


def test_a_start_player_is_picked_for_the_table_and_everybody_sees_who(four: Round) -> None:
    assert four.picking.pick(four.table, four.host, "youngest") is None
    four.order_by_age(2, 0, 3)
    assert four.picking.pick(four.table, four.host, "youngest") == Picked("youngest", 1)
    assert four.picking.pick(four.table, four.host, "oldest") == Picked("oldest", 2)
    assert four.picking.pick(four.table, four.host, "lot") == Picked("lot", 3)
    assert four.picking.picked(four.table) == Picked("lot", 3)
    four.begin("land-unter")
    assert four.picking.picked(four.table) is None
    with pytest.raises(NotAMove):
        four.picking.pick(four.table, four.host, "tallest")


def test_lots_are_drawn_on_the_server_and_each_is_as_likely_as_the_others(four: Round) -> None:
    seeded = random.Random(7)
    picking = Picking(four.store, four.tables, four.matches, seeded.choice)
    drawn = [picking.pick(four.table, four.host, "lot") for _ in range(400)]
    counts = Counter(one.seat for one in drawn if one is not None)
    again = random.Random(7)
    assert [one.seat for one in drawn if one is not None] == [again.choice([0, 1, 2, 3]) for _ in range(400)]
    assert set(counts) == {0, 1, 2, 3}
    assert all(70 <= count <= 130 for count in counts.values()), counts


def test_without_a_source_of_its_own_the_system_draws(four: Round) -> None:
    picking = Picking(four.store, four.tables, four.matches)
    seats = {found.seat for _ in range(80) if (found := picking.pick(four.table, four.host, "lot"))}
    assert seats == {0, 1, 2, 3}
