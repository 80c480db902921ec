"""What one entry brought, in full: a page, and a sheet over the board where a script opens it there."""

from flask import Blueprint, render_template

from companion.engine.journal import newest_first
from companion.match.errors import NothingToUndo
from companion.match.redact import redact_move_in_force
from companion.web.board.boards import context
from companion.web.board.pages import board_page
from companion.web.board.roles import may_change
from companion.web.board.screen import best_first

blueprint = Blueprint("verdict", __name__)


@blueprint.get("/m/<match_id>/verdict/<int:index>")
def page(match_id: str, index: int) -> str:
    """The sentence, everything the entry touched before and after, why, and the ways to doubt it."""
    shown = board_page(match_id)
    seen, viewer = shown.seen, shown.seen.viewer
    # Of what stands: what was taken back has brought nothing.
    node = next((one for one in newest_first(seen.timeline.revision.last) if one.play.index == index), None)
    outcome = seen.timeline.outcome(node) if node else None
    if node is None or outcome is None:
        raise NothingToUndo
    was = seen.timeline.before(node).state
    before, after = (best_first(seen.game.status(state)) for state in (was, outcome.state))
    return render_template(
        "play/verdict.html",
        **context(shown)
        | {
            "board": seen.game.board(outcome.state, viewer, {}),
            "was": seen.game.board(was, viewer, {}),
            "with_taps": lambda taps: seen.game.board(was, viewer, taps),
            "stood": {line.seat: line.score for line in before},
            "stand": after,
            "move": redact_move_in_force(seen, index, viewer),
            "rulings": outcome.rulings,
            "index": index,
            "may_change": may_change(shown, index),
            "is_newest": node is seen.timeline.revision.last,
            "me": min(viewer.seats) if len(viewer.seats) == 1 else None,
        },
    )
