"""What a pad comes to, side by side with the pads of others; who scores together, who is ahead, and when it ends."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any, TypeAlias

from companion.engine.definition import ROUND, Definition, Row, row_named
from companion.engine.formula import Unworkable, bounded, names_in, worked_out
from companion.engine.story import ranked
from companion.engine.text import Text, signs

Sides: TypeAlias = tuple[tuple[int, ...], ...]
"""The seats that score together, each side by its first seat."""
Cells: TypeAlias = Mapping[int, int]
"""What is written in the rows of one side."""


def sides(definition: Definition, seats: int) -> Sides:
    """Return who scores together: all; the first against the others; teams that sit evenly round the table; else
    everyone alone.

    Where players cannot be shared out into teams of their size, everyone plays alone.
    """
    if definition.together:
        return (tuple(range(seats)),)
    # Of two players each would be alone against the other, which is no game of sides.
    if definition.alone and seats > 2:
        return ((0,), tuple(range(1, seats)))
    # By the number of teams, or by their size where that goes up: five players make no teams of two.
    teams = definition.team_count or (0 if seats % definition.team_size else seats // definition.team_size)
    if definition.teams and 1 < teams < seats:
        # Partners sit evenly round the table, as at cards: with two teams every second seat.
        return tuple(tuple(range(first, seats, teams)) for first in range(teams))
    return tuple((seat,) for seat in range(seats))


def others(pads: Sequence[Cells], at: int) -> tuple[Cells, ...]:
    """Return the pads of all others, as they sit: the next one to the left first, the next one to the right last."""
    return (*pads[at + 1 :], *pads[:at])


def row_values(
    rows: Sequence[Row], cells: Cells, beside: Sequence[Cells] | None = None, at_round: int = 1
) -> tuple[int | None, ...]:
    """Return what each row comes to: None for one that no one has written in, or that nothing follows for yet.

    `beside` are the pads of all `others`; where they are not known, no one is ranked.
    """
    return tuple(None if isinstance(one, ArithmeticError) else one for one in _worked(rows, cells, beside, at_round))


def unworkable(rows: Sequence[Row], cells: Cells, beside: Sequence[Cells] | None, at_round: int = 1) -> Text | None:
    """Return the first row that cannot be worked out with these figures, of a formula with the place: it divides by 0, or grows
    beyond what a pad holds.
    """
    for row, one in zip(rows, _worked(rows, cells, beside, at_round), strict=True):
        if isinstance(one, Unworkable):
            return signs("{row} = {place}", row=row.called, place=str(one))
        if isinstance(one, ArithmeticError):
            return row.called
    return None


def two_cases(rows: Sequence[Row], row: Row) -> tuple[tuple[tuple[tuple[int, int], ...], int], ...]:
    """Return where a formula comes to the most, and where to the least, with figures up to 2: what is written in which rows, and
    what it comes to. Nothing where it rests on more than three rows, or on others than those that people write in.
    """
    named = sorted({at for name in names_in(row.formula) if (at := row_named(rows, name)) is not None})
    if not 0 < len(named) <= 3 or not all(rows[at].kind in ("points", "count") for at in named):
        return ()
    written = [tuple(zip(named, figures, strict=True)) for figures in product(range(3), repeat=len(named))]
    worth = [(cells, row_values(rows, dict(cells), None, 2)[rows.index(row)]) for cells in written]
    known = [(cells, one) for cells, one in worth if one is not None]
    # Of the least one that misses a large bid: it is read more easily than one that misses 0.
    least = min(known, key=lambda one: (one[1], -one[0][0][1], one[0]), default=None)
    found = () if least is None else (max(known, key=lambda one: one[1]), least)
    return found if len(set(found)) == len(found) else found[:1]


def total(rows: Sequence[Row], values: Sequence[int | None]) -> int:
    """Return what a pad comes to whose rows come to these: every row that counts but sums, which show only what others
    count already.
    """
    known = zip(rows, values, strict=True)
    return sum(value for row, value in known if value is not None and row.counts and row.kind != "sum")


def is_full(rows: Sequence[Row], cells: Cells) -> bool:
    """Return whether every row is written in that the game waits for; of a pad with optional rows alone, any."""
    needed = [at for at, row in enumerate(rows) if row.is_typed and not row.optional]
    return all(at in cells for at in needed) if needed else bool(cells)


def most_in(rows: Sequence[Row], at: int, at_round: int) -> int:
    """Return the most that a cell of a row holds; 0 where there is no such number.

    What all write in one `by_round` adds up to the cards of the round. A note above it is what was bid on them.
    """
    row = rows[at]
    is_bid = row.kind == "points" and not row.counts and any(one.by_round for one in rows[at:])
    return at_round if row.by_round or is_bid else row.up_to


def tie_breakers(rows: Sequence[Row], values: Sequence[int | None]) -> tuple[int, ...]:
    """Return what decides between equal totals, in the order of the rows; the least is best."""
    return tuple(
        (one or 0) * (1 if row.breaks == "fewest" else -1) for row, one in zip(rows, values, strict=True) if row.breaks
    )


def lasted(definition: Definition, by_round: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """After how many rounds each one is out, where the last one wins; more than there are while it is in.

    `by_round` are the totals before the first round and after each.
    """
    # As if all were in to the end, so that it decides nothing.
    if definition.wins != "last":
        return (len(by_round),) * len(by_round[0])
    columns = zip(*by_round, strict=True)
    return tuple(next((at for at, one in enumerate(each) if one >= definition.at), len(by_round)) for each in columns)


def ranks(
    definition: Definition,
    totals: Sequence[int],
    breakers: Sequence[tuple[int, ...]] = (),
    rounds: Sequence[int] = (),
) -> tuple[int, ...]:
    """Return the place of each total, the best one first. Equal ones share the better place unless a row decides.

    `rounds` is what each has `lasted`: who was out later comes first.
    """
    best = [definition.distance(one) for one in totals]
    keys = zip(rounds or [0] * len(best), best, breakers or [()] * len(best), strict=True)
    return ranked([(-at, one, *more) for at, one, more in keys])


def has_reached(definition: Definition, rounds: int, totals: Sequence[int]) -> bool:
    """Return whether the game ends after so many rounds with these totals; never where the table says so itself."""
    if definition.ends == "rounds":
        return rounds >= definition.at
    return definition.ends == "target" and rounds > 0 and max(totals) >= definition.at


def _worked(
    rows: Sequence[Row], cells: Cells, beside: Sequence[Cells] | None, at_round: int
) -> Iterator[int | ArithmeticError | None]:
    known: list[int | None] = []
    for at, row in enumerate(rows):
        found: Any = None
        try:
            if not row.is_typed:
                found = _follows(row, rows[:at], known, at_round)
            elif at in cells and row.kind == "ranking":
                found = None if beside is None else _placed(row, cells[at], [one.get(at) for one in beside])
            elif at in cells:
                found = _written(row, cells[at])
        # A row that divides by 0 has a message of its own, and the others still count: a half-filled pad passes through such
        # moments.
        except ArithmeticError as error:
            found = error
        known.append(None if isinstance(found, ArithmeticError) else found)
        yield found


def _written(row: Row, cell: int) -> int:
    """Return what a cell is worth by itself."""
    if row.kind == "steps":
        beyond = max(0, cell - len(row.values))
        return (row.values[min(cell, len(row.values)) - 1] if cell > 0 else 0) + beyond * row.more
    if row.kind == "choose":
        return sum(one.worth for one in row.picked(cell))
    return cell * row.times


def _placed(row: Row, cell: int, amounts: Sequence[int | None]) -> int:
    """Return the points of the place that a cell takes among all, or among each neighbour and itself; `amounts` are
    what others wrote.
    """
    if not row.neighbours:
        known = [one for one in amounts if one is not None]
        return 0 if cell <= 0 and not row.fewest else _of_place(row, cell, [cell, *known])
    # Of two players, each is the other's only neighbour.
    # `amounts` go round from the left neighbour, so the last one sits to the right.
    nearest = amounts[:1] if len(amounts) == 1 else (*amounts[:1], *amounts[-1:])
    return sum(_of_place(row, cell, [cell, one]) for one in nearest if one is not None)


def _of_place(row: Row, cell: int, amounts: Sequence[int]) -> int:
    ahead = sum(one < cell if row.fewest else one > cell for one in amounts)
    tied = amounts.count(cell)
    if ahead >= len(row.values) or (tied > 1 and row.ties == "none"):
        return 0
    points = row.values[ahead]
    # Towards 0, of minus points too: no one gets a part of a point.
    return int(points / tied) if row.ties == "share" else points


def _follows(row: Row, above: Sequence[Row], known: Sequence[int | None], at_round: int) -> int | None:
    """Return what a row comes to that follows from rows above it."""
    if row.kind == "formula":
        return _by_formula(row, above, known, at_round)
    given = [value for at in row.of if (value := known[at]) is not None]
    if row.kind in ("sum", "bonus"):
        added = sum(given) if given else None
        return added if row.kind == "sum" else row.worth if added is not None and added >= row.least else None
    if len(given) < len(row.of):
        return None
    return bounded(prod(given)) if row.kind == "product" else min(given) if row.kind == "least" else max(given)


def _by_formula(row: Row, above: Sequence[Row], known: Sequence[int | None], at_round: int) -> int | None:
    named = {name: at for name in names_in(row.formula) if (at := row_named(above, name)) is not None}
    # It waits for what is still to be written. An optional row left blank counts as 0, as no one has to fill it.
    if any(known[at] is None and above[at].is_typed and not above[at].optional for at in named.values()):
        return None
    return worked_out(row.formula, {ROUND: at_round, **{name: known[at] or 0 for name, at in named.items()}})
