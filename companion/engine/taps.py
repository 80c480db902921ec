"""What has been tapped so far on a board, read leniently: a half-made entry is never wrong, only unfinished.

Names that begin with an underscore say how this device likes to enter, whatever the kind of entry.
"""

from collections.abc import Sequence
from typing import TypeVar

from companion.engine.game import Draft

Word = TypeVar("Word", bound=str)


def kind_of(draft: Draft) -> str:
    """The kind of entry that is being made; empty if none is."""
    return (draft.get("kind") or ("",))[-1]


def taps_of(draft: Draft, *kinds: str) -> Draft:
    """The taps of an entry of one of these kinds, with how this device likes to enter; nothing of another kind."""
    is_this = kind_of(draft) in kinds
    return {name: values for name, values in draft.items() if is_this or name.startswith("_")}


def numbers(draft: Draft, name: str, low: int, high: int) -> tuple[int, ...]:
    """Every number tapped under this name that lies in this range, in order."""
    read = (int(text) for text in draft.get(name, ()) if len(text) <= 2 and text.isascii() and text.isdigit())
    return tuple(number for number in read if low <= number <= high)


def number(draft: Draft, name: str, low: int, high: int) -> int | None:
    """The number last tapped under this name; None if there is none in this range."""
    found = numbers(draft, name, low, high)
    return found[-1] if found else None


def choice(draft: Draft, name: str, choices: Sequence[Word]) -> Word | None:
    """What was chosen last under this name, None if it is none of these."""
    last = (draft.get(name) or ("",))[-1]
    return next((one for one in choices if one == last), None)
