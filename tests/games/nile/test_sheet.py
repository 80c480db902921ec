"""The set-up and the sheet for paper of An den Ufern des Nils: what is written where, and what gets forgotten."""

from dataclasses import replace
from itertools import pairwise

from companion.engine.game import Viewer
from companion.engine.options import make_setup, read_options
from companion.engine.sheet import Field, Sheet, Table, TickBoxes
from companion.engine.text import Text
from companion.games.nile.game import GAME
from companion.games.nile.rules.components import MARKET, Sold
from companion.games.nile.rules.state import Scoring, State
from tests.games.english import told
from tests.games.nile.asking import ASKED
from tests.games.sheets import blocks, made


def start(players: int = 2) -> State:
    return GAME.start(make_setup(GAME, players, {}))


def table(found: Sheet, number: int) -> Table:
    """One of its tables: turns, track, market."""
    return [block for block in blocks(found) if isinstance(block, Table)][number]


def written(found: Table, row: int) -> list[object]:
    return [cell.written for cell in found.rows[row].cells if isinstance(cell, Field)]


def crossed(cell: object) -> list[str]:
    assert isinstance(cell, TickBoxes)
    return [box.sign for box in cell.boxes if box.state == "crossed"]


def scored(turn: int, pawns: list[int], before: list[int], obelisk: int, sold: tuple[int, ...] = ()) -> Scoring:
    moves = tuple(zip(before, pawns, strict=True))
    return Scoring(turn, (), dict.fromkeys(sold, ()), moves, (obelisk, obelisk), ())


def after(*scorings: Scoring, players: int = 2) -> State:
    last = scorings[-1]
    pawns = tuple(square for _, square in last.pawns)
    return replace(start(players), scorings=scorings, pawns=pawns, obelisk=last.obelisk[1])


def test_each_turn_says_what_was_sold_where_the_obelisk_stands_and_how_the_pawns_went() -> None:
    turns = table(made(GAME, after(scored(0, [1, 1], [1, 1], 28), scored(1, [5, 3], [1, 1], 27, (4, 1)))), 0)
    assert written(turns, 0) == [27, 0, 0, 0, 0]
    assert written(turns, 1) == [26, 4, 4, 2, 2]
    assert crossed(turns.rows[1].cells[1]) == ["4", "1"]
    assert written(turns, 2) == [None] * 5


def test_a_turn_that_was_not_entered_stays_blank() -> None:
    turns = table(made(GAME, after(scored(2, [3, 1], [1, 1], 29))), 0)
    assert written(turns, 0) == written(turns, 1) == [None] * 5
    assert written(turns, 2) == [28, 2, 2, 0, 0]


def test_a_long_match_fills_a_row_for_each_turn() -> None:
    squares = [*range(1, 16)]
    steps = [scored(turn, [two, 1], [one, 1], 30 - turn) for turn, (one, two) in enumerate(pairwise(squares))]
    turns = table(made(GAME, after(*steps)), 0)
    assert [written(turns, row) for row in (10, 13, 14)] == [[19, 1, 11, 0, 0], [16, 1, 14, 0, 0], [14, 0]]


def test_points_are_squares_gone_and_lost_plants_break_a_tie() -> None:
    turns = table(made(GAME, replace(after(scored(0, [7, 7], [1, 1], 20)), lost_unnamed=(3, 1))), 0)
    assert written(turns, -2) == [6, 6]
    assert written(turns, -1) == [3, 1]


def test_the_market_stands_column_by_column_with_what_has_rotted() -> None:
    columns = {
        **dict.fromkeys(MARKET, ()),
        4: (Sold(0, "wheat", "fresh"), Sold(1, "flax", "spoiled")),
        1: (Sold(0, "aubergine", "rotten"),),
    }
    market = table(made(GAME, replace(start(), market=columns)), 2)
    rows = [[cell for cell in market.rows[row].cells if isinstance(cell, Field)] for row in (0, 1)]
    lies = [[(isinstance(one.written, Text) and told(one.written), one.seat) for one in row] for row in rows]
    assert lies[0] == [("wheat", 0), (False, None), (False, None), ("aubergine ×", 0)]
    assert lies[1] == [("flax ~", 1), *[(False, None)] * 3]
    assert [len(written(market, row)) for row in range(5)] == [4, 4, 4, 3, 1]


def test_options_that_change_nothing_are_named_so() -> None:
    assert ASKED.idle(3) == {"ebb_outermost_only", "first_water", "same_kind", "two_player_cover", "extra_joker"}
    assert ASKED.idle(2, depth="board", hippo=True) == set()
    played = [one.name for one in GAME.played_options(read_options(GAME, {}), 2)]
    assert played[:3] == ["depth", "two_player_cover", "ebb_arrow"]


def test_a_bank_is_named_only_where_one_of_two_equal_rows_is_covered() -> None:
    def names_a_bank(players: int, **options: bool | str) -> bool:
        steps = GAME.lay_out(make_setup(GAME, players, {"depth": "board", **options})).steps
        return any("left bank" in step.text.message for step in steps)

    assert [names_a_bank(players) for players in GAME.players] == [True, False, True, False]
    assert names_a_bank(2, two_player_cover="german")


def test_a_sheet_puts_sold_plants_in_the_boat_after_the_last_column_as_the_rule_does() -> None:
    rule = next(one.text.message for one in GAME.clauses if one.id == "NI-34")
    sheet = GAME.sheet(make_setup(GAME, 3, {}), "normal", None, Viewer())
    said = [one.text.message for one in sheet.reminders if "NI-34" in one.clauses]
    assert [text.startswith("After the last column, all ") for text in (rule, *said)] == [True, True]
