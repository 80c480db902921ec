"""Down Under as a record of what it can do."""

from typing import Final

from companion.engine.declare import OPEN, declare
from companion.engine.game import Game
from companion.engine.text import say
from companion.games.down_under import COVER
from companion.games.down_under.board import view
from companion.games.down_under.board.box import TILES_OF_THE_BOX
from companion.games.down_under.paper import sheet
from companion.games.down_under.rules import catching_up, options, play, setup, views, ways
from companion.games.down_under.rules.catching_up import PAPER
from companion.games.down_under.rules.state import State
from companion.games.down_under.rulings import RULINGS
from companion.games.down_under.words import lesson, narration, story
from companion.games.down_under.words.clauses import CLAUSES, EDITIONS, TERMS
from companion.games.down_under.words.open_questions import OPEN_QUESTIONS

GAME: Final[Game[State]] = declare(
    COVER,
    templates="down_under",
    clauses=CLAUSES,
    options=options.OPTIONS,
    moves=play.MOVES,
    rulings=RULINGS,
    lay_out=setup.lay_out,
    start=play.start,
    play=play.play,
    status=views.status,
    view=views.view,
    secrets=OPEN,
    board=view.board,
    moment=views.moment,
    narrate=narration.NARRATE,
    labels=narration.LABELS,
    value_name=narration.value_name,
    stands=catching_up.how_it_stands,
    paper=PAPER,
    edition=say("by the French rulebook"),
    sheet=sheet.sheet,
    box=TILES_OF_THE_BOX,
    terms=TERMS,
    editions=EDITIONS,
    open_questions=OPEN_QUESTIONS,
    has_coloured_pieces=True,
    has_rounds=False,
    bgg_id=32154,
    starting=ways.starting,
    screen=view.screen,
    lesson=lesson.lesson,
    story=story.story,
    laid_out=setup.LaidOut,
    in_force=options.in_force,
    idle=options.idle,
)
