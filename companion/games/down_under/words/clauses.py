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
            "For 2 to 4 players. The box holds 76 tiles: 4 billabongs, and in each of four colours 7 straights, "
            "9 curves and 2 termini."
        ),
    ),
    _stated(
        2, say("Every tile except a billabong bears two paths: one in the colour of its player, one grey and nobody's.")
    ),
    _stated(
        3,
        say(
            "An animal stands on the grey path of each straight and curve. Each colour has 4 kangaroos, 4 emus, "
            "3 platypuses, 4 rabbits and 1 dingo."
        ),
        say(
            "That termini show none is known from another edition. Which animal stands on which shape is stated nowhere: "
            "you enter it, and it is checked against the stock."
        ),
    ),
    _stated(
        4,
        say(
            "Play area for two, three or four. Easy: 6 by 6, 7 by 7, 8 by 8. Recommended: 5 by 7; 6 by 8 or 5 by 9; "
            "7 by 9 or 6 by 10. Hard: 4 by 8, 4 by 10, 5 by 11."
        ),
    ),
    _stated(5, say("Only the size is agreed beforehand. Where the area lies is settled as you lay (see DU-20).")),
    _derived(
        6,
        say(
            "Everybody has 16 full-size tiles. A large area cannot be filled with them; a small one leaves some in hand."
        ),
    ),
)

_GEOMETRY: Final = (
    _edition(
        10,
        say(
            "Straight, not turned: the colour runs from north to south, grey from west to east, and they cross. Half a "
            "turn changes nothing."
        ),
        say("The rulebook shows the shapes in pictures; columns, rows and degrees are ours, here and below."),
    ),
    _edition(
        11,
        say(
            "Curve, not turned: the colour bends from north to east, grey from south to west; each quarter turn moves "
            "both on clockwise."
        ),
    ),
    _edition(
        12,
        say(
            "Terminus, not turned: half a tile. Its colour enters from the north and stops; grey runs across from west to "
            "east. It fills the half of the cell it is entered from. A cell takes one tile of another kind, or one "
            "terminus, or two entered from opposite sides, which then have one grey path between them."
        ),
        say("The rulebook does state that two share one grey path, and that the grey of a single one may be used."),
    ),
    _derived(
        13,
        say(
            "A billabong has four sides and no colour. It is laid with the pairs of sides between which a route passes; a "
            "route that comes in by any other side ends."
        ),
    ),
    _derived(
        14,
        say(
            "Two paths are joined where they meet at the side that two cells share. Paths joined to one another are a "
            "route. Its colour is that of its coloured paths; while it is grey alone it is nobody's."
        ),
    ),
)

_LAYING: Final = (
    _stated(
        15,
        say(
            "The first tile on the table is a straight or a curve. The first of every other player is too, and touches a "
            "tile that lies there, along a side or at a corner."
        ),
        say(
            "The touching is from another edition; the rulebook words it as if for every turn. That the others open with "
            "a straight or a curve as well is our reading."
        ),
    ),
    _stated(
        16, say("From the second turn on, the coloured path of your new tile must go on from an end of your own route.")
    ),
    _stated(
        17,
        say("A tile may not join paths of two colours, neither directly nor over grey. No route ever has two colours."),
    ),
    _stated(
        18,
        say(
            "Grey that a route reaches is part of it from then on, and the route may be lengthened by grey as well as by "
            "colour. So the grey of your tile may lengthen or bend the route of somebody else."
        ),
        say("That your own new tile must still join by its coloured path is made plain by another edition."),
    ),
    _stated(
        20,
        say(
            "As soon as the tiles reach further one way than the short side of the area, that way is the long one, and "
            "the other way may have no more than the short side. The last line may still come at either edge."
        ),
    ),
    _stated(
        21,
        say("Nothing but a terminus may lie outside the area."),
        say("We leave it out when we measure how far the tiles reach; a house option counts it."),
    ),
    _stated(
        22,
        say("A terminus is laid like any tile, at the edge or anywhere else. Nobody is bound to lay one."),
    ),
    _stated(
        23,
        say("A route closed by a terminus at both ends is finished. Its owner lays no more; the others go on."),
        say("We take an end at a billabong as closed too."),
    ),
    _stated(
        24,
        say(
            "Whoever's route has become a loop lays nothing and may turn one of their own tiles by 90 degrees instead, if every "
            "rule holds afterwards; if none can be turned, that player is done."
        ),
        say(
            "We let it be turned either way round, and it counts only if no two colours are joined and all the "
            "player's coloured paths then lie in one open route. A straight never brings that about."
        ),
    ),
    _derived(
        25,
        say(
            "Whoever can lay nothing, not even a terminus, and can neither turn a tile nor use a billabong, is done for good. "
            "Whoever can lay a terminus only, lays it."
        ),
        say(
            "The rulebook says that such a player lays a billabong; we have billabongs in DU-30 to DU-32 only. Stopping "
            "sooner is a house option."
        ),
    ),
)

