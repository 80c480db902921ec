"""A match on paper: the pad as it is filled in, or its rounds, side by side with the total so far where there is room to write."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from companion.engine.defaults.rounds import NUMBER_MM, ROWS_ON_A_PAGE, WIDTH_MM, ruled
from companion.engine.definition import Definition, Row
from companion.engine.game import Setup, Viewer
from companion.engine.pad import sides
from companion.engine.row_signs import how_of, in_a_line
from companion.engine.rulings import Reason
from companion.engine.sheet import SMALLEST_FIELD_MM, Field, Label, Sheet, Size, Words
from companion.engine.text import SeatName, Text, say, say_as, signs
from companion.games.own_game.moves import Gone, figure_of
from companion.games.own_game.options import as_played, definition_of, when_it_ends, who_wins
from companion.games.own_game.standing import joins, who_won
from companion.games.own_game.state import State

LONGEST_SUM: Final = (10, 7)
"""The characters of a sum that stand in one line of a field in large print: of up to six players, and of more."""
ROW_MM: Final = 34
NARROW_MM: Final = 6
"""A column of numbers that leaves five players room for two fields each."""
FIGURE_MM: Final = {"normal": 9, "large": 14}
"""What one of several figures takes in a field."""
MOST_ON_PAPER: Final = 30
"""Rounds that are all printed, though they take more than three pages."""


@dataclass(frozen=True, slots=True)
class Lines:
    """How a round is written: the rows that are written together in one field, by their numbers, field by field; the total so
    far follows them.

    No `parts`: it is one figure, with no total. `is_one`: a round is one line; else each field has its own. What they are
    called takes `names_mm`.
    """

    parts: tuple[tuple[int, ...], ...] = ()
    is_one: bool = True
    names_mm: int = NUMBER_MM

    @property
    def of_a_round(self) -> int:
        """How many lines a round takes."""
        return 1 if self.is_one else len(self.parts) + 1

    @property
    def wide(self) -> int:
        """How many fields stand side by side."""
        return len(self.parts) + 1 if self.is_one else 1


def lines_of(definition: Definition, sides: int, size: Size) -> Lines:
    """Return how a round is written for so many sides; as one figure where there is no room or no need for a total."""
    if definition.writes not in ("points", "rows") or definition.is_one_round:
        return Lines()
    typed = tuple(at for at, row in enumerate(definition.rows) if row.is_typed)
    for names_mm in (NUMBER_MM, NARROW_MM):
        width = (WIDTH_MM - names_mm) // sides // 2
        if width >= max(SMALLEST_FIELD_MM[0], FIGURE_MM[size] * len(typed)):
            return Lines((typed,), names_mm=names_mm)
    most = max(SMALLEST_FIELD_MM[0], (WIDTH_MM - ROW_MM) // sides) // FIGURE_MM[size]
    parts = tuple(typed[at : at + most] for at in range(0, len(typed), most))
    return Lines(parts, is_one=False, names_mm=ROW_MM) if parts else Lines()


def rounds_on(definition: Definition, sides: int, size: Size) -> int:
    """Return the rounds that a blank sheet has room for: all, up to three pages or so many; where no one knows, one page, or two
    where a round takes several lines.
    """
    lines = lines_of(definition, sides, size).of_a_round
    page = max(1, ROWS_ON_A_PAGE[size] // lines)
    return min(definition.at, max(3 * page, MOST_ON_PAPER)) if definition.ends == "rounds" else page * min(2, lines)


def sheet(setup: Setup, size: Size, state: State | None, viewer: Viewer) -> Sheet:
    """The pad for that many players: blank, or with what this viewer may see of the match."""
    definition = definition_of(setup.options)
    together = sides(definition, setup.seats)
    # Where all are on one side, or each on their own, every player has a column.
    heads = together if 1 < len(together) < setup.seats else tuple((seat,) for seat in range(setup.seats))
    lines, rows = lines_of(definition, len(heads), size), definition.rows
    # What is over needs no more room than it took.
    is_whole = state is not None and state.is_over and state.played
    many = max(0 if is_whole else rounds_on(definition, len(heads), size), 0 if state is None else state.played)
    called = [Label(_with_how(rows, one), is_strong=not one.is_typed) for one in rows]
    labels, width = (called, ROW_MM) if definition.is_pad else (names_of(rows, lines, many), lines.names_mm)
    columns = [_column(state, side[0], len(labels), viewer, lines) for side in heads]
    names = [*labels, Label(say("Total") if width == ROW_MM else "Σ", is_strong=True)]
    has_one_figure = definition.is_one_round and many == 1 and not (state and state.carried)
    is_last_whole = state is None and lines.parts and (definition.ends, definition.at) == ("rounds", many)
    if has_one_figure or is_last_whole:
        # After the last round the total so far is that of the game.
        names, columns = labels, [column[:-1] for column in columns]
    # Where the others rest one plays alone, and it is written down which game it was.
    aside = say_as("of a round in which one plays alone", "Game") if definition.rests else None
    return ruled(
        definition.called,
        names,
        columns,
        size,
        _reminders(definition, together, state),
        width,
        heads,
        lines.of_a_round,
        under_heads(rows, lines),
        aside,
        is_blank=state is None,
    )


def _reminders(definition: Definition, together: Sequence[Sequence[int]], state: State | None) -> tuple[Reason, ...]:
    """What is said below: who has won, how it is won and ends, what its rows come to, who joined and who left."""
    rows = () if definition.is_pad else [one for one in definition.rows if how_of(definition.rows, one)]
    left, joined = ({}, {}) if state is None else (state.gone, state.joined)
    return (
        *((Reason(who_won(state), ("OW-9",)),) if state is not None and state.is_over else ()),
        Reason(who_wins(as_played(definition, together)), ("OW-9",)),
        *(() if definition.is_won_at_once else (Reason(when_it_ends(definition), ("OW-8",)),)),
        *(Reason(_with_how(definition.rows, one), ("OW-7",)) for one in rows),
        *(Reason(joins(seat, at, None), ("OW-12",)) for seat, at in sorted(joined.items())),
        *(Reason(_left(seat, one), ("OW-12",)) for seat, one in sorted(left.items())),
    )


def names_of(rows: tuple[Row, ...], lines: Lines, rounds: int) -> list[Label]:
    """Return what the lines of so many rounds are called."""
    if lines.is_one:
        return [Label(at, is_strong=lines.names_mm == NUMBER_MM) for at in range(1, rounds + 1)]
    called = [*(called_together(rows, part) for part in lines.parts), say("Total")]
    return [
        Label(signs("{round}. {row}", round=at, row=one), is_strong=one is called[-1])
        for at in range(1, rounds + 1)
        for one in called
    ]


def under_heads(rows: tuple[Row, ...], lines: Lines) -> tuple[Label, ...]:
    """Return what stands under each player where a round is one line."""
    fields = (Label(called_together(rows, part)) for part in lines.parts)
    return (*fields, Label(say("Total"))) if lines.is_one and lines.parts else ()


def called_together(rows: tuple[Row, ...], part: tuple[int, ...]) -> Text:
    """Return what the rows of one field are called."""
    return in_a_line(" / ", (rows[at].called for at in part)) if part else say("Points")


def _with_how(rows: Sequence[Row], one: Row) -> Text:
    """What a row is called, and in signs what it comes to."""
    how = how_of(rows, one)
    return one.called if how is None else signs("{name} {how}", name=one.called, how=how)


def _left(seat: int, gone: Gone) -> Text:
    """When someone left, and whether what they have counts."""
    counts, comes_last = (
        say("{name} left in round {round}. The points still count."),
        say("{name} left in round {round} and is ranked last."),
    )
    return (counts if gone.counts else comes_last).filled(name=SeatName(seat), round=gone.after + 1)


def _column(state: State | None, seat: int, many: int, viewer: Viewer, lines: Lines) -> list[tuple[Field, ...]]:
    """What stands in a column, line by line, and below it its total."""
    known = [] if state is None or not state.shows(seat, viewer) else _written(state, seat, lines)
    blank = [*(Field(of=len(part)) for part in lines.parts), Field()]
    fields = [*known, *blank * ((many * lines.wide - len(known)) // len(blank))]
    shown = None if state is None or not (state.shows(seat, viewer) and state.has_begun) else state.scores[seat]
    return [
        *(tuple(fields[at : at + lines.wide]) for at in range(0, len(fields), lines.wide)),
        (Field(shown, span=lines.wide),),
    ]


def _written(state: State, seat: int, lines: Lines) -> list[Field]:
    """What stands in the fields of a column: of each round its points, or its rows and the total so far; of each row of a pad
    what it comes to.
    """
    if state.definition.is_pad:
        return _rows_of(state, seat)
    # `rounds` holds only what was entered; rounds before the table last said how things stand are counted, but not there.
    there = state.away.get(seat, state.played) - state.unrecorded
    since = state.joined.get(seat, 1) - 1 - state.unrecorded
    empty = [Field()] * (len(lines.parts) + 1)
    found = (_of_round(state, at, seat, lines) if since <= at < there else empty for at, _ in enumerate(state.rounds))
    return [*empty * state.unrecorded, *chain(*found)]


def _of_round(state: State, at: int, seat: int, lines: Lines) -> list[Field]:
    """What is written in a round, and the total after it; above that what the round brought, where only rows are written: of
    several rows that are worked out what each did, if it fits in.
    """
    total, gained, then = state.totals[at + 1][seat], state.rounds[at][seat], state.in_round(at)
    if not lines.parts or not state.definition.has_rows:
        points = _as_typed(state, (state.unrecorded + at, seat, 0), gained, gained)
        return [points, *([Field(total)] if lines.parts else [])]
    known = zip(then.definition.rows, then.values(seat), strict=True)
    follow = [one for row, one in known if one is not None and row.counts and row.kind != "sum" and not row.is_typed]
    several = " ".join(f"{one:+}" for one in follow)
    is_each = len(follow) > 1 and sum(follow) == gained and len(several) <= LONGEST_SUM[state.setup.seats > 6]
    above = signs("{points}", points=(several if is_each else f"{gained:+}").replace("-", "−"))
    return [*_parts_of(then, seat, lines), Field(total, above)]


def _parts_of(then: State, seat: int, lines: Lines) -> list[Field]:
    """What is written in a round, nothing where only its points are known."""
    known = _rows_of(then, seat)
    # What has one field to itself keeps the sum it was typed as.
    return [known[part[0]] if len(part) == 1 else _together([known[at].written for at in part]) for part in lines.parts]


def _together(written: Sequence[Words | None]) -> Field:
    """What several rows of one field come to; nothing if no one wrote in them."""
    said = in_a_line("/", (signs("{one}", one="–" if one is None else one) for one in written))
    return Field(None if all(one is None for one in written) else said)


def _rows_of(state: State, seat: int) -> list[Field]:
    """What the rows of a column come to."""
    return [
        _as_typed(state, (state.played, seat, row), state.column(seat).get(row), one)
        for row, one in enumerate(state.values(seat))
    ]


def _as_typed(state: State, at: tuple[int, int, int], cell: int | None, value: int | None) -> Field:
    """A value, with the sum its cell was typed as above it, if the cell holds that still and it fits in."""
    typed = state.sums.get(at, "")
    # True is 1 here: more than six players have the narrower columns.
    is_so = 0 < len(typed) <= LONGEST_SUM[state.setup.seats > 6] and figure_of(typed, "") == cell
    return Field(value, typed.replace("-", "−").replace("x", "×") if is_so else None)
