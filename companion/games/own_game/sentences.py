"""What the rules say at a table, each sentence with the clauses it rests on: refusals and doubts.

No logic: a rule names a sentence and fills its gaps.
"""

from companion.engine.rulings import cite
from companion.engine.sheet import HAS_BEGUN
from companion.engine.text import say, say_many

GAME_IS_OVER = cite(say("The game is over. To play on, undo the end."), "OW-8")
ENDS_THE_GAME = cite(say("These points end the game. Enter the points from before the last round."), "OW-8")
SHEET_AFTER_AN_ENTRY = cite(HAS_BEGUN, "OW-8")
PLAYERS_ENTERED = cite(say("Players entered: {given}. There should be {seats}."), "OW-1")

# Who deals (OW-6)
DEAL_MOVES_ON = cite(say("A round has been played. The deal now moves on automatically."), "OW-6")

# Rounds and pads: a board offers one of them alone (OW-2 to OW-5, OW-7)
NOTHING_YET = say("Nothing has been entered yet.")
BETWEEN = say("Enter {low} to {high}, not {given}.")
ALL_NOUGHT = cite(say("Enter 0 if no one scores."), "OW-2")
OTHERS_ENTERED = cite(say("Missing: {what}"), "OW-2")
NO_SUCH_PLACES = cite(say("Ranks start at 1, and a tie skips the next one: 1, 1, 3."), "OW-4")
NOT_NOUGHT = cite(say("These don’t add up to {number}."), "OW-5")
HOW_MANY = cite(say("How many are there in “{row}”? {given} × {times} = {points}."), "OW-7")
NOT_DEALT = cite(
    say_many(
        "“{row}” {given}: round {round} deals {count} card.", "“{row}” {given}: round {round} deals {count} cards.", 0
    ),
    "OW-7",
)
NOT_OF_ROUND = cite(say("“{row}” adds up to {given}, not {number}."), "OW-7")
ENTERED_BEFORE = cite(say("This round already has points for {names}."), "OW-2")
NO_MINUS = cite(say("{name} gets {points}: this game has no minus points."), "OW-5")
CANNOT_BE_WORKED_OUT = cite(say("“{row}” can’t be worked out with these numbers."), "OW-7")
PAD_NOT_FULL = cite(say("The pad isn’t full. Missing: {names}."), "OW-7")
ROUND_NOT_COMPLETE = cite(say("Without points for {names}, this round doesn’t count."), "OW-2")

# Partners (OW-2, OW-10)
ONE_NUMBER = cite(say("{names} score together: enter one number for all of them."), "OW-10")
FOR_ONE_ALONE = cite(say("This is entered for {name} alone."), "OW-2")

# Who comes and goes (OW-12)
HAS_LEFT = cite(say("{name} has left. Let them back in first."), "OW-12")
IS_OUT = cite(say("{name} is out of the game."), "OW-9")
JOINS_LATER = cite(say("{name} joins in round {round}"), "OW-12")
IS_THERE = cite(say("{name} hasn’t left."), "OW-12")
LAST_ONE = cite(say("{name} is the last one here. End the game instead."), "OW-12")
