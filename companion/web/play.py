"""The board of a match: looking, entering, taking back. Every form works with a script and without one."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, g, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.engine.errors import DoubtfulMove, IllegalMove, NotAMove
from companion.engine.flat import tree
from companion.engine.game import Draft, Viewer
from companion.engine.text import say
from companion.service.drafts import drop_draft, read_draft, save_draft
from companion.service.errors import MovedOn, NeedsHost, NotAllowed, NothingToUndo, Unknown
from companion.service.matches import Asked, Seen
from companion.service.telling import Told, tell_entry
from companion.web.device import caller, device_hash, forget_caller
from companion.web.eyes import mark_of
from companion.web.fragments import go_to, part, wants_part
from companion.web.problems import Problem, problem_of
from companion.web.services import services

blueprint = Blueprint("play", __name__, url_prefix="/m/<match>")
ACTING_COOKIE = "acting"
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
    held: tuple[int, ...]
    acting: int | None


@blueprint.get("")
def board(match: str) -> str:
    """The whole page."""
    return _page(look(match))


@blueprint.get("/board")
def fragment(match: str) -> BaseResponse:
    """The board alone, for a page that asks whether anything is new; 304 where nothing is."""
    page = look(match)
    mark = mark_of(page)
    response: BaseResponse = make_response("", 304) if mark in request.if_none_match else _fragment(page)
    response.set_etag(mark)
    return response


@blueprint.post("/draft")
def draft(match: str) -> BaseResponse:
    """The board with what has been tapped so far, which is kept for this device."""
    seen = services.matches.look(match, caller())
    if _is_of_now(seen):
        save_draft(services.store, seen, device_hash(), entered_values())
    return _answer(match, look(match))


@blueprint.post("/moves")
def move(match: str) -> BaseResponse:
    """The board after an entry; where it was not taken, the board with the entry still in it and what to do."""
    entered = entered_values()
    try:
        seen = _enter(match, entered)
    except (NotAMove, IllegalMove, DoubtfulMove, MovedOn) as error:
        return _answer(match, look(match, _kept(match, entered), error))
    drop_draft(services.store, seen, device_hash())
    return _answer(match, look(match)) if len(seen.viewer.seats) < 2 else _hand_on(match)


@blueprint.post("/undo")
def undo(match: str) -> BaseResponse:
    """The board with the last entry, or the one named, taken back."""
    index = request.form.get("index", type=int)
    return _step(match, lambda step: services.matches.undo(match, caller(), index, step))


@blueprint.post("/redo")
def redo(match: str) -> BaseResponse:
    """The board with the last undo taken back."""
    return _step(match, lambda step: services.matches.redo(match, caller(), step))


@blueprint.get("/as/<int:seat>")
def pass_phone(match: str, seat: int) -> str:
    """Pass the phone to Ben: shown before anything that only Ben may see."""
    seen = services.matches.look(match, caller())
    if not 0 <= seat < seen.players:
        raise Unknown("seat")
    return render_template("play/pass.html", seen=seen, game=seen.loaded.game, seat=seat, names=seen.names)


@blueprint.post("/as/<int:seat>")
def take_phone(match: str, seat: int) -> BaseResponse:
    """The device shows what that seat may see, until its entry is made. A seat without a phone may be served by the host's."""
    seen = services.matches.look(match, caller())
    if not 0 <= seat < seen.players:
        raise Unknown("seat")
    serve_seat(seen, seat)
    response = redirect(url_for("play.board", match=match), 303)
    response.set_cookie(ACTING_COOKIE, f"{match}:{seat}", httponly=True, samesite="Lax", secure=request.is_secure)
    return response


def serve_seat(seen: Seen, seat: int) -> None:
    """Let this device act for the seat. Raises `NotAllowed` where it neither holds it nor may serve it."""
    if seat in seen.viewer.seats:
        return
    at = seen.loaded.table_seat(seat)
    is_free = all(one.devices == 0 for one in services.seating.held(seen.table, caller()) if one.seat == at)
    if not (is_free and caller().is_at(seen.table.id)):
        raise NotAllowed(say("Another phone holds this seat. Ask there, or let the host give it free."))
    services.seating.claim(seen.table, at, device_hash())
    forget_caller()


