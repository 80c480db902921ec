"""The board of a match: looking, entering, taking back. Every form works with a script and without one.

A script is answered with parts (JSON) to put into its page, and with 204 once something is recorded: the stream brings what
is new. Without a script each answer is a page. What is half made is kept by the page alone.
"""

import hashlib
import hmac
from collections.abc import Callable
from functools import partial
from typing import Final

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response as BaseResponse

from companion.archive.results import story_of
from companion.engine.errors import DoubtfulMove, IllegalMove, NotAMove
from companion.engine.game import Draft, ShownPad
from companion.engine.schema.formdata import tree
from companion.engine.schema.scalars import whole_number
from companion.engine.text import SeatName, say
from companion.match import correct as corrections
from companion.match.access import must_host
from companion.match.errors import MovedOn, NeedsHost, NotAllowed, NothingToUndo, Unknown
from companion.match.journal_codec import read_move
from companion.match.precondition import Precondition
from companion.match.snapshot import Snapshot
from companion.match.topics import notify_asked, notify_entering
from companion.web.app.answers import go_to, part, wants_part
from companion.web.app.device import ACTING_COOKIE, OWN_COOKIE, caller, claiming_device, forget_caller, keep_while_open
from companion.web.app.i18n import words
from companion.web.app.problems import Problem
from companion.web.app.services import services
from companion.web.app.templating import shortened
from companion.web.board.boards import draw, page_html, tag_of
from companion.web.board.entries import clash_of, edited_since, forestalled, lies_beside, made_already, overwritten
from companion.web.board.forms import SINCE, entered_values, figures, sent_number
from companion.web.board.going_on import go_on
from companion.web.board.pages import BoardPage, board_page
from companion.web.evening.tables import asked_of_host

blueprint = Blueprint("play", __name__, url_prefix="/m/<match_id>")

GIVEN_BACK: Final = "_back"
"""A script asks with it for the entry that was just undone."""
REFUSED: Final = "_refused"
"""A form says with it that this kind of entry was refused: what is wrong with it is said until it is mended."""
TAPPED: Final = "X-Tapped"
"""A script sends it with a tap, but not with every one, nor where it only asks again."""


@blueprint.get("")
def board(match_id: str) -> ResponseReturnValue:
    """The whole page; where someone joined, that of the match that goes on."""
    page = board_page(match_id)
    onward = page.around.carried_on
    return page_html(page) if onward is None else redirect(url_for("play.board", match_id=onward.match_id), 303)


@blueprint.get("/board")
def fragment(match_id: str) -> BaseResponse:
    """The board alone, for a page that asks for news; 304 if there is none, and then nothing is drawn.

    `If-None-Match: *` asks only whether it is there.
    """
    # Of a match that is gone this is a 404 too. Nothing is drawn: after an outage hundreds of phones ask it at once, and
    # their streams bring the boards.
    if request.if_none_match.star_tag:
        services.matches.match(match_id)
        return Response(status=304)
    page = board_page(match_id)
    tag = tag_of(page)
    response = Response(status=304) if request.if_none_match.contains_weak(tag) else part(draw(page).html)
    # Also with 304, as HTTP asks: the page goes on asking with this mark.
    response.set_etag(tag)
    return response


@blueprint.post("/preview")
def preview(match_id: str) -> BaseResponse:
    """What would follow from what has been tapped so far. Nothing is stored; others may see that an entry is being made."""
    notify_tapping(match_id)
    entered = entered_values()
    if GIVEN_BACK in entered:
        return _given_back(match_id)
    untouched = board_page(match_id)
    # Where another phone has written meanwhile no field stands: what was typed in it is said beside that.
    closed = untouched.board.closed if isinstance(untouched.board, ShownPad) else ()
    is_gone = not figures(entered).keys().isdisjoint(closed)
    if is_gone and (page := _overwriting(match_id, entered)):
        return shown_with(page, untouched, 200)
    meant, clash = _still_meant(match_id, entered, is_sent=False)
    # What was meant for a moment that is over is not drawn into the forms of the present one, where it would mean something
    # else.
    page = board_page(match_id, meant, _still_wrong(untouched.seen, meant or {}))
    return shown_with(page._replace(problem=clash or page.problem), untouched, 200)


@blueprint.get("/asked/<who>/<int:index>")
def asked(match_id: str, who: str, index: int) -> BaseResponse:
    """Who is asked whether that entry counts, or another: a line on the other phones and on the television."""
    seen = services.matches.snapshot(match_id, caller())
    seat = whole_number(who)
    if not 0 <= index < seen.version or (seat or 0) >= seen.players:
        raise Unknown("page")
    name = say("The host") if seat is None else SeatName(seat)
    said = say("{what}: {name} is asked", what=seen.moment_at(index).name, name=name)
    return Response(words(said, [one and shortened(one) for one in seen.names]), mimetype="text/plain")


