"""Another game as a record of what it can do; by the options of a match, the game that its table defined."""

from dataclasses import replace
from functools import lru_cache
from typing import Final

from companion.engine.declare import declare
from companion.engine.definition_texts import write_text
from companion.engine.game import Game, Options, Setup
from companion.engine.pad import sides
from companion.engine.present import Starting
from companion.engine.text import Text, say
from companion.games.own_game import COVER, boards, options, screen, views
from companion.games.own_game.narration import narrator
from companion.games.own_game.on_paper import sheet
from companion.games.own_game.play import SHAPES, play
from companion.games.own_game.standing import lost
from companion.games.own_game.state import State


def starting(setup: Setup) -> Starting | None:
    """Who plays alone against all the others; or who deals first, where dealing goes round."""
    definition = options.definition_of(setup.options)
    if definition.alone and setup.seats > 2:
        return Starting(None, ("OW-10",), asks=say("Who plays alone?"), says=say("{name} plays alone."))
    if not definition.dealer:
        return None
    return Starting(
        None,
        ("OW-6",),
        "dealer",
        lambda seat, _how: {"kind": "dealer", "seat": seat},
        says=say("{name} deals first"),
    )


def edition(chosen: Options) -> Text:
    """By whose rules it is played."""
    return say("by your own rules, version {number}", number=options.definition_of(chosen).version)


def made(chosen: Options, seats: int) -> Game[State]:
    """The game as a table defined it: its own name, and its one option as it was chosen."""
    return _made(write_text(options.definition_of(chosen)), seats)


# By the text of the definition: without this, each request about a match would read it and build its game again.
@lru_cache(maxsize=64)
def _made(text: str, seats: int) -> Game[State]:
    definition = options.definition_of({options.SHEET: text})
    has_rounds = not (definition.is_pad or definition.falls_as_it_comes)
    has_sides = definition.teams or definition.alone or definition.together
    return replace(
        GAME,
        cover=replace(
            COVER,
            title=definition.name,
            called=None,
            titles=tuple(definition.said.items()),
            players=tuple(range(1, definition.most_players + 1)),
            lowest_wins=definition.fewest_win,
            has_points=definition.writes in ("points", "pad", "rows"),
            lost=lost(definition),
        ),
        options=(options.option_of(options.chosen(definition)),),
        narrate=narrator(definition, seats),
        teams=(lambda setup: sides(definition, setup.seats)) if has_sides else None,
        in_one=frozenset(("points", "cells")) if has_rounds and definition.empty == "wait" else frozenset(),
        has_rounds=has_rounds,
        labels=views.labels_of(definition),
    )


GAME: Final[Game[State]] = declare(
    COVER,
    clauses=options.CLAUSES,
    options=options.OPTIONS,
    moves=SHAPES,
    play=play,
    start=State,
    rounds=views.ROUNDS,
    templates="own_game",
    lay_out=views.lay_out,
    laid_out=views.LaidOut,
    view=views.view,
    shown=views.Shown,
    moment=views.moment,
    stands=views.stands,
    paper=views.PAPER,
    sheet=sheet,
    board=boards.board,
    screen=screen.screen,
    story=screen.story,
    narrate=narrator(),
    labels=views.LABELS,
    value_name=views.value_name,
    lesson=views.lesson,
    starting=starting,
    edition=edition,
    unfit=options.unfit,
    made=made,
)