def entered_values() -> Draft:
    """What was tapped into the form, without what the form says about itself.

    Names that begin with an underscore say how somebody likes to enter: kept with the draft, no part of the move.
    """
    return {name: tuple(values) for name, values in request.form.lists() if name not in NOT_THE_ENTRY}


def form_key(match: str, version: int, entered: Draft) -> str:
    """The idempotency key of an entry made on this version by this device: the same for a double tap."""
    text = f"{match}:{version}:{device_hash()}:{sorted(entered.items())}"
    return hmac.new(services.form_secret, text.encode(), hashlib.sha256).hexdigest()[:32]


def _enter(match: str, entered: Draft) -> Seen:
    version = request.form.get("version", type=int)
    anyway = request.form.get("anyway") == "true"
    given = tree((name, value) for name, values in entered.items() if not name.startswith("_") for value in values)
    asked = Asked(version, None if version is None else form_key(match, version, entered))
    return services.matches.move(match, caller(), given, asked, anyway=anyway, from_form=True)


def _kept(match: str, entered: Draft) -> Draft | None:
    """What was entered, kept for this device; None where the match has gone on to something else meanwhile."""
    seen = services.matches.look(match, caller())
    if not _is_of_now(seen):
        return None
    save_draft(services.store, seen, device_hash(), entered)
    return entered


def _is_of_now(seen: Seen) -> bool:
    """Whether the form was made for the step of the game at which the match still stands."""
    version = request.form.get("version", seen.version, type=int)
    return 0 <= version <= seen.version and seen.loaded.moment(version) == seen.loaded.moment()


def _step(match: str, take: Any) -> BaseResponse:
    version = request.form.get("version", type=int)
    try:
        take(Asked(version, confirm=request.form.get("confirm") == "true"))
    except (MovedOn, NeedsHost, NothingToUndo) as error:
        return _answer(match, look(match, None, error))
    return _answer(match, look(match))


def look(match: str, entered: Draft | None = None, error: Exception | None = None) -> BoardPage:
    """The board as this browser may see it, with what it has entered so far and what was wrong with it."""
    whole = services.matches.look(match, caller())
    held = tuple(sorted(whole.viewer.seats))
    acting = acting_seat(match, held)
    seen = replace(whole, viewer=Viewer(frozenset(() if acting is None else (acting,))))
    g.names = seen.names
    game = seen.loaded.game
    if game.board is None:
        raise LookupError(f"{game.slug} has no board")
    is_host = caller().is_host(seen.table.id)
    may_enter = is_host or bool(held)
    values = entered if entered is not None else read_draft(services.store, seen, device_hash()) if may_enter else {}
    return BoardPage(
        seen,
        game.board(seen.replay.state, seen.viewer, values),
        values,
        problem_of(error) if error else None,
        isinstance(error, DoubtfulMove),
        may_enter,
        is_host,
        held,
        acting,
    )


def acting_seat(match: str, held: tuple[int, ...]) -> int | None:
    """Whose eyes this device has now: the only seat it holds, or of several the one it was passed to."""
    if len(held) == 1:
        return held[0]
    passed_to, _, seat = request.cookies.get(ACTING_COOKIE, "").partition(":")
    return next((one for one in held if passed_to == match and str(one) == seat), None)


def _answer(match: str, page: BoardPage) -> BaseResponse:
    """The board alone for a script; for a page without one, the way back to it, or the page itself with the problem."""
    if wants_part():
        return _fragment(page)
    if page.problem is None:
        return redirect(url_for("play.board", match=match), 303)
    return make_response(_page(page), page.problem.status)


def _hand_on(match: str) -> BaseResponse:
    """The board for nobody's eyes: the phone serves several seats and is about to change hands.

    The whole page is loaded again, so that no stream opened for the one before goes on.
    """
    address = url_for("play.board", match=match)
    response: BaseResponse = go_to(address) if wants_part() else redirect(address, 303)
    response.delete_cookie(ACTING_COOKIE, httponly=True, samesite="Lax")
    return response


def fragment_html(page: BoardPage) -> str:
    """The board alone, as streams and scripts put it into the page."""
    return render_template("play/view.html", **_context(page))


def _fragment(page: BoardPage) -> BaseResponse:
    response = part(fragment_html(page), page.problem.status if page.problem else 200)
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
