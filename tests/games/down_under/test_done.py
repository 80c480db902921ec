"""Who is done, and who is not yet: DU-22, DU-25, and the opening of the variants with ends (DU-52, DU-53)."""

from typing import Any

from tests.games.down_under.asking import LOOP, Json, Table, board, lay, tile
from tests.games.table import Row, otherwise


def lying(tiles: list[Json], turn: int = 0, seats: int = 2, **options: str) -> Table:
    """A match whose table lies like this."""
    return Table(seats, **options).then("stand_now", turn=turn, done=[], tiles=tiles, anyway=True)


def closing(stopping: str) -> Table:
    """Red has laid its straights from edge to edge of the area: only termini fit beyond."""
    row = [("rs90", x, 0) for x in range(7)]
    return lying(board(*row, ("ys0", 0, 1), ("ys0", 1, 1)), stopping=stopping)


STAIRS = [(f"yc{90 if step % 2 else 270}", 40 + step // 2, -((step + 1) // 2)) for step in range(9)]
"""Every curve of yellow, far away."""


def spent(**options: str) -> Table:
    """Yellow has placed its last tile; red has come to (0, 0), to which yellow's route leads too."""
    column = [("ys0", 0, y) for y in range(1, 8)]
    tiles = board(("rs90", 2, 0), *column, *STAIRS, ("yt0", 30, 0), ("yt0", 30, 5))
    return lying(tiles, 0, 2, variant="children", **options).lay_all(("rs90", 1, 0))


ENDS = (("rt0", 0, 0), ("gt180", 0, 0), ("yt0", 1, 0), ("bt180", 1, 0))
DONE: Json = {"kind": "done", "seat": 0}
# Green may open at (2, 1) from the north; what opens from the south would come into a route of red, or of yellow.
ALONE = board(("rt0", 0, 0), ("yt180", 0, 0), ("rc0", 1, 2), ("rs0", 2, 2))
OF_TWO = board(("yt0", 0, 0), ("bt180", 0, 0), ("ys0", 2, 2))
ROWS: dict[str, Row] = {
    "done before the own first tile": (
        lambda: Table(2).lay_all(("rs0", 0, 0)), {"kind": "done", "seat": 1}, "doubted DU-25"),
    "done with a tile that could be placed": (
        lambda: Table(2).lay_all(("rs0", 0, 0), ("ys0", 1, 0)), DONE, "doubted DU-25: Red can still place a tile: curve."),
    "done with a loop that could be turned": (
        lambda: lying([*LOOP, tile("ys0", 3, 3)], variant="children"), DONE, "doubted DU-24 DU-25"),
    "done where an end tile fits": (lambda: closing("stuck"), DONE, "doubted DU-22 DU-25"),
    "done where nobody has to close": (lambda: closing("end_tile"), DONE, "taken"),
    "done where anybody may stop": (lambda: closing("any_time"), DONE, "taken"),
    "an end that leaves its partner no place": (
        lambda: lying(ALONE, 2, 4, variant="one_end"), lay(2, "gt0", 2, 1), "asked DU-52 DU-17"),
    "an end that leaves the other route no place": (
        lambda: lying(OF_TWO, variant="two_routes"), lay(0, "gt0", 2, 1), "asked DU-53 DU-17"),
    "an end right after the ends": (
        lambda: Table(2, variant="two_routes").lay_all(*ENDS), lay(0, "rt180", 0, -1), "asked DU-53"),
    "more paths on paper than the tiles hold": (
        lambda: Table(2), {"kind": "from_paper", "routes": [{"length": 98}] * 2},
        "asked DU-1 DU-2 DU-20 DU-42: Paths in the route: 98 (70 at most). Paths in the route: 98 + 98 = 196 (88 at most)."),
    "a route of three where two play": (
        lambda: Table(2), {"kind": "from_paper", "routes": [{"length": 9}] * 3}, "refused DU-1 DU-2: Enter exactly 2, not 3."),
    "more animals on paper than paths": (
        lambda: Table(2, animals=True),
        {"kind": "from_paper", "routes": [{"length": 8, "sets": 2, "rabbits": 3}, {"length": 1, "sets": 0, "rabbits": 2}]},
        "refused DU-3 DU-43: 3 × 2 + 3 = 9 animals need at least 10 paths. 2 animals need at least 3 paths."),
    "as many paths as they hold": (
        lambda: Table(2), {"kind": "from_paper", "routes": [{"length": 40}, {"length": 48}]}, "taken"),
}  # fmt: skip


def test_who_could_go_on_is_not_done_without_a_doubt_and_an_opening_leaves_room_for_the_other() -> None:
    assert otherwise(ROWS) == {}


def test_whom_an_optional_billabong_does_not_help_is_passed_over_at_once() -> None:
    assert (spent().turn, spent().view()["meetings"][0]["case"]) == (1, "two")
    pond: dict[str, Any] = {"kind": "billabong", "seat": 0, "x": 0, "y": 0, "through": [["E", "W"], ["S", "N"]]}
    told = [spent(stopping=stopping).then(**pond) for stopping in ("stuck", "any_time")]
    assert [(table.turn, table.done) for table in told] == [(0, [False, True]), (1, [False, False])]


def test_two_routes_go_on_from_a_billabong_that_a_third_player_brought_about() -> None:
    """The grey of green's new tile leads red to (0, 0), to which yellow leads; yellow has no curve left."""
    tiles = board(("rs90", 2, 0), ("ys0", 0, 1), ("gs0", 1, 1), *STAIRS)
    for house, goes_on, ends in (("go_on", ["red", "yellow"], []), ("end", [], ["red", "yellow"])):
        table = lying(tiles, 2, 3, variant="children", outsider_billabong=house).lay_all(("gs0", 1, 0))
        [found] = table.view()["meetings"]
        assert (found["case"], found["mover"], found["goes_on"], found["ends"]) == ("two", "green", goes_on, ends)
