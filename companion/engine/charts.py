"""The geometry of charts that all games share: values as lines over steps, and as rows of bars. Numbers only, no drawing.

A line is kept apart without colour: by its dashes, the symbols on it, and the letter on its mark.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count, pairwise
from types import MappingProxyType
from typing import Final

from companion.engine.text import Arg, SeatName, Text, names, say

WIDTH: Final = 344
HEIGHT: Final = 200
LEFT, RIGHT, TOP, BOTTOM = 32, 294, 14, 176
BETWEEN_MARKS: Final = 22
WIDER: Final = 16
"""So much more room the marks of sides need, which name all who score together."""
SIGN: Final = 9
"""How wide a figure or a letter is."""
TO_EDGE: Final = 22
"""Where the values at the left edge end."""
FEW_SIGNS: Final = 3
"""So many letters and figures fit a usual mark."""
SYMBOL: Final = 14
"""How high a symbol is, with its edge."""
SPARE: Final = 18
"""Room at the right, for the symbols of those who stand beside one another at the last step."""
BETWEEN_LINES: Final = 2.4
FEW_STEPS: Final = 6
"""Up to this many steps, equal values fit side by side; with more, lines that agree run one above the other."""
MOST_SYMBOLS: Final = 6
MOST_NUMBERS: Final = 10
MOST_HEIGHTS: Final = 5
DASHES: Final = ("none", "9 4", "2 4", "12 4 2 4", "5 3", "1 3", "14 3", "6 3 1 3 1 3")
BAR_ROOM: Final = 22
# So that 1 beside 30 can still be seen.
LEAST_BAR: Final = 3
BAR_GROUND: Final = 40
MOST_BAR_NUMBERS: Final = 12
EVERYONE_BEGAN: Final[Mapping[int, int]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Series:
    """What one line shows: a seat's values, or with `icon` those of something no one owns; `name` says whose.

    `since`: how many of its values are from before it was there, and not drawn. `beside`: who scores together with the seat.
    """

    seat: int | None
    values: tuple[int, ...]
    name: Arg
    icon: str = ""
    since: int = 0
    beside: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One line: the points of the drawing, its symbols, its dashes, the place of its mark, and its last value."""

    seat: int | None
    icon: str
    points: tuple[tuple[float, float], ...]
    symbols: tuple[tuple[float, float], ...]
    dash: str
    mark: float
    value: int
    label: Text
    beside: tuple[int, ...]

    @property
    def path(self) -> str:
        """The line as an SVG path."""
        return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in self.points)


@dataclass(frozen=True, slots=True)
class LineChart:
    """Every line; the values written at the left edge and the numbers of the steps below, each with its place."""

    lines: tuple[ChartLine, ...]
    heights: tuple[tuple[float, int], ...]
    numbers: tuple[tuple[float, int], ...]

    @property
    def tall(self) -> float:
        """How tall the drawing is: marks of more than nine lines reach below the numbers."""
        return max(HEIGHT, *(line.mark + BETWEEN_MARKS / 2 for line in self.lines))

    @property
    def wider(self) -> int:
        """How much wider than usual its marks are."""
        return WIDER if any(line.beside for line in self.lines) else 0

    @property
    def edge(self) -> int:
        """How much more room than usual the values at the left edge need."""
        return max(0, *(SIGN * len(str(value)) - TO_EDGE for _, value in self.heights))

    def beyond(self, letters: Sequence[str]) -> int:
        """Return how much further to the right the marks reach where figures stand in them; `letters` are those of each seat."""
        seats = (line.beside if line.seat is None else (line.seat, *line.beside) for line in self.lines)
        signs = (sum(len(letters[seat]) for seat in each) for each in seats)
        most = max(len(str(line.value)) + each for line, each in zip(self.lines, signs, strict=True))
        return max(0, SIGN * (most - FEW_SIGNS) - self.wider)


@dataclass(frozen=True, slots=True)
class BarRow:
    """One seat's bars: left edge, width, top, height and value of each that is not 0, and all of it in words."""

    seat: int
    bars: tuple[tuple[float, float, float, float, int], ...]
    total: int
    label: Text


