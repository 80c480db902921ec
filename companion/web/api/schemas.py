"""JSON Schemas made from the same declarations that the codec reads: types, ranges, alternatives, defaults.

What the schema of a request allows, the codec reads. Values out of range are refused with 422 and a clause, wrong
shapes with 400.
"""

from __future__ import annotations

import dataclasses
import inspect
import types
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin

from companion.engine.codec import LARGEST, LONGEST_TEXT
from companion.engine.declared import alternatives, depending, hints, in_ways, is_union, required
from companion.engine.marks import AtSeat, Between, Length

Schema: TypeAlias = "dict[str, Any]"
INTEGER_KEY = "^(0|-?[1-9][0-9]*)$"
MOST_KEYS = 20
"""Keys of a map are listed one by one up to this many."""


@dataclass(frozen=True, slots=True)
class Refer:
    """A value whose schema is elsewhere in the document, under this name."""

    name: str


def reference(name: str) -> Schema:
    """The place of a named schema."""
    return {"$ref": f"#/components/schemas/{name}"}


def strict(properties: Mapping[str, Schema], needed: list[str], about: str = "") -> Schema:
    """An object with these properties and no others."""
    schema: Schema = {"type": "object"}
    if about:
        schema["description"] = about
    return {**schema, "properties": dict(properties), "required": needed, "additionalProperties": False}


class Schemas:
    """Schemas of declared types. Dataclasses become named schemas in `named`, their names beginning with `prefix`."""

    def __init__(self, prefix: str, seats: int) -> None:
        self.named: dict[str, Schema] = {}
        self._prefix = prefix
        self._seats = seats

    def of(self, wanted: Any, marks: tuple[object, ...] = ()) -> Schema:
        """The schema of a declared type."""
        origin = get_origin(wanted)
        if origin is Annotated:
            inner, *found = get_args(wanted)
            return self.of(inner, (*marks, *found))
        elsewhere = next((mark.name for mark in marks if isinstance(mark, Refer)), None)
        if elsewhere or wanted is object:
            return reference(elsewhere) if elsewhere else {}
        if is_union(wanted):
            return self._one_of(get_args(wanted), marks)
        if origin is Literal:
            return {"enum": [*get_args(wanted)]}
        if origin is tuple:
            return self._list(get_args(wanted), marks)
        if origin is not None and issubclass(origin, Mapping):
            return self._map(*get_args(wanted))
        if dataclasses.is_dataclass(wanted) and isinstance(wanted, type):
            return self.name(wanted)
        return self._scalar(wanted, marks)

    def name(self, shape: type, name: str = "") -> Schema:
        """A reference to the schema of a dataclass, which is made unless it has its name already."""
        name = self._prefix + (name or shape.__name__)
        if name not in self.named:
            self.named[name] = {}
            self.named[name] = self.shaped(shape)
        return reference(name)

    def shaped(self, shape: type, kind: str = "") -> Schema:
        """The schema of a dataclass, with the `kind` of a move; one for each way, if exactly one must be given."""
        groups = alternatives(shape)
        about = first_line(shape)
        if not groups:
            schema = strict(*self._fields(shape, kind, frozenset(), frozenset(), {}), about)
            return {**schema, **_depending(shape)}
        every = frozenset(name for group in groups for name in group)
        ways = [
            strict(*self._fields(shape, kind, every - {*group}, frozenset(group) | _given_always(others), others))
            for group, others in zip(groups, in_ways(shape), strict=True)
        ]
        return {"description": about, "oneOf": ways}

    def _fields(
        self, shape: type, kind: str, without: frozenset[str], needed: frozenset[str], others: Mapping[str, Any]
    ) -> tuple[dict[str, Schema], list[str]]:
        declared = {name: wanted for name, wanted in {**hints(shape), **others}.items() if name not in without}
        properties = {name: self.of(_given(wanted) if name in needed else wanted) for name, wanted in declared.items()}
        must = [name for name in declared if name in needed or name in required(shape)]
        if kind:
            return {"kind": {"const": kind}, **properties}, ["kind", *must]
        return properties, must

    def _one_of(self, choices: tuple[Any, ...], marks: tuple[object, ...]) -> Schema:
        return {"anyOf": [{"type": "null"} if one is types.NoneType else self.of(one, marks) for one in choices]}

    def _list(self, items: tuple[Any, ...], marks: tuple[object, ...]) -> Schema:
        if len(items) == 2 and items[1] is Ellipsis:
            bounds = {}
            for mark in marks:
                if isinstance(mark, Length):
                    bounds = {"minItems": mark.low, "maxItems": mark.high}
            return {"type": "array", "items": self.of(items[0]), **bounds}
        if len({str(item) for item in items}) == 1:
            return {"type": "array", "items": self.of(items[0]), "minItems": len(items), "maxItems": len(items)}
        fixed = [self.of(item) for item in items]
        return {"type": "array", "prefixItems": fixed, "items": False, "minItems": len(items)}

    def _map(self, key: Any, one: Any) -> Schema:
        return {"type": "object", "propertyNames": self._key(key), "additionalProperties": self.of(one)}

    def _key(self, key: Any) -> Schema:
        asked = self.of(key)
        if "enum" in asked:
            return {"enum": [str(choice) for choice in asked["enum"]]}
        if asked.get("type") != "integer":
            return asked
        if "maximum" in asked and asked["maximum"] - asked["minimum"] < MOST_KEYS:
            return {"enum": [str(number) for number in range(asked["minimum"], asked["maximum"] + 1)]}
        return {"pattern": INTEGER_KEY}

    def _scalar(self, wanted: Any, marks: tuple[object, ...]) -> Schema:
        if wanted is bool:
            return {"type": "boolean"}
        if wanted is int:
            return self._integer(marks)
        if wanted is str:
            return _text(next((mark for mark in marks if isinstance(mark, Length)), Length(0, LONGEST_TEXT)))
        raise TypeError(f"no schema for {wanted!r}")

    def _integer(self, marks: tuple[object, ...]) -> Schema:
        schema: Schema = {"type": "integer"}
        for mark in marks:
            if isinstance(mark, Between):
                about = f"{mark.what.message} ({mark.clause})"
                schema |= {"minimum": mark.low, "maximum": min(mark.high, LARGEST), "description": about}
            if isinstance(mark, AtSeat):
                schema |= {"minimum": 0, "maximum": self._seats - 1, "description": "seat, from 0 clockwise"}
        return schema


