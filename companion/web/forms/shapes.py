"""What a declared type asks for: its marks, whether it may be left out, and all choices if they can be counted."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin

from companion.engine.declared import hints
from companion.engine.marks import Asked, AtSeat, Between, Length, Named
from companion.engine.text import Text

PLACES: Final = "places"
"""The widget of a list of places in order."""
MOST_FACES: Final = 60
"""Up to this many numbers are laid out to be tapped; of more, one is typed."""
Mark = TypeVar("Mark")


@dataclass(frozen=True, slots=True)
class Declared:
    """A declared type unwrapped: the bare type, its marks from the outside in, whether None is allowed."""

    bare: Any
    marks: tuple[object, ...] = ()
    is_optional: bool = False

    def mark(self, wanted: type[Mark]) -> Mark | None:
        """The first mark of this type."""
        return next((one for one in self.marks if isinstance(one, wanted)), None)

    @property
    def is_seat(self) -> bool:
        """Whether it numbers a seat."""
        return self.mark(AtSeat) is not None

    @property
    def is_list(self) -> bool:
        """Whether it is a list of any length."""
        return get_origin(self.bare) is tuple and get_args(self.bare)[1:] == (Ellipsis,)

    def is_by_player(self, everybody: Length) -> bool:
        """Whether it is a list with an item for each player; a list of places may be as long without being one."""
        asked = self.mark(Asked)
        return self.is_list and self.mark(Length) == everybody and (asked is None or asked.widget != PLACES)

    @property
    def is_map(self) -> bool:
        """Whether it names a value for each of several keys."""
        origin = get_origin(self.bare)
        return isinstance(origin, type) and issubclass(origin, Mapping)

    @property
    def is_union(self) -> bool:
        """Whether it is one of several types."""
        return get_origin(self.bare) in (Union, types.UnionType)

    @property
    def is_shape(self) -> bool:
        """Whether it is a dataclass."""
        return dataclasses.is_dataclass(self.bare)

    def length(self) -> Length:
        """How many items a list takes; without a mark, any number."""
        return self.mark(Length) or Length(0, 10**9)


@dataclass(frozen=True, slots=True)
class Face:
    """One choice: its value as an address holds it, and how it is shown: words, a seat, or the value itself."""

    value: str
    label: Text | None = None
    seat: int | None = None


@cache
def unwrap(wanted: Any) -> Declared:
    """The type without `Annotated` and without `| None`, in whatever order they wrap it."""
    if get_origin(wanted) is Annotated:
        inner = unwrap(get_args(wanted)[0])
        return Declared(inner.bare, (*wanted.__metadata__, *inner.marks), inner.is_optional)
    if get_origin(wanted) in (Union, types.UnionType):
        rest = tuple(one for one in get_args(wanted) if one is not types.NoneType)
        if len(rest) < len(get_args(wanted)):
            inner = unwrap(Union[rest])  # noqa: UP007  (a union made of a tuple)
            return Declared(inner.bare, inner.marks, True)
    return Declared(wanted)


def faces(declared: Declared, players: int) -> tuple[Face, ...]:
    """Every choice of a scalar; nothing if there are too many, or if it is no scalar."""
    if declared.is_union:
        parts = [faces(unwrap(one), players) for one in get_args(declared.bare)]
        return tuple(face for part in parts for face in part) if all(parts) else ()
    if get_origin(declared.bare) is Literal:
        return _named(declared)
    if declared.bare is not int:
        return ()
    if declared.is_seat:
        return tuple(Face(str(seat), seat=seat) for seat in range(players))
    between = declared.mark(Between)
    if between is None or between.high - between.low >= MOST_FACES:
        return ()
    return tuple(Face(str(number)) for number in range(between.low, between.high + 1))


def _named(declared: Declared) -> tuple[Face, ...]:
    values = [str(value) for value in get_args(declared.bare)]
    named = declared.mark(Named)
    labels = named.labels if named else (None,) * len(values)
    return tuple(Face(value, label) for value, label in zip(values, labels, strict=True))


def inner(declared: Declared) -> Iterator[Any]:
    """The types inside: fields, items, keys and values, members."""
    if declared.is_shape:
        yield from hints(declared.bare).values()
    elif declared.is_map or declared.is_union or get_origin(declared.bare) is tuple:
        yield from (one for one in get_args(declared.bare) if one is not Ellipsis)


def speaks_of_seats(wanted: Any, everybody: Length) -> bool:
    """Whether it numbers a seat anywhere, or has a list with one item for each player."""
    declared = unwrap(wanted)
    if declared.is_seat or declared.is_by_player(everybody):
        return True
    return any(speaks_of_seats(one, everybody) for one in inner(declared))
