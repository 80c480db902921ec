"""Contested verdicts: marked for everyone until the host settles them or the facts are corrected."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.engine.errors import NotAMove
from companion.engine.journal import Contested, Note, Settled
from companion.engine.text import Text, say
from companion.match.access import Caller, must_enter, must_host
from companion.match.enter import Matches
from companion.match.errors import NothingToUndo
from companion.match.precondition import Precondition
from companion.match.redact import NO_SEAT, redact_move_in_force
from companion.match.snapshot import Snapshot

REASONS: Final[Mapping[str, Text]] = {
    "entry": say("That’s not what happened"),
    "rule": say("The rule is different"),
    "house": say("We play it differently"),
    "other": say("Something else"),
}
LONGEST_REMARK: Final = 200


@dataclass(frozen=True, slots=True)
class Contest:
    """An open contest: entry `number` of the journal says that entry `index` is wrong; `by` is a seat or the host.

    `when` says in words when in the game that entry was made: people know tricks, and no numbers of entries.
    `entry` tells the entry as an onlooker may see it, so that everyone reads the same. `is_new`: nothing has been entered since.
    """

    number: int
    index: int
    when: Text
    by: int | None
    entry: Text | None
    reason: Text
    remark: str
    is_new: bool


@dataclass(frozen=True, slots=True)
class Objection:
    """What someone holds against entry `index`: one of the reasons, as it was sent, and a remark in words."""

    index: int
    reason: str
    remark: str


def contest(
    matches: Matches, match_id: str, caller: Caller, objection: Objection, precondition: Precondition
) -> Snapshot:
    """Return the match with an entry contested, which all at the table may do.

    The words lie beside the journal, to be removed.
    """
    now = matches.snapshot(match_id, caller)
    must_enter(caller, now.table, ())
    if not objection.reason:
        raise NotAMove("reason", say("Tap one of the reasons."))
    if objection.reason not in REASONS:
        raise NotAMove("reason", say("This must be one of: {choices}.", choices=tuple(REASONS)))
    # What was taken back stands nowhere any more, so there is nothing to hold against it.
    if objection.index not in now.in_force:
        raise NothingToUndo
    # Cut, not refused: an objection made in a quarrel should not fail for its length.
    words = " ".join(objection.remark.replace("\x00", " ").split())[:LONGEST_REMARK]
    return matches.note(match_id, caller, Contested(objection.index, objection.reason), precondition, words)


def settle(matches: Matches, match_id: str, caller: Caller, index: int, precondition: Precondition) -> Snapshot:
    """Return the match with what was contested about entry `index` settled, which only the host may do."""
    now = matches.snapshot(match_id, caller)
    must_host(caller, now.table)
    if index not in now.contested:
        raise NothingToUndo
    return matches.note(match_id, caller, Settled(index), precondition)


def open_contests(snapshot: Snapshot) -> tuple[Contest, ...]:
    """Return what is contested now, oldest first."""
    return tuple(_contest(snapshot, index, number) for index, number in snapshot.contested.items())


def _contest(snapshot: Snapshot, index: int, number: int) -> Contest:
    event, by = snapshot.timeline.events[number], snapshot.match_seat(snapshot.entries[number].by_seat)
    assert isinstance(event, Contested)
    entry = snapshot.game.narrate(redact_move_in_force(snapshot, index, NO_SEAT))
    # A reason of a newer version of the app is still an objection.
    reason, remark = REASONS.get(event.reason, REASONS["other"]), snapshot.remarks.get(number, "")
    is_new = all(isinstance(one, Note) for one in snapshot.timeline.events[number:])
    return Contest(number, index, snapshot.when(index), by, entry, reason, remark, is_new)
