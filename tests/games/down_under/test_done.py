"""Who is done, and who is not yet: DU-22, DU-25, and the opening of the variants with ends (DU-52, DU-53)."""

from companion.games.down_under.game import GAME
from tests.games.down_under.asking import Json, Table, board, said, tile
from tests.games.table import doubt


def asked(table: Table, move: Json) -> tuple[str, ...]:
    """The clauses for which somebody who enters the move is asked back."""
    return doubt(GAME, table.state, table.read(move), seats=frozenset()).clauses


def test_done_with_a_tile_that_could_be_placed_is_doubtful_and_names_the_tile() -> None:
    assert Table(2).lay_all(("rs0", 0, 0)).doubted("done", seat=1) == ("DU-25",), "before the own first tile"
    table = Table(2).lay_all(("rs0", 0, 0), ("ys0", 1, 0))
    assert table.doubted("done", seat=0) == ("DU-25",)
    flags = table.play("done", seat=0, anyway=True).flags
    assert [said(flag.text) for flag in flags] == ["Red can still place a tile: curve."]
    assert table.done == [True, False]


def test_who_can_turn_a_tile_of_a_loop_is_not_done() -> None:
    table = Table(2, variant="children")
    table.play("stand_now", turn=0, done=[], tiles=board(
        ("rc90", 0, 0), ("rc180", 1, 0), ("rc270", 1, 1), ("rc0", 0, 1), ("ys0", 3, 3)
    ), anyway=True)  # fmt: skip
    assert table.doubted("done", seat=0) == ("DU-24", "DU-25")


def test_a_terminus_must_be_laid_if_it_is_all_that_can_be_unless_the_table_forces_nobody_to_close() -> None:
    for stopping, is_doubtful in (("stuck", True), ("end_tile", False), ("any_time", False)):
        table = closing(stopping)
        if is_doubtful:
            assert table.doubted("done", seat=0) == ("DU-22", "DU-25")
        else:
            table.play("done", seat=0)
        assert table.done[0] is not is_doubtful


def closing(stopping: str) -> Table:
    """Red has laid its straights from edge to edge of the area: only termini fit beyond."""
    table = Table(2, stopping=stopping)
    row = [("rs90", x, 0) for x in range(7)]
    table.play("stand_now", turn=0, done=[], tiles=board(*row, ("ys0", 0, 1), ("ys0", 1, 1)), anyway=True)
    return table


def test_a_terminus_that_leaves_its_partner_no_place_is_said_before_it_is_laid() -> None:
    for variant, clause in (("one_end", "DU-52"), ("two_routes", "DU-53")):
        table = blocked(variant)
        move = {"kind": "lay", "seat": table.turn, "tile": tile("gt0", 2, 1)}
        assert asked(table, move) == (clause, "DU-17")
        table.enter(move)


def blocked(variant: str) -> Table:
    """Green may open at (2, 1) from the north; what opens from the south would come into a route of red."""
    table = Table(4 if variant == "one_end" else 2, variant=variant)
    if variant == "one_end":
        table.lay_all(("rt0", 0, 0), ("yt180", 0, 0))
        lying = board(("rt0", 0, 0), ("yt180", 0, 0), ("rc0", 1, 2), ("rs0", 2, 2))
        table.play("stand_now", turn=2, done=[], tiles=lying, anyway=True)
        return table
    lying = board(("yt0", 0, 0), ("bt180", 0, 0), ("ys0", 2, 2))
    table.play("stand_now", turn=0, done=[], tiles=lying, anyway=True)
    return table


def test_the_first_tile_after_the_ends_is_a_straight_or_a_curve() -> None:
    table = Table(2, variant="two_routes").lay_all(("rt0", 0, 0), ("gt180", 0, 0), ("yt0", 1, 0), ("bt180", 1, 0))
    move = {"kind": "lay", "seat": 0, "tile": tile("rt180", 0, -1)}
    assert asked(table, move) == ("DU-53",)
    table.enter(move)


def spent(**options: str) -> Table:
    """Yellow has placed its last tile; red is about to come to (0, 0), to which yellow's route leads too."""
    table = Table(2, variant="children", **options)
    column = [("ys0", 0, y) for y in range(1, 8)]
    stairs = [(f"yc{90 if step % 2 else 270}", 40 + step // 2, -((step + 1) // 2)) for step in range(9)]
    ends = [("yt0", 30, 0), ("yt0", 30, 5)]
    tiles = board(("rs90", 2, 0), *column, *stairs, *ends)
    table.play("stand_now", turn=0, done=[], tiles=tiles, anyway=True)
    return table.lay_all(("rs90", 1, 0))


def test_whom_an_optional_billabong_does_not_help_is_passed_over_at_once() -> None:
    table = spent()
    assert (table.turn, table.view()["meetings"][0]["case"]) == (1, "two")
    table.play("billabong", seat=0, x=0, y=0, through=[["E", "W"], ["S", "N"]])
    assert (table.turn, table.done) == (0, [False, True])
    table = spent(stopping="any_time")
    table.play("billabong", seat=0, x=0, y=0, through=[["E", "W"], ["S", "N"]])
    assert (table.turn, table.done) == (1, [False, False])


def test_two_routes_go_on_from_a_billabong_that_a_third_player_brought_about() -> None:
    for house, goes_on, ends in (("go_on", ["red", "yellow"], []), ("end", [], ["red", "yellow"])):
        found = brought_by_green(house).view()["meetings"][0]
        assert (found["case"], found["mover"], found["goes_on"], found["ends"]) == ("two", "green", goes_on, ends)


def brought_by_green(house: str) -> Table:
    """The grey of green's new tile leads red to (0, 0), to which yellow leads; yellow has no curve left."""
    table = Table(3, variant="children", outsider_billabong=house)
    stairs = [(f"yc{90 if step % 2 else 270}", 40 + step // 2, -((step + 1) // 2)) for step in range(9)]
    tiles = board(("rs90", 2, 0), ("ys0", 0, 1), ("gs0", 1, 1), *stairs)
    table.play("stand_now", turn=2, done=[], tiles=tiles, anyway=True)
    return table.lay_all(("gs0", 1, 0))


def test_more_paths_on_paper_than_the_tiles_hold_are_doubtful() -> None:
    table = Table(2)
    move = {"kind": "from_paper", "routes": [{"length": 98}, {"length": 98}]}
    assert asked(table, move) == ("DU-1", "DU-2", "DU-20", "DU-42")
    table.enter(move)
    assert Table(2).enter({"kind": "from_paper", "routes": [{"length": 40}, {"length": 48}]}).outcome.flags == ()
