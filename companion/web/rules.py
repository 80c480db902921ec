"""The rules of each game as numbered clauses, in the reader's language; found by typing a word."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from companion.engine.rulings import Clause
from companion.service.judging import find_game
from companion.web.i18n import words

blueprint = Blueprint("rules", __name__)


@blueprint.get("/rules/<slug>")
def page(slug: str) -> str:
    """Every clause of a game, or those that hold the words looked for."""
    game = find_game(slug)
    query = request.args.get("q", "").strip()[:80]
    found = [clause for clause in game.clauses if _holds(clause, query)]
    return render_template("pages/rules.html", game=game, clauses=found, query=query)


def _holds(clause: Clause, query: str) -> bool:
    said = [clause.id, words(clause.text), words(clause.silent) if clause.silent else ""]
    text = " ".join(said).casefold()
    return all(word in text for word in query.casefold().split())
