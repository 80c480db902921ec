"""What is shown of a match: as JSON, on a sheet, in its journal and guide. Where a table likes suspense, nothing before the end."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from operator import attrgetter
from typing import Any, Final, Literal

from companion.engine.declare import Rounds
from companion.engine.defaults.narration import narrator as usual
from companion.engine.defaults.rounds import NUMBER_MM, OfRounds, ruled
from companion.engine.definition import Definition, Row
from companion.engine.definition_texts import definition_json
from companion.engine.game import Moment, Setup, SetupSheet, Viewer
from companion.engine.pad import sides
from companion.engine.present import LessonCard
from companion.engine.row_signs import figure, how_of, in_a_line, picked_of
from companion.engine.rulings import Json, Reason
from companion.engine.schema.marks import Seat
from companion.engine.sheet import Field, Label, Paper, Sheet, Size, Words, row
from companion.engine.text import SeatName, Spelled, Text, names, say, say_many, signs
from companion.games.own_game import COVER
from companion.games.own_game.moves import FromPaper, Gone, Standing, StandNow, figure_of
from companion.games.own_game.on_paper import ROW_MM, Lines, lines_of, names_of, rounds_on, under_heads
from companion.games.own_game.options import (
    CLAUSES,
    as_played,
    chosen,
    definition_of,
    went_beyond,
    when_it_ends,
    who_wins,
)
from companion.games.own_game.play import SHAPES
from companion.games.own_game.state import State

LONGEST_SUM: Final = (10, 7)
"""The characters of a sum that stand in one line of a field in large print: of up to six players, and of more."""


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
        "cells": {str(row): figure for row, figure in state.column(seat).items()},
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
    if state.definition.is_pad and not state.is_over:
        return Moment("pad", say("The pad"), say("The pad"))
    if state.definition.falls_as_it_comes and not state.is_over:
        return Moment("points", say("Points"), say("Points"))
    return OF.moment(state)


def who_won(state: State) -> Text:
    """The sentence that says who has won, alone or with others."""
    if state.definition.together and (state.definition.writes == "winner" or state.definition.must_reach):
        return _lost(state.definition) if state.is_lost else say("You did it together!")
    winners = ROUNDS.leaders(state)
    is_one_side = 1 < len(winners) == len(state.side_of(winners[0]))
    if state.definition.writes == "places":
        shared = say_many("{names} wins.", "{names} share the win.", len(winners), names=names(winners))
        return say("{names} win.", names=names(winners)) if is_one_side else shared
    most = state.scores[winners[0]]
    points = (
        say_many("{count} win", "{count} wins", most)
        if state.definition.writes == "winner"
        else say_many("{count} point", "{count} points", most)
    )
    if len(winners) == 1:
        return say("{names} wins with {points}.", names=names(winners), points=points)
    # A team wins as one: only several sides share a win (OW-9, OW-10).
    if is_one_side:
        return say("{names} win with {points}.", names=names(winners), points=points)
    return say("{names} share the win with {points}.", names=names(winners), points=points)


def _lost(definition: Definition) -> Text:
    """That all have lost, as their game says it."""
    first = next(iter(definition.lost.values()), None)
    return (
        say("You lost together.")
        if first is None
        else signs("{lost}", lost=Spelled(first, (*definition.lost.items(),)))
    )


def sheet(setup: Setup, size: Size, state: State | None, viewer: Viewer) -> Sheet:
    """The pad for that many players: blank, or with what this viewer may see of the match."""
    definition = definition_of(setup.options)
    rows, together, many = definition.rows, sides(definition, setup.seats), 1
    # Where all are on one side, or each on their own, every player has a column.
    heads = together if 1 < len(together) < setup.seats else tuple((seat,) for seat in range(setup.seats))
    if not definition.is_pad:
        played = 0 if state is None else state.played
        # What is over needs no more room than it took.
        is_over = state is not None and state.is_over
        many = played if is_over and played else max(rounds_on(definition, len(heads), size), played)
    lines = lines_of(definition, len(heads), size)
    labels = [Label(at, is_strong=True) for at in range(1, many + 1)] if lines is None else names_of(rows, lines, many)
    if definition.is_pad:
        labels = [Label(_with_how(rows, one), is_strong=not one.is_typed) for one in rows]
    width = ROW_MM if definition.is_pad else NUMBER_MM if lines is None else lines.names_mm
    total = Label(say("Total") if width == ROW_MM else "Σ", is_strong=True)
    columns = [_column(state, side[0], len(labels), viewer, lines) for side in heads]
    left, joined = ({}, {}) if state is None else (state.gone, state.joined)
    reminders = (
        *((Reason(who_won(state), ("OW-9",)),) if state is not None and state.is_over else ()),
        Reason(who_wins(as_played(definition, together)), ("OW-9",)),
        Reason(when_it_ends(definition), ("OW-8",)),
        *(Reason(_with_how(rows, one), ("OW-7",)) for one in rows if not definition.is_pad and how_of(rows, one)),
        *(Reason(joins(seat, at, None), ("OW-12",)) for seat, at in sorted(joined.items())),
        *(Reason(_left(seat, one), ("OW-12",)) for seat, one in sorted(left.items())),
    )
    kept, under = (1, ()) if lines is None else (lines.of_a_round, under_heads(rows, lines))
    names = [*labels, total]
    if state is None and lines is not None and (definition.ends, definition.at) == ("rounds", many):
        # After the last round the total so far is that of the game.
        names, columns = names[:-1], [column[:-1] for column in columns]
    return ruled(definition.called, names, columns, size, reminders, width, heads, kept, under)


def _with_how(rows: Sequence[Row], one: Row) -> Text:
    """What a row is called, and in signs what it comes to."""
    how = how_of(rows, one)
    return one.called if how is None else signs("{name} {how}", name=one.called, how=how)


def joins(seat: int, at_round: int, points: int | None) -> Text:
    """From which round on someone plays, and what they begin with where that is known."""
    if points is None:
        return say("{name} joins in round {round}", name=SeatName(seat), round=at_round)
    return say(
        "{name} joins in round {round}, starting at {points}", name=SeatName(seat), round=at_round, points=points
    )


def _left(seat: int, gone: Gone) -> Text:
    """When someone left, and whether what they have counts."""
    name, at = SeatName(seat), gone.after + 1
    if gone.counts:
        return say("{name} left in round {round}. The points still count.", name=name, round=at)
    return say("{name} left in round {round} and is ranked last.", name=name, round=at)


def _column(state: State | None, seat: int, many: int, viewer: Viewer, lines: Lines | None) -> list[tuple[Field, ...]]:
    """What stands in a column, line by line, and below it its total."""
    wide = 2 if lines is not None and lines.is_one else 1
    known = [] if state is None or not state.shows(seat, viewer) else _written(state, seat, lines)
    fields = [*known, *[Field()] * (many * wide - len(known))]
    shown = None if state is None or not (state.shows(seat, viewer) and state.has_begun) else state.scores[seat]
    return [*(tuple(fields[at : at + wide]) for at in range(0, len(fields), wide)), (Field(shown, span=wide),)]


def _written(state: State, seat: int, lines: Lines | None) -> list[Field]:
    """What stands in the fields of a column: of each round its points, or its rows and the total so far; of each row of a pad
    what it comes to.
    """
    if state.definition.is_pad:
        return _rows_of(state, seat)
    # `rounds` holds only what was entered; rounds before the table last said how things stand are counted, but not there.
    there = state.away.get(seat, state.played) - state.unrecorded
    since = state.joined.get(seat, 1) - 1 - state.unrecorded
    rounds = [points[seat] if since <= at < there else None for at, points in enumerate(state.rounds)]
    each = [_as_typed(state, (state.unrecorded + at, seat, 0), one, one) for at, one in enumerate(rounds)]
    if lines is None:
        return [*[Field()] * state.unrecorded, *each]
    empty = [Field()] * (len(lines.parts) + 1)
    found = (empty if one is None else _with_total(state, at, seat, lines, each[at]) for at, one in enumerate(rounds))
    return [*empty * state.unrecorded, *chain(*found)]


def _with_total(state: State, at: int, seat: int, lines: Lines, points: Field) -> list[Field]:
    """What is written in a round, and the total after it; above that what the round brought, where only rows are written."""
    total, gained = ROUNDS.totals(state)[at + 1][seat], state.rounds[at][seat]
    if not state.definition.has_rows:
        return [points, Field(total)]
    above = signs("{points}", points=f"{'+' if gained >= 0 else ''}{figure(gained)}")
    return [*_parts_of(state.in_round(at), seat, lines), Field(total, above)]


def _parts_of(then: State, seat: int, lines: Lines) -> list[Field]:
    """What is written in a round, nothing where only its points are known."""
    known = _rows_of(then, seat)
    # What has one field to itself keeps the sum it was typed as.
    return [
        known[part[0]] if len(part) == 1 else Field(_together([known[at].written for at in part]))
        for part in lines.parts
    ]


def _together(written: Sequence[Words | None]) -> Text | None:
    """What several rows of one field come to; nothing if no one wrote in them."""
    if all(one is None for one in written):
        return None
    return in_a_line("/", (signs("{one}", one="–" if one is None else one) for one in written))


def _rows_of(state: State, seat: int) -> list[Field]:
    """What the rows of a column come to."""
    cells, values = state.column(seat), enumerate(state.values(seat))
    return [_as_typed(state, (state.played, seat, row), cells.get(row), value) for row, value in values]


def _as_typed(state: State, at: tuple[int, int, int], cell: int | None, value: int | None) -> Field:
    """A value, with the sum its cell was typed as above it, if the cell holds that still and it fits in."""
    typed = state.sums.get(at, "")
    # True is 1 here: more than six players have the narrower columns.
    is_so = 0 < len(typed) <= LONGEST_SUM[state.setup.seats > 6] and figure_of(typed, "") == cell
    return Field(value, typed.replace("-", "−").replace("x", "×") if is_so else None)


def in_points(definition: Definition) -> bool:
    """Whether a round may be praised for its points, where there are several sides to score the most."""
    return definition.writes in ("points", "rows") and not definition.together


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
    in_points=lambda setup: in_points(definition_of(setup.options)),
    won=who_won,
    places=attrgetter("ranks"),
    phase="play",
)
OF: Final = OfRounds(ROUNDS, CLAUSES)

_ANY: Final = Definition("-")

LABELS: Final[Mapping[str, Text]] = {
    "score": say("Points"),
    "round": say("Rounds played"),
    "entered": say("this round"),
    "dealer": say("who deals"),
    "winners": say("Who wins"),
    "phase": say("What’s next"),
}
"""The names of a state's values, for showing a correction's consequences; people do not see the others."""


def value_name(name: str, value: Json) -> Text | None:
    """A labelled value in words; None if it is read as it is."""
    if name != "phase":
        return None
    return say("The game is over") if value == "over" else say("The game continues.")


def narrator(definition: Definition = _ANY, seats: int = 0) -> Callable[[Mapping[str, Json]], Text]:
    """What puts an entry into one sentence without its author; rows that the definition has not go by their number.

    Who scores together is named together, where it is known how many play.
    """
    together = {seat: side for side in sides(definition, seats) for seat in side}

    def who(seat: str) -> tuple[int, ...]:
        return together.get(int(seat), (int(seat),))

    def points(move: Mapping[str, Any]) -> Text:
        if "points" not in move:
            return _hidden(move)
        if definition.writes != "winner":
            return _of_points(definition, who, move)
        # Partners are named together, as the entry was made for the first of them alone.
        winners = tuple(one for seat, won in move["points"].items() if won == 1 for one in who(seat))
        if definition.together:
            return say("You did it together!") if winners else say("You lost together.")
        return say("won: {names}", names=names(winners)) if winners else say("no one won")

    def pad(move: Mapping[str, Any]) -> Text:
        return _of_pad(definition, who, move.get("cells", {})) or _hidden(move)

    def stand_now(move: Mapping[str, Any]) -> Text:
        if "seats" not in move:
            return say("Where things stand: {players}", players=_HIDDEN)
        known = enumerate(one["points"] for one in move["seats"])
        players = tuple(signs("{name} {points}", name=SeatName(seat), points=one) for seat, one in known)
        return say("Where things stand: {players}", players=signs("{players}", players=players))

    edited = partial(_edited, definition, who, points)
    own = {"points": points, "pad": pad, "stand_now": stand_now, "leave": _leaves, "carry_on": _carries_on}
    return usual(SHAPES, COVER.players, {**own, "edited": edited})


_Who = Callable[[str], tuple[int, ...]]


def _of_points(definition: Definition, who: _Who, move: Mapping[str, Any]) -> Text:
    """The points of a round, with what became of those that went beyond a score to be reached exactly, where it is known."""
    each = {
        seat: signs("{name} {points}", name=names(who(seat)), points=_added_up(one))
        for seat, one in move["points"].items()
    }
    beyond = tuple(each.pop(seat) for seat in move.get("beyond", ()))
    if not beyond:
        return signs("{players}", players=tuple(each.values()))
    fell = went_beyond(definition, signs("{players}", players=beyond))
    return signs("{players} · {fell}", players=tuple(each.values()), fell=fell) if each else fell


def _edited(
    definition: Definition, who: _Who, points: Callable[[Mapping[str, Any]], Text], move: Mapping[str, Any]
) -> Text:
    """What one entry says differently from the one it replaced, each with what stood there; nothing where that is hidden."""
    before, after = move["before"], move["after"]
    if definition.writes == "winner":
        return say("{what} (was {before})", what=points(after), before=points(before))
    each = (*_edited_points(before, after, who), *_edited_cells(before, after, who, definition))
    return signs("{players}", players=each) if each else signs("")


def _edited_points(before: Mapping[str, Any], after: Mapping[str, Any], who: _Who) -> Iterator[Text]:
    """The points of a round that an entry gives differently from the one before it, each with what it was."""
    old = before.get("points", {})
    for seat, one in after.get("points", {}).items():
        if one != old.get(seat):
            what = signs("{name} {points}", name=names(who(seat)), points=_added_up(one))
            yield say("{what} (was {before})", what=what, before=_added_up(old[seat]) if seat in old else "–")


def _edited_cells(
    before: Mapping[str, Any], after: Mapping[str, Any], who: _Who, definition: Definition
) -> Iterator[Text]:
    """The same of the rows of a pad."""
    for seat, column in after.get("cells", {}).items():
        old = before.get("cells", {}).get(seat, {})
        for at, one in column.items():
            if one != old.get(at):
                row, what = _row(definition, int(at)), _cell(definition, int(at), one)
                if not row.shared:
                    what = say("{what}: {value}", what=names(who(seat)), value=what)
                was = _as_written(row, old[at]) if old.get(at) is not None else "–"
                yield say("{what} (was {before})", what=what, before=was)


def _of_pad(definition: Definition, who: _Who, cells: Mapping[str, Mapping[str, Any]]) -> Text | None:
    """What is written in rows, first in those that are everyone's, which go by no name; None if it shows nothing."""
    shared, columns = _apart(definition, cells)
    common = signs("{players}", players=tuple(_cell(definition, row, one) for row, one in shared.items()))
    if shared and columns:
        return signs("{shared} · {players}", shared=common, players=_of_columns(definition, who, columns))
    return common if shared else _of_columns(definition, who, columns) if columns else None


