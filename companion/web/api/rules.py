"""Games, clauses, set-up and the judge: what needs no table."""

from dataclasses import dataclass, field
from typing import Annotated, Any

from flask import Response, jsonify

from companion.engine.game import Game
from companion.engine.schema.codec import encode
from companion.engine.schema.marks import Refer
from companion.games import games
from companion.match import judge as judging
from companion.web.api.operations import (
    BODY,
    RULED,
    RULES,
    Operation,
    answer,
    blueprint,
    described,
    list_of,
    reasons,
    ruling_given,
)
from companion.web.api.shapes import ClauseEntry, GameEntry, OptionOfGame
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
    return answer([_game_entry(game) for game in games().values()])


@blueprint.get("/v1/games/<game>/clauses")
@described(Operation("clauses", "The rules of a game as numbered clauses", RULES, list_of("ClauseEntry"), ("404",)))
def list_clauses(game: str) -> Response:
    """Every clause of a game in the reader's language."""
    clauses = judging.find_game(game).clauses
    return answer(
        [ClauseEntry(one.id, words(one.text), one.origin, one.silent and words(one.silent)) for one in clauses]
    )


@blueprint.post("/v1/games/<game>/setup")
@described(Operation("set_up", "The set-up sheet", RULES, "Setup", (*BODY, "404", *RULED), SetupRequest))
def set_up(game: str) -> Response:
    """The set-up sheet of a game."""
    found = judging.find_game(game)
    asked = read(SetupRequest)
    sheet = judging.set_up(found, asked.players, asked.options)
    return jsonify({"facts": dict(sheet.facts), "steps": encode(reasons(sheet.steps))})


@blueprint.post("/v1/games/<game>/rulings/<ruling>")
@described(Operation("judge", "The ruling on facts", RULES, "Ruling", (*BODY, "404", *RULED), RulingRequest))
def judge(game: str, ruling: str) -> Response:
    """The ruling on the facts given."""
    found = judging.find_game(game)
    # Before the body is read: under an address that names no ruling, no body has the right shape.
    kind = judging.find_ruling(found, ruling)
    asked = read(RulingRequest)
    return answer(ruling_given(judging.judge(found, kind, asked.facts, asked.options)))


def _game_entry(game: Game[Any]) -> GameEntry:
    options = {
        one.name: OptionOfGame(one.default, tuple(choice.value for choice in one.choices)) for one in game.options
    }
    kinds = tuple(kind.name for kind in game.rulings)
    return GameEntry(game.slug, game.title, game.players, options, kinds, tuple(game.moves))
