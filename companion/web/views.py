"""As whom a browser looks at a board: which seats it holds, and with whose eyes it looks."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from companion.engine.game import Viewer
from companion.match.access import Caller
from companion.match.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class View:
    """As whom somebody looks at the board of a match: equal views of one state give equal bytes.

    `held` are the seats of the browser, `acting` the one whose eyes it has. `sits_out`: it has a seat at the table, but
    none in this match. `may_enter`: it may enter something now. `correcting` is the past entry that is being corrected.
    """

    held: tuple[int, ...]
    acting: int | None
    is_host: bool
    sits_out: bool
    entry_url: str
    preview_url: str
    may_enter: bool = False
    correcting: int | None = None

    @property
    def viewer(self) -> Viewer:
        """Whose secrets are shown."""
        return Viewer(frozenset(() if self.acting is None else (self.acting,)))

    @property
    def is_at_table(self) -> bool:
        """Whether this browser may enter anything here while the match goes on."""
        return self.is_host or bool(self.held)


def view_of(seen: Snapshot, caller: Caller) -> View:
    """As whom this browser looks at the match."""
    match, held = seen.match.id, tuple(sorted(seen.seats_of(caller)))
    is_host = caller.is_host(seen.table.id)
    return View(
        held=held,
        acting=next(iter(seen.viewer_of(caller).seats), None),
        is_host=is_host,
        sits_out=not (is_host or held) and bool(caller.seats(seen.table.id)),
        entry_url=url_for("play.move", match=match),
        preview_url=url_for("play.preview", match=match),
    )