def _of_columns(definition: Definition, who: _Who, columns: Mapping[str, Mapping[str, Any]]) -> Text:
    """What each has written; a row in which all have written, and in no other, is named once."""
    written = {row for column in columns.values() for row in column}
    if len(columns) > 1 and len(written) == 1 and all(None not in column.values() for column in columns.values()):
        by_side = {who(seat): one for seat, column in columns.items() for one in column.values()}
        return _of_row(_row(definition, int(*written)), by_side)
    each = (
        say(
            "{what}: {value}",
            what=names(who(seat)),
            value=tuple(_cell(definition, int(row), one) for row, one in column.items()),
        )
        for seat, column in columns.items()
    )
    return signs("{players}", players=tuple(each))


def _apart(
    definition: Definition, cells: Mapping[str, Mapping[str, Any]]
) -> tuple[dict[int, Any], dict[str, dict[str, Any]]]:
    """What an entry says in rows that are everyone's, and the rest of it by seat."""
    common = {str(at) for at, row in enumerate(definition.rows) if row.shared}
    shared = {int(row): one for column in cells.values() for row, one in column.items() if row in common}
    own = {seat: {row: one for row, one in column.items() if row not in common} for seat, column in cells.items()}
    return shared, {seat: column for seat, column in own.items() if column}


