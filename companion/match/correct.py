"""Corrections: past moves changed, shown before they count, and what falls by them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from companion.engine.errors import DoubtfulMove, IllegalMove, NotAMove
from companion.engine.game import Draft, Game, Moment, Move
from companion.engine.journal import Amended, CannotUndo, HistoryNode, Note, Play, Played, Undone, newest_first
from companion.engine.rulings import Doubt, Json, flags_for
from companion.engine.schema.formdata import pairs, tree
from companion.engine.text import say
from companion.engine.timeline import Replay, Stop, TimelineView
from companion.match.access import Caller, must_enter
from companion.match.enter import Decision, Matches
from companion.match.errors import NeedsHost, NothingToUndo
from companion.match.journal_codec import read_move
from companion.match.precondition import Precondition, check_step, check_version, must_change, table_seat
from companion.match.redact import redact_entry, sees_all
from companion.match.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Correction:
    """What a correction does, whether recorded or not: the match before it, after it, and where it stopped.

    `passes_reveal`: what it changes stands before a reveal, so only the host may make it, and has to confirm it.
    """

    before: Snapshot
    after: Snapshot
    stopped: Stop | None
    passes_reveal: bool = False


@dataclass(frozen=True, slots=True)
class PastPlay:
    """A play that stands, and where the match stood just before it was made."""

    game: Game[Any]
    play: Play
    replay: Replay[Any]


@dataclass(frozen=True, slots=True)
class StateChange:
    """One value that differs: its path as in `seats.0.rings`, and what it was and would be (None: not there)."""

    path: str
    before: Json
    after: Json


def amend(
    matches: Matches,
    match_id: str,
    caller: Caller,
    moves: Sequence[tuple[int, object]],
    precondition: Precondition,
    *,
    anyway: bool = False,
    from_form: bool = False,
) -> Correction:
    """Return the match with past moves corrected.

    Later entries that no longer hold fall, from the first of them on, as do those of a round that ends sooner; `anyway` keeps
    those that are only doubtful. From a form it is still accepted after further entries that it leaves as they are.
    """

    def decide(now: Snapshot) -> Decision:
        read = _read(now, caller, moves, precondition, from_form=from_form)
        is_confirmed = precondition.confirm and caller.is_host(now.table.id)
        event, _ = _plan_within_rights(now, read, anyway=anyway, is_confirmed=is_confirmed)
        if not _does_as_shown(now, event, precondition.version):
            check_version(now, precondition)
        return Decision(check_step(now, caller, event, precondition))

    return _made(matches.enter(match_id, caller, precondition, decide))


def preview(
    matches: Matches,
    match_id: str,
    caller: Caller,
    moves: Sequence[tuple[int, object]],
    precondition: Precondition,
    *,
    anyway: bool = False,
    from_form: bool = False,
) -> Correction:
    """Return what `amend` would do; nothing is recorded."""
    now = matches.snapshot(match_id, caller)
    must_enter(caller, now.table, ())
    read = _read(now, caller, moves, precondition, from_form=from_form)
    event, stopped = _plan_within_rights(now, read, anyway=anyway, is_confirmed=False)
    must_change(now, caller, event)
    if now.timeline.would_reveal(event):
        raise NeedsHost(now.version)  # to preview it would be the reveal itself
    after = now.standing_at(now.timeline.after(event))
    return Correction(now, after, stopped, now.timeline.passes_reveal(event))


def plan_amendment(
    timeline: TimelineView[Any], moves: tuple[tuple[int, Move], ...], *, anyway: bool
) -> tuple[Amended, Stop | None]:
    """Return the entry that corrects `moves`, and the first later play that no longer holds, if there is one.

    Later plays also fall where the round ends sooner by it.

    Raise `NothingToUndo` if an index names no play that stands, and the engine's errors if the corrected move itself
    does not hold.
    """
    event = Amended(moves, anyway)
    # Each turn of this loop lets one more doubtful play stand, or ends; so it ends after as many as there are plays.
    while True:
        try:
            event = _within_its_round(timeline, event)
        except CannotUndo:
            raise NothingToUndo from None
        stopped = timeline.after(event).stopped
        if stopped is None:
            return event, None
        # The corrected move itself does not hold: that is refused, not dropped.
        if stopped.play.index in dict(moves):
            raise stopped.error
        if not (anyway and isinstance(stopped.error, DoubtfulMove)):
            first = event.dropped_from or _fall_from(timeline, dict(moves), stopped)
            return replace(event, dropped_from=first, dropped_until=None), stopped
        event = replace(event, allowed=(*event.allowed, stopped.play.index))


def _within_its_round(timeline: TimelineView[Any], event: Amended) -> Amended:
    """Return a correction without the later entries of its round that come after its end by it; those of the next round stand.

    The first of them would begin the next round, before anyone has seen this one end.
    """
    since = min((index for index, _ in event.moves), default=0)
    was, now = (_moments_after(timeline, last, since) for last in (timeline.revision.last, timeline.after(event).last))
    next_round = next((index for index in sorted(was) if was[index].pauses), None)
    rest = [index for index in sorted(now) if next_round is None or index < next_round]
    late = next((index for index in rest if now[index].pauses), None)
    return event if late is None else replace(event, dropped_from=late, dropped_until=next_round)


def _moments_after(timeline: TimelineView[Any], last: HistoryNode | None, since: int) -> dict[int, Moment]:
    later = takewhile(lambda node: node.play.index > since, newest_first(last))
    return {node.play.index: timeline.game.moment(timeline.before(node).state) for node in later}


def _fall_from(timeline: TimelineView[Any], moves: Mapping[int, Move], stopped: Stop) -> int:
    """Return the entry from which plays fall: the one that stops, or before it what is taken away and then counts for
    nothing.
    """
    first = stopped.play.index
    for node in newest_first(timeline.revision.last):
        index = node.play.index
        if index >= first:
            continue
        # It stays only to hold its turn for those that follow it, and none does.
        if not getattr(moves.get(index), "taken_away", None):
            break
        first = index
    return first


def _plan_within_rights(
    now: Snapshot, moves: tuple[tuple[int, Move], ...], *, anyway: bool, is_confirmed: bool
) -> tuple[Amended, Stop | None]:
    """Return what `plan_amendment` gives.

    Raise `NeedsHost` if the failure itself would tell what others have hidden.
    """
    try:
        event, stopped = plan_amendment(now.timeline, moves, anyway=anyway)
    except IllegalMove as error:
        if error.of_hidden and not is_confirmed:
            raise NeedsHost(now.version) from None
        raise
    if stopped is not None and not is_confirmed and isinstance(stopped.error, IllegalMove) and stopped.error.of_hidden:
        raise NeedsHost(now.version)
    return event, stopped


def past(now: Snapshot, index: int, done: Correction | None = None) -> PastPlay:
    """Return the play of entry `index`, `done` if a correction is under way.

    Raise `NothingToUndo` if no such play stands.
    """
    node = _node(now.timeline.revision.last, index)
    if node is None:
        raise NothingToUndo
    before = now.timeline.before(node)
    if done is not None and done.stopped is not None and done.stopped.play.index == index:
        before = done.after.replay
    # With several corrections at once the play may stand on another state than it was made on: its form shows that one.
    elif done is not None and (changed := _node(done.after.replay.last, index)):
        before = now.timeline.before(changed)
    return PastPlay(now.game, node.play, before)


def entered_in(now: Snapshot, play: Play) -> Draft:
    """Return the values of the form that made a play, as far as this viewer may see them."""
    redacted = redact_entry(now, play.source, now.viewer).move
    move: Json = redacted if redacted.get("kind") != "amend" else _own_move(redacted, play.index)
    entered: dict[str, list[str]] = {}
    for name, value in pairs(move):
        entered.setdefault(name, []).append(value)
    return {name: tuple(values) for name, values in entered.items()}


def undone_values(now: Snapshot) -> Draft | None:
    """Return the values of the form that made the entry just undone; None if its moment is not this one, it hides something,
    or one tap made it: so does the next.
    """
    event = now.timeline.events[-1] if now.version else None
    if not isinstance(event, Undone):
        return None
    before = now.at(now.version - 1)
    node = _node(before.timeline.revision.last, event.index)
    if node is None or getattr(node.play.move, "is_one_tap", False) or not sees_all(before, node.play, now.viewer):
        return None
    is_of_now = now.game.moment(before.timeline.before(node).state) == now.moment
    return entered_in(before, node.play) if is_of_now else None


def given(entered: Draft) -> dict[str, Any]:
    """Return the tree of a form's values, without those that only say how someone likes to enter."""
    return tree((name, value) for name, values in entered.items() if not name.startswith("_") for value in values)


