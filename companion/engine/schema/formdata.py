"""Forms and addresses as trees: `seats.0.rings=2&levels=4&levels=9` and back.

What was left blank is left out, so that 0 and blank stay apart; `columns.4=[]` says of a list that it is empty.
"""

from collections.abc import Iterable
from typing import Any

from companion.engine.errors import NotAMove
from companion.engine.rulings import Json
from companion.engine.text import say

DEEPEST = 6
EMPTY = "[]"
"""A list of which is said that nothing is in it."""


def tree(pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """The nested form of flat pairs; each leaf is the list of the texts given under its name."""
    root: dict[str, Any] = {}
    for name, value in pairs:
        if value.strip():
            _put(root, name.split("."), value.strip(), name)
    return root


def pairs(value: Json, path: str = "", *, says_empty: bool = False) -> list[tuple[str, str]]:
    """The flat pairs of a JSON value, as `tree` and a reading with `as_text` accept them.

    `says_empty`: of an empty list within the value it is said that it is empty; otherwise it is left out.
    """
    if isinstance(value, dict):
        parts = [(f"{path}.{key}" if path else key, one) for key, one in value.items()]
    elif isinstance(value, list):
        parts = [(f"{path}.{index}" if isinstance(one, (dict, list)) else path, one) for index, one in enumerate(value)]
    elif value is None:
        return [(path, "null")]
    else:
        return [(path, str(value).lower() if isinstance(value, bool) else str(value))]
    if value == [] and path and says_empty:
        return [(path, EMPTY)]
    return [pair for name, one in parts for pair in pairs(one, name, says_empty=says_empty)]


def _put(root: dict[str, Any], parts: list[str], value: str, name: str) -> None:
    if len(parts) > DEEPEST or not all(parts):
        raise NotAMove(name[:80], say("There is no field of this name here."))
    node = root
    for part in parts[:-1]:
        node = node.setdefault(part, {})
        if not isinstance(node, dict):
            raise NotAMove(name, say("There is no field of this name here."))
    leaf = node.setdefault(parts[-1], [])
    if not isinstance(leaf, list):
        raise NotAMove(name, say("There is no field of this name here."))
    leaf.append(value)
