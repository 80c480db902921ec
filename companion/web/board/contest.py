"""Contesting an entry from the phone it hurts, and settling that, which only the host does."""

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.engine.errors import NotAMove
from companion.match import contests
from companion.match.errors import NothingToUndo
from companion.match.precondition import Precondition
from companion.match.redact import redact_journal, redact_move_in_force
from companion.web.app.answers import part
from companion.web.app.device import caller
from companion.web.app.services import services
from companion.web.board.boards import context
from companion.web.board.pages import BoardPage, board_page

blueprint = Blueprint("contest", __name__)


@blueprint.get("/m/<match_id>/contest/<int:index>")
def form(match_id: str, index: int) -> str:
    """Why is it wrong? A short list, and room for a few words."""
    return render_template("play/contest.html", **_context(board_page(match_id), index))


@blueprint.post("/m/<match_id>/contest/<int:index>")
def enter(match_id: str, index: int) -> BaseResponse:
    """The entry is marked as contested on every phone, and the game goes on."""
    reason, words = request.form.get("reason", ""), request.form.get("remark", "")
    try:
        objection = contests.Objection(index, reason, words)
        contests.contest(services.matches, match_id, caller(), objection, Precondition())
    except (NotAMove, NothingToUndo) as error:
        page = board_page(match_id, None, error)
        assert page.problem is not None
        return part(render_template("play/contest.html", **_context(page, index)), page.problem.status)
    return redirect(url_for("play.board", match_id=match_id), 303)


@blueprint.post("/m/<match_id>/contest/<int:index>/settle")
def settle(match_id: str, index: int) -> BaseResponse:
    """The host says that it stands as it is."""
    contests.settle(services.matches, match_id, caller(), index, Precondition())
    return redirect(url_for("play.board", match_id=match_id), 303)


def _context(page: BoardPage, index: int) -> dict[str, Any]:
    seen = page.seen
    visible = tuple(redact_journal(seen, seen.viewer))
    # An address may name any number: that is refused, and no fault of ours to be logged.
    if index >= len(visible):
        raise NothingToUndo
    return {
        **context(page),
        "visible": visible[index],
        "stands": redact_move_in_force(seen, index, seen.viewer),
        "reasons": contests.REASONS,
        "chosen": request.form.get("reason", ""),
        "remark": request.form.get("remark", ""),
    }
