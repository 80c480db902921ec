"""What no board can be, one by one: what is refused, by which clause, and what is no tile at all."""

from typing import Any

import pytest

from companion.engine.errors import IllegalMove
from tests.games.down_under.asking import (
    Json,
    Table,
    board,
    judge,
    misshapen,
    not_judged,
    pond,
    tile,
)

SEVEN_STRAIGHTS = [tile("rs0", 2 * x, 0) for x in range(7)]


def test_a_tile_on_a_tile() -> None:
    assert not_judged("route", tiles=board(("rs0", 0, 0), ("bc0", 0, 0))) == ("DU-12",)


def test_a_billabong_on_a_tile() -> None:
    assert not_judged("route", tiles=[tile("rs0", 0, 0), pond(0, 0)]) == ("DU-12",)


@pytest.mark.parametrize("turn", [0, 90, 270])
def test_two_termini_in_a_cell_that_are_not_entered_from_opposite_sides(turn: int) -> None:
    assert not_judged("route", tiles=board(("rt0", 0, 0), (f"bt{turn}", 0, 0))) == ("DU-12",)


def test_an_eighth_straight() -> None:
    assert judge("route", tiles=SEVEN_STRAIGHTS).verdict
    assert not_judged("route", tiles=[*SEVEN_STRAIGHTS, tile("rs0", 20, 0)]) == ("DU-1",)


def test_an_eighth_straight_as_the_new_tile() -> None:
    facts: dict[str, Any] = {"tiles": SEVEN_STRAIGHTS, "tile": tile("rs0", 20, 0), "area": [7, 9], "turn": 2}
    assert not_judged("placement", **facts) == ("DU-1",)


def test_a_new_tile_on_a_tile() -> None:
    facts: dict[str, Any] = {"tiles": board(("rs0", 0, 0)), "tile": tile("bs0", 0, 0), "area": [7, 9], "turn": 1}
    assert not_judged("placement", **facts) == ("DU-12",)


@pytest.mark.parametrize(
    ("animal", "most"), [("dingo", 1), ("platypus", 3), ("emu", 4), ("kangaroo", 4), ("rabbit", 4)]
)
def test_an_animal_more_than_the_colour_has(animal: str, most: int) -> None:
    herd = [tile("rc0", 2 * x, 0, animal) for x in range(most)]
    assert judge("route", tiles=[*herd, tile("bc0", 40, 0, animal)]).verdict
    assert not_judged("route", tiles=[*herd, tile("rc0", 40, 0, animal)]) == ("DU-3",)


def test_a_terminus_with_an_animal() -> None:
    assert not_judged("route", tiles=[tile("rt0", 0, 0, "emu")]) == ("DU-3",)


@pytest.mark.parametrize(
    ("ruling", "rest"),
    [
        ("route", {}),
        ("area", {"area": [7, 9]}),
        ("turnable", {"colour": "red"}),
        ("billabong", {"cell": [5, 5], "mover": "red", "curves_left": {}}),
        ("final-score", {"colours": ["red"]}),
        ("placement", {"area": [7, 9], "turn": 2, "tile": tile("gs0", 5, 5)}),
    ],
)
def test_a_board_that_joins_two_colours_is_refused_by_every_ruling(ruling: str, rest: dict[str, Any]) -> None:
    assert not_judged(ruling, tiles=board(("rs0", 0, 0), ("bs0", 0, 1)), **rest) == ("DU-17",)


def test_two_colours_joined_over_a_billabong() -> None:
    tiles = [*board(("rs0", 0, 0), ("bs0", 0, 2)), pond(0, 1, "NS")]
    assert not_judged("route", tiles=tiles) == ("DU-17",)


def test_two_colours_joined_over_the_grey_between_two_termini() -> None:
    tiles = board(("rt0", 0, 0), ("yt180", 0, 0), ("gs90", -1, 0), ("bs90", 1, 0))
    assert not_judged("route", tiles=tiles) == ("DU-17",)


@pytest.mark.parametrize("through", [("NN",), ("NS", "NE"), ("NS", "EW", "SE")])
def test_a_side_of_a_billabong_joined_twice(through: tuple[str, ...]) -> None:
    assert not_judged("route", tiles=[pond(0, 0, *through)]) == ("DU-13",)


