"""Declared types taken apart once for all who walk over them: decoding, forms, answers and JSON Schemas.

A `Declared` says what a type is, whatever `Annotated` and `| None` wrap it in; a walker chooses its step by `kind`. What a
dataclass says of its fields together - which are required, which exclude each other - stands beside it.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NamedTuple,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from companion.engine.schema.marks import AtSeat, Between, EachSeat, Length, Named, Prompt
from companion.engine.text import Text

Kind: TypeAlias = Literal["anything", "number", "text", "truth", "choice", "list", "tuple", "map", "shape", "union"]
SCALARS: Final[Mapping[Any, Kind]] = {object: "anything", int: "number", str: "text", bool: "truth"}
PLACES: Final = "places"
"""The widget of a list of places in order."""
MOST_FACES: Final = 60
"""Up to this many numbers are laid out to be tapped; of more, one is typed."""
Mark = TypeVar("Mark")


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class Declared:
    """A declared type: its kind, the bare type, its marks from the outside in, whether None is allowed.

    There is one of each type, so what is worked out of it is kept by its identity.

    `inner` has the item of a list, the items of a tuple, key and value of a map, the members of a union; a member has the
    marks of its union too. The fields of a shape are asked of `fields`, because a shape may hold its own kind.
    """

    kind: Kind
    bare: Any
    marks: tuple[object, ...] = ()
    is_optional: bool = False
    inner: tuple[Declared, ...] = ()

    def mark(self, wanted: type[Mark]) -> Mark | None:
        """Return the first mark of this type."""
        return next((one for one in self.marks if isinstance(one, wanted)), None)

    @property
    def is_seat(self) -> bool:
        """Whether it numbers a seat."""
        return self.mark(AtSeat) is not None

    @property
    def is_plain(self) -> bool:
        """Whether one text says it."""
        return self.kind not in ("list", "tuple", "map", "shape")

    @property
    def length(self) -> Length:
        """How many items a list takes; without a mark, any number."""
        return self.mark(Length) or Length(0, 10**9)

    def is_by_player(self, everybody: Length) -> bool:
        """Return whether it is a list with an item for each player; a list of places may be as long without being one."""
        asked = self.mark(Prompt)
        is_as_long = self.length == everybody and (asked is None or asked.widget != PLACES)
        return self.kind == "list" and (is_as_long or self.mark(EachSeat) is not None)


def unwrap(wanted: Any) -> Declared:
    """Return the declared type, taken apart. Raise TypeError for a type that nothing can walk over."""
    return _unwrapped(wanted, ())


@cache
def _unwrapped(wanted: Any, marks: tuple[object, ...]) -> Declared:
    if get_origin(wanted) is Annotated:
        return _unwrapped(get_args(wanted)[0], (*marks, *wanted.__metadata__))
    # Taken apart here alone: `Annotated`, `X | None` and `Union` nest in any order, and each walker would have to know them
    # all.
    origin, inner = get_origin(wanted), get_args(wanted)
    if origin in (Union, types.UnionType):
        rest = tuple(one for one in inner if one is not types.NoneType)
        # `X | None` is X that may be missing; only several real members make a union.
        if len(rest) == 1:
            return dataclasses.replace(_unwrapped(rest[0], marks), is_optional=True)
        members = tuple(_unwrapped(one, marks) for one in rest)
        return Declared("union", wanted, marks, len(rest) < len(inner), members)
    if origin is Literal:
        return Declared("choice", wanted, marks)
    if origin is tuple:
        is_open = inner[1:] == (Ellipsis,)
        return Declared(
            "list" if is_open else "tuple", wanted, marks, False, tuple(map(unwrap, inner[: 1 if is_open else None]))
        )
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return Declared("map", wanted, marks, False, tuple(map(unwrap, inner)))
    if dataclasses.is_dataclass(wanted):
        return Declared("shape", wanted, marks)
    # When the game is loaded, not when someone first enters such a value.
    if wanted not in SCALARS:
        raise TypeError(f"no value of {wanted!r} can be declared")
    return Declared(SCALARS[wanted], wanted, marks)


@cache
def hints(shape: type) -> dict[str, Any]:
    """Return the declared types of a dataclass's fields, marks included, in order."""
    declared = get_type_hints(shape, include_extras=True)
    return {item.name: declared[item.name] for item in dataclasses.fields(shape)}


@cache
def fields(shape: type) -> dict[str, Declared]:
    """Return the fields of a dataclass, taken apart, in order."""
    return {name: unwrap(wanted) for name, wanted in hints(shape).items()}


@cache
def required(shape: type) -> frozenset[str]:
    """Return the fields of a dataclass that have no default."""
    missing = dataclasses.MISSING
    return frozenset(
        item.name for item in dataclasses.fields(shape) if item.default is missing and item.default_factory is missing
    )


def alternatives(shape: type) -> tuple[tuple[str, ...], ...]:
    """Return the groups of fields of which exactly one must be given; empty if a shape declares none."""
    groups: tuple[tuple[str, ...], ...] = getattr(shape, "alternatives", ())
    return groups


def in_ways(shape: type) -> tuple[dict[str, Any], ...]:
    """For each of the alternatives, the types that fields outside of all groups have in it; as a rule none of their own."""
    types_in_ways: tuple[dict[str, Any], ...] = getattr(shape, "in_ways", ({},) * len(alternatives(shape)))
    return types_in_ways


@dataclasses.dataclass(frozen=True, slots=True)
class Depending:
    """What one field says of others: where it is `value`, none of `without` is given; elsewhere each of `needed` is."""

    field: str
    value: str
    without: tuple[str, ...]
    needed: tuple[str, ...]


def depending(shape: type) -> Depending | None:
    """Return what a field of a shape says of its others, if the shape declares that."""
    found: Depending | None = getattr(shape, "depending", None)
    return found


class ChoiceFace(NamedTuple):
    """One choice: its value as an address holds it, and how it is shown: words, a seat, another figure, or the value itself."""

    value: str
    label: Text | None = None
    seat: int | None = None
    figure: int | None = None

    @property
    def shown(self) -> str:
        """The value, or the figure that stands for it."""
        return self.value if self.figure is None else str(self.figure)


@lru_cache(maxsize=2048)
def faces(declared: Declared, players: int) -> tuple[ChoiceFace, ...]:
    """Return every choice of a scalar; nothing if there are too many, or if it is no scalar."""
    if declared.kind == "union":
        parts = [faces(one, players) for one in declared.inner]
        # All members or none: a form that offers half of the values hides the other half.
        return tuple(face for part in parts for face in part) if all(parts) else ()
    if declared.kind == "choice":
        values = [str(value) for value in get_args(declared.bare)]
        named = declared.mark(Named)
        return tuple(map(ChoiceFace, values, named.labels if named else (None,) * len(values)))
    if declared.is_seat:
        return tuple(ChoiceFace(str(seat), seat=seat) for seat in range(players))
    between = declared.mark(Between) if declared.kind == "number" else None
    # Without a range, or with a long one, the value is typed.
    if between is None or between.high - between.low >= MOST_FACES:
        return ()
    numbers = range(between.low, between.high + 1)
    return tuple(ChoiceFace(str(number), figure=number - between.above) for number in numbers)


@lru_cache(maxsize=1024)
def speaks_of_seats(declared: Declared, everybody: Length) -> bool:
    """Return whether it numbers a seat anywhere, or has a list with one item for each player."""
    inner = fields(declared.bare).values() if declared.kind == "shape" else declared.inner
    is_of_seats = declared.is_seat or declared.is_by_player(everybody)
    return is_of_seats or any(speaks_of_seats(one, everybody) for one in inner)
