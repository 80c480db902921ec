"""What a board's page shows: the match as this browser may see it, its entries so far, and what was wrong with them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple

from flask import g, render_template, request, url_for
from markupsafe import Markup

from companion import __version__
from companion.archive.results import Won, story_of, won_of
from companion.engine.errors import DoubtfulMove
from companion.engine.game import Draft, ShownPad, Viewer
from companion.engine.story import Story
from companion.engine.timeline import Replay
from companion.games import games
from companion.match.access import Caller
from companion.match.contests import Contest, open_contests
from companion.match.redact import VisibleEntry, newest_for_everybody, redact_newest
from companion.match.snapshot import Snapshot
from companion.match.topics import enters_as
from companion.store import Match
from companion.table.evening import carried_on
from companion.table.succession import NEWS
from companion.web.app.device import caller, chosen_titles
from companion.web.app.i18n import language
from companion.web.app.parts import HAND, Content, PartsPage, Pieces, cut, kept_for, render, taken_apart
from companion.web.app.problems import Problem, problem_of
from companion.web.app.seat_style import people_of, styles_in
from companion.web.app.services import services
from companion.web.board.going_on import gone_on, has_gone_on
from companion.web.board.screen import best_first, look_of
from companion.web.evening.evening import picked_words, sentence_at_start
from companion.web.evening.tables import OtherMatch, other_match


class Wish(NamedTuple):
    """Somebody's wish to host in place of a silent phone: since when, of whom and from which table seat, the table seats that
    are not asked, and whether the host's phone was heard: then its person alone is asked; and whether it waits for its minute
    alone, of which so many seconds are left.
    """

    since: str
    name: str | None
    seat: int
    settled: frozenset[int]
    is_heard: bool
    waits: bool
    left: int


class BoardContext(NamedTuple):
    """What happens around a board, the same for all who look at it in one language.

    `records_at`: when a backup was last put in place; empty if never. `last`: the newest entry, if everyone sees the
    same of it. `noted`: what is known of the game's box. `won`: the end of the match, if it is over. `carried_on`: the
    match that goes on where this one was broken off, because someone joined. `has_gone_on`: from what the last step brought.
    `wish`: to host, where that is still open. `host`: the name of who hosts, where that is said; `new_host`: the seat
    of who does since just now, for that passed on; `is_away`: their phone has not been heard for a while.
    `doubled`: table seats that one more phone has just taken. `stood`: how everybody stands in a match that was stopped, where
    one is ahead.
    """

    is_abandoned: bool
    following: OtherMatch | None
    starts: str | None
    contests: tuple[Contest, ...]
    records_at: str
    last: VisibleEntry | None
    noted: tuple[Any, ...]
    won: Won | None
    carried_on: OtherMatch | None = None
    has_gone_on: bool = False
    wish: Wish | None = None
    host: str | None = None
    new_host: int | None = None
    is_away: bool = False
    doubled: frozenset[int] = frozenset()
    stood: Story | None = None


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


def context_of(seen: Snapshot) -> BoardContext:
    """Return what happens around the board of a match, in the reader's language."""
    found, wish = services.succession, _wish(seen)
    heir, is_away = found.heir(seen.table), found.is_away(seen.table)
    # Asked for with each board, so only where it is said.
    is_named = wish or is_away or seen.is_over or seen.table.closed_to_seats
    host = heir or (found.host(seen.table) if is_named else None)
    return BoardContext(
        is_abandoned=seen.is_abandoned,
        following=following(seen),
        starts=sentence_at_start(seen) or _picked_next(seen),
        contests=open_contests(seen),
        records_at=services.records_at,
        last=newest_for_everybody(seen),
        noted=tuple(note.item for note in services.boxes.notes(seen.game)),
        won=won_of(services.store, seen),
        carried_on=_carried_on(seen) if seen.is_abandoned else None,
        has_gone_on=has_gone_on(seen),
        wish=wish,
        host=_name(seen, host and host.seat),
        new_host=heir.seat if heir and datetime.now(UTC) - heir.since < NEWS else None,
        is_away=is_away,
        doubled=services.seating.doubled(seen.table, datetime.now(UTC)),
        stood=_stood(seen) if seen.is_abandoned and not seen.game.made else None,
    )


def _stood(seen: Snapshot) -> Story | None:
    story = story_of(seen)
    return story if len({one.rank for one in story.places}) > 1 else None


def _name(seen: Snapshot, seat: int | None) -> str | None:
    return next((one.name for one in seen.people if one.seat == seat), None)


