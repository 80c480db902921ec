"""An den Ufern des Nils as a record of what it can do."""

from typing import Final

from companion.engine.declare import declare
from companion.engine.game import Game
from companion.engine.text import say
from companion.games.nile import COVER
from companion.games.nile.board import box, view
from companion.games.nile.paper import sheet
from companion.games.nile.rules import catching_up, opening, options, play, setup, state, views
from companion.games.nile.rules.state import State
from companion.games.nile.rulings import RULINGS
from companion.games.nile.words import lesson, narration, story
from companion.games.nile.words.clauses import CLAUSES, EDITIONS, TERMS
from companion.games.nile.words.open_questions import OPEN_QUESTIONS

GAME: Final[Game[State]] = declare(
    COVER,
    templates="nile",
    clauses=CLAUSES,
    options=options.OPTIONS,
    moves=play.MOVES,
    rulings=RULINGS,
    lay_out=setup.lay_out,
    start=state.start,
    before=play.check_goes_on,
    status=views.status,
    view=views.view,
    board=view.tabletop,
    moment=view.moment,
    stands=catching_up.how_it_stands,
    paper=catching_up.PAPER,
    edition=say("by the French rulebook"),
    sheet=sheet.sheet,
    narrate=narration.NARRATE,
    labels=narration.LABELS,
    value_name=narration.value_name,
    box=box.PALMS,
    terms=TERMS,
    editions=EDITIONS,
    open_questions=OPEN_QUESTIONS,
    bgg_id=993,
    starting=opening.starting,
    screen=view.screen,
    lesson=lesson.lesson,
    story=story.story,
    laid_out=setup.LaidOut,
    idle=options.idle,
)
