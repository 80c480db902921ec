"""The geometry of the scores at the end, as lines over the rounds. Numbers only, no drawing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.engine.text import SeatName, Text, say
from companion.games.limits.state import State

LEFT, RIGHT, TOP, BOTTOM = 30, 296, 14, 176
BETWEEN_LINES: Final = 2.4
"""Equal scores run side by side."""
BETWEEN_MARKS: Final = 22
DASHES: Final = ("none", "9 4", "2 4", "12 4 2 4", "5 3", "1 3")
MOST_SYMBOLS: Final = 6


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One player's scores, beginning with nought: the path, where symbols stand on it, where its mark stands."""

    seat: int
    points: tuple[tuple[float, float], ...]
    symbols: tuple[tuple[float, float], ...]
    dash: str
    mark: float
    score: int
    label: Text

    @property
    def path(self) -> str:
        """The line as an SVG path."""
        return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in self.points)


@dataclass(frozen=True, slots=True)
class ScoreChart:
    """Every player's line, the scores and the rounds written at the edges."""

    lines: tuple[ScoreLine, ...]
    scores: tuple[tuple[float, int], ...]
    rounds: tuple[tuple[float, int], ...]


def score_chart(state: State) -> ScoreChart:
    """The scores after every round as lines."""
    by_round = [(0,) * state.seats, *(record.scores for record in state.rounds)]
    numbers = [0, *(record.number for record in state.rounds)]
    everything = [score for scores in by_round for score in scores]
    lowest, highest = min(0, *everything), max(1, *everything)
    marks = _spread([_height(score, lowest, highest) for score in by_round[-1]])
    every = -(-state.played // MOST_SYMBOLS)
    lines = []
    for seat in range(state.seats):
        aside = (seat - (state.seats - 1) / 2) * BETWEEN_LINES
        points = tuple(
            (_across(at, state.played), round(_height(scores[seat], lowest, highest) + aside, 1))
            for at, scores in zip(numbers, by_round, strict=True)
        )
        label = say("{name}: {scores}", name=SeatName(seat), scores=tuple(scores[seat] for scores in by_round[1:]))
        symbols = points[every::every]
        lines.append(ScoreLine(seat, points, symbols, DASHES[seat], marks[seat], by_round[-1][seat], label))
    written = sorted({lowest, 0, highest})
    return ScoreChart(
        tuple(lines),
        tuple((_height(score, lowest, highest), score) for score in written),
        tuple((_across(at, state.played), at) for at in range(every, state.played + 1, every)),
    )


def _across(rounds: int, of: int) -> float:
    return round(LEFT + (RIGHT - LEFT) * rounds / of, 1)


def _height(score: int, lowest: int, highest: int) -> float:
    return round(BOTTOM - (BOTTOM - TOP) * (score - lowest) / (highest - lowest), 1)


def _spread(heights: list[float]) -> list[float]:
    """The heights moved apart where marks would lie on one another; the order stays, and all stay inside."""
    order = sorted(range(len(heights)), key=lambda one: heights[one])
    placed = [0.0] * len(heights)
    above = TOP - BETWEEN_MARKS / 2.0
    for at in order:
        above = placed[at] = max(heights[at], above + BETWEEN_MARKS)
    below = BOTTOM + BETWEEN_MARKS * 1.0
    for at in reversed(order):
        below = placed[at] = min(placed[at], below - BETWEEN_MARKS)
    return placed
