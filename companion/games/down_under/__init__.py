"""Down Under by Günter Cornett (Bambus, 2007), with the tiles of Schlangennest and ends of half a tile.

Played by the French rulebook. It shows shapes and ends in pictures, and is silent in places; there we decide, and say so:

- DU-3: which animal is on which shape is said nowhere: it is entered, and held against the stock.
- DU-15: the touching of a player's first tile is from another edition; it may be a corner.
- DU-21: a terminus does not widen the span (`terminus_in_span`).
- DU-24: turned either way round, and only if one open route comes of it.
- DU-25: a player who can lay nothing is done; billabongs lie in the cases DU-30 to DU-32 only. A player whose turn comes
  and who can neither lay nor turn is passed over for good.
- DU-32 with DU-33: with no billabong left nobody may lay one instead of a curve, so nothing happens.
- DU-41, DU-42: paths are counted, not tiles; a billabong counts 1 each time a route passes or ends there
  (`billabong_ends_count`), so a route with both ends at it has 2.
- DU-43: with two routes a player has lost if either dingo tile is missing; of routes equally long the one worth most counts.
- DU-53: with two routes every colour counts as a player of its own where routes meet.
- A table that catches up lays missing tiles without turns (`catching_up`), or gives all of them, and says whose turn it is
  (`stand_now`). Billabongs are then as they lie: none is called for by a tile laid earlier.
- Red, yellow, green and blue are played by seats 0 to 3; with two routes red and green by seat 0, yellow and blue by seat 1.
"""

from __future__ import annotations

from typing import Final

from companion.engine.game import Game
from companion.engine.text import say
from companion.games.down_under import (
    answers,
    catching_up,
    display,
    lesson,
    narration,
    options,
    play,
    screen,
    setup,
    sheet,
    story,
    turn_order,
    views,
)
from companion.games.down_under.box import TILES_OF_THE_BOX
from companion.games.down_under.clauses import CLAUSES
from companion.games.down_under.components import PLAYERS
from companion.games.down_under.moves import MOVES
from companion.games.down_under.paper import PAPER
from companion.games.down_under.rulings import RULINGS
from companion.games.down_under.state import State
from companion.games.down_under.terms import TERMS

GAME: Final[Game[State]] = Game(
    slug="down-under",
    code="du",
    title="Down Under",
    shelf=3,
    players=PLAYERS,
    clauses=CLAUSES,
    options=options.OPTIONS,
    moves=MOVES,
    rulings=RULINGS,
    lay_out=setup.lay_out,
    start=play.start,
    play=play.play,
    status=views.status,
    view=views.view,
    tell=views.tell,
    pitch=say("Lay tiles and grow the longest route, by your own colour and by grey."),
    board=display.board,
    moment=views.moment,
    narrate=narration.narrate,
    labels=narration.LABELS,
    value_name=narration.value_name,
    moment_name=narration.moment_name,
    part_name=narration.part_name,
    stands=catching_up.how_it_stands,
    paper=PAPER,
    edition=say("by the French rulebook"),
    sheet=sheet.sheet,
    box=TILES_OF_THE_BOX,
    terms=TERMS,
    has_rounds=False,
    bgg_id=32154,
    starting=turn_order.starting,
    screen=screen.screen,
    lesson=lesson.lesson,
    story=story.story,
    shown=answers.Shown,
    laid_out=answers.LaidOut,
)
