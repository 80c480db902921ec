"""What a form sends: as a tree, `seats.0.rings=2&levels=4&levels=9` and back, and half made, read leniently.

What was left blank is left out, so that 0 and blank stay apart; `columns.4=[]` says of a list that it is empty. A half-made entry
is never wrong, only unfinished. Names that begin with an underscore say how this device likes to enter, whatever the kind of entry.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeVar

from companion.engine.errors import NotAMove
from companion.engine.game import Draft
from companion.engine.rulings import Json
from companion.engine.text import say

DEEPEST = 6
EMPTY = "[]"
"""A list of which is said that nothing is in it."""


def tree(pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Return the nested form of flat pairs; each leaf is the list of the texts given under its name."""
    root: dict[str, Any] = {}
    for name, value in pairs:
        # A blank field is not 0, and not a wrong number: it is not there.
        if value.strip():
            # Bounded in depth: each dot makes a dict, and an address may be long.
            parts = name.split(".")
            if len(parts) > DEEPEST or not all(parts):
                raise NotAMove(name[:80], say("There’s no field with this name here."))
            node = root
            for part in parts[:-1]:
                node = node.setdefault(part, {})
                # `a=1&a.b=2` is both a value and a group: no form of ours sends that.
                if not isinstance(node, dict):
                    raise NotAMove(name, say("There’s no field with this name here."))
            leaf = node.setdefault(parts[-1], [])
            if not isinstance(leaf, list):
                raise NotAMove(name, say("There’s no field with this name here."))
            leaf.append(value.strip())
    return root


def pairs(value: Json, path: str = "", *, says_empty: bool = False) -> list[tuple[str, str]]:
    """Return the flat pairs of a JSON value, as `tree` and a reading with `as_text` accept them.

    `says_empty`: of an empty list within the value it is said that it is empty; otherwise it is left out.
    """
    if isinstance(value, dict):
        parts = [(f"{path}.{key}" if path else key, one) for key, one in value.items()]
    elif isinstance(value, list):
        # Rows are numbered, plain values repeated under one name: what a browser makes of rows of fields and of boxes to
        # tick.
        parts = [(f"{path}.{index}" if isinstance(one, (dict, list)) else path, one) for index, one in enumerate(value)]
    elif value is None:
        return [(path, "null")]
    else:
        return [(path, str(value).lower() if isinstance(value, bool) else str(value))]
    if value == [] and path and says_empty:
        return [(path, EMPTY)]
    return [pair for name, one in parts for pair in pairs(one, name, says_empty=says_empty)]


Choice = TypeVar("Choice")
# Two digits at most are laid out to be tapped: whatever is longer was not tapped.
_NUMBER: Final = re.compile(r"[0-9]{1,2}")


def last(draft: Draft, name: str) -> str:
    """Return what was tapped last under this name; empty if nothing was."""
    return (draft.get(name) or ("",))[-1]


def kind_of(draft: Draft) -> str:
    """Return the kind of entry that is being made; empty if none is."""
    return last(draft, "kind")


def taps_of(draft: Draft, *kinds: str) -> Draft:
    """Return the taps of an entry of one of these kinds, with how this device likes to enter; nothing of another kind."""
    is_this = kind_of(draft) in kinds
    return {name: values for name, values in draft.items() if is_this or name.startswith("_")}


def numbers(draft: Draft, name: str, low: int, high: int) -> tuple[int, ...]:
    """Return every number tapped under this name that lies in this range, in order."""
    return tuple(found for text in draft.get(name, ()) if (found := as_number(text, low, high)) is not None)


def as_number(text: str, low: int, high: int) -> int | None:
    """Return the number a text says; None if it says none in this range."""
    return int(text) if _NUMBER.fullmatch(text) and low <= int(text) <= high else None


def number(draft: Draft, name: str, low: int, high: int) -> int | None:
    """Return the number last tapped under this name; None if there is none in this range."""
    found = numbers(draft, name, low, high)
    return found[-1] if found else None


def choice(draft: Draft, name: str, choices: Sequence[Choice]) -> Choice | None:
    """Return what was chosen last under this name, None if it is none of these."""
    text = last(draft, name)
    return next((one for one in choices if str(one) == text), None)
