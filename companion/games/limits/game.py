"""Limits as a record of what it can do."""

from typing import Final

from companion.engine.declare import declare
from companion.engine.game import Game
from companion.games.limits import COVER
from companion.games.limits.board import screen, view
from companion.games.limits.board.card import CARDS_OF_THE_BOX
from companion.games.limits.paper.sheet import sheet
from companion.games.limits.rules import afterwards, options, play, turn, views
from companion.games.limits.rules.state import State, start
from companion.games.limits.rulings import RULINGS
from companion.games.limits.words import narration
from companion.games.limits.words.clauses import CLAUSES, EDITIONS, TERMS
from companion.games.limits.words.lesson import lesson
from companion.games.limits.words.open_questions import OPEN_QUESTIONS
from companion.games.limits.words.story import story

GAME: Final[Game[State]] = declare(
    COVER,
    templates="limits",
    clauses=CLAUSES,
    options=options.OPTIONS,
    moves=play.MOVES,
    before=play.check_time,
    rulings=RULINGS,
    lay_out=options.lay_out,
    start=start,
    status=views.status,
    view=views.view,
    board=view.board,
    moment=view.moment,
    narrate=narration.NARRATE,
    labels=narration.LABELS,
    value_name=narration.value_name,
    stands=afterwards.how_it_stands,
    paper=afterwards.PAPER,
    box=CARDS_OF_THE_BOX,
    terms=TERMS,
    editions=EDITIONS,
    open_questions=OPEN_QUESTIONS,
    starting=turn.starting,
    edition=options.edition,
    sheet=sheet,
    screen=screen.screen,
    lesson=lesson,
    story=story,
    laid_out=options.LaidOut,
)
