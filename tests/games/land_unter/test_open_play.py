"""Open play at a match: who leads, Whose turn it is, what the table is asked (LU-40 to LU-42)."""

from companion.engine.game import Viewer
from companion.games.land_unter.game import GAME
from tests.games.land_unter.asking import Table


def open_table(*rings: int, **options: bool | str) -> Table:
    """A table with all hands counted, in open play."""
    return Table(len(rings), open_play=True, **options).count(*rings)


def turn(table: Table) -> int | None:
    return GAME.status(table.state).turn


def lay(table: Table, *cards: tuple[int, int]) -> None:
    """Lays cards given as (seat, card)."""
    for seat, card in cards:
        table.play({"kind": "lay", "seat": seat, "card": card})


def test_face_down_nobody_leads_and_it_is_nobodys_turn() -> None:
    table = Table(3).count(3, 5, 4)
    assert (table.state.leader, turn(table), table.view()["candidates"]) == (None, None, [])


def test_a_card_laid_out_of_turn_is_doubted_and_the_turn_stays() -> None:
    table = open_table(3, 5, 4)
    assert doubts(table, 0, 40) == [("LU-40", "LU-42")]
    assert turn(table) == 1
    lay(table, (1, 20))
    assert turn(table) == 2


def test_a_card_laid_before_a_leader_is_named_is_doubted() -> None:
    table = open_table(5, 3, 5)
    assert doubts(table, 0, 40) == [("LU-40", "LU-42")]
    table.play({"kind": "lead", "seat": 2})
    assert doubts(table, 2, 20) == []


def doubts(table: Table, seat: int, card: int) -> list[tuple[str, ...]]:
    return [flag.clauses for flag in table.play({"kind": "lay", "seat": seat, "card": card}).outcome.flags]


def test_equal_rings_ask_the_table_and_the_match_can_go_on_without_an_answer() -> None:
    table = open_table(5, 3, 5)
    assert (table.state.leader, table.state.candidates, turn(table)) == (None, (0, 2), None)
    table.take((4, 9), 0, 1)
    assert table.state.leader == 2


def test_the_table_picks_among_the_candidates_and_another_after_all() -> None:
    table = open_table(5, 3, 5)
    for seat in (2, 0):
        table.play({"kind": "lead", "seat": seat})
        assert (table.state.leader, table.state.candidates, turn(table)) == (seat, (), seat)
    assert table.doubted({"kind": "lead", "seat": 1}) == ("LU-40", "LU-42")
    table.play({"kind": "lead", "seat": 1}, anyway=True)
    assert table.state.leader == 1


def test_a_table_that_catches_up_within_a_round_may_name_a_leader_and_then_another() -> None:
    table = open_table(3, 5, 4)
    seats = [{"score": 0, "rings": rings, "dealt": 5} for rings in (3, 5, 4)]
    table.play({"kind": "stand_now", "round_number": 1, "tricks_done": 2, "seats": seats}, anyway=True)
    table.play({"kind": "lead", "seat": 0})
    table.play({"kind": "lead", "seat": 2})
    assert table.state.leader == 2


def test_most_rings_speak_against_a_leader_of_the_first_trick_and_the_loser_against_one_of_a_later_trick() -> None:
    table = open_table(3, 5, 4)
    assert table.doubted({"kind": "lead", "seat": 0}) == ("LU-40", "LU-42")
    table.take((4, 9), 0, 1)
    assert table.doubted({"kind": "lead", "seat": 0}) == ("LU-41", "LU-42")


def test_an_eliminated_neighbour_is_passed_over() -> None:
    table = open_table(5, 0, 4, 3, chain=False)
    table.take((4, 9), 0, 1)
    assert table.state.players[1].out
    assert table.state.leader == 2
    table.take((2, 10), 2, 0)
    assert table.state.leader == 2


def test_the_same_card_of_two_is_refused_at_once() -> None:
    table = open_table(3, 5, 4)
    lay(table, (1, 20))
    refused = table.refused({"kind": "lay", "seat": 2, "card": 20})
    assert (refused.clauses, refused.path) == (("LU-1",), "card")


def test_a_match_in_open_play_knows_who_lost() -> None:
    table = open_table(3, 5, 4)
    ruling = GAME.ruling("leader")
    assert ruling.known is not None
    assert ruling.known(table.state, Viewer()) == {
        "seats": [{"rings": rings, "out": False} for rings in (3, 5, 4)],
        "losers": [],
    }
    table.take((4, 9), 0, 2)
    known = ruling.known(table.state, Viewer())
    assert isinstance(known, dict)
    assert known["losers"] == [2]
    assert ruling.known(Table(3).count(3, 5, 4).state, Viewer()) is None
