"""Down Under as a record of what it can do."""

from __future__ import annotations

from typing import Final

from companion.engine.game import Game
from companion.engine.text import say
from companion.games.down_under import (
    COVER,
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
from companion.games.down_under.moves import MOVES
from companion.games.down_under.open_questions import OPEN_QUESTIONS
from companion.games.down_under.paper import PAPER
from companion.games.down_under.rulings import RULINGS
from companion.games.down_under.state import State
from companion.games.down_under.terms import TERMS

GAME: Final[Game[State]] = Game(
    cover=COVER,
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
    open_questions=OPEN_QUESTIONS,
    has_coloured_pieces=True,
    has_rounds=False,
    bgg_id=32154,
    starting=turn_order.starting,
    screen=screen.screen,
    lesson=lesson.lesson,
    story=story.story,
    shown=answers.Shown,
    laid_out=answers.LaidOut,
    in_force=options.in_force,
    idle=options.idle,
)
