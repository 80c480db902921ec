"""What the rules say at a table, each sentence with the clauses it rests on: steps of a working, refusals and doubts.

No logic: a rule names a sentence and fills its gaps.
"""

from companion.engine.rulings import cite
from companion.engine.sheet import HAS_BEGUN
from companion.engine.text import say, say_as, say_many, signs, too_many
from companion.games.nile.rules.components import DESERTS_AT_FIRST, PLANTS, PLANTS_EACH, WATER_CARDS

# What the box holds (NI-1 to NI-7)
OWN_PLANTS = signs("{name}, {plant}")
"""Which plants there are too many of."""
TOO_MANY_PLANTS = cite(too_many(OWN_PLANTS, 0, 0), "NI-1")
PLANTS_OF = say("{name}’s plants")
TOO_MANY_BID = cite(too_many(say("Plants in hand and in the boat"), 0, PLANTS), "NI-1")
NONE_LEFT = cite(say("{name} has no {plant} left. Each one is elsewhere."), "NI-1")
NONE_ON_A_FIELD = cite(say("{name} can’t have {plant} on a field. Each one is elsewhere."), "NI-1")
TOO_MANY_DESERTS = cite(too_many(say("Desert cards in the pile"), 0, 0), "NI-1", "NI-6")
TOO_MANY_DESERTS_IN_ALL = cite(too_many(say("Jokers and desert cards in the pile"), 0, 0), "NI-1")
TOO_MUCH_WATER = cite(too_many(say("Water cards placed or taken"), 0, WATER_CARDS), "NI-1")
NO_ROOM_FOR_WATER = cite(too_many(say("Water cards on the fields"), 0, 0), "NI-3", "NI-10")
NOT_THAT_MUCH_WATER = cite(NO_ROOM_FOR_WATER.text, "NI-3", "NI-8", "NI-21")
DEALT_WATER = cite(say("{name} was dealt {each} water cards, not {laid}."), "NI-7")
TOO_MANY_COLUMNS = cite(say("You entered {count} columns with {size} squares. The market has {most}."), "NI-5")
COLUMN_HOLDS = cite(say("Column {column} has {most} squares, not {count}."), "NI-5")

# The start (NI-4, NI-6, NI-8, NI-51)
BIDS_DECIDE = cite(say("In this game, bids decide who starts."), "NI-51")
OLDEST_STARTS = cite(say("In this game, the oldest starts."), "NI-8", "NI-51")
ALREADY_PLACED = cite(say("{name} already has an entry here. Edit it instead."), "NI-8")
NO_FIELDS = cite(say("This game doesn’t track the fields."), "NI-8")
NO_FIELDS_FOR_DESERT = cite(NO_FIELDS.text, "NI-6")
NO_FIELDS_WITH_PALMS = cite(NO_FIELDS.text, "NI-4")
STARTER_FIRST = cite(say("First say who starts, then put everyone’s 2 plants in the boat."), "NI-8")
BID_FIRST = cite(say("First everyone bids to decide who starts."), "NI-51")
BOAT_FIRST = cite(say("{names} must first put 2 plants in the boat."), "NI-8")
OLDEST_FIRST = cite(say("First say who is the oldest."), "NI-8")
PILLAR_PASSES_ON = cite(say("The app moves the pillar on after the actions."), "NI-20")
PILLAR_GOES_LEFT = cite(say("By the rules, the pillar moves one player to the left each round."), "NI-20")
NOT_AT_DESERT = cite(say("{field} isn’t next to the desert."), "NI-6")
ALL_DESERTS_LIE = cite(say("The first {count} desert cards have already been placed.", count=DESERTS_AT_FIRST), "NI-6")
PLANT_UNDER_DESERT = cite(say("There’s already a plant on {field}."), "NI-6", "NI-8")
PLANT_UNDER_WATER = cite(PLANT_UNDER_DESERT.text, "NI-8")
DESERT_UNDER_WATER = cite(say("There’s a desert card on {field}."), "NI-8", "NI-10")
PALMS_AT_DESERT = cite(say("{field} is next to the desert, so it has 1 or 2 palms."), "NI-4")

