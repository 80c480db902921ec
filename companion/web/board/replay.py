"""A match that is over, looked at again: the board as it stood after each entry, as a viewer without a seat sees it."""

from dataclasses import replace
from itertools import takewhile
from typing import Final

from flask import Blueprint, g, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from companion.archive.results import won_of
from companion.engine.game import Viewer
from companion.engine.journal import Played, oldest_first
from companion.engine.timeline import Timeline
from companion.match.access import NOBODY
from companion.match.redact import newest_for_everybody
from companion.match.snapshot import Snapshot
from companion.web.app.services import services
from companion.web.board import boards, screen
from companion.web.board.around import BoardContext
from companion.web.board.pages import page_of
from companion.web.board.screen import ScreenPage, playing_of
from companion.web.board.viewing import View
from companion.web.evening.tables import invite, present_match

blueprint = Blueprint("replay", __name__)
LOOKS_ON: Final = View(
    holds_one=False,
    serves=(),
    is_passed=False,
    is_host=False,
    sits_out=False,
    entry_url="",
    preview_url="",
    looks_back=True,
)


@blueprint.get("/m/<match_id>/replay")
def page(match_id: str) -> str | BaseResponse:
    """One step of the match and the ways to the others, on the television as a film until the table's next match.

    Until the match is over there is only the board to look at; of one that was counted at its end alone, the result.
    """
    whole = services.matches.snapshot(match_id, NOBODY)
    is_screen = request.args.get("screen") == "yes"
    back = url_for("screen.page", code=whole.table.code) if is_screen else url_for("play.board", match_id=match_id)
    latest = present_match(whole.table)
    # The film gives way as soon as the table begins its next match.
    if not whole.is_over or (is_screen and latest is not None and latest.id != match_id):
        return redirect(back)
    film = _as_it_stands(whole)
    if film.version == 1 and not is_screen:
        return redirect(url_for("results.page", match_id=match_id))
    begin = _begin(film)
    step = min(max(request.args.get("step", 0, type=int), begin), film.version)
    # With the eyes of no seat, though all is open by now: what was hidden then is hidden in that step.
    seen = film.at(step).seen_by(Viewer())
    g.names = seen.names
    return render_template(
        "play/replay.html",
        seen=seen,
        game=seen.game,
        names=seen.names,
        board_html=Markup(_on_screen(seen, film) if is_screen else _on_board(seen, film)),
        begin=begin,
        step=step,
        # what was entered last says where that was, not what comes next
        when=film.when(step - 1) if step else None,
        begins="step" not in request.args,
        is_brief=_is_brief(seen),
        steps=film.version,
        is_screen=is_screen,
        back=back,
    )


def _as_it_stands(whole: Snapshot) -> Snapshot:
    """Return the match as if every play had been entered as it stands: corrections from the start, nothing taken back."""
    timeline = Timeline(whole.game, whole.setup)
    standing = [(node.play, whole.timeline.outcome(node)) for node in oldest_first(whole.timeline.revision.last)]
    shown = [*takewhile(lambda one: one[1] is not None, standing)]
    for play, outcome in shown:
        timeline.add(Played(play.entered, play.anyway), outcome)
    entries = tuple(whole.entries[play.index] for play, _ in shown)
    return replace(whole, timeline=timeline.view(), entries=entries, remarks={}, replay=timeline.at())


def _begin(film: Snapshot) -> int:
    """Return the step after all that is entered before anything is played, of which there is little to see; of a bare table
    there is nothing.
    """
    plays = (node.play for node in oldest_first(film.timeline.revision.last))
    first = max(1, sum(1 for _ in takewhile(lambda play: getattr(play.move, "prepares", False), plays)))
    return first if first < film.version else 0


def _is_brief(seen: Snapshot) -> bool:
    """Whether there is little to see in this step: such an entry, and no ruling that came of it."""
    last = seen.replay.last
    return last is not None and not seen.rulings and getattr(last.play.move, "is_brief", False)


def _on_board(seen: Snapshot, film: Snapshot) -> str:
    """Return the board as a spectator saw it then, in the measure of the film's last one where the game says which."""
    around = BoardContext(False, None, None, (), "", newest_for_everybody(seen), (), won_of(services.store, seen))
    drawn, held = page_of(seen, LOOKS_ON, around=around), seen.game.held
    if held is not None:
        drawn = drawn._replace(board=seen.game.board(seen.replay.state, Viewer(), held(film.replay.state)))
    return boards.draw(drawn).html


def _on_screen(seen: Snapshot, film: Snapshot) -> str:
    """Return the table screen as it was then, at the end with the winner, in the same measure from the first step on."""
    # Over in the records, but not at this step: the screen would else show the winner from the first step on.
    then = seen if seen.is_over else replace(seen, match=replace(seen.match, ended_at=None))
    playing, held = playing_of(then), seen.game.held
    if held is not None and not seen.is_over:
        board = seen.game.board(seen.replay.state, Viewer(), held(film.replay.state))
        playing = replace(playing, board=board)
    return screen.draw(ScreenPage(seen.table, invite(seen.table), playing)).html
