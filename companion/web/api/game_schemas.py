"""The named schemas of one game: its options, every move, every ruling's facts and verdict, its set-up, its state."""

from __future__ import annotations

from typing import Any

from companion.engine.game import Game, Option, RulingKind
from companion.engine.schema.json_schema import Schema, Schemas, reference, strict

SEATS = "seats"
TEXT: Schema = {"type": "string"}
NAME: Schema = {"anyOf": [TEXT, {"type": "null"}]}


def prefix(game: Game[Any]) -> str:
    """How the names of a game's schemas begin: its name in addresses, each word with a capital."""
    return camel(game.slug)


def camel(name: str) -> str:
    """A name of several words, written as the names of schemas are."""
    return "".join(part.title() for part in name.replace("_", "-").split("-"))


def schemas_of(game: Game[Any]) -> dict[str, Schema]:
    """Every named schema of a game."""
    schemas = Schemas(prefix(game), game.players[-1])
    named = schemas.named
    named[f"{prefix(game)}Options"] = _options(game.options)
    named.update(_moves(game, schemas))
    for kind in game.rulings:
        named.update(_ruling(game, kind, schemas))
    named.update(_set_up(game, schemas))
    named.update(_state(game, schemas))
    return dict(named)


def ruling_name(game: Game[Any], kind: RulingKind[Any]) -> str:
    """How the names of a ruling's schemas begin."""
    return f"{prefix(game)}Ruling{camel(kind.name)}"


def _options(options: tuple[Option, ...]) -> Schema:
    chosen = {
        option.name: {
            "enum": [choice.value for choice in option.choices],
            "default": option.default,
            "description": f"{option.label.message} ({', '.join(option.clauses)})",
        }
        for option in options
    }
    return strict(chosen, [], "House options; what is left out has its default.")


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
    told = ", ".join(f"`{one}`" for one in kind.options if one in options)
    asked["description"] = f"{kind.question.message} {f'Options that matter: {told}.' if told else ''}".strip()
    return {
        f"{name}Facts": schemas.shaped(kind.facts),
        f"{name}Verdict": {"type": "object"} if kind.answer is None else schemas.shaped(kind.answer),
        f"{name}Request": asked,
        name: given,
    }


def _set_up(game: Game[Any], schemas: Schemas) -> dict[str, Schema]:
    start = prefix(game)
    players = {"type": "integer", "minimum": game.players[0], "maximum": game.players[-1]}
    request = strict({"players": players, "options": reference(f"{start}Options")}, ["players"])
    steps = {"type": "array", "items": reference("Reason")}
    facts = {"type": "object"} if game.laid_out is None else schemas.shaped(game.laid_out)
    sheet = strict({"facts": reference(f"{start}SetupFacts"), "steps": steps}, ["facts", "steps"])
    return {f"{start}SetupRequest": request, f"{start}SetupFacts": facts, f"{start}Setup": sheet}


def _state(game: Game[Any], schemas: Schemas) -> dict[str, Schema]:
    start = prefix(game)
    shown = {"type": "object"} if game.shown is None else schemas.shaped(game.shown)
    state: Schema = {**shown, "properties": {**_common(game), **_more_about_seats(shown, schemas)}}
    state["required"] = [*dict.fromkeys(("phase", "turn", SEATS, "winners", *shown.get("required", ())))]
    match = strict(
        {"version": {"type": "integer"}, "game": {"const": game.slug}, "state": reference(f"{start}State")},
        ["version", "game", "state"],
        f"A match of {game.title}, as the asker may see it.",
    )
    return {f"{start}State": state, f"{start}Match": match}


def _common(game: Game[Any]) -> dict[str, Schema]:
    """What every state has. `stopped_at`: an entry that a newer Tableside no longer allows; it and what follows are left out."""
    seat = {"type": "integer", "minimum": 0, "maximum": game.players[-1] - 1}
    return {
        "phase": TEXT,
        "turn": {"anyOf": [seat, {"type": "null"}]},
        SEATS: {"type": "array", "items": _seat({})},
        "winners": {"anyOf": [{"type": "array", "items": seat}, {"type": "null"}]},
        "stopped_at": {"type": "integer"},
    }


def _more_about_seats(shown: Schema, schemas: Schemas) -> dict[str, Schema]:
    """The properties a game shows; its seats have their name and score too."""
    properties: dict[str, Schema] = dict(shown.get("properties", {}))
    if SEATS in properties:
        name = properties[SEATS]["items"]["$ref"].rpartition("/")[2]
        schemas.named[name] = _seat(schemas.named[name])
    return properties


def _seat(shown: Schema) -> Schema:
    properties = {"name": NAME, "score": {"type": "integer"}, **shown.get("properties", {})}
    return {**shown, **strict(properties, ["name", "score", *shown.get("required", ())], shown.get("description", ""))}
