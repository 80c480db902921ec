"""A correction on its way: past plays with their new moves, shown before they are confirmed, kept for one device."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from companion.engine.flat import pairs, tree
from companion.engine.game import Draft, Game
from companion.engine.journal import Link, Play, links
from companion.engine.replay import Replay
from companion.engine.rulings import Json
from companion.match.errors import NothingToUndo
from companion.service.drafts import LARGEST_DRAFT
from companion.service.loaded import Loaded
from companion.service.seen import Correction, Seen
from companion.service.telling import tell_entry
from companion.store import Draft as StoredDraft
from companion.store import Store

NAME: Final = "correction"


LARGEST_CORRECTION: Final = 5 * LARGEST_DRAFT


@dataclass(frozen=True, slots=True)
class Pending:
    """A correction on its way: the new move of each entry, and whether it stands although the box doubts it."""

    moves: Mapping[int, Draft]
    anyway: bool = False


@dataclass(frozen=True, slots=True)
class Past:
    """A play that stands, and where the match stood just before it was made."""

    game: Game[Any]
    play: Play
    replay: Replay[Any]


def past(loaded: Loaded, index: int) -> Past:
    """The play of entry `index`. Raises `NothingToUndo` if no play of that entry stands."""
    link = _link(loaded, index)
    before = None if link is None else loaded.timeline.before(link)
    if link is None or before is None:
        raise NothingToUndo
    return Past(loaded.game, link.play, before)


def entered_in(seen: Seen, play: Play) -> Draft:
    """The values of the form that made a play, as far as this viewer may see them."""
    told = tell_entry(seen.loaded, play.source, seen.viewer).move
    move: Json = told if told.get("kind") != "amend" else _own_move(told, play.index)
    entered: dict[str, list[str]] = {}
    for name, value in pairs(move):
        entered.setdefault(name, []).append(value)
    return {name: tuple(values) for name, values in entered.items()}


def given(entered: Draft) -> dict[str, Any]:
    """The tree of a form's values, without those that only say how somebody likes to enter."""
    return tree((name, value) for name, values in entered.items() if not name.startswith("_") for value in values)


def save(store: Store, match_id: str, device: str, pending: Pending) -> None:
    """Keep a correction on its way."""
    moves = {str(at): {name: [*values] for name, values in move.items()} for at, move in pending.moves.items()}
    body = json.dumps({"moves": moves, "anyway": pending.anyway})
    if len(body) <= LARGEST_CORRECTION and "\x00" not in body:
        store.drafts.save(StoredDraft(match_id, device, NAME, body, datetime.now(UTC)))


def load(store: Store, match_id: str, device: str) -> Pending:
    """The correction this device is making, oldest play first; one without moves if there is none."""
    for draft in store.drafts.of(match_id, device):
        if draft.name == NAME:
            kept = json.loads(draft.body)
            moves = {int(at): {n: tuple(v) for n, v in move.items()} for at, move in kept["moves"].items()}
            return Pending(dict(sorted(moves.items())), kept["anyway"])
    return Pending({})


def moves_after(done: Correction) -> dict[int, dict[str, Json]]:
    """The moves a correction puts in force, by the entry each corrects, as the caller may see them."""
    loaded, viewer = done.after.loaded, done.after.viewer
    standing = {link.play.index: link.play for link in links(done.before.replay.last)}
    return {
        link.play.index: dict(loaded.game.tell(link.play.move, loaded.timeline.setup.options, viewer, False))
        for link in links(done.after.replay.last)
        if link.play.index in standing and link.play.source != standing[link.play.index].source
    }


def drop(store: Store, match_id: str, device: str) -> None:
    """Forget the correction this device was making."""
    store.drafts.delete(match_id, device, NAME)


def _link(loaded: Loaded, index: int) -> Link | None:
    return next((link for link in links(loaded.timeline.line.last) if link.play.index == index), None)


def _own_move(told: Mapping[str, Json], index: int) -> Json:
    """The move of one play in the entry of a correction, which may hold several."""
    if told.get("index") == index:
        return told["move"]
    also = told.get("also")
    assert isinstance(also, list)
    return next(one["move"] for one in also if isinstance(one, dict) and one["index"] == index)
