"""Every clause of Down Under in our own words, with its origin and what the published text leaves open."""

from __future__ import annotations

from typing import Final

from companion.engine.rulings import Clause, Origin
from companion.engine.text import Text, say


def _stated(number: int, text: Text, silent: Text | None = None) -> Clause:
    return _clause(number, text, "stated", silent)


def _derived(number: int, text: Text, silent: Text | None = None) -> Clause:
    return _clause(number, text, "derived", silent)


def _edition(number: int, text: Text, silent: Text | None = None) -> Clause:
    return _clause(number, text, "edition", silent)


def _clause(number: int, text: Text, origin: Origin, silent: Text | None) -> Clause:
    return Clause(f"DU-{number}", text, origin, silent)


_BOX: Final = (
    _stated(
        1,
        say(
            "2 to 4 players. The box has 76 tiles: 4 billabongs, and in each of 4 colours 7 "
            "straights, 9 curves and 2 end tiles."
        ),
    ),
    _stated(
        2,
        say(
            "Every tile except a billabong has two paths: one in its player’s colour, one grey that belongs to no one."
        ),
    ),
    _stated(
        3,
        say(
            "Each straight and curve has an animal on its grey path. Each colour has 4 kangaroos, 4 "
            "emus, 3 platypuses, 4 rabbits and 1 dingo."
        ),
        say(
            "Another edition shows no animals on end tiles. Which animal is on which shape isn’t "
            "published, so you enter it and we check it against the stock."
        ),
    ),
    _stated(
        4,
        say(
            "Play area. Easy: 6 by 6 for 2 players, 7 by 7 for 3, 8 by 8 for 4. Recommended: 5 by 7 "
            "for 2, 6 by 8 or 5 by 9 for 3, 7 by 9 or 6 by 10 for 4. Hard: 4 by 8, 4 by 10, 5 by 11."
        ),
    ),
    _stated(5, say("You agree only on the size. Your tiles decide where the area lies (see DU-20).")),
    _derived(
        6,
        say("Everyone has 16 full-size tiles. They don’t fill a large area. In a small one, some stay in hand."),
    ),
)

_GEOMETRY: Final = (
    _edition(
        10,
        say(
            "Straight, not turned: colour runs north to south, grey west to east, and they cross. "
            "Half a turn changes nothing."
        ),
        say("The rulebook shows the shapes as pictures. Columns, rows and degrees are ours."),
    ),
    _edition(
        11,
        say(
            "Curve, not turned: colour bends from north to east, grey from south to west. Each "
            "quarter turn moves both clockwise."
        ),
    ),
    _edition(
        12,
        say(
            "End tile, not turned: half a tile. Its colour comes from the north and stops. Grey runs "
            "west to east. It fills the half of the cell it faces. A cell takes one other tile, or "
            "one end tile, or two from opposite sides. Two share one grey path."
        ),
        say("The rulebook says that two share one grey path, and that a single one’s grey can be used."),
    ),
    _derived(
        13,
        say(
            "A billabong has four sides and no colour. Place it with the pairs of sides a route "
            "passes between. A route that comes in by another side ends."
        ),
    ),
    _derived(
        14,
        say(
            "Paths that meet at the side two cells share are joined. Joined paths make a route. "
            "Coloured paths give it its colour. All grey, it belongs to no one."
        ),
    ),
)

_LAYING: Final = (
    _stated(
        15,
        say(
            "The first tile on the table is a straight or a curve. So is every other player’s first, "
            "touching a tile along a side or at a corner."
        ),
        say(
            "The touching is from another edition. The rulebook seems to ask it every turn. Starting "
            "with a straight or a curve is our reading for the others."
        ),
    ),
    _stated(
        16, say("From your second turn on, the new tile’s coloured path must continue your own route from an end.")
    ),
    _stated(
        17,
        say("Never join two colours, not even through grey."),
    ),
    _stated(
        18,
        say(
            "Grey that a route reaches is part of it and makes it longer. So your tile’s grey can "
            "lengthen or bend another player’s route."
        ),
        say("Another edition makes plain that your new tile must still join by its coloured path."),
    ),
    _stated(
        20,
        say(
            "Once the tiles are wider one way than the short side, that way is the long one. The "
            "other way may have no more than the short side. The last line may still come at either "
            "edge."
        ),
    ),
    _stated(
        21,
        say("Only an end tile may lie outside the area."),
        say("We leave it out when measuring the area. A house rule counts it."),
    ),
    _stated(
        22,
        say("Place an end tile like any tile, at the edge or anywhere else. You never have to."),
    ),
    _stated(
        23,
        say("A route with an end tile at both ends is finished. Its player stops, the others continue."),
        say("We count an end at a billabong as closed too."),
    ),
    _stated(
        24,
        say(
            "If your route closes into a loop, don’t place a tile. Turn one of your own tiles by 90 "
            "degrees instead, if that breaks no rule. If you can’t turn any, you’re done."
        ),
        say(
            "Try each of your tiles 90 degrees either way. No two colours may join, and your "
            "coloured paths must form one open route. A straight never works."
        ),
    ),
    _derived(
        25,
        say(
            "If you can’t place any tile, turn one or use a billabong, you’re done for good. If only "
            "an end tile fits, place it."
        ),
        say(
            "The rulebook gives such a player a billabong. We place billabongs only under DU-30 to "
            "DU-32. Stopping sooner is a house rule."
        ),
    ),
)

