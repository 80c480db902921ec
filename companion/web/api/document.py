"""The OpenAPI document of the interface, made from the declarations that read its requests and from the games found."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from functools import cache
from types import ModuleType
from typing import Any

from apispec import APISpec

from companion.engine.schema.json_schema import Schema, Schemas, reference
from companion.games import games
from companion.table.tables import LONGEST_NAME
from companion.web.api import file_shapes, paths, shapes
from companion.web.api.game_schemas import prefix, schemas_of
from companion.web.api.matches import AmendRequest, ContestRequest, EndRequest, MoveRequest, SettleRequest, StepRequest
from companion.web.api.rules import RulingRequest, SetupRequest
from companion.web.api.tables import MatchRequest, TableRequest

ROOT = "/api/v1"
VERSION = "1"
REQUESTS = (
    *(SetupRequest, RulingRequest, TableRequest, MatchRequest),
    *(MoveRequest, StepRequest, AmendRequest, ContestRequest, SettleRequest, EndRequest),
)
ABOUT = """The rules, the judge and the tables of Tableside, for scripts and other front ends.

Who may what is in the `Authorization: Bearer TOKEN` header alone; cookies are ignored, no `Origin` is needed. Errors are
problem objects (RFC 9457) in the language of `Accept-Language`: en, fr, es, de. Seats are numbered from 0 clockwise; as
keys they are strings. Nothing but joining and wrong tokens is limited in rate."""


@cache
def document() -> Mapping[str, Any]:
    """The whole document."""
    titles = [game.title for game in games().values()]
    spec = APISpec(
        title="Tableside",
        version=VERSION,
        openapi_version="3.1.0",
        info={"description": ABOUT},
        servers=[{"url": ROOT}],
        tags=[{"name": name} for name in (paths.RULES, *titles, paths.TABLES, paths.MATCHES)],
    )
    spec.components.security_scheme("bearer", {"type": "http", "scheme": "bearer"})
    for name, schema in named_schemas().items():
        spec.components.schema(name, schema)
    for path, entry in paths.every_path().items():
        operations = {method: operation for method, operation in entry.items() if method != "parameters"}
        spec.path(path, parameters=entry.get("parameters", []), operations=operations)
    return spec.to_dict()


def named_schemas() -> dict[str, Schema]:
    """Every named schema: the interface's own, and those of each game."""
    found = {**_own(), **_of_any_game()}
    for game in games().values():
        found.update(schemas_of(game))
    return found


def _own() -> dict[str, Schema]:
    schemas = Schemas("", paths.MOST_SEATS)
    for shape in (*_declared(shapes), *_declared(file_shapes), *REQUESTS):
        schemas.name(shape)
    told = {"type": "object", "properties": {"kind": {"type": "string"}}, "required": ["kind"]}
    told["description"] = (
        "A move as the asker may see it: of a secret one only who and what kind. Also `undo`, `amend`, "
        "`contest` and `settle` with their `index`, and `redo`, `abandon` and `take_up`."
    )
    return {
        **schemas.named,
        "ToldMove": told,
        "PlayerName": {
            "type": "string",
            "minLength": 1,
            "maxLength": LONGEST_NAME,
            "description": "a name; each at most once at a table",
        },
        "Points": {"type": "number", "multipleOf": 0.5, "minimum": 0},
        "File": _any(["MatchFile", "EveningFile"]),
    }


def _declared(module: ModuleType) -> Iterator[type]:
    """The shapes a module declares."""
    for shape in vars(module).values():
        if isinstance(shape, type) and dataclasses.is_dataclass(shape):
            yield shape


def _of_any_game() -> dict[str, Schema]:
    """For paths that do not tell which game it is."""
    every = [*games().values()]
    parts = ("Move", "Options", "State", "Match", "Setup")
    found = {part: _any([f"{prefix(game)}{part}" for game in every]) for part in parts}
    rulings = [name for game in every for name in paths.ruling_names(game)]
    return {
        **found,
        "Facts": _any([f"{name}Facts" for name in rulings]),
        "Ruling": _any(rulings),
        "Game": {"enum": [game.slug for game in every]},
    }


def _any(names: list[str]) -> Schema:
    return {"anyOf": [reference(name) for name in names]}
