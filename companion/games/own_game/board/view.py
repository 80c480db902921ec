"""What the board shows: the round under way or the pad, everybody's totals, and the entry that is being made."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from companion.engine.charts import LineChart, by_seat, line_chart
from companion.engine.definition.model import Row as PadRow
from companion.engine.definition.scoring import row_values
from companion.engine.game import Draft, Moment, Viewer
from companion.engine.text import Text, names, say, say_many
from companion.games.own_game.rules.options import about
from companion.games.own_game.rules.state import State

_FIGURE: Final = re.compile(r"-?[0-9]{1,6}")


@dataclass(frozen=True, slots=True)
class Row:
    """One side: its seats, its total, what is written for it in this round, whether it leads, and its place."""

    seats: tuple[int, ...]
    total: int
    entered: int | None
    typed: str
    leads: bool
    place: int

    @property
    def seat(self) -> int:
        """The seat by which it is entered."""
        return self.seats[0]


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of the pad: the name of its field, what is written in it, and what is typed on this phone."""

    name: str
    value: int | None
    typed: str


@dataclass(frozen=True, slots=True)
class Line:
    """One row of the pad with a cell for each side; a row that adds itself up has cells without a name."""

    row: PadRow
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """One side in the final ranking; equal totals share a place."""

    place: int
    seat: int
    row: Row


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of the match: who won, the ranking by seat, the chart if there were rounds."""

    headline: Text
    places: tuple[Place, ...]
    chart: LineChart | None


@dataclass(frozen=True, slots=True)
class Board:
    """Everything the template shows. `round` counts from 1; `acting` is the seat that acts on this phone."""

    phase: str
    moment: str
    round: int
    title: str
    about: Text
    is_pad: bool
    writes: str
    may_be_negative: bool
    is_hidden: bool
    rows: tuple[Row, ...]
    lines: tuple[Line, ...]
    dealer: int | None
    acting: int | None
    is_full: bool
    may_finish: bool
    missing: tuple[int, ...]
    leads: Text | None
    small: Text
    is_complete: bool
    chart: LineChart | None
    ending: Ending | None


def moment(state: State) -> Moment:
    """The step of the game an entry belongs to: a round, as long as it is not over, or the pad."""
    if state.is_over:
        return Moment("over", say("after the end"), say("after the end"))
    if state.definition.is_pad:
        return Moment("pad", say("The pad"), say("The pad"))
    words = say("Round {round}", round=state.played + 1)
    return Moment(f"r{state.played}", words, words)


def board(state: State, viewer: Viewer, draft: Draft) -> Board:
    """The board with what this phone has typed so far."""
    definition, found = state.definition, rows(state, draft)
    return Board(
        phase="over" if state.is_over else "play",
        moment=moment(state).key,
        round=state.played + (not state.is_over),
        title=definition.name,
        about=about(definition),
        is_pad=definition.is_pad,
        writes=definition.writes,
        may_be_negative=definition.negative,
        is_hidden=definition.hidden and not state.is_over,
        rows=found,
        lines=lines(state, draft),
        dealer=state.dealer,
        acting=next(iter(sorted(viewer.seats)), None),
        is_full=state.is_full,
        may_finish=state.has_begun and not state.is_over,
        missing=state.missing,
        leads=leads(state),
        small=_small(state, found),
        is_complete=_is_typed(state, draft),
        chart=None if definition.hidden and not state.is_over else chart(state),
        ending=ending(state) if state.is_over else None,
    )


def rows(state: State, draft: Draft | None = None) -> tuple[Row, ...]:
    """Every side in the order of its seats."""
    found = []
    for at, side in enumerate(state.sides):
        place = state.ranks[at]
        leads_now = place == 1 and len(set(state.totals)) > 1 and (state.is_over or not state.definition.hidden)
        typed = _typed(draft or {}, f"points.{side[0]}")
        found.append(Row(side, state.totals[at], state.entered[at], typed, leads_now, place))
    return tuple(found)


def lines(state: State, draft: Draft) -> tuple[Line, ...]:
    """The rows of the pad as they are filled in."""
    definition = state.definition
    columns = [row_values(definition.rows, own) for own in state.cells]
    found = []
    for at, row in enumerate(definition.rows):
        cells = []
        for side, (seats, own) in enumerate(zip(state.sides, state.cells, strict=True)):
            name = f"cells.{seats[0]}.{at}" if row.is_typed else ""
            cells.append(Cell(name, own.get(at) if name else columns[side][at], _typed(draft, name)))
        found.append(Line(row, tuple(cells)))
    return tuple(found)


def leads(state: State) -> Text | None:
    """Who leads, and by how much; None before anything is written, and where nobody is to know."""
    totals = sorted(set(state.totals), reverse=not state.definition.fewest_win)
    if len(totals) < 2 or (state.definition.hidden and not state.is_over):
        return None
    leaders, ahead = state.leaders, abs(totals[0] - totals[1])
    if len(leaders) == 1:
        return say_many("{names} leads by {count}", "{names} leads by {count}", ahead, names=names(leaders))
    return say("{names} lead", names=names(leaders))


def chart(state: State) -> LineChart | None:
    """The totals over the rounds as lines; None for a pad, and before the first round is over."""
    if not state.rounds:
        return None
    first = state.unrecorded
    totals = [state.by_seat(state.carried), *(state.by_seat(record.totals) for record in state.rounds)]
    return line_chart([first, *(record.number for record in state.rounds)], by_seat(totals))


def ending(state: State) -> Ending:
    """The end of a match that is over."""
    found = rows(state)
    seats = sorted(range(state.seats), key=lambda seat: (found[state.side_of(seat)].place, seat))
    placed = state.by_seat(state.ranks)
    places = tuple(Place(placed[seat], seat, found[state.side_of(seat)]) for seat in seats)
    return Ending(who_won(state), places, chart(state))


def who_won(state: State) -> Text:
    """The sentence that says who has won, alone or with others."""
    winners, best = state.leaders, state.scores[state.leaders[0]]
    if len(winners) == 1:
        return say("{names} wins with {points}.", names=names(winners), points=_points(state, best))
    if len(state.sides[state.side_of(winners[0])]) == len(winners):
        return say("{names} win with {points}.", names=names(winners), points=_points(state, best))
    return say("{names} share the win with {points}.", names=names(winners), points=_points(state, best))


def _points(state: State, best: int) -> Text:
    if state.definition.writes == "winner":
        return say_many("{count} win", "{count} wins", best)
    return say_many("{count} point", "{count} points", best)


def _small(state: State, found: tuple[Row, ...]) -> Text:
    """What the main button still waits for, or what follows."""
    if state.definition.is_pad:
        return say("the pad adds up by itself")
    if state.definition.writes == "winner":
        return say("tap who won it")
    missing = tuple(row.seat for row in found if row.entered is None and not row.typed)
    if missing:
        return say("Missing: {names}", names=names(missing))
    return say("then comes round {round}", round=state.played + 2)


def _is_typed(state: State, draft: Draft) -> bool:
    """Whether anything is typed that can be recorded."""
    return any(_typed(draft, name) for name in draft)


def _typed(draft: Draft, name: str) -> str:
    """The figure typed under this name; empty if there is none."""
    values = draft.get(name, ())
    last = values[-1].strip().replace("−", "-") if values and name else ""
    return last if _FIGURE.fullmatch(last) else ""
