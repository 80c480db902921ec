"""What real tables ask and the rulebook of Down Under leaves open, with how it is judged here."""

from typing import Final

from companion.engine.rulings import OpenQuestion
from companion.engine.text import say

OPEN_QUESTIONS: Final = (
    OpenQuestion(
        "stop-early",
        say("May I stop although I could still place a tile?"),
        say("A player must place a tile in every turn. Stopping by choice is not mentioned."),
        say("Some let you stop to keep a route from being bent. Others make you play to the last tile."),
        say("You are done when no tile fits. Stopping sooner is a house rule."),
        ("DU-25",),
        option="stopping",
    ),
    OpenQuestion(
        "only-an-end-tile",
        say("Only an end tile fits. Do I have to place it?"),
        say("You are not obliged to place an end tile at the edge. Yet you must place a tile."),
        say("Some leave the route open. Others close it, because an end tile counts too."),
        say("You place it if nothing else fits. Leaving the route open is a house rule."),
        ("DU-22", "DU-25"),
        option="stopping",
    ),
    OpenQuestion(
        "stuck-without-meeting",
        say("I can’t place any tile, and no routes meet. Do I place a billabong?"),
        say(
            "A player who can’t place a tile places a billabong, it says. The 3 cases that follow all need routes that meet."
        ),
        say("Some place it at their own end and play on. Others are done."),
        say("No. Without one of the 3 cases you are done."),
        ("DU-25", "DU-30", "DU-32"),
    ),
    OpenQuestion(
        "third-player",
        say("My tile brings the routes of two others together. What happens with a billabong there?"),
        say("With two routes, both go on. Whose tile brought them together is left open."),
        say("Some let both go on. Others end both, as where three routes meet."),
        say("Both go on. Ending them is a house rule."),
        ("DU-32", "DU-33"),
        option="outsider_billabong",
    ),
    OpenQuestion(
        "straight-would-do",
        say("One of us has no curve left, but a straight would fit. May I still place the billabong?"),
        say("The case asks for a player without curves. How the routes come in is not mentioned."),
        say("Some allow it only if a curve would be needed. Others look at the curves alone."),
        say("Yes. Only the missing curve counts, from whatever side the routes come."),
        ("DU-32",),
    ),
    OpenQuestion(
        "billabong-at-the-end",
        say("My route ends at a billabong. Does it count?"),
        say("The rulebook counts end tiles and grey. It is silent about billabongs."),
        say("Some count it for every route that touches it. Others count only drawn paths."),
        say("It counts 1, as if you passed through. Not counting it is a house rule."),
        ("DU-42",),
        option="billabong_ends_count",
    ),
    OpenQuestion(
        "tiles-or-paths",
        say("Do we count tiles or paths?"),
        say("One sentence speaks of tiles. The example counts paths: two of its 15 lie on one tile."),
        say("Some count paths aloud with a finger. Others count each tile once."),
        say("Paths. A tile your route crosses twice counts 2."),
        ("DU-41",),
    ),
    OpenQuestion(
        "end-tile-outside",
        say("An end tile lies outside the area. Is the area larger now?"),
        say("Only an end tile may lie outside. Whether it counts when you measure is left open."),
        say("Some leave it out. Others keep all tiles inside, so the question never comes up."),
        say("No. It doesn’t count. Keeping end tiles inside is a house rule."),
        ("DU-20", "DU-21"),
        option="terminus_in_span",
    ),
    OpenQuestion(
        "way-out-first",
        say("Two of us go on from a billabong. Who chooses the way out first?"),
        say("The rules say both go on, but give no order."),
        say("Some let the player of the billabong choose. Others follow the turn order."),
        say("The player whose turn comes next chooses first."),
        ("DU-32",),
    ),
    OpenQuestion(
        "no-place-for-the-partner",
        say("We open back to back, but my end tile would join two colours. What now?"),
        say("The second end tile goes back to back with the first. No tile may join two colours."),
        say("Some move the first end tile again. Others turn both."),
        say("Place the first one elsewhere. The app says so before it is placed."),
        ("DU-17", "DU-52", "DU-53"),
    ),
    OpenQuestion(
        "fourth-player",
        say("One end, 4 players: whose back does the fourth player use?"),
        say("The rulebook says the second’s. But the first is already there."),
        say("It looks like a misprint, so tables pair the last two."),
        say("The fourth goes back to back with the third."),
        ("DU-52",),
    ),
)
