"""What is shown of a match as JSON, in its journal and guide. Where a table likes suspense, nothing before the end."""

from collections.abc import Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Final, Literal

from companion.engine.declare import Rounds
from companion.engine.defaults.narration import value_namer
from companion.engine.defaults.rounds import OfRounds
from companion.engine.definition import Definition
from companion.engine.definition_texts import definition_json
from companion.engine.game import Moment, Setup, SetupSheet, Viewer
from companion.engine.pad import sides
from companion.engine.present import LessonCard
from companion.engine.rulings import Json, Reason
from companion.engine.schema.marks import Seat
from companion.engine.sheet import Paper, row
from companion.engine.text import Text, names, say, signs
from companion.games.own_game.moves import FromPaper, Standing, StandNow
from companion.games.own_game.on_paper import rounds_on
from companion.games.own_game.options import CLAUSES, chosen, definition_of, when_it_ends, who_wins
from companion.games.own_game.standing import who_won
from companion.games.own_game.state import State


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
    there: dict[str, Json] = {"has_left": seat in state.away, "since": state.joined.get(seat, 1)}
    if not state.shows(seat, viewer):
        empty: list[Json] = [None for _ in state.definition.rows]
        return {**there, "entered": None, "rounds": [], "cells": {}, "rows": empty}
    return {
        **there,
        "entered": state.entered.get(seat),
        "rounds": [points[seat] for points in state.rounds],
        "cells": {str(row): one for row, one in state.column(seat).items() if state.definition.has_rows},
        "rows": [*state.values(seat)],
    }


def stands(state: State) -> StandNow:
    """The present state, as the form for it is filled in at first."""
    return StandNow(tuple(map(Standing, OF.status(state).scores)), state.played)


def lay_out(setup: Setup) -> SetupSheet:
    """What to agree on before the first entry."""
    definition = definition_of(setup.options)
    together = sides(definition, setup.seats)
    steps = [Reason(chosen(definition).who, ("OW-1", "OW-8"))]
    teams = tuple(signs("{names}", names=names(side)) for side in together if len(side) > 1)
    if teams:
        steps.append(Reason(say("Teams: {teams}.", teams=teams), ("OW-10",)))
    return SetupSheet({"sheet": definition_json(definition), "sides": [[*side] for side in together]}, tuple(steps))


def moment(state: State) -> Moment:
    """The step of the game an entry belongs to: a round, or all that has none, as long as it is not over."""
    is_pad = state.definition.is_pad
    if state.is_over or not (is_pad or state.definition.falls_as_it_comes):
        return OF.moment(state)
    name = say("The pad") if is_pad else say("Points")
    return Moment("pad" if is_pad else "points", name, name)


PAPER: Final = Paper(
    "from_paper",
    FromPaper,
    say("The totals at the foot of the sheet."),
    lambda setup: (row(say("Total"), *(f"points.{seat}" for seat in range(setup.seats)), low=-999_999, high=999_999),),
)
ROUNDS: Final[Rounds[State]] = Rounds(
    "points",
    "points",
    wanted=lambda setup: rounds_on(definition_of(setup.options), setup.seats, "normal"),
    scoring="OW-2",
    winning="OW-9",
    is_over=attrgetter("is_over"),
    fewest_win=lambda setup: definition_of(setup.options).fewest_win,
    nearest=lambda setup: definition_of(setup.options).nearest,
    before=attrgetter("before"),
    skipped=attrgetter("unrecorded"),
    hides=attrgetter("hides"),
    in_points=lambda setup: definition_of(setup.options).praises_rounds,
    won=who_won,
    places=attrgetter("ranks"),
    phase="play",
)
OF: Final = OfRounds(ROUNDS, CLAUSES)

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
    if definition.is_one_result:
        rest = {name: text for name, text in LABELS.items() if name != "score"}
        return rest if definition.writes == "winner" else {"score": say("rank"), **rest}
    return LABELS


value_name: Final = value_namer({"play": say("The game continues."), "over": say("The game is over")}, ())


def lesson(setup: Setup | None) -> tuple[LessonCard, ...]:
    """The cards: who wins and when it ends, of this set-up or of any game, and before it what everyone enters."""
    wins: tuple[Text, ...] = (CLAUSES[8].text, CLAUSES[7].text)
    if setup is not None:
        definition = definition_of(setup.options)
        wins = (who_wins(definition), when_it_ends(definition))[: 1 if definition.is_won_at_once else 2]
    return (
        LessonCard(say("Who plays"), (Reason(CLAUSES[0].text, ("OW-1",)),), "name"),
        LessonCard(say("Enter the points"), (Reason(CLAUSES[1].text, ("OW-2",)),), "write"),
        LessonCard(say("Who wins"), tuple(map(Reason, wins, (("OW-9",), ("OW-8",)))), "end"),
    )
