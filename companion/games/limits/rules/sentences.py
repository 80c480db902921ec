"""What the rules say at a table, each sentence with the clauses it rests on: steps of a working, refusals and doubts.

No logic: a rule names a sentence and fills its gaps.
"""

from companion.engine.rulings import cite
from companion.engine.sheet import HAS_BEGUN
from companion.engine.text import say, say_many, too_many
from companion.games.limits.rules.components import ALL_POINTS, COLOUR_CARDS, COPIES_OF_A_COLOUR

# A round begins (LI-4, LI-10, LI-12)
YOUNGEST = cite(say("{what}: {value}", what=say("The youngest")), "LI-12")
YOUNGEST_STARTS = cite(say("By the rules, the youngest starts."), "LI-12")
DRAWN = cite(say("{name} was picked at random."), "LI-12")
IN_TURN = cite(say("You take turns to start. This time it’s {name}."), "LI-12")
AGREED = cite(say("You agreed on {name}."), "LI-12")
TOOK_LIMIT_CARD = cite(say("{name} took the last limit card and starts."), "LI-12")
TAKER_STARTS = cite(say("The player with the last limit card starts."), "LI-12")
ALREADY_STARTS = cite(say("You’ve already entered that {name} starts."), "LI-12")
WHO_IS_YOUNGEST = cite(say("Enter who is the youngest."), "LI-12")
WHO_STARTS = cite(say("Who starts this round?"), "LI-12")
HAS_LIMIT_CARD = cite(say("This round already has its limit card."), "LI-10")
ENTER_NUMBERS = cite(say("Enter the numbers on the limit card."), "LI-4")
LIMIT_CARD_FIRST = cite(say("Enter the limit card first."), "LI-10")
LIMIT_CARD_NEEDED = cite(LIMIT_CARD_FIRST.text, "LI-4")
HIDDEN_BEFORE = cite(say("{name} already has an entry here. Edit it instead."), "LI-10")
EVERYONE_HIDES = cite(say_many("Everyone hides {count} card", "Everyone hides {count} cards", 0), "LI-10")
WHAT_WAS_HIDDEN = cite(say("First enter what {names} hid."), "LI-10", "LI-11")

# A turn (LI-13 to LI-16, LI-26, LI-31)
NOT_YOUR_TURN = cite(say("It’s {name}’s turn."), "LI-13")
NOT_YOUR_TURN_TO_ACCUSE = cite(NOT_YOUR_TURN.text, "LI-13", "LI-20")
NO_CARDS_LEFT = cite(say("{name} has no cards left and must accuse."), "LI-26")
EXCHANGE_TAKES_FOUR = cite(say("You need 4 cards to exchange. {name} has {cards}."), "LI-15")
FOUR_TO_DRAW = cite(say("You need 4 cards to draw. The draw pile has {cards}."), "LI-26")
NONE_TO_DRAW = cite(say("{name} doesn’t need to draw a card."), "LI-14")
TOO_MANY_POINTS = cite(too_many(say("Points"), 0, ALL_POINTS), "LI-31")
EVERYONE_TAPS = cite(say("Everyone taps each card they play."), "LI-16")
COUNT_YOURSELVES = cite(say("You count the pile yourselves."), "LI-16")

# Who may accuse whom (LI-20)
TWO_DIFFERENT = cite(say("Choose 2 different players."), "LI-20")
NOT_PLAYED = cite(say("{name} hasn’t played a card this round."), "LI-20")
ONLY_THE_LAST = cite(say("House rule: you can accuse only {name}, who played the last card."), "LI-20")
ONLY_THE_PREVIOUS = cite(say("House rule: {accuser} can’t accuse {accused}, only the player before them."), "LI-20")
OUT_OF_TURN = cite(say("It isn’t {accuser}’s turn: {last} played the last card."), "LI-13", "LI-20")

