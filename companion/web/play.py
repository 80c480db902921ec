"""The board of a match: looking, entering, taking back. Every form works with a script and without one."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.engine.errors import DoubtfulMove, IllegalMove, NotAMove
from companion.engine.flat import tree
from companion.engine.game import Draft
from companion.engine.text import say
from companion.match.drafts import key_of_entry, save_draft
from companion.match.errors import MovedOn, NeedsHost, NotAllowed, NothingToUndo, Unknown
from companion.match.precondition import Precondition
from companion.match.snapshot import Snapshot
from companion.web.boards import BoardPage, fragment_html, look, page_html, page_now
from companion.web.device import ACTING_COOKIE, caller, claiming_device, forget_caller
from companion.web.entries import came_in, entered_values, sent_number
from companion.web.eyes import mark_of
from companion.web.fragments import go_to, part, wants_part
from companion.web.readers import sitting
from companion.web.services import services

blueprint = Blueprint("play", __name__, url_prefix="/m/<match>")


@blueprint.get("")
def board(match: str) -> str:
    """The whole page."""
    return page_html(look(match))


@blueprint.get("/board")
def fragment(match: str) -> BaseResponse:
    """The board alone, for a page that asks for news; 304 if there is none."""
    response = _fragment(look(match))
    response.set_etag(mark_of(response.get_data(as_text=True)))
    return response.make_conditional(request)


@blueprint.post("/draft")
def draft(match: str) -> BaseResponse:
    """The board with what has been tapped so far: kept for the seat, or for this device, if it may enter anything."""
    seen = services.matches.look(match, caller())
    if caller().is_at(seen.table.id) and _is_of_now(seen) and not _is_recorded(seen):
        save_draft(services.store, seen, _draft_owner(seen), entered_values(), came_in())
    return _answer(match, look(match))


@blueprint.post("/moves")
def move(match: str) -> BaseResponse:
    """The board after an entry; if it was refused, the board with the entry still in it and what to do."""
    entered = entered_values()
    try:
        seen = _enter(match, entered)
    except (NotAMove, IllegalMove, DoubtfulMove, MovedOn) as error:
        return _answer(match, look(match, _kept(match, entered), error))
    if len(seen.seats_of(caller())) > 1:
        return _hand_on(match)
    return _answer(match, page_now(seen) if seen.is_new else look(match))


@blueprint.post("/undo")
def undo(match: str) -> BaseResponse:
    """The board with the last entry, or the named one, taken back."""
    index = sent_number("index")
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
    return render_template("play/pass.html", seen=seen, game=seen.game, seat=seat, names=seen.names)


@blueprint.post("/as/<int:seat>")
def take_phone(match: str, seat: int) -> BaseResponse:
    """The device shows what that seat may see, until its entry. The host's phone may serve a seat without one."""
    seen = services.matches.look(match, caller())
    if not 0 <= seat < seen.players:
        raise Unknown("seat")
    serve_seat(seen, seat)
    response = redirect(url_for("play.board", match=match), 303)
    response.set_cookie(ACTING_COOKIE, f"{match}:{seat}", httponly=True, samesite="Lax", secure=request.is_secure)
    return response


def serve_seat(seen: Snapshot, seat: int) -> None:
    """Let this device act for the seat. Raises `NotAllowed` if it neither holds it nor may serve it."""
    if seat in seen.seats_of(caller()):
        return
    at = seen.table_seat(seat)
    is_free = all(one.devices == 0 for one in services.seating.held(seen.table, caller()) if one.seat == at)
    if not (is_free and caller().is_at(seen.table.id)):
        raise NotAllowed(say("Another phone holds this seat. Ask there, or let the host give it free."))
    services.seating.claim(seen.table, at, claiming_device())
    forget_caller()


def form_key(match: str, version: int, entered: Draft) -> str:
    """The idempotency key of an entry made on this version by this device: the same for a double tap."""
    text = f"{match}:{version}:{caller().token_hash}:{sorted(entered.items())}"
    return hmac.new(services.form_secret, text.encode(), hashlib.sha256).hexdigest()[:32]


def _enter(match: str, entered: Draft) -> Snapshot:
    form = request.form
    version = sent_number("version")
    anyway = form.get("anyway") == "true"
    given = tree((name, value) for name, values in entered.items() if not name.startswith("_") for value in values)
    key = None if version is None else form_key(match, version, entered)
    draft = key_of_entry(_draft_owner(services.matches.look(match, caller())))
    asked = Precondition(version, key)
    return services.matches.move(match, caller(), given, asked, anyway=anyway, from_form=True, draft=draft)


def _kept(match: str, entered: Draft) -> Draft | None:
    """What was entered, kept for the seat; None if the match has gone on to something else meanwhile."""
    seen = services.matches.look(match, caller())
    if not _is_of_now(seen):
        return None
    save_draft(services.store, seen, _draft_owner(seen), entered, came_in())
    return entered


def _draft_owner(seen: Snapshot) -> str:
    return sitting(seen, caller()).draft_owner


def _is_of_now(seen: Snapshot) -> bool:
    """Whether the form was made for the step of the game at which the match still is."""
    version = _version_of_form(seen)
    return 0 <= version <= seen.version and seen.moment_at(version) == seen.moment


def _version_of_form(seen: Snapshot) -> int:
    """The version for which the form was made; the present one where it does not say."""
    version = sent_number("version")
    return seen.version if version is None else version


def _is_recorded(seen: Snapshot) -> bool:
    """Whether the asker has made an entry since the form was made: then what is half made there became that entry.

    A tap right before the entry may well arrive later than the entry itself.
    """
    mine = caller().seats(seen.table.id) or {None}
    version = _version_of_form(seen)
    return any(entry.by_seat in mine for entry in seen.entries[version:])


def _step(match: str, take: Callable[[Precondition], Snapshot]) -> BaseResponse:
    version = sent_number("version")
    try:
        seen = take(Precondition(version, confirm=request.form.get("confirm") == "true"))
    except (MovedOn, NeedsHost, NothingToUndo) as error:
        return _answer(match, look(match, None, error))
    return _answer(match, page_now(seen))


def _answer(match: str, page: BoardPage) -> BaseResponse:
    """The board alone for a script; for a page without one, the way back to it, or the page itself with the problem."""
    if wants_part():
        return _fragment(page)
    if page.problem is None:
        return redirect(url_for("play.board", match=match), 303)
    return make_response(page_html(page), page.problem.status)


def _hand_on(match: str) -> BaseResponse:
    """The board for nobody's eyes: the phone serves several seats and is about to change hands.

    The whole page is loaded again, so that no stream opened for the person before goes on.
    """
    address = url_for("play.board", match=match)
    response: BaseResponse = go_to(address) if wants_part() else redirect(address, 303)
    response.delete_cookie(ACTING_COOKIE, httponly=True, samesite="Lax")
    return response


def _fragment(page: BoardPage) -> BaseResponse:
    response = part(fragment_html(page), page.problem.status if page.problem else 200)
    response.headers["X-Version"] = str(page.seen.version)
    return response