# The fields (NI-2, NI-3, NI-10 to NI-12, NI-22 to NI-24, NI-42)
NO_SUCH_FIELD = cite(say("There’s no field {square} in a row of {row}."), "NI-2")
COVERED_FIELD = cite(say("{field} is covered in this set-up."), "NI-3")
WATER_ON_WATER = cite(say("There’s already water on {field}."), "NI-10")
NO_WATER_BETWEEN = cite(say("There’s a field without water between {field} and the Nile."), "NI-10")
EDGES_DIFFER = cite(say("The card doesn’t fit on {field}: {own} meets {edge}."), "NI-10")
NO_WATER_TO_TAKE = cite(say("There’s no water on {field} to take."), "NI-22")
FURTHER_OUT_FIRST = cite(say("{field}: there’s water further out. House rule: take that first."), "NI-22")
WATER_FOR_DESERT = cite(WATER_ON_WATER.text, "NI-42")
DESERT_ON_DESERT = cite(say("There’s already a desert card on {field}."), "NI-42")
NOTHING_ON_WATER = cite(WATER_ON_WATER.text, "NI-12")
NOTHING_ON_DESERT = cite(DESERT_ON_DESERT.text, "NI-12")
NOT_BESIDE_DESERT = cite(say("{field} isn’t next to the desert or a desert card."), "NI-42")
OTHER_ROW = cite(say("{field} isn’t in the row the water came from."), "NI-42")
TWO_ON_FIELD = cite(say("There are already 2 plants on {field}."), "NI-12")
OWN_ON_FIELD = cite(say("{name} already has a plant on {field}."), "NI-12")
KIND_ON_FIELD = cite(say("{field} already has {plant}. House rule: no 2 of a kind."), "NI-12")
NOT_THERE = cite(say("{message} {name}, {plant}, {field}."), "NI-23")
NO_SEED = say("There’s no seed here that can ripen:")
NO_PLANT = say("There’s no plant here to harvest:")
NOT_RIPE = cite(say("There’s no ripe {plant} on {field}."), "NI-24")
OTHER_PALMS = cite(say("Palms on {field}: {palms} entered before, now {quality}."), "NI-4", "NI-24")
USED_ON_FIELD = cite(say("The plant on {field} has already been used this phase."), "NI-23")
ALONE_ON_FIELD = cite(say("There is no other player’s plant on {field}."), "NI-23")

# May one sow there (NI-11, NI-12, NI-42)
NO_PLANT_GROWS = cite(say("Plants can’t grow on water or desert."), "NI-12")
TWO_PLANTS = cite(say("There are already 2 plants."), "NI-12")
OWN_PLANT = cite(say("{name} already has a plant there."), "NI-12")
TWO_KINDS = cite(say("This field has {plant}. House rule: no 2 of a kind."), "NI-12")
HAS_ROOM = cite(say("The field has room for the plant."), "NI-12")
UNDER_GOES_IN_BOAT = cite(say("Plants under water or desert go in the boat."), "NI-11", "NI-42")
ONE_EACH = cite(say("Each player may have only one plant per field."), "NI-12")

# Water and desert cards (NI-10, NI-42)
NO_WAVE = cite(say("You can’t place anything next to an edge without a wave."), "NI-10")
NEXT_TO_DOUBLE = cite(say("Next to a double wave, only a double wave fits."), "NI-10")
NEXT_TO_SINGLE = cite(say("Next to a single wave, only a single wave fits."), "NI-10")
NO_EDGE_HAS_ONE = cite(say("Neither edge of the card has a wave like that."), "NI-10")
BOTH_EDGES_HAVE_ONE = cite(say("Both edges of the card have a wave like that."), "NI-10")
ONE_EDGE_HAS_ONE = cite(say("Only one edge of the card has a wave like that."), "NI-10")
ROW_OF_THE_WATER = cite(say("The desert card goes into the row the water came from."), "NI-42")
DESERT_ON_PLANTS = cite(say("Field {square} is next to the desert: its plants go in the boat."), "NI-42")
DESERT_ON_FREE = cite(say("Field {square} is next to the desert and free."), "NI-42")
DESERT_ON_COVERED = cite(say("Field {square} is next to the desert, but already covered."), "NI-42")
NO_FIELD_FREE = cite(say("No such field is free, so nothing happens."), "NI-42")

