"""What has been tapped so far, read leniently: a half-made entry is never wrong, only unfinished."""

from __future__ import annotations

import re
from typing import Final

from companion.engine.game import Draft
from companion.games.limits.rules.components import COLOURS, Colour

_NUMBER: Final = re.compile(r"[0-9]{1,2}")


def kind_of(draft: Draft) -> str:
    """The kind of entry that is being made; empty if none is."""
    return _last(draft, "kind")


def taps_of(draft: Draft, kind: str) -> Draft:
    """The taps of an entry of this kind, with how this device likes to enter; nothing of another kind."""
    is_this = kind_of(draft) == kind
    return {name: values for name, values in draft.items() if is_this or name.startswith("_")}


def number(draft: Draft, name: str, low: int, high: int) -> int | None:
    """The number tapped under this name; None if there is none in this range."""
    text = _last(draft, name)
    found = int(text) if _NUMBER.fullmatch(text) else None
    return found if found is not None and low <= found <= high else None


def choice(draft: Draft, name: str, choices: tuple[str, ...]) -> str | None:
    """What was chosen under this name, None if it is none of these."""
    found = _last(draft, name)
    return found if found in choices else None


def colour(draft: Draft, name: str) -> Colour | None:
    """The colour tapped under this name."""
    found = _last(draft, name)
    return next((one for one in COLOURS if one == found), None)


def _last(draft: Draft, name: str) -> str:
    found = draft.get(name, ())
    return found[-1] if found else ""
