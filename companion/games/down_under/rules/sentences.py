"""What the rules say at a table, each sentence with the clauses it rests on: steps of a working, refusals and doubts.

No logic: a rule names a sentence and fills its gaps. A text without clauses rests on those of the case at hand.
"""

from companion.engine.rulings import cite
from companion.engine.sheet import HAS_BEGUN
from companion.engine.text import say, say_many, signs, too_many
from companion.games.down_under.rules.components import BILLABONGS, FULL_SIZE, WORDS

# What the box and a table hold (DU-1 to DU-3, DU-12, DU-13, DU-17)
IN_COLOUR = signs("{colour}, {what}")
"""Which tiles or animals there are too many of."""
TOO_MANY_TILES = cite(too_many(IN_COLOUR, 0, 0), "DU-1")
TOO_MANY_ANIMALS = cite(too_many(IN_COLOUR, 0, 0), "DU-3")
TOO_MANY_BILLABONGS = cite(too_many(WORDS["billabong"], 0, BILLABONGS), "DU-1")
NOT_IN_THIS_GAME = cite(say("{colour} isn’t in this game."), "DU-1")
NOT_PLAYED = cite(NOT_IN_THIS_GAME.text, "DU-1", "DU-2")
OTHER_COLOUR = cite(say("{name} plays {own}, not {colour}."), "DU-1", "DU-2")
NO_ANIMAL_ON_END = cite(say("An end tile has no animal."), "DU-3")
WHICH_ANIMAL = cite(say("Which animal is on it?"), "DU-3")
JOINED_TWICE = cite(say("Join each side of a billabong to one other side."), "DU-13")
TWO_END_TILES = cite(say("2 end tiles already fill this cell."), "DU-12")
NOT_OPPOSITE = cite(say("Two end tiles in a cell must face opposite sides."), "DU-12")
CELL_IS_TAKEN = cite(say("There’s already a tile in this cell."), "DU-12")
COLOURS_JOINED = cite(say("{colours} are joined in one route. Check the tiles."), "DU-17")
TILES_APART = cite(say("Each tile must touch another, at least at a corner."), "DU-15")

# The play area (DU-4 to DU-6, DU-20, DU-21, DU-50)
AREA = cite(say("The play area is {short} by {long} cells, either way round."), "DU-4")
SQUARE_AREA = cite(say("The play area is {short} by {long} cells."), "DU-4")
CELLS = cite(say("Cells: {cells}. Everyone has {tiles} full-size tiles.", tiles=FULL_SIZE), "DU-5", "DU-6")
NO_TILE_COUNTS = cite(say("No tiles count yet."), "DU-20")
TILES_REACH = cite(say("The tiles cover {columns} by {rows} cells."), "DU-20")
ENDS_MAY_LIE_OUTSIDE = cite(say("End tiles outside the area don’t count here."), "DU-21")
END_MAY_LIE_OUTSIDE = cite(ENDS_MAY_LIE_OUTSIDE.text, "DU-21", "DU-22")
NOT_THAT_BIG = cite(say("The area isn’t that big."), "DU-20")
ROUTE_TOO_WIDE = cite(NOT_THAT_BIG.text, "DU-20", "DU-21")
EITHER_CAN_BE_LONG = cite(say("Neither side is longer than {short} yet. Either can become the long one."), "DU-20")
AT_MOST = cite(say("At most {columns} wide and {rows} high."), "DU-20")
WITHIN_AREA = cite(say("The tiles now cover {columns} by {rows} cells. The area is {short} by {long}."), "DU-20")
BEYOND_AREA = cite(
    say("The tiles then cover {columns} by {rows} cells. The area is only {short} by {long}."), "DU-20", "DU-21"
)
NO_AREA = cite(say("There’s no play area."), "DU-50")

