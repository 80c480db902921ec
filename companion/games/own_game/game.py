"""Another game as a record of what it can do; by the options of a match, the game that its table defined."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

from companion.engine.definition.files import write_text
from companion.engine.definition.model import Definition
from companion.engine.game import Game, Options, Setup
from companion.engine.rulings import Json
from companion.engine.starting import How, Starting
from companion.engine.text import Text, say
from companion.games.own_game import COVER
from companion.games.own_game.board import screen, view
from companion.games.own_game.paper import sheet
from companion.games.own_game.rules import options, play, views
from companion.games.own_game.rules.moves import MOVES
from companion.games.own_game.rules.state import State
from companion.games.own_game.words import lesson, narration, story
from companion.games.own_game.words.clauses import CLAUSES


def starting(setup: Setup) -> Starting | None:
    """Who deals first, where dealing goes round."""
    if not options.definition_of(setup.options).dealer:
        return None
    return Starting(None, ("OW-6",), "dealer", _first)


def _first(seat: int, how: How) -> dict[str, Json]:
    return {"kind": "dealer", "seat": seat}


def edition(chosen: Options) -> Text:
    """By whose rules it is played."""
    definition = options.definition_of(chosen)
    return say("by your own rules, version {number}", number=definition.version)


def made(chosen: Options) -> Game[State]:
    """The game as a table defined it: its own name, and its one option as it was chosen."""
    return _made(write_text(options.definition_of(chosen)))


@lru_cache(maxsize=64)
def _made(text: str) -> Game[State]:
    definition: Definition = options.definition_of({options.SHEET: text})
    return replace(
        GAME,
        cover=replace(COVER, title=definition.name, called=None, lowest_wins=definition.fewest_win),
        options=(options.option_of(definition),),
        narrate=narration.narrator(definition),
        has_rounds=not definition.is_pad,
    )


GAME: Final[Game[State]] = Game(
    cover=COVER,
    templates="own_game",
    clauses=CLAUSES,
    options=options.OPTIONS,
    moves=MOVES,
    rulings=(),
    lay_out=views.lay_out,
    start=play.start,
    play=play.play,
    status=views.status,
    view=views.view,
    tell=views.tell,
    board=view.board,
    moment=view.moment,
    narrate=narration.narrator(None),
    labels=narration.LABELS,
    value_name=narration.value_name,
    stands=views.how_it_stands,
    paper=sheet.PAPER,
    starting=starting,
    edition=edition,
    sheet=sheet.sheet,
    screen=screen.screen,
    lesson=lesson.lesson,
    story=story.story,
    shown=views.Shown,
    laid_out=views.LaidOut,
    made=made,
)
