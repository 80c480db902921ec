"""The geometry of the charts of a match: scores as lines, water as it rose and fell. Numbers only, no drawing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.engine.charts import LineChart, by_seat, line_chart
from companion.engine.text import SeatName, Text, say
from companion.games.land_unter.board.verdicts import totals
from companion.games.land_unter.rules.state import State, TrickRecord

WIDTH: Final = 340
GROUND: Final = 43
LEVEL_HEIGHT: Final = 3
GAP: Final = 6
"""Between two rounds."""


@dataclass(frozen=True, slots=True)
class WaterLine:
    """One player's water over the match: a surface and an area for each stretch with a card, losses, eliminations."""

    seat: int
    surfaces: tuple[str, ...]
    areas: tuple[str, ...]
    losses: tuple[tuple[float, float], ...]
    outs: tuple[float, ...]
    label: Text


@dataclass(frozen=True, slots=True)
class WaterChart:
    """Every player's water, one above the other, over the same tricks; where each round begins, ends and has its label."""

    lines: tuple[WaterLine, ...]
    rounds: tuple[tuple[float, float, int], ...]


def score_chart(state: State) -> LineChart:
    """The scores after every round as lines, beginning with 0."""
    counts = range(len(state.rounds) + 1)
    return line_chart(counts, by_seat([totals(state, count) for count in counts]))


def water_chart(state: State) -> WaterChart:
    """The water each player showed, trick by trick."""
    spans = _spans(state) if any(record.levels for record in state.tricks) else ()
    lines = tuple(_water_line(state, seat, spans) for seat in range(state.seats))
    return WaterChart(lines, spans)


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
    """The steps of the water in one round, from the first card until the end or the elimination."""
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
        "{name}: water up to {level}. Tricks that cost a ring: {paid}. Times out: {outs}",
        name=SeatName(seat),
        level=max(levels, default=0),
        paid=paid,
        outs=outs,
    )