# Laying a tile (DU-15 to DU-18, DU-51 to DU-53)
FIRST_IS_FULL_SIZE = cite(say("The first tile must be a straight or a curve."), "DU-15")
NEXT_IS_FULL_SIZE = cite(FIRST_IS_FULL_SIZE.text, "DU-53")
FIRST_OF_GAME = cite(say("It’s the first tile of the game."), "DU-15")
FIRST_AFTER_THE_LINE = cite(FIRST_OF_GAME.text, "DU-15", "DU-51")
TOUCHES = cite(say("It touches a tile."), "DU-15")
TOUCHES_NONE = cite(say("It doesn’t touch any tile, even at a corner."), "DU-15")
STARTS_WITH_END = say("Everyone starts with an end tile.")
IS_BACK_TO_BACK = say("It’s back to back with the one before.")
GOES_BACK_TO_BACK = say("Place this end tile back to back with the one before.")
PARTNER_BLOCKED = say("Then {colour} can’t start back to back with it.")
NOT_ITS_FIRST = cite(say("This isn’t the first {colour} tile."), "DU-15")
NONE_LIES_THERE = cite(say("There’s no other {colour} tile on the table."), "DU-15")
CONTINUES = cite(say("{colour}: the tile continues the route."), "DU-16")
ONLY_GREY_MEETS = cite(say("{colour}: only the grey path meets the route. Use the coloured one."), "DU-16", "DU-18")
CONTINUES_NOTHING = cite(say("{colour}: the tile doesn’t continue the route."), "DU-16")
NOBODYS = cite(say("A billabong doesn’t continue any route."), "DU-16", "DU-25")
JOINS_NONE = cite(say("It doesn’t join two colours."), "DU-17")
JOINS = cite(say("To the {sides}, it joins {colours}."), "DU-17")
JOINED = cite(say("This joins two colours. Turn the tile or place it elsewhere."), "DU-17")
JOINED_BY_THE_LINE = cite(JOINED.text, "DU-17", "DU-51")
GROWS = cite(say("{colour}’s route grows from {before} to {after}."), "DU-41")
REST_IS_FINE = say("Everything else is fine.")
WITH_BILLABONG_BUTTON = cite(say("Enter it with “Place a billabong”."), "DU-25", "DU-30")

# Whose turn it is (DU-15, DU-16, DU-23, DU-25, DU-30, DU-40, DU-53)
NOT_YOUR_TURN = cite(say("It’s {name}’s turn."), "DU-16")
NOT_YOUR_TURN_TO_OPEN = cite(NOT_YOUR_TURN.text, "DU-15")
ALREADY_THIS_TURN = cite(say("{colour} has already placed a tile this turn."), "DU-53")
IS_DONE = cite(say("{colour} is done and can’t place tiles."), "DU-23", "DU-25")
HAS_FINISHED = cite(say("{name} has already finished."), "DU-25")
NOT_THE_TURN_OF_DONE = cite(say("{name} is done, so it can’t be their turn."), "DU-25")
ONE_MORE_TILE = cite(say("{name} places one more tile that leads out of the billabong."), "DU-30")
GAME_IS_OVER = cite(say("The game is over. Every route has ended."), "DU-40")

# Can a player still go on (DU-1, DU-12, DU-15 to DU-17, DU-20, DU-22, DU-25, DU-30, DU-32)
STARTS_A_ROUTE = cite(say("{colour} has no tile yet and starts a route."), "DU-15")
STOCK_IN_HAND = cite(
    say("{colour} in hand: straights {straights}, curves {curves}, end tiles {ends}."), "DU-1", "DU-16"
)
ANYWHERE = cite(say("The first tile may lie anywhere."), "DU-15")
NO_PLACE_FITS = cite(
    say("No place fits. Each one joins two colours, lies outside or is taken."), "DU-12", "DU-17", "DU-20"
)
PLACES_FIT = cite(
    say_many("{count} place fits: {places}.", "{count} places fit: {places}.", 0), "DU-16", "DU-17", "DU-20"
)
DONE_BUT_FOR_BILLABONGS = cite(say("That player is done, unless they can use a billabong."), "DU-25", "DU-30", "DU-32")
MAY_STOP = cite(say("House rule: a player may stop."), "DU-25")
MAY_LEAVE_OPEN = cite(say("House rule: if only end tiles fit, you may leave a route open."), "DU-22", "DU-25")
MUST_GO_ON = cite(say("A player who can go on must go on."), "DU-25")
MUST_GO_ON_TO_AN_END = cite(MUST_GO_ON.text, "DU-22", "DU-25")
CAN_PLACE_BILLABONG = cite(say("{colour} may still place a billabong where the routes meet."), "DU-25", "DU-32")
CAN_TURN = cite(say("{colour} can still turn a tile in its loop."), "DU-24", "DU-25")
CAN_LAY = cite(say("{colour} can still place a tile: {kind}."), "DU-25")
CAN_LAY_AN_END = cite(CAN_LAY.text, "DU-22", "DU-25")

