"""Corrections: a past entry changed in the form that made it, its consequences shown before it counts."""

from dataclasses import replace
from itertools import takewhile

from flask import Blueprint, g, jsonify, make_response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from companion.engine.errors import DoubtfulMove, IllegalMove, NotAMove
from companion.engine.game import Draft
from companion.engine.journal import Play, newest_first
from companion.engine.text import Text, say, say_many, signs
from companion.match import correct as corrections
from companion.match.correct import Correction, PastPlay
from companion.match.errors import MovedOn, NeedsHost, NothingToUndo
from companion.match.precondition import Precondition
from companion.match.redact import (
    NO_SEAT,
    VisibleEntry,
    redact_journal,
    redact_move_in_force,
    redact_state,
    sees_all,
)
from companion.match.snapshot import Snapshot
from companion.web.app.answers import part, wants_part
from companion.web.app.device import caller
from companion.web.app.problems import foreseen
from companion.web.app.services import services
from companion.web.board import catch_up, paper
from companion.web.board.boards import context, draw, drawn_from
from companion.web.board.differences import differences, marked
from companion.web.board.entries import is_for_the_host
from companion.web.board.forms import Pending, entered_values, figures, read_pending, sent_number
from companion.web.board.pages import BoardPage, board_page, page_of
from companion.web.board.viewing import view_of

blueprint = Blueprint("correct", __name__)


NOT_TAKEN = (NotAMove, IllegalMove, DoubtfulMove, MovedOn, NeedsHost, NothingToUndo)


@blueprint.get("/m/<match_id>/correct/<int:index>")
def form(match_id: str, index: int) -> str:
    """The form that made an entry, filled in as it was made."""
    return _form(match_id, index, Pending())


@blueprint.post("/m/<match_id>/correct/<int:index>/also")
def form_also(match_id: str, index: int) -> str:
    """The same for one more entry of a correction that is under way, filled in as it has been changed by now."""
    return _form(match_id, index, read_pending())


@blueprint.post("/m/<match_id>/correct/<int:index>/preview")
def try_out(match_id: str, index: int) -> BaseResponse:
    """The form with what has been changed so far."""
    seen = _look(match_id)
    entered, pending = entered_values(), read_pending()
    past, visible, _ = _past(seen, index, pending)
    if not wants_part():
        return part(_board_page(seen, past, visible, entered, pending))
    # All of it: what a page that answers a refusal shows is not the form as it was opened.
    return make_response(jsonify(draw(_board(seen, past, entered), pending.as_sent).changes({})))


@blueprint.post("/m/<match_id>/correct/<int:index>")
def change(match_id: str, index: int) -> BaseResponse:
    """On to what the change would bring; back to the form if the move itself does not hold."""
    seen = _look(match_id)
    before = read_pending()
    past, visible, then = _past(seen, index, before)
    is_standing = catch_up.says_how_things_stand(past)
    if is_standing and catch_up.is_editing():
        return part(catch_up.page(then, None, visible))
    is_sheet = paper.says_a_sheet(past)
    entered = catch_up.entered(then) if is_standing else paper.entered(then) if is_sheet else entered_values()
    pending = _with_moves(seen, past, before, entered)
    done, error = _tried(match_id, pending)
    # To show what would follow would turn up, or tell of, something hidden: that is said on the page of the correction, as
    # nothing in the form is wrong.
    if done is not None and list(pending.moves) == [index] and _is_hidden(past, done):
        return _recorded(match_id, pending)
    if error is None or isinstance(error, NeedsHost):
        return part(_preview_page(match_id, pending, done, error))
    if is_standing:
        return part(catch_up.page(then, None, visible, error), foreseen(error).status)
    if is_sheet:
        return part(paper.correction(then, past, visible, entered, error), foreseen(error).status)
    return make_response(_board_page(seen, past, visible, entered, before, error), foreseen(error).status)


