"""The operations of the interface: each path with what it takes and what it answers."""

from __future__ import annotations

from typing import Any

from companion.engine.game import Game
from companion.engine.schema.json_schema import Schema, reference
from companion.games import games
from companion.table.tables import MOST_SEATS
from companion.web.api.files import PLAYS, SHEET
from companion.web.api.game_schemas import prefix, ruling_name

RULES, TABLES, MATCHES = "Without a table", "At a table", "A match"
ANYBODY: list[dict[str, list[str]]] = []
SPECTATOR: list[dict[str, list[str]]] = [{}, {"bearer": []}]
BEARER: list[dict[str, list[str]]] = [{"bearer": []}]
PROBLEMS = {
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
EVERYWHERE = ("400",)
BODY = ("403", "413")
STORED = ("404", "503")
GUESSED = ("401", "429")
RULED = ("422",)
CHANGED = ("409",)

__all__ = ["MATCHES", "MOST_SEATS", "RULES", "TABLES", "every_path", "ruling_names"]
Paths = dict[str, dict[str, Any]]


def every_path() -> Paths:
    """Every path with its operations, in the order of a reader."""
    found: Paths = {"/openapi.json": {"get": operation("document", "This document", RULES, {"type": "object"})}}
    found |= _rules()
    for game in games().values():
        found |= _rules_of(game)
    return found | _tables() | _matches()


def ruling_names(game: Game[Any]) -> list[str]:
    """The name of each ruling's schema."""
    return [ruling_name(game, kind) for kind in game.rulings]


def operation(
    name: str,
    summary: str,
    tag: str,
    answer: Schema,
    *problems: str,
    status: str = "200",
    body: str = "",
    is_body_needed: bool = True,
    security: list[dict[str, list[str]]] = ANYBODY,
    media: str = "application/json",
) -> dict[str, Any]:
    """One operation. `body` names the schema of what it takes; where it is not needed it may be left out."""
    answers: dict[str, Any] = {status: {"description": "The answer.", "content": {media: {"schema": answer}}}}
    answers |= {problem: _problem(problem) for problem in sorted({*EVERYWHERE, *problems})}
    found: dict[str, Any] = {"operationId": name, "summary": summary, "tags": [tag], "security": security}
    if body:
        content = {"application/json": {"schema": reference(body)}}
        found["requestBody"] = {"required": is_body_needed, "content": content}
    return {**found, "responses": answers}


def _problem(status: str) -> dict[str, Any]:
    schema, about = PROBLEMS[status]
    return {"description": about, "content": {"application/problem+json": {"schema": reference(schema)}}}


def _parameters(*names: str) -> list[dict[str, Any]]:
    return [{"name": name, "in": "path", "required": True, "schema": _PARAMETERS[name]} for name in names]


_PARAMETERS: dict[str, Schema] = {
    "game": {"type": "string", "description": "the game's name in addresses, as `GET /games` gives it"},
    "ruling": {"type": "string", "description": "the ruling's name"},
    "table": {"type": "string", "description": "the table's code, such as KQ7M"},
    "match": {"type": "string", "description": "the match's id"},
}


def _list_of(name: str) -> Schema:
    return {"type": "array", "items": reference(name)}


def _rules() -> Paths:
    listed = operation("games", "Every game", RULES, _list_of("GameEntry"))
    clauses = operation("clauses", "The rules of a game as numbered clauses", RULES, _list_of("ClauseEntry"), "404")
    set_up = operation(
        "set_up", "The set-up sheet", RULES, reference("Setup"), *BODY, "404", *RULED, body="SetupRequest"
    )
    judge = operation(
        "judge", "The ruling on facts", RULES, reference("Ruling"), *BODY, "404", *RULED, body="RulingRequest"
    )
    of_game, of_ruling = _parameters("game"), _parameters("game", "ruling")
    return {
        "/games": {"get": listed},
        "/games/{game}/clauses": {"parameters": of_game, "get": clauses},
        "/games/{game}/setup": {"parameters": of_game, "post": set_up},
        "/games/{game}/rulings/{ruling}": {"parameters": of_ruling, "post": judge},
    }


def _rules_of(game: Game[Any]) -> Paths:
    """The set-up and each ruling of one game, at the addresses they have there."""
    name = game.slug.replace("-", "_")
    of_game = f"/games/{game.slug}"
    set_up = operation(
        f"{name}_set_up",
        f"The set-up sheet of {game.title}",
        game.title,
        reference(f"{prefix(game)}Setup"),
        *BODY,
        *RULED,
        body=f"{prefix(game)}SetupRequest",
    )
    found: Paths = {f"{of_game}/setup": {"post": set_up}}
    for kind in game.rulings:
        schema = ruling_name(game, kind)
        found[f"{of_game}/rulings/{kind.name}"] = {
            "post": operation(
                f"{name}_{kind.name.replace('-', '_')}",
                kind.question.message,
                game.title,
                reference(schema),
                *BODY,
                *RULED,
                body=f"{schema}Request",
            )
        }
    return found


def _tables() -> Paths:
    score = _look("evening_score", "The score of the evening", reference("EveningScore"), tag=TABLES)
    evening = _look("evening_file", "The evening as a file", reference("EveningFile"), tag=TABLES)
    scores = _look("evening_scores", "The scores of the evening as CSV", SHEET, "text/csv", tag=TABLES)
    plays = _look("evening_plays", "The evening for Board Game Stats", PLAYS, tag=TABLES)
    of_table = _parameters("table")
    return {
        "/import": {"post": _take_in_file()},
        "/tables": {"post": _open_table()},
        "/tables/{table}/matches": {"parameters": of_table, "post": _start_match()},
        "/tables/{table}/evening": {"parameters": of_table, "get": score},
        "/tables/{table}/export.json": {"parameters": of_table, "get": evening},
        "/tables/{table}/export.csv": {"parameters": of_table, "get": scores},
        "/tables/{table}/export.bgsplay": {"parameters": of_table, "get": plays},
    }


def _open_table() -> dict[str, Any]:
    return operation(
        "open_table",
        "Open a table: names from seat 0 on, clockwise. Needs no token, unless only the owner opens tables here.",
        TABLES,
        reference("TableOpened"),
        *BODY,
        *GUESSED,
        "503",
        status="201",
        body="TableRequest",
    )


def _start_match() -> dict[str, Any]:
    return operation(
        "start_match",
        "Begin a match (host)",
        TABLES,
        reference("MatchOpened"),
        *BODY,
        *STORED,
        *GUESSED,
        *RULED,
        status="201",
        body="MatchRequest",
        security=BEARER,
    )


def _take_in_file() -> dict[str, Any]:
    taken_in = operation(
        "take_in_file",
        "Take in the file of a match or of an evening (owner of the device)",
        TABLES,
        reference("FileTakenIn"),
        *BODY,
        *GUESSED,
        *RULED,
        "503",
        status="201",
        body="File",
        security=BEARER,
    )
    taken_in["responses"]["200"] = {**taken_in["responses"]["201"], "description": "All of it was here already."}
    return taken_in


def _matches() -> Paths:
    of_match = _parameters("match")
    found: Paths = {"": {"get": _look("look", "The match as the asker may see it", reference("Match"))}}
    found["/moves"] = {"post": _change("move", "Enter a move", "MoveRequest", "Changed")}
    found["/moves"]["post"]["responses"] |= _entered()
    found["/undo"] = {"post": _change("undo", "Take back an entry and all after it", "StepRequest", "Changed")}
    found["/redo"] = {
        "post": _change("redo", "Take the last undo back", "StepRequest", "Changed", is_body_needed=False)
    }
    found["/amend"] = {
        "post": _change("amend", "Correct an entry, or see what that would do", "AmendRequest", "Corrected")
    }
    found["/contest"] = {
        "post": _change("contest", "Hold an entry wrong; the game goes on", "ContestRequest", "Changed")
    }
    found["/settle"] = {"post": _change("settle", "Settle what is contested (host)", "SettleRequest", "Changed")}
    found["/abandon"] = {"post": _change("abandon", "Break the match off (host)", "EndRequest", "Changed")}
    found["/take_up"] = {"post": _change("take_up", "Go on with a match broken off (host)", "EndRequest", "Changed")}
    found["/journal"] = {"get": _look("journal", "Every entry, oldest first", _list_of("JournalEntry"))}
    found["/export.json"] = {"get": _look("match_file", "The match as a file", reference("MatchFile"))}
    found["/export.csv"] = {"get": _look("match_scores", "The scores as CSV", SHEET, "text/csv")}
    found["/export.bgsplay"] = {"get": _look("match_play", "The match for Board Game Stats", PLAYS)}
    stream = _look("stream", "The version on connect and after every change", {"type": "string"}, "text/event-stream")
    found["/stream"] = {"get": stream}
    return {f"/matches/{{match}}{end}": {"parameters": of_match, **operations} for end, operations in found.items()}


def _look(
    name: str, summary: str, answer: Schema, media: str = "application/json", *, tag: str = MATCHES
) -> dict[str, Any]:
    return operation(name, summary, tag, answer, *STORED, *GUESSED, security=SPECTATOR, media=media)


def _change(name: str, summary: str, body: str, answer: str, *, is_body_needed: bool = True) -> dict[str, Any]:
    problems = (*BODY, *STORED, *GUESSED, *RULED, *CHANGED)
    told = reference(answer)
    return operation(name, summary, MATCHES, told, *problems, body=body, is_body_needed=is_body_needed, security=BEARER)


def _entered() -> dict[str, Any]:
    content = {"application/json": {"schema": reference("Changed")}}
    return {
        "200": {"description": "The same `key` again: the same answer, and nothing added.", "content": content},
        "201": {"description": "Recorded.", "content": content},
    }
