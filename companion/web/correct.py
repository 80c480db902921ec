"""The journal, and corrections: a past entry changed in the form that made it, its consequences seen before it counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.engine.errors import DoubtfulMove, IllegalMove, NotAMove
from companion.engine.game import Draft
from companion.engine.rulings import Json
from companion.engine.text import SeatName, Text, say
from companion.service import contests, corrections
from companion.service.changes import Change, changes
from companion.service.errors import MovedOn, NeedsHost, NothingToUndo
from companion.service.matches import Asked, Correction, Seen
from companion.service.telling import Told, tell_state
from companion.web.boards import BoardPage, context, look
from companion.web.device import caller, device_hash
from companion.web.entries import entered_values
from companion.web.fragments import part, wants_part
from companion.web.problems import Problem, problem_of
from companion.web.services import services

blueprint = Blueprint("correct", __name__, url_prefix="/m/<match>")
NOT_TAKEN = (NotAMove, IllegalMove, DoubtfulMove, MovedOn, NeedsHost, NothingToUndo)


@dataclass(frozen=True, slots=True)
class Difference:
    """One value that a correction changes, in the game's words."""

    what: Text
    before: Json
    after: Json


@blueprint.get("/journal")
def journal(match: str) -> str:
    """Who entered what, and when; what was taken back or corrected is struck through, never gone."""
    page = look(match)
    told = services.matches.journal(match, caller())[1]
    entries = [(one, moment_of(page.seen, one)) for one in told]
    chosen = request.args.get("at", "")
    return render_template(
        "play/journal.html",
        page=page,
        seen=page.seen,
        game=page.seen.loaded.game,
        names=page.seen.names,
        entries=[(one, at) for one, at in entries if not chosen or at == chosen][::-1],
        moments=list(dict.fromkeys(at for _, at in entries)),
        chosen=chosen,
    )


@blueprint.get("/correct/<int:index>")
def form(match: str, index: int) -> str:
    """The form that made an entry, filled in as it was made, or as it has been changed since."""
    past = _past(match, index)
    moves = corrections.load(services.store, match, device_hash())
    entered = moves.get(index) or corrections.entered_in(look(match).seen, past.play)
    return render_template("play/correct.html", **_board(match, index, entered))


@blueprint.post("/correct/<int:index>/draft")
def draft(match: str, index: int) -> BaseResponse:
    """The form with what has been changed so far."""
    return _board_answer(match, index, entered_values(), 200)


@blueprint.post("/correct/<int:index>")
def change(match: str, index: int) -> BaseResponse:
    """On to what the change would bring; back to the form where the move itself does not hold."""
    entered = entered_values()
    moves = {**corrections.load(services.store, match, device_hash()), index: entered}
    try:
        _attempt(match, moves, preview=True, anyway=request.form.get("anyway") == "true")
    except NOT_TAKEN as error:
        page = look(match, entered, error, past=_past(match, index).replay, correcting=index)
        return _with_problem(page)
    corrections.save(services.store, match, device_hash(), moves)
    anyway = "true" if request.form.get("anyway") == "true" else None
    return redirect(url_for("correct.preview", match=match, anyway=anyway), 303)


@blueprint.get("/correction")
def preview(match: str) -> str | BaseResponse:
    """What the correction would change: every value before and after, and the first later entry that no longer holds."""
    moves = corrections.load(services.store, match, device_hash())
    if not moves:
        return redirect(url_for("correct.journal", match=match), 303)
    anyway = request.args.get("anyway") == "true"
    try:
        done = _attempt(match, moves, preview=True, anyway=anyway)
    except NOT_TAKEN as error:
        return _preview_page(match, moves, None, problem_of(error), anyway=anyway)
    return _preview_page(match, moves, done, None, anyway=anyway)


@blueprint.post("/correction")
def confirm(match: str) -> BaseResponse:
    """The correction counts from now on, for everybody; what no longer holds falls, or stands against the box's doubt."""
    moves = corrections.load(services.store, match, device_hash())
    anyway = request.form.get("anyway") == "true"
    if moves:
        try:
            _attempt(match, moves, preview=False, anyway=anyway)
        except NOT_TAKEN as error:
            problem = problem_of(error)
            assert problem is not None
            return part(_preview_page(match, moves, None, problem, anyway=anyway), problem.status)
    corrections.drop(services.store, match, device_hash())
    return redirect(url_for("play.board", match=match), 303)


@blueprint.post("/correction/drop")
def forget(match: str) -> BaseResponse:
    """The correction is given up; nothing changes."""
    corrections.drop(services.store, match, device_hash())
    return redirect(url_for("correct.journal", match=match), 303)