@blueprint.post("/m/<match_id>/correction/preview")
def preview(match_id: str) -> BaseResponse:
    """What the correction would change: every value before and after, and the first later entry that no longer holds."""
    pending = read_pending()
    if not pending.moves:
        # Nothing is corrected yet: the list to choose an entry from.
        return redirect(url_for("journal.journal", match_id=match_id), 303)
    return part(_preview_page(match_id, pending, *_tried(match_id, pending)))


@blueprint.post("/m/<match_id>/correction")
def confirm(match_id: str) -> BaseResponse:
    """The correction counts for everyone from now on; what no longer holds falls, or stands despite a doubt."""
    pending = read_pending()
    if "unseen" in request.form and _is_played_on(_look(match_id), pending):
        return preview(match_id)
    return _recorded(match_id, pending)


def _recorded(match_id: str, pending: Pending) -> BaseResponse:
    if pending.moves:
        try:
            _attempt(match_id, pending, preview=False)
        # More may follow from it since the preview was drawn. It is drawn anew, so the answer shows what would follow now.
        except NOT_TAKEN as error:
            return part(_preview_page(match_id, pending, _tried(match_id, pending)[0], error), foreseen(error).status)
    # By its end the page knows that what was chosen without a preview counts now.
    chosen = "chosen" if "unseen" in request.form else None
    return redirect(url_for("play.board", match_id=match_id, _anchor=chosen), 303)


def _form(match_id: str, index: int, pending: Pending) -> str:
    seen = _look(match_id)
    past, visible, then = _past(seen, index, pending)
    entered = _opened_with(seen, past, pending)
    # No board has a form for these two: how things stand, and a sheet, are entered on pages of their own.
    if catch_up.says_how_things_stand(past):
        return catch_up.page(then, catch_up.given_in(entered), visible)
    if paper.says_a_sheet(past):
        return paper.correction(then, past, visible, entered)
    return _board_page(seen, past, visible, entered, pending)


def _opened_with(seen: Snapshot, past: PastPlay, pending: Pending) -> Draft:
    """Return what the form says before anything is tapped in it: the entry as it was made, or as it is corrected by
    now.
    """
    # A correction of several entries comes back to one it has changed before: with the change, not with what is recorded.
    own = _as_it_is(seen, past.play, pending)
    beside = [figures(_as_it_is(seen, play, pending)) for play in _beside(seen, past)]
    return {**{name: values for one in beside for name, values in one.items()}, **own}


def _as_it_is(seen: Snapshot, play: Play, pending: Pending) -> Draft:
    return pending.moves.get(play.index) or corrections.entered_in(seen, play)


def _beside(seen: Snapshot, past: PastPlay) -> list[Play]:
    """Return the other entries of the same step with figures that are edited with those of this one, oldest first."""
    own, when = _edited_in_one(seen, past.play), seen.game.moment(past.replay.state)
    found = [
        node.play
        for node in (newest_first(seen.timeline.revision.last) if own else ())
        if node.play.index != past.play.index
        and seen.game.moment(seen.timeline.before(node).state) == when
        and not own.isdisjoint(_edited_in_one(seen, node.play))
        and sees_all(seen, node.play, seen.viewer)
    ]
    return found[::-1]


def _edited_in_one(seen: Snapshot, play: Play) -> frozenset[str]:
    """Return by the beginnings of their names the figures of an entry that are edited with those of others."""
    return seen.game.in_one & {name.partition(".")[0] for name in figures(corrections.entered_in(seen, play))}


def _with_moves(seen: Snapshot, past: PastPlay, before: Pending, entered: Draft) -> Pending:
    """Return a correction with what the form changed: of its own entry, and of those whose figures it opened too."""
    anyway, own = request.form.get("anyway") == "true", corrections.entered_in(seen, past.play)
    pending, rest = before, dict(entered)
    # What was entered twice is the later entry's to change: the earlier one no longer counts.
    for play in reversed(_beside(seen, past)):
        known = _as_it_is(seen, play, before)
        theirs = {name: rest.pop(name) for name in figures(known) if name in rest and name not in own}
        if any(known[name] != values for name, values in theirs.items()):
            pending = pending.with_move(play.index, {**known, **theirs}, anyway=anyway)
    is_own = pending == before or any(rest.get(name, ()) != values for name, values in figures(own).items())
    return pending.with_move(past.play.index, rest, anyway=anyway) if is_own else pending


