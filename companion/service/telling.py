"""What is told of a match: its state and its journal as plain data, reduced to what a viewer may see."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from companion.engine.game import Viewer
from companion.engine.journal import (
    Abandoned,
    Amended,
    Contested,
    Event,
    Link,
    Play,
    Played,
    Settled,
    TakenUp,
    Undone,
    links,
)
from companion.engine.kept import kept
from companion.engine.replay import Replay
from companion.engine.rulings import Flag, Json, told_to
from companion.engine.text import say
from companion.match.journal_codec import write_move
from companion.service.loaded import Loaded

NO_SEAT: Final = Viewer(frozenset())


@dataclass(frozen=True, slots=True)
class Told:
    """A journal entry as one viewer may see it. `by` is a seat of the match, None for the host without a seat.

    `stands`: the move of this entry is in force. `corrected_by`: the entry that put another move in its place.
    `contested_by`: the newest entry that says this one is wrong, until that is settled or corrected.
    """

    index: int
    by: int | None
    at: datetime
    move: dict[str, Json]
    stands: bool
    anyway: bool
    flags: tuple[Flag, ...]
    corrected_by: int | None
    contested_by: int | None = None


def tell_state(loaded: Loaded, replay: Replay[Any], names: tuple[str | None, ...], viewer: Viewer) -> dict[str, Json]:
    """The state as JSON: what every match has, and what the game shows this viewer."""
    status = loaded.game.status(replay.state)
    shown = dict(loaded.game.view(replay.state, viewer))
    more = shown.pop("seats", None)
    seats: list[Json] = []
    for seat, score in enumerate(status.scores):
        about = more[seat] if isinstance(more, list) else {}
        assert isinstance(about, dict)
        seats.append({"name": names[seat], "score": score, **about})
    winners: Json = None if status.winners is None else [*status.winners]
    return {"phase": status.phase, "turn": status.turn, "seats": seats, "winners": winners, **shown}


def tell_journal(loaded: Loaded, viewer: Viewer) -> Iterator[Told]:
    """Every entry as this viewer may see it, oldest first."""
    in_force, contests = _in_force(loaded), contested(loaded)
    standing = set(in_force.values())
    for index in range(loaded.timeline.version):
        yield _tell(loaded, index, viewer, in_force.get(index), contests.get(index), stands=index in standing)[0]


def tell_entry(loaded: Loaded, index: int, viewer: Viewer) -> Told:
    """One entry as this viewer may see it."""
    told, is_for_all = _told_to_nobody(loaded, loaded.timeline.version, index)
    return told if is_for_all else _tell_alone(loaded, index, viewer)[0]


def tell_in_force(loaded: Loaded, index: int, viewer: Viewer) -> dict[str, Json]:
    """The move in force for an entry, as this viewer may see it: its own, or the one that corrected it."""
    told = tell_entry(loaded, index, viewer)
    if told.corrected_by is None:
        return told.move
    event = loaded.timeline.events[told.corrected_by]
    assert isinstance(event, Amended)
    return _tell_move(loaded, dict(event.moves)[index], told.corrected_by, viewer)[0]


def told_alike(loaded: Loaded, index: int) -> Told | None:
    """One entry as everybody may see it; None if somebody may see more of it."""
    told, is_for_all = _told_to_nobody(loaded, loaded.timeline.version, index)
    return told if is_for_all else None


@kept
def _told_to_nobody(loaded: Loaded, version: int, index: int) -> tuple[Told, bool]:
    """One entry as an onlooker may see it while the match stands at `version`, and whether everybody sees just that."""
    told, is_whole = _tell_alone(loaded, index, NO_SEAT)
    return told, is_whole and all(not flag.rests_on for flag in _raised(loaded, index))


def _tell_alone(loaded: Loaded, index: int, viewer: Viewer) -> tuple[Told, bool]:
    # Searched from the end of the journal: the entries told alone are there, at every tap the newest.
    near = itertools.takewhile(lambda link: link.play.index >= index, links(loaded.timeline.line.last))
    source = next((link.play.source for link in near if link.play.index == index), None)
    stands = source == index or any(link.play.source == index for link in links(loaded.timeline.line.last))
    return _tell(loaded, index, viewer, source, contested(loaded).get(index), stands=stands)


def sees_all(loaded: Loaded, play: Play, viewer: Viewer) -> bool:
    """Whether nothing in a play's move is hidden from this viewer."""
    return _tell_move(loaded, play.move, play.source, viewer)[1]


