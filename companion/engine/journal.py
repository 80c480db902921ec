"""The first fold: from everything entered to the plays that stand.

Nothing in a journal is deleted: undo, redo and corrections are entries of their own. The fold keeps where the match
stood at every version, so that taking back is a step, not a replay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from companion.engine.game import Move


class UnreadMove:
    """A move as the records hold it, read when someone first asks for it: no one asks for most that were taken back.

    It equals the move it stands for.
    """

    __slots__ = ("_move", "_read", "_text")

    def __init__(self, text: str, read: Callable[[str], Move]) -> None:
        self._text = text
        self._read = read
        self._move: Move = None

    @property
    def move(self) -> Move:
        """The move. Raise what reading it raises."""
        # Once: a move is asked for by every replay, and reading it checks its whole shape.
        if self._move is None:
            self._move = self._read(self._text)
        return self._move

    def __eq__(self, other: object) -> bool:
        return bool(self.move == (other.move if isinstance(other, UnreadMove) else other))

    def __hash__(self) -> int:
        return hash(self.move)

    def __repr__(self) -> str:
        return repr(self.move)


@dataclass(frozen=True, slots=True)
class Played:
    """A move was entered; `anyway` if the table insisted on it although the box doubts it."""

    entered: Move | UnreadMove
    anyway: bool = False

    @property
    def move(self) -> Move:
        """The move that was entered."""
        return self.entered.move if isinstance(self.entered, UnreadMove) else self.entered


@dataclass(frozen=True, slots=True)
class Undone:
    """Entry `index` and everything after it was taken back."""

    index: int


@dataclass(frozen=True, slots=True)
class Redone:
    """The last undo was taken back."""


@dataclass(frozen=True, slots=True)
class Amended:
    """Past plays were corrected: `moves` gives the new move of each.

    Later plays may stand although the box doubts them (`allowed`), or fall from `dropped_from` on because they no
    longer hold, or the round they belong to ends sooner: then those from `dropped_until` on, of the next, stand.
    """

    moves: tuple[tuple[int, Move], ...]
    anyway: bool = False
    allowed: tuple[int, ...] = ()
    dropped_from: int | None = None
    dropped_until: int | None = None


@dataclass(frozen=True, slots=True)
class Contested:
    """Someone says that entry `index` is wrong, for a reason named by a word of the service's list."""

    index: int
    reason: str


@dataclass(frozen=True, slots=True)
class Settled:
    """The host has settled what was contested about entry `index`."""

    index: int


@dataclass(frozen=True, slots=True)
class Abandoned:
    """The table has broken the match off: it stays as it stands, unfinished."""


@dataclass(frozen=True, slots=True)
class TakenUp:
    """The table goes on with a match that it had broken off."""


Note: TypeAlias = Contested | Settled | Abandoned | TakenUp
"""An entry that changes no play."""
Event: TypeAlias = Played | Undone | Redone | Amended | Note


@dataclass(frozen=True, slots=True)
class Play:
    """A play as it stands: `index` is the entry that made it, `source` the one whose move is in force (a correction's)."""

    index: int
    source: int
    entered: Move | UnreadMove
    anyway: bool

    @property
    def move(self) -> Move:
        """The move in force."""
        return self.entered.move if isinstance(self.entered, UnreadMove) else self.entered


@dataclass(frozen=True, slots=True, eq=False)
class HistoryNode:
    """A play that stands, and those before it. Compared by identity, so that a state can be kept beside it."""

    before: HistoryNode | None
    play: Play


@dataclass(frozen=True, slots=True)
class Revision:
    """Where a journal stands at one version: the last play in force, and what redo would bring back.

    `is_abandoned`: the table has broken the match off, and not taken it up again. `contests` maps each entry that is
    contested and not settled to the newest entry that contests it.
    """

    last: HistoryNode | None = None
    redo: tuple[HistoryNode | None, ...] = ()
    is_abandoned: bool = False
    contests: Mapping[int, int] = field(default_factory=dict)


class CannotUndo(Exception):
    """There is nothing to take back or bring back, or no such entry to correct."""


