"""Every clause of Down Under in our own words, with its origin and what the published text leaves open."""

from typing import Final

from companion.engine.game import Edition
from companion.engine.rulings import clauses
from companion.engine.text import say

TEXTS: Final = {
    "DU-1": say(
        "2 to 4 players. The box has 76 tiles: 4 billabongs, and in each of 4 colours 7 straights, 9 curves and 2 end "
        "tiles."
    ),
    "DU-2": say(
        "Every tile except a billabong has two paths: one in its player’s colour, one grey that belongs to no one."
    ),
    "DU-3": say(
        "Each straight and curve has an animal on its grey path. Each colour has 4 kangaroos, 4 emus, 3 platypuses, 4 "
        "rabbits and 1 dingo."
    ),
    "DU-4": say(
        "Play area. Easy: 6 by 6 for 2 players, 7 by 7 for 3, 8 by 8 for 4. Recommended: 5 by 7 for 2, 6 by 8 or 5 by "
        "9 for 3, 7 by 9 or 6 by 10 for 4. Hard: 4 by 8, 4 by 10, 5 by 11."
    ),
    "DU-5": say("You agree only on the size. Your tiles decide where the area lies (see DU-20)."),
    "DU-6": say("Everyone has 16 full-size tiles. They don’t fill a large area. In a small one, some stay in hand."),
    "DU-10": say(
        "Straight, not turned: colour runs north to south, grey west to east, and they cross. Half a turn changes "
        "nothing."
    ),
    "DU-11": say(
        "Curve, not turned: colour bends from north to east, grey from south to west. Each quarter turn moves both "
        "clockwise."
    ),
    "DU-12": say(
        "End tile, not turned: half a tile. Its colour comes from the north and stops. Grey runs west to east. It "
        "fills the half of the cell it faces. A cell takes one other tile, or one end tile, or two from opposite "
        "sides. Two share one grey path."
    ),
    "DU-13": say(
        "A billabong has four sides and no colour. Place it with the pairs of sides a route passes between. A route "
        "that comes in by another side ends."
    ),
    "DU-14": say(
        "Paths that meet at a shared side are joined. Joined paths make a route. Coloured paths "
        "give it its colour. An all-grey route belongs to no one."
    ),
    "DU-15": say(
        "The first tile on the table is a straight or a curve. So is every other player’s first, touching a tile along "
        "a side or at a corner."
    ),
    "DU-16": say("From your second turn on, the new tile’s coloured path must continue your own route from an end."),
    "DU-17": say("Never join two colours, not even through grey."),
    "DU-18": say(
        "Grey that a route reaches is part of it and makes it longer. So your tile’s grey can lengthen or bend another "
        "player’s route."
    ),
    "DU-20": say(
        "Once the tiles are wider one way than the short side, that way is the long one. The other way may have no "
        "more than the short side. The last line may still come at either edge."
    ),
    "DU-21": say("Only an end tile may lie outside the area."),
    "DU-22": say("Place an end tile like any tile, at the edge or anywhere else. You never have to."),
    "DU-23": say("A route with an end tile at both ends is finished. Its player stops, the others continue."),
    "DU-24": say(
        "If your route closes into a loop, don’t place a tile. Turn one of your own tiles by 90 degrees instead, if "
        "that breaks no rule. If you can’t turn any, you’re done."
    ),
    "DU-25": say(
        "If you can’t place any tile, turn one or use a billabong, you’re done for good. If only an end tile fits, "
        "place it."
    ),
    "DU-30": say(
        "When the routes of 3 players lead to one free cell, the player who caused it places a billabong there at once "
        "and one more tile leading out of it. That makes 3 tiles in one turn. The other two end there."
    ),
    "DU-31": say("With 4 players’ routes, the same player places the billabong and all four end."),
    "DU-32": say(
        "With 2 players’ routes, and one of them out of curves, the player who caused it may place a billabong instead "
        "of a curve. Both continue from there."
    ),
    "DU-33": say(
        "Players count, not ends. With 2 routes each, routes count. If the player has no route there, 3 or 4 routes "
        "end and 2 continue. If no side is free, all end. The cell is inside the area. Without billabongs left, routes "
        "end at the empty cell. Under DU-32 you place the billabong in the same turn."
    ),
    "DU-40": say("When every route is finished the game is over, and the longest route wins."),
    "DU-41": say(
        "A route is as long as its number of paths. A tile crossed twice counts 2. End tiles and grey count too."
    ),
    "DU-42": say("A billabong counts 1 for each route that passes or ends there."),
    "DU-43": say(
        "With animals: score the length, plus 5 for each set of emu, kangaroo and platypus, minus 2 for each rabbit if "
        "no dingo is on the route. You lose if you haven’t placed your own dingo."
    ),
    "DU-44": say("If points are equal, you share the win. If DU-43 makes everyone lose, points decide anyway."),
    "DU-50": say("For children: no play area, so no edge stops a route."),
    "DU-51": say(
        "Fixed area, 2 or 3 players: tiles of an unused colour form a line from bottom left to top right, which sets "
        "the area. It may wind, straights in the middle. With 2 players they may form a frame, or part of one, with "
        "the curves’ grey leading from one edge to the other."
    ),
    "DU-52": say(
        "One end: everyone starts with an end tile. The second player places it back to back with the first, the "
        "fourth with the third."
    ),
    "DU-53": say(
        "Two routes each, 2 players: play two colours and start both with end tiles in one cell. The first player then "
        "places 1 tile. After that, place 2 a turn, one of each colour in any order. Or place 1 a turn, for either "
        "route."
    ),
}
SILENT: Final = {
    "DU-3": say(
        "Another edition shows no animals on end tiles. Which animal is on which shape isn’t published, so you enter "
        "it and we check it against the stock."
    ),
    "DU-10": say("The rulebook shows the shapes as pictures. Columns, rows and degrees are ours."),
    "DU-12": say("The rulebook says that two share one grey path, and that a single one’s grey can be used."),
    "DU-15": say(
        "The touching is from another edition. The rulebook seems to ask it every turn. Starting with a straight or a "
        "curve is our reading for the others."
    ),
    "DU-18": say("Another edition makes plain that your new tile must still join by its coloured path."),
    "DU-21": say("We leave it out when measuring the area. A house rule counts it."),
    "DU-23": say("We count an end at a billabong as closed too."),
    "DU-24": say(
        "Try each of your tiles 90 degrees either way. No two colours may join, and your coloured paths must form one "
        "open route. A straight never works."
    ),
    "DU-25": say(
        "The rulebook gives such a player a billabong. We place billabongs only under DU-30 to DU-32. Stopping sooner "
        "is a house rule."
    ),
    "DU-32": say("The rulebook doesn’t say who goes out first. We say: the player whose turn is next."),
    "DU-33": say("A house rule ends two routes as well if a third player brought them together."),
    "DU-40": say("A player who is done counts as finished. If a colour has several routes, the longest counts."),
    "DU-41": say("The rulebook also says tiles, but its example counts paths. Half a path counts 1 for us."),
    "DU-42": say("A route that comes to it twice counts it twice, as with a tile. A house rule leaves out ends there."),
    "DU-43": say("An animal counts for the route its grey path belongs to."),
    "DU-51": say("The rulebook doesn’t say which tiles go where. The set-up shows a line that works."),
    "DU-52": say("The rulebook pairs the fourth with the second, but the first has that spot."),
    "DU-53": say("We use the area for 2 players and add up both routes for the score."),
}
"""What the published text leaves open, and how we read it."""
CLAUSES: Final = clauses(
    TEXTS,
    SILENT,
    edition=("DU-10", "DU-11", "DU-12"),
    derived=("DU-6", "DU-13", "DU-14", "DU-25", "DU-33", "DU-42", "DU-44"),
)

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
