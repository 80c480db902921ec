"""Redaction: the state and the journal of a match as plain data, reduced to what a viewer may see."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from companion.engine.game import Game, Viewer
from companion.engine.journal import (
    Abandoned,
    Amended,
    Contested,
    Event,
    HistoryNode,
    Note,
    Play,
    Played,
    Redone,
    Settled,
    TakenUp,
    Undone,
    newest_first,
    plays,
)
from companion.engine.rulings import Doubt, Json, flags_for
from companion.engine.text import say
from companion.match.journal_codec import write_move
from companion.match.snapshot import Snapshot

NO_SEAT: Final = Viewer(frozenset())


@dataclass(frozen=True, slots=True)
class VisibleEntry:
    """A journal entry as one viewer may see it. `by` is a seat of the match, None for anyone without one in it: the
    host, someone who only looks on, or paper.

    `stands`: the move of this entry is in force. `corrected_by`: the entry that put another move in its place.
    `contested_by`: the newest entry that says this one is wrong, until that is settled or corrected. `concerned`: what an undo
    took back, a redo brought back, or a correction replaced, oldest first and as a viewer without a seat sees it; `instead`: what
    stands in place of each, None where nothing does.
    """

    index: int
    by: int | None
    at: datetime
    move: dict[str, Json]
    stands: bool
    anyway: bool
    flags: tuple[Doubt, ...]
    corrected_by: int | None
    contested_by: int | None = None
    concerned: tuple[dict[str, Json], ...] = ()
    instead: tuple[dict[str, Json] | None, ...] = ()

    @property
    def edits(self) -> tuple[tuple[dict[str, Json], dict[str, Json]], ...]:
        """What an edit replaced, each with what it put there; of an undo, the edits that it took back, and no more."""
        pairs = [(one, other) for one, other in zip(self.concerned, self.instead, strict=True) if other is not None]
        kind = self.move["kind"]
        if kind == "amend":
            return tuple(pairs)
        whole = pairs if len(pairs) == len(self.concerned) else []
        return tuple((then, one) if kind == "undo" else (one, then) for one, then in whole)


def redact_state(game: Game[Any], state: Any, names: tuple[str | None, ...], viewer: Viewer) -> dict[str, Json]:
    """Return the state as JSON: what every match has, and what the game shows this viewer."""
    status = game.status(state)
    shown = dict(game.view(state, viewer))
    # What a game says of its seats goes beside name and score, seat by seat, so that a client finds all of a player in one
    # place.
    more = shown.pop("seats", None)
    seats: list[Json] = []
    for seat, score in enumerate(status.scores):
        about = more[seat] if isinstance(more, list) else {}
        assert isinstance(about, dict)
        seats.append({"name": names[seat], "score": score, **about})
    winners: Json = None if status.winners is None else [*status.winners]
    return {"phase": status.phase, "turn": status.turn, "seats": seats, "winners": winners, **shown}


def redact_journal(snapshot: Snapshot, viewer: Viewer) -> Iterator[VisibleEntry]:
    """Yield every entry as this viewer may see it, oldest first."""
    # Worked out once for the whole journal: each walks all plays that stand.
    in_force, contests = snapshot.in_force, snapshot.contested
    standing = set(in_force.values())
    for index in range(snapshot.version):
        yield _redact(snapshot, index, viewer, in_force.get(index), contests.get(index), stands=index in standing)[0]


def redact_entry(snapshot: Snapshot, index: int, viewer: Viewer) -> VisibleEntry:
    entry, is_for_all = _redact_for_onlookers(snapshot, index)
    return entry if is_for_all else _redact_single(snapshot, index, viewer)[0]


def redact_move_in_force(snapshot: Snapshot, index: int, viewer: Viewer) -> dict[str, Json]:
    """Return the move in force for an entry, as this viewer may see it: its own, or the one that corrected it."""
    entry = redact_entry(snapshot, index, viewer)
    if entry.corrected_by is None:
        return entry.move
    event = snapshot.timeline.events[entry.corrected_by]
    assert isinstance(event, Amended)
    return _redact_move(snapshot, dict(event.moves)[index], entry.corrected_by, viewer)[0]


def redact_newest(snapshot: Snapshot, viewer: Viewer) -> VisibleEntry | None:
    """Return the newest entry as this viewer may see it; None if there is none.

    Of moves, undo, redo and corrections: objections, and where a match was stopped or resumed, are read apart.
    """
    index = _newest(snapshot)
    return None if index is None else redact_entry(snapshot, index, viewer)


def newest_for_everybody(snapshot: Snapshot) -> VisibleEntry | None:
    """Return the newest entry as a viewer without a seat sees it; None if there is none, or if someone may see more of it."""
    index = _newest(snapshot)
    entry, is_for_all = (None, False) if index is None else _redact_for_onlookers(snapshot, index)
    return entry if is_for_all else None


def _newest(snapshot: Snapshot) -> int | None:
    events = snapshot.timeline.events
    return next((index for index in reversed(range(len(events))) if not isinstance(events[index], Note)), None)


def _redact_for_onlookers(snapshot: Snapshot, index: int) -> tuple[VisibleEntry, bool]:
    """Return one entry as an onlooker may see it, and whether everyone sees just that."""
    entry, is_whole = _redact_single(snapshot, index, NO_SEAT)
    # A doubt is shown to those whose secrets it rests on, so an entry may differ by viewer though its move is open.
    return entry, is_whole and all(not flag.secrets_of for flag in _raised(snapshot, index))


def _redact_single(snapshot: Snapshot, index: int, viewer: Viewer) -> tuple[VisibleEntry, bool]:
    # Searched from the end of the journal: the entries read alone are there, at every tap the newest.
    near = itertools.takewhile(lambda node: node.play.index >= index, newest_first(snapshot.timeline.revision.last))
    source = next((node.play.source for node in near if node.play.index == index), None)
    stands = source == index or any(node.play.source == index for node in newest_first(snapshot.timeline.revision.last))
    return _redact(snapshot, index, viewer, source, snapshot.contested.get(index), stands=stands)


def sees_all(snapshot: Snapshot, play: Play, viewer: Viewer) -> bool:
    """Return whether nothing in a play's move is hidden from this viewer."""
    return _redact_move(snapshot, play.move, play.source, viewer)[1]


