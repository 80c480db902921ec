"""As whom a browser looks at a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import url_for

from companion.match.access import Caller
from companion.store import Match
from companion.web.app.services import services


@dataclass(frozen=True, slots=True)
class View:
    """What a layout knows of the viewer: equal boards in equal views give equal bytes.

    `holds_one`: the browser holds one seat of the match. `serves` are the seats of a browser that holds several;
    `is_passed`: it was passed to one of them. `was_host`: it hosted until that passed on by itself. `is_hosted_elsewhere`:
    another phone of its seat hosts. `sits_out`: it has a seat
    at the table, but none in this match; `seat_outside` is that seat.
    `may_enter`: it may enter something now. `is_here`: it may object, whether or not there is something of its own to enter.
    `waits_for`: whose turn it is, where that seat has a phone that serves it alone.
    `correcting` is the past entry that is being corrected. `acting`: the seat that acts here, if any does. `looks_back`: at
    a step of a match that is over. `device`: the hash of this browser's token, if it has one.
    """

    holds_one: bool
    serves: tuple[int, ...]
    is_passed: bool
    is_host: bool
    sits_out: bool
    entry_url: str
    preview_url: str
    may_enter: bool = False
    is_here: bool = False
    waits_for: int | None = None
    correcting: int | None = None
    seat_outside: int | None = None
    acting: int | None = None
    was_host: bool = False
    is_hosted_elsewhere: bool = False
    looks_back: bool = False
    device: str | None = None

    @property
    def is_at_table(self) -> bool:
        """Whether this browser may enter anything here while the match goes on."""
        return self.is_host or self.holds_one or bool(self.serves)


class AskedView:
    """A view as templates see it, which notes what they ask: all who would be answered the same may be shown what they made."""

    def __init__(self, view: View) -> None:
        self._view = view

    def __getattr__(self, name: str) -> Any:
        # Called once for each name: `setattr` puts the answer where Python looks first, and what was asked can be read from
        # `vars`.
        answer = getattr(self._view, name)
        setattr(self, name, answer)
        return answer

    def would_say(self, other: View) -> bool:
        """Return whether this other view answers as this one did."""
        return all(getattr(other, name) == answer for name, answer in vars(self).items() if name != "_view")


def view_of(match: Match, caller: Caller) -> View:
    """Return as whom this browser looks at the match."""
    held, is_host = tuple(sorted(caller.seats_in(match))), caller.is_host(match.table_id)
    outside = None if is_host or held else min(caller.seats(match.table_id), default=None)
    serves, acting = held if len(held) > 1 else (), caller.viewer_of(match).seats
    return View(
        holds_one=len(held) == 1,
        serves=serves,
        is_passed=bool(serves and acting),
        is_host=is_host,
        sits_out=outside is not None,
        seat_outside=outside,
        acting=min(acting, default=None),
        was_host=not is_host and services.succession.was_host(match.table_id, caller),
        is_hosted_elsewhere=not is_host and bool(held) and services.succession.hosts_from(match.table_id, caller),
        entry_url=url_for("play.move", match_id=match.id),
        preview_url=url_for("play.preview", match_id=match.id),
        device=caller.token_hash,
    )
