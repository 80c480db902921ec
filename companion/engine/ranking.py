"""Who finished where: the place of every seat in a match that is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.engine.game import Status


def places(status: Status) -> tuple[int, ...] | None:
    """The place of each seat, 1 for whoever won, or None while the match is not over. Ties share the better place.

    If the game ranks its seats, that holds. Otherwise winners come before all others, and points rank the rest.
    """
    if status.winners is None:
        return None
    if status.places is not None:
        return status.places
    return ranked([(seat not in status.winners, -score) for seat, score in enumerate(status.scores)])


def ranked(keys: Sequence[Any]) -> tuple[int, ...]:
    """The place of each of these, the least first; equal ones share the better place."""
    return tuple(1 + sum(one < key for one in keys) for key in keys)


def best(scores: Sequence[int]) -> tuple[int, ...]:
    """The seats with the highest score, all of them if they tie."""
    return tuple(seat for seat, score in enumerate(scores) if score == max(scores))