@blueprint.post("/asked/<int:index>")
def still_asked(match_id: str, index: int) -> BaseResponse:
    """Nothing: the others see that the asker still has to say which entry counts, or, by a number no entry has, has said so."""
    notify_asked(services.live, services.matches.snapshot(match_id, caller()), caller(), index)
    return Response(status=204)


@blueprint.post("/moves")
def move(match_id: str) -> BaseResponse:
    """Nothing, once the entry is recorded; if it was refused, what is wrong with it, and the entry still in its form."""
    entered = entered_values()
    # Asked only of figures that were typed before others saved something: a tap that clashes with nothing is not slowed down.
    if SINCE in entered and (page := _overwriting(match_id, entered)):
        return shown_with(page, board_page(match_id))
    try:
        seen = _enter(match_id, entered)
    except (NotAMove, IllegalMove, DoubtfulMove, MovedOn) as error:
        return _refused(match_id, entered, error)
    # After the entry, not within it: how people look on every page is the table's, and no part of a match's journal.
    _dress(seen)
    # After an entry a phone that was passed on shows nothing more of that person: the next has it in hand.
    # Only where the phone was in another person's hand: a phone of one seat, and the owner's own turn, go on as they are.
    was_passed = len(seen.seats_of(caller())) > 1 and seen.viewer.seats - {caller().own_seat(seen.match)}
    return _hand_on(match_id, _next_hands(seen)) if was_passed else _done(match_id, seen)


@blueprint.post("/undo")
def undo(match_id: str) -> BaseResponse:
    """The last entry, or the named one, taken back."""
    index = sent_number("index")
    return _step(match_id, lambda step: services.matches.undo(match_id, caller(), index, step))


@blueprint.post("/redo")
def redo(match_id: str) -> BaseResponse:
    """The last undo taken back."""
    return _step(match_id, lambda step: services.matches.redo(match_id, caller(), step))


@blueprint.post("/on-to/<moment>")
def onward(match_id: str, moment: str) -> BaseResponse:
    """The end of a round is no longer shown, on any phone and on the television."""
    seen = services.matches.snapshot(match_id, caller())
    go_on(seen, caller(), moment)
    return _done(match_id, seen)


@blueprint.get("/as/<int:seat>")
def pass_phone(match_id: str, seat: int) -> str:
    """Pass the phone to Ben: shown before anything that only Ben may see."""
    seen = services.matches.snapshot(match_id, caller())
    if not 0 <= seat < seen.players:
        raise Unknown("seat")
    # A page in between, with nothing secret on it: the phone is in the hand of the one who passes it on.
    others = sorted(seen.seats_of(caller()) - {seat})
    return render_template("play/pass.html", seen=seen, game=seen.game, seat=seat, others=others, names=seen.names)


@blueprint.post("/as/<int:seat>")
def take_phone(match_id: str, seat: int) -> BaseResponse:
    """The device shows what that seat may see, until its entry. The host's phone may serve a seat without one."""
    seen = services.matches.snapshot(match_id, caller())
    if not 0 <= seat < seen.players:
        raise Unknown("seat")
    response = redirect(url_for("play.board", match_id=match_id), 303)
    held = seen.seats_of(caller())
    serve_seat(seen, seat)
    # With the match, so that a phone that was passed on in one does not act for that seat in the next.
    keep_while_open(response, ACTING_COOKIE, f"{match_id}:{seat}")
    if len(held) == 1:
        # The first time a phone serves a second seat, while it still holds one: later nothing says whose it is.
        keep_while_open(response, OWN_COOKIE, f"{seen.table.id}:{seen.table_seat(*held)}")
    return response


def serve_seat(seen: Snapshot, seat: int) -> None:
    """Let this device act for the seat. Raise `NotAllowed` if it neither holds it nor may serve it."""
    if seat in seen.seats_of(caller()):
        return
    at = seen.table_seat(seat)
    # A seat with a phone of its own is that person's: another may not look at its secrets by serving it.
    is_free = all(one.devices == 0 for one in services.seating.held(seen.table, caller()) if one.seat == at)
    if not (is_free and caller().is_at(seen.table.id)):
        raise NotAllowed(say("Another phone has this seat. Ask the host to free it."))
    # Held from now on like any seat of this phone: rights are looked up by what a device holds, and by nothing else.
    services.seating.claim(seen.table, at, claiming_device())
    forget_caller()