# The count (LI-1, LI-4, LI-10, LI-11, LI-15, LI-21 to LI-23)
HIDDEN_COUNTED = cite(say("Hidden cards of this colour: {count}."), "LI-21")
PILE_COUNTED = cite(say("Counted in the pile: {count}."), "LI-22")
HIDDEN_SHOWN = cite(say("Hidden: {shown}."), "LI-21")
LAST_CARD = cite(say("{name}’s last card: {colour}."), "LI-21")
BOTH_CARDS = cite(say("{name} exchanged, so both cards count: {colour}."), "LI-21", "LI-22")
UP_TO_THAT_CARD = cite(say("The pile has {count} up to that card, played by {names}."), "LI-22")
NOT_LATER_CARDS = cite(say("Later cards don’t count."), "LI-22")
NONE_KNOWN_HIDDEN = cite(say("None of the known hidden cards is this colour."), "LI-11")
NONE_HIDDEN = cite(say("No one hid a card of this colour."), "LI-11")
HID_SOME = cite(
    say_many("{names} hid {count} card of this colour.", "{names} hid {count} cards of this colour.", 0), "LI-11"
)
X_SHOWN = cite(say("The limit card shows X: any number is allowed."), "LI-4", "LI-23")
NO_LIMIT = cite(say("There is no limit on this colour."), "LI-23")
ALLOWED = cite(say("Allowed: {printed} printed + {hidden} hidden = {allowed}."), "LI-11", "LI-23")
BROKEN = cite(say("{counted} is more than {allowed}: the limit is broken."), "LI-23")
EXACTLY = cite(say("{counted} is exactly the limit. That’s allowed."), "LI-23")
HOLDS = cite(say("{counted} is less than {allowed}. That’s allowed."), "LI-23")
BROKEN_BEFORE = cite(say("{name} was already over the limit. Every card after that breaks it too."), "LI-23")
ACCUSED_TAKES = cite(say("The accused takes the limit card, the accuser a point."), "LI-24")
ACCUSER_TAKES = cite(say("The accuser takes the limit card, the accused a point."), "LI-24")
TAKES = cite(say("{taker} takes the limit card, {other} a point."), "LI-24")

# What is doubtful or refused about it
TOO_MANY_CARDS = cite(too_many(say("Cards"), 0, COLOUR_CARDS), "LI-1")
TOO_MANY_OF_A_COLOUR = cite(too_many(say("Cards of this colour"), 0, COPIES_OF_A_COLOUR), "LI-1")
TOO_MANY_HIDDEN = cite(say("At most {most} hidden cards can be the same colour, not {hidden}."), "LI-10")
THE_APP_SAW = cite(say("The app saw only {most}."), "LI-22")
ACCUSED_CARD_COUNTS = cite(say("At least 1: the accused player’s own card counts."), "LI-22")
HIDDEN_BY_ONE = cite(say("{name} can hide at most {most}, not {cards}."), "LI-10")
HIDDEN_BY_ALL = cite(say("Together you can hide at most {most} cards, not {hidden}."), "LI-10")
NUMBER_UNKNOWN = cite(say("The limit for {colour} is unknown, so it counts as 0."), "LI-4")
CARDS_UNKNOWN = cite(say("Enter all of {names}’s hidden cards. They may raise the limit."), "LI-10", "LI-11")
OTHER_NUMBER = cite(say("Earlier you entered {known} for this colour, not {printed}. Check the card."), "LI-4")
WHAT_IS_SHOWN = cite(say("What does the limit card show for this colour?"), "LI-4")
ENTER_COUNT = cite(say("Enter what you counted."), "LI-22")

# The end (LI-2, LI-24, LI-30)
TOTAL = cite(
    say_many(
        "{name}: {points} − 2 for {count} limit card = {total}.",
        "{name}: {points} − 2 for each of {count} limit cards = {total}.",
        0,
    ),
    "LI-30",
)
SHARE_THE_WIN = cite(say("They have the same total and share the win."), "LI-30")
MOST_POINTS_WIN = cite(say("The player with the most points wins."), "LI-30")
TOO_MANY_LIMIT_CARDS = cite(too_many(say("Limit cards"), 0, 0), "LI-2")
ONE_OF_BOTH = cite(say("Limit cards: {taken}. Points: only {points}. Each round gives one of each."), "LI-24")
POINTS_OF_OTHERS = cite(
    say_many(
        "{name} took {count} limit card. Others’ points: {points}.",
        "{name} took {count} limit cards. Others’ points: {points}.",
        0,
    ),
    "LI-24",
)
GAME_IS_OVER = cite(say("The game is over. All limit cards have been taken."), "LI-30")
ALL_ARE_TAKEN = cite(GAME_IS_OVER.text, "LI-2", "LI-30")
ALL_TOGETHER = cite(say("Limit cards: {taken}. Together you must have {rounds}."), "LI-2", "LI-30")
ROUNDS_BRING = cite(say("Each round gives at least 1 point. Together that’s at least {rounds}, not {points}."), "LI-24")
SHEET_AFTER_A_MOVE = cite(HAS_BEGUN, "LI-2")
