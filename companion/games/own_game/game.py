"""Another game as a record of what it can do; by the options of a match, the game that its table defined.

What is shown of it as JSON and in its guide is here: where a table likes suspense, nothing before the end.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal

from companion.engine.declare import declare
from companion.engine.defaults.narration import value_namer
from companion.engine.definition import Definition
from companion.engine.definition_texts import definition_json, write_text
from companion.engine.game import Game, Options, Setup, SetupSheet, Viewer
from companion.engine.pad import sides
from companion.engine.present import LessonCard, Starting
from companion.engine.ready import READY
from companion.engine.rulings import Json, Reason
from companion.engine.schema.marks import Seat
from companion.engine.sheet import Paper, row
from companion.engine.text import Text, names, say, signs
from companion.games.own_game import COVER, options
from companion.games.own_game.boards import board
from companion.games.own_game.moves import Dealer, FromPaper, Standing, StandNow
from companion.games.own_game.narration import narrator
from companion.games.own_game.on_paper import sheet
from companion.games.own_game.options import CLAUSES, chosen, definition_of, when_it_ends, who_wins
from companion.games.own_game.play import SHAPES, play
from companion.games.own_game.screens import screen
from companion.games.own_game.standing import OF, ROUNDS, lost, moment
from companion.games.own_game.state import State
from companion.games.own_game.stories import story


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """One seat: what is entered for it in this round, what it got in each, and its pad: what is written, what rows come to.

    `has_left`: nothing is waited for from it. `since`: the first round it played.
    """

    has_left: bool
    since: int
    entered: int | None
    rounds: tuple[int, ...]
    cells: Mapping[str, int]
    rows: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A match: its definition, the rounds that are over, who deals, who scores together."""

    phase: Literal["play", "over"]
    sheet: Definition
    round: int
    dealer: Seat | None
    sides: tuple[tuple[Seat, ...], ...]
    seats: tuple[ShownSeat, ...]


@dataclass(frozen=True, slots=True)
class LaidOut:
    """What is known before the first entry: the definition, and who scores together."""

    sheet: Definition
    sides: tuple[tuple[Seat, ...], ...]


def view(state: State, viewer: Viewer) -> Mapping[str, Json]:
    """The state as JSON; of figures that are hidden, only the viewer's own."""
    return {
        "sheet": definition_json(state.definition),
        "round": state.played,
        "dealer": state.dealer,
        "sides": [[*side] for side in state.sides],
        "seats": [_seat(state, seat, viewer) for seat in range(state.setup.seats)],
    }


def _seat(state: State, seat: int, viewer: Viewer) -> Json:
    is_shown = state.shows(seat, viewer)
    return {
        "has_left": seat in state.away,
        "since": state.joined.get(seat, 1),
        "entered": state.entered.get(seat) if is_shown else None,
        "rounds": [points[seat] for points in state.rounds if is_shown],
        "cells": {str(row): one for row, one in state.column(seat).items() if state.definition.has_rows and is_shown},
        "rows": [one if is_shown else None for one in state.values(seat)],
    }


def stands(state: State) -> StandNow:
    """The present state, as the form for it is filled in at first."""
    return StandNow(tuple(map(Standing, OF.status(state).scores)), state.played)


def lay_out(setup: Setup) -> SetupSheet:
    """What to agree on before the first entry."""
    definition = definition_of(setup.options)
    together = sides(definition, setup.seats)
    how = Reason(chosen(definition).who, ("OW-1", "OW-8"))
    teams = tuple(signs("{names}", names=names(side)) for side in together if len(side) > 1)
    steps = (how, Reason(say("Teams: {teams}.", teams=teams), ("OW-10",)))[: 1 + bool(teams)]
    return SetupSheet({"sheet": definition_json(definition), "sides": [[*side] for side in together]}, steps)


PAPER: Final = Paper(
    "from_paper",
    FromPaper,
    say("The totals at the foot of the sheet."),
    lambda setup: (row(say("Total"), *(f"points.{seat}" for seat in range(setup.seats)), low=-999_999, high=999_999),),
)
LABELS: Final[Mapping[str, Text]] = {
    "score": say("Total"),
    "round": say("Rounds played"),
    "entered": say("this round"),
    "dealer": say("who deals"),
    "winners": say("Who wins"),
    "phase": say("What’s next"),
}
"""The names of a state's values, for showing a correction's consequences; people do not see the others."""


