"""What real tables ask and the rulebook of Down Under leaves open, with how it is judged here."""

from typing import Final

from companion.engine.rulings import OpenQuestion
from companion.engine.text import say

OPEN_QUESTIONS: Final = (
    OpenQuestion(
        "stop-early",
        say("May I stop even if I could still place a tile?"),
        say("You place a tile every turn. It doesn’t mention stopping by choice."),
        say("Some let you stop before another player bends your route. Others make you play every tile."),
        say("No. You’re done when no tile fits."),
        ("DU-25",),
        option="stopping",
    ),
    OpenQuestion(
        "only-an-end-tile",
        say("Only an end tile fits. Do I have to place it?"),
        say("You never have to place an end tile, but you must place a tile."),
        say("Some leave the route open. Others close it, because an end tile counts too."),
        say("Yes, if nothing else fits."),
        ("DU-22", "DU-25"),
        option="stopping",
    ),
    OpenQuestion(
        "stuck-without-meeting",
        say("I can’t place any tile, and no routes meet. Do I place a billabong?"),
        say("If you can’t place a tile, you place a billabong. But in all 3 cases it then lists, routes meet."),
        say("Some place it at the end of their own route and play on. Others stop."),
        say("No. Unless routes meet, you’re done."),
        ("DU-25", "DU-30", "DU-32"),
    ),
    OpenQuestion(
        "third-player",
        say("My tile brings together the routes of two others. What happens at the billabong?"),
        say("With two routes, both continue. It doesn’t say whose tile joined them."),
        say("Some let both continue. Others end both, as with three routes."),
        say("Both continue."),
        ("DU-32", "DU-33"),
        option="outsider_billabong",
    ),
    OpenQuestion(
        "straight-would-do",
        say("One of us has no curve left, but a straight fits. May I still place the billabong?"),
        say("One player must be out of curves. It doesn’t say from which sides the routes come."),
        say("Some allow it only where a curve is needed. Others look only at the curves."),
        say("Yes. Only the missing curve counts."),
        ("DU-32",),
    ),
    OpenQuestion(
        "billabong-at-the-end",
        say("My route ends at a billabong. Does it count?"),
        say("End tiles and grey count. It doesn’t mention billabongs."),
        say("Some count it for every route that touches it. Others count only drawn paths."),
        say("Yes, it counts 1, as if you passed through."),
        ("DU-42",),
        option="billabong_ends_count",
    ),
    OpenQuestion(
        "tiles-or-paths",
        say("Do we count tiles or paths?"),
        say("One sentence says tiles. The example counts paths: 2 of its 15 are on one tile."),
        say("Some count paths with a finger. Others count each tile once."),
        say("Paths. A tile your route crosses twice counts 2."),
        ("DU-41",),
    ),
    OpenQuestion(
        "end-tile-outside",
        say("An end tile is outside the area. Is the area larger now?"),
        say("Only an end tile may be outside. It doesn’t say if it counts when you measure."),
        say("Some leave it out. Others keep all tiles inside."),
        say("No, it doesn’t count."),
        ("DU-20", "DU-21"),
        option="terminus_in_span",
    ),
    OpenQuestion(
        "way-out-first",
        say("Two of us continue from a billabong. Who chooses the way out first?"),
        say("Both continue. It doesn’t say in which order."),
        say("Some let the player who placed the billabong choose. Others follow the turn order."),
        say("The player whose turn comes next."),
        ("DU-32",),
    ),
    OpenQuestion(
        "no-place-for-the-partner",
        say("We start back to back, but my end tile joins two colours. What now?"),
        say("The second end tile goes back to back with the first. No tile may join two colours."),
        say("Some move the first end tile. Others turn both."),
        say("Place the first one elsewhere. The app warns you in time."),
        ("DU-17", "DU-52", "DU-53"),
    ),
    OpenQuestion(
        "fourth-player",
        say("One end, 4 players: whose back does the fourth player use?"),
        say("The second’s. But the first is already there."),
        say("It looks like a misprint, so tables pair the last two."),
        say("The third’s."),
        ("DU-52",),
    ),
)
