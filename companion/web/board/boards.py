"""A board drawn: rendered once for all who look at it alike, and cut for the roles of each."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import render_template, request
from markupsafe import Markup

from companion import __version__
from companion.engine.game import ShownPad, Viewer
from companion.match.topics import enters_as
from companion.web.app.device import caller, chosen_titles
from companion.web.app.i18n import language
from companion.web.app.parts import HAND, Content, PartsPage, Pieces, cut, kept_for, render, taken_apart
from companion.web.app.seat_style import people_of, styles_in
from companion.web.board.pages import BoardPage
from companion.web.board.roles import is_told, roles_in
from companion.web.board.screen import best_first, look_of
from companion.web.board.viewing import AskedView


def draw(page: BoardPage, pending: str = "") -> PartsPage:
    """Return the board made of its parts; `pending` is what its forms send along for a correction."""
    return drawn_from(context(page), page, pending)


def drawn_from(given: Mapping[str, Any], page: BoardPage, pending: str = "") -> PartsPage:
    """Return the same, where what its templates see is known."""
    # Rendered for all roles at once and cut for this one: the same template, and so the same bytes, as by way of the stream
    # (ADR 27).
    pieces = taken_apart(render(given["board_template"], given))
    return PartsPage(page.seen.version, head_of(page), _content(pieces, roles_in(page), _hand_html(page)), pending)


def _content(pieces: Pieces, roles: frozenset[str], hand: str) -> Content:
    return cut(kept_for(roles, pieces).replace(HAND, hand))


def _hand_html(page: BoardPage) -> str:
    """What only this viewer may see, rendered from nothing else; empty if there is nothing."""
    return render(page.seen.game.template("hand.html"), {"hand": page.hand}) if page.hand else ""


def tag_of(page: BoardPage) -> str:
    """Return a mark of all that the board is made of: equal marks, equal bytes.

    Number and time of the newest entry stand for the journal: its hash would tell a guess at something hidden right or wrong.
    """
    seen = page.seen
    newest = seen.entries[-1].at if seen.entries else None
    where = (
        __version__,
        seen.match,
        seen.table,
        seen.names,
        seen.faces,
        [one.seat for one in seen.people if one.has_left],
        seen.version,
        newest,
        language(),
        chosen_titles(),
        request.script_root,
    )
    # No `board`: it follows from these, and to make it is most of the work that an ETag spares.
    made_of = (*where, seen.viewer, page.view, page.around, page.last, page.box, seen.remarks)
    return hashlib.sha256(repr(made_of).encode()).hexdigest()[:24]


class DrawnPage(NamedTuple):
    """A page, rendered for all whose view answers the same to what its templates asked, and what each role gets of it."""

    page: BoardPage
    asked: AskedView
    head: Mapping[str, str]
    pieces: Pieces
    contents: dict[tuple[frozenset[str], str], Content]

    def suits(self, page: BoardPage) -> bool:
        is_asked_alike = page.view is self.page.view or self.asked.would_say(page.view)
        return is_asked_alike and page.has_same_content(self.page)

    def board(self, page: BoardPage) -> PartsPage:
        roles, hand = roles_in(page), _hand_html(page)
        # There are few combinations of roles, and each is cut out once for all phones that have it; a hand is one phone's.
        if (roles, hand) not in self.contents:
            self.contents[roles, hand] = _content(self.pieces, roles, hand)
        return PartsPage(page.seen.version, {**self.head, **_whose(page)}, self.contents[roles, hand])


def render_or_reuse(page: BoardPage, drawn: list[DrawnPage]) -> PartsPage:
    """Return the board of a page: of one in `drawn` that shows the same, else rendered, and noted there."""
    # Few distinct views of a board exist, the viewer: the first that is drawn serves the rest
    # (docs/adr/0006-boards-rendered-together.md).
    alike = next((one for one in drawn if one.suits(page)), None)
    if alike is None:
        given = context(page)
        alike = DrawnPage(page, given["view"], head_of(page), taken_apart(render(given["board_template"], given)), {})
        drawn.append(alike)
    return alike.board(page)


def head_of(page: BoardPage) -> dict[str, str]:
    """Of what a board is: its match, the moment and the lap it is of, whose eyes it is for, its records, whether it is their
    turn, the winner's look.

    Keys are one lower-case word: each is a key of JSON and an attribute of the page. board.js takes those of its `HEAD` alone.
    """
    seen, correcting = page.seen, page.view.correcting
    # A correction has a moment of its own: taps into it are not kept for the moment of the match, nor the other way round.
    moment = seen.moment.key if correcting is None else f"correcting {correcting}"
    return {
        "match": seen.match.id,
        "moment": "broken off" if page.around.is_abandoned else moment,
        # Its round or ten turns; only ever compared, and rounds differ by their number.
        "lap": "".join(str(number) for _, number in seen.moment.part.args),
        **_whose(page),
        "records": page.around.records_at,
        "won": "" if correcting is not None else look_of(page.around.won, seen),
    }


def _whose(page: BoardPage) -> dict[str, str]:
    """Whose eyes it is for, whether they host, or are told so, and whether it is the turn of the viewer, or of another;
    empty if it is no one's.
    """
    turn, seats = page.turn, page.seen.viewer.seats
    whose = "" if turn is None else "own" if turn in seats else "other"
    hosts = ("told" if is_told(page) else "yes") if page.view.is_host else ""
    return {"seat": "".join(map(str, seats)), "turn": whose, "hosts": hosts}


def page_html(page: BoardPage) -> str:
    """Return the whole page of a board."""
    given = context(page)
    html = Markup(drawn_from(given, page).html)
    return render_template("play/board.html", **given, enters_as=enters_as(page.seen, caller()), board_html=html)


def context(page: BoardPage) -> dict[str, Any]:
    """Return what the templates of a board see.

    What only this viewer may know is in `board` and `last`, and nowhere else: the hand is rendered apart.
    """
    game, around = page.seen.game, page.around
    return {
        "view": AskedView(page.view),
        "around": around,
        # As someone without a seat sees it, so that no template can show a secret by mistake.
        "seen": page.seen.seen_by(Viewer()),
        "game": game,
        "names": page.seen.names,
        "people": people_of(page.seen.match.seats, page.seen.names),
        "looks": styles_in(page.seen),
        "board": page.board,
        "taps": page.taps,
        "problem": page.problem,
        "can_override": page.can_override,
        "box": page.box,
        "board_template": game.template("board.html"),
        "last": page.last,
        **_standing(page),
    }


def _standing(page: BoardPage) -> dict[str, Any]:
    """Return how everyone stands, by seat, and what the game counts beside points, and whose turn it is: for one's own
    line on top.

    The same for all phones that hold one seat: the style shows each the line of its seat. `places`: of how many, 0 while
    no one is ahead.
    """
    pad = page.board if isinstance(page.board, ShownPad) else None
    # With the round under way, where the board counts it in its totals.
    status = (pad and pad.so_far) or page.seen.game.status(page.seen.replay.state)
    has_line = page.view.correcting is None and not page.around.is_abandoned and status.winners is None
    lines = sorted(best_first(status), key=lambda line: line.seat) if has_line else ()
    standings = tuple([(line, pad and pad.beside_points(line.seat)) for line in lines])
    # Before anyone is ahead, a first place for all would say nothing.
    is_ranked = len({line.score for line in lines}) > 1
    places = pad.ranked if pad else len(page.seen.game.teams_of(page.seen.setup)) or len(standings)
    return {"standings": standings, "turn": status.turn, "places": places if is_ranked else 0}
