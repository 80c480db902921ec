"""Who looks at a board from a browser: which seats it holds, and with whose eyes it looks."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.game import Viewer
from companion.match.access import Caller
from companion.match.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Sitting:
    """How a browser sits at a match: the seats it holds, whose eyes it has (`acting`), and as whom it may enter.

    `draft_owner` owns its half-made entry: the seat, so that it goes with it to another phone, else the device.
    `sits_out`: it has a seat at the table, but none in this match.
    """

    held: tuple[int, ...]
    acting: int | None
    viewer: Viewer
    is_host: bool
    sits_out: bool
    draft_owner: str

    @property
    def may_enter(self) -> bool:
        """Whether it may enter anything while the match goes on."""
        return self.is_host or bool(self.held)


def sitting(seen: Snapshot, caller: Caller) -> Sitting:
    """How this browser sits at the match."""
    held, viewer = tuple(sorted(seen.seats_of(caller))), seen.viewer_of(caller)
    acting = next(iter(viewer.seats), None)
    is_host = caller.is_host(seen.table.id)
    return Sitting(
        held,
        acting,
        viewer,
        is_host,
        not (is_host or held) and bool(caller.seats(seen.table.id)),
        (caller.token_hash or "") if acting is None else f"seat {acting}",
    )
