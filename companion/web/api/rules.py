"""Games, clauses, set-up and the judge: what needs no table."""

from dataclasses import dataclass, field
from typing import Annotated

from flask import Response, jsonify

from companion.engine.rulings import Json
from companion.engine.schema.marks import Refer
from companion.games import games
from companion.match import judge as judging
from companion.web.api.operations import (
    BODY,
    RULED,
    RULES,
    Operation,
    blueprint,
    described,
    list_of,
    write_reasons,
    write_ruling,
)
from companion.web.app.i18n import words
from companion.web.app.json_requests import read

ChosenOptions = Annotated[object, Refer("Options")]


@dataclass(frozen=True, slots=True)
class SetupRequest:
    """For how many players, by which house options."""

    players: int
    options: ChosenOptions = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RulingRequest:
    """The facts in dispute, and the house options."""

    facts: Annotated[object, Refer("Facts")]
    options: ChosenOptions = field(default_factory=dict)


@blueprint.get("/v1/games")
@described(Operation("games", "Every game", RULES, list_of("GameEntry")))
def list_games() -> Response:
    """Every game with its players, options, rulings and moves."""
    return jsonify(
        [
            {
                "game": game.slug,
                "title": game.title,
                "players": [*game.players],
                "options": {
                    option.name: {"default": option.default, "choices": [choice.value for choice in option.choices]}
                    for option in game.options
                },
                "rulings": [kind.name for kind in game.rulings],
                "moves": [*game.moves],
            }
            for game in games().values()
        ]
    )


@blueprint.get("/v1/games/<game>/clauses")
@described(Operation("clauses", "The rules of a game as numbered clauses", RULES, list_of("ClauseEntry"), ("404",)))
def list_clauses(game: str) -> Response:
    """Every clause of a game in the reader's language."""
    told: list[Json] = []
    for clause in judging.find_game(game).clauses:
        about: dict[str, Json] = {"id": clause.id, "text": words(clause.text), "origin": clause.origin}
        if clause.silent is not None:
            about["silent"] = words(clause.silent)
        told.append(about)
    return jsonify(told)


@blueprint.post("/v1/games/<game>/setup")
@described(Operation("set_up", "The set-up sheet", RULES, "Setup", (*BODY, "404", *RULED), SetupRequest))
def set_up(game: str) -> Response:
    """The set-up sheet of a game."""
    found = judging.find_game(game)
    asked = read(SetupRequest)
    sheet = judging.set_up(found, asked.players, asked.options)
    return jsonify({"facts": dict(sheet.facts), "steps": write_reasons(sheet.steps)})


@blueprint.post("/v1/games/<game>/rulings/<ruling>")
@described(Operation("judge", "The ruling on facts", RULES, "Ruling", (*BODY, "404", *RULED), RulingRequest))
def judge(game: str, ruling: str) -> Response:
    """The ruling on the facts given."""
    found = judging.find_game(game)
    kind = judging.find_ruling(found, ruling)
    asked = read(RulingRequest)
    return jsonify(write_ruling(judging.judge(found, kind, asked.facts, asked.options)))