def _look(match_id: str) -> Snapshot:
    seen = services.matches.snapshot(match_id, caller())
    g.names = seen.names
    return seen


def _past(seen: Snapshot, index: int, pending: Pending) -> tuple[PastPlay, VisibleEntry, Snapshot]:
    """Return the play of an entry, what the viewer may see of it, and the match as it stood when the play was made.

    While a correction is under way, every play stands on the corrected match, the first that no longer fits too.
    """
    # One that would not be taken is passed over: the form then stands on the match as it is, and says what is wrong when it
    # is sent.
    done = _tried(seen.match.id, pending)[0] if pending.moves else None
    past = corrections.past(seen, index, done)
    return past, _visible(seen)[index], seen.standing_at(past.replay)


def _visible(seen: Snapshot) -> tuple[VisibleEntry, ...]:
    """Return every entry with the move in force: a second correction starts from the first, not from what was entered."""
    return tuple(
        one if one.corrected_by is None else replace(one, move=redact_move_in_force(seen, one.index, seen.viewer))
        for one in redact_journal(seen, seen.viewer)
    )


def _attempt(match_id: str, pending: Pending, *, preview: bool) -> Correction:
    given = [(index, corrections.given(entered)) for index, entered in pending.moves.items()]
    version = sent_number("version")
    # A preview is of the match as it stands now, so it names no version that could be outdated.
    asked = Precondition(None if preview else version, confirm=request.form.get("confirm") == "true")
    # One and the same way, so that nothing is shown that would then not be done.
    make = corrections.preview if preview else corrections.amend
    return make(services.matches, match_id, caller(), given, asked, anyway=pending.anyway, from_form=True)


def _is_hidden(past: PastPlay, done: Correction) -> bool:
    """Return whether a correction changes no more than what lies hidden from everyone else: there is nothing to be shown first."""
    before, after = done.before, done.after
    # Whoever can't see it would learn by the answer whether they have guessed it.
    is_own_secret = sees_all(before, past.play, before.viewer) and not sees_all(before, past.play, NO_SEAT)
    shown = [redact_state(one.game, one.replay.state, one.names, NO_SEAT) for one in (before, after)]
    is_stopped = done.stopped is not None or done.passes_reveal
    return is_own_secret and before.replay.state != after.replay.state and not is_stopped and shown[0] == shown[1]


def _is_played_on(seen: Snapshot, pending: Pending) -> bool:
    """Return whether something stands that was entered for a later moment than the first entry that is corrected."""
    first = min(pending.moves, default=seen.version)
    if first >= seen.version:
        return False
    moment, later = seen.moment_at(first), newest_first(seen.replay.last)
    return any(
        seen.game.moment(seen.timeline.before(one).state) != moment
        for one in takewhile(lambda one: one.play.index > first, later)
    )


def _tried(match_id: str, pending: Pending) -> tuple[Correction | None, Exception | None]:
    """Return what the correction would do; else why it would not be taken."""
    try:
        return _attempt(match_id, pending, preview=True), None
    except NOT_TAKEN as error:
        return None, error


