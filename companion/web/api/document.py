"""The interface described: for programs as an OpenAPI document, made from the declarations that read its requests; for people."""

import dataclasses
from collections.abc import Mapping
from functools import cache
from typing import Any

from apispec import APISpec
from flask import Response, jsonify, render_template, request

from companion.engine.game import Game, Option, RulingKind
from companion.engine.schema.json_schema import Schema, Schemas, reference, strict
from companion.games import games
from companion.table.tables import LONGEST_NAME, MOST_SEATS
from companion.web.api import shapes
from companion.web.api.operations import (
    BODY,
    MATCHES,
    OPERATIONS,
    ROOT,
    RULED,
    RULES,
    TABLES,
    Operation,
    Paths,
    blueprint,
    described,
    every_path,
)
from companion.web.app.problems import KINDS

VERSION = "1"
ABOUT = """The rules, the judge and the tables of Tableside, for scripts and other front ends.

Who may what is in the `Authorization: Bearer TOKEN` header alone; cookies are ignored, no `Origin` is needed. Errors are
problem objects (RFC 9457) in the language of `Accept-Language`: en, fr, es, de. Seats are numbered from 0 clockwise; as
keys they are strings. Nothing but joining and wrong tokens is limited in rate."""


@cache
def document() -> Mapping[str, Any]:
    titles = [game.title for game in games().values()]
    spec = APISpec(
        title="Tableside",
        version=VERSION,
        openapi_version="3.1.0",
        info={"description": ABOUT},
        servers=[{"url": ROOT}],
        tags=[{"name": name} for name in (RULES, *titles, TABLES, MATCHES)],
    )
    spec.components.security_scheme("bearer", {"type": "http", "scheme": "bearer"})
    for name, schema in named_schemas().items():
        spec.components.schema(name, schema)
    for path, entry in _paths().items():
        operations = {method: operation for method, operation in entry.items() if method != "parameters"}
        spec.path(path, parameters=entry.get("parameters", []), operations=operations)
    return spec.to_dict()


def _paths() -> Paths:
    """Return every path: those without a table, the same for each game at its own addresses, then all others."""
    every = every_path()
    of_rules = {path: entry for path, entry in every.items() if path.startswith(("/openapi", "/games"))}
    for game in games().values():
        of_rules |= _paths_of(game)
    # `|` leaves a path that is known already where it stands, so those of the rules stay in front.
    return of_rules | every


def _paths_of(game: Game[Any]) -> Paths:
    """Return the set-up and each ruling of one game, at the addresses they have there."""
    name, root = game.slug.replace("-", "_"), f"/games/{game.slug}"
    answers = [("setup", f"The set-up sheet of {game.title}", f"{prefix(game)}Setup")]
    answers += [(f"rulings/{kind.name}", kind.question.message, ruling_name(game, kind)) for kind in game.rulings]
    found: Paths = {}
    for path, summary, schema in answers:
        words = "set_up" if path == "setup" else path.partition("/")[2].replace("-", "_")
        post = Operation(f"{name}_{words}", summary, game.title, schema, (*BODY, *RULED), f"{schema}Request")
        found[f"{root}/{path}"] = {"post": post.as_schema()}
    return found


def named_schemas() -> dict[str, Schema]:
    """Return every named schema: the interface's own, and those of each game."""
    found = {**_own(), **_of_any_game()}
    for game in games().values():
        found.update(schemas_of(game))
    return found


