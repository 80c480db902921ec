"""The interface described: for programs as an OpenAPI document, for people as a page made from it."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Response, jsonify, render_template, request

from companion.engine.schema.json_schema import Schema
from companion.web.api.operations import ROOT, RULES, Operation, blueprint, described
from companion.web.app.problems import KINDS


@dataclass(frozen=True, slots=True)
class Described:
    """One operation as the page shows it."""

    method: str
    path: str
    summary: str
    takes: str
    answers: tuple[tuple[str, str], ...]
    token: str


@dataclass(frozen=True, slots=True)
class Property:
    """One property of an object: its name, whether it is required, its type in short, and its description."""

    name: str
    is_needed: bool
    type: str
    about: str


@blueprint.get("/v1/openapi.json")
@described(Operation("document", "This document", RULES, {"type": "object"}))
def openapi() -> Response:
    """The OpenAPI document."""
    return jsonify(_document())


@blueprint.get("")
def page() -> str:
    """The document for people."""
    schemas = _document()["components"]["schemas"]
    shown = {name: (schema.get("description", ""), list(ways(schema))) for name, schema in sorted(schemas.items())}
    return render_template("pages/api.html", tags=operations(), schemas=shown, kinds=KINDS)


def _document() -> Mapping[str, Any]:
    # Built with all it needs, including every game, when somebody reads it: at a table nobody does.
    from companion.web.api.document import document

    return {**document(), "servers": [{"url": request.script_root + ROOT}]}


def operations() -> dict[str, list[Described]]:
    found: dict[str, list[Described]] = {}
    for path, entry in _document()["paths"].items():
        for method, operation in entry.items():
            if method != "parameters":
                found.setdefault(operation["tags"][0], []).append(_described(method, path, operation))
    return found


def ways(schema: Schema) -> Iterator[list[Property]]:
    """The fields of an object, once for each way to give it; none if the schema is no object."""
    for way in schema.get("oneOf", [schema]):
        needed = way.get("required", [])
        yield [
            Property(name, name in needed, in_short(one), one.get("description", ""))
            for name, one in way.get("properties", {}).items()
        ]


def in_short(schema: Schema) -> str:
    """A schema in a few characters: `integer 1..60`, `"red" | "blue"`, `Reason[]`."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(one) for one in schema["enum"])
    for name in ("anyOf", "oneOf"):
        if name in schema:
            return " | ".join(in_short(one) for one in schema[name])
    if schema.get("type") == "array":
        return _list_in_short(schema)
    if "additionalProperties" in schema and "propertyNames" in schema:
        return f"{{…: {in_short(schema['additionalProperties'])}}}"
    return str(schema.get("type", "any JSON")) + _bounds(schema, "minimum", "maximum")


def _list_in_short(schema: Schema) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(in_short(one) for one in schema['prefixItems'])}]"
    inner = in_short(schema["items"])
    inner = f"({inner})" if "|" in inner or " " in inner else inner
    return f"{inner}[]{_bounds(schema, 'minItems', 'maxItems')}"


def _bounds(schema: Schema, least: str, most: str) -> str:
    if least not in schema:
        return ""
    low, high = schema[least], schema.get(most, "")
    return f" {low}" if low == high else f" {low}..{high}"


def _described(method: str, path: str, operation: dict[str, Any]) -> Described:
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    answers = [
        (status, in_short(content["schema"]))
        for status, response in sorted(operation["responses"].items())
        for content in response["content"].values()
    ]
    security = operation["security"]
    token = "" if not security else "optional" if {} in security else "needed"
    return Described(method.upper(), path, operation["summary"], in_short(body) if body else "", tuple(answers), token)
