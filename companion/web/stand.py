"""How things stand now: for a table that forgot to enter some of it, or that played without the app until now."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.engine.codec import encode
from companion.engine.errors import DoubtfulMove, IllegalMove, NotAMove
from companion.engine.flat import pairs, tree
from companion.engine.text import Text
from companion.service.callers import must_enter
from companion.service.errors import MovedOn, Unknown
from companion.service.matches import Asked, Seen
from companion.web.asking.answers import Layout, settle
from companion.web.asking.fields import nearest
from companion.web.asking.questions import form_of
from companion.web.device import caller
from companion.web.entries import entered_values
from companion.web.fragments import part
from companion.web.problems import problem_of
from companion.web.services import services

blueprint = Blueprint("stand", __name__, url_prefix="/m/<match>/stand")


@blueprint.get("")
def form(match: str) -> str:
    """The form, filled in with how the app thinks it stands."""
    seen = _look(match)
    return _page(seen, None, None)


@blueprint.post("")
def enter(match: str) -> BaseResponse:
    """The match from now on as the table says it stands; it can be taken back like any entry."""
    seen = _look(match)
    given = tree((name, value) for name, values in entered_values().items() for value in values)
    settled = settle(type(_now(seen)), given, _layout(seen))
    move = {"kind": seen.loaded.game.kind_of(_now(seen)), **settled}
    asked = Asked(request.form.get("version", type=int))
    try:
        services.matches.move(match, caller(), move, asked, anyway=request.form.get("anyway") == "true", from_form=True)
    except (NotAMove, IllegalMove, DoubtfulMove, MovedOn) as error:
        problem = problem_of(error)
        assert problem is not None
        return part(_page(seen, given, error), problem.status)
    return redirect(url_for("play.board", match=match), 303)


def _look(match: str) -> Seen:
    seen = services.matches.look(match, caller())
    g.names = seen.names
    must_enter(caller(), seen.table, ())
    return seen


def _now(seen: Seen) -> Any:
    """The present state as the move that would lead to it. Raises `Unknown` where the game has no such move."""
    stands = seen.loaded.game.stands
    if stands is None:
        raise Unknown("page")
    return stands(seen.replay.state)


def _layout(seen: Seen) -> Layout:
    return Layout(seen.loaded.game.players, seen.players)


def _page(seen: Seen, given: dict[str, Any] | None, error: Exception | None) -> str:
    now = _now(seen)
    layout = _layout(seen)
    answered = settle(type(now), tree(pairs(encode(now))) if given is None else given, layout)
    asked = form_of(type(now), answered, layout)
    return render_template(
        "play/stand.html",
        seen=seen,
        game=seen.loaded.game,
        names=seen.names,
        hearing={"form": asked, "layout": layout, "way": 0},
        wrong=_wrong(asked, error),
        problem=None if error is None else problem_of(error),
        can_override=isinstance(error, DoubtfulMove),
    )


def _wrong(asked: Any, error: Exception | None) -> dict[str, tuple[Text, ...]]:
    if not isinstance(error, (NotAMove, IllegalMove)):
        return {}
    spot = nearest(asked, error.path)
    texts = (error.text,) if isinstance(error, NotAMove) else tuple(reason.text for reason in error.reasons)
    return {} if spot is None else {spot.path: texts}
