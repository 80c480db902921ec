"""A match as one browser may see it, its entries so far, and what was wrong with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from flask import g

from companion.engine.errors import DoubtfulMove
from companion.engine.game import Draft, Viewer
from companion.engine.timeline import Replay
from companion.match.redact import VisibleEntry, redact_newest
from companion.match.snapshot import Snapshot
from companion.web.app.device import caller
from companion.web.app.problems import Problem, problem_of
from companion.web.app.services import services
from companion.web.board.around import BoardContext, context_of
from companion.web.board.going_on import gone_on
from companion.web.board.viewing import View, view_of


class BoardPage(NamedTuple):
    """What a board's layout is made of: the match as this viewer sees it, the game's own `board`, and what was tapped.

    `problem`: what was wrong with the entry, which the table may overrule if `can_override`. `last`: the newest entry.
    `hand`: what only this viewer sees beside the board. `turn`: whose turn it is, if it is any seat’s.
    """

    seen: Snapshot
    view: View
    board: Any
    taps: Draft
    problem: Problem | None
    can_override: bool
    around: BoardContext
    last: VisibleEntry | None
    box: Any = None
    elsewhere: frozenset[int] = frozenset()
    hand: Sequence[Any] = ()
    turn: int | None = None

    def is_open(self) -> bool:
        """Return whether it shows nothing that someone without a seat would not be shown."""
        # Compared with the board of an onlooker, for only the game knows what of it is secret.
        seen = self.seen
        if not seen.viewer.seats:
            return True
        open_board = seen.game.board(
            seen.replay.state, Viewer(elsewhere=self.elsewhere), _draft(seen, self.around, self.taps)
        )
        return not self.hand and (self.board, self.last) == (open_board, redact_newest(seen, Viewer()))

    def has_same_content(self, other: BoardPage) -> bool:
        """Return whether its templates are given the same as another's, of the same match at the same version, but for
        the view and the hand.
        """
        return (self.board, self.last, self.problem, self.box) == (other.board, other.last, other.problem, other.box)


def board_page(match_id: str, taps: Draft | None = None, error: Exception | None = None) -> BoardPage:
    """Return the board as this browser may see it, with what was tapped and what was wrong with it."""
    return page_now(services.matches.snapshot(match_id, caller()), taps, error)


def page_now(seen: Snapshot, taps: Draft | None = None, error: Exception | None = None) -> BoardPage:
    """Return the same, from the match as it was looked up, or as it stands with what this browser has just entered."""
    g.names = seen.names
    return page_of(seen, view_of(seen.match, caller()), taps, error)


def page_of(
    whole: Snapshot,
    view: View,
    taps: Draft | None = None,
    error: Exception | None = None,
    *,
    past: Replay[Any] | None = None,
    around: BoardContext | None = None,
) -> BoardPage:
    """Return the board of a match, from whatever looked it up, for one view; `around` if it is known by now.

    For a correction: the board as it stood just before the entry that is corrected.
    """
    around = around or context_of(whole)
    seen = whole if past is None else whole.standing_at(past)
    game = seen.game
    # Of the others: a seat that this very browser serves is not entered "elsewhere".
    phones = seen.phones - frozenset(view.serves)
    elsewhere = phones - seen.viewer.seats
    # Nothing is entered in a match that was broken off until the host resumes it.
    turn = game.status(seen.replay.state).turn
    # A correction is an entry that is open already: whose it is was asked before.
    is_free = may_help(view, seen) or seen.is_over or past is not None or _may_enter_own(seen, turn, taps or {})
    is_here = view.is_at_table and not around.is_abandoned
    may_enter = is_here and is_free
    is_quiet = may_enter and past is None and not seen.is_over and (view.holds_one or view.serves)
    # Only where that player can act: a seat without a phone is entered for by others, whose pages must not say that they wait.
    waits_for = turn if is_quiet and turn in phones else None
    # The same object for equal views: `DrawnPage.suits` then compares by identity first.
    view = _in_match(view, may_enter, waits_for, is_here)
    # Nothing can be entered here, so nothing that an older page has tapped is drawn.
    taps = (taps or {}) if may_enter else {}
    return BoardPage(
        seen=seen,
        view=view,
        board=game.board(seen.replay.state, Viewer(seen.viewer.seats, elsewhere), _draft(seen, around, taps)),
        taps=taps,
        problem=problem_of(error) if error else None,
        can_override=isinstance(error, DoubtfulMove),
        around=around,
        # One text for all where all see the same, so that their boards are equal and drawn once.
        last=around.last or redact_newest(seen, seen.viewer),
        box=offered(seen, taps, around.noted) if view.may_enter else None,
        elsewhere=elsewhere,
        hand=game.hand(seen.replay.state, seen.viewer) if game.hand is not None else (),
        turn=None if around.is_abandoned else turn,
    )


def may_help(view: View, seen: Snapshot) -> bool:
    """Return whether this viewer may enter for others, if anything: at a table that the host closed to that, only the host."""
    return view.is_host or not seen.table.closed_to_seats


def _may_enter_own(seen: Snapshot, turn: int | None, taps: Draft) -> bool:
    """Return whether the viewer has something to enter for their own seats alone."""
    find = seen.game.may_enter_own
    return turn in seen.viewer.seats if find is None else find(seen.replay.state, seen.viewer, taps)


def _draft(seen: Snapshot, around: BoardContext, taps: Draft) -> Draft:
    """Return what a board is drawn from: what is tapped here, and whether the table has gone on, which no page keeps."""
    return {**taps, **gone_on(seen)} if around.has_gone_on else taps


@lru_cache(maxsize=512)
def _in_match(view: View, may_enter: bool, waits_for: int | None, is_here: bool) -> View:
    """Return the view, with what it may do now: one and the same for all who look on alike."""
    return replace(view, may_enter=may_enter, waits_for=waits_for, is_here=is_here)


def offered(seen: Snapshot, taps: Draft, noted: tuple[Any, ...]) -> Any:
    """Return what is known of the game's box, as the board's template shows it beside the board; None if nothing is
    noted.
    """
    game = seen.game
    if game.box is None:
        return None
    return game.box.offer(seen.replay.state, taps, noted)
