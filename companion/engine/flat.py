"""Forms and addresses as trees: `seats.0.rings=2&levels=4&levels=9` and back.

What was left blank is left out, so that 0 and blank stay apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.engine.errors import NotAMove
from companion.engine.rulings import Json
from companion.engine.text import say

DEEPEST = 6


def tree(pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """The nested form of flat pairs; each leaf is the list of the texts given under its name."""
    root: dict[str, Any] = {}
    for name, value in pairs:
        if value.strip():
            _put(root, name.split("."), value.strip(), name)
    return root


def pairs(value: Json, path: str = "") -> list[tuple[str, str]]:
    """The flat pairs of a JSON value, as `tree` and a reading with `as_text` accept them."""
    if isinstance(value, dict):
        return [pair for key, one in value.items() for pair in pairs(one, f"{path}.{key}" if path else key)]
    if isinstance(value, list):
        return [pair for index, one in enumerate(value) for pair in _item(one, index, path)]
    if value is None:
        return [(path, "null")]
    return [(path, str(value).lower() if isinstance(value, bool) else str(value))]


def _item(one: Json, index: int, path: str) -> list[tuple[str, str]]:
    return pairs(one, f"{path}.{index}") if isinstance(one, (dict, list)) else pairs(one, path)


def _put(root: dict[str, Any], parts: list[str], value: str, name: str) -> None:
    if len(parts) > DEEPEST or not all(parts):
        raise NotAMove(name[:80], say("Nothing of this name belongs here."))
    node = root
    for part in parts[:-1]:
        node = node.setdefault(part, {})
        if not isinstance(node, dict):
            raise NotAMove(name, say("Nothing of this name belongs here."))
    leaf = node.setdefault(parts[-1], [])
    if not isinstance(leaf, list):
        raise NotAMove(name, say("Nothing of this name belongs here."))
    leaf.append(value)
