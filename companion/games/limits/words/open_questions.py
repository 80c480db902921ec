"""What real tables ask and the rulebook of Limits leaves open, with how it is judged here."""

from typing import Final

from companion.engine.rulings import OpenQuestion
from companion.engine.text import say

OPEN_QUESTIONS: Final = (
    OpenQuestion(
        "top-card",
        say("May everyone see the top card of the pile?"),
        say("The rulebook wants no card of the pile to be recognisable. It also has every card played face up."),
        say("Some leave the last card visible until the next one covers it. Strict ones turn the pile face down."),
        say("Everyone sees a card as it is played. Then it is covered, and no card of the pile can be recognised."),
        ("LI-14", "LI-16"),
    ),
    OpenQuestion(
        "out-of-turn",
        say("May I accuse when it isn’t my turn?"),
        say("Accusing is one of the three things you can do on your turn."),
        say("Some reviews tell it as calling out the moment you see it, and some tables play it so."),
        say("On your turn only. Calling out at any time is a house rule. The count stays the same."),
        ("LI-13", "LI-20"),
        option="accuse_when",
    ),
    OpenQuestion(
        "two-points",
        say("I accused rightly. Do I get 1 point or 2?"),
        say("You take a one-point card."),
        say("A review gives 2 points, and some tables play it so, to match the −2."),
        say("1 point. If you count the pile yourselves and your table gives 2, enter the second as an exchange."),
        ("LI-24",),
    ),
    OpenQuestion(
        "exchange-two",
        say("Do I draw 2 or 4 cards in an exchange?"),
        say("You show 4 and draw 4. Two of the old ones go on the pile, two on the draw pile."),
        say("An English version has you draw 2 and put only 2 aside."),
        say("4 for 4, as the rulebook says. Two on the pile count in either case, so a verdict is the same."),
        ("LI-15",),
    ),
    OpenQuestion(
        "two-accuse",
        say("Two of us accuse at the same moment. Which one counts?"),
        say("You accuse on your own turn, so the rulebook has no such case."),
        say("Where everyone may call out, tables take the first voice, or the player whose turn comes first."),
        say("The player whose turn it is, else the next one clockwise."),
        ("LI-13", "LI-20"),
    ),
    OpenQuestion(
        "forgot-to-hide",
        say("I forgot to hide a card. May I still?"),
        say("Everyone hides a card as soon as the limit card is turned up. Forgetting isn’t mentioned."),
        say("Some let you hide one until you have played a card. Later you go without."),
        say("Until you play your first card of the round. After that you hide none, and no limit is raised."),
        ("LI-10", "LI-11"),
    ),
    OpenQuestion(
        "both-forgot",
        say("My left neighbour and I both forgot to draw. May I still?"),
        say("It is too late once your left neighbour has drawn. If they forgot as well, the rulebook is silent."),
        say("Some let you draw until anyone after you has drawn. Others go by your neighbour alone."),
        say("Your neighbour alone counts: until they draw, you may."),
        ("LI-14",),
    ),
    OpenQuestion(
        "change-hidden",
        say("May I change my hidden card during the round?"),
        say("You may look at it at any time. It stays hidden until the round ends."),
        say("Tables read this as no. Some allow a swap before the first card is played."),
        say("No. Once the first card is played, your hidden card stays."),
        ("LI-10",),
    ),
    OpenQuestion(
        "pile-fell",
        say("The pile fell over and its order is lost. How do we count?"),
        say("You count up to the last card of the accused. Without the order that can’t be done."),
        say("Some try to put it back in order. Others play the round again."),
        say("If you can’t agree on the order, play the round again with the same limit card. No one takes it yet."),
        ("LI-16", "LI-22"),
    ),
    OpenQuestion(
        "draw-pile-empty",
        say("The draw pile is empty. Do we shuffle the pile?"),
        say("The pile goes under the draw pile when the round ends, unshuffled. An empty draw pile isn’t mentioned."),
        say("Some play on without drawing. Others shuffle the pile, and then no verdict is possible."),
        say("You play on without drawing. With no card left you have to accuse."),
        ("LI-25", "LI-26"),
    ),
    OpenQuestion(
        "broken-before",
        say("Another player broke the limit before me. Am I guilty as well?"),
        say("The cards up to your last one are counted. Who was first to go over isn’t asked."),
        say("Some find you guilty too. Others say that only the first card over the limit breaks it."),
        say("Yes: your card lies over the limit too."),
        ("LI-22", "LI-23"),
    ),
)