@pytest.mark.parametrize("turn", [45, 360, -90, 1, True, "90", 90.0, None])
def test_a_turn_that_is_none(turn: object) -> None:
    assert misshapen("route", tiles=[{**tile("rs0", 0, 0), "turn": turn}]).endswith("tiles.0.turn")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("x", 1.0),
        ("y", "0"),
        ("x", None),
        ("kind", "bend"),
        ("colour", "violet"),
        ("colour", None),
        ("animal", "koala"),
    ],
)
def test_a_tile_that_is_none(field: str, value: object) -> None:
    assert misshapen("route", tiles=[{**tile("rs0", 0, 0), field: value}]).endswith(f"tiles.0.{field}")


@pytest.mark.parametrize("field", ["x", "y", "kind", "colour", "turn"])
def test_a_tile_that_lacks_something(field: str) -> None:
    whole = tile("rs0", 0, 0)
    part = {name: value for name, value in whole.items() if name != field}
    assert misshapen("route", tiles=[part]).endswith(f"tiles.0.{field}")


def test_a_billabong_with_a_colour() -> None:
    assert misshapen("route", tiles=[{**pond(0, 0), "colour": "red"}]).endswith("tiles.0.colour")


def test_a_straight_with_sides_joined_across() -> None:
    assert misshapen("route", tiles=[{**tile("rs0", 0, 0), "through": [["N", "S"]]}]).endswith("tiles.0.through")
    assert judge("route", tiles=[{**tile("rs0", 0, 0), "through": []}]).verdict


@pytest.mark.parametrize("area", [[0, 5], [5, -1]])
def test_an_area_without_cells(area: list[int]) -> None:
    assert not_judged("area", tiles=[], area=area) == ("DU-4",)


def test_an_area_of_any_size() -> None:
    assert judge("area", tiles=[], area=[1, 2**62]).verdict["may_add"]


def test_more_curves_left_than_there_are() -> None:
    facts: dict[str, Any] = {"tiles": [], "cell": [0, 0], "mover": "red", "curves_left": {"red": 10}}
    assert not_judged("billabong", **facts) == ("DU-1",)


def test_a_colour_named_twice_among_those_that_play() -> None:
    assert misshapen("final-score", tiles=[], colours=["red", "red"]).endswith("colours")


def test_no_colour_that_plays() -> None:
    assert misshapen("final-score", tiles=[], colours=[]).endswith("colours")


def test_in_a_match_a_colour_that_is_not_played() -> None:
    assert Table(2).refused("lay", seat=0, tile=tile("bs0", 0, 0)) == ("DU-1", "DU-2")


def test_in_a_match_the_colour_of_somebody_else() -> None:
    assert Table(4).refused("lay", seat=0, tile=tile("bs0", 0, 0)) == ("DU-1", "DU-2")


def test_in_a_match_a_tile_on_a_tile() -> None:
    table = Table(2).lay_all(("rs0", 0, 0))
    assert table.refused("lay", seat=1, tile=tile("ys0", 0, 0)) == ("DU-12",)


def test_in_a_match_a_billabong_laid_as_a_tile() -> None:
    assert Table(2).refused("lay", seat=0, tile=pond(0, 0)) == ("DU-25", "DU-30")


@pytest.mark.parametrize(
    ("kind", "fields", "field"),
    [
        ("billabong", {"x": 0, "y": 1, "through": [["N", "N"]]}, "through"),
        ("billabong", {"x": 0, "y": 0, "through": []}, "x"),
        ("turn", {"x": 0, "y": 2, "turn": 90}, "turn"),
        ("done", {"colour": "blue"}, "colour"),
    ],
)
def test_in_a_match_what_is_refused_names_a_field_of_the_move(kind: str, fields: Json, field: str) -> None:
    table = Table(2).lay_all(("rs0", 0, 0), ("ys90", 0, 1), ("rt0", 0, 2), ("yc0", -1, 1))
    table.play("lay", seat=0, tile=tile("rt180", 0, 2), anyway=True)
    with pytest.raises(IllegalMove) as caught:
        table.play(kind, seat=1 if kind == "billabong" else 0, **fields)
    assert caught.value.path == field


def test_in_a_match_a_tile_out_of_the_area_is_doubtful() -> None:
    table = Table(2, difficulty="hard").lay_all(
        ("rs90", 0, 0), ("ys90", 0, 1), ("rs90", 1, 0), ("ys90", 1, 1), ("rs90", 2, 0), ("ys90", 2, 1),
        ("rs90", 3, 0), ("ys90", 3, 1), ("rs90", 4, 0), ("yc180", 4, 1), ("rs90", 5, 0), ("ys0", 4, 2),
        ("rs90", 6, 0), ("ys0", 4, 3),
    )  # fmt: skip
    table.lay("rc180", 7, 0)
    assert table.doubted("lay", seat=1, tile=tile("ys0", 4, 4)) == ("DU-20",)
