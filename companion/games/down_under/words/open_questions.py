"""What real tables ask and the rulebook of Down Under leaves open, with how it is judged here."""

from typing import Final

from companion.engine.rulings import OpenQuestion
from companion.engine.text import say

OPEN_QUESTIONS: Final = (
    OpenQuestion(
        "stop-early",
        say("May I stop even if I could still place a tile?"),
        say("You place a tile every turn. The rulebook doesn’t mention choosing to stop."),
        say("Some let you stop before another player bends your route. Others make you place every tile."),
        say("No. You’re done when no tile fits."),
        ("DU-25",),
        option="stopping",
    ),
    OpenQuestion(
        "only-an-end-tile",
        say("Only an end tile fits. Do I have to place it?"),
        say("You never have to place an end tile, but you must place a tile each turn."),
        say("Some leave the route open. Others close it, because an end tile counts too."),
        say("Yes, if nothing else fits."),
        ("DU-22", "DU-25"),
        option="stopping",
    ),
    OpenQuestion(
        "stuck-without-meeting",
        say("I can’t place a tile, and no routes meet. Do I place a billabong?"),
        say(
            "If you can’t place a tile, you place a billabong. But the rulebook lists only 3 cases, and routes "
            "meet in each."
        ),
        say("Some place it at the end of their own route and play on. Others stop."),
        say("No. Unless routes meet, you’re done."),
        ("DU-25", "DU-30", "DU-32"),
    ),
    OpenQuestion(
        "third-player",
        say("My tile brings the routes of 2 other players together. What happens at the billabong?"),
        say("If 2 routes meet, both go on. The rulebook doesn’t say if it matters who joined them."),
        say("Some let both continue. Others end both, as with 3 routes."),
        say("Both continue."),
        ("DU-32", "DU-33"),
        option="outsider_billabong",
    ),
    OpenQuestion(
        "who-goes-first",
        say("Who goes first?"),
        say("The rulebook mentions a first player, but doesn’t say who."),
        say("Some let the youngest start. Others draw lots."),
        say("You decide who starts. The app can draw lots."),
        ("DU-15",),
    ),
    OpenQuestion(
        "dingo-in-hand",
        say("My dingo is still in my hand at the end. Do I lose?"),
        say("With animals, a player who hasn’t placed their dingo loses, however long their route is."),
        say("Some only take off points. If everyone loses, some count points after all."),
        say("Yes, if the animals count. If everyone loses, points decide."),
        ("DU-43", "DU-44"),
        option="animals",
    ),
    OpenQuestion(
        "dingo-of-another",
        say("Another player’s dingo is on my route. Do my rabbits cost points?"),
        say("Rabbits cost 2 each if there’s no dingo on your route. The rulebook doesn’t say whose dingo."),
        say("For some, any dingo will do. Others say it must be yours."),
        say("No, any dingo on your route protects you, even someone else’s. But you still have to place your own."),
        ("DU-43",),
        option="animals",
    ),
    OpenQuestion(
        "straight-would-do",
        say("One of us has no curves left, but a straight fits. May I still place the billabong?"),
        say(
            "One of the 2 players must have no curves left. The rulebook doesn’t say which sides the routes must "
            "come from."
        ),
        say("Some allow it only where a curve is needed. Others only check that no curves are left."),
        say("Yes. Having no curves left is enough."),
        ("DU-32",),
    ),
    OpenQuestion(
        "billabong-at-the-end",
        say("My route ends at a billabong. Does it count?"),
        say("End tiles and grey count. The rulebook doesn’t mention billabongs."),
        say("Some count it for every route that touches it. Others count only drawn paths."),
        say("Yes, it counts as 1, just as if you passed through."),
        ("DU-42",),
        option="billabong_ends_count",
    ),
    OpenQuestion(
        "tiles-or-paths",
        say("Do we count tiles or paths?"),
        say("One sentence says “tiles”. But the example counts 15 paths, and 2 of them are on one tile."),
        say("Some count paths with a finger. Others count each tile once."),
        say("Paths. A tile that your route crosses twice counts as 2."),
        ("DU-41",),
    ),
    OpenQuestion(
        "end-tile-outside",
        say("An end tile is outside the area. Is the area larger now?"),
        say("Only an end tile may be outside. The rulebook doesn’t say if that makes the area larger."),
        say("Some don’t count it. Others keep all tiles inside."),
        say("No, it doesn’t count."),
        ("DU-20", "DU-21"),
        option="terminus_in_span",
    ),
    OpenQuestion(
        "way-out-first",
        say("Two of us continue from a billabong. Who chooses the way out first?"),
        say("Both continue. The rulebook doesn’t say in which order."),
        say("Some let the player who placed the billabong choose. Others follow the turn order."),
        say("The player whose turn comes next."),
        ("DU-32",),
    ),
    OpenQuestion(
        "no-place-for-the-partner",
        say("We start back to back, but my end tile joins 2 colours. What now?"),
        say("The second end tile goes back to back with the first. No tile may join two colours."),
        say("Some move the first end tile. Others turn both."),
        say("Place the first one elsewhere. The app warns you in time."),
        ("DU-17", "DU-52", "DU-53"),
    ),
    OpenQuestion(
        "fourth-player",
        say("One end, 4 players: whose end tile does the fourth player join?"),
        say("The second player’s. But the first player’s tile is already there."),
        say(
            "That looks like a misprint. Most groups put the fourth player’s tile back to back with the third player’s."
        ),
        say("The third player’s tile."),
        ("DU-52",),
    ),
)