# A loop (DU-17, DU-24, DU-41)
IS_A_LOOP = cite(say("{colour}: the route is a loop."), "DU-24")
TURN_ONE_OF_LOOP = cite(say("{colour}: the route is a loop. Turn one of its tiles by 90 degrees."), "DU-24")
TURNS_OPEN = cite(say_many("{count} rotation opens the loop.", "{count} rotations open the loop.", 0), "DU-17", "DU-24")
NO_TURN_OPENS = cite(say("Turning a tile won’t open the loop."), "DU-17", "DU-24")
HAS_NO_LOOP = cite(say("{colour} has no loop."), "DU-24")
HOW_TO_TURN = cite(
    say(
        "Turn one of your curves by 90 degrees, either way. No two colours may join, and your paths must form one open route."
    ),
    "DU-17",
    "DU-24",
)
ROUTE_ENDS = cite(say("This route ends."), "DU-24")
THEN_PATHS = cite(say("The route then has {lengths} paths."), "DU-24", "DU-41")
NO_TILE_TO_TURN = cite(say("{name} has no tile there."), "DU-24")
LIES_THAT_WAY = cite(say("The tile already faces that way."), "DU-24")
DOES_NOT_OPEN = cite(say("Turning this tile that way doesn’t open the loop."), "DU-24")

# Billabongs (DU-1, DU-13, DU-20, DU-25, DU-30 to DU-33, DU-53)
TILE_IS_THERE = cite(say("There’s already a tile there."), "DU-30")
NO_ROUTE_LEADS_HERE = cite(say("No route leads to this cell."), "DU-30", "DU-33")
ROUTES_LEAD_HERE = cite(
    say_many(
        "{count} route leads here: {colours}. Count routes, not players.",
        "{count} routes lead here: {colours}. Count routes, not players.",
        0,
    ),
    "DU-33",
    "DU-53",
)
PLAYERS_LEAD_HERE = cite(
    say_many("{count} player’s route leads here: {colours}.", "{count} players’ routes lead here: {colours}.", 0),
    "DU-33",
)
NEEDS_TWO = cite(say("A billabong needs the routes of at least 2 players."), "DU-25")
AT_ONCE = say("{mover} places a billabong there at once.")
BOTH_HAVE_CURVES = cite(say("Both still have curves."), "DU-32")
NO_BILLABONG_FOR_TWO = cite(say("There are no billabongs left."), "DU-32", "DU-33")
NO_BILLABONG_LEFT = cite(NO_BILLABONG_FOR_TWO.text, "DU-33")
INSTEAD_OF_CURVE = cite(
    say("There are no curves left for {colours}, so {mover} may place a billabong instead."), "DU-32", "DU-33"
)
MOVER_HAS_NO_ROUTE = cite(say("{mover} has no route that leads there."), "DU-33")
EVERY_SIDE_TAKEN = cite(say("Every side of the cell is taken."), "DU-33")
END_HERE = say("The routes end here: {names}.")
BOTH_CONTINUE = cite(say("Both go on. The next player chooses their way out first."), "DU-32")
LEADS_OUT = cite(say("{mover} places another tile that leads out of it. {colours} end there."), "DU-30")
CURVES_NOT_ENTERED = cite(say("{colours}: the curves left haven’t been entered, so we count none."), "DU-32")
MOVER_HAS_NO_TILE = cite(say("{name} has no tile there."), "DU-30")
MUST_MEET_HERE = cite(
    say("The last tile must bring 2, 3 or 4 routes together here."), "DU-25", "DU-30", "DU-31", "DU-32"
)
OTHER_PLACES = say("{name} places the billabong.")
INSIDE_THE_AREA = cite(say("Place a billabong inside the area."), "DU-33", "DU-20")
ALL_BILLABONGS_LIE = cite(say("All {box} billabongs have already been placed.", box=BILLABONGS), "DU-1")
ONLY_THESE_PASS = say("To pass through the billabong, a route must leave by a free side.")
BILLABONG_FIRST = say("First place the billabong where the routes meet.")
ENDED_HERE = cite(say("Routes have ended at this cell. Place the tile elsewhere."), "DU-33")
MUST_LEAD_OUT = cite(say("This tile must lead out of the billabong."), "DU-30")

