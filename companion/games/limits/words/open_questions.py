"""What real tables ask and the rulebook of Limits leaves open, with how it is judged here."""

from typing import Final

from companion.engine.rulings import OpenQuestion
from companion.engine.text import say

OPEN_QUESTIONS: Final = (
    OpenQuestion(
        "top-card",
        say("May everyone see the top card of the pile?"),
        say("Cards are played face up. But you shouldn’t be able to recognise any card in the pile."),
        say("Some leave the last card visible until the next one covers it. Others turn the pile face down."),
        say("Everyone sees each card as it’s played. Then it’s covered."),
        ("LI-14", "LI-16"),
    ),
    OpenQuestion(
        "out-of-turn",
        say("May I accuse when it isn’t my turn?"),
        say("Accusing is one of the three things you can do on your turn."),
        say("In some reviews and at some tables, you call it out as soon as you see it."),
        say("No, only on your turn. The count is the same either way."),
        ("LI-13", "LI-20"),
        option="accuse_when",
    ),
    OpenQuestion(
        "exchange-first",
        say("I start the round. Can I exchange first?"),
        say("You play the first colour card. On your turn, you may also exchange."),
        say("Some allow it. Others want a card played first."),
        say("Yes. An exchange puts cards on the pile too."),
        ("LI-12", "LI-13", "LI-15"),
    ),
    OpenQuestion(
        "two-points",
        say("I was right to accuse. Do I get 1 point or 2?"),
        say("You take a 1-point card."),
        say("In one review and at some tables, it’s 2 points, to match the −2."),
        say("1 point. If your table gives 2, enter the second one as an exchange, then count the pile yourselves."),
        ("LI-24",),
    ),
    OpenQuestion(
        "exchange-two",
        say("Do I draw 2 or 4 cards in an exchange?"),
        say("You show 4 and draw 4."),
        say("In an English version, you draw 2 and put 2 aside."),
        say("Draw 4. If your table draws 2, accusations turn out the same."),
        ("LI-15",),
    ),
    OpenQuestion(
        "two-accuse",
        say("Two of us accuse at the same moment. Whose accusation counts?"),
        say("You accuse on your own turn, so this can’t happen."),
        say("Where everyone may call out, some go by who speaks first, others by who plays next."),
        say("The player whose turn it is. Otherwise the next one clockwise."),
        ("LI-13", "LI-20"),
    ),
    OpenQuestion(
        "forgot-to-hide",
        say("I forgot to hide a card. Can I still do it?"),
        say(
            "You hide a card as soon as the limit card is turned up. The rulebook doesn’t say what happens if you forget."
        ),
        say("Some let you hide one until you play a card."),
        say("Yes, until you play your first card of the round. After that, it’s too late to raise a limit."),
        ("LI-10", "LI-11"),
    ),
    OpenQuestion(
        "both-forgot",
        say("My left neighbour and I both forgot to draw. Can I still do it?"),
        say(
            "Once your left neighbour has drawn, it’s too late. The rulebook doesn’t say what happens if "
            "they forget as well."
        ),
        say("Some let you draw until someone after you has drawn. Others look only at your neighbour."),
        say("Yes, until your neighbour draws."),
        ("LI-14",),
    ),
    OpenQuestion(
        "change-hidden",
        say("May I change my hidden card during the round?"),
        say("You may look at it at any time. It stays hidden until the round ends."),
        say("Most don’t allow it. Some let you swap before the first card is played."),
        say("Not once the first card is played."),
        ("LI-10",),
    ),
    OpenQuestion(
        "pile-fell",
        say("The pile fell over and its order is lost. How do we count?"),
        say("You count up to the accused player’s last card. For that, you need the order."),
        say("Some put it back in order. Others play the round again."),
        say("If you can’t agree on the order, play the round again with the same limit card."),
        ("LI-16", "LI-22"),
    ),
    OpenQuestion(
        "draw-pile-empty",
        say("The draw pile is empty. Do we shuffle the played cards?"),
        say(
            "The pile goes under the draw pile after the round, unshuffled. The rulebook doesn’t mention an "
            "empty draw pile."
        ),
        say("Some play on without drawing. Others shuffle the pile, and then no ruling is possible."),
        say("No. Play on without drawing. If you have no cards left, you must accuse."),
        ("LI-25", "LI-26"),
    ),
    OpenQuestion(
        "broken-before",
        say("Another player broke the limit before me. Am I guilty as well?"),
        say("You count the cards up to your last one. The rulebook doesn’t ask who broke the limit first."),
        say("Some say you’re guilty too. Others say only the first card over the limit is."),
        say("Yes. Your card is over the limit too."),
        ("LI-22", "LI-23"),
    ),
)