def _redact(
    snapshot: Snapshot, index: int, viewer: Viewer, source: int | None, contested_by: int | None, *, stands: bool
) -> tuple[VisibleEntry, bool]:
    """Return the entry as the viewer may see it, and whether that is all of it."""
    event, row = snapshot.timeline.events[index], snapshot.entries[index]
    move, is_whole = _redact_event(snapshot, event, index, viewer)
    flags = _flags(snapshot, index, viewer, is_whole=is_whole)
    is_overruled = isinstance(event, (Played, Amended)) and event.anyway
    entry = VisibleEntry(
        index=index,
        by=snapshot.match_seat(row.by_seat),
        at=row.at,
        move=move,
        stands=stands,
        # The journal marks only doubts that everyone may know of. The one whose secret it is sees the mark by the doubt
        # itself.
        anyway=is_overruled or any(flag.is_own_secret for flag in flags),
        flags=flags,
        corrected_by=source if source != index else None,
        contested_by=contested_by,
        **_concerned(snapshot, index),
    )
    return entry, is_whole


def _concerned(snapshot: Snapshot, index: int) -> dict[str, Any]:
    """Return the moves that an undo took back, a redo brought back, or a correction replaced, and those in their place."""
    event = snapshot.timeline.events[index]
    if not isinstance(event, (Undone, Redone, Amended)):
        return {}
    before, after = snapshot.timeline.revisions[index : index + 2]
    fuller, other = (after, before) if isinstance(event, Redone) else (before, after)
    beside = {play.index: play for play in plays(other)}
    concerned = [
        (play, beside.get(play.index))
        for play in plays(fuller)
        if play.index not in beside or beside[play.index].source != play.source
    ]

    def shown(play: Play | None) -> dict[str, Json] | None:
        return None if play is None else _redact_move(snapshot, play.move, play.source, NO_SEAT)[0]

    return {
        "concerned": tuple(shown(play) for play, _ in concerned),
        "instead": tuple(shown(other) for _, other in concerned),
    }


def _redact_event(snapshot: Snapshot, event: Event, index: int, viewer: Viewer) -> tuple[dict[str, Json], bool]:
    """Return the entry's move, and whether the viewer sees all of it."""
    if isinstance(event, Played):
        return _redact_move(snapshot, event.move, index, viewer)
    if isinstance(event, Undone):
        return {"kind": "undo", "index": event.index}, True
    if isinstance(event, Contested):
        return {"kind": "contest", "index": event.index, "reason": event.reason}, True
    if isinstance(event, Settled):
        return {"kind": "settle", "index": event.index}, True
    if isinstance(event, (Abandoned, TakenUp)):
        return {"kind": "abandon" if isinstance(event, Abandoned) else "take_up"}, True
    if not isinstance(event, Amended):
        return {"kind": "redo"}, True
    moves = [(at, *_redact_move(snapshot, move, index, viewer)) for at, move in event.moves]
    first_index, first_move, _ = moves[0]
    also: list[Json] = [{"index": at, "move": move} for at, move, _ in moves[1:]]
    more: dict[str, Json] = {"also": also} if also else {}
    dropped = {"dropped_from": event.dropped_from, "dropped_until": event.dropped_until}
    more |= {name: index for name, index in dropped.items() if index is not None}
    return {"kind": "amend", "index": first_index, "move": first_move, **more}, all(whole for _, _, whole in moves)


def _redact_move(snapshot: Snapshot, move: Any, source: int, viewer: Viewer) -> tuple[dict[str, Json], bool]:
    revealed = snapshot.timeline.is_revealed(source)
    shown = dict(snapshot.game.redact(move, snapshot.setup.options, viewer, revealed))
    # Compared with the whole move: only the game knows which fields it holds back, and this asks it.
    return shown, shown == write_move(snapshot.game, move)


def _flags(snapshot: Snapshot, index: int, viewer: Viewer, *, is_whole: bool) -> tuple[Doubt, ...]:
    flags = flags_for(viewer.seats, _raised(snapshot, index), makes_it=is_whole)
    if not flags or is_whole:
        return flags
    # A doubt about a hidden entry could give away what is hidden in it.
    return (Doubt(say("What you saved doesn’t match the game’s box."), (snapshot.game.box_clause,)),)


def _raised(snapshot: Snapshot, index: int) -> tuple[Doubt, ...]:
    """Return everything that was doubtful about an entry."""
    node: HistoryNode | None = snapshot.timeline.revisions[index + 1].last
    if not isinstance(snapshot.timeline.events[index], Played) or node is None:
        return ()
    outcome = snapshot.timeline.outcome(node)
    return outcome.flags if outcome else ()