def notify_tapping(match_id: str) -> None:
    """Let the others see that someone is entering, as often as the script of the page asks for it."""
    # The script spaces them out (`TELLS_MS` in board.js): ten taps are one "Ana is entering" on the others' phones.
    if TAPPED in request.headers:
        notify_entering(services.live, services.matches.snapshot(match_id, caller()), caller())


def form_key(match_id: str, version: int, entered: Draft) -> str:
    """Return the idempotency key of an entry made on this version by this device: the same for a double tap."""
    # What is entered is part of the key: another entry on the same version is no double tap, and must not be answered as one.
    text = f"{match_id}:{version}:{caller().token_hash}:{sorted(entered.items())}"
    return hmac.new(services.form_secret, text.encode(), hashlib.sha256).hexdigest()[:32]


def shown_with(page: BoardPage, untouched: BoardPage, status: int | None = None) -> BaseResponse:
    """Return a board with what was tapped: for a script the parts that differ from the untouched board, else the whole
    page.
    """
    status = status or (page.problem.status if page.problem else 200)
    if page.problem and page.problem.beside and page.problem.beside.address:
        notify_asked(services.live, page.seen, caller(), page.problem.beside.index)
    if wants_part():
        return make_response(jsonify(draw(page).changes_beside(draw(untouched))), status)
    return make_response(page_html(page), status)


def _overwriting(match_id: str, entered: Draft) -> BoardPage | None:
    """Return the board with what is to be said of figures that others have written meanwhile, and with the other figures
    typed; None if there are none.
    """
    # Also of an entry that is to be saved anyway: that was said of another doubt, before others wrote here.
    seen = services.matches.snapshot(match_id, caller())
    clash = overwritten(seen, entered, sent_number("version"))
    if clash is None or clash.beside is None:
        return None
    rest = {name: values for name, values in entered.items() if name not in clash.beside.clashing}
    return board_page(match_id, rest)._replace(problem=clash)


def _refused(match_id: str, entered: Draft, error: Exception) -> BaseResponse:
    """Return the board with what is wrong with an entry, and as much of it as is still meant."""
    page = _overwriting(match_id, entered) if isinstance(error, MovedOn) else None
    if page is None:
        meant, clash = _still_meant(match_id, entered, is_sent=True)
        if isinstance(error, MovedOn) and clash is None:
            clash = made_already(services.matches.snapshot(match_id, caller()), entered, sent_number("version"))
            meant = meant if clash is None else None
            clash = clash or edited_since(services.matches.snapshot(match_id, caller()), sent_number("version"))
        page = board_page(match_id, meant, error)
        page = page._replace(problem=clash or page.problem)
    return shown_with(page, board_page(match_id))


def _given_back(match_id: str) -> BaseResponse:
    """Return the board with the entry that was just undone tapped into its form again, and what was tapped, where it
    may be seen.
    """
    taps = corrections.undone_values(services.matches.snapshot(match_id, caller()))
    given = taps and {**taps, "_given": ("true",)}
    changes = draw(board_page(match_id, given)).changes_beside(draw(board_page(match_id)))
    return jsonify({**changes, "taps": taps})


def _enter(match_id: str, entered: Draft) -> Snapshot:
    version = sent_number("version")
    anyway = request.form.get("anyway") == "true"
    # How someone likes to enter is no part of the move (ADR 18).
    own = {name: values for name, values in entered.items() if not name.startswith("_")}
    # What names several is incomplete with one: it is asked for again.
    alone = [name for name in entered.get("_several", ()) if len({*own.get(name, ())}) < 2]
    given = tree((name, value) for name, values in own.items() if name not in alone for value in values)
    # Without a version two entries of a kind may both be meant: no key could tell them from a double tap.
    key = None if version is None else form_key(match_id, version, entered)
    enter = partial(services.matches.move, match_id, caller(), given, anyway=anyway, from_form=True)
    try:
        return enter(Precondition(version, key))
    except MovedOn:
        seen = services.matches.snapshot(match_id, caller())
        if not lies_beside(seen, entered, version):
            raise
    # Two write in different rows for one player: neither takes anything from the other.
    return enter(Precondition(seen.version, key))


def _dress(seen: Snapshot) -> None:
    """Let everyone wear the colour of their pieces from now on, where the last entry has said whose is whose."""
    pieces, last = seen.game.pieces, seen.replay.last
    if pieces is None or last is None:
        return
    now = pieces.worn(seen.replay.state)
    # Settled when it changes, not at each entry: it writes, and notifies every page of the table.
    if now != pieces.worn(seen.timeline.before(last).state):
        services.faces.settle(seen.table, dict(zip(seen.match.seats, now, strict=True)))
        services.tables.notify(seen.table)


