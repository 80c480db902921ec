"""The second fold: from the plays that stand to the state, stopping at the first play that no longer holds."""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeAlias

from companion.engine.errors import DoubtfulMove, IllegalMove
from companion.engine.game import Game, Move, Outcome, Setup, State
from companion.engine.journal import Line, Link, Play, links
from companion.engine.rulings import Reason, flags_for

Known: TypeAlias = "MutableMapping[Link | None, Outcome[State]]"
"""Outcomes worked out before; replay adds to them, so that the next entry costs one play."""


@dataclass(frozen=True, slots=True)
class Stop:
    """The first play that no longer holds, and why."""

    play: Play
    error: IllegalMove | DoubtfulMove

    @property
    def reasons(self) -> tuple[Reason, ...]:
        return self.error.reasons if isinstance(self.error, IllegalMove) else self.error.flags


class Replay(NamedTuple, Generic[State]):
    """Where the plays lead: the outcome of the last that holds, the link it belongs to, and where it stopped."""

    outcome: Outcome[State]
    last: Link | None
    stopped: Stop | None

    @property
    def state(self) -> State:
        """The state after the last play that holds."""
        return self.outcome.state


def begin(game: Game[State], setup: Setup) -> Known[State]:
    """The memory of a match without plays: nothing but its first state."""
    return {None: Outcome(game.start(setup))}


def replay(game: Game[State], line: Line, known: Known[State]) -> Replay[State]:
    """The state after the plays of `line`. `known` must come from `begin`; replay adds to it."""
    ahead: list[Link] = []
    for link in links(line.last):
        if link in known:
            break
        ahead.append(link)
    last = ahead[-1].before if ahead else line.last
    for link in reversed(ahead):
        move = link.play.move  # a move that cannot be read is not a play that fell
        try:
            known[link] = attempt(game, known[last].state, move, anyway=link.play.anyway)
        except (IllegalMove, DoubtfulMove) as error:
            return Replay(known[last], last, Stop(link.play, error))
        last = link
    return Replay(known[last], last, None)


def attempt(
    game: Game[Any], state: State, move: Move, *, anyway: bool, seats: frozenset[int] | None = None
) -> Outcome[State]:
    """What the move leads to. Raises `IllegalMove`, and `DoubtfulMove` if the box objects and `anyway` is not said.

    `seats` are those of whoever enters it: a doubt that rests on the secrets of others is not raised. None means that
    it was entered before, and is only replayed.
    """
    outcome: Outcome[State] = game.play(state, move)
    doubts = flags_for(seats or frozenset(), outcome.flags, makes_it=seats is not None)
    if seats is None:
        doubts = tuple(flag for flag in doubts if not flag.spares_recorded)
    if doubts and not anyway:
        raise DoubtfulMove(doubts)
    return outcome