# The tide (NI-20 to NI-22, NI-40 to NI-42)
TIDE_IS_OVER = cite(say("Flood and ebb are already over."), "NI-20")
FLOOD_PLACES = cite(say("In a flood, you place water."), "NI-21")
EBB_TAKES = cite(say("In an ebb, you take water."), "NI-22")
CARDS_ENTERED = cite(
    say_many("You entered {count} card, but counted {moved}.", "You entered {count} cards, but counted {moved}.", 0),
    "NI-21",
    "NI-22",
)
NOT_SO_MUCH_TO_TAKE = cite(NO_ROOM_FOR_WATER.text, "NI-22")
FLOODED_ARE_KEPT = cite(say("Only flooded desert cards become jokers, at most one for each water card."), "NI-11")
ONE_DESERT_EACH = cite(say("Each event places at most one desert card."), "NI-42")
ONE_ARROW_EACH = cite(say("Arrows: {arrows}. Cards: {done}. A card has at most one arrow."), "NI-40")
IF_FIRST_AT_EBB = cite(say("If the first card had the arrow, the second one stays."), "NI-22", "NI-40")
IF_FIRST_AT_FLOOD = cite(IF_FIRST_AT_EBB.text, "NI-21", "NI-40")
STAYS_AT_EBB = cite(say("The first card’s arrow ends the phase, so the second card stays."), "NI-22", "NI-40")
STAYS_AT_FLOOD = cite(STAYS_AT_EBB.text, "NI-21", "NI-40")
ENDS_EBB = cite(say("An arrow that leads to Flood ends the ebb. The second card stays."), "NI-22", "NI-40")
ENDS_FLOOD = cite(say("An arrow on the first card ends the flood. The second card stays."), "NI-21", "NI-40")
PLACED = cite(say_many("Flood: {count} water card placed.", "Flood: {count} water cards placed.", 0), "NI-21")
TAKEN = cite(say_many("Ebb: {count} water card taken.", "Ebb: {count} water cards taken.", 0), "NI-22")
ARROWS = cite(
    say_many(
        "The arrow moves the marker one step, to {marker}.",
        "{count} arrows move the marker {count} steps, to {marker}.",
        0,
    ),
    "NI-40",
)
ENDS_THE_PHASE = cite(say("That ends the phase. Later arrows don’t count."), "NI-22", "NI-40")
NO_SECOND_PLACED = cite(say("No second card was placed, so the next start player plays the ebb."), "NI-21")
NONE_PLACED = cite(say("No card was placed, so the start player plays the ebb at once."), "NI-21")
NO_SECOND_TAKEN = cite(say("There’s no second card to take, so the next start player plays the flood."), "NI-22")
NONE_TAKEN = cite(say("There’s no card to take, so the start player plays the flood at once."), "NI-22")
STAYS_ON = say("The marker stays on {marker}.")
GOES_TO = say("The marker goes to {marker}.")
FLOOD_STAYS_ON, EBB_STAYS_ON = cite(STAYS_ON, "NI-21"), cite(STAYS_ON, "NI-22")
FLOOD_GOES_TO, EBB_GOES_TO = cite(GOES_TO, "NI-21"), cite(GOES_TO, "NI-22")

