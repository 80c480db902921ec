"""A match to which moves are given as JSON, as the interface takes them; what is refused is not recorded."""

from __future__ import annotations

from typing import Any, ClassVar, Generic, TypeVar

import pytest

from companion.engine.errors import DoubtfulMove, IllegalMove
from companion.engine.game import Game, Viewer
from companion.engine.journal import Played
from companion.engine.options import make_setup
from companion.engine.schema.codec import Reading, decode
from companion.engine.timeline import Replay, Timeline

State = TypeVar("State")


def read(game: Game[Any], move: dict[str, Any], seats: int) -> Any:
    """The move of its JSON."""
    fields = {name: value for name, value in move.items() if name != "kind"}
    return decode(game.moves[move["kind"]], fields, Reading(seats, game.box_clause), "move")


class Entered(Generic[State]):
    """A match of the game that a subclass names."""

    game: ClassVar[Game[Any]]

    def __init__(self, players: int, **options: bool | str) -> None:
        self.timeline: Timeline[State] = Timeline(self.game, make_setup(self.game, players, options))

    @property
    def state(self) -> State:
        """Where the match stands."""
        return self.timeline.at().state

    def read(self, move: dict[str, Any]) -> Any:
        """The move of its JSON, at this table."""
        return read(self.game, move, self.timeline.setup.seats)

    def enter(self, move: dict[str, Any], *, anyway: bool = False) -> Replay[State]:
        """Enters a move. Raises what it is refused or doubted for."""
        event = Played(self.read(move), anyway)
        stopped = self.timeline.after(event).stopped
        if stopped is not None:
            raise stopped.error
        return self.timeline.add(event)

    def view(self, *seats: int) -> dict[str, Any]:
        """The state as those seats see it."""
        return dict(self.game.view(self.state, Viewer(frozenset(seats))))


class Judged(Entered[State]):
    """The same, and by which clauses a move is refused or doubted."""

    @property
    def phase(self) -> str:
        """What the table does next."""
        return self.game.status(self.state).phase

    def refused(self, kind: str, **fields: Any) -> tuple[str, ...]:
        """The clauses by which the move is refused, even if the table insists."""
        with pytest.raises(IllegalMove) as caught:
            self.enter({"kind": kind, **fields}, anyway=True)
        return caught.value.clauses

    def doubted(self, kind: str, **fields: Any) -> tuple[str, ...]:
        """The clauses for which the box doubts the move; that the table may insist has been tried on a preview."""
        move = {"kind": kind, **fields}
        assert self.timeline.after(Played(self.read(move), anyway=True)).stopped is None
        with pytest.raises(DoubtfulMove) as caught:
            self.enter(move)
        return caught.value.clauses
