"""Half-made entries: kept for the device they are made on, until the step of the game they belong to is over."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Final

from companion.engine.game import Draft
from companion.service.matches import Seen
from companion.store import Draft as StoredDraft
from companion.store import Store

NAME: Final = "entry"
LARGEST_DRAFT: Final = 4000


def save_draft(store: Store, seen: Seen, device: str, entered: Draft) -> None:
    """Keep what has been entered so far. What is far larger than any form is not kept."""
    body = json.dumps(
        {"moment": seen.loaded.moment(), "entered": {name: [*values] for name, values in entered.items()}}
    )
    if len(body) <= LARGEST_DRAFT and "\x00" not in body:
        store.save_draft(StoredDraft(seen.loaded.match.id, device, NAME, body, datetime.now(UTC)))


def read_draft(store: Store, seen: Seen, device: str) -> Draft:
    """What this device has entered so far for the present step of the game; nothing where that step is over."""
    for draft in store.drafts(seen.loaded.match.id, device):
        body = json.loads(draft.body)
        if draft.name == NAME and body["moment"] == seen.loaded.moment():
            return {name: tuple(values) for name, values in body["entered"].items()}
    return {}


def drop_draft(store: Store, seen: Seen, device: str) -> None:
    """Keep nothing of what this device has entered so far."""
    store.delete_drafts(seen.loaded.match.id, device, NAME)
