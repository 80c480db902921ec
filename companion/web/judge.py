"""The judge: without a table, pick the game and the dispute, tap the facts, get the verdict. The address holds the facts."""

from __future__ import annotations

from flask import Blueprint, render_template

from companion.games import games
from companion.service.judging import find_game

blueprint = Blueprint("judge", __name__, url_prefix="/judge")


@blueprint.get("")
def start() -> str:
    """The disputes of the first game on the shelf."""
    return disputes(next(iter(games())))


@blueprint.get("/<slug>")
def disputes(slug: str) -> str:
    """What do you disagree about?"""
    return render_template("judge/disputes.html", game=find_game(slug), games=list(games().values()))
