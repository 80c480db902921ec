"""The JSON interface: its blueprint, what its document says of each operation (a decorator), what answers have in common."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from flask import Blueprint, Flask, Response, g, jsonify

from companion.engine.rulings import Json, Reason, Ruling
from companion.engine.schema.codec import encode
from companion.engine.schema.json_schema import Schema, reference
from companion.match.redact import redact_state
from companion.match.snapshot import Snapshot
from companion.web.api import shapes
from companion.web.app.answers import saved_as
from companion.web.app.i18n import Names, sentence, words

blueprint = Blueprint("api", __name__, url_prefix="/api")

ROOT: Final = "/api/v1"
RULES, TABLES, MATCHES = "Without a table", "At a table", "A match"
# An empty requirement beside the other says in OpenAPI that the token may be left out.
SPECTATOR: Final[list[dict[str, list[str]]]] = [{}, {"bearer": []}]
BEARER: Final[list[dict[str, list[str]]]] = [{"bearer": []}]
PROBLEMS: Final = {
    "400": ("ShapeProblem", "Not of the right shape."),
    "401": ("Problem", "No token, or an unknown one."),
    "403": ("Problem", "Not that role's to do; or a page of another origin asks, without a token."),
    "404": ("Problem", "There is no such thing."),
    "409": ("ConflictProblem", "The match has moved on or was broken off, or the step would pass a reveal."),
    "413": ("Problem", "Too large."),
    "422": ("RuleProblem", "The rules or the box forbid it."),
    "429": ("Problem", "Too many wrong codes or tokens."),
    "503": ("Problem", "The store is away or full; nothing was recorded."),
}
"""By status: the schema of the problem object, and what it means."""
BODY: Final = ("403", "413")
STORED: Final = ("404", "503")
GUESSED: Final = ("401", "429")
RULED: Final = ("422",)
PARAMETERS: Final[dict[str, Schema]] = {
    "game": {"type": "string", "description": "the game's name in addresses, as `GET /games` gives it"},
    "ruling": {"type": "string", "description": "the ruling's name"},
    "table": {"type": "string", "description": "the table's code, such as KQ7M"},
    "match": {"type": "string", "description": "the match's id"},
}
Paths = dict[str, dict[str, Any]]
View = TypeVar("View", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Operation:
    """What the document says of one operation.

    `gives` is the schema of a good answer, or its name, and `answers` what each good status means. `problems` are the other
    statuses there may be, besides 400. `takes` is the shape of the body, or names its schema; where it `may_lack_body`, none
    may come.
    """

    name: str
    summary: str
    tag: str
    gives: str | Schema
    problems: tuple[str, ...] = ()
    takes: type | str = ""
    may_lack_body: bool = False
    answers: Mapping[str, str] = field(default_factory=lambda: {"200": "The answer."})
    security: list[dict[str, list[str]]] = field(default_factory=list)
    media: str = "application/json"

    def as_schema(self) -> dict[str, Any]:
        schema = reference(self.gives) if isinstance(self.gives, str) else self.gives
        good = {
            status: {"description": about, "content": {self.media: {"schema": schema}}}
            for status, about in self.answers.items()
        }
        bad = {status: _problem(status) for status in sorted({"400", *self.problems})}
        entry: dict[str, Any] = {"operationId": self.name, "summary": self.summary, "tags": [self.tag]}
        if self.takes:
            name = self.takes if isinstance(self.takes, str) else self.takes.__name__
            content = {"application/json": {"schema": reference(name)}}
            entry["requestBody"] = {"required": not self.may_lack_body, "content": content}
        return {**entry, "security": self.security, "responses": {**good, **bad}}


def described(operation: Operation) -> Callable[[View], View]:
    """Return a decorator that tells the document of a view."""

    def remember(view: View) -> View:
        OPERATIONS[f"{blueprint.name}.{view.__name__}"] = operation
        return view

    return remember


OPERATIONS: Final[dict[str, Operation]] = {}
"""By the endpoint of their views."""


def look(
    name: str, summary: str, gives: str | Schema, tag: str = MATCHES, media: str = "application/json"
) -> Operation:
    """Return an operation that only reads what a spectator may see."""
    return Operation(name, summary, tag, gives, (*STORED, *GUESSED), security=SPECTATOR, media=media)


def change(name: str, summary: str, takes: type, gives: str = "Changed") -> Operation:
    """Return an operation that changes a match."""
    problems = (*BODY, *STORED, *GUESSED, *RULED, "409")
    return Operation(name, summary, MATCHES, gives, problems, takes, security=BEARER)


def list_of(name: str) -> Schema:
    return {"type": "array", "items": reference(name)}


def every_path() -> Paths:
    """Return every path with its operations, in the order of a reader: read off the routes of the interface."""
    # A throw-away app that has these routes alone: so a route without a description is in no document, and the document needs
    # no request (ADR 21).
    app = Flask(__name__)
    app.register_blueprint(blueprint)
    found: Paths = {}
    order = (RULES, TABLES, MATCHES)
    rules = [rule for rule in app.url_map.iter_rules() if rule.endpoint in OPERATIONS]
    for rule in sorted(rules, key=lambda rule: order.index(OPERATIONS[rule.endpoint].tag)):
        # `<match_id>` of a route is `{match}` in the document, as the guide for programs calls it.
        path = re.sub("<(.*?)(?:_id)?>", "{\\1}", rule.rule.removeprefix(ROOT))
        # Flask adds HEAD and OPTIONS to a route by itself; `get` and `post` give each route one method.
        method = next(iter(set(rule.methods or ()) & {"GET", "POST"})).lower()
        entry = found.setdefault(path, {"parameters": _parameters(rule.arguments)} if rule.arguments else {})
        entry[method] = OPERATIONS[rule.endpoint].as_schema()
    return found


def _parameters(names: Iterable[str]) -> list[dict[str, Any]]:
    named = {name.removesuffix("_id") for name in names}
    ordered = [name for name in PARAMETERS if name in named]
    return [{"name": name, "in": "path", "required": True, "schema": PARAMETERS[name]} for name in ordered]


def _problem(status: str) -> dict[str, Any]:
    schema, about = PROBLEMS[status]
    return {"description": about, "content": {"application/problem+json": {"schema": reference(schema)}}}


def answer(shape: object) -> Response:
    """Return an answer of a declared shape."""
    return jsonify(encode(shape))


def reasons(given: tuple[Reason, ...], names: Names = ()) -> tuple[shapes.Reason, ...]:
    """Return the steps of a working, or flags."""
    return tuple(shapes.Reason(words(reason.text, names), reason.clauses) for reason in given)


def ruling_given(one: Ruling, names: Names = ()) -> shapes.RulingGiven:
    because, flags = reasons(one.because, names), reasons(one.flags, names)
    return shapes.RulingGiven(one.name, sentence(one.headline, names), one.verdict, because, flags)


def write_state(seen: Snapshot) -> dict[str, Json]:
    """Return the state of a match as its viewer may see it."""
    remember_names(seen)
    shown = redact_state(seen.game, seen.replay.state, seen.names, seen.viewer)
    stopped = seen.replay.stopped
    if stopped is not None:
        shown["stopped_at"] = stopped.play.index
    return shown


def save_sheet(written: str, name: str) -> Response:
    """Return a table to be saved as a file of this name."""
    return saved_as(Response(written, mimetype="text/csv"), f"{name}.csv")


def save_plays(file: dict[str, Json], name: str) -> Response:
    """Plays to be saved as a file of this name."""
    return saved_as(jsonify(file), f"{name}.bgsplay")


def remember_names(seen: Snapshot) -> None:
    """Keep the names for whatever this request says later, including a problem."""
    g.names = seen.names