def _wish(seen: Snapshot) -> Wish | None:
    """Return who wishes to host the table."""
    now = datetime.now(UTC)
    found = services.succession.wish(seen.table, now)
    if found is None:
        return None
    waits = not found.is_heard and services.succession.has_enough(seen.table, found)
    settled = services.succession.settled(seen.table, found)
    return Wish(
        found.since, _name(seen, found.seat), found.seat, settled, found.is_heard, waits, found.seconds_left(now)
    )


def _carried_on(seen: Snapshot) -> OtherMatch | None:
    found = carried_on(services.matches, seen.match, services.tables.matches(seen.table))
    return None if found is None else other_match(found)


def _picked_next(seen: Snapshot) -> str | None:
    """Return who was picked to start whatever comes next, for those who still look at a match that has ended."""
    return picked_words(seen.table) if seen.match.ended_at is not None else None


def following(seen: Snapshot) -> OtherMatch | None:
    """Return the match that the table plays by now, if it is a later one than this; of one that has ended also the last
    that was played since.
    """
    # By number, not by time: a clock that was set back must not lead people to an older match. A game of a newer version of
    # the app may be there; this one cannot show it.
    every = services.store.matches.at(seen.table.id)
    later = [match for match in every if match.number > seen.match.number and match.game in games()]
    going = [match for match in later if match.ended_at is None] or (later if seen.match.ended_at is not None else [])
    return other_match(going[-1]) if going else None


def offered(seen: Snapshot, taps: Draft, noted: tuple[Any, ...]) -> Any:
    """Return what is known of the game's box, as the board's template shows it beside the board; None if nothing is
    noted.
    """
    game = seen.game
    if game.box is None:
        return None
    return game.box.offer(seen.replay.state, taps, noted)


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


def roles_in(page: BoardPage) -> frozenset[str]:
    """For whom a template says `<only for="...">`: the one who may enter something or only looks on, the host and all others,
    the one who hosted until that passed on by itself, those asked to agree to another host, the one who wishes to be it and
    the others who wait for that, those whose host is away, those who are told who hosts now, or that one more phone has their seat,
    the one whose lost phone still hosts, those who look on as one who plays, the phone of a single seat beside
    the host's, and those who may enter for the one
    who has the turn on another phone; the one who has it, or doesn't; the one who entered what came last, and has seen it, or all
    others; those who may enter for others, or for their own seats alone, who may enter nothing just now for that, and who only
    looks on for another reason; who may undo what came last; and `home-1`, seat 1 if the host sent it home, and `without-1`,
    the other players then.
    """
    view = page.view
    plays = view.holds_one or view.is_passed
    waits = view.waits_for is not None and (view.is_host or not page.seen.table.closed_to_seats)
    helps = may_help(view, page.seen)
    is_kept = not helps and view.is_at_table and not (view.may_enter or page.seen.is_over or page.around.is_abandoned)
    # Always one of each pair, so that a template can say either without a double negative.
    kinds = (
        "helps" if helps else "keeps",
        "enters" if view.may_enter else "watches",
        "hosts" if view.is_host else "visits",
    )
    is_guest, wish, seats = view.holds_one and not view.is_host, page.around.wish, _table_seats(page)
    is_asked = wish is not None and (
        view.is_host or (is_guest and not (wish.is_heard or wish.waits or wish.settled & seats))
    )
    wishes = is_guest and wish is not None and wish.seat in seats
    waits_on = is_guest and wish is not None and not (is_asked or wishes)
    # Once the game is over nobody waits for them, and a bar would lie over who won.
    is_left = is_guest and wish is None and page.around.is_away and not (view.was_host or page.seen.is_over)
    is_lost = wish is None and view.is_hosted_elsewhere and not view.was_host
    turn = "moves" if page.turn in page.seen.viewer.seats else "rests"
    made = "knows" if _made_the_last(page) else "hears"
    gone = {one.seat for one in page.seen.people if is_guest and one.has_left}
    is_doubled = view.holds_one and bool(page.around.doubled & seats)
    home = [f"{'home' if seat in seats else 'without'}-{seat}" for seat in gone]
    return frozenset(
        (*kinds, *(["kept"] * is_kept or ["comes"] * (not view.may_enter)), *["undoes"] * _may_undo(page, helps=helps),
         turn, made, *home, *["hosted"] * (view.was_host and not (is_guest and wish)), *["plays"] * plays,
         *["guests"] * is_guest,
         *["waits"] * waits, *["asked"] * is_asked, *["lost"] * is_lost, *["told"] * _is_told(page),
         *["wishes"] * wishes, *["awaits"] * waits_on, *["left"] * is_left,
         *["doubled"] * is_doubled)
    )  # fmt: skip


def _is_told(page: BoardPage) -> bool:
    """Return whether it says there who hosts since just now: to who does, and to the other players."""
    view, heir = page.view, page.around.new_host
    if view.is_host:
        return heir in _table_seats(page)
    return heir is not None and view.holds_one and not view.was_host


