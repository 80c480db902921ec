"""What has been tapped so far on a board, read leniently: a half-made entry is never wrong, only unfinished.

Names that begin with an underscore say how this device likes to enter, whatever the kind of entry.
"""

import re
from collections.abc import Sequence
from typing import Final, TypeVar

from companion.engine.game import Draft

Choice = TypeVar("Choice")
_NUMBER: Final = re.compile(r"[0-9]{1,2}")


def last(draft: Draft, name: str) -> str:
    """What was tapped last under this name; empty if nothing was."""
    return (draft.get(name) or ("",))[-1]


def kind_of(draft: Draft) -> str:
    """The kind of entry that is being made; empty if none is."""
    return last(draft, "kind")


def taps_of(draft: Draft, *kinds: str) -> Draft:
    """The taps of an entry of one of these kinds, with how this device likes to enter; nothing of another kind."""
    is_this = kind_of(draft) in kinds
    return {name: values for name, values in draft.items() if is_this or name.startswith("_")}


def numbers(draft: Draft, name: str, low: int, high: int) -> tuple[int, ...]:
    """Every number tapped under this name that lies in this range, in order."""
    return tuple(found for text in draft.get(name, ()) if (found := as_number(text, low, high)) is not None)


def as_number(text: str, low: int, high: int) -> int | None:
    """The number a text says; None if it says none in this range."""
    return int(text) if _NUMBER.fullmatch(text) and low <= int(text) <= high else None


def number(draft: Draft, name: str, low: int, high: int) -> int | None:
    """The number last tapped under this name; None if there is none in this range."""
    found = numbers(draft, name, low, high)
    return found[-1] if found else None


def choice(draft: Draft, name: str, choices: Sequence[Choice]) -> Choice | None:
    """What was chosen last under this name, None if it is none of these."""
    text = last(draft, name)
    return next((one for one in choices if str(one) == text), None)
