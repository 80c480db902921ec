"""What a correction leads to: its entry in the journal, and the first later play that falls by it."""

from __future__ import annotations

from dataclasses import replace

from companion.engine.errors import DoubtfulMove, IllegalMove
from companion.engine.game import Move
from companion.engine.journal import Amended, CannotUndo
from companion.engine.replay import Stop
from companion.match.errors import NeedsHost, NothingToUndo
from companion.service.loaded import Loaded


def settle(loaded: Loaded, moves: tuple[tuple[int, Move], ...], *, anyway: bool) -> tuple[Amended, Stop | None]:
    """The entry that corrects `moves`, and the first later play that falls by it, if one does.

    Raises `NothingToUndo` if an index names no play that stands, and the engine's errors if the corrected move itself
    does not hold.
    """
    event = Amended(moves, anyway)
    while True:
        try:
            stopped = loaded.timeline.after(event).stopped
        except CannotUndo:
            raise NothingToUndo from None
        if stopped is None:
            return event, None
        if stopped.play.index in dict(moves):
            raise stopped.error
        if not (anyway and isinstance(stopped.error, DoubtfulMove)):
            return replace(event, dropped_from=stopped.play.index), stopped
        event = replace(event, allowed=(*event.allowed, stopped.play.index))


def settle_unseen(
    loaded: Loaded, moves: tuple[tuple[int, Move], ...], *, anyway: bool, is_confirmed: bool
) -> tuple[Amended, Stop | None]:
    """What `settle` gives. Raises `NeedsHost` if the failure itself would tell what others have hidden."""
    try:
        event, stopped = settle(loaded, moves, anyway=anyway)
    except IllegalMove as error:
        if error.of_hidden and not is_confirmed:
            raise NeedsHost(loaded.timeline.version) from None
        raise
    if stopped is not None and not is_confirmed and isinstance(stopped.error, IllegalMove) and stopped.error.of_hidden:
        raise NeedsHost(loaded.timeline.version)
    return event, stopped
