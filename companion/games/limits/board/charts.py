"""The geometry of the scores, as lines over the rounds. Numbers only, no drawing."""

from __future__ import annotations

from companion.engine.charts import LineChart, by_seat, line_chart
from companion.games.limits.rules.state import State


def score_chart(state: State) -> LineChart:
    """The scores after every round as lines, beginning with 0."""
    scores = [(0,) * state.seats, *(record.scores for record in state.rounds)]
    return line_chart([0, *(record.number for record in state.rounds)], by_seat(scores))
