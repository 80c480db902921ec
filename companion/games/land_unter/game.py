"""Land Unter as a record of what it can do."""

from __future__ import annotations

from typing import Final

from companion.engine.declare import declare
from companion.engine.game import Game
from companion.games.land_unter import COVER
from companion.games.land_unter.board import screen, view
from companion.games.land_unter.paper import sheet
from companion.games.land_unter.rules import afterwards, options, play, views
from companion.games.land_unter.rules.afterwards import PAPER
from companion.games.land_unter.rules.moves import MOVES
from companion.games.land_unter.rules.state import State
from companion.games.land_unter.rulings import RULINGS
from companion.games.land_unter.words import lesson, narration, story
from companion.games.land_unter.words.clauses import CLAUSES, TERMS
from companion.games.land_unter.words.open_questions import OPEN_QUESTIONS

GAME: Final[Game[State]] = declare(
    COVER,
    templates="land_unter",
    clauses=CLAUSES,
    options=options.OPTIONS,
    moves=MOVES,
    rulings=RULINGS,
    lay_out=options.lay_out,
    start=play.start,
    play=play.play,
    status=views.status,
    view=views.view,
    tell=views.tell,
    board=view.board,
    moment=view.moment,
    narrate=narration.narrate,
    labels=narration.LABELS,
    value_name=narration.value_name,
    stands=afterwards.how_it_stands,
    paper=PAPER,
    terms=TERMS,
    open_questions=OPEN_QUESTIONS,
    edition=options.edition,
    idle=options.idle,
    sheet=sheet.sheet,
    screen=screen.screen,
    lesson=lesson.lesson,
    story=story.story,
    shown=views.Shown,
    laid_out=views.LaidOut,
)
