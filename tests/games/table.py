"""A match to which moves are given as JSON, as the interface takes them; what is refused is not recorded."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Self, TypeVar

import pytest

from companion.engine.errors import DoubtfulMove, IllegalMove, NotAMove
from companion.engine.game import Game, Outcome, Viewer
from companion.engine.journal import Played
from companion.engine.options import make_setup, read_options
from companion.engine.rulings import Ruling
from companion.engine.schema.codec import Reading, decode
from companion.engine.timeline import Replay, Timeline, attempt
from tests.games.english import said
from tests.there import there

State = TypeVar("State")
Move = dict[str, Any]


def read(game: Game[Any], move: Move, seats: int) -> Any:
    fields = {name: value for name, value in move.items() if name != "kind"}
    return decode(game.moves[move["kind"]], fields, Reading(seats, game.box_clause), "move")


def refusal(game: Game[Any], state: Any, move: Any) -> IllegalMove:
    """Why a move is refused, even if the table insists."""
    with pytest.raises(IllegalMove) as caught:
        attempt(game, state, move, anyway=True)
    return caught.value


def doubt(game: Game[Any], state: Any, move: Any, **more: frozenset[int]) -> DoubtfulMove:
    """Why whoever enters a move is asked back; `seats` are theirs."""
    with pytest.raises(DoubtfulMove) as caught:
        attempt(game, state, move, anyway=False, **more)
    return caught.value


@dataclass(frozen=True)
class Asked:
    """A game as programs ask it: rulings and moves given as JSON, as the interface takes them."""

    game: Game[Any]

    def judge(self, name: str, facts: Any, **options: bool | str) -> Ruling:
        kind, reading = self.game.ruling(name), Reading(self.game.players[-1], self.game.box_clause)
        return kind.judge(decode(kind.facts, facts, reading, "facts"), read_options(self.game, options))

    def verdict(self, name: str, facts: Any, **options: bool | str) -> Any:
        return dict(self.judge(name, facts, **options).verdict)

    def doubts(self, name: str, facts: Any, **options: bool | str) -> set[str]:
        return {clause for flag in self.judge(name, facts, **options).flags for clause in flag.clauses}

    def idle(self, seats: int, **options: bool | str) -> set[str]:
        return {*there(self.game.idle)(read_options(self.game, options), seats)}

    def refused(self, name: str, facts: Any) -> IllegalMove:
        with pytest.raises(IllegalMove) as caught:
            self.judge(name, facts)
        return caught.value

    def read(self, move: Move, seats: int | None = None) -> Any:
        return read(self.game, move, seats or self.game.players[-1])

    def not_a_move(self, move: Move) -> str:
        with pytest.raises(NotAMove) as caught:
            self.read(move)
        return caught.value.path


class Entered(Generic[State]):
    game: ClassVar[Game[Any]]

    def __init__(self, players: int = 3, **options: bool | str) -> None:
        self.timeline: Timeline[State] = Timeline(self.game, make_setup(self.game, players, options))

    @property
    def state(self) -> State:
        return self.timeline.at().state

    def read(self, move: Move) -> Any:
        return read(self.game, move, self.timeline.setup.seats)

    def enter(self, move: Move, *, anyway: bool = False) -> Replay[State]:
        """Enters a move. Raises what it is refused or doubted for."""
        event = Played(self.read(move), anyway)
        stopped = self.timeline.after(event).stopped
        if stopped is not None:
            raise stopped.error
        return self.timeline.add(event)

    def view(self, *seats: int) -> dict[str, Any]:
        return dict(self.game.view(self.state, Viewer(frozenset(seats))))


class Judged(Entered[State]):
    """The same, and by which clauses a move is refused or doubted."""

    @property
    def phase(self) -> str:
        return self.game.status(self.state).phase

    @property
    def turn(self) -> int | None:
        return self.game.status(self.state).turn

    def play(self, kind: str, *, anyway: bool = False, **fields: Any) -> Outcome[State]:
        return self.enter({"kind": kind, **fields}, anyway=anyway).outcome

    def then(self, kind: str, *, anyway: bool = False, **fields: Any) -> Self:
        self.play(kind, anyway=anyway, **fields)
        return self

    def refused(self, kind: str, **fields: Any) -> tuple[str, ...]:
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

    def met_with(self, move: Move) -> str:
        """Whether a move is taken, doubted or refused, even if the table insists, the clauses, and what is said.

        It is asked about where only whoever enters it now is asked back: what was recorded before stands.
        """
        try:
            ways = [self.timeline.after(Played(self.read(move), anyway)) for anyway in (True, False)]
        except IllegalMove as out_of_range:
            return _met("refused", out_of_range)
        for way, stop in zip(ways, ("refused", "doubted"), strict=True):
            if way.stopped is not None:
                return _met(stop, way.stopped.error)
        try:
            attempt(self.game, self.state, self.read(move), anyway=False, seats=frozenset())
        except DoubtfulMove as doubtful:
            return _met("asked", doubtful)
        return "taken"


def _met(how: str, error: IllegalMove | DoubtfulMove) -> str:
    reasons = error.flags if isinstance(error, DoubtfulMove) else error.reasons
    return f"{' '.join((how, *error.clauses))}: {' '.join(said(reason.text) for reason in reasons)}"


Row = tuple[Callable[[], Judged[Any]], Move, str]
"""A match, a move in it, and what that is met with: how and by which clauses, and where it carries a figure what is said."""


def otherwise(rows: Mapping[str, Row]) -> dict[str, str]:
    """The rows of which the move is met with something else, and with what."""
    found = {name: begun().met_with(move) for name, (begun, move, _) in rows.items()}
    return {
        name: met for name, met in found.items() if met != rows[name][2] and not met.startswith(f"{rows[name][2]}:")
    }
