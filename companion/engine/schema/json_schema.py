"""JSON Schemas made from the same declarations that the codec reads: types, ranges, alternatives, defaults.

What the schema of a request allows, the codec reads. Values out of range are refused with 422 and a clause, wrong
shapes with 400.
"""

import inspect
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeAlias, get_args

from companion.engine.schema.codec import LARGEST, LONGEST_TEXT
from companion.engine.schema.declared import Declared, alternatives, depending, fields, in_ways, required, unwrap
from companion.engine.schema.marks import Between, Length, Refer

Schema: TypeAlias = "dict[str, Any]"
INTEGER_KEY = "^(0|-?[1-9][0-9]*)$"
MOST_KEYS = 20
"""Keys of a map are listed one by one up to this many."""


def reference(name: str) -> Schema:
    """Return the place of a named schema."""
    return {"$ref": f"#/components/schemas/{name}"}


def strict(properties: Mapping[str, Schema], needed: list[str], about: str = "") -> Schema:
    """Return an object with these properties and no others."""
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

    def of(self, wanted: Any) -> Schema:
        return self._of(unwrap(wanted))

    def _of(self, declared: Declared) -> Schema:
        schema = self._bare(declared)
        if not declared.is_optional:
            return schema
        return {"anyOf": [*(schema["anyOf"] if declared.kind == "union" else [schema]), {"type": "null"}]}

    def _bare(self, declared: Declared) -> Schema:
        """Return the schema of a declared type without None."""
        elsewhere = declared.mark(Refer)
        if elsewhere or declared.kind == "anything":
            return reference(elsewhere.name) if elsewhere else {}
        match declared.kind:
            case "union":
                return {"anyOf": [self._of(one) for one in declared.inner]}
            case "choice":
                return {"enum": [*get_args(declared.bare)]}
            case "list":
                length = declared.mark(Length)
                bounds = {"minItems": length.low, "maxItems": length.high} if length else {}
                return {"type": "array", "items": self._of(declared.inner[0]), **bounds}
            case "tuple":
                return self._tuple(declared.inner)
            case "map":
                key, one = declared.inner
                return {"type": "object", "propertyNames": self._key(key), "additionalProperties": self._of(one)}
            case "shape":
                return self.name(declared.bare)
            case "text":
                return _text(declared.mark(Length) or Length(0, LONGEST_TEXT))
        return {"type": "boolean"} if declared.kind == "truth" else self._integer(declared)

    def name(self, shape: type, name: str = "") -> Schema:
        """Return a reference to the schema of a dataclass, which is made unless it has its name already."""
        name = self._prefix + (name or shape.__name__)
        if name not in self.named:
            # Its name is taken before it is made: a shape that holds its own kind would else be made for ever.
            self.named[name] = {}
            self.named[name] = self.shaped(shape)
        return reference(name)

    def shaped(self, shape: type, kind: str = "") -> Schema:
        """Return the schema of a dataclass, with the `kind` of a move; one for each way, if exactly one must be given."""
        groups = alternatives(shape)
        about = first_line(shape)
        if not groups:
            schema = strict(*self._fields(shape, kind, frozenset(), frozenset(), {}), about)
            return {**schema, **_depending(shape)}
        # One strict object a way. A single object with everything optional would allow what the codec refuses: two ways at
        # once, or none.
        every = frozenset(name for group in groups for name in group)
        ways = [
            strict(*self._fields(shape, kind, every - {*group}, frozenset(group) | _given_always(others), others))
            for group, others in zip(groups, in_ways(shape), strict=True)
        ]
        return {"description": about, "oneOf": ways}

    def _fields(
        self, shape: type, kind: str, without: frozenset[str], needed: frozenset[str], others: Mapping[str, Any]
    ) -> tuple[dict[str, Schema], list[str]]:
        every = {**fields(shape), **{name: unwrap(wanted) for name, wanted in others.items()}}
        declared = {name: one for name, one in every.items() if name not in without}
        given = {name: replace(one, is_optional=False) if name in needed else one for name, one in declared.items()}
        properties = {name: self._of(one) for name, one in given.items()}
        must = [name for name in declared if name in needed or name in required(shape)]
        if kind:
            return {"kind": {"const": kind}, **properties}, ["kind", *must]
        return properties, must

    def _tuple(self, inner: tuple[Declared, ...]) -> Schema:
        if len(set(inner)) == 1:
            return {"type": "array", "items": self._of(inner[0]), "minItems": len(inner), "maxItems": len(inner)}
        fixed = [self._of(one) for one in inner]
        return {"type": "array", "prefixItems": fixed, "items": False, "minItems": len(inner)}

    def _key(self, key: Declared) -> Schema:
        asked = self._of(key)
        if "enum" in asked:
            return {"enum": [str(choice) for choice in asked["enum"]]}
        if asked.get("type") != "integer":
            return asked
        # The keys of JSON are texts, so a range of numbers cannot be said of them: few are listed, of many only their shape
        # is.
        if "maximum" in asked and asked["maximum"] - asked["minimum"] < MOST_KEYS:
            return {"enum": [str(number) for number in range(asked["minimum"], asked["maximum"] + 1)]}
        return {"pattern": INTEGER_KEY}

    def _integer(self, declared: Declared) -> Schema:
        between = declared.mark(Between)
        if between is not None:
            about = f"{between.what} ({between.clause})"
            # The codec takes no larger number, whatever the range.
            bounds = {"minimum": between.low, "maximum": min(between.high, LARGEST)}
            return {"type": "integer", **bounds, "description": about}
        if declared.is_seat:
            return {
                "type": "integer",
                "minimum": 0,
                "maximum": self._seats - 1,
                "description": "seat, from 0 clockwise",
            }
        return {"type": "integer"}


def _given_always(declared: Mapping[str, Any]) -> frozenset[str]:
    """Return the fields that cannot be None."""
    return frozenset(name for name, wanted in declared.items() if not unwrap(wanted).is_optional)


def _depending(shape: type) -> Schema:
    """Return the part of a shape's schema that says what one field decides about others; nothing if none does."""
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
    # A bound that rules nothing out is left out.
    return {"type": "string", **{name: bound for name, bound in bounds.items() if 0 < bound < LARGEST}}


def first_line(shape: object) -> str:
    """Return the first line of a docstring."""
    return (inspect.getdoc(shape) or "").partition("\n")[0]
