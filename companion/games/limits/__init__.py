"""Limits by Uwe Rosenberg.

Played by the French rulebook. Where it is silent or other editions differ we decide, and say so:

- LI-4: no list of the limit cards exists. Any card may be entered, also one seen before; a colour left out shows 0.
- LI-13: an action out of turn, before the limit card, or before everybody has hidden a card is doubtful, not refused: the
  table may record it anyway. So is an exchange with too few cards, and laying from an empty hand (LI-26).
- LI-10: hiding twice or another number of cards than the player number asks for is refused: nothing would be judged by it.
- LI-14: a card counts as drawn with every card laid until somebody says it was forgotten, at whatever time.
- LI-16: before a verdict no colour is told to anybody but its owner, not even of the top card or of an exchange, which
  lie open on the table: the app would remember what the table must not. No doubt is raised that hangs on a colour.
- LI-20: accusing oneself or somebody who has laid nothing is refused. With the option `previous` accusing another than the
  player before is doubtful.
- LI-22: an exchange counts with both cards. At a table that logs the pile a count by hand may replace the log.
- LI-23: X is never guilty; a card on a limit that was broken before is guilty.
- LI-25, LI-26: hands are filled up, so every round begins with four cards in each hand and the same draw pile; which
  cards these are is never inferred.
- LI-2, LI-24: a table that catches up (`stand_now`) says points and limit cards; each round left one limit card with somebody, so
  they also say which round it is. Point cards are then taken to be ones while the box has them.
- LI-30: the limit card turned up counts as left until it is taken. Equal totals share the win.
"""

from __future__ import annotations

from typing import Final

from companion.engine.game import Game
from companion.engine.text import say
from companion.games.limits import (
    answers,
    board,
    catching_up,
    lesson,
    narration,
    options,
    play,
    screen,
    setup,
    sheet,
    starter,
    story,
    views,
)
from companion.games.limits.card_entry import CARDS_OF_THE_BOX
from companion.games.limits.clauses import CLAUSES
from companion.games.limits.components import PLAYERS
from companion.games.limits.moves import MOVES
from companion.games.limits.paper import PAPER
from companion.games.limits.rulings import RULINGS
from companion.games.limits.state import State
from companion.games.limits.terms import TERMS

GAME: Final[Game[State]] = Game(
    slug="limits",
    code="li",
    title="Limits",
    shelf=2,
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
    pitch=say("Lay to the edge of the limit, and call whoever goes beyond."),
    board=board.board,
    moment=board.moment,
    narrate=narration.narrate,
    labels=narration.LABELS,
    value_name=narration.value_name,
    part_name=narration.part_name,
    stands=catching_up.how_it_stands,
    paper=PAPER,
    moment_name=narration.moment_name,
    box=CARDS_OF_THE_BOX,
    terms=TERMS,
    starting=starter.starting,
    edition=say("by the French rulebook"),
    sheet=sheet.sheet,
    screen=screen.screen,
    lesson=lesson.lesson,
    story=story.story,
    shown=answers.Shown,
    laid_out=answers.LaidOut,
)