def _leaves(move: Mapping[str, Any]) -> Text:
    name = SeatName(move["seat"])
    return (
        say("{name} leaves, but their points still count", name=name)
        if move.get("counts")
        else say("{name} leaves", name=name)
    )


def _carries_on(move: Mapping[str, Any]) -> Text:
    """Who has joined, and what they begin with, where that is known."""
    # An entry carries on with everyone who ever joined; the newcomers of this one are those with the latest round.
    had, latest = move.get("carried"), max(move["joined"].values(), default=0)
    new = [int(seat) for seat, at in move["joined"].items() if at == latest]
    return signs("{players}", players=tuple(joins(seat, latest, None if had is None else had[seat]) for seat in new))


_HIDDEN: Final = say("points, hidden until the end")


def _hidden(move: Mapping[str, Any]) -> Text:
    """What is said of figures that are hidden: whose they are, where one player alone wrote them."""
    seat = move.get("seat")
    return _HIDDEN if seat is None else say("{what}: {value}", what=SeatName(seat), value=_HIDDEN)


def _added_up(given: int | str) -> int | str:
    """A figure as it was typed, with signs that people read, and what it comes to."""
    if isinstance(given, int):
        return given
    return f"{given.replace('-', '−').replace('x', '×')} = {figure(figure_of(given, ''))}"


