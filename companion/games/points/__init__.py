"""Points: rounds, a number for everyone in each, and the highest total wins.

No rulebook stands behind it, and no shelf offers it, because "Another game" can do the same. It shows how little a game has to
declare, and the tests of all games play it.
"""

from companion.engine.present import Cover
from companion.engine.text import say

COVER = Cover("points", "pt", "Points", None, tuple(range(2, 9)), say("A number for everyone, round by round."))
