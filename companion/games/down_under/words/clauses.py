"""Every clause of Down Under in our own words, with its origin and what the published text leaves open."""

from typing import Final

from companion.engine.game import Edition
from companion.engine.rulings import Reason, clauses
from companion.engine.text import say

TEXTS: Final = {
    "DU-1": say(
        "2 to 4 players, age 8 and up. The box has 76 tiles: 4 billabongs, and for each of 4 colours 7 straights, 9 curves "
        "and 2 end tiles."
    ),
    "DU-2": say(
        "Every tile except a billabong has two paths: one in its player’s colour and one grey. Grey belongs to no one."
    ),
    "DU-3": say(
        "Every straight and curve has an animal on its grey path. Each colour has 4 kangaroos, 4 emus, 3 "
        "platypuses, 4 rabbits and 1 dingo."
    ),
    "DU-4": say(
        "Play area for 2, 3 and 4 players:\n"
        "Easy: 6 × 6, 7 × 7, 8 × 8\n"
        "Recommended: 5 × 7, 6 × 8 or 5 × 9, 7 × 9 or 6 × 10\n"
        "Hard: 4 × 8, 4 × 10, 5 × 11"
    ),
    "DU-5": say("You agree only on the size. Where the area is, your tiles decide (see DU-20)."),
    "DU-6": say("Everyone has 16 full-size tiles. They can’t fill a large area. In a small one, some are left over."),
    "DU-10": say(
        "A straight, not turned: colour runs north to south, grey west to east. They cross. A half turn "
        "changes nothing."
    ),
    "DU-11": say(
        "A curve, not turned: colour goes from north to east, grey from south to west. A quarter turn moves "
        "both clockwise."
    ),
    "DU-12": say(
        "An end tile is half a tile. Not turned, its colour comes from the north and stops, and grey runs "
        "west to east. It fills the half of the cell next to the side it’s entered from. A cell holds:\n"
        "one other tile, or\n"
        "one end tile, or\n"
        "two end tiles from opposite sides, which share one grey path"
    ),
    "DU-13": say(
        "A billabong has four sides and no colour. When you place it, say which sides a route passes "
        "between. At any other side, a route ends."
    ),
    "DU-14": say(
        "Paths that meet where two tiles touch are joined. Joined paths make a route, in the colour of its "
        "coloured paths. An all-grey route belongs to no one."
    ),
    "DU-15": say(
        "Everyone’s first tile is a straight or a curve. All but the very first must touch a tile, along a "
        "side or at a corner."
    ),
    "DU-16": say(
        "From your second turn on, extend your own route. The coloured path of the new tile must join it at either end."
    ),
    "DU-17": say("Never join two colours, not even through grey."),
    "DU-18": say(
        "Grey joined to a route belongs to it. So the grey on your tile can extend or bend another player’s route."
    ),
    "DU-20": say(
        "As soon as the tiles reach further in one direction than the short side, that direction is the long "
        "one. In the other, they can reach no further than the short side. The last line can still be added "
        "at either edge."
    ),
    "DU-21": say("Only an end tile may lie outside the area."),
    "DU-22": say("You can place an end tile like any tile, at the edge or anywhere else. You never have to."),
    "DU-23": say("A route with end tiles at both ends is finished. The others continue."),
    "DU-24": say(
        "If your route closes into a loop, don’t place a tile. Turn one of your own by 90 degrees instead, "
        "if that breaks no rule. If you can’t, you’re done."
    ),
    "DU-25": say(
        "If you can’t place a tile, turn one or use a billabong, you’re done for good. If only an end tile "
        "fits, place it."
    ),
    "DU-30": say(
        "If you bring the routes of 3 players to one free cell, place a billabong there at once. Extend your "
        "route out of it with one more tile, 3 tiles in that turn. The other two routes end there."
    ),
    "DU-31": say("With the routes of 4 players, you place the billabong and all four end."),
    "DU-32": say(
        "With the routes of 2 players, one without curves left, you may place a billabong instead of "
        "a curve. Both continue from there."
    ),
    "DU-33": say(
        "At a billabong:\n"
        "Count players, not ends. With two routes each, count routes.\n"
        "If none of the routes is yours, 2 continue, 3 or 4 end.\n"
        "If no side is free, all end.\n"
        "The cell is inside the area.\n"
        "If no billabong is left, routes end at the empty cell.\n"
        "Under DU-32 you place it in the same turn, instead of the curve."
    ),
    "DU-40": say("The game ends when every route is finished. The longest route wins."),
    "DU-41": say("Count the paths, grey and end tiles too. A tile crossed twice counts 2."),
    "DU-42": say("A billabong counts 1 for each route that passes or ends there."),
    "DU-43": say(
        "With animals, score the length of your route, and:\n"
        "5 more for each set of emu, kangaroo and platypus\n"
        "2 less for each rabbit, if no dingo is on the route\n"
        "If you haven’t placed your own dingo, you lose."
    ),
    "DU-44": say("If points are equal, you share the win. If DU-43 makes everyone lose, points decide after all."),
    "DU-50": say("For children: there’s no play area, so no edge stops a route."),
    "DU-51": say(
        "Fixed area, 2 or 3 players: place tiles of an unused colour in a line from bottom left to top "
        "right. The line marks the area. It may wind, with straights near the middle. With 2 players, these "
        "tiles may form a frame or part of one instead. The grey paths on its curves then lead from one edge "
        "of the frame to the opposite one."
    ),
    "DU-52": say(
        "One end: everyone starts with an end tile. The second player places it back to back with the first "
        "player’s, the fourth with the third’s. The third’s touches a tile (see DU-15)."
    ),
    "DU-53": say(
        "Two routes each, 2 players: play two colours and start each with an end tile, both in one cell. The "
        "first player’s first turn is 1 tile. After that you place 2 a turn, one of each colour, in any "
        "order. Or place 1 a turn, for either route."
    ),
}
SILENT: Final = {
    "DU-3": say(
        "In another edition end tiles have no animals. No one lists which tile has which animal, so you "
        "enter them and the app checks the numbers."
    ),
    "DU-10": say("The rulebook shows the shapes as pictures. Columns, rows and degrees are ours."),
    "DU-12": say("The rulebook says that two share one grey path, and that the grey of a single one can be used."),
    "DU-15": say(
        "It doesn’t say who goes first, so you decide. The touching is from another edition. Our rulebook "
        "seems to want it every turn. Straight or curve "
        "is our reading for all but the first player."
    ),
    "DU-18": say("Another edition makes clear that your own new tile must still join with its coloured path."),
    "DU-21": say("It doesn’t count when you measure the area."),
    "DU-23": say("A route that ends at a billabong is closed at that end too."),
    "DU-24": say(
        "Turn a curve of yours by 90 degrees, either way. No two colours may join, and your paths must form one open route."
    ),
    "DU-25": say("The rulebook has you place a billabong. Tableside does so only under DU-30 to DU-32."),
    "DU-32": say("The player whose turn is next chooses the way out first."),
    "DU-40": say("A player who is done counts as finished. If a colour has several routes, its longest counts."),
    "DU-41": say("The rulebook also says “tiles”, but its example counts paths. Half a path counts 1."),
    "DU-42": say("If a route reaches it twice, it counts twice, like a tile."),
    "DU-43": say("An animal counts for the route its grey path belongs to."),
    "DU-51": say("The rulebook doesn’t say which tiles go where. The set-up shows a line that works."),
    "DU-52": say("In the rulebook the fourth uses the second’s tile, but that place is taken."),
    "DU-53": say("The area is the one for 2 players. Your score is both routes together."),
}
"""What the published text leaves open, and how we read it."""
CHAPTERS: Final = {
    "DU-1": say("Set-up"),
    "DU-10": say("Routes"),
    "DU-15": say("Place a tile"),
    "DU-30": say("Place a billabong"),
    "DU-40": say("The end"),
    "DU-50": say("Variant"),
}
CLAUSES: Final = clauses(
    TEXTS,
    SILENT,
    CHAPTERS,
    edition=("DU-10", "DU-11", "DU-12"),
    derived=("DU-6", "DU-13", "DU-14", "DU-25", "DU-33", "DU-42", "DU-44"),
)
STATED: Final = {one.id: Reason(one.text, (one.id,)) for one in CLAUSES}
"""Each clause as one step, where a card or a sheet says it in full."""

TERMS: Final = (say("straight"), say("curve"), say("end tile"), say("billabong"), say("play area"), say("route"))
EDITIONS: Final = (
    Edition(
        "Down Under",
        "de",
        "Bambus",
        ("Gerade", "Kurve", "Ende", "Billabong", "Spielfläche", "Weg"),
        frozenset({"Weg"}),
    ),
    Edition(
        "Down Under",
        "en",
        "Bambus",
        ("straight", "curved", "terminal", "billabong", "playing area", ""),
        frozenset({"terminal"}),
    ),
    Edition("Down Under", "fr", "Bambus", ("droit", "courbe", "terminus", "Billabong", "zone de jeu", "route")),
)