# Plants rot (NI-5, NI-41)
EMPTY_MAY_BE_PICKED = cite(say("Column {column} is empty. You may pick it too."), "NI-41")
ALL_ROTTEN = cite(say("Column {column}: every plant is already rotten."), "NI-41")
CAN_GET_WORSE = cite(
    say_many(
        "Column {column}: only {count} plant can get worse, so it does.",
        "Column {column}: {count} plants can get worse. The start player picks 2.",
        0,
    ),
    "NI-41",
)
SO_MANY_GET_WORSE = cite(say_many("{count} plant gets worse there.", "{count} plants get worse there.", 0), "NI-41")
OUT_OF_REACH = cite(
    say_many(
        "With {count} palm on the card, you can’t pick column {column}.",
        "With {count} palms on the card, you can’t pick column {column}.",
        0,
    ),
    "NI-41",
)
NO_PLANT_ON_SQUARE = cite(say("There’s no plant on square {square} of column {column}."), "NI-5", "NI-41")
IS_ROTTEN = cite(say("{name}’s plant there is already rotten."), "NI-41")
TWO_GET_WORSE = cite(say("Tap 2 different plants. Both get worse."), "NI-41")
COUNT_AS_EMPTY = cite(say_many("Column {columns} counts as empty.", "Columns {columns} count as empty.", 0), "NI-41")

# Actions (NI-20, NI-23, NI-50, NI-52, NI-53)
FLOOD_FIRST = cite(say("{name} must play the flood first."), "NI-20")
EBB_FIRST = cite(say("{name} must play the ebb first."), "NI-20")
NOT_YOUR_TURN = cite(say("It’s {name}’s turn. End their actions first."), "NI-20")
EXTRA_PHASE_OF = cite(say("Only {name} plays the extra phase."), "NI-50")
HAS_FINISHED = cite(say("{name} has already finished."), "NI-20")
OTHERS_SEED_COSTS = cite(say("Another player’s seed from the boat costs 2."), "NI-52")
SHARED_COSTS = cite(say("If another player’s plant is on the field, it costs 2."), "NI-23")
SEED_COSTS = cite(say("Taking back your own seed from the boat costs 1."), "NI-23")
JOKER_COSTS = cite(say("Buying a joker costs 1, once a phase."), "NI-23")
ALONE_COSTS = cite(say("If your plant is alone on the field, it costs 1."), "NI-23")
NO_OTHERS_SEEDS = cite(say("House rule: you can’t buy other players’ seeds."), "NI-52")
NO_OTHER_ENTERED = cite(say("No other player’s plant was entered."), "NI-23")
POINTS_LEFT = cite(
    say_many(
        "{count} action point left. This costs {cost}.",
        "{count} action points left. This costs {cost}.",
        0,
    ),
    "NI-23",
)
ALL_USED = cite(say("{plant}: {name} has already used all of them on the fields."), "NI-23")
OWN_SEED = cite(say("This is {name}’s own seed. Taking it back costs 1."), "NI-23", "NI-52")
NOT_IN_BOAT = cite(say("{name} has no {plant} in the boat. If any was flooded, enter that first."), "NI-23")
ONE_JOKER_A_PHASE = cite(say("{name} has already bought a joker in this phase."), "NI-23")
NO_JOKER_BOUGHT_IN_EXTRA = cite(say("You can’t buy a joker in the extra phase."), "NI-23", "NI-50")
NO_JOKER_LEFT = cite(say("{name} seems to have no jokers left."), "NI-6", "NI-23")
NO_JOKER_SPENT_IN_EXTRA = cite(say("You can’t spend jokers in the hippo’s extra phase."), "NI-50")
JOKERS_DO_NOT_HEAL = cite(say("House rule: jokers don’t freshen plants."), "NI-53")
NOT_SPOILED = cite(say("There’s no spoiled plant on square {square} of column {column}."), "NI-53")

