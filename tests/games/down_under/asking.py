"""How these tests ask: tiles written short, rulings and moves given as JSON, as the interface takes them."""

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
from companion.games.down_under.game import GAME
from companion.games.down_under.state import State

Json = dict[str, Any]
Choice = bool | str

KINDS = {"s": "straight", "c": "curve", "t": "terminus"}
COLOURS = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}


def tile(short: str, x: int, y: int, animal: str | None = None) -> Json:
    """A tile from its colour, shape and turn: "rc90" is a red curve turned by 90."""
    return {
        "x": x,
        "y": y,
        "kind": KINDS[short[1]],
        "colour": COLOURS[short[0]],
        "turn": int(short[2:] or 0),
        "animal": animal,
    }


def pond(x: int, y: int, *through: str) -> Json:
    """A billabong; "NS" joins its north and south."""
    return {"x": x, "y": y, "kind": "billabong", "through": [[*pair] for pair in through]}


def board(*placed: tuple[str, int, int]) -> list[Json]:
    """Several tiles."""
    return [tile(*one) for one in placed]


LOOP = board(("rc90", 0, 0), ("rc180", 1, 0), ("rc270", 1, 1), ("rc0", 0, 1))
"""Four red curves, all colour."""

LONG_LOOP = board(
    ("rc90", 0, 0), ("rs90", 1, 0), ("rc180", 2, 0), ("rc270", 2, 1), ("rs90", 1, 1), ("rc0", 0, 1)
)  # fmt: skip
"""Six red tiles, two by three."""


def judge(name: str, options: dict[str, Choice] | None = None, **facts: Any) -> Ruling:
    """The ruling on facts given as JSON."""
    kind = GAME.ruling(name)
    return kind.judge(
        decode(kind.facts, facts, Reading(4, GAME.box_clause), "facts"), read_options(GAME, options or {})
    )


def verdict(name: str, options: dict[str, Choice] | None = None, **facts: Any) -> Any:
    """The verdict on facts given as JSON."""
    return dict(judge(name, options, **facts).verdict)


def not_judged(name: str, **facts: Any) -> tuple[str, ...]:
    """The clauses by which facts are refused a ruling."""
    with pytest.raises(IllegalMove) as caught:
        judge(name, **facts)
    return caught.value.clauses


def misshapen(name: str, **facts: Any) -> str:
    """Where facts have not the right shape."""
    with pytest.raises(NotAMove) as caught:
        judge(name, **facts)
    return caught.value.path


def lengths(tiles: list[Json], **options: Choice) -> list[tuple[str, int, str]]:
    """Colour, length and state of every route, longest first."""
    found = verdict("route", options, tiles=tiles)["routes"]
    return [(route["colour"], route["length"], route["state"]) for route in found]


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


def read(move: Json, seats: int = 4) -> Any:
    """The move of its JSON."""
    fields = {name: value for name, value in move.items() if name != "kind"}
    return decode(GAME.moves[move["kind"]], fields, Reading(seats, GAME.box_clause), "move")


class Table:
    """A match to which moves are given as JSON; what is refused is not recorded."""

    def __init__(self, players: int, **options: Choice) -> None:
        self.timeline = Timeline(GAME, make_setup(GAME, players, options))

    @property
    def state(self) -> State:
        """Where the match stands."""
        return self.timeline.at().state

    @property
    def turn(self) -> int | None:
        """Whose turn it is."""
        return GAME.status(self.state).turn

    @property
    def phase(self) -> str:
        """What the table does next."""
        return GAME.status(self.state).phase

    @property
    def scores(self) -> list[int]:
        """The score of each seat."""
        return [*GAME.status(self.state).scores]

    @property
    def winners(self) -> list[int] | None:
        """Who has won, at the end."""
        won = GAME.status(self.state).winners
        return None if won is None else [*won]

    @property
    def done(self) -> list[bool]:
        """Which seats go on no more."""
        return [self.state.is_done(seat) for seat in range(self.state.seats)]

    def play(self, kind: str, *, anyway: bool = False, **fields: Any) -> Outcome[State]:
        """Enters a move. Raises what it is refused or doubted for."""
        event = Played(read({"kind": kind, **fields}, self.timeline.setup.seats), anyway)
        stopped = self.timeline.after(event).stopped
        if stopped is not None:
            raise stopped.error
        return self.timeline.add(event).outcome

    def lay(self, short: str, x: int, y: int, *, animal: str | None = None, anyway: bool = False) -> Outcome[State]:
        """Lays a tile for the seat that plays its colour."""
        laid = tile(short, x, y, animal)
        return self.play("lay", seat=self._seat(laid["colour"]), tile=laid, anyway=anyway)

    def lay_all(self, *placed: tuple[str, int, int]) -> "Table":
        """Lays several tiles in turn."""
        for short, x, y in placed:
            self.lay(short, x, y)
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

    def _seat(self, colour: Any) -> int:
        return self.state.seat_of(colour)
