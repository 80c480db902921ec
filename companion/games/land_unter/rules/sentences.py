"""What the rules say at a table, each sentence with the clauses it rests on: steps of a working, refusals, doubts, and headlines.

No logic: a rule names a sentence and fills its gaps.
"""

from companion.engine.rulings import cite
from companion.engine.sheet import HAS_BEGUN
from companion.engine.text import say, say_many, signs, too_many
from companion.games.land_unter.rules.components import COPIES_OF_A_LEVEL, RING_CARDS

# Hands (LU-1 to LU-6)
ENTERED_TWICE = cite(say("Entered twice: {cards}."), "LU-1")
RINGS_PRINTED = cite(say("Whole rings: {whole}. Half rings: {half}. Together: {sum}."), "LU-3", "LU-5")
HALF_LEFT_OVER = cite(say("The half ring left over doesn’t count."), "LU-5")
MORE_THAN_A_HAND = cite(
    say("Whole rings: {whole}. Half rings: {half}. Together: {cards}, but a hand has {hand} cards."),
    "LU-4",
    "LU-6",
)
MOST_RINGS = cite(say("A hand has at most {most} rings. Check your number."), "LU-6")
COUNTED_BEFORE = cite(say("Count rings only before the first trick."), "LU-5", "LU-32")
COUNT_FIRST = cite(say("First count {names}’s rings."), "LU-5")
TAKE_RINGS = say_many("{sum}: take {count} ring.", "{sum}: take {count} rings.", 0)

# The hands of all together (LU-1, LU-3, LU-4, LU-6)
SHARED_CARD = cite(say("{first} and {second} have the same card. Check both hands."), "LU-1")
TOO_MANY_DEALT = cite(say("Together: {total} rings, at most {most}. Count again.", most=RING_CARDS), "LU-3", "LU-6")
NOT_OF_ONE_BOX = cite(say("These hands can’t come from one box: {names}. Count again."), "LU-3", "LU-4")
TOO_FEW_DEALT = cite(say("Together, {players} players have at least {fewest} rings, not {total}."), "LU-6")
ALL_ARE_DEALT = cite(say("5 players have {all} rings in all. These hands show at most {sum}."), "LU-4", "LU-6")

# A trick (LU-1, LU-2, LU-7, LU-10 to LU-12, LU-19, LU-32)
ENTER_ALL = cite(say("This game tracks the water and the cards."), "LU-10", "LU-11")
CARDS_DROPPED = cite(say_many("The card of {names} is dropped.", "The cards of {names} are dropped.", 0), "LU-11")
MUST_PLAY = cite(say("Enter a weather card for {names}."), "LU-11")
ALREADY_PLAYED = cite(say("{name} already has an entry here. Edit it instead."), "LU-11")
SAME_CARD = cite(say("Only one of {names} can have the {card}."), "LU-1")
SAME_CARD_HIDDEN = cite(say("{names} entered the same card. One has to change it."), "LU-1", "LU-11")
TWO_DIFFERENT = cite(say("Choose 2 different players."), "LU-12")
TWO_PLAYED_HIGHEST = cite(TWO_DIFFERENT.text, "LU-11", "LU-12")
NOT_ENTERED = cite(say("{names}: no card entered. If one was played, it counts too."), "LU-11")
PLAYED_BEFORE = cite(say("The {card} has already been played."), "LU-1", "LU-19")
NOT_IN_HAND = cite(say("The {card} isn’t in {name}’s hand."), "LU-32")
TOO_MANY_OF_LEVEL = cite(too_many(say("Water level"), 0, COPIES_OF_A_LEVEL), "LU-2")
TURNED_UP_TOO_OFTEN = cite(say("Only two cards show the {level}."), "LU-2", "LU-7")
TWO_TAKE_WATER = cite(say("In every trick, 2 players take water."), "LU-12", "LU-13")
LEVEL = signs("{what} {level}", what=say("Water level"))
"""Which card there are too many of."""
HIGHEST_CARD = cite(say("{name} played the highest card ({card}) and takes the lower water, {level}."), "LU-12")
SECOND_CARD = cite(say("{name} played the second-highest card ({card}) and takes the {level}."), "LU-12")
HIGHEST = cite(say("{name} played the highest card and takes the lower water, {level}."), "LU-12")
SECOND = cite(say("{name} played the second-highest card and takes the {level}."), "LU-12")
BOTH_SHOW = cite(say("Both water cards show {level}."), "LU-12")
TAKE_WATER = say("{first} takes the {low}, {second} takes the {high}.")

