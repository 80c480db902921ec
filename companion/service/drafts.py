"""Half-made entries: kept for the device they are made on until their step of the game is over.

Names that begin with an underscore say how somebody likes to enter, not what: they last for the whole match.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Final

from companion.engine.game import Draft
from companion.service.seen import Seen
from companion.service.steps import DraftKey
from companion.store import Draft as StoredDraft
from companion.store import Store

NAME: Final = "entry"
WAYS: Final = "ways"
LARGEST_DRAFT: Final = 4000


def save_draft(store: Store, seen: Seen, device: str, entered: Draft, came_in: datetime) -> None:
    """Keep what has been entered so far, unless something newer is kept already.

    Anything far larger than a form is not kept.
    """
    known = _values(store.drafts.of(seen.loaded.match.id, device), WAYS)
    ways = {name: entered[name] for name in entered if name.startswith("_")}
    if {**known, **ways} != known:
        _keep(store, seen, device, WAYS, {**known, **ways}, came_in)
    _keep(store, seen, device, NAME, {name: entered[name] for name in entered if name not in ways}, came_in)


def read_draft(store: Store, seen: Seen, device: str) -> Draft:
    """What this device has entered so far in the present step of the game; once it is over, only how it enters."""
    kept = store.drafts.of(seen.loaded.match.id, device)
    if not kept:
        return {}
    return {**_values(kept, NAME, seen.loaded.moment()), **_values(kept, WAYS)}


def key_of_entry(device: str) -> DraftKey:
    """The name of the entry this device is making, so that recording it drops it."""
    return device, NAME


def _values(kept: Iterable[StoredDraft], name: str, moment: str | None = None) -> Draft:
    """The values of the draft of this name; none if it belongs to another step than `moment`."""
    for draft in kept:
        body = json.loads(draft.body)
        if draft.name == name and moment in (None, body["moment"]):
            return {field: tuple(values) for field, values in body["entered"].items()}
    return {}


def _keep(store: Store, seen: Seen, device: str, name: str, values: Draft, came_in: datetime) -> None:
    body = json.dumps({"moment": seen.loaded.moment(), "entered": {field: [*values[field]] for field in values}})
    if len(body) <= LARGEST_DRAFT and "\x00" not in body:
        store.drafts.save(StoredDraft(seen.loaded.match.id, device, name, body, came_in))