@blueprint.get("/contest/<int:index>")
def contest_form(match: str, index: int) -> str:
    """Why is it wrong? A short list, and room for a few words."""
    page = look(match)
    return render_template("play/contest.html", **_contest_context(page, match, index))


@blueprint.post("/contest/<int:index>")
def contest(match: str, index: int) -> BaseResponse:
    """The entry is marked as contested on every phone, and the game goes on."""
    words = request.form.get("remark", "")
    try:
        reason = request.form.get("reason", "")
        contests.contest(services.matches, services.store, match, caller(), index, reason, words, Asked())
    except (NotAMove, NothingToUndo) as error:
        page = look(match, None, error)
        shown = _contest_context(page, match, index)
        return part(render_template("play/contest.html", **shown), page.problem.status if page.problem else 400)
    return redirect(url_for("play.board", match=match), 303)


@blueprint.post("/contest/<int:index>/settle")
def settle(match: str, index: int) -> BaseResponse:
    """The host says that it stands as it is."""
    contests.settle(services.matches, match, caller(), index, Asked())
    return redirect(url_for("play.board", match=match), 303)


def _contest_context(page: BoardPage, match: str, index: int) -> dict[str, Any]:
    told = {one.index: one for one in services.matches.journal(match, caller())[1]}
    if index not in told:
        raise NothingToUndo
    return {
        **context(page),
        "told": told[index],
        "reasons": contests.REASONS,
        "chosen": request.form.get("reason", ""),
        "remark": request.form.get("remark", ""),
    }


def moment_of(seen: Seen, told: Told) -> str:
    """The step of the game at which an entry was made."""
    return seen.loaded.moment(told.index)


def differences(done: Correction) -> list[Difference]:
    """What a correction changes, value by value, as far as the game has words for it."""
    game = done.before.loaded.game
    found = changes(_told(done.before), _told(done.after))
    return [Difference(what, one.before, one.after) for one in found if (what := _what(one, game.labels)) is not None]


def _what(one: Change, labels: Any) -> Text | None:
    parts = one.path.split(".")
    label = next((labels[part] for part in reversed(parts) if part in labels), None)
    if label is None:
        return None
    if parts[0] == "seats" and len(parts) > 1:
        return say("{name}: {what}", name=SeatName(int(parts[1])), what=label)
    return label if isinstance(label, Text) else None


def _told(seen: Seen) -> dict[str, Json]:
    return tell_state(seen.loaded, seen.replay, seen.names, seen.viewer)


def _past(match: str, index: int) -> corrections.Past:
    seen = services.matches.look(match, caller())
    g.names = seen.names
    return corrections.past(seen.loaded, index)


def _attempt(match: str, moves: dict[int, Draft], *, preview: bool, anyway: bool) -> Correction:
    given = [(index, corrections.given(entered)) for index, entered in moves.items()]
    version = request.form.get("version", type=int)
    asked = Asked(None if preview else version, confirm=request.form.get("confirm") == "true")
    return services.matches.amend(match, caller(), given, asked, anyway=anyway, preview=preview, from_form=True)


def _preview_page(
    match: str, moves: dict[int, Draft], done: Correction | None, problem: Problem | None, *, anyway: bool
) -> str:
    page = look(match)
    stopped = done.stopped if done else None
    return render_template(
        "play/correction.html",
        page=page,
        seen=page.seen,
        game=page.seen.loaded.game,
        names=page.seen.names,
        indexes=list(moves),
        told={one.index: one for one in services.matches.journal(match, caller())[1]},
        differences=differences(done) if done else [],
        stopped=stopped,
        can_override=stopped is not None and isinstance(stopped.error, DoubtfulMove),
        problem=problem,
        anyway=anyway,
    )


def _board(match: str, index: int, entered: Draft) -> dict[str, Any]:
    page = look(match, entered, past=_past(match, index).replay, correcting=index)
    told = next(one for one in services.matches.journal(match, caller())[1] if one.index == index)
    return {**context(page), "told": told}


def _board_answer(match: str, index: int, entered: Draft, status: int) -> BaseResponse:
    shown = _board(match, index, entered)
    return part(render_template("play/view.html" if wants_part() else "play/correct.html", **shown), status)


def _with_problem(page: BoardPage) -> BaseResponse:
    assert page.problem is not None
    assert page.correcting is not None
    told = next(
        one for one in services.matches.journal(page.seen.loaded.match.id, caller())[1] if one.index == page.correcting
    )
    shown = {**context(page), "told": told}
    return part(
        render_template("play/view.html" if wants_part() else "play/correct.html", **shown), page.problem.status
    )
