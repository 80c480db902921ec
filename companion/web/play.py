"""The board of a match: looking, entering, taking back. Every form works with a script and without one."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, g, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.engine.errors import DoubtfulMove, IllegalMove, NotAMove
from companion.engine.flat import tree
from companion.engine.game import Draft
from companion.service.drafts import drop_draft, read_draft, save_draft
from companion.service.errors import MovedOn, NeedsHost, NothingToUndo
from companion.service.matches import Asked, Seen
from companion.service.telling import Told, tell_entry
from companion.web.device import caller, device_hash
from companion.web.problems import Problem, problem_of
from companion.web.services import services

blueprint = Blueprint("play", __name__, url_prefix="/m/<match>")
NOT_THE_ENTRY = frozenset({"version", "anyway", "confirm", "index"})


@dataclass(frozen=True, slots=True)
class BoardPage:
    """What the board's template shows, beside the game's own `board`."""

    seen: Seen
    board: Any
    draft: Draft
    problem: Problem | None
    can_override: bool
    may_enter: bool
    is_host: bool
    key: str


@blueprint.get("")
def board(match: str) -> str:
    """The whole page."""
    return _page(look(match))


@blueprint.get("/board")
def fragment(match: str) -> BaseResponse:
    """The board alone, for a page that asks whether anything is new."""
    return _fragment(look(match))


@blueprint.post("/draft")
def draft(match: str) -> BaseResponse:
    """The board with what has been tapped so far, which is kept for this device."""
    entered = entered_values()
    seen = services.matches.look(match, caller())
    save_draft(services.store, seen, device_hash(), entered)
    return _answer(match, look(match, entered))


@blueprint.post("/moves")
def move(match: str) -> BaseResponse:
    """The board after an entry; where it was not taken, the board with the entry still in it and what to do."""
    entered = entered_values()
    try:
        seen = _enter(match, entered)
    except (NotAMove, IllegalMove, DoubtfulMove, MovedOn) as error:
        return _answer(match, look(match, entered, error))
    drop_draft(services.store, seen, device_hash())
    return _answer(match, look(match))


@blueprint.post("/undo")
def undo(match: str) -> BaseResponse:
    """The board with the last entry, or the one named, taken back."""
    index = request.form.get("index", type=int)
    return _step(match, lambda step: services.matches.undo(match, caller(), index, step))


@blueprint.post("/redo")
def redo(match: str) -> BaseResponse:
    """The board with the last undo taken back."""
    return _step(match, lambda step: services.matches.redo(match, caller(), step))


def entered_values() -> Draft:
    """What was tapped into the form, without what the form says about itself."""
    return {
        name: tuple(values)
        for name, values in request.form.lists()
        if name not in NOT_THE_ENTRY and not name.startswith("_")
    }


def form_key(match: str, version: int) -> str:
    """The idempotency key of an entry made on this version by this device: the same for a double tap."""
    text = f"{match}:{version}:{device_hash()}"
    return hmac.new(services.form_secret, text.encode(), hashlib.sha256).hexdigest()[:32]


def _enter(match: str, entered: Draft) -> Seen:
    version = request.form.get("version", type=int)
    anyway = request.form.get("anyway") == "true"
    given = tree((name, value) for name, values in entered.items() for value in values)
    asked = Asked(version, None if version is None else form_key(match, version))
    return services.matches.move(match, caller(), given, asked, anyway=anyway, from_form=True)


def _step(match: str, take: Any) -> BaseResponse:
    version = request.form.get("version", type=int)
    try:
        take(Asked(version, confirm=request.form.get("confirm") == "true"))
    except (MovedOn, NeedsHost, NothingToUndo) as error:
        return _answer(match, look(match, None, error))
    return _answer(match, look(match))


def look(match: str, entered: Draft | None = None, error: Exception | None = None) -> BoardPage:
    """The board as this browser may see it, with what it has entered so far and what was wrong with it."""
    seen = services.matches.look(match, caller())
    g.names = seen.names
    game = seen.loaded.game
    if game.board is None:
        raise LookupError(f"{game.slug} has no board")
    values = read_draft(services.store, seen, device_hash()) if entered is None else entered
    is_host = caller().is_host(seen.table.id)
    return BoardPage(
        seen,
        game.board(seen.replay.state, seen.viewer, values),
        values,
        problem_of(error) if error else None,
        isinstance(error, DoubtfulMove),
        is_host or bool(seen.viewer.seats),
        is_host,
        form_key(match, seen.version),
    )


def _answer(match: str, page: BoardPage) -> BaseResponse:
    """The board alone for a script; for a page without one, the way back to it, or the page itself with the problem."""
    if request.headers.get("HX-Request") == "true":
        return _fragment(page)
    if page.problem is None:
        return redirect(url_for("play.board", match=match), 303)
    return make_response(_page(page), page.problem.status)


def fragment_html(page: BoardPage) -> str:
    """The board alone, as streams and scripts put it into the page."""
    return render_template("play/view.html", **_context(page))


def _fragment(page: BoardPage) -> BaseResponse:
    response = make_response(fragment_html(page), page.problem.status if page.problem else 200)
    response.headers["X-Version"] = str(page.seen.version)
    return response


def _page(page: BoardPage) -> str:
    return render_template("play/board.html", **_context(page))


def _context(page: BoardPage) -> Mapping[str, Any]:
    game = page.seen.loaded.game
    folder = game.slug.replace("-", "_")
    return {
        "page": page,
        "seen": page.seen,
        "game": game,
        "names": page.seen.names,
        "board": page.board,
        "problem": page.problem,
        "board_template": f"games/{folder}/board.html",
        "last": last_entry(page.seen),
    }


def last_entry(seen: Seen) -> Told | None:
    """The newest entry of the journal as this viewer may see it, or None where nothing has been entered."""
    return tell_entry(seen.loaded, seen.version - 1, seen.viewer) if seen.version else None