def plays(revision: Revision) -> tuple[Play, ...]:
    """Return the plays that stand, in order."""
    return tuple(node.play for node in newest_first(revision.last))[::-1]


def newest_first(last: HistoryNode | None) -> Iterator[HistoryNode]:
    """Yield the nodes back from the last play in force, newest first."""
    while last is not None:
        yield last
        last = last.before


def oldest_first(last: HistoryNode | None) -> Iterator[HistoryNode]:
    """Return the nodes up to the last play in force, oldest first."""
    return reversed(tuple(newest_first(last)))


def follow(revisions: Sequence[Revision], event: Event) -> Revision:
    """Return where the journal stands after one more entry; `revisions[v]` is where it stood at version v.

    Raise `CannotUndo`.
    """
    now = revisions[-1]
    if isinstance(event, Played):
        index = len(revisions) - 1
        return Revision(
            HistoryNode(now.last, Play(index, index, event.entered, event.anyway)), (), now.is_abandoned, now.contests
        )
    if isinstance(event, Undone):
        return _undo(revisions, event.index)
    if isinstance(event, Redone):
        # Only undo fills it, and a new play empties it: there is never anything else to bring back.
        if not now.redo:
            raise CannotUndo
        return Revision(now.redo[-1], now.redo[:-1], now.is_abandoned, now.contests)
    if isinstance(event, Note):
        if isinstance(event, Contested):
            # The newest objection takes the place of an older one to the same entry: one answer of the host settles both.
            return replace(now, contests={**now.contests, event.index: len(revisions) - 1})
        if isinstance(event, Settled):
            return replace(now, contests={at: by for at, by in now.contests.items() if at != event.index})
        # Undo and redo stay what they were: breaking off and going on changes no play.
        return replace(now, is_abandoned=isinstance(event, Abandoned))
    # A correction ends what redo could bring back, as a new play does: what was undone stood on the plays as they were.
    return Revision(_amend(now, event, len(revisions) - 1), (), now.is_abandoned, now.contests)


def latest(revision: Revision) -> int:
    """Return the entry that undo takes back when none is named: the newest one in force. Raise `CannotUndo`."""
    sources = [node.play.source for node in newest_first(revision.last)]
    if not sources:
        raise CannotUndo
    # By the entry whose move is in force, not by its place: the last thing entered may have been a correction of an early
    # play.
    return max(sources)


def _undo(revisions: Sequence[Revision], index: int) -> Revision:
    now = revisions[-1]
    # An entry after which the same plays stood, such as an objection, leaves nothing to take back.
    if not 0 <= index < len(revisions) - 1 or revisions[index].last is now.last:
        raise CannotUndo
    # Nothing is rebuilt: the plays that stood at that version are linked still, each to the one before it.
    return Revision(revisions[index].last, (*now.redo, now.last), now.is_abandoned, now.contests)


def _amend(now: Revision, event: Amended, source: int) -> HistoryNode | None:
    moves = dict(event.moves)
    first = min(moves, default=-1)
    touched, node = _split(now.last, first)
    # Only what stands can be corrected: an entry that was undone would come back by it.
    if {play.index for play in touched} & set(moves) != set(moves):
        raise CannotUndo
    # New nodes from the first corrected play on, because each says what stood before it. Those before are shared with the old
    # history.
    falls = False
    for play in touched:
        falls = (falls or play.index == event.dropped_from) and play.index != event.dropped_until
        if not falls:
            node = HistoryNode(node, _corrected(play, event, moves, source))
    return node


def _split(last: HistoryNode | None, first: int) -> tuple[list[Play], HistoryNode | None]:
    touched: list[Play] = []
    while last is not None and last.play.index >= first:
        # The entry of a play numbers its place, and corrections keep it: so older plays have lower numbers, and the walk ends
        # early.
        touched.append(last.play)
        last = last.before
    return touched[::-1], last


def _corrected(play: Play, event: Amended, moves: dict[int, Move], source: int) -> Play:
    if play.index in moves:
        return replace(play, source=source, entered=moves[play.index], anyway=event.anyway)
    # What the table insisted on once it is not asked about again by a correction of something before it.
    return replace(play, anyway=play.anyway or play.index in event.allowed)
