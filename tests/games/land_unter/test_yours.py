"""What each loser of a trick reads on their own phone, and in which order the signs of the losers stand."""

from typing import Any

from companion.games.land_unter.board.view import Board
from tests.games.english import told
from tests.games.land_unter.asking import Table, shown
from tests.there import there


def after(*tricks: dict[str, Any], rings: tuple[int, ...]) -> Board:
    table = Table(len(rings)).count(*rings)
    for trick in tricks:
        table.play(**{"kind": "trick", **trick}, anyway=True)
    return shown(table)


def words(board: Board) -> dict[int, str]:
    return {seat: told(text) for seat, text in board.loser_sentences}


TIE = {"levels": [12, 12], "highest": 0, "second": 1}
LOW = {"levels": [3, 4], "highest": 2, "second": 3}


def test_each_of_several_losers_reads_of_the_others_too() -> None:
    assert words(after(TIE, rings=(3, 4, 5, 5))) == {
        0: "You and Ben lose a ring each.",
        1: "You and Ana lose a ring each.",
    }
    assert words(after(TIE, rings=(0, 4, 5, 5))) == {
        0: "You’re out. Ben loses a ring.",
        1: "You lose a ring. Ana is out.",
    }
    assert words(after(TIE, LOW, rings=(1, 1, 5, 5, 4))) == {
        0: "You and Ben are out. Dora loses a ring.",
        1: "You and Ana are out. Dora loses a ring.",
        3: "You lose a ring. Ana, Ben are out.",
    }
    assert words(after({**TIE, "levels": [4, 9]}, rings=(3, 4, 5, 5))) == {1: "You lose a ring."}


def test_the_signs_of_those_who_go_out_stand_last_by_their_seats() -> None:
    board = after(TIE, LOW, rings=(1, 1, 5, 5, 4))
    assert there(board.verdict).in_order == board.trace[1].losers == (3, 0, 1)
