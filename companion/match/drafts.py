"""Drafts: what is kept beside a journal and can be removed again.

- Half-made entries, for the device they are made on, until their step of the game is over. Names that begin with an
  underscore say how somebody likes to enter, not what: they last for the whole match.
- A correction on its way, for the device it is made on and the seat whose eyes that has.
- The words of whoever contested an entry.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, TypeAlias

from companion.engine.errors import NotAMove
from companion.engine.game import Draft
from companion.engine.text import say
from companion.match.snapshot import Snapshot
from companion.store import Draft as StoredDraft
from companion.store import Store

DraftKey: TypeAlias = tuple[str, str]
"""Whose half-made entry it is, and its name."""
NAME: Final = "entry"
WAYS: Final = "ways"
CORRECTION: Final = "correction"
LARGEST_DRAFT: Final = 4000
LARGEST_CORRECTION: Final = 5 * LARGEST_DRAFT


@dataclass(frozen=True, slots=True)
class Pending:
    """A correction on its way: the new move of each entry, and whether it stands although the box doubts it."""

    moves: Mapping[int, Draft]
    anyway: bool = False


def save_draft(store: Store, now: Snapshot, device: str, entered: Draft, came_in: datetime) -> None:
    """Keep what has been entered so far, unless something newer is kept already.

    Anything far larger than a form is not kept.
    """
    known = _values(store.drafts.of(now.match.id, device), WAYS)
    ways = {name: entered[name] for name in entered if name.startswith("_")}
    if {**known, **ways} != known:
        _keep(store, now, device, WAYS, {**known, **ways}, came_in)
    _keep(store, now, device, NAME, {name: entered[name] for name in entered if name not in ways}, came_in)


def read_draft(store: Store, now: Snapshot, device: str) -> Draft:
    """What this device has entered so far in the present step of the game; once it is over, only how it enters."""
    kept = store.drafts.of(now.match.id, device)
    if not kept:
        return {}
    return {**_values(kept, NAME, now.moment), **_values(kept, WAYS)}


def key_of_entry(device: str) -> DraftKey:
    """The name of the entry this device is making, so that recording it drops it."""
    return device, NAME


def save_correction(store: Store, match_id: str, device: str, pending: Pending) -> None:
    """Keep a correction on its way. Raises `NotAMove` for one far larger than a form."""
    moves = {str(at): {name: [*values] for name, values in move.items()} for at, move in pending.moves.items()}
    body = json.dumps({"moves": moves, "anyway": pending.anyway})
    if len(body) > LARGEST_CORRECTION:
        raise NotAMove("", say("This is too large to be taken."))
    store.drafts.save(StoredDraft(match_id, device, CORRECTION, body, datetime.now(UTC)))


def read_correction(store: Store, match_id: str, device: str) -> Pending:
    """The correction this device is making, oldest play first; one without moves if there is none."""
    for draft in store.drafts.of(match_id, device):
        if draft.name == CORRECTION:
            kept = json.loads(draft.body)
            moves = {int(at): {n: tuple(v) for n, v in move.items()} for at, move in kept["moves"].items()}
            return Pending(dict(sorted(moves.items())), kept["anyway"])
    return Pending({})


def drop_correction(store: Store, match_id: str, device: str) -> None:
    """Forget the correction this device was making."""
    store.drafts.delete(match_id, device, CORRECTION)


def remarks(store: Store, match_id: str) -> dict[int, str]:
    """The words of whoever contested, by the number of their entry."""
    return {remark.seq: remark.text for remark in store.remarks.of(match_id)}


def _values(kept: Iterable[StoredDraft], name: str, moment: str | None = None) -> Draft:
    """The values of the draft of this name; none if it belongs to another step than `moment`."""
    for draft in kept:
        body = json.loads(draft.body)
        if draft.name == name and moment in (None, body["moment"]):
            return {field: tuple(values) for field, values in body["entered"].items()}
    return {}


def _keep(store: Store, now: Snapshot, device: str, name: str, values: Draft, came_in: datetime) -> None:
    body = json.dumps({"moment": now.moment, "entered": {field: [*values[field]] for field in values}})
    if len(body) <= LARGEST_DRAFT and "\x00" not in body:
        store.drafts.save(StoredDraft(now.match.id, device, name, body, came_in))