def may_change(page: BoardPage, index: int) -> bool:
    """Return whether an entry is the viewer's to edit: at a table whose host alone enters for others, their own."""
    is_own = may_help(page.view, page.seen) or page.seen.entries[index].by_seat in _table_seats(page)
    return page.view.is_here and is_own


def _may_undo(page: BoardPage, *, helps: bool) -> bool:
    """Return whether the viewer may take back the newest entry in force, with what came after it."""
    if helps or page.seen.replay.last is None:
        return page.view.may_enter
    after = page.seen.entries[page.seen.replay.last.play.index :]
    return not page.around.is_abandoned and {one.by_seat for one in after} <= _table_seats(page)


def _made_the_last(page: BoardPage) -> bool:
    by = page.seen.entries[-1].by_seat if page.seen.entries else None
    return bool(page.seen.entries) and (page.view.is_host if by is None else by in _table_seats(page))


def _table_seats(page: BoardPage) -> frozenset[int]:
    return frozenset(page.seen.match.seats[seat] for seat in page.seen.viewer.seats)


def head_of(page: BoardPage) -> dict[str, str]:
    """Of what a board is: its match, the moment, whose eyes it is for, its records, whether it is their turn, the winner's look.

    Keys are one lower-case word: each is a key of JSON and an attribute of the page. board.js takes those of its `HEAD` alone.
    """
    seen, correcting = page.seen, page.view.correcting
    # A correction has a moment of its own: taps into it are not kept for the moment of the match, nor the other way round.
    moment = seen.moment.key if correcting is None else f"correcting {correcting}"
    return {
        "match": seen.match.id,
        "moment": "broken off" if page.around.is_abandoned else moment,
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
    hosts = ("told" if _is_told(page) else "yes") if page.view.is_host else ""
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


@dataclass(frozen=True, slots=True)
class View:
    """What a layout knows of the viewer: equal boards in equal views give equal bytes.

    `holds_one`: the browser holds one seat of the match. `serves` are the seats of a browser that holds several;
    `is_passed`: it was passed to one of them. `was_host`: it hosted until that passed on by itself. `is_hosted_elsewhere`:
    another phone of its seat hosts. `sits_out`: it has a seat
    at the table, but none in this match; `seat_outside` is that seat.
    `may_enter`: it may enter something now. `is_here`: it may object, whether or not there is something of its own to enter.
    `waits_for`: whose turn it is, where that seat has a phone that serves it alone.
    `correcting` is the past entry that is being corrected. `acting`: the seat that acts here, if any does. `looks_back`: at
    a step of a match that is over.
    """

    holds_one: bool
    serves: tuple[int, ...]
    is_passed: bool
    is_host: bool
    sits_out: bool
    entry_url: str
    preview_url: str
    may_enter: bool = False
    is_here: bool = False
    waits_for: int | None = None
    correcting: int | None = None
    seat_outside: int | None = None
    acting: int | None = None
    was_host: bool = False
    is_hosted_elsewhere: bool = False
    looks_back: bool = False

    @property
    def is_at_table(self) -> bool:
        """Whether this browser may enter anything here while the match goes on."""
        return self.is_host or self.holds_one or bool(self.serves)


class AskedView:
    """A view as templates see it, which notes what they ask: all who would be answered the same may be shown what they made."""

    def __init__(self, view: View) -> None:
        self._view = view

    def __getattr__(self, name: str) -> Any:
        # Called once for each name: `setattr` puts the answer where Python looks first, and what was asked can be read from
        # `vars`.
        answer = getattr(self._view, name)
        setattr(self, name, answer)
        return answer

    def would_say(self, other: View) -> bool:
        """Return whether this other view answers as this one did."""
        return all(getattr(other, name) == answer for name, answer in vars(self).items() if name != "_view")


def view_of(match: Match, caller: Caller) -> View:
    """Return as whom this browser looks at the match."""
    held, is_host = tuple(sorted(caller.seats_in(match))), caller.is_host(match.table_id)
    outside = None if is_host or held else min(caller.seats(match.table_id), default=None)
    serves, acting = held if len(held) > 1 else (), caller.viewer_of(match).seats
    return View(
        holds_one=len(held) == 1,
        serves=serves,
        is_passed=bool(serves and acting),
        is_host=is_host,
        sits_out=outside is not None,
        seat_outside=outside,
        acting=min(acting, default=None),
        was_host=not is_host and services.succession.was_host(match.table_id, caller),
        is_hosted_elsewhere=not is_host and bool(held) and services.succession.hosts_from(match.table_id, caller),
        entry_url=url_for("play.move", match_id=match.id),
        preview_url=url_for("play.preview", match_id=match.id),
    )
