"""Land Unter as a record of what it can do."""

from typing import Final

from companion.engine.declare import declare
from companion.engine.defaults.rounds import LABELS
from companion.engine.defaults.telling import value_namer
from companion.engine.game import Game
from companion.engine.text import say
from companion.games.land_unter import COVER
from companion.games.land_unter.board import view
from companion.games.land_unter.paper.sheet import sheet
from companion.games.land_unter.rules import afterwards, options, play, views
from companion.games.land_unter.rules.moves import CountRings
from companion.games.land_unter.rules.state import State, start
from companion.games.land_unter.rulings import RULINGS
from companion.games.land_unter.words.clauses import CLAUSES, EDITIONS, TERMS
from companion.games.land_unter.words.lesson import lesson
from companion.games.land_unter.words.open_questions import OPEN_QUESTIONS
from companion.games.land_unter.words.story import story

NAMES: Final = {
    **LABELS,
    "round": say("Round"),
    "trick": say("Trick"),
    "leader": say("Who leads"),
    "rings": say("Rings"),
    "level": say("Water level"),
    "out": say("Out of this round"),
    "by_round": say("Points by round"),
}
"""The names of a state's values, for showing a correction's consequences; people do not see the others."""
PHASES: Final = {"rings": say("Counting rings"), "trick": say("Playing tricks"), "over": say("The game is over")}
GAME: Final[Game[State]] = declare(
    COVER,
    templates="land_unter",
    clauses=CLAUSES,
    options=options.OPTIONS,
    moves=play.MOVES,
    before=play.check_time,
    rulings=RULINGS,
    lay_out=options.lay_out,
    start=start,
    status=views.status,
    view=views.view,
    tell={CountRings: views.told_to_others},
    board=view.board,
    moment=view.moment,
    labels=NAMES,
    value_name=value_namer(PHASES, ("round", "trick")),
    stands=afterwards.how_it_stands,
    paper=afterwards.PAPER,
    terms=TERMS,
    editions=EDITIONS,
    open_questions=OPEN_QUESTIONS,
    edition=options.edition,
    idle=options.idle,
    sheet=sheet,
    screen=view.screen,
    lesson=lesson,
    story=story,
    laid_out=options.LaidOut,
)