_BILLABONG: Final = (
    _stated(
        30,
        say(
            "When the routes of 3 players lead to one free cell, the player who caused it places a "
            "billabong there at once and one more tile leading out of it. That makes 3 tiles in one "
            "turn. The other two end there."
        ),
    ),
    _stated(
        31,
        say("With 4 players’ routes, the same player places the billabong and all four end."),
    ),
    _stated(
        32,
        say(
            "With 2 players’ routes, and one of them out of curves, the player who caused it may "
            "place a billabong instead of a curve. Both continue from there."
        ),
        say("The rulebook doesn’t say who goes out first. We say: the player whose turn is next."),
    ),
    _derived(
        33,
        say(
            "Players count, not ends. With 2 routes each, routes count. If the player has no route "
            "there, 3 or 4 routes end and 2 continue. If no side is free, all end. The cell is "
            "inside the area. Without billabongs left, routes end at the empty cell. Under DU-32 you "
            "place the billabong in the same turn."
        ),
        say("A house rule ends two routes as well if a third player brought them together."),
    ),
)

_END: Final = (
    _stated(
        40,
        say("When every route is finished the game is over, and the longest route wins."),
        say("A player who is done counts as finished. If a colour has several routes, the longest counts."),
    ),
    _stated(
        41,
        say("A route is as long as its number of paths. A tile crossed twice counts 2. End tiles and grey count too."),
        say("The rulebook also says tiles, but its example counts paths. Half a path counts 1 for us."),
    ),
    _derived(
        42,
        say("A billabong counts 1 for each route that passes or ends there."),
        say("A route that comes to it twice counts it twice, as with a tile. A house rule leaves out ends there."),
    ),
    _stated(
        43,
        say(
            "With animals: score the length, plus 5 for each set of emu, kangaroo and platypus, "
            "minus 2 for each rabbit if no dingo is on the route. You lose if you haven’t placed "
            "your own dingo."
        ),
        say("An animal counts for the route its grey path belongs to."),
    ),
    _derived(
        44,
        say("If points are equal, you share the win. If DU-43 makes everyone lose, points decide anyway."),
    ),
)

_VARIANTS: Final = (
    _stated(50, say("For children: no play area, so no edge stops a route.")),
    _stated(
        51,
        say(
            "Fixed area, 2 or 3 players: tiles of an unused colour form a line from bottom left to "
            "top right, which sets the area. It may wind, straights in the middle. With 2 players "
            "they may form a frame, or part of one, with the curves’ grey leading from one edge to "
            "the other."
        ),
        say("The rulebook doesn’t say which tiles go where. The set-up shows a line that works."),
    ),
    _stated(
        52,
        say(
            "One end: everyone starts with an end tile. The second player places it back to back "
            "with the first, the fourth with the third."
        ),
        say("The rulebook says the fourth goes with the second, but that back is already taken."),
    ),
    _stated(
        53,
        say(
            "Two routes each, 2 players: play two colours and start both with end tiles in one cell. "
            "The first player then places 1 tile. After that, place 2 a turn, one of each colour in "
            "any order. Or place 1 a turn, for either route."
        ),
        say("We use the area for 2 players and add up both routes for the score."),
    ),
)

CLAUSES: Final = (*_BOX, *_GEOMETRY, *_LAYING, *_BILLABONG, *_END, *_VARIANTS)
