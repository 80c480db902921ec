"""What has been tapped so far, read leniently: a half-made entry is never wrong, only unfinished."""

import re
from typing import Final

from companion.engine.game import Draft
from companion.engine.schema.formdata import last
from companion.games.down_under.rules.components import SIDES, Cell, Side

# Six figures at most: the text may come from anyone, and `int` takes long over a long one.
_NUMBER: Final = re.compile(r"-?[0-9]{1,6}")


def number(draft: Draft, name: str) -> int | None:
    text = last(draft, name)
    return int(text) if _NUMBER.fullmatch(text) else None


def numbers(draft: Draft, name: str, wanted: int) -> tuple[int, ...] | None:
    """So many numbers with commas between, as a cell sends them; what is said of it behind a colon is no part of them."""
    parts = last(draft, name).partition(":")[0].split(",")
    if len(parts) != wanted or not all(_NUMBER.fullmatch(part) for part in parts):
        return None
    return tuple(int(part) for part in parts)


def cell_of(draft: Draft, path: str = "") -> Cell | None:
    tapped = numbers(draft, "cell", 2)
    if tapped is not None:
        return (tapped[0], tapped[1])
    x, y = number(draft, f"{path}x"), number(draft, f"{path}y")
    return None if x is None or y is None else (x, y)


def through_of(draft: Draft) -> tuple[tuple[Side, Side], ...] | None:
    """The sides joined across a billabong: those tapped last ("NS-EW"), else those in the form; None for neither."""
    if "pass" in draft:
        pairs = [tuple(pair) for pair in last(draft, "pass").split("-") if pair]
    else:
        pairs = [
            draft.get(f"through.{index}") or (last(draft, f"through.{index}.0"), last(draft, f"through.{index}.1"))
            for index in range(2)
            if any(name.startswith(f"through.{index}") for name in draft)
        ]
    read = tuple(_sides(pair) for pair in pairs if len(pair) == 2)
    found = tuple(pair for pair in read if pair is not None)
    return found if found or "pass" in draft or "through" in draft else None


def _sides(pair: tuple[str, ...]) -> tuple[Side, Side] | None:
    one = next((side for side in SIDES if side == pair[0]), None)
    other = next((side for side in SIDES if side == pair[1]), None)
    return None if one is None or other is None else (one, other)
