"""What a shape declares: its fields' types, which are required, which exclude each other, and which may be blank."""

from __future__ import annotations

import dataclasses
import types
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints


@cache
def hints(shape: type) -> dict[str, Any]:
    """The declared types of a dataclass's fields, marks included, in order."""
    declared = get_type_hints(shape, include_extras=True)
    return {item.name: declared[item.name] for item in dataclasses.fields(shape)}


@cache
def required(shape: type) -> frozenset[str]:
    """The fields of a dataclass that have no default."""
    return frozenset(
        item.name
        for item in dataclasses.fields(shape)
        if item.default is dataclasses.MISSING and item.default_factory is dataclasses.MISSING
    )


def alternatives(shape: type) -> tuple[tuple[str, ...], ...]:
    """The groups of fields of which exactly one must be given; empty if a shape declares none."""
    groups: tuple[tuple[str, ...], ...] = getattr(shape, "alternatives", ())
    return groups


@dataclasses.dataclass(frozen=True, slots=True)
class Depending:
    """What one field says of others: where it is `value`, none of `without` is given; elsewhere each of `needed` is."""

    field: str
    value: str
    without: tuple[str, ...]
    needed: tuple[str, ...]


def depending(shape: type) -> Depending | None:
    """What a field of a shape says of its others, if the shape declares that."""
    found: Depending | None = getattr(shape, "depending", None)
    return found


def in_ways(shape: type) -> tuple[dict[str, Any], ...]:
    """For each of the alternatives, the types that fields outside of all groups have in it; as a rule none of their own."""
    types_in_ways: tuple[dict[str, Any], ...] = getattr(shape, "in_ways", ({},) * len(alternatives(shape)))
    return types_in_ways


@cache
def left_blank(shape: type) -> dict[str, Any]:
    """What a form leaves out if nothing is ticked: no entries in a list, false for a box."""
    # If None is a value of its own, leaving the field blank does not say it.
    return _blanks(shape, tuple(name for name in required(shape) if not is_union(hints(shape)[name])))


def left_blank_of_way(shape: type, value: dict[str, Any]) -> dict[str, Any]:
    """The same for the alternative that was chosen: a list that belongs to it may have no entries."""
    chosen = [group for group in alternatives(shape) if any(name in value for name in group)]
    return _blanks(shape, chosen[0]) if len(chosen) == 1 else {}


@cache
def _blanks(shape: type, names: tuple[str, ...]) -> dict[str, Any]:
    blank: dict[str, Any] = {}
    for name in names:
        kind = _bare(hints(shape)[name])
        if kind is bool:
            blank[name] = ["false"]
        elif get_origin(kind) is tuple:
            blank[name] = []
        elif get_origin(kind) not in (None, Literal) and not is_union(kind):
            blank[name] = {}
    return blank


def _bare(wanted: Any) -> Any:
    """A type without its marks. For alternatives whose None only says "the other way", also without None."""
    if get_origin(wanted) is Annotated:
        return _bare(get_args(wanted)[0])
    rest = [one for one in get_args(wanted) if one is not types.NoneType]
    return _bare(rest[0]) if is_union(wanted) and len(rest) == 1 else wanted


def is_union(wanted: Any) -> bool:
    """Whether a type offers a choice between several."""
    return get_origin(wanted) in (Union, types.UnionType)