def _given_always(declared: Mapping[str, Any]) -> frozenset[str]:
    """The fields that cannot be None."""
    return frozenset(name for name, wanted in declared.items() if not is_union(wanted))


def _depending(shape: type) -> Schema:
    """The part of a shape's schema that says what one field decides about others; nothing if none does."""
    found = depending(shape)
    if found is None:
        return {}
    none: Schema = {"type": "null"}
    return {
        "if": {"properties": {found.field: {"const": found.value}}},
        "then": {"properties": dict.fromkeys(found.without, none)},
        "else": {"properties": {name: {"not": none} for name in found.needed}, "required": [*found.needed]},
    }


def _text(length: Length) -> Schema:
    bounds = {"minLength": length.low, "maxLength": length.high}
    return {"type": "string", **{name: bound for name, bound in bounds.items() if 0 < bound < LARGEST}}


def first_line(shape: object) -> str:
    """The first line of a docstring."""
    return (inspect.getdoc(shape) or "").partition("\n")[0]


def _given(wanted: Any) -> Any:
    """A type without None: what a chosen way has to hold."""
    if get_origin(wanted) is Annotated:
        inner, *marks = get_args(wanted)
        return Annotated[(_given(inner), *marks)]
    rest = tuple(one for one in get_args(wanted) if one is not types.NoneType)
    return Union[rest] if is_union(wanted) else wanted  # noqa: UP007
