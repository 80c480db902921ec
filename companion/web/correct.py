"""Corrections: a past entry changed in the form that made it, its consequences shown before it counts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.engine.errors import DoubtfulMove, IllegalMove, NotAMove
from companion.engine.game import Draft
from companion.match import correct as corrections
from companion.match.correct import Correction, Past
from companion.match.drafts import Pending, drop_correction, read_correction, save_correction
from companion.match.errors import MovedOn, NeedsHost, NothingToUndo
from companion.match.precondition import Precondition
from companion.match.redact import Told, tell_journal
from companion.match.snapshot import Snapshot
from companion.web import paper, stand
from companion.web.boards import context, look, page_of
from companion.web.device import caller
from companion.web.differences import differences
from companion.web.entries import entered_values, sent_number
from companion.web.fragments import go_to, part, wants_part
from companion.web.problems import Problem, problem_of
from companion.web.readers import sitting
from companion.web.services import services

blueprint = Blueprint("correct", __name__)


NOT_TAKEN = (NotAMove, IllegalMove, DoubtfulMove, MovedOn, NeedsHost, NothingToUndo)


@blueprint.get("/m/<match>/correct/<int:index>")
def form(match: str, index: int) -> str:
    """The form that made an entry, filled in as it was made, or as it has been changed since."""
    seen = _look(match)
    past, told, then = _past(seen, index)
    entered = _pending(seen).moves.get(index) or corrections.entered_in(seen, past.play)
    if stand.says_how_things_stand(past):
        return stand.page(then, stand.given_in(entered), told)
    if paper.says_a_sheet(past):
        return paper.correction(then, past, told, entered)
    return render_template("play/correct.html", **_board(seen, past, entered))


@blueprint.post("/m/<match>/correct/<int:index>/draft")
def draft(match: str, index: int) -> BaseResponse:
    """The form with what has been changed so far."""
    seen = _look(match)
    return _board_answer(_board(seen, corrections.past(seen, index), entered_values()), 200)


@blueprint.post("/m/<match>/correct/<int:index>")
def change(match: str, index: int) -> BaseResponse:
    """On to what the change would bring; back to the form if the move itself does not hold."""
    seen = _look(match)
    past, told, then = _past(seen, index)
    is_standing = stand.says_how_things_stand(past)
    if is_standing and stand.is_editing():
        return part(stand.page(then, None, told))
    entered = stand.settled(then) if is_standing else entered_values()
    before = _pending(seen)
    pending = Pending({**before.moves, index: entered}, before.anyway or request.form.get("anyway") == "true")
    try:
        _attempt(match, pending, preview=True)
    except NeedsHost:
        pass  # the next page says so, and lets the host confirm it
    except NOT_TAKEN as error:
        if is_standing:
            return part(stand.page(then, None, told, error), _known(error).status)
        if paper.says_a_sheet(past):
            return part(paper.correction(then, past, told, entered, error), _known(error).status)
        return _board_answer(_board(seen, past, entered, error), _known(error).status)
    save_correction(services.store, match, _owner(seen), pending)
    address = url_for("correct.preview", match=match)
    return go_to(address) if wants_part() else redirect(address, 303)


@blueprint.get("/m/<match>/correction")
def preview(match: str) -> str | BaseResponse:
    """What the correction would change: every value before and after, and the first later entry that no longer holds."""
    pending = _kept(_look(match))
    if not pending.moves:
        return redirect(url_for("journal.journal", match=match), 303)
    if request.args.get("anyway") == "true":
        pending = replace(pending, anyway=True)
    return _preview_page(match, pending, None)


@blueprint.post("/m/<match>/correction")
def confirm(match: str) -> BaseResponse:
    """The correction counts for everybody from now on; what no longer holds falls, or stands despite a doubt."""
    seen = _look(match)
    pending = _kept(seen)
    if request.form.get("anyway") == "true":
        pending = replace(pending, anyway=True)
    if pending.moves:
        try:
            _attempt(match, pending, preview=False)
        except NOT_TAKEN as error:
            return part(_preview_page(match, pending, error), _known(error).status)
    _drop(seen)
    return redirect(url_for("play.board", match=match), 303)


@blueprint.post("/m/<match>/correction/drop")
def forget(match: str) -> BaseResponse:
    """The correction is given up; nothing changes."""
    _drop(_look(match))
    return redirect(url_for("journal.journal", match=match), 303)


def _pending(seen: Snapshot) -> Pending:
    """The correction that this page goes on with; one that was left behind does not slip into another."""
    if "also" not in request.args:
        return Pending({})
    return _kept(seen)


def _kept(seen: Snapshot) -> Pending:
    """The correction that is being made here; without moves if there is none."""
    return read_correction(services.store, seen.match.id, _owner(seen))


def _drop(seen: Snapshot) -> None:
    drop_correction(services.store, seen.match.id, _owner(seen))


def _owner(seen: Snapshot) -> str:
    """Who owns a correction on its way: this device, for the seat it was passed to. Nobody else changes what it confirms."""
    acting, device = sitting(seen, caller()).acting, caller().token_hash or ""
    return device if acting is None else f"{device} {acting}"


def _look(match: str) -> Snapshot:
    seen = services.matches.look(match, caller())
    g.names = seen.names
    return seen


def _past(seen: Snapshot, index: int) -> tuple[Past, Told, Snapshot]:
    """The play of an entry, what is told of the entry, and the match as it stood when the play was made."""
    past = corrections.past(seen, index)
    return past, _told(seen)[index], seen.standing_at(past.replay)


def _told(seen: Snapshot) -> tuple[Told, ...]:
    return tuple(tell_journal(seen, seen.viewer))


def _known(error: Exception) -> Problem:
    problem = problem_of(error)
    assert problem is not None
    return problem


def _attempt(match: str, pending: Pending, *, preview: bool) -> Correction:
    given = [(index, corrections.given(entered)) for index, entered in pending.moves.items()]
    version = sent_number("version")
    asked = Precondition(None if preview else version, confirm=request.form.get("confirm") == "true")
    make = corrections.preview if preview else corrections.amend
    return make(services.matches, match, caller(), given, asked, anyway=pending.anyway, from_form=True)


def _preview_page(match: str, pending: Pending, error: Exception | None) -> str:
    """What the correction would change; also shown after a refusal, because the match may have gone on since."""
    done = None
    try:
        done = _attempt(match, pending, preview=True)
    except NOT_TAKEN as found:
        error = error or found
    page = look(match)
    stopped = done.stopped if done else None
    return render_template(
        "play/correction.html",
        page=page,
        seen=page.seen,
        game=page.seen.game,
        names=page.seen.names,
        indexes=[*pending.moves],
        told=_told(page.seen),
        moves_after=corrections.moves_after(done) if done else {},
        differences=differences(done) if done else [],
        stopped=stopped,
        can_override=stopped is not None and isinstance(stopped.error, DoubtfulMove),
        problem=_known(error) if error else None,
        is_for_the_host=done is not None and done.passes_reveal and not page.is_host,
        anyway=pending.anyway,
    )


def _board(seen: Snapshot, past: Past, entered: Draft, error: Exception | None = None) -> dict[str, Any]:
    page = page_of(seen, sitting(seen, caller()), entered, error, past=past.replay, correcting=past.play.index)
    return {**context(page), "told": _told(seen)[past.play.index]}


def _board_answer(shown: dict[str, Any], status: int) -> BaseResponse:
    return part(render_template(shown["board_template"] if wants_part() else "play/correct.html", **shown), status)
