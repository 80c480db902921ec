"""The JSON interface under /api/v1: the same service the pages call, for scripts, other front ends and tests."""

from __future__ import annotations

from typing import Final

from flask import Blueprint

from companion.web.on_demand import add_pages

VIEWS: Final = {
    "description": {
        "GET": "page",
        "GET /v1/openapi.json": "openapi",
    },
    "rules": {
        "GET /v1/games": "list_games",
        "GET /v1/games/<game>/clauses": "list_clauses",
        "POST /v1/games/<game>/setup": "set_up",
        "POST /v1/games/<game>/rulings/<ruling>": "judge",
    },
    "tables": {
        "POST /v1/tables": "open_table",
        "POST /v1/tables/<table>/matches": "start_match",
        "GET /v1/tables/<table>/evening": "score_evening",
        "GET /v1/tables/<table>/export.json": "export_evening",
        "GET /v1/tables/<table>/export.csv": "export_evening_scores",
        "GET /v1/tables/<table>/export.bgsplay": "export_evening_plays",
    },
    "importing": {
        "POST /v1/import": "take_in_file",
    },
    "matches": {
        "GET /v1/matches/<match>": "look",
        "POST /v1/matches/<match>/moves": "move",
        "POST /v1/matches/<match>/undo": "undo",
        "POST /v1/matches/<match>/redo": "redo",
        "POST /v1/matches/<match>/amend": "amend",
        "POST /v1/matches/<match>/contest": "contest",
        "POST /v1/matches/<match>/settle": "settle",
        "POST /v1/matches/<match>/abandon": "abandon",
        "POST /v1/matches/<match>/take_up": "take_up",
        "GET /v1/matches/<match>/journal": "journal",
        "GET /v1/matches/<match>/stream": "stream",
        "GET /v1/matches/<match>/export.json": "export_json",
        "GET /v1/matches/<match>/export.csv": "export_scores",
        "GET /v1/matches/<match>/export.bgsplay": "export_play",
    },
}
"""What answers where, by module. Each is loaded when somebody first needs it: at a table nobody does."""

blueprint = Blueprint("api", __name__, url_prefix="/api")
for part, views in VIEWS.items():
    add_pages(blueprint, f"{__name__}.{part}", views)
