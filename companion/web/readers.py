"""Who looks at a board from a browser: which seats it holds, and with whose eyes it looks."""

from __future__ import annotations

from dataclasses import dataclass

from flask import request

from companion.engine.game import Viewer
from companion.match.access import Caller
from companion.match.snapshot import Snapshot
from companion.web.device import caller

ACTING_COOKIE = "acting"


@dataclass(frozen=True, slots=True)
class Reader:
    """One browser: its rights, and the seat it was passed to (match and seat, as kept in the browser)."""

    caller: Caller
    passed_to: str

    def acting(self, match: str, held: tuple[int, ...]) -> int | None:
        """Whose eyes the browser has now: its only seat's, or of several the one it was passed to."""
        if len(held) == 1:
            return held[0]
        passed_match, _, seat = self.passed_to.partition(":")
        return next((one for one in held if passed_match == match and str(one) == seat), None)


@dataclass(frozen=True, slots=True)
class Sitting:
    """How a browser sits at a match: the seats it holds, whose eyes it has (`acting`), and as whom it may enter.

    `draft_owner` owns its half-made entry; `sits_out`: it has a seat at the table, but none in this match.
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


def sitting(seen: Snapshot, reader: Reader) -> Sitting:
    """How this reader sits at the match."""
    held = tuple(sorted(seen.viewer_of(reader.caller).seats))
    acting = reader.acting(seen.match.id, held)
    is_host = reader.caller.is_host(seen.table.id)
    return Sitting(
        held,
        acting,
        Viewer(frozenset(() if acting is None else (acting,))),
        is_host,
        not (is_host or held) and bool(reader.caller.seats(seen.table.id)),
        owner_of_draft(reader.caller.token_hash or "", acting),
    )


def reader() -> Reader:
    """Who asks."""
    return Reader(caller(), request.cookies.get(ACTING_COOKIE, ""))


def acting_seat(match: str, held: tuple[int, ...]) -> int | None:
    """Whose eyes this device has now."""
    return reader().acting(match, held)


def draft_owner(match: str, held: tuple[int, ...]) -> str:
    """Who owns a half-made entry of this device."""
    return owner_of_draft(caller().token_hash or "", acting_seat(match, held))


def owner_of_draft(device: str, acting: int | None) -> str:
    """Who owns a half-made entry: the seat, so that it goes with it to another phone, else the device."""
    return device if acting is None else f"seat {acting}"