def _cell(definition: Definition, row: int, figure: int | str | None) -> Text:
    one = _row(definition, row)
    if figure is None:
        return say("{row} crossed out", row=one.called)
    sign = ": " if one.kind == "choose" else " "
    return signs("{row}{sign}{points}", row=one.called, sign=sign, points=_as_written(one, figure))


def _of_row(one: Row, given: Mapping[tuple[int, ...], int | str]) -> Text:
    """What several wrote in the same row, which is named once."""
    written = ((names(side), _as_written(one, figure)) for side, figure in given.items())
    each = tuple(signs("{name} {points}", name=name, points=points) for name, points in written)
    return say("{what}: {value}", what=one.called, value=each)


def _row(definition: Definition, row: int) -> Row:
    """A row; one called by its number where it is not known."""
    return definition.rows[row] if row < len(definition.rows) else Row(str(row + 1))


def _as_written(one: Row, given: int | str) -> int | str:
    """What was written in a row, in words where it was picked."""
    return picked_of(one, given) if one.kind == "choose" and isinstance(given, int) else _added_up(given)


def lesson(setup: Setup | None) -> tuple[LessonCard, ...]:
    """The cards: who wins and when it ends, of this set-up or of any game, and before it what everyone enters."""
    definition = None if setup is None else definition_of(setup.options)
    wins = (
        (CLAUSES[8].text, CLAUSES[7].text) if definition is None else (who_wins(definition), when_it_ends(definition))
    )
    return (
        LessonCard(say("Who plays"), (Reason(CLAUSES[0].text, ("OW-1",)),), "name"),
        LessonCard(say("Enter the points"), (Reason(CLAUSES[1].text, ("OW-2",)),), "write"),
        LessonCard(say("Who wins"), tuple(map(Reason, wins, (("OW-9",), ("OW-8",)))), "end"),
    )
