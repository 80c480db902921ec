"""Another game: whatever a table plays beside the boxes that the app knows, scored as the table defines it.

No rulebook stands behind it. What a definition says is in `companion.engine.definition`; here it is played:

- OW-2: what is entered for the round under way may come from any phone, in any order; the round is over with the last.
- OW-8: a pad without optional rows is over when it is full; with them, when the table says so.
- OW-10: where the number of players makes no teams of two, everyone plays alone.
"""

from typing import Final

from companion.engine.definition import MOST_AT_A_PAD
from companion.engine.present import Cover
from companion.engine.text import say

COVER: Final = Cover(
    slug="own-game",
    code="ow",
    title="Another game",
    shelf=9,
    players=tuple(range(1, MOST_AT_A_PAD + 1)),
    pitch=say("Any game you play: rounds, a pad or just who won."),
    called=say("Another game"),
)
