"""Where things stand: a table that forgot some tiles, or that played Down Under without the app until now."""

from tests.games.down_under.asking import Json, Table, board, lay
from tests.games.table import Row, otherwise


def begun() -> Table:
    return Table(2)


def stands(turn: int = 0, *tiles: tuple[str, int, int], done: tuple[str, ...] = ()) -> Json:
    return {"kind": "stand_now", "turn": turn, "done": [*done], "tiles": board(*tiles)}


def earlier(seat: int, short: str, x: int, y: int) -> Json:
    return {**lay(seat, short, x, y), "catching_up": True}


RED, YELLOW = ("rs0", 0, 0), ("ys0", 1, 0)
STAIRS = [(f"yc{90 if y % 2 else 270}", 1, y) for y in range(8)]
ROWS: dict[str, Row] = {
    "an earlier tile that touches none": (
        lambda: begun().then(**earlier(0, *RED)), earlier(1, "ys0", 5, 5), "doubted DU-15 DU-20"),
    "an earlier tile on a tile": (lambda: begun().then(**earlier(0, *RED)), earlier(1, "yc0", 0, 0), "refused DU-12"),
    "a colour done that nobody plays": (begun, stands(done=("green",)), "refused DU-1 DU-2"),
    "two tiles in a cell": (begun, stands(0, RED, ("yc0", 0, 0)), "refused DU-12"),
    "two colours joined": (begun, stands(0, RED, ("ys0", 0, 1)), "refused DU-17"),
    "tiles that lie apart": (begun, stands(0, RED, ("ys0", 9, 9)), "doubted DU-15"),
    "a colour done that could go on": (begun, stands(done=("red",)), "doubted DU-25"),
    "a tile of a colour nobody plays": (begun, stands(0, RED, ("gs0", 1, 0)), "asked DU-1 DU-20"),
    "tiles beyond the area": (begun, stands(0, RED, *STAIRS), "asked DU-20"),
}  # fmt: skip


def test_what_no_board_can_be_is_refused_and_what_no_game_can_have_brought_doubted() -> None:
    assert otherwise(ROWS) == {}


def test_tiles_laid_earlier_are_entered_without_turns() -> None:
    table = begun().then(**earlier(0, *RED)).then(**earlier(0, "rs0", 0, 1)).then(**earlier(1, *YELLOW))
    assert [tile.cell for tile in table.state.tiles] == [(0, 0), (0, 1), (1, 0)]
    assert (table.turn, table.state.turns) == (0, 0)


def test_all_tiles_may_be_given_at_once() -> None:
    table = begun().then(**stands(1, RED, YELLOW, done=("red",)))
    assert ([tile.cell for tile in table.state.tiles], table.turn, table.done) == ([(0, 0), (1, 0)], 1, [True, False])
    assert (table.view()["tiles"] != [], table.state.stood) == (True, 1)


def test_when_the_last_route_is_finished_by_earlier_tiles_the_game_is_over() -> None:
    table = begun()
    for seat, colour in enumerate("ry"):
        for y, turn in ((0, 180), (1, 0)):
            table.play(**earlier(seat, f"{colour}t{turn}", seat, y), anyway=True)
    assert (table.done, table.phase) == ([True, True], "over")
