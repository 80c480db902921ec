"""Limits as a record of what it can do."""

from __future__ import annotations

from typing import Final

from companion.engine.declare import declare
from companion.engine.game import Game
from companion.games.limits import COVER
from companion.games.limits.board import screen, view
from companion.games.limits.board.card import CARDS_OF_THE_BOX
from companion.games.limits.paper import sheet
from companion.games.limits.rules import afterwards, options, play, turn, views
from companion.games.limits.rules.afterwards import PAPER
from companion.games.limits.rules.moves import MOVES
from companion.games.limits.rules.state import State
from companion.games.limits.rulings import RULINGS
from companion.games.limits.words import lesson, narration, story
from companion.games.limits.words.clauses import CLAUSES, TERMS
from companion.games.limits.words.open_questions import OPEN_QUESTIONS

GAME: Final[Game[State]] = declare(
    COVER,
    templates="limits",
    clauses=CLAUSES,
    options=options.OPTIONS,
    moves=MOVES,
    rulings=RULINGS,
    lay_out=options.lay_out,
    start=play.start,
    play=play.play,
    status=views.status,
    view=views.view,
    board=view.board,
    moment=view.moment,
    narrate=narration.narrate,
    labels=narration.LABELS,
    value_name=narration.value_name,
    stands=afterwards.how_it_stands,
    paper=PAPER,
    box=CARDS_OF_THE_BOX,
    terms=TERMS,
    open_questions=OPEN_QUESTIONS,
    starting=turn.starting,
    edition=options.edition,
    sheet=sheet.sheet,
    screen=screen.screen,
    lesson=lesson.lesson,
    story=story.story,
    shown=views.Shown,
    laid_out=views.LaidOut,
)
