"""What a finished match came to, kept beside its journal, so that looking back on thousands is quick.

A summary is never the truth itself. If it is missing, outdated or in an old form, it is made anew from the journal. It
holds no name, so nothing in it has to be forgotten.
"""

import json
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from companion.engine.story import places
from companion.match.snapshot import Snapshot
from companion.store import Missing, Store

FORM: Final = 2
"""Raise this when a summary says more than before, so that all are made anew."""
MOST_READ: Final = 10_000
"""This many summaries are remembered as they were read."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What a match came to: every seat's score and place, how long it took, or that it was not played to its end.

    `is_empty`: not even anything was entered. `moot`: the seats whose score decided nothing.
    """

    is_over: bool
    scores: tuple[int, ...]
    places: tuple[int, ...]
    minutes: int
    is_empty: bool
    moot: tuple[int, ...] = ()


def keep_summary(store: Store, snapshot: Snapshot) -> Summary:
    """Return what the match came to, kept for those who look back. Raise `StoreUnavailable`."""
    made = summarize(snapshot)
    with suppress(Missing):  # deleted meanwhile
        store.summaries.save(snapshot.match.id, snapshot.version, write(made))
    return made


def summarize(snapshot: Snapshot) -> Summary:
    status = snapshot.game.status(snapshot.replay.state)
    found = places(status)
    began, ended = snapshot.span
    minutes = int((ended - began).total_seconds() // 60)
    return Summary(found is not None, status.scores, found or (), minutes, snapshot.is_empty, status.moot)


def write(made: Summary) -> str:
    """Return the text the store keeps."""
    plain: dict[str, Any] = {
        "form": FORM,
        "over": made.is_over,
        "scores": made.scores,
        "places": made.places,
        "minutes": made.minutes,
        "moot": made.moot,
        **({"empty": True} if made.is_empty else {}),
    }
    return json.dumps(plain, separators=(",", ":"))


@lru_cache(maxsize=MOST_READ)
def read(text: str | None, seats: int) -> Summary | None:
    """Return the summary in a stored text; None if it has another form."""
    try:
        plain = json.loads(text or "null")
        scores, found_places, moot = (tuple(plain[name]) for name in ("scores", "places", "moot"))
        found = Summary(plain["over"], scores, found_places, plain["minutes"], "empty" in plain, moot)
    except (ValueError, TypeError, KeyError):
        return None
    # A summary is only a copy: one that does not fit its match is made anew, never trusted.
    fits = len(found.scores) == seats and len(found.places) == (seats if found.is_over else 0)
    return found if plain.get("form") == FORM and fits else None