def _own() -> dict[str, Schema]:
    schemas = Schemas("", MOST_SEATS)
    # The very dataclasses that read the bodies, so that the document cannot promise what the codec refuses.
    requests = [one.takes for one in OPERATIONS.values() if isinstance(one.takes, type)]
    answers = [one for one in vars(shapes).values() if isinstance(one, type) and dataclasses.is_dataclass(one)]
    for shape in (*answers, *requests):
        schemas.name(shape)
    redacted = {"type": "object", "properties": {"kind": {"type": "string"}}, "required": ["kind"]}
    redacted["description"] = (
        "A move as the asker may see it: of a secret one only who and what kind. Also `undo`, `amend`, "
        "`contest` and `settle` with their `index`, and `redo`, `abandon` and `take_up`."
    )
    return {
        **schemas.named,
        "RedactedMove": redacted,
        "PlayerName": {
            "type": "string",
            "minLength": 1,
            "maxLength": LONGEST_NAME,
            "description": "a name; each at most once at a table",
        },
        "Points": {"type": "number", "multipleOf": 0.5, "minimum": 0},
        "File": _any(["MatchFile", "EveningFile"]),
    }


def _of_any_game() -> dict[str, Schema]:
    """For paths that do not name the game it is."""
    every = [*games().values()]
    parts = ("Move", "Options", "State", "Match", "Setup")
    found = {part: _any([f"{prefix(game)}{part}" for game in every]) for part in parts}
    rulings = [ruling_name(game, kind) for game in every for kind in game.rulings]
    return {
        **found,
        "Facts": _any([f"{name}Facts" for name in rulings]),
        "Ruling": _any(rulings),
        "Game": {"enum": [game.slug for game in every]},
    }


def _any(names: list[str]) -> Schema:
    return {"anyOf": [reference(name) for name in names]}


SEATS = "seats"
TEXT: Schema = {"type": "string"}
NAME: Schema = {"anyOf": [TEXT, {"type": "null"}]}


def prefix(game: Game[Any]) -> str:
    """Return how the names of a game's schemas begin: its name in addresses, each word with a capital."""
    return camel(game.slug)


def camel(name: str) -> str:
    """Return a name of several words, written as the names of schemas are."""
    return "".join(part.title() for part in name.replace("_", "-").split("-"))


def schemas_of(game: Game[Any]) -> dict[str, Schema]:
    schemas = Schemas(prefix(game), game.players[-1])
    named = schemas.named
    chosen = {
        option.name: {
            **_choices(option, schemas),
            "default": option.default,
            "description": f"{option.label.message} ({', '.join(option.clauses)})",
        }
        for option in game.options
    }
    named[f"{prefix(game)}Options"] = strict(chosen, [], "House options; what is left out has its default.")
    named.update(_moves(game, schemas))
    for kind in game.rulings:
        named.update(_ruling(game, kind, schemas))
    start = prefix(game)
    players = {"type": "integer", "minimum": game.players[0], "maximum": game.players[-1]}
    request = strict({"players": players, "options": reference(f"{start}Options")}, ["players"])
    steps = {"type": "array", "items": reference("Reason")}
    facts = schemas.shaped(game.laid_out)
    sheet = strict({"facts": reference(f"{start}SetupFacts"), "steps": steps}, ["facts", "steps"])
    named.update({f"{start}SetupRequest": request, f"{start}SetupFacts": facts, f"{start}Setup": sheet})
    named.update(_state(game, schemas))
    return dict(named)


def ruling_name(game: Game[Any], kind: RulingKind[Any]) -> str:
    """Return how the names of a ruling's schemas begin."""
    return f"{prefix(game)}Ruling{camel(kind.name)}"


def _choices(option: Option, schemas: Schemas) -> Schema:
    """Return one of the choices; where they are only some of many, also what may be sent instead, or that as a text."""
    listed: Schema = {"enum": [choice.value for choice in option.choices]}
    return listed if option.shape is None else {"anyOf": [listed, schemas.shaped(option.shape), {"type": "string"}]}


def _moves(game: Game[Any], schemas: Schemas) -> dict[str, Schema]:
    names = {kind: f"{prefix(game)}Move{camel(kind)}" for kind in game.moves}
    moves = {names[kind]: schemas.shaped(shape, kind) for kind, shape in game.moves.items()}
    mapping = {kind: reference(name)["$ref"] for kind, name in names.items()}
    any_move = {
        "description": f"A move of {game.title}.",
        "oneOf": [reference(name) for name in names.values()],
        "discriminator": {"propertyName": "kind", "mapping": mapping},
    }
    return {**moves, f"{prefix(game)}Move": any_move}


