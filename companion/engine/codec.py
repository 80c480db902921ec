"""From plain JSON values to frozen dataclasses and back, strictly: `true` is not 1, 5.0 is not 5.

A wrong shape raises `NotAMove` and says where; a value out of its declared range raises `IllegalMove` with the clause.
The same declarations read forms and addresses (`companion.engine.flat`), where every scalar is a text.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import cache
from typing import Any

from companion.engine.errors import IllegalMove
from companion.engine.kept import kept
from companion.engine.readers import reader_of
from companion.engine.rulings import Json
from companion.engine.scalars import LARGEST, LONGEST_TEXT, Reading

__all__ = ["LARGEST", "LONGEST_TEXT", "Reading", "decode", "encode", "written"]


def decode(wanted: Any, value: object, reading: Reading, path: str = "") -> Any:
    """The value as `wanted`. Raises `NotAMove` for a wrong shape, `IllegalMove` for values out of range."""
    read = reader_of(wanted)(value, reading, path)
    if reading.out_of_range:
        raise IllegalMove(*(reason for _, reason in reading.out_of_range), path=reading.out_of_range[0][0])
    return read


def encode(value: object) -> Json:
    """The plain JSON of a value; a field is left out if it is None and that is its default. Map keys are strings."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, (tuple, list)):
        return [encode(one) for one in value]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        given = [(name, getattr(value, name), may_lack) for name, may_lack in _fields(type(value))]
        return {name: encode(one) for name, one, may_lack in given if one is not None or not may_lack}
    if isinstance(value, Mapping):
        return {str(key): encode(one) for key, one in value.items()}
    if isinstance(value, (set, frozenset)):
        return [encode(one) for one in sorted(value)]
    raise TypeError(f"{type(value).__name__} has no JSON form")


@kept
def written(record: object) -> Mapping[str, Json]:
    """The plain JSON of a record, kept beside it: a new move is recorded, shown, and compared with what is shown."""
    plain = encode(record)
    assert isinstance(plain, dict)
    return plain


@cache
def _fields(shape: type) -> tuple[tuple[str, bool], ...]:
    """The names of a shape's fields, each with whether its default is None."""
    return tuple((item.name, item.default is None) for item in dataclasses.fields(shape))
