"""Breaking a match off and taking it up again: for the host, after a page that says what will happen."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.match.access import must_host
from companion.match.precondition import Precondition
from companion.web.app.device import caller
from companion.web.app.services import services

blueprint = Blueprint("ending", __name__)


@blueprint.get("/m/<match>/end")
def ask(match: str) -> str | BaseResponse:
    """What breaking off does; back to the board if there is nothing to break off."""
    seen = services.matches.snapshot(match, caller())
    must_host(caller(), seen.table)
    if seen.has_ended:
        return _board(match)
    return render_template("evening/break_off.html", seen=seen, game=seen.game)


@blueprint.post("/m/<match>/end")
def abandon(match: str) -> BaseResponse:
    """The match stays as it stands, and everybody's board says so."""
    services.matches.abandon(match, caller(), Precondition())
    return _board(match)


@blueprint.post("/m/<match>/on")
def take_up(match: str) -> BaseResponse:
    """The match goes on where it was broken off."""
    services.matches.take_up(match, caller(), Precondition())
    return _board(match)


def _board(match: str) -> BaseResponse:
    return redirect(url_for("play.board", match=match), 303)
