"""Down Under by Günter Cornett (Bambus, 2007), with the tiles of Schlangennest and ends of half a tile.

Played by the French rulebook. It shows shapes and ends in pictures, and is silent in places; there we decide, and say so:

- DU-3: nothing states which animal is on which shape: it is entered, and checked against the stock.
- DU-15: the touching of a player's first tile is from another edition; it may be a corner.
- DU-21: a terminus does not widen the span (`terminus_in_span`).
- DU-24: a tile may be turned either way round, and only if that leaves one open route.
- DU-25: a player who can lay nothing is done; billabongs are laid only in the cases DU-30 to DU-32. A player at turn
  who can neither lay nor turn is passed over for good. `done` with a move left is doubtful (`stopping`).
- DU-32 with DU-33: two routes go on also if a third player brought them together (`outsider_billabong`).
- DU-32 with DU-33: with no billabong left no one may lay one instead of a curve, so nothing happens.
- DU-41, DU-42: paths are counted, not tiles; a billabong counts 1 each time a route passes or ends there
  (`billabong_ends_count`), so a route with both ends at it has 2.
- DU-43: with two routes a player has lost if either dingo tile is missing; of equally long routes the one worth most
  counts.
- DU-53: with two routes every colour counts as a player of its own where routes meet.
- A table that catches up lays missing tiles without turns (`catching_up`), or gives all of them, and says whose turn it
  is (`stand_now`). Billabongs then stay as they lie: a tile laid earlier calls for none.
- Red, yellow, green and blue are played by seats 0 to 3; with two routes red and green by seat 0, yellow and blue by seat 1.
"""

from typing import Final

from companion.engine.present import Cover
from companion.engine.text import say
from companion.games.down_under.rules.components import PLAYERS

COVER: Final = Cover(
    slug="down-under",
    code="du",
    title="Down Under",
    shelf=3,
    players=PLAYERS,
    pitch=say("Build the longest route in your colour and grey."),
    reads_photos=True,
)
