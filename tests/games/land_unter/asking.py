"""How these tests ask: rulings and moves given as JSON, as the interface takes them."""

from typing import Any

import pytest

from companion.engine.errors import IllegalMove
from companion.engine.journal import Played
from companion.engine.timeline import Replay
from companion.games.land_unter.game import GAME
from companion.games.land_unter.rules.state import State
from tests.games.table import Asked, Entered, doubt

Move = dict[str, Any]


ASKED = Asked(GAME)
judge, read, not_a_move = ASKED.judge, ASKED.read, ASKED.not_a_move


class Table(Entered[State]):
    """A match of Land Unter."""

    game = GAME

    @property
    def rings(self) -> list[int | None]:
        return [player.rings for player in self.state.players]

    @property
    def levels(self) -> list[int | None]:
        """The water each seat shows."""
        return [player.level for player in self.state.players]

    def play(self, move: Move, *, anyway: bool = False) -> Replay[State]:
        """Enters a move. Raises what it is refused or doubted for."""
        return self.enter(move, anyway=anyway)

    def count(self, *rings: int) -> "Table":
        """Enters the rings of every seat."""
        for seat, number in enumerate(rings):
            self.play({"kind": "count_rings", "seat": seat, "rings": number}, anyway=True)
        return self

    def trick(self, levels: tuple[int, int], cards: dict[int, int], *, anyway: bool = False) -> Replay[State]:
        """Enters a whole trick with its cards."""
        laid = {str(seat): card for seat, card in cards.items()}
        return self.play({"kind": "trick", "levels": list(levels), "cards": laid}, anyway=anyway)

    def take(self, levels: tuple[int, int], highest: int, second: int, *, anyway: bool = False) -> Replay[State]:
        """Enters a whole trick by who laid the two highest cards."""
        move = {"kind": "trick", "levels": list(levels), "highest": highest, "second": second}
        return self.play(move, anyway=anyway)

    def refused(self, move: Move) -> IllegalMove:
        """Why the move is refused, even if the table insists."""
        with pytest.raises(IllegalMove) as caught:
            self.play(move, anyway=True)
        return caught.value

    def doubted(self, move: Move, *seats: int) -> tuple[str, ...]:
        """The clauses for which the box doubts the move; that the table may insist has been tried on a preview.

        `seats` are those of whoever enters it.
        """
        event = Played(read(move, self.timeline.setup.seats), anyway=True)
        assert self.timeline.after(event).stopped is None
        return doubt(GAME, self.state, event.move, seats=frozenset(seats)).clauses