# Selling (NI-5, NI-24, NI-25)
ANY_COLUMN = cite(say("4 palms: any column."), "NI-24")
RIGHTMOST_COLUMN = cite(say("1 palm: only the rightmost column."), "NI-24")
COLUMNS_IN_REACH = cite(say("{quality} palms: the {quality} columns on the right."), "NI-24")
ANY_COLUMN_ROTS, RIGHTMOST_ROTS, ROTS_IN_REACH = (
    cite(one.text, "NI-41") for one in (ANY_COLUMN, RIGHTMOST_COLUMN, COLUMNS_IN_REACH)
)
COLUMN_IS_FULL = cite(say("Column {column} is full."), "NI-24")
COLUMN_IS_EMPTY = cite(say("Column {column} is empty: {plant} may go there."), "NI-24")
ENDS_ALIKE = cite(say("Column {column} ends with {last}, so {plant} can’t go there."), "NI-24")
ENDS_OTHERWISE = cite(say("Column {column} ends with {last}, so {plant} may go there."), "NI-24")
EMPTY_FOR_SALE = cite(COUNT_AS_EMPTY.text, "NI-24")
TOO_CLOSE = cite(say("Column {column}, square {square}: too close to the other {plant}."), "NI-24")
TOO_CLOSE_TO_ROTTEN = cite(TOO_CLOSE.text, "NI-24", "NI-25")
ALL_SQUARES_TAKEN = cite(say("Column {column} is full. All {count} squares are taken."), "NI-5", "NI-24")
TOO_FEW_PALMS = cite(
    say_many(
        "With {count} palm, you can’t sell in column {column}.",
        "With {count} palms, you can’t sell in column {column}.",
        0,
    ),
    "NI-24",
)
ONE_OF_LAST_TWO = cite(say("One of the last 2 plants in column {column} is also {plant}."), "NI-24")
ONE_OF_LAST_TWO_ROTTEN = cite(ONE_OF_LAST_TWO.text, "NI-24", "NI-25")

# The boat and the obelisk (NI-20, NI-30)
NOT_WITHOUT_FULL = cite(say("No column is full, so the plants stay in the boat."), "NI-30")
EMPTIED_EVERY_ROUND = cite(say("The boat is emptied at the end of every round."), "NI-30")
EMPTIED_WHEN_FULL = cite(say("The boat is emptied only when a column is full."), "NI-30")
BOAT_IS_EMPTY = cite(say("The boat is empty, so the obelisk stays."), "NI-30")
LOSES_FOR_GOOD = cite(
    say_many("{name} loses {count} plant for good.", "{name} loses {count} plants for good.", 0), "NI-30"
)
BACK_TO_FIRST = cite(say("The obelisk goes back to the first square."), "NI-30")
GOES_BACK = cite(
    say_many(
        "{count} player loses plants: the obelisk goes back from {before} to {after}.",
        "{count} players lose plants: the obelisk goes back from {before} to {after}.",
        0,
    ),
    "NI-30",
)
WENT_BACK = cite(say("For the plants lost, the obelisk goes back {steps}, not {gone}."), "NI-30")
NONE_LOST_YET = cite(too_many(say("Plants lost for good"), 0, 0), "NI-20", "NI-30")

# What full columns pay (NI-8, NI-23, NI-31 to NI-33)
MARKET_COLUMN = say("Market column {column}")
COLUMN = say("Column {column}")
EVERY_PLANT_ROTTEN = cite(say("{column}: every plant is rotten."), "NI-32")
SHARE_POINTS = cite(
    say_many(
        "{column}: only {count} player counts, and takes all 6 points.",
        "{column}: {count} players share 6 points: {paid}.",
        0,
    ),
    "NI-31",
)
GETS = cite(
    say_many(
        "{name} has {count} plant that counts and gets {points} of the 6 points.",
        "{name} has {count} plants that count and gets {points} of the 6 points.",
        0,
    ),
    "NI-32",
)
LAST_COMES_FIRST = cite(say("{names} tie. The player with the newest plant is ahead."), "NI-32")
ONLY_ROTTEN = cite(
    say_many(
        "{name}’s {count} plant is rotten: no share, and 1 point lost.",
        "{name}’s {count} plants are rotten: no share, and {count} points lost.",
        0,
    ),
    "NI-32",
    "NI-33",
)
ROTTEN = cite(
    say_many(
        "{name} has {count} rotten plant: 1 point lost.", "{name} has {count} rotten plants: {count} points lost.", 0
    ),
    "NI-33",
)
NET = cite(say("{name}: {gained} − {lost} = {net}."), "NI-33")
PAWN_STAYS = cite(say("{name}: {gained} − {lost} is less than 0, so the pawn stays put."), "NI-33")
NO_COLUMN_FULL = cite(say("No column is full."), "NI-31")
IN_ALL = cite(say("In all: {gains}."), "NI-31")
NO_PAWN_MOVES = cite(say("No pawns move."), "NI-31")
ALL_TOGETHER = cite(say("All columns are scored together. Pawns never move back. {moves}"), "NI-33")
EACH_BY_ITSELF = cite(say("Each column is scored separately. Pawns never move back. {moves}"), "NI-33")
NOT_HARVESTED = cite(too_many(say("Plants in the market"), 0, 0), "NI-8", "NI-23")
TOO_MANY_POINTS = cite(too_many(say("Points"), 0, 0), "NI-31")