# How long a route is (DU-3, DU-14, DU-23, DU-24, DU-41 to DU-43)
PATHS_ARE_JOINED = cite(say("Paths that meet between 2 cells are joined and take the route’s colour."), "DU-14")
GREY_ONLY = cite(
    say_many("{count} all-grey chain isn’t a route yet.", "{count} all-grey chains aren’t routes yet.", 0),
    "DU-14",
)
PATHS = cite(
    say_many("{colour}: {count} path. {condition}", "{colour}: {count} paths. {condition}", 0), "DU-41", "DU-23"
)
PATHS_OF_LOOP = cite(PATHS.text, "DU-41", "DU-24")
CROSSES_TWICE = cite(
    say_many(
        "{colour} crosses {count} cell twice. It counts as 2.",
        "{colour} crosses {count} cells twice. Each counts as 2.",
        0,
    ),
    "DU-41",
)
ENDS_AT_BILLABONG = cite(say("{colour} ends at a billabong, which counts as 1."), "DU-42")
ANIMALS_MET = cite(say("{colour} passes these animals: {animals}."), "DU-3", "DU-43")
EACH_SIDE_ONCE = cite(say("A route can cross each side of a cell only once."), "DU-14")
CELL_BESIDE = cite(say("Tap a cell beside the last one."), "DU-14")
TILES_LEAD_ELSEWHERE = cite(say("The tiles don’t match your route at {numbers}."), "DU-14")
CROSSES = cite(say_many("It crosses {count} cell.", "It crosses {count} cells.", 0), "DU-14", "DU-41")
CROSSES_AGAIN = cite(
    say_many("The route crosses {count} cell twice: +{more}.", "The route crosses {count} cells twice: +{more}.", 0),
    "DU-41",
)
APP_COUNTS = cite(say("The app counts this route’s tiles."), "DU-41")

# The score (DU-3, DU-40 to DU-44, DU-51, DU-53)
COUNTS = cite(say_many("{colour}: {count} path.", "{colour}: {count} paths.", 0), "DU-40", "DU-41")
ANIMALS_COUNT = cite(ANIMALS_MET.text, "DU-43")
SETS = cite(
    say_many(
        "{colour} scores {points} for {count} set of animals.",
        "{colour} scores {points} for {count} sets of animals.",
        0,
    ),
    "DU-43",
)
RABBITS = cite(
    say_many(
        "{colour} loses {points} for {count} rabbit without a dingo.",
        "{colour} loses {points} for {count} rabbits without a dingo.",
        0,
    ),
    "DU-43",
)
SUM = cite(signs("{added} = {points}."), "DU-41", "DU-43")
NO_DINGO = cite(say("{colour} hasn’t placed its own dingo and loses."), "DU-43")
TOGETHER = cite(say("{colours} together: {points}."), "DU-53")
ALL_HAVE_LOST = cite(say("Everyone has lost, so points decide: {colours}."), "DU-43", "DU-44")
SHARE_THE_WIN = cite(say("{colours} tie and share the win."), "DU-44")
PLAYER_HAS_MOST = cite(say("The {colours} player has the most points."), "DU-40", "DU-53")
MOST_OF_OTHERS = cite(say("Of the others, {colour} has the most points."), "DU-40", "DU-43", "DU-44")
HAS_MOST = cite(say("{colour} has the most points."), "DU-40")
ANIMALS_UNSAID = cite(
    say_many(
        "The animal on {count} tile hasn’t been entered.", "The animals on {count} tiles haven’t been entered.", 0
    ),
    "DU-3",
    "DU-43",
)
NOT_COUNTED = cite(say("{colours}: not in play, so not counted."), "DU-40")
ALL_COLOURS_PLAY = cite(say("With 2 routes each, all 4 colours play."), "DU-53")
AREA_NEEDS_COLOUR = cite(say("The fixed area needs an unused colour."), "DU-51")

# A sheet on paper (DU-1 to DU-3, DU-15, DU-20, DU-40, DU-42, DU-43)
SHEET_AFTER_A_MOVE = cite(HAS_BEGUN, "DU-40")
ENTER_EXACTLY = cite(say("Enter exactly {wanted}, not {given}."), "DU-1", "DU-2")
ONE_TILE_EACH = cite(say("Everyone places at least one tile."), "DU-15")
TOO_MANY_PATHS = cite(too_many(say("Paths in the route"), 0, 0), "DU-1", "DU-2", "DU-20", "DU-42")
NO_ANIMALS = cite(say("Animals don’t count in this game."), "DU-43")
ENTER_ANIMALS = cite(say("Animals count, so enter this too."), "DU-43")
MORE_ANIMALS = cite(
    say_many(
        "{count} animal needs at least {least} paths.",
        "{count} animals need at least {least} paths.",
        0,
    ),
    "DU-3",
    "DU-43",
)
TOO_MANY_SETS = cite(too_many(say("Sets of animals"), 0, 0), "DU-3", "DU-43")
TOO_MANY_RABBITS = cite(too_many(say("Rabbits that count"), 0, 0), "DU-3", "DU-43")
