"""The differences between two states told as JSON: one line for each value, by its path."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.rulings import Json


@dataclass(frozen=True, slots=True)
class Change:
    """One value that differs: its path as in `seats.0.rings`, and what it was and would be (None: not there)."""

    path: str
    before: Json
    after: Json


def changes(before: Json, after: Json, path: str = "") -> list[Change]:
    """Every value that differs, in the order in which the states tell them."""
    if isinstance(before, dict) and isinstance(after, dict):
        return [
            change
            for name in dict.fromkeys((*before, *after))
            for change in changes(before.get(name), after.get(name), f"{path}.{name}" if path else name)
        ]
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        return [
            change
            for index, pair in enumerate(zip(before, after, strict=True))
            for change in changes(*pair, f"{path}.{index}")
        ]
    return [] if before == after else [Change(path, before, after)]
