"""How these tests ask: rulings and moves given as JSON, as the interface takes them."""

from typing import Any

import pytest

from companion.engine.codec import Reading, decode
from companion.engine.errors import DoubtfulMove, IllegalMove, NotAMove
from companion.engine.game import Outcome, Viewer
from companion.engine.journal import Played
from companion.engine.options import make_setup, read_options
from companion.engine.rulings import Ruling
from companion.engine.text import Text
from companion.engine.timeline import Timeline
from companion.games.limits.game import GAME
from companion.games.limits.state import State

Move = dict[str, Any]

CARD = {"red": 3, "yellow": 1, "green": 3, "blue": "X", "violet": 0}
"""The limit card most of these tests play with."""


def judge(name: str, facts: Any, **options: str) -> Ruling:
    """The ruling on facts given as JSON."""
    kind = GAME.ruling(name)
    return kind.judge(decode(kind.facts, facts, Reading(6, GAME.box_clause), "facts"), read_options(GAME, options))


def not_judged(facts: Any) -> IllegalMove:
    """Why an accusation is refused a ruling."""
    with pytest.raises(IllegalMove) as caught:
        judge("accusation", facts)
    return caught.value


def read(move: Move, seats: int = 6) -> Any:
    """The move of its JSON."""
    fields = {name: value for name, value in move.items() if name != "kind"}
    return decode(GAME.moves[move["kind"]], fields, Reading(seats, GAME.box_clause), "move")


def not_a_move(move: Move) -> str:
    """Where the move has not the right shape."""
    with pytest.raises(NotAMove) as caught:
        read(move)
    return caught.value.path


def out_of_range(move: Move) -> tuple[str, tuple[str, ...]]:
    """Where the move is out of range, and by which clauses."""
    with pytest.raises(IllegalMove) as caught:
        read(move)
    return caught.value.path, caught.value.clauses


def said(text: Text) -> str:
    """The text in English, with seats as S0, S1."""
    message = text.plural if text.plural is not None and text.count != 1 else text.message
    return message.format(**{name: _said(arg) for name, arg in text.args})


def steps(ruling: Ruling) -> list[str]:
    """The working of a ruling in English."""
    return [said(reason.text) for reason in ruling.because]


def _said(arg: Any) -> str:
    if isinstance(arg, Text):
        return said(arg)
    if isinstance(arg, tuple):
        return ", ".join(_said(one) for one in arg)
    return f"S{arg.seat}" if hasattr(arg, "seat") else str(arg)


class Table:
    """A match to which moves are given as JSON; what is refused is not recorded."""

    def __init__(self, players: int, **options: str) -> None:
        self.timeline = Timeline(GAME, make_setup(GAME, players, options))

    @property
    def state(self) -> State:
        """Where the match stands."""
        return self.timeline.at().state

    @property
    def hands(self) -> list[int]:
        """The cards in each hand."""
        return [player.hand for player in self.state.players]

    @property
    def phase(self) -> str:
        """What the table does next."""
        return GAME.status(self.state).phase

    @property
    def turn(self) -> int | None:
        """Whose turn it is."""
        return GAME.status(self.state).turn

    def play(self, kind: str, *, anyway: bool = False, **fields: Any) -> Outcome[State]:
        """Enters a move. Raises what it is refused or doubted for."""
        event = Played(read({"kind": kind, **fields}, self.timeline.setup.seats), anyway)
        stopped = self.timeline.after(event).stopped
        if stopped is not None:
            raise stopped.error
        return self.timeline.add(event).outcome

    def begin(self, *hidden: str, starter: int = 0, limit: dict[str, Any] | None = None) -> "Table":
        """Names the starter in the first round, turns up the limit card, hides a colour for each seat named."""
        if self.phase == "start":
            self.play("start", seat=starter)
        self.play("limit", numbers=limit or CARD)
        for seat, colours in enumerate(hidden):
            self.play("hide", seat=seat, colours=colours.split())
        return self

    def lay(self, *colours: str) -> "Table":
        """Lays cards in turn."""
        for colour in colours:
            self.play("lay", seat=self.turn, colour=colour)
        return self

    def refused(self, kind: str, **fields: Any) -> tuple[str, ...]:
        """The clauses by which the move is refused, even if the table insists."""
        with pytest.raises(IllegalMove) as caught:
            self.play(kind, anyway=True, **fields)
        return caught.value.clauses

    def doubted(self, kind: str, **fields: Any) -> tuple[str, ...]:
        """The clauses for which the box doubts the move; that the table may insist has been tried on a preview."""
        event = Played(read({"kind": kind, **fields}, self.timeline.setup.seats), anyway=True)
        assert self.timeline.after(event).stopped is None
        with pytest.raises(DoubtfulMove) as caught:
            self.play(kind, **fields)
        return caught.value.clauses

    def view(self, *seats: int) -> dict[str, Any]:
        """The state as those seats see it."""
        return dict(GAME.view(self.state, Viewer(frozenset(seats))))


def logged(players: int, **options: str) -> Table:
    """A match in which the app keeps the pile."""
    return Table(players, pile="logged", **options)
