"""Open play at a match: who leads, whose turn it is, what the table is asked (LU-40 to LU-42)."""

from companion.engine.game import Viewer
from companion.games.land_unter.game import GAME
from tests.games.land_unter.asking import Move, Table, lay, read
from tests.games.table import Row, otherwise, refusal
from tests.there import there


def open_table(*rings: int, **options: bool | str) -> Table:
    return Table(len(rings), open_play=True, **options).count(*rings)


def one_leads() -> Table:
    return open_table(3, 5, 4)


def two_may_lead() -> Table:
    return open_table(5, 3, 5)


def lead(seat: int) -> Move:
    return {"kind": "lead", "seat": seat}


ROWS: dict[str, Row] = {
    "a card out of turn": (one_leads, lay(0, 40), "asked LU-40 LU-42"),
    "a card before a leader is named": (two_may_lead, lay(0, 40), "asked LU-40 LU-42"),
    "a card of the leader the table names": (lambda: two_may_lead().then(**lead(2)), lay(2, 20), "taken"),
    "a leader with fewer rings": (one_leads, lead(0), "doubted LU-40 LU-42"),
    "a leader with fewer rings after another": (lambda: two_may_lead().then(**lead(0)), lead(1), "doubted LU-40 LU-42"),
    "a leader who lost no ring": (lambda: one_leads().take((4, 9), 0, 1), lead(0), "doubted LU-41 LU-42"),
    "the same card of two": (lambda: one_leads().then(**lay(1, 20)), lay(2, 20), "refused LU-1"),
}  # fmt: skip


def test_who_neither_leads_nor_is_on_turn_is_doubted() -> None:
    assert otherwise(ROWS) == {}


def test_the_same_card_of_two_is_refused_at_its_field() -> None:
    assert refusal(GAME, one_leads().then(**lay(1, 20)).state, read(lay(2, 20), 3)).path == "card"


def test_a_card_laid_out_of_turn_leaves_the_turn_where_it_is() -> None:
    table = one_leads()
    assert [table.then(**move).turn for move in (lay(0, 40), lay(1, 20))] == [1, 2]


def test_equal_rings_ask_the_table_and_the_match_can_go_on_without_an_answer() -> None:
    table = two_may_lead()
    assert (table.state.leader, table.state.candidates, table.turn) == (None, (0, 2), None)
    assert table.take((4, 9), 0, 1).state.leader == 2


def test_the_table_picks_among_the_candidates_and_another_after_all() -> None:
    table = two_may_lead()
    for seat in (2, 0, 1):
        table.play(**lead(seat), anyway=seat == 1)
        assert (table.state.leader, table.state.candidates, table.turn) == (seat, (), seat)


def test_a_table_that_catches_up_within_a_round_may_name_a_leader_and_then_another() -> None:
    seats = [{"score": 0, "rings": rings, "dealt": 5} for rings in (3, 5, 4)]
    table = one_leads().then("stand_now", round_number=1, tricks_done=2, seats=seats, anyway=True)
    assert table.then(**lead(0)).then(**lead(2)).state.leader == 2


def test_an_eliminated_neighbour_is_passed_over() -> None:
    table = open_table(5, 0, 4, 3, chain=False).take((4, 9), 0, 1)
    assert (table.state.players[1].out, table.state.leader) == (True, 2)
    assert table.take((2, 10), 2, 0).state.leader == 2


def test_a_match_in_open_play_knows_who_lost() -> None:
    table, known = one_leads(), there(GAME.ruling("leader").known)
    rings = [{"rings": rings, "out": False} for rings in (3, 5, 4)]
    assert known(table.state, Viewer()) == {"seats": rings, "losers": []}
    rings = [{"rings": rings, "out": False} for rings in (3, 5, 3)]
    assert known(table.take((4, 9), 0, 2).state, Viewer()) == {"seats": rings, "losers": [2]}
    assert known(Table(3).count(3, 5, 4).state, Viewer()) is None
