"""Limits as a record of what it can do."""

from __future__ import annotations

from typing import Final

from companion.engine.game import Game
from companion.games.limits import (
    COVER,
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
from companion.games.limits.moves import MOVES
from companion.games.limits.open_questions import OPEN_QUESTIONS
from companion.games.limits.paper import PAPER
from companion.games.limits.rulings import RULINGS
from companion.games.limits.state import State
from companion.games.limits.terms import TERMS

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
    open_questions=OPEN_QUESTIONS,
    starting=starter.starting,
    edition=options.edition,
    sheet=sheet.sheet,
    screen=screen.screen,
    lesson=lesson.lesson,
    story=story.story,
    shown=answers.Shown,
    laid_out=answers.LaidOut,
)
