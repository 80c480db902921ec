"""As whom a browser looks at a board, as far as the board's layout has to know."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from companion.match.access import Caller
from companion.match.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class View:
    """What a layout knows of whoever looks on: equal boards in equal views give equal bytes.

    `holds_one`: the browser holds one seat of the match. `serves` are the seats of a browser that holds several;
    `is_passed`: it was passed to one of them. `sits_out`: it has a seat at the table, but none in this match.
    `may_enter`: it may enter something now. `correcting` is the past entry that is being corrected.
    """

    holds_one: bool
    serves: tuple[int, ...]
    is_passed: bool
    is_host: bool
    sits_out: bool
    entry_url: str
    preview_url: str
    may_enter: bool = False
    correcting: int | None = None

    @property
    def is_at_table(self) -> bool:
        """Whether this browser may enter anything here while the match goes on."""
        return self.is_host or self.holds_one or bool(self.serves)


def view_of(seen: Snapshot, caller: Caller) -> View:
    """As whom this browser looks at the match."""
    match, held = seen.match.id, tuple(sorted(seen.seats_of(caller)))
    is_host, serves = caller.is_host(seen.table.id), held if len(held) > 1 else ()
    return View(
        holds_one=len(held) == 1,
        serves=serves,
        is_passed=bool(serves and seen.viewer_of(caller).seats),
        is_host=is_host,
        sits_out=not (is_host or held) and bool(caller.seats(seen.table.id)),
        entry_url=url_for("play.move", match=match),
        preview_url=url_for("play.preview", match=match),
    )