def labels_of(definition: Definition) -> Mapping[str, Text]:
    """Return these names for a game: where it is only said who won nothing adds up, and a single race has ranks."""
    ranks = {**LABELS, "score": say("rank")}
    wins = {name: text for name, text in LABELS.items() if name != "score"}
    return LABELS if not definition.is_one_result else wins if definition.writes == "winner" else ranks


value_name: Final = value_namer({"play": say("The game continues."), "over": say("The game is over")}, ())


def lesson(setup: Setup | None) -> tuple[LessonCard, ...]:
    """The cards: who wins and when it ends, of this set-up or of any game, and before it what everyone enters."""
    definition = None if setup is None else definition_of(setup.options)
    ends = (
        (CLAUSES[8].text, CLAUSES[7].text) if definition is None else (who_wins(definition), when_it_ends(definition))
    )
    wins = ends[: 1 if definition is not None and definition.is_won_at_once else 2]
    return (
        LessonCard(say("Who plays"), (Reason(CLAUSES[0].text, ("OW-1",)),), "name"),
        LessonCard(say("Enter the points"), (Reason(CLAUSES[1].text, ("OW-2",)),), "write"),
        LessonCard(say("Who wins"), tuple(map(Reason, wins, (("OW-9",), ("OW-8",)))), "end"),
    )


def starting(setup: Setup) -> Starting | None:
    """Who plays alone against all the others; or who deals first, where dealing goes round."""
    definition = definition_of(setup.options)
    alone = Starting(None, ("OW-10",), asks=say("Who plays alone?"), says=say("{name} plays alone."))
    deals = Starting(None, ("OW-6",), "dealer", lambda seat, _how: {"kind": "dealer", "seat": seat}, says=Dealer.said)
    return alone if definition.alone and setup.seats > 2 else deals if definition.dealer else None


def edition(given: Options) -> Text:
    """By whose rules it is played."""
    return say("by your own rules, version {number}", number=definition_of(given).version)


def made(given: Options, seats: int) -> Game[State]:
    """The game as a table defined it: its own name, and its one option as it was chosen."""
    return _made(write_text(definition_of(given)), seats)


# By the text of the definition: without this, each request about a match would read it and build its game again.
@lru_cache(maxsize=64)
def _made(text: str, seats: int) -> Game[State]:
    definition = definition_of({options.SHEET: text})
    has_rounds = not (definition.is_pad or definition.falls_as_it_comes)
    return replace(
        GAME,
        cover=replace(
            COVER,
            title=definition.name,
            # begun by its ready name alone, it is called so in each reader's language
            called=next((one.name for one in READY.values() if one.name.message == definition.name), None),
            titles=tuple(definition.said.items()),
            players=tuple(range(1, definition.most_players + 1)),
            lowest_wins=definition.fewest_win,
            has_points=definition.writes in ("points", "pad", "rows"),
            lost=lost(definition),
        ),
        options=(options.option_of(options.chosen(definition)),),
        narrate=narrator(definition, seats),
        teams=(lambda setup: sides(definition, setup.seats))
        if definition.teams or definition.alone or definition.together
        else None,
        in_one=frozenset(("points", "cells")) if has_rounds and definition.empty == "wait" else frozenset(),
        has_rounds=has_rounds,
        labels=labels_of(definition),
    )


GAME: Final[Game[State]] = declare(
    COVER,
    clauses=options.CLAUSES,
    options=options.OPTIONS,
    moves=SHAPES,
    play=play,
    start=State,
    rounds=ROUNDS,
    templates="own_game",
    lay_out=lay_out,
    laid_out=LaidOut,
    view=view,
    shown=Shown,
    moment=moment,
    stands=stands,
    paper=PAPER,
    sheet=sheet,
    board=board,
    may_enter_own=lambda _state, _viewer, _draft: False,  # what is written is the whole table's
    screen=screen,
    story=story,
    narrate=narrator(),
    labels=LABELS,
    value_name=value_name,
    lesson=lesson,
    put_right=None,  # its edits say what stood there before, in a half-written round too
    starting=starting,
    edition=edition,
    unfit=options.unfit,
    made=made,
)