# The end (NI-20, NI-35)
GAME_IS_OVER = cite(say("The game is over"), "NI-35")
FURTHEST = cite(
    say_many(
        "{names} is in front, on square {front}. The obelisk is on {obelisk}.",
        "{names} are in front, on square {front}. The obelisk is on {obelisk}.",
        0,
    ),
    "NI-35",
)
NOT_MET = say("They haven’t met.")
REACHED = say("A pawn has reached the obelisk.")
FURTHEST_WINS = cite(say("{name} is in front and wins."), "NI-35")
FEWEST_LOST = cite(
    say_many(
        "Of these, {names} has lost the fewest plants ({fewest}) and wins.",
        "Of these, {names} have lost the fewest plants ({fewest} each) and share the win.",
        0,
    ),
    "NI-35",
)
WHO_HAS_PILLAR = cite(say("Who is the start player?"), "NI-20")
LATEST_ROUND = 40
LATE_ROUND = cite(too_many(say_as("of any game", "Round"), 0, LATEST_ROUND), "NI-20")
HAVE_MET = cite(
    say_many("{names} has met the obelisk: the game is over.", "{names} have met the obelisk: the game is over.", 0),
    "NI-35",
)
SHEET_AFTER_A_MOVE = cite(HAS_BEGUN, "NI-35")
SHEET_NOT_OVER = cite(say("The leading pawn is on {pawn}, the obelisk on {obelisk}. They haven’t met."), "NI-35")

# Bids (NI-1, NI-43, NI-50, NI-51)
NO_HIPPO = cite(say("The hippo does nothing in this game."), "NI-43", "NI-50")
EXTRA_PHASE_FIRST = cite(say("{name} must play the extra phase first."), "NI-50")
MUST_BID = cite(say("{names} must bid first."), "NI-50")
MUST_BID_TO_START = cite(MUST_BID.text, "NI-51")
HAS_BID = cite(say("{name} already has an entry here. Edit it instead."), "NI-50")
HAS_BID_TO_START = cite(HAS_BID.text, "NI-51")
NOT_IN_HAND = cite(say("{name} can’t have {count} {plant} in hand, only {held}."), "NI-1", "NI-50")
NO_HAND_ENTERED = cite(say("{names}: plants in hand not entered."), "NI-50")
NO_BOAT_ENTERED = cite(say("{names}: plants in the boat not entered."), "NI-50")
BIDS_MISSING = cite(say("Some bids are missing."), "NI-51")
BIDS_TOO_MANY = cite(say("{name} can’t bid {bid} plants. Everyone has {most}.", most=PLANTS_EACH), "NI-1", "NI-50")
BIDS = cite(say("{name}: {hand} in hand + {boat} in the boat = {bid}."), "NI-50")
NO_ONE_BIDS = cite(say("No one bids any plants."), "NI-50")
BIDS_MOST = cite(say("{name} bids the most."), "NI-50")
MORE_IN_HAND = cite(say("{names} bid the same. {winner} has more in hand."), "NI-50")
EQUAL_HANDS = cite(
    say_many(
        "{names} bid the same, with {count} plant in hand each.",
        "{names} bid the same, with {count} plants in hand each.",
        0,
    ),
    "NI-50",
)
IN_HAND = cite(say_many("{name} has {count} plant in hand.", "{name} has {count} plants in hand.", 0), "NI-51")
BID_AGAIN = cite(say("{names} bid the same."), "NI-51")
BIDS_GO_IN_BOAT = cite(say("{name} bids the most. All plants bid go in the boat."), "NI-51")
