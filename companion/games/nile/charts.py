"""The geometry of the charts at the end: pawns and obelisk coming nearer, what the market paid. Numbers only, no drawing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.engine.text import SeatName, Text, say
from companion.games.nile.components import LAST_SQUARE
from companion.games.nile.state import State

WIDTH: Final = 340
HEIGHT: Final = 200
LEFT, RIGHT, TOP, BOTTOM = 28, 288, 12, 178
BETWEEN_SYMBOLS: Final = 6
BETWEEN_MARKS: Final = 22
DASHES: Final = ("none", "9 4", "2 4", "12 4 2 4", "5 3")
BAR_HEIGHT: Final = 34
BAR_GROUND: Final = 40


@dataclass(frozen=True, slots=True)
class PawnLine:
    """One pawn's way, or the obelisk's where `seat` is None: points, dashes, where its mark stands, where it ended."""

    seat: int | None
    points: tuple[tuple[float, float], ...]
    dash: str
    mark: float
    square: int
    label: Text

    @property
    def path(self) -> str:
        """The line as an SVG path."""
        return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in self.points)


@dataclass(frozen=True, slots=True)
class PawnChart:
    """Every line, the squares and the turns written at the edges."""

    lines: tuple[PawnLine, ...]
    squares: tuple[tuple[float, int], ...]
    turns: tuple[tuple[float, int], ...]


@dataclass(frozen=True, slots=True)
class Bars:
    """What one player took by turn: left edge, width, top, height and points of each bar, and all of it in words."""

    seat: int
    bars: tuple[tuple[float, float, float, float, int], ...]
    total: int
    label: Text


@dataclass(frozen=True, slots=True)
class TakingsChart:
    """Everybody's bars over the same turns, and where the number of each turn stands; some are left out where they are many."""

    lines: tuple[Bars, ...]
    turns: tuple[tuple[float, int], ...]


def pawn_chart(state: State) -> PawnChart:
    """The pawns' and the obelisk's squares after every turn as lines."""
    count = len(state.scorings)
    highest = max(LAST_SQUARE, *state.pawns)
    obelisk = [LAST_SQUARE, *(one.obelisk[1] for one in state.scorings)]
    ways = [(seat, [1, *(one.pawns[seat][1] for one in state.scorings)]) for seat in range(state.seats)]
    ends = [_y(way[-1], highest) for _, way in ways] + [_y(obelisk[-1], highest)]
    marks = _spread(ends)
    lines = [
        PawnLine(
            seat,
            tuple((_x(at, count, seat, state.seats), _y(square, highest)) for at, square in enumerate(way)),
            DASHES[seat % len(DASHES)],
            marks[seat],
            way[-1],
            say("{name}: {squares}", name=SeatName(seat), squares=tuple(way)),
        )
        for seat, way in ways
    ]
    points = tuple((_x(at, count, None, 1), _y(square, highest)) for at, square in enumerate(obelisk))
    label = say("Obelisk: {squares}", squares=tuple(obelisk))
    lines.append(PawnLine(None, points, "none", marks[-1], obelisk[-1], label))
    written = tuple((_y(square, highest), square) for square in sorted({1, 10, 20, LAST_SQUARE, highest}))
    return PawnChart(tuple(lines), written, _turns(count))


def takings_chart(state: State) -> TakingsChart:
    """What each player took from the market, turn by turn."""
    count = len(state.scorings)
    most = max((gain for one in state.scorings for gain in one.gains), default=0) or 1
    step = WIDTH / max(1, count)
    lines = []
    for seat in range(state.seats):
        gains = [one.gains[seat] for one in state.scorings]
        bars = tuple(
            (round(step * at + 1, 1), round(step - 2, 1), *_bar(gain, most), gain)
            for at, gain in enumerate(gains)
            if gain
        )
        label = say("{name}: {gains}", name=SeatName(seat), gains=tuple(gains))
        lines.append(Bars(seat, bars, sum(gains), label))
    every = -(-count // 12)
    turns = tuple((round(step * (at + 0.5), 1), at + 1) for at in range(count) if at % every == 0)
    return TakingsChart(tuple(lines), turns)


def _bar(gain: int, most: int) -> tuple[float, float]:
    height = round((BAR_HEIGHT - 12) * gain / most + 3, 1)
    return BAR_GROUND - height, height


def _turns(count: int) -> tuple[tuple[float, int], ...]:
    every = max(1, -(-count // 10))
    return tuple((_x(at, count, None, 1), at) for at in range(1, count + 1) if at % every == 0 or at == 1)


def _x(at: int, count: int, seat: int | None, players: int) -> float:
    """How far to the right so many turns stand; equal squares stand side by side, by seat."""
    aside = 0 if seat is None or not at else (seat - (players - 1) / 2) * BETWEEN_SYMBOLS / max(1, count / 6)
    return round(LEFT + (RIGHT - LEFT - 2 * BETWEEN_SYMBOLS) * at / max(1, count) + aside, 1)


def _y(square: int, highest: int) -> float:
    return round(BOTTOM - (BOTTOM - TOP) * (square - 1) / (highest - 1), 1)


def _spread(heights: list[float]) -> list[float]:
    """The heights moved apart where marks would lie on one another; the order stays, and all stay inside."""
    placed: dict[int, float] = {}
    above = -BETWEEN_MARKS / 2
    for at in sorted(range(len(heights)), key=lambda one: heights[one]):
        above = max(heights[at], above + BETWEEN_MARKS)
        placed[at] = above
    below = BOTTOM + 8.0
    for at in sorted(placed, key=lambda one: -placed[one]):
        placed[at] = min(placed[at], below)
        below = placed[at] - BETWEEN_MARKS
    return [placed[at] for at in range(len(heights))]
