"""Contested verdicts: marked for everybody until the host settles them or the facts are corrected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.engine.errors import NotAMove
from companion.engine.journal import Contested, Settled, links
from companion.engine.text import Text, say
from companion.match.access import Caller, must_enter, must_host
from companion.match.errors import NothingToUndo
from companion.service.loaded import Loaded
from companion.service.matches import Matches
from companion.service.seen import Seen
from companion.service.steps import Asked
from companion.service.telling import NO_SEAT, contested, tell_in_force
from companion.store import REMARK, Store

REASONS: Final[Mapping[str, Text]] = {
    "entry": say("What was entered is not what happened"),
    "rule": say("The rule says something else"),
    "house": say("We play it differently"),
    "other": say("Something else"),
}
LONGEST_REMARK: Final = 200


@dataclass(frozen=True, slots=True)
class Contest:
    """An open contest: entry `number` of the journal says that entry `index` is wrong; `by` is a seat or the host.

    `entry` tells the entry as an onlooker may see it, so that everybody reads the same.
    """

    number: int
    index: int
    by: int | None
    entry: Text | None
    reason: Text
    remark: str


@dataclass(frozen=True, slots=True)
class Objection:
    """What somebody holds against entry `index`: one of the reasons, as it was sent, and a remark in words."""

    index: int
    reason: str
    remark: str


def contest(matches: Matches, match_id: str, caller: Caller, objection: Objection, asked: Asked) -> Seen:
    """The match with an entry contested. The words are kept beside the journal, so that they can be removed."""
    seen = matches.look(match_id, caller)
    must_enter(caller, seen.table, ())
    if not objection.reason:
        raise NotAMove("reason", say("Tap one of the reasons."))
    if objection.reason not in REASONS:
        raise NotAMove("reason", say("This must be one of: {choices}.", choices=tuple(REASONS)))
    if not _stands(seen.loaded, objection.index):
        raise NothingToUndo
    words = " ".join(objection.remark.replace("\x00", " ").split())[:LONGEST_REMARK]
    return matches.note(match_id, caller, Contested(objection.index, objection.reason), asked, words)


def settle(matches: Matches, match_id: str, caller: Caller, index: int, asked: Asked) -> Seen:
    """The match with what was contested about entry `index` settled, which only the host may do."""
    seen = matches.look(match_id, caller)
    must_host(caller, seen.table)
    if index not in contested(seen.loaded):
        raise NothingToUndo
    return matches.note(match_id, caller, Settled(index), asked)


def open_contests(store: Store, loaded: Loaded) -> tuple[Contest, ...]:
    """What is contested now, oldest first."""
    found = contested(loaded)
    if not found:
        return ()
    said = remarks(store, loaded.match.id)
    return tuple(_told(loaded, index, number, said.get(number, "")) for index, number in found.items())


def remarks(store: Store, match_id: str) -> dict[int, str]:
    """The words of whoever contested, by the number of their entry."""
    return {int(draft.name): draft.body for draft in store.drafts.of(match_id, REMARK)}


def _told(loaded: Loaded, index: int, number: int, remark: str) -> Contest:
    event, at = loaded.timeline.events[number], loaded.entries[number].by_seat
    assert isinstance(event, Contested)
    seats = loaded.match.seats
    by = seats.index(at) if at is not None and at in seats else None
    narrate = loaded.game.narrate
    entry = None if narrate is None else narrate(tell_in_force(loaded, index, NO_SEAT))
    return Contest(number, index, by, entry, REASONS.get(event.reason, REASONS["other"]), remark)


def _stands(loaded: Loaded, index: int) -> bool:
    return any(link.play.index == index for link in links(loaded.timeline.line.last))
