"""An den Ufern des Nils as a record of what it can do."""

from __future__ import annotations

from typing import Final

from companion.engine.game import Game
from companion.engine.text import say
from companion.games.nile import (
    COVER,
    answers,
    box,
    catching_up,
    lesson,
    narration,
    opening,
    options,
    play,
    screen,
    setup,
    sheet,
    story,
    tabletop,
    views,
)
from companion.games.nile.clauses import CLAUSES
from companion.games.nile.moves import MOVES
from companion.games.nile.open_questions import OPEN_QUESTIONS
from companion.games.nile.paper import PAPER
from companion.games.nile.rulings import RULINGS
from companion.games.nile.state import State
from companion.games.nile.terms import TERMS

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
    board=tabletop.tabletop,
    moment=tabletop.moment,
    moment_name=tabletop.moment_name,
    part_name=tabletop.part_name,
    stands=catching_up.how_it_stands,
    paper=PAPER,
    edition=say("by the French rulebook"),
    sheet=sheet.sheet,
    narrate=narration.narrate,
    labels=narration.LABELS,
    value_name=narration.value_name,
    box=box.PALMS,
    terms=TERMS,
    open_questions=OPEN_QUESTIONS,
    bgg_id=993,
    starting=opening.starting,
    screen=screen.screen,
    lesson=lesson.lesson,
    story=story.story,
    shown=answers.Shown,
    laid_out=answers.LaidOut,
    idle=options.idle,
)