def _preview_page(match_id: str, pending: Pending, done: Correction | None, error: Exception | None) -> str:
    """Return what the correction would change; also shown after a refusal, because the match may have gone on since."""
    page = board_page(match_id)
    visible = _visible(page.seen)
    stopped = done.stopped if done else None
    moves_after = corrections.moves_after(done) if done else {}
    fallen = _fallen(done) if done else []
    shown = _aligned(done) if done else None
    return render_template(
        "play/correction.html",
        view=page.view,
        seen=page.seen,
        game=page.seen.game,
        names=page.seen.names,
        indexes=[index for index in pending.moves if 0 <= index < len(visible)],
        visible=visible,
        moves_after=moves_after,
        is_idle=all(visible[index].move == move for index, move in moves_after.items()),
        marked=marked,
        done=shown,
        plays=[{node.play.index: node for node in newest_first(one.replay.last)} for one in (shown.before, shown.after)]
        if shown
        else [],
        differences=differences(shown) if shown else [],
        doubts=corrections.doubts(done) if done else (),
        stopped=stopped,
        fallen=len(fallen),
        falls=_span(page.seen, fallen),
        end=_end(done, min(moves_after)) if done and moves_after else None,
        can_override=stopped is not None and isinstance(stopped.error, DoubtfulMove),
        problem=foreseen(error) if error else None,
        passes_reveal=done is not None and done.passes_reveal,
        pending=pending.as_sent,
    )


def _aligned(done: Correction) -> Correction:
    """Return a correction with the match before it as it stood at the step up to which it reaches, as the one after it does."""
    if done.stopped is None:
        return done
    return replace(done, before=done.before.standing_at(corrections.past(done.before, done.stopped.play.index).replay))


def _end(done: Correction, corrected: int) -> Text | None:
    """Return that a correction ends the game, or that the game goes on by it, or what it moves; None if it does neither."""
    if done.after.is_over and not done.before.is_over:
        winners = done.after.game.status(done.after.replay.state).winners
        over = say_many("The game is over: {names} wins.", "The game is over: {names} win.", winners or ())
        return over if winners else say("The game is over")
    return done.before.goes_on(corrected, done.before.replay.state, done.after.replay.state) or _moved(done, corrected)


def _moved(done: Correction, corrected: int) -> Text | None:
    """Return which later entry, the first, belongs to another step of the game by a correction; None if each stays where it was.

    A round that ends sooner hands its last tricks on to the next one, where they may fit as well.
    """
    was, now = (one.when_each(corrected + 1) for one in (done.before, done.after))
    moved = next((index for index in sorted(now) if index in was and now[index] != was[index]), None)
    return None if moved is None else signs("{before} → {after}", before=was[moved], after=now[moved])


def _fallen(done: Correction) -> list[int]:
    """Return the entries that stand no more after a correction, oldest first."""
    before, after = ({node.play.index for node in newest_first(one.replay.last)} for one in (done.before, done.after))
    return sorted(before - after)


def _span(seen: Snapshot, fallen: list[int]) -> Text | None:
    """Return when the first and the last of these entries were made: "Trick 3 – Trick 5"; None if there are none."""
    if not fallen:
        return None
    first, last = (seen.moment_at(fallen[at]) for at in (0, -1))
    # A step that is called alike each time says nothing of when.
    is_short = first.part == last.part and first.name.args and last.name.args
    begins, ends = (first.name, last.name) if is_short else (seen.when(fallen[at]) for at in (0, -1))
    return begins if begins == ends else signs("{first} – {last}", first=begins, last=ends)


def _board(seen: Snapshot, past: PastPlay, entered: Draft, error: Exception | None = None) -> BoardPage:
    index, match_id = past.play.index, seen.match.id
    view = replace(
        view_of(seen.match, caller()),
        correcting=index,
        entry_url=url_for("correct.change", match_id=match_id, index=index),
        preview_url=url_for("correct.try_out", match_id=match_id, index=index),
    )
    return page_of(seen, view, entered, error, past=past.replay)


def _board_page(
    seen: Snapshot,
    past: PastPlay,
    visible: VisibleEntry,
    entered: Draft,
    pending: Pending,
    error: Exception | None = None,
) -> str:
    page = _board(seen, past, entered, error)
    given = context(page)
    drawn = drawn_from(given, page, pending.as_sent)
    return render_template(
        "play/correct.html",
        **given,
        visible=visible,
        board_html=Markup(drawn.html),
        begins=next(iter(figures(corrections.entered_in(seen, past.play))), ""),
        # Said before anything is filled in.
        is_for_the_host=is_for_the_host(seen, past.play),
    )
