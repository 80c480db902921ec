"""Looking through a game's values for texts and for cited clauses."""

import string
from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.rulings import Reason
from companion.engine.schema.marks import Between
from companion.engine.text import Text


def inside(value: Any) -> Iterator[Any]:
    """The value and everything in it: fields of dataclasses, entries of tuples, lists and mappings."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        yield part
        if fields := getattr(type(part), "__dataclass_fields__", None):
            waiting += [getattr(part, name) for name in reversed(fields)]
        elif isinstance(part, Mapping):
            waiting += [*part.values()][::-1]
        elif isinstance(part, (tuple, list)):
            waiting += reversed(part)


def texts(value: Any) -> Iterator[Text]:
    return (part for part in inside(value) if isinstance(part, Text))


def cited_clauses(value: Any) -> Iterator[str]:
    for part in inside(value):
        if isinstance(part, Reason):
            yield from part.clauses
        if isinstance(part, Between):
            yield part.clause


def placeholders(message: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(message) if name is not None}


def unfilled(text: Text) -> set[str]:
    given = {name for name, _ in text.args}
    wanted = placeholders(text.message) | placeholders(text.plural or "")
    return (wanted - given) | (given - wanted - {"count"})