def doubts(done: Correction) -> tuple[Doubt, ...]:
    """Return what the box says against the moves that a correction puts in force, but what others’ secrets say."""
    changed, after = moves_after(done), done.after
    found = [after.timeline.outcome(node) for node in newest_first(after.replay.last) if node.play.index in changed]
    return flags_for(after.viewer.seats, tuple(flag for one in found if one for flag in one.flags))


def moves_after(done: Correction) -> dict[int, dict[str, Json]]:
    """Return the moves a correction puts in force, by the entry each corrects, as the caller may see them: in the place of
    what lies open, all of it.
    """
    before, after = done.before, done.after
    standing = {node.play.index: node.play for node in newest_first(before.replay.last)}
    changed = {
        node.play.index: node.play.move
        for node in newest_first(after.replay.last)
        if node.play.index in standing and node.play.source != standing[node.play.index].source
    }
    is_open = {index: before.timeline.is_revealed(standing[index].source) for index in changed}
    return {
        index: dict(after.game.redact(move, after.setup.options, after.viewer, is_open[index]))
        for index, move in changed.items()
    }


def changes(before: Json, after: Json, path: str = "") -> list[StateChange]:
    """Return every value that differs, in the order in which the states tell them."""
    if isinstance(before, dict) and isinstance(after, dict):
        return [
            change
            for name in dict.fromkeys((*before, *after))
            for change in changes(before.get(name), after.get(name), f"{path}.{name}" if path else name)
        ]
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        return [
            change
            for index, pair in enumerate(zip(before, after, strict=True))
            for change in changes(*pair, f"{path}.{index}")
        ]
    # Lists of different lengths differ as a whole: by position, one more card would show every later one as changed.
    return [] if before == after else [StateChange(path, before, after)]


