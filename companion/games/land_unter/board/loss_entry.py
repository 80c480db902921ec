"""Entering only who loses a ring, or who shows the lowest water at the end: one tap, or several who tie (LU-14, LU-22)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from companion.engine.game import Draft
from companion.games.land_unter.board.taps import taps_of
from companion.games.land_unter.rules.state import State


class LossEntry(NamedTuple):
    """The kind of move that a tap on a tank records; who is chosen so far, if several are named."""

    kind: Literal["loses", "lowest"]
    chosen: frozenset[int]


def loss_entry(state: State, draft: Draft) -> LossEntry:
    """The entry as far as it is made."""
    kind: Literal["loses", "lowest"] = "lowest" if state.asks_lowest else "loses"
    taps = taps_of(draft, kind)
    return LossEntry(kind, frozenset(taps.numbers("seats", 0, state.seats - 1)) & frozenset(state.still_in))
