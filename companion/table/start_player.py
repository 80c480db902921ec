"""Who started a match, and how that was found: from its journal and the table's wishes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.engine.game import Game, Setup
from companion.engine.journal import links
from companion.engine.present import How, Starting
from companion.match.snapshot import Snapshot

AGREED: Final = "seat-"
"""How a table says that it agreed on somebody: this and the seat's number."""
NAMED: Final = "rule-"
"""How a table says whom the rule means, the youngest or the oldest: this and the seat's number."""
HOWS: Final = ("rule", "lot", "turn")


@dataclass(frozen=True, slots=True)
class Started:
    """How the start player of a match was found; `seat` is the table's, None if the table has yet to say who."""

    how: How
    seat: int | None


def said_of(game: Game[Any], setup: Setup) -> Starting | None:
    """What the game says of the start player of such a match."""
    return None if game.starting is None else game.starting(setup)


def starter_in(seen: Snapshot) -> int | None:
    """The seat of the match that started it, as its journal says; None if there is no start player, or none yet."""
    starting = said_of(seen.game, seen.setup)
    if starting is None:
        return None
    if starting.kind is None:
        return 0
    made = [link.play.move for link in links(seen.replay.last)]
    said = [move.seat for move in made if seen.game.kind_of(move) == starting.kind]
    return said[-1] if said else None


def starter_of(seen: Snapshot) -> int | None:
    """The same as the table's seat."""
    seat = starter_in(seen)
    return None if seat is None else seen.table_seat(seat)


def is_found_so(started: Started | None, start: str) -> bool:
    """Whether a start player was found as `start` asks; `started` is None if the seating decided, as in the rule."""
    if start.startswith(AGREED):
        return started is not None and f"{AGREED}{started.seat}" == start
    how = "rule" if started is None else started.how
    if start.startswith(NAMED):
        return started is not None and how == "rule" and f"{NAMED}{started.seat}" == start
    return how == "lot" if start == "lot" else how in ("rule", "turn")


def from_seat(seats: Sequence[int], first: int) -> list[int]:
    """The same people round the table, with this one named first."""
    at = seats.index(first)
    return [*seats[at:], *seats[:at]]


def following(order: Sequence[int], last: int, playing: Sequence[int]) -> int:
    """The next of those who play, going round the table from `last`, who need not play this time."""
    at = order.index(last)
    return next(seat for seat in (*order[at + 1 :], *order[: at + 1]) if seat in playing)
