"""Land Unter by Stefan Dorra, also sold as Turn the Tide, Zum Kuckuck!, Bajo el agua and Inondation.

Played by the French and the Spanish rulebook. Where they are silent or differ from other editions we decide, and say so:

- LU-17: a player who was tied at the highest level and has paid is not asked again by the chain (`tie_survivor_pays_again`).
- LU-20: when two are left the round ends at once, without running the chain (`pay_before_early_end`).
- LU-42: where rings are equal the table picks who leads; the app only names the candidates, and a trick may be entered
  without that answer, because nothing may hold up a game.
- The hand's twelve numbers stay with whoever entered them, also after the hand has been passed on.
"""

from __future__ import annotations

from typing import Final

from companion.engine.game import Game
from companion.engine.text import say
from companion.games.land_unter import options, play, setup, views
from companion.games.land_unter.clauses import CLAUSES
from companion.games.land_unter.components import PLAYERS
from companion.games.land_unter.moves import MOVES
from companion.games.land_unter.rulings import RULINGS
from companion.games.land_unter.state import State
from companion.games.land_unter.terms import TERMS

GAME: Final[Game[State]] = Game(
    slug="land-unter",
    code="lu",
    title="Land Unter",
    shelf=1,
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
    pitch=say("Keep your rings dry: the highest card takes the lower water."),
    terms=TERMS,
)