def _read(
    now: Snapshot, caller: Caller, moves: Sequence[tuple[int, object]], precondition: Precondition, *, from_form: bool
) -> tuple[tuple[int, Move], ...]:
    """Return the corrected moves. Raises why they may not be entered."""
    if len({index for index, _ in moves}) != len(moves):
        raise NotAMove("also", say("This entry is here twice. Edit it only once."))
    read = tuple((index, read_move(now.game, move, now.players, as_text=from_form)) for index, move in moves)
    must_enter(caller, now.table, [table_seat(now, move) for _, move in read])
    # Of a form only what it would do now tells whether it is still meant.
    if not from_form:
        check_version(now, precondition)
    return read


def _does_as_shown(now: Snapshot, event: Amended, version: int | None) -> bool:
    """Return whether a correction does what was shown of it at `version`: entries were only added since, and all stand."""
    if version is None or not 0 <= version <= now.version:
        return False
    is_only_longer = all(isinstance(one, Played | Note) for one in now.timeline.events[version:])
    # A play that falls by it, or stands in spite of a doubt, and that no one was shown, is shown first.
    return is_only_longer and event.dropped_from is None and all(index < version for index in event.allowed)


def _made(after: Snapshot) -> Correction:
    """Return the corrected form of the entry that led to `after`, redacted as when it was made."""
    before, event = after.at(after.version - 1), after.timeline.events[-1]
    if not isinstance(event, Amended) or event.dropped_from is None:
        return Correction(before, after, None)
    # The journal notes where plays fell, not why. Without the note the replay stops at the same play, and says why.
    return Correction(before, after, before.timeline.after(replace(event, dropped_from=None)).stopped)


def _node(last: HistoryNode | None, index: int) -> HistoryNode | None:
    return next((node for node in newest_first(last) if node.play.index == index), None)


def _own_move(redacted: Mapping[str, Json], index: int) -> Json:
    """Return the move of one play in the entry of a correction, which may hold several."""
    if redacted.get("index") == index:
        return redacted["move"]
    also = redacted.get("also")
    assert isinstance(also, list)
    return next(one["move"] for one in also if isinstance(one, dict) and one["index"] == index)
