"""The first-round guide of a game, card by card: without a table, or with the numbers and house rules of a match."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, url_for

from companion.engine.game import Game, Setup
from companion.games import games
from companion.match.errors import Unknown
from companion.match.judge import find_game
from companion.web.app.device import caller
from companion.web.app.services import services

blueprint = Blueprint("teach", __name__)


@blueprint.get("/teach")
def shelf() -> str:
    """The games that can be taught."""
    return render_template("teach/shelf.html", games=[game for game in games().values() if game.lesson is not None])


@blueprint.get("/teach/<slug>")
def page(slug: str) -> str:
    """How the usual game goes."""
    game = find_game(slug)
    return _guide(game, None, url_for("rules.page", slug=slug))


@blueprint.get("/m/<match>/teach")
def at_match(match: str) -> str:
    """How the game goes as this table plays it."""
    seen = services.matches.snapshot(match, caller())
    return _guide(seen.game, seen.setup, url_for("play.board", match=match))


def _guide(game: Game[Any], setup: Setup | None, back: str) -> str:
    """The guide; `back` is where the reader came from."""
    if game.lesson is None:
        raise Unknown("guide")
    drawings = f"games/{game.slug.replace('-', '_')}/lesson_drawings.html"
    return render_template(
        "teach/guide.html", game=game, cards=game.lesson(setup), setup=setup, back=back, drawings_template=drawings
    )
