"""Every clause of Down Under in our own words, with its origin and what the published text leaves open."""

from typing import Final

from companion.engine.game import Edition
from companion.engine.rulings import Reason, clauses
from companion.engine.text import say

TEXTS: Final = {
    "DU-1": say(
        "2 to 4 players, ages 8 and up. The box has 76 tiles: 4 billabongs and, in each of 4 colours, 7 straights, "
        "9 curves and 2 end tiles."
    ),
    "DU-2": say(
        "Every tile except a billabong has 2 paths: one in its player’s colour and one grey. Grey belongs to no one."
    ),
    "DU-3": say(
        "Each straight and curve has an animal on its grey path. Each colour has 4 kangaroos, 4 emus, 3 "
        "platypuses, 4 rabbits and 1 dingo."
    ),
    "DU-4": say(
        "Play area:\n"
        "2 players: easy 6 × 6, recommended 5 × 7, hard 4 × 8\n"
        "3 players: easy 7 × 7, recommended 6 × 8 or 5 × 9, hard 4 × 10\n"
        "4 players: easy 8 × 8, recommended 7 × 9 or 6 × 10, hard 5 × 11"
    ),
    "DU-5": say("Agree only on the size. Where the area lies depends on the tiles you place (see DU-20)."),
    "DU-6": say(
        "Everyone has 16 full-size tiles. A large area stays partly empty. In a small one, some tiles are left over."
    ),
    "DU-10": say(
        "Before you turn a straight, its coloured path runs north to south, its grey path west to east. They "
        "cross. A half turn changes nothing."
    ),
    "DU-11": say(
        "Before you turn a curve, its coloured path joins north and east, its grey path south and west. Each "
        "quarter turn moves both clockwise."
    ),
    "DU-12": say(
        "An end tile is half a tile. Before you turn it, its coloured path comes in from the north and stops. Its "
        "grey path runs west to east. The tile fills the half of the cell where its colour comes in. A cell holds "
        "one of these:\n"
        "1 full-size tile\n"
        "1 end tile\n"
        "2 end tiles from opposite sides, which share one grey path"
    ),
    "DU-13": say(
        "A billabong has 4 sides and no colour. When you place it, say which sides are connected. A route that "
        "enters by any other side ends there."
    ),
    "DU-14": say(
        "Paths that meet where 2 tiles touch are joined. Joined paths make a route. It has the colour of "
        "the coloured paths in it. An all-grey route belongs to no one."
    ),
    "DU-15": say(
        "Your first tile is a straight or a curve. Unless it’s the first of the game, it must touch "
        "another tile, along a side or at a corner."
    ),
    "DU-16": say(
        "From your second turn on, extend your own route. The coloured path of the new tile must join it at either end."
    ),
    "DU-17": say("Never join two colours, not even through grey."),
    "DU-18": say(
        "A grey path belongs to the route that reaches it. The grey on your tile can extend or bend another "
        "player’s route."
    ),
    "DU-20": say(
        "You don’t choose which way the long side runs. In a 7 × 9 area, once the tiles span 8 cells in "
        "one direction, that’s the long side. The other side stays at 7 or less. The ninth row may go at either end."
    ),
    "DU-21": say("Only an end tile may lie outside the area."),
    "DU-22": say(
        "You may place an end tile like any other tile, at the edge or anywhere else. You never have to, except "
        "under DU-25."
    ),
    "DU-23": say("A route with end tiles at both ends is finished. The other routes go on."),
    "DU-24": say(
        "If your route is a loop, you can’t place a tile. Turn one of your own tiles by 90 degrees "
        "instead, if that breaks no rule. If you can’t, you’re done."
    ),
    "DU-25": say(
        "You’re done for good if you can’t place a tile, can’t turn one and can’t use a billabong. If "
        "only an end tile fits, you must place it."
    ),
    "DU-30": say(
        "If your tile brings the routes of 3 players to one free cell, place a billabong there at once. Then "
        "extend your own route out of it with one more tile this turn. The other 2 routes end."
    ),
    "DU-31": say("If 4 players’ routes meet at a free cell, place a billabong there. All 4 routes end."),
    "DU-32": say(
        "If 2 players’ routes meet at a free cell and one has no curves left, you may place a billabong. It "
        "replaces the missing curve. Both routes go on from it."
    ),
    "DU-33": say(
        "At a billabong:\n"
        "To see which rule applies, count the players whose routes meet, not the route ends. With 2 routes each, "
        "count the routes.\n"
        "If none of these routes is yours, 2 routes go on, but 3 or 4 end.\n"
        "If no side of the cell is free, all routes end.\n"
        "The cell must be inside the area.\n"
        "If no billabongs are left, the routes end at the empty cell.\n"
        "If a billabong replaces a missing curve (DU-32), place it that same turn."
    ),
    "DU-40": say("The game ends when every route is finished. The longest route wins."),
    "DU-41": say("Count every path, grey ones and end tiles too. A tile crossed twice counts as 2."),
    "DU-42": say("A billabong counts as 1 for each route that passes or ends there."),
    "DU-43": say(
        "With animals, your score is the length of your route, with:\n5 more for each set of an emu, a "
        "kangaroo and a platypus\n2 less for each rabbit, unless there’s a dingo on the route\nIf you "
        "haven’t placed your own dingo, you lose."
    ),
    "DU-44": say("If you tie, you share the win. If no one placed their own dingo, points decide after all."),
    "DU-50": say("For children: there’s no play area, so no edge stops a route."),
    "DU-51": say(
        "Fixed area, for 2 or 3 players: build a line of tiles in an unused colour, from the area’s bottom left "
        "corner to its top right. It marks the area. It may bend, but keep its straights near the middle. With 2 "
        "players, you may build all or part of a frame instead. Place its curves in pairs, so their grey paths "
        "lead from inside the frame to outside."
    ),
    "DU-52": say(
        "One end: everyone starts with an end tile. The second player places theirs back to back with the first "
        "player’s, the fourth with the third’s. The third player’s tile must touch another (see DU-15)."
    ),
    "DU-53": say(
        "Two routes each, for 2 players: you each play 2 colours. Start each colour with an end tile, both in the "
        "same cell. The first player then places 1 tile. After that, place 2 tiles a turn, one of each colour, in "
        "any order. Or agree to place 1 tile a turn, on either route."
    ),
}
SILENT: Final = {
    "DU-3": say(
        "In another edition, end tiles have no animals. There’s no list of which tile has which animal, so you "
        "enter them. The app checks the numbers."
    ),
    "DU-10": say("The rulebook shows the shapes in pictures. The compass points and degrees are ours."),
    "DU-12": say(
        "The rulebook says 2 end tiles share one grey path. A route may also use the grey path of one end tile alone."
    ),
    "DU-15": say(
        "The rulebook doesn’t say who goes first, so you decide. That tiles must touch comes from another edition. "
        "Ours seems to ask for it every turn. Only the first player’s “straight or curve” is in ours."
    ),
    "DU-18": say("Another edition makes it clear: your new tile must still join your route by its coloured path."),
    "DU-21": say("That end tile doesn’t count when you measure the area."),
    "DU-23": say("A route that ends at a billabong is closed at that end too."),
    "DU-24": say(
        "Turn one of your curves by 90 degrees, either way. No two colours may join, and your paths must form one open route."
    ),
    "DU-25": say("The rulebook says to place a billabong then. This app allows it only under DU-30 to DU-32."),
    "DU-32": say("The player whose turn comes next chooses their way out first."),
    "DU-40": say("When a player is done, their route is finished. If a colour has several routes, the longest counts."),
    "DU-41": say("The rulebook also says “tiles”, but its example counts paths. Half a path counts as 1."),
    "DU-42": say("A route that reaches the billabong twice counts it twice, like any tile."),
    "DU-43": say("An animal counts for the route its grey path belongs to."),
    "DU-51": say("The rulebook doesn’t say which tiles go where. The set-up shows a line that works."),
    "DU-52": say(
        "The rulebook puts the fourth player’s end tile against the second’s, but the first player’s is already there."
    ),
    "DU-53": say("Use the area for 2 players. Your score is the total of both routes."),
}
"""What the published text leaves open, and how we read it."""
CHAPTERS: Final = {
    "DU-1": say("Set-up"),
    "DU-10": say("Routes"),
    "DU-15": say("Place a tile"),
    "DU-30": say("Place a billabong"),
    "DU-40": say("The end"),
    "DU-50": say("Variants"),
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