@dataclass(frozen=True, slots=True)
class BarChart:
    """Everyone's bars over the same steps, and the place of each step's number; with many steps, some are left out."""

    rows: tuple[BarRow, ...]
    numbers: tuple[tuple[float, int], ...]


def by_seat(values: Sequence[Sequence[int]]) -> tuple[Series, ...]:
    """Return one series for each seat, from what all seats had at each step."""
    return by_side(values, [(seat,) for seat in range(len(values[0]))])


def by_side(
    values: Sequence[Sequence[int]], sides: Sequence[tuple[int, ...]], since: Mapping[int, int] = EVERYONE_BEGAN
) -> tuple[Series, ...]:
    """Return one series for each side, in the colour of the first seat of it; `since`: the first step of who came later."""
    columns = [*zip(*values, strict=True)]
    return tuple(
        Series(
            side[0],
            tuple(columns[side[0]]),
            names(side) if side[1:] else SeatName(side[0]),
            since=max(0, min(since.get(seat, 0) for seat in side)),
            beside=side[1:],
        )
        for side in sides
    )


def line_chart(
    numbers: Sequence[int], series: Sequence[Series], *, is_turned: bool = False, is_bare: bool = False
) -> LineChart:
    """Return the series as lines; `numbers[i]` is the step of every `values[i]`, and all lines begin at the first.

    `is_turned`: the least is above, as where it is the best. `is_bare`: symbols stand at the ends alone.
    """
    values = [value for one in series for value in one.values]
    lowest, highest = min(values), max(values)
    # All values the same would leave no scale to draw on.
    highest = max(highest, lowest + 1)
    # A match with nothing but its beginning has one point and no step to divide by.
    steps = max(1, len(numbers) - 1)
    right = RIGHT - (WIDER if any(one.beside for one in series) else 0)
    places = [round(LEFT + (right - LEFT - SPARE) * at / steps, 1) for at in range(len(numbers))]
    ends = lowest, highest = (highest, lowest) if is_turned else (lowest, highest)
    marks = spread([_height(one.values[-1], *ends) for one in series])
    # All begin at one point.
    columns = [*zip(*(one.values for one in series), strict=True)][1:]
    aside = [[0.0] * len(series), *(_asides([_height(value, *ends) for value in column]) for column in columns)]
    lines = tuple(
        _line(one, at, len(series), places, ends, marks[at], [step[at] for step in aside], is_bare=is_bare)
        for at, one in enumerate(series)
    )
    # Rounded up: more numbers than there is room for would run into one another.
    every = -(-steps // MOST_NUMBERS)
    return LineChart(
        lines,
        tuple((_height(value, *ends), value) for value in written(min(ends), max(ends))),
        tuple((places[at], numbers[at]) for at in range(1, len(numbers)) if at % every == 0),
    )


def bar_chart(numbers: Sequence[int], series: Sequence[Series]) -> BarChart:
    """Return the series as rows of bars, all on one scale; a 0 has no bar."""
    most = max((value for one in series for value in one.values), default=0) or 1
    step = WIDTH / max(1, len(numbers))
    rows = tuple(_bar_row(one, step, most) for one in series if one.seat is not None)
    every = -(-len(numbers) // MOST_BAR_NUMBERS)
    written_at = ((round(step * (at + 0.5), 1), number) for at, number in enumerate(numbers) if at % every == 0)
    return BarChart(rows, tuple(written_at))


def spread(heights: Sequence[float], top: float = TOP, bottom: float = BOTTOM) -> list[float]:
    """Return the heights, moved apart where marks would overlap; the order stays, and all stay inside if they can."""
    order = sorted(range(len(heights)), key=lambda one: heights[one])
    placed = [0.0] * len(heights)
    # Down from the top first, each at least a mark below the one before; then up from the bottom, for those that fell out.
    above = top - BETWEEN_MARKS
    for at in order:
        above = placed[at] = max(heights[at], above + BETWEEN_MARKS)
    below = max(bottom, top + BETWEEN_MARKS * (len(heights) - 1)) + BETWEEN_MARKS
    for at in reversed(order):
        below = placed[at] = min(placed[at], below - BETWEEN_MARKS)
    return placed


def written(lowest: int, highest: int) -> tuple[int, ...]:
    """Return the values to write at the edge: a handful of round ones, and both ends if there is room."""
    round_steps = (size * 10**power for power in count() for size in (1, 2, 5))
    # The finest of 1, 2, 5, 10, ... that leaves a handful: people count in these.
    size = next(step for step in round_steps if (highest - lowest) / step <= MOST_HEIGHTS - 1)
    found = {value for value in range(lowest - lowest % size, highest + 1, size) if value >= lowest}
    for end in (lowest, highest):
        # Not closer than half a step to another number: the two would touch.
        if all(abs(end - value) * 2 >= size for value in found):
            found.add(end)
    return tuple(sorted(found))


def _asides(heights: Sequence[float]) -> list[float]:
    """Return how far each line stands aside at one step, in symbols: those that would touch stand beside one another."""
    order = sorted(range(len(heights)), key=lambda one: heights[one])
    groups = [order[:1]]
    for below, at in pairwise(order):
        if heights[at] - heights[below] < SYMBOL:
            groups[-1].append(at)
        else:
            groups.append([at])
    found = {at: number - (len(group) - 1) / 2 for group in groups for number, at in enumerate(sorted(group))}
    return [found[at] for at in range(len(heights))]


def _line(
    one: Series,
    at: int,
    of: int,
    places: Sequence[float],
    ends: tuple[int, int],
    mark: float,
    asides: Sequence[float],
    *,
    is_bare: bool,
) -> ChartLine:
    steps = len(places) - 1
    room = (RIGHT - LEFT) / max(1, steps)
    apart = min(SYMBOL, room / (of + 1), 2 * SPARE / max(1, of - 1))
    # Lines that agree would hide each other: with few steps they stand side by side where they meet, with many one runs a hair
    # above the other.
    right, down = (apart, 0.0) if steps <= FEW_STEPS and not is_bare else (0.0, (at - (of - 1) / 2) * BETWEEN_LINES)
    points = tuple(
        (round(x + right * aside, 1), round(_height(value, *ends) + down, 1))
        for x, value, aside in [*zip(places, one.values, asides, strict=True)][one.since :]
    )
    every = -(-steps // MOST_SYMBOLS) or 1
    # Of lines a hair apart the symbols stand beside one another, each on its own line.
    beside = 0 if right else min(SYMBOL, room * every / of, 2 * SPARE / max(1, of - 1))
    symbols = [_along(points, x + beside * aside) for (x, _), aside in zip(points, asides[one.since :], strict=True)]
    label = say("{what}: {value}", what=one.name, value=one.values[one.since :][1:] or one.values[-1:])
    return ChartLine(
        one.seat,
        one.icon,
        points,
        tuple(symbols[-1:] if is_bare else symbols[every::every]),
        DASHES[at % len(DASHES)],
        mark,
        one.values[-1],
        label,
        one.beside,
    )


def _along(points: Sequence[tuple[float, float]], x: float) -> tuple[float, float]:
    """Return the point of a line at this place; beyond its end, it goes on as high."""
    at = next((at for at, (right, _) in enumerate(points) if right >= x), len(points))
    if not 0 < at < len(points):
        return round(x, 1), points[min(at, len(points) - 1)][1]
    (left, before), (right, after) = points[at - 1], points[at]
    return round(x, 1), round(before + (after - before) * (x - left) / (right - left), 1)


def _height(value: int, lowest: int, highest: int) -> float:
    return round(BOTTOM - (BOTTOM - TOP) * (value - lowest) / (highest - lowest), 1)


def _bar_row(one: Series, step: float, most: int) -> BarRow:
    assert one.seat is not None
    bars = tuple(
        (round(step * at + 1, 1), round(step - 2, 1), *_bar(value, most), value)
        for at, value in enumerate(one.values)
        if value > 0
    )
    label = say("{what}: {value}", what=one.name, value=one.values)
    return BarRow(one.seat, bars, sum(one.values), label)


def _bar(value: int, most: int) -> tuple[float, float]:
    height = round(BAR_ROOM * value / most + LEAST_BAR, 1)
    return round(BAR_GROUND - height, 1), height
