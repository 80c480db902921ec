"""The water of a trick as it is tapped on the board: the twelve levels, what is turned up, what is still missing (LU-10, LU-12)."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import chain
from typing import NamedTuple

from companion.engine.identity_cache import cached_by_identity
from companion.engine.text import Text, say
from companion.games.land_unter.board.taps import Taps
from companion.games.land_unter.rules.components import (
    CARDS_TURNED_UP,
    COPIES_OF_A_LEVEL,
    HIGHEST_LEVEL,
    TRICKS,
)
from companion.games.land_unter.rules.state import State


class LevelCell(NamedTuple):
    """One water level to tap: how many cards of it are left in this round, and how often it is tapped."""

    level: int
    left: int
    times: int


def water_missing(levels: tuple[int, ...]) -> list[Text]:
    """The part of the water that is still to be tapped."""
    if len(levels) == CARDS_TURNED_UP:
        return []
    return [say("the second water level") if levels else say("the water")]


def tapped_levels(state: State, taps: Taps) -> tuple[int, ...]:
    """The water tapped so far, or entered before as a piece; a level twice only if it is alone."""
    levels = taps.numbers("levels", 1, HIGHEST_LEVEL) or state.levels or certain_levels(state)
    return levels if len(levels) <= CARDS_TURNED_UP else tuple(dict.fromkeys(levels))


@cached_by_identity
def certain_levels(state: State) -> tuple[int, ...]:
    """The water of the last trick of a round, if all others were recorded: the two cards that are left (LU-10)."""
    cells = level_cells(state, ())
    if state.trick != TRICKS - 1 or len(state.this_round) != state.trick:
        return ()
    return tuple(cell.level for cell in cells for _ in range(cell.left))


def only_level(levels: tuple[int, ...]) -> int | None:
    """The level that might have been turned up twice: the only one tapped."""
    return levels[0] if len(set(levels)) == 1 else None


@cached_by_identity
def level_cells(state: State, levels: tuple[int, ...]) -> tuple[LevelCell, ...]:
    """The twelve levels to tap, `levels` being those tapped so far."""
    seen = Counter(chain.from_iterable(record.levels for record in state.this_round))
    return tuple(_cell(level, seen[level], levels.count(level)) for level in range(1, HIGHEST_LEVEL + 1))


@cache
def _cell(level: int, seen: int, times: int) -> LevelCell:
    return LevelCell(level, max(0, COPIES_OF_A_LEVEL - seen), times)


def water_words(levels: tuple[int, ...]) -> Text | None:
    """The water turned up, as one reads it; None if nothing is tapped."""
    if not levels:
        return None
    if len(levels) == 1:
        return say("{level} and ?", level=levels[0])
    if len(levels) == CARDS_TURNED_UP and levels[0] == levels[1]:
        return say("{level} twice", level=levels[0])
    return say("{levels}", levels=tuple(sorted(levels)))


def who_takes(levels: tuple[int, ...]) -> tuple[Text | None, Text | None]:
    """What the highest player takes, and the second highest; nothing before both levels are tapped (LU-12)."""
    if len(levels) != CARDS_TURNED_UP:
        return None, None
    low, high = sorted(levels)
    return say("takes the {level}", level=low), say("takes the {level}", level=high)
