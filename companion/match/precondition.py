"""Preconditions of an entry: that it is still meant, that it leads somewhere, and that the caller may make it."""

from dataclasses import dataclass

from companion.engine.game import Move
from companion.engine.journal import (
    Amended,
    CannotUndo,
    Event,
    Note,
    Played,
    Revision,
    Undone,
    follow,
    newest_first,
    plays,
)
from companion.engine.text import say
from companion.match.access import Caller, must_enter
from companion.match.errors import BrokenOff, MovedOn, NeedsHost, NotAllowed, NothingToUndo
from companion.match.snapshot import Snapshot
from companion.store import Entry


@dataclass(frozen=True, slots=True)
class Precondition:
    """What must hold for a change to be made.

    `version` is the one that the caller saw (an optimistic lock), `key` keeps the same change from being made twice
    (idempotency), `confirm` says that a host knows that it passes a reveal.
    """

    version: int | None = None
    key: str | None = None
    confirm: bool = False


def check_goes_on(now: Snapshot) -> None:
    """Raise `BrokenOff` if the match was broken off and not taken up again."""
    if now.timeline.is_abandoned:
        raise BrokenOff(now.version)


def check_holds(now: Snapshot) -> None:
    """Raise `NotAllowed` if an entry that stands is forbidden by the rules: whatever came after it would not be replayed."""
    if now.replay.stopped is not None:
        when = now.when(now.replay.stopped.play.index)
        raise NotAllowed(say("This no longer fits: {moment}. Undo it or put it right first.", moment=when))


def check_version(now: Snapshot, precondition: Precondition) -> None:
    """Raise `MovedOn` if the change names another version than the match is at."""
    # A program that names no version says that it means its entry whatever has happened.
    if precondition.version is not None and precondition.version != now.version:
        raise MovedOn(now.version)


def check_step(now: Snapshot, caller: Caller, event: Event, precondition: Precondition) -> Event:
    """Return the entry, which takes back, changes or brings back others. Raises why it may not be made."""
    check_goes_on(now)
    try:
        follow(now.timeline.revisions, event)  # one that leads nowhere could be recorded, and never be read again
        must_change(now, caller, event)
        # Asked last: whether something hidden would show is worked out only for an entry that may be made otherwise.
        is_confirmed = precondition.confirm and caller.is_host(now.table.id)
        if not is_confirmed and (now.timeline.passes_reveal(event) or now.timeline.would_reveal(event)):
            raise NeedsHost(now.version)
    except CannotUndo:
        raise NothingToUndo from None
    return event


def must_change(now: Snapshot, caller: Caller, event: Event) -> None:
    """Raise if the caller may not enter for all whose entries a step takes back, changes, or brings back."""
    must_enter(caller, now.table, [entry.by_seat for entry in _touched(now, event)])


def still_means_the_same(now: Snapshot, move: Move, version: int | None) -> bool:
    """Return whether an entry made at `version` means the same now: same step of the game, nothing new for its seats."""
    seats = _seats(move)
    # A move without seats is the whole table's: whatever came between may have changed what it means.
    if version is None or not seats or not 0 <= version <= now.version:
        return False
    # Others may have laid their cards since the page was made: everyone lays at once, and must not be sent back.
    is_others = all(_is_for_others(event, seats) for event in now.timeline.events[version:])
    # The step too: a card of the next trick would be taken for one of this trick.
    return is_others and now.moment_at(version) == now.moment


def table_seat(now: Snapshot, move: Move) -> int | None:
    """Return the table seat a move acts for; None if it acts for the whole table."""
    seat: int | None = getattr(move, "seat", None)
    return None if seat is None else now.table_seat(seat)


def _seats(move: Move) -> frozenset[int]:
    """Return the seats a move is entered for; none if it is for the whole table."""
    seat = getattr(move, "seat", None)
    return frozenset(getattr(move, "entered_for", ()) if seat is None else (seat,))


def _is_for_others(event: Event, seats: frozenset[int]) -> bool:
    """Return whether an entry changed nothing for these seats, nor for the whole table."""
    if isinstance(event, Played):
        others = _seats(event.move)
        return bool(others) and others.isdisjoint(seats)
    return isinstance(event, Note)


def _touched(now: Snapshot, event: Event) -> list[Entry]:
    """Return the entries that a step takes back, changes, or brings back."""
    if isinstance(event, Undone):
        # An undo takes back all after it too, so each of them needs the right to enter for its seat.
        return [*now.entries[max(event.index, 0) :]]
    revision = now.timeline.revision
    if isinstance(event, Amended):
        # What stands before or after, but not both: a correction may drop later plays, and let others stand in spite of
        # a doubt.
        differ = _standing(revision) ^ _standing(follow(now.timeline.revisions, event))
        entered = {at for index, source, _ in differ for at in (index, source)}
        return [now.entries[index] for index in sorted(entered) if index < now.version]
    standing = set(newest_first(revision.last))
    brought = [node.play for node in newest_first(revision.redo[-1] if revision.redo else None) if node not in standing]
    return [now.entries[index] for index in sorted({at for play in brought for at in (play.index, play.source)})]


def _standing(revision: Revision) -> set[tuple[int, int, bool]]:
    """Return the plays that stand: the entry that made each, the one whose move is in force, and whether it is so in
    spite of a doubt.
    """
    return {(play.index, play.source, play.anyway) for play in plays(revision)}