_BILLABONG: Final = (
    _stated(
        30,
        say(
            "Where the routes of three players lead to one free cell, whoever brought it about lays a billabong there at "
            "once and goes on out of it with a further tile: three tiles in one turn. The two others end there."
        ),
    ),
    _stated(
        31,
        say(
            "Where the routes of four players lead to it, the same player lays the billabong, and all four routes end."
        ),
    ),
    _stated(
        32,
        say(
            "Where the routes of two players lead to it and one of them has no curve left, whoever brought it about may "
            "lay a billabong instead of a curve; both go on from there."
        ),
        say("Who of the two goes out first is not said: we say the one whose turn comes next."),
    ),
    _derived(
        33,
        say(
            "Players are counted, not ends: one may come in by both. With two routes each, routes are counted. If the "
            "mover has no route there, three or four routes end, and two go on. If no side is free to go out by, all end. "
            "The cell lies in the area; once no billabong is left the routes end at the empty cell. A billabong under DU-32 "
            "is laid in the same turn."
        ),
        say("A house option ends two routes as well if a third player brought them together."),
    ),
)

_END: Final = (
    _stated(
        40,
        say("When every route is finished the game is over, and the longest route wins."),
        say("An owner who is done counts as finished. Where a colour has several routes, the longest is its own."),
    ),
    _stated(
        41,
        say(
            "A route is as long as it has paths. A tile crossed twice counts twice; termini count; grey counts as much as "
            "colour."
        ),
        say("The rulebook also speaks of tiles, but its own example counts paths. Half a path counts 1 for us."),
    ),
    _derived(
        42,
        say("A billabong counts 1 for each route that passes or ends there."),
        say("A route that comes to it twice counts it both times, as with a tile. A house option leaves out the ends."),
    ),
    _stated(
        43,
        say(
            "With animals: points are the length, 5 more for each emu, kangaroo and platypus together on the route, 2 less "
            "for each rabbit if no dingo is on the route. Whoever has not laid their own dingo tile loses."
        ),
        say("An animal counts for the route its grey path belongs to."),
    ),
    _derived(
        44,
        say("Equal points are a shared win. If DU-43 makes everybody lose, points decide as if nobody had lost by it."),
    ),
)

_VARIANTS: Final = (
    _stated(50, say("For children: there is no play area, and no edge stops a route.")),
    _stated(
        51,
        say(
            "Fixed area, two or three players: tiles of a colour nobody plays form a line from the bottom left to the top "
            "right corner, which settles the area. It may wind; straights belong in its middle. With two players they may "
            "form a frame or part of one, the grey of its curves leading from one edge to the opposite one."
        ),
        say("Which tiles go where is not said: the set-up sheet names a line that works."),
    ),
    _stated(
        52,
        say(
            "One end: everybody opens with a terminus, the second player back to back with the first, the fourth with the "
            "third."
        ),
        say("The rulebook prints that the fourth goes with the second, whose back is taken already."),
    ),
    _stated(
        53,
        say(
            "Two routes each, for two: everybody plays two colours and opens both with termini that fill one cell. The "
            "first player then lays one tile; after that everybody lays two a turn, one of each colour in any order. Or "
            "one a turn, for either route."
        ),
        say("We take the area for two players, and add up both routes for the score."),
    ),
)

CLAUSES: Final = (*_BOX, *_GEOMETRY, *_LAYING, *_BILLABONG, *_END, *_VARIANTS)
