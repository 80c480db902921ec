"""Breaking a match off and taking it up again: for the host, after a page that says what will happen."""

from __future__ import annotations

from flask import redirect, render_template, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.match.access import must_host
from companion.service import ending
from companion.service.steps import Asked
from companion.web.device import caller
from companion.web.services import services


def ask(match: str) -> str | BaseResponse:
    """What breaking off does; back to the board if there is nothing to break off."""
    seen = services.matches.look(match, caller())
    must_host(caller(), seen.table)
    if ending.has_ended(seen.loaded):
        return _board(match)
    return render_template("evening/break_off.html", seen=seen, game=seen.loaded.game)


def abandon(match: str) -> BaseResponse:
    """The match stays as it stands, and everybody's board says so."""
    ending.abandon(services.matches, match, caller(), Asked())
    return _board(match)


def take_up(match: str) -> BaseResponse:
    """The match goes on where it was broken off."""
    ending.take_up(services.matches, match, caller(), Asked())
    return _board(match)


def _board(match: str) -> BaseResponse:
    return redirect(url_for("play.board", match=match), 303)
