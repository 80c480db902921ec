"""What no board can be, one by one: what is refused, by which clause, and what is no tile at all."""

import pytest

from companion.engine.errors import IllegalMove
from tests.games.down_under.asking import Json, Table, board, judge, misshapen, not_judged, pond, tile

SEVEN_STRAIGHTS = [tile("rs0", 2 * x, 0) for x in range(7)]

NEW: Json = {"area": [7, 9], "turn": 2}
JOINED = board(("rs0", 0, 0), ("bs0", 0, 1))
HERDS = [("dingo", 1), ("platypus", 3), ("emu", 4), ("kangaroo", 4), ("rabbit", 4)]
"""Animals, and how many of each a colour has."""

REFUSED: dict[str, tuple[str, Json, str]] = {
    "a tile on a tile": ("route", {"tiles": board(("rs0", 0, 0), ("bc0", 0, 0))}, "DU-12"),
    "a billabong on a tile": ("route", {"tiles": [tile("rs0", 0, 0), pond(0, 0)]}, "DU-12"),
    **{
        f"two termini in a cell, the second turned by {turn}": (
            "route", {"tiles": board(("rt0", 0, 0), (f"bt{turn}", 0, 0))}, "DU-12")
        for turn in (0, 90, 270)
    },
    "an eighth straight": ("route", {"tiles": [*SEVEN_STRAIGHTS, tile("rs0", 20, 0)]}, "DU-1"),
    "an eighth straight as the new tile": ("placement", {"tiles": SEVEN_STRAIGHTS, "tile": tile("rs0", 20, 0), **NEW}, "DU-1"),
    "a new tile on a tile": (
        "placement", {"tiles": board(("rs0", 0, 0)), "tile": tile("bs0", 0, 0), "area": [7, 9], "turn": 1}, "DU-12"),
    **{
        f"more than {most} {animal}": ("route", {"tiles": [tile("rc0", 2 * x, 0, animal) for x in range(most + 1)]}, "DU-3")
        for animal, most in HERDS
    },
    "a terminus with an animal": ("route", {"tiles": [tile("rt0", 0, 0, "emu")]}, "DU-3"),
    "joined, in a route": ("route", {"tiles": JOINED}, "DU-17"),
    "joined, in an area": ("area", {"tiles": JOINED, "area": [7, 9]}, "DU-17"),
    "joined, in a turn": ("turnable", {"tiles": JOINED, "colour": "red"}, "DU-17"),
    "joined, at a billabong": ("billabong", {"tiles": JOINED, "cell": [5, 5], "mover": "red", "curves_left": {}}, "DU-17"),
    "joined, at the end": ("final-score", {"tiles": JOINED, "colours": ["red"]}, "DU-17"),
    "joined, before a new tile": ("placement", {"tiles": JOINED, "tile": tile("gs0", 5, 5), **NEW}, "DU-17"),
    "joined over a billabong": ("route", {"tiles": [*board(("rs0", 0, 0), ("bs0", 0, 2)), pond(0, 1, "NS")]}, "DU-17"),
    "joined over the grey between two termini": (
        "route", {"tiles": board(("rt0", 0, 0), ("yt180", 0, 0), ("gs90", -1, 0), ("bs90", 1, 0))}, "DU-17"),
    **{
        f"a billabong with sides joined twice: {through}": ("route", {"tiles": [pond(0, 0, *through)]}, "DU-13")
        for through in (("NN",), ("NS", "NE"), ("NS", "EW", "SE"))
    },
    "an area without columns": ("area", {"tiles": [], "area": [0, 5]}, "DU-4"),
    "an area of fewer rows than none": ("area", {"tiles": [], "area": [5, -1]}, "DU-4"),
    "more curves left than there are": (
        "billabong", {"tiles": [], "cell": [0, 0], "mover": "red", "curves_left": {"red": 10}}, "DU-1"),
}  # fmt: skip
"""What no board can be: the ruling that is asked, the facts, the clause."""

JUDGED: tuple[tuple[str, Json], ...] = (
    ("route", {"tiles": SEVEN_STRAIGHTS}),
    *(
        ("route", {"tiles": [*(tile("rc0", 2 * x, 0, animal) for x in range(most)), tile("bc0", 40, 0, animal)]})
        for animal, most in HERDS
    ),
    ("route", {"tiles": [{**tile("rs0", 0, 0), "through": []}]}),
    ("area", {"tiles": [], "area": [1, 2**62]}),
)
"""What is at a bound, and within it."""

WRONG: tuple[tuple[str, object], ...] = (
    *(("turn", turn) for turn in (45, 360, -90, 1, True, "90", 90.0, None)),
    ("x", 1.0), ("y", "0"), ("x", None), ("kind", "bend"), ("colour", "violet"), ("colour", None), ("animal", "koala"),
    ("through", [["N", "S"]]),
)  # fmt: skip
"""Values that no straight has."""


def test_what_no_board_can_be_is_refused_by_its_clause_and_what_is_at_a_bound_is_judged() -> None:
    found = {name: not_judged(ruling, **facts) for name, (ruling, facts, _) in REFUSED.items()}
    assert found == {name: (clause,) for name, (_, _, clause) in REFUSED.items()}
    assert all(judge(ruling, **facts).verdict for ruling, facts in JUDGED)


def test_what_is_no_tile_and_no_list_of_colours_is_refused_at_its_place() -> None:
    whole = tile("rs0", 0, 0)
    for field, value in WRONG:
        assert misshapen("route", tiles=[{**whole, field: value}]).endswith(f"tiles.0.{field}"), (field, value)
    for field in ("x", "y", "kind", "colour", "turn"):
        part = {name: value for name, value in whole.items() if name != field}
        assert misshapen("route", tiles=[part]).endswith(f"tiles.0.{field}"), field
    assert misshapen("route", tiles=[{**pond(0, 0), "colour": "red"}]).endswith("tiles.0.colour")
    for colours in (["red", "red"], []):
        assert misshapen("final-score", tiles=[], colours=colours).endswith("colours")


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
