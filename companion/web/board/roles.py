"""The roles of those who look at a board: a template says `<only for="...">`, and each page is cut for its own (ADR 27).

Of each pair that excludes the other everybody has one, so that a template can say either without a double negative.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.web.board.pages import BoardPage, may_help


def roles_in(page: BoardPage) -> frozenset[str]:
    """Return all roles of whom the page is for."""
    return frozenset((*_entering(page), *_playing(page), *_hosting(page), *_wishing(page), *_parted(page)))


def _entering(page: BoardPage) -> Iterator[str]:
    """`enters` or `watches`; `helps`, who may enter for others, or `keeps` to their own seats.

    Of who only watches: `kept`, who has nothing of their own just now, or `comes`. `undoes`: may take back what came last.
    """
    view, helps = page.view, may_help(page.view, page.seen)
    yield "helps" if helps else "keeps"
    if view.may_enter:
        yield "enters"
    else:
        yield "watches"
        yield "comes" if helps or not view.is_at_table or page.seen.is_over or page.around.is_abandoned else "kept"
    if _may_undo(page, helps=helps):
        yield "undoes"


def _playing(page: BoardPage) -> Iterator[str]:
    """`moves`, whose turn it is, or `rests`; `knows`, who has seen what came last as they entered it, or `hears` of it.

    `plays`: looks on as one who plays. `waits`: may enter for the one who has the turn on another phone.
    """
    view, seen = page.view, page.seen
    yield "moves" if page.turn in seen.viewer.seats else "rests"
    yield "knows" if _made_the_last(page) else "hears"
    if view.holds_one or view.is_passed:
        yield "plays"
    if view.waits_for is not None and (view.is_host or not seen.table.closed_to_seats):
        yield "waits"


def _hosting(page: BoardPage) -> Iterator[str]:
    """`hosts` or `visits`; `guests`: the phone of a single seat beside the host's.

    `hosted`, until that passed on by itself; `lost`, whose lost phone still hosts; `told` who hosts since just now; `left`, whose
    host is away; `doubled-1`, whose seat 1 one more phone has just taken.
    """
    view, around = page.view, page.around
    is_guest = _is_guest(page)
    yield "hosts" if view.is_host else "visits"
    if is_guest:
        yield "guests"
    if view.was_host and not (is_guest and around.wish):
        yield "hosted"
    if view.is_hosted_elsewhere and around.wish is None and not view.was_host:
        yield "lost"
    if is_told(page):
        yield "told"
    # Once the game is over nobody waits for them, and a bar would lie over who won.
    if is_guest and around.is_away and around.wish is None and not (view.was_host or page.seen.is_over):
        yield "left"
    if view.holds_one:
        yield from [f"doubled-{seat}" for seat in _table_seats(page) if (seat, view.device) in around.doubled]


def _wishing(page: BoardPage) -> Iterator[str]:
    """While somebody wishes to host: `asked` to agree to it, `wishes` it, or `awaits` what comes of it."""
    wish, seats, is_guest = page.around.wish, _table_seats(page), _is_guest(page)
    if wish is None:
        return
    if page.view.is_host or (is_guest and not (wish.is_heard or wish.waits or wish.settled & seats)):
        yield "asked"
    if is_guest and wish.seat in seats:
        yield "wishes"
    elif is_guest and (wish.is_heard or wish.waits or wish.settled & seats):
        yield "awaits"


def _parted(page: BoardPage) -> Iterator[str]:
    """`home-1`, seat 1 if the host sent it home, and `without-1`, the other players then."""
    if _is_guest(page):
        seats = _table_seats(page)
        yield from [
            f"{'home' if one.seat in seats else 'without'}-{one.seat}" for one in page.seen.people if one.has_left
        ]


def is_told(page: BoardPage) -> bool:
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
    if not page.seen.entries:
        return False
    by = page.seen.entries[-1].by_seat
    return page.view.is_host if by is None else by in _table_seats(page)


def _is_guest(page: BoardPage) -> bool:
    return page.view.holds_one and not page.view.is_host


def _table_seats(page: BoardPage) -> frozenset[int]:
    return frozenset(page.seen.match.seats[seat] for seat in page.seen.viewer.seats)
