"""Each kind of sentence that carries a figure, in one situation: the figures are those of the facts."""

from companion.games.down_under.game import GAME
from tests.games.down_under.asking import LOOP, Json, board, pond, tile
from tests.games.english import Row, unsaid

LONE = board(("rc0", 5, 1))
TWICE = board(("gc0", 0, 1), ("gc180", 1, 0), ("gs270", 1, 1), ("yc270", 0, 0))


def over_grey(*animals: str) -> list[Json]:
    """A red straight whose route goes on over the grey of blue ones, on which these animals stand."""
    return [tile("rs0", 0, 0), *(tile("bs90", 0, y, one) for y, one in enumerate(animals, 1))]


CURVES = {"red": 3, "yellow": 0, "green": 3, "blue": 0}
MET = board(("rs0", 0, 1), ("ys0", 0, -1), ("gs90", 1, 0), ("bs90", -1, 0))
TO_THE_SOUTH = {"tiles": board(("rs0", 0, 1)), "cell": [0, 0], "mover": "red", "curves_left": CURVES}

OF_OTHERS = {
    "tiles": board(("rs90", 1, 0), ("ys0", 0, 1), ("gs0", 1, 1)),
    "cell": [0, 0],
    "mover": "green",
    "curves_left": {"red": 0, "yellow": 3},
}
"""Routes of two others meet."""
ACROSS = {"tiles": board(*(("rs90", x, 0) for x in range(7))), "colour": "red", "area": [5, 7]}
"""Red from edge to edge of the area."""

