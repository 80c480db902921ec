"""The geometry of the charts at the end: scores as lines, water as it rose and fell. Numbers only, no drawing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.engine.text import SeatName, Text, say
from companion.games.land_unter.state import State, TrickRecord
from companion.games.land_unter.verdicts import totals

WIDTH: Final = 340
SCORE_HEIGHT: Final = 200
LEFT, RIGHT, TOP, BOTTOM = 30, 284, 14, 176
BETWEEN_SYMBOLS: Final = 9
BETWEEN_MARKS: Final = 22
DASHES: Final = ("none", "9 4", "2 4", "12 4 2 4", "5 3")
WATER_HEIGHT: Final = 44
GROUND: Final = 43
LEVEL_HEIGHT: Final = 3
GAP: Final = 6
"""Between two rounds."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One player's scores, beginning with nought: points of the drawing, how the line is dashed, where its mark stands."""

    seat: int
    points: tuple[tuple[float, float], ...]
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


@dataclass(frozen=True, slots=True)
class WaterLine:
    """One player's water over the whole match: a surface and an area for each stretch with a card, losses, eliminations."""

    seat: int
    surfaces: tuple[str, ...]
    areas: tuple[str, ...]
    losses: tuple[tuple[float, float], ...]
    outs: tuple[float, ...]
    label: Text


@dataclass(frozen=True, slots=True)
class WaterChart:
    """Every player's water one above the other, over the same tricks; where each round begins, ends and is written."""

    lines: tuple[WaterLine, ...]
    rounds: tuple[tuple[float, float, int], ...]


def score_chart(state: State) -> ScoreChart:
    """The scores after every round as lines."""
    by_round = [totals(state, count) for count in range(len(state.rounds) + 1)]
    lowest = min(0, *(score for scores in by_round for score in scores))
    highest = max(1, *(score for scores in by_round for score in scores))
    heights = _spread([_height(score, lowest, highest) for score in by_round[-1]])
    lines = tuple(
        ScoreLine(
            seat,
            tuple(
                (_across(count, state.seats, seat), _height(scores[seat], lowest, highest))
                for count, scores in enumerate(by_round)
            ),
            DASHES[seat],
            heights[seat],
            by_round[-1][seat],
            say("{name}: {scores}", name=SeatName(seat), scores=tuple(scores[seat] for scores in by_round[1:])),
        )
        for seat in range(state.seats)
    )
    written = sorted({lowest, 0, (lowest + highest + 1) // 2, highest})
    return ScoreChart(
        lines,
        tuple((_height(score, lowest, highest), score) for score in written),
        tuple((_across(count, state.seats, None), count) for count in range(1, len(state.rounds) + 1)),
    )


def water_chart(state: State) -> WaterChart:
    """The water each player showed, trick by trick."""
    spans = _spans(state)
    lines = tuple(_water_line(state, seat, spans) for seat in range(state.seats))
    return WaterChart(lines, spans)


def _across(count: int, players: int, seat: int | None) -> float:
    """How far to the right so many rounds stand; equal scores stand side by side, by seat."""
    aside = 0 if seat is None or not count else (seat - (players - 1) / 2) * BETWEEN_SYMBOLS
    return round(LEFT + (RIGHT - LEFT - 2 * BETWEEN_SYMBOLS) * count / players + aside, 1)


def _height(score: int, lowest: int, highest: int) -> float:
    return round(BOTTOM - (BOTTOM - TOP) * (score - lowest) / (highest - lowest), 1)


def _spread(heights: list[float]) -> list[float]:
    """The heights moved apart where marks would lie on one another; the order stays, and all stay inside."""
    placed: dict[int, float] = {}
    above = -BETWEEN_MARKS / 2
    for at in sorted(range(len(heights)), key=lambda one: heights[one]):
        above = max(heights[at], above + BETWEEN_MARKS)
        placed[at] = above
    over = max(0.0, above - BOTTOM)
    for at in sorted(placed, key=lambda one: -placed[one]):
        placed[at] = min(placed[at], BOTTOM) if not over else placed[at] - over
    return [placed[at] for at in range(len(heights))]


def _spans(state: State) -> tuple[tuple[float, float, int], ...]:
    """Where each round begins and ends in the drawing, and its number: as wide as it had tricks."""
    lengths = [sum(record.round == index for record in state.tricks) for index in range(len(state.rounds))]
    step = (WIDTH - GAP * (len(lengths) - 1)) / max(1, sum(lengths))
    spans, begin = [], 0.0
    for index, length in enumerate(lengths):
        if not length:  # a round before the table caught up
            continue
        spans.append((round(begin, 1), round(begin + step * length, 1), index + 1))
        begin += step * length + GAP
    return tuple(spans)


def _water_line(state: State, seat: int, spans: tuple[tuple[float, float, int], ...]) -> WaterLine:
    surfaces: list[str] = []
    losses: list[tuple[float, float]] = []
    outs: list[float] = []
    for begin, end, number in spans:
        tricks = [record for record in state.tricks if record.round == number - 1]
        step = (end - begin) / len(tricks)
        surfaces.append(_surface(tricks, seat, begin, step))
        for at, record in enumerate(tricks):
            x = round(begin + step * (at + 0.5), 1)
            if seat in record.losers and record.after[seat].out:
                outs.append(x)
            elif seat in record.losers:
                losses.append((x, _surface_at(record, seat)))
    drawn = tuple(surface for surface in surfaces if surface)
    return WaterLine(
        seat, drawn, tuple(_area(surface) for surface in drawn), tuple(losses), tuple(outs), _label(state, seat)
    )


def _surface(tricks: list[TrickRecord], seat: int, begin: float, step: float) -> str:
    """The steps of the water in one round, from the first card on until the end or the elimination."""
    path = ""
    for at, record in enumerate(tricks):
        if record.before[seat].level is None:
            continue
        x, y = begin + step * at, _surface_at(record, seat)
        path += f"{'L' if path else 'M'}{x:.1f} {y:.1f}L{x + step:.1f} {y:.1f}"
    return path


def _surface_at(record: TrickRecord, seat: int) -> float:
    return GROUND - LEVEL_HEIGHT * (record.before[seat].level or 0)


def _area(surface: str) -> str:
    first = surface[1:].split(" ", 1)[0]
    last = surface.rsplit("L", 1)[1].split(" ", 1)[0]
    return f"{surface}L{last} {GROUND}L{first} {GROUND}z"


def _label(state: State, seat: int) -> Text:
    levels = [record.before[seat].level or 0 for record in state.tricks]
    paid = sum(seat in record.losers and not record.after[seat].out for record in state.tricks)
    outs = sum(record.players[seat].out for record in state.rounds)
    return say(
        "{name}: water up to {level}; lost a ring in {paid} tricks; out in {outs} rounds",
        name=SeatName(seat),
        level=max(levels, default=0),
        paid=paid,
        outs=outs,
    )