# Who loses a ring (LU-14 to LU-20)
TOP_WATER = cite(say("{name} has the highest level: {level}."), "LU-14")
TOP_WATER_TIED = cite(say("{names} tie for the highest level: {level}."), "LU-15")
PAYS = cite(say("{name} loses a ring: {rings} left."), "LU-14")
PAYS_TIED = cite(PAYS.text, "LU-15")
PAYS_IF_LEFT = cite(
    say_many("{names} loses a ring if they have one.", "{names} lose a ring each if they have one.", 0), "LU-14"
)
PAYS_IF_LEFT_TIED = cite(PAYS_IF_LEFT.text, "LU-15")
GOES_OUT = cite(
    say_many("{names} has no ring to lose and is out.", "{names} have no ring to lose and are out.", 0), "LU-16"
)
NEXT_HIGHEST = cite(say("With {out} out, the next-highest water counts."), "LU-17")
HOUSE_RULE_NO_CHAIN = cite(say("House rule: no one else loses a ring."), "LU-17")
PAID_ALREADY = cite(say("{name} tied and lost a ring, so no one else loses one."), "LU-17")
NO_WATER = cite(say("No one has a water card left."), "LU-14", "LU-18")
NO_MORE_WATER = cite(NO_WATER.text, "LU-18")
ENDS_AT_ONCE = cite(
    say_many(
        "Only {count} player is left, so the round ends at once.",
        "Only {count} players are left, so the round ends at once.",
        0,
    ),
    "LU-20",
)
ROUND_ENDS = cite(
    say_many("{count} player is left, so the round ends.", "{count} players are left, so the round ends.", 0), "LU-20"
)
ROUND_GOES_ON = cite(say("{count} players are left, so the round goes on."), "LU-20")
ARE_OUT = say_many("{names} is out.", "{names} are out.", 0)
LOSE_ONE = say_many("{names} loses a ring.", "{names} lose a ring each.", 0)
LOSE_SEVERAL = say_many("{names} loses {amount} rings.", "{names} lose {amount} rings each.", 0)
NO_ONE_LOSES = say("No one loses a ring.")

# What is doubtful or refused about it
IS_OUT = cite(say("{name} is out of this round."), "LU-16")
IS_OUT_OF_ROUND = cite(IS_OUT.text, "LU-16", "LU-23")
ENTERED_AGAIN = cite(say("{name} is entered twice."), "LU-14")
WHO_LOSES = cite(say("Enter who loses a ring."), "LU-14")
WHO_LOSES_FIRST = cite(WHO_LOSES.text, "LU-22")
WHOSE_WATER_IS_LOW = cite(say("Enter who has the lowest water."), "LU-20", "LU-22")
WHO_IS_NEXT = cite(
    say_many("{names} is out. Who has the next-highest water?", "{names} are out. Who has the next-highest water?", 0),
    "LU-17",
)
NO_SUCH_WATER = cite(
    say("These can’t be the only players to lose a ring. Check who’s tied or out."),
    "LU-14",
    "LU-15",
    "LU-17",
    "LU-20",
)
TOO_MANY_RINGS = cite(TOO_MANY_DEALT.text, "LU-1", "LU-3")
OUT_WITH_RINGS = cite(
    say_many("{names} is out and can’t have any rings.", "{names} are out and can’t have any rings.", 0), "LU-16"
)
WAS_OVER = cite(
    say_many(
        "With {count} player left, the round was already over.",
        "With {count} players left, the round was already over.",
        0,
    ),
    "LU-20",
)
WAS_OVER_BY_CARDS = cite(WAS_OVER.text, "LU-11", "LU-20")

# What a round is worth, and the game (LU-21 to LU-30)
KEPT = cite(say_many("{name} kept {count} ring: +{count}.", "{name} kept {count} rings: +{count}.", 0), "LU-21")
OUT_SCORES = cite(say("{name} is out: −1."), "LU-21")
NO_ONE_LEFT = cite(say("No one is left to get the point for the lowest water."), "LU-24")
SHOWS_LOWEST = cite(
    say_many("{names} has the lowest water: +1.", "{names} share the lowest water: +1 each.", 0), "LU-22"
)
HAS_NO_WATER = cite(say_many("{names} has no water card: +1.", "{names} have no water card: +1 each.", 0), "LU-22")
LOWEST_WATER = cite(
    say_many("{names} has the lowest water, {level}: +1.", "{names} share the lowest water, {level}: +1 each.", 0),
    "LU-22",
)
SCORE_MOST = say_many("{names} scores the most: {points}.", "{names} score the most: {points} each.", 0)
GAME_IS_OVER = cite(say("The game is over"), "LU-30")