def contested(loaded: Loaded) -> dict[int, int]:
    """The entries contested now, each with the entry that contests it: not settled, corrected or taken back since."""
    found = loaded.contests
    sources = _in_force(loaded) if found else {}
    return {index: number for index, number in found.items() if index in sources and sources[index] < number}


def _in_force(loaded: Loaded) -> dict[int, int]:
    """The entries whose plays stand, each with the entry whose move is in force for it."""
    return {link.play.index: link.play.source for link in links(loaded.timeline.line.last)}


def _tell(
    loaded: Loaded, index: int, viewer: Viewer, source: int | None, contested_by: int | None, *, stands: bool
) -> tuple[Told, bool]:
    """The entry as the viewer may see it, and whether that is all of it."""
    event, entry = loaded.timeline.events[index], loaded.entries[index]
    move, is_whole = _tell_event(loaded, event, index, viewer)
    flags = _flags(loaded, index, viewer, is_whole=is_whole)
    is_overruled = isinstance(event, (Played, Amended)) and event.anyway
    told = Told(
        index=index,
        by=_match_seat(loaded, entry.by_seat),
        at=entry.at,
        move=move,
        stands=stands,
        anyway=is_overruled or any(flag.is_of_the_entry for flag in flags),
        flags=flags,
        corrected_by=source if source != index else None,
        contested_by=contested_by,
    )
    return told, is_whole


def _tell_event(loaded: Loaded, event: Event, index: int, viewer: Viewer) -> tuple[dict[str, Json], bool]:
    """The entry's move, and whether the viewer sees all of it."""
    if isinstance(event, Played):
        return _tell_move(loaded, event.move, index, viewer)
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
    told = [(at, *_tell_move(loaded, move, index, viewer)) for at, move in event.moves]
    first_index, first_move, _ = told[0]
    also: list[Json] = [{"index": at, "move": move} for at, move, _ in told[1:]]
    more: dict[str, Json] = {"also": also} if also else {}
    if event.dropped_from is not None:
        more["dropped_from"] = event.dropped_from
    return {"kind": "amend", "index": first_index, "move": first_move, **more}, all(whole for _, _, whole in told)


def _tell_move(loaded: Loaded, move: Any, source: int, viewer: Viewer) -> tuple[dict[str, Json], bool]:
    revealed = loaded.timeline.is_revealed(source)
    told = dict(loaded.game.tell(move, loaded.timeline.setup.options, viewer, revealed))
    return told, told == write_move(loaded.game, move)


def _flags(loaded: Loaded, index: int, viewer: Viewer, *, is_whole: bool) -> tuple[Flag, ...]:
    flags = told_to(viewer.seats, _raised(loaded, index), makes_it=is_whole)
    if not flags or is_whole:
        return flags
    # A doubt about a hidden entry could give away what is hidden in it.
    return (Flag(say("This was recorded although the box speaks against it."), (loaded.game.box_clause,)),)


def _raised(loaded: Loaded, index: int) -> tuple[Flag, ...]:
    """Everything that was doubtful about an entry."""
    link: Link | None = loaded.timeline.lines[index + 1].last
    if not isinstance(loaded.timeline.events[index], Played) or link is None:
        return ()
    outcome = loaded.timeline.outcome(link)
    return outcome.flags if outcome else ()


def _match_seat(loaded: Loaded, table_seat: int | None) -> int | None:
    seats = loaded.match.seats
    return seats.index(table_seat) if table_seat is not None and table_seat in seats else None
