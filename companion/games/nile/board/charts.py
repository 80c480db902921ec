"""The geometry of a match's charts: pawns and obelisk coming nearer, what the market paid. Numbers only, no drawing."""

from __future__ import annotations

from companion.engine.charts import BarChart, LineChart, Series, bar_chart, by_seat, line_chart
from companion.engine.text import say
from companion.games.nile.rules.components import LAST_SQUARE
from companion.games.nile.rules.state import State


def pawn_chart(state: State) -> LineChart:
    """The pawns' and the obelisk's squares after every turn as lines."""
    pawns = [(1,) * state.seats, *(tuple(after for _, after in one.pawns) for one in state.scorings)]
    obelisk = (LAST_SQUARE, *(one.obelisk[1] for one in state.scorings))
    numbers = [0, *(one.turn + 1 for one in state.scorings)]
    return line_chart(numbers, (*by_seat(pawns), Series(None, obelisk, say("Obelisk"), "obelisk")))


def takings_chart(state: State) -> BarChart:
    """What each player took from the market, turn by turn."""
    numbers = [one.turn + 1 for one in state.scorings]
    return bar_chart(numbers, by_seat([one.gains for one in state.scorings] or [(0,) * state.seats]))