def _ruling(game: Game[Any], kind: RulingKind[Any], schemas: Schemas) -> dict[str, Schema]:
    name = ruling_name(game, kind)
    options = {option.name: option for option in game.options}
    asked = strict({"facts": reference(f"{name}Facts"), "options": reference(f"{prefix(game)}Options")}, ["facts"])
    given = strict(
        {
            "ruling": {"const": kind.name},
            "headline": TEXT,
            "verdict": reference(f"{name}Verdict"),
            "because": {"type": "array", "items": reference("Reason"), "minItems": 1},
            "flags": {"type": "array", "items": reference("Reason")},
        },
        ["ruling", "headline", "verdict", "because", "flags"],
        f"{kind.question.message} The verdict, its working, and what the box finds doubtful.",
    )
    matter = ", ".join(f"`{one}`" for one in kind.options if one in options)
    asked["description"] = f"{kind.question.message} {f'Options that matter: {matter}.' if matter else ''}".strip()
    return {
        f"{name}Facts": schemas.shaped(kind.facts),
        f"{name}Verdict": {"type": "object"} if kind.answer is None else schemas.shaped(kind.answer),
        f"{name}Request": asked,
        name: given,
    }


def _state(game: Game[Any], schemas: Schemas) -> dict[str, Schema]:
    start = prefix(game)
    shown = schemas.shaped(game.shown)
    # The properties a game shows; its seats have their name and score too.
    properties: dict[str, Schema] = dict(shown.get("properties", {}))
    # What a game says of its seats stands beside name and score, which every game has (`redact_state`).
    if SEATS in properties:
        name = properties[SEATS]["items"]["$ref"].rpartition("/")[2]
        schemas.named[name] = _seat(schemas.named[name])
    state: Schema = {**shown, "properties": {**_common(game), **properties}}
    state["required"] = [*dict.fromkeys(("phase", "turn", SEATS, "winners", *shown.get("required", ())))]
    match = strict(
        {"version": {"type": "integer"}, "game": {"const": game.slug}, "state": reference(f"{start}State")},
        ["version", "game", "state"],
        f"A match of {game.title}, as the asker may see it.",
    )
    return {f"{start}State": state, f"{start}Match": match}


def _common(game: Game[Any]) -> dict[str, Schema]:
    """Return what every state has.

    `stopped_at`: an entry that a newer Tableside no longer allows; it and what follows are left out.
    """
    seat = {"type": "integer", "minimum": 0, "maximum": game.players[-1] - 1}
    return {
        "phase": TEXT,
        "turn": {"anyOf": [seat, {"type": "null"}]},
        SEATS: {"type": "array", "items": _seat({})},
        "winners": {"anyOf": [{"type": "array", "items": seat}, {"type": "null"}]},
        "stopped_at": {"type": "integer"},
    }


def _seat(shown: Schema) -> Schema:
    properties = {"name": NAME, "score": {"type": "integer"}, **shown.get("properties", {})}
    return {**shown, **strict(properties, ["name", "score", *shown.get("required", ())], shown.get("description", ""))}


@blueprint.get("/v1/openapi.json")
@described(Operation("document", "This document", RULES, {"type": "object"}))
def openapi() -> Response:
    """The OpenAPI document."""
    return jsonify(_document())


@blueprint.get("")
def page() -> str:
    """The document for people."""
    return render_template("pages/api.html", document=_document(), kinds=KINDS)


def _document() -> Mapping[str, Any]:
    # Built with all it needs, including every game, when someone reads it: at a table no one does.
    from companion.web.api.document import document

    # The document is kept for the life of the process. The path below which it is served is known of a request alone.
    return {**document(), "servers": [{"url": request.script_root + ROOT}]}