ROWS: tuple[Row, ...] = (
    ("placement", {"tiles": board(("rs0", 4, 4)), "tile": tile("rc270", 4, 5), "area": [8, 5], "turn": 2}, {},
        ("The tiles now cover 1 by 2 cells. The area is 5 by 8.", "Red’s route grows from 1 to 2.")),
    ("placement", {"tiles": board(("rs0", 4, 4)), "tile": tile("bs90", 4, 5), "area": [8, 5], "turn": 2}, {},
        ("Blue: the tile doesn’t continue the route.", "Everything else is fine.")),
    ("placement",
        {"tiles": board(*(("rs90", x, 0) for x in range(5))), "tile": tile("rs90", 5, 0), "area": [4, 5], "turn": 2}, {},
        ("The tiles then cover 6 by 1 cells. The area is only 4 by 5.", "Everything else is fine.")),
    ("route", {"tiles": [pond(2, 0)]}, {}, ("4 all-grey chains aren’t routes yet.",)),
    ("route", {"tiles": over_grey("rabbit", "rabbit")}, {},
        ("The longest route is Red, with 3 paths.", "Red: 3 paths. It’s open at both ends.",
         "Red passes these animals: 2 × rabbit.")),
    ("route", {"tiles": TWICE}, {}, ("Green crosses 1 cell twice. It counts as 2.",)),
    ("walk", {"cells": [[0, 0], [0, 1]]}, {}, ("The route has 2 paths.", "It crosses 2 cells.")),
    ("walk", {"cells": [[0, 0], [0, 1], [0, 2]], "tiles": board(("rs0", 0, 0))}, {},
        ("The tiles don’t match your route at 2, 3.",)),
    ("walk", {"cells": [[0, 0], [0, 1], [-1, 1], [-1, 0], [0, 0], [1, 0], [1, 1], [0, 1]]}, {},
        ("It crosses 6 cells.", "The route crosses 2 cells twice: +2.")),
    *(("walk", {"cells": cells}, {}, (why,)) for cells, why in (
        ([[0, 0], [2, 0]], "Tap a cell beside the last one."), ([[0, 0], [1, 1]], "Tap a cell beside the last one."),
        ([[0, 0], [1, 0], [0, 0]], "A route can cross each side of a cell only once."),
        ([[0, 0], [1, 0], [1, 1], [0, 1], [0, 0], [1, 0]], "A route can cross each side of a cell only once."))),
    ("going-on", {"tiles": LOOP, "colour": "red", "area": [8, 3]}, {}, ("8 rotations open the loop.",)),
    ("going-on", {"tiles": LONE, "colour": "red", "area": [5, 5]}, {},
        ("Red can go on.", "Red in hand: straights 7, curves 8, end tiles 2.", "8 places fit: curve, straight, end tile.")),
    *(("billabong", OF_OTHERS, {"outsider_billabong": way}, (f"You may place a billabong here. Red, Yellow {told}.",))
        for way, told in (("go_on", "go on from it"), ("end", "then end"))),
    *(("going-on", ACROSS, {"stopping": stopping}, ("Red can go on, but only with an end tile.", told))
        for stopping, told in (("stuck", "A player who can go on must go on."), ("any_time", "House rule: a player may stop."),
            ("end_tile", "House rule: if only end tiles fit, you may leave a route open."))),
    ("going-on", {**ACROSS, "tiles": [*ACROSS["tiles"], tile("rt90", -1, 0), tile("rt270", 7, 0)]}, {}, ("Red can’t go on.",)),
    ("placement",
        {"tiles": board(("rt0", 0, 0), ("yt180", 0, 0), ("rc0", 1, 2), ("rs0", 2, 2)), "tile": tile("gt0", 2, 1),
         "area": [7, 9], "turn": 1}, {"variant": "one_end"}, ("Then Blue can’t start back to back with it.",)),
    ("route", {"tiles": board(("rs0", 0, 0), ("bs0", 1, 0))}, {}, ("Red, Blue: 1 path",)),
    ("route", {"tiles": board(("rs0", 0, 0), ("rs0", 0, 1))}, {}, ("Red: 2 paths", "Red: 2 paths. It’s open at both ends.")),
    ("route", {"tiles": [pond(x, 0) for x in range(5)]}, {}, ("billabong: 5 (4 at most).",)),
    ("walk", {"cells": [], "tiles": [pond(x, 0) for x in range(77)]}, {}, ("Tiles on the table: 77 (76 at most).",)),
    ("area", {"tiles": [], "area": [8, 6]}, {},
        ("The play area is 6 by 8 cells, either way round.", "Cells: 48. Everyone has 16 full-size tiles.")),
    ("area", {"tiles": board(("rs0", 0, 0), ("bs0", 1, 0)), "area": [4, 3]}, {},
        ("Columns you can still add: 2. Rows: 3.", "The tiles cover 2 by 1 cells.",
         "Neither side is longer than 3 yet. Either can become the long one.")),
    ("area", {"tiles": board(("rs0", 2, 2)), "area": [6, 6]}, {},
        ("The play area is 6 by 6 cells.", "At most 6 wide and 6 high.")),
    ("billabong", TO_THE_SOUTH, {}, ("1 player’s route leads here: Red.",)),
    ("billabong", TO_THE_SOUTH, {"variant": "one_tile_per_turn"}, ("1 route leads here: Red. Count routes, not players.",)),
    ("billabong", {**TO_THE_SOUTH, "tiles": MET[:3]}, {"variant": "two_routes"},
        ("3 routes lead here: Red, Yellow, Green. Count routes, not players.",)),
    ("billabong", {**TO_THE_SOUTH, "tiles": MET[:2]}, {},
        ("There are no curves left for Yellow, so Red may place a billabong instead.",)),
    ("billabong", {**TO_THE_SOUTH, "tiles": MET[:3]}, {},
        ("Red places a billabong there at once.", "Red places another tile that leads out of it. Yellow, Green end there.")),
    ("billabong", {**TO_THE_SOUTH, "tiles": MET}, {}, ("The routes end here: Red, Yellow, Green, Blue.",)),
    ("turnable", {"tiles": LOOP, "colour": "red"}, {}, ("Red: you may turn one of 4 tiles.", "The route then has 5 paths.")),
    ("final-score", {"tiles": LONE, "colours": ["red"]}, {}, ("Red: 1 path.",)),
    ("final-score", {"tiles": over_grey("rabbit", "rabbit"), "colours": ["red"]}, {"animals": True},
        ("Red passes these animals: 2 × rabbit.", "Red loses 4 for 2 rabbits without a dingo.", "Red: 3 − 4 = -1.")),
    # The own dingo elsewhere saves from losing, but not from rabbits.
    ("final-score", {"tiles": [*over_grey("rabbit"), tile("rs0", 5, 5, "dingo")], "colours": ["red"]}, {"animals": True},
        ("Red wins with 0.", "Red loses 2 for 1 rabbit without a dingo.", "Red: 2 − 2 = 0.")),
    ("final-score", {"tiles": [*over_grey("dingo"), tile("ys0", 5, 5, "dingo")], "colours": ["red", "yellow"]}, {"animals": True},
        ("Yellow wins with 1.", "Red: 2 paths.", "Red hasn’t placed its own dingo and loses.",
         "Of the others, Yellow has the most points.")),
    ("final-score", {"tiles": over_grey("emu", "kangaroo", "platypus"), "colours": ["red"]}, {"animals": True},
        ("Red scores 5 for 1 set of animals.", "Red: 4 + 5 = 9.")),
    ("final-score", {"tiles": board(("bs0", 0, 0), ("ys0", 3, 3)), "colours": ["blue", "yellow"]},
        {"variant": "two_routes"}, ("The Blue, Yellow player wins with 2.", "Blue, Yellow together: 2.")),
)  # fmt: skip


def test_every_figure_in_an_answer_is_that_of_the_facts() -> None:
    assert unsaid(GAME, ROWS) == []
