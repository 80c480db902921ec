"""Who started a match, and how that was found: from its journal and the table's wishes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.engine.game import Game, Setup
from companion.engine.journal import Abandoned, Played, TakenUp, links
from companion.engine.starting import How, Starting
from companion.service.loaded import Loaded

AGREED: Final = "seat-"
"""How a table says that it agreed on somebody: this and the seat's number."""
HOWS: Final = ("rule", "lot", "turn")


@dataclass(frozen=True, slots=True)
class Started:
    """How the start player of a match was found; `seat` is the table's, None if the table has yet to say who."""

    how: How
    seat: int | None


def said_of(game: Game[Any], setup: Setup) -> Starting | None:
    """What the game says of the start player of such a match."""
    return None if game.starting is None else game.starting(setup)


def starter_of(loaded: Loaded) -> int | None:
    """The table's seat that started a match, as its journal says; None if there is no start player, or none yet."""
    starting = said_of(loaded.game, loaded.timeline.setup)
    if starting is None:
        return None
    if starting.kind is None:
        return loaded.match.seats[0]
    made = [link.play.move for link in links(loaded.timeline.line.last)]
    said = [move.seat for move in made if loaded.game.kind_of(move) == starting.kind]
    return loaded.table_seat(said[-1]) if said else None


def is_untouched(loaded: Loaded) -> bool:
    """Whether nothing has been entered in a match except who starts it."""
    starting = said_of(loaded.game, loaded.timeline.setup)
    kind = None if starting is None else starting.kind
    return all(loaded.game.kind_of(link.play.move) == kind for link in links(loaded.timeline.line.last))


def is_empty(loaded: Loaded) -> bool:
    """Whether nothing was ever entered, not even to be taken back, except who starts: there is nothing to look at."""
    kinds = (Played, Abandoned, TakenUp)
    return is_untouched(loaded) and all(isinstance(event, kinds) for event in loaded.timeline.events)


def is_found_so(started: Started | None, start: str) -> bool:
    """Whether a start player was found as `start` asks; `started` is None if the seating decided, as in the rule."""
    if start.startswith(AGREED):
        return started is not None and f"{AGREED}{started.seat}" == start
    how = "rule" if started is None else started.how
    return how == "lot" if start == "lot" else how in ("rule", "turn")


def from_seat(seats: Sequence[int], first: int) -> list[int]:
    """The same people round the table, with this one named first."""
    at = seats.index(first)
    return [*seats[at:], *seats[:at]]


def following(order: Sequence[int], last: int, playing: Sequence[int]) -> int:
    """The next of those who play, going round the table from `last`, who need not play this time."""
    at = order.index(last)
    return next(seat for seat in (*order[at + 1 :], *order[: at + 1]) if seat in playing)