# Who leads in open play (LU-40 to LU-42)
MOST_RINGS_LEAD = cite(
    say_many("{names} has the most rings ({rings}).", "{names} have the most rings ({rings}).", 0), "LU-40"
)
HOUSE_RULE_OUT_PLAYS_LAST = cite(
    say_many(
        "House rule: {names} is out, so their left neighbour leads.",
        "House rule: {names} are out, so the left neighbour of one of them leads.",
        0,
    ),
    "LU-41",
    "LU-42",
)
NOT_LAST = cite(
    say_many(
        "{names} had no ring to lose and doesn’t play last.", "{names} had no ring to lose and don’t play last.", 0
    ),
    "LU-42",
)
LEFT_OF_WHO_WENT_OUT = cite(
    say_many(
        "{names} went out, so their left neighbour leads.",
        "{names} went out, so the left neighbour of one of them leads.",
        0,
    ),
    "LU-41",
    "LU-42",
)
LEFT_OF_LOSER = cite(say("{name} lost a ring, so their left neighbour leads."), "LU-41")
LEFT_OF_FEWEST = cite(
    say("Of those who lost a ring, {name} has the fewest ({rings}), so their left neighbour leads."),
    "LU-41",
    "LU-42",
)
LEFT_OF_EQUALS = cite(
    say("{names} lost a ring and have {rings} left each. The left neighbour of one of them leads."),
    "LU-41",
    "LU-42",
)
SKIP_WHO_IS_OUT = cite(say("Skip players who are out."), "LU-42")
YOU_CHOOSE = cite(say("{names} can lead. You choose."), "LU-42")
LEADS = say("{name} leads.")
NO_ONE_LEADS = cite(say("No one leads."), "LU-42")
NOT_OPEN_PLAY = cite(say("Only open play has a leader."), "LU-11", "LU-40")
ENTER_WHO_LOST = cite(say("A player is out. Enter who lost a ring or went out."), "LU-40", "LU-41")
NO_SUCH_SEAT = cite(say("There’s no seat {value}. Seats are numbered 0 to {last}."), "LU-1")
SAY_WHO_LEADS = cite(say("First say who leads: {names}."), "LU-40", "LU-42")
NOT_YOUR_TURN = cite(say("It’s {name}’s turn."), "LU-40", "LU-42")
NOT_BY_THE_RULES = say("By the rules, {leader} leads, not {name}.")
NOT_THE_FIRST_LEADER = cite(NOT_BY_THE_RULES, "LU-40", "LU-42")
NOT_THE_LEADER = cite(NOT_BY_THE_RULES, "LU-41", "LU-42")

# What cannot have come to pass: how things stand, and sheets typed in
ROUNDS_PLAYED = cite(say("With {seats} players, there are {seats} rounds."), "LU-30")
ROUND_IS_OVER = cite(say("Round {round} is over."), "LU-20")
RINGS_AT_THE_START = cite(say("{names}: rings at the start of this hand?"), "LU-32")
MORE_THAN_DEALT = cite(say("{name}’s rings: at most {dealt}, not {rings}."), "LU-5", "LU-14")
NO_POINTS_YET = cite(say("No round is over yet. Check {names}’s points."), "LU-21", "LU-30")
POINTS_OF_EACH = cite(
    say_many(
        "After {count} round, scores run from {low} to {high}. Check {names}’s points.",
        "After {count} rounds, scores run from {low} to {high}. Check {names}’s points.",
        0,
    ),
    "LU-21",
    "LU-22",
    "LU-30",
)
POINTS_OF_ALL = cite(too_many(say("Points"), 0, 0), "LU-21", "LU-22", "LU-30")
TOO_FEW_LOST = cite(say("After so many tricks, more rings must be gone or more players out."), "LU-14", "LU-16")
TOO_MANY_LOST = cite(say("Too many rings lost or players out for so few tricks."), "LU-14", "LU-15", "LU-17")
TOO_MANY_WITH_WATER = cite(too_many(say("Players with water"), 0, 0), "LU-10", "LU-13")
LOST_WITHOUT_WATER = cite(
    say_many("{names} lost rings but has no water.", "{names} lost rings but have no water.", 0), "LU-14"
)
LOWEST_SCORES = cite(say("Round {round}: the player with the lowest water scores at least 1."), "LU-22")
NOT_ALL_OUT = cite(say("Round {round}: by your house rules, someone always stays in."), "LU-15", "LU-20")
KEPT_TOO_MANY = cite(say("Rings kept in round {round}: {kept}. There can be at most {left}."), "LU-3", "LU-14", "LU-20")
HANDS_HELD_TOO_MANY = cite(too_many(say("Rings"), 0, RING_CARDS), "LU-3", "LU-32")
SHEET_AFTER_A_MOVE = cite(HAS_BEGUN, "LU-30")