def _still_meant(match_id: str, entered: Draft, *, is_sent: bool) -> tuple[Draft | None, Problem | None]:
    """Return what was entered; None, and what to say of it, if the match has gone on since the form was made: to something
    else, or past what the entry is about.
    """
    seen, version = services.matches.snapshot(match_id, caller()), sent_number("version")
    # By the moment of the game, not by the version: what others enter within the same moment leaves this entry meant.
    is_of_now = version is None or (0 <= version <= seen.version and seen.moment_at(version) == seen.moment)
    told = forestalled if is_of_now else clash_of
    clash = told(seen, entered, version, is_sent=is_sent)
    return entered if is_of_now and clash is None else None, clash


def _still_wrong(seen: Snapshot, entered: Draft) -> IllegalMove | None:
    """Return what the rules still forbid in an entry that was refused and is being edited; None while a figure is missing."""
    if REFUSED not in entered or entered[REFUSED] != entered.get("kind"):
        return None
    try:
        seen.game.play(seen.replay.state, read_move(seen.game, corrections.given(entered), seen.players, as_text=True))
    except NotAMove:
        return None
    except IllegalMove as error:
        # What tells of something hidden is said of an entry alone.
        return None if error.of_hidden else error
    return None


def _step(match_id: str, take: Callable[[Precondition], Snapshot]) -> BaseResponse:
    step = Precondition(sent_number("version"), confirm=request.form.get("confirm") == "true")
    try:
        return _done(match_id, take(step))
    except (MovedOn, NeedsHost, NothingToUndo) as error:
        return shown_with(board_page(match_id, None, error), board_page(match_id))


def _done(match_id: str, seen: Snapshot) -> BaseResponse:
    """Nothing for a script, but the version from which the entry is seen; for a page without one, the way back to it."""
    if not wants_part():
        return redirect(url_for("play.board", match_id=match_id), 303)
    response = make_response("", 204)
    # The page waits for its stream to show at least this version, and asks if it does not.
    response.headers["X-Version"] = str(seen.version)
    return response


def _next_hands(seen: Snapshot) -> int | None:
    """Return to whom a passed phone goes on: clockwise to the one who is awaited and has no other phone, in the end to its
    owner, if it has one.
    """
    (passed_to,) = seen.viewer.seats
    with_another = seen.phones - seen.seats_of(caller())
    # The one who has a phone of their own is not waited for on this one.
    awaited = set(seen.game.screen(seen.replay.state).awaited) - with_another
    clockwise = sorted(awaited, key=lambda seat: (seat - passed_to) % seen.players)
    return next(iter(clockwise), caller().own_seat(seen.match))


def _hand_on(match_id: str, to: int | None) -> BaseResponse:
    """Return the board for no one's eyes: the phone serves several seats and changes hands, if it is known to whose.

    The whole page is loaded again, so that no stream opened for the person before goes on.
    """
    there = url_for("play.board", match_id=match_id)
    address = there if to is None else url_for("play.pass_phone", match_id=match_id, seat=to)
    response: BaseResponse = go_to(address) if wants_part() else redirect(address, 303)
    # For no seat: the next person with the phone sees what a spectator sees, until they say who they are.
    keep_while_open(response, ACTING_COOKIE, f"{match_id}:")
    return response


@blueprint.get("/end")
def ask_to_end(match_id: str) -> str | BaseResponse:
    """What breaking off does; back to the board if there is nothing to break off."""
    seen = services.matches.snapshot(match_id, caller())
    # Asked here too, though the POST refuses: a page that offers what it will not do misleads.
    must_host(caller(), seen.table)
    if seen.has_ended:
        return _board(match_id)
    so_far, asked = story_of(seen), asked_of_host(seen.table)
    return render_template("evening/break_off.html", seen=seen, game=seen.game, story=so_far, **asked)


@blueprint.post("/end")
def abandon(match_id: str) -> BaseResponse:
    """The match stays as it stands, and everyone's board says so."""
    services.matches.abandon(match_id, caller(), Precondition())
    return _board(match_id)


@blueprint.post("/on")
def take_up(match_id: str) -> BaseResponse:
    """The match goes on where it was broken off."""
    services.matches.take_up(match_id, caller(), Precondition())
    return _board(match_id)


def _board(match_id: str) -> BaseResponse:
    # See Other, so that a reload of the board posts nothing again.
    return redirect(url_for("play.board", match_id=match_id), 303)
