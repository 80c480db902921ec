"""People come and go in the middle of a game that a table defined: who leaves, who comes back, who joins."""

from collections.abc import Sequence

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.schema.scalars import NO_WHOLE_NUMBER, whole_number
from companion.engine.text import say
from companion.match.errors import Unknown
from companion.match.journal_codec import write_move
from companion.match.precondition import Precondition
from companion.match.snapshot import Snapshot
from companion.store import Match, Seat, Table
from companion.table.next_match import AGREED, NewMatch, from_seat
from companion.web.app.device import caller, forget_caller
from companion.web.app.problems import foreseen, problem_of
from companion.web.app.services import services
from companion.web.evening.choosing import seated
from companion.web.evening.defining import the_game
from companion.web.evening.tables import hosted_table

blueprint = Blueprint("people", __name__, url_prefix="/t/<code>/another/people")


@blueprint.get("/<match_id>")
def page(code: str, match_id: str) -> str:
    """Who leaves in the middle of a game, and who comes back?"""
    found = hosted_table(code)
    return _page(found, _going_on(found, match_id))


@blueprint.post("/<match_id>")
def join(code: str, match_id: str) -> ResponseReturnValue:
    """Let someone join: a new match goes on where this one stands, which is broken off."""
    found = hosted_table(code)
    seen = _going_on(found, match_id)
    how = request.form.get("start", "")
    try:
        points = _number() if how == "number" else seen.replay.state.beginning(how)
        return redirect(url_for("play.board", match_id=_joined(found, seen, _newcomer(found, seen), points).id), 303)
    except (NotAMove, IllegalMove) as error:
        return _page(found, seen, error), foreseen(error).status


def _going_on(table: Table, match_id: str) -> Snapshot:
    """Return a match of this table that is a game of its own, and goes on. Raise `Unknown`."""
    seen = services.matches.snapshot(services.tables.match(table, match_id).id, caller())
    if seen.match.game != the_game().slug or seen.has_ended:
        raise Unknown("page")
    return seen


def _newcomers(table: Table, seen: Snapshot) -> list[Seat]:
    """Return who sits at the table, and does not play in a match of it."""
    return [one for one in seated(table) if one.seat not in seen.match.seats]


def _newcomer(table: Table, seen: Snapshot) -> int:
    """Return the seat of who joins: the one that was tapped, else a new one for the name that was typed."""
    if "seat" in request.form:
        seat = whole_number(request.form["seat"])
        if seat not in [one.seat for one in _newcomers(table, seen)]:
            raise NotAMove("seat", say("Tap who’s joining"))
        return seat
    # Before the seat is made: at a table whose teams are full nobody is left behind who can't join.
    _keep_sides(seen, [*range(seen.players), None])
    new = services.tables.add(table, caller(), request.form.get("name", ""), seen.match.seats)
    forget_caller()
    services.faces.put_on(table, caller(), [new.seat])
    return new.seat


def _keep_sides(seen: Snapshot, order: Sequence[int | None]) -> None:
    if not seen.replay.state.keeps_sides(order):
        raise NotAMove("seat", say("Teams stay as they are. Start a new game for other teams."))


def _joined(table: Table, seen: Snapshot, seat: int, points: int) -> Match:
    """Return the match that goes on where another stands, with one more player."""
    state, before = seen.replay.state, seen.match
    playing = [one for one in services.seating_order.order(table) if one in (*before.seats, seat)]
    start = "rule"
    # Who plays alone is the first of the round, so the order has to begin with that seat again.
    if state.definition.alone:
        playing, start = from_seat(playing, before.seats[0]), f"{AGREED}{before.seats[0]}"
    order = [before.seats.index(one) if one in before.seats else None for one in playing]
    # Checked before anything is begun.
    _keep_sides(seen, order)
    wish = NewMatch(before.game, dict(seen.setup.options), playing, start, frozenset(before.seats))
    after = services.match_starter.begin(table, caller(), wish)
    # As entries of the new match, which can be corrected, undone and exported like any other. What was saved anyway
    # once is not asked again.
    for move in state.entries_with_newcomers(order, points):
        sent = write_move(seen.game, move)
        services.matches.move(after.id, caller(), sent, Precondition(), anyway=True)
    # Last, so that a refusal before leaves the old match going on.
    services.matches.abandon(before.id, caller(), Precondition())
    return after


def _page(table: Table, seen: Snapshot, error: NotAMove | IllegalMove | None = None) -> str:
    gone = [*seen.replay.state.gone]
    return render_template(
        "pages/another_people.html",
        table=table,
        seen=seen,
        game=the_game(),
        gone=gone,
        here=[seat for seat in range(seen.players) if seat not in seen.replay.state.away],
        newcomers=_newcomers(table, seen),
        typed=request.form,
        problem=problem_of(error),
    )


def _number() -> int:
    # A minus sign as the pages write it, too.
    number = whole_number(request.form.get("points", "").replace("−", "-"))
    if number is None:
        raise NotAMove("points", NO_WHOLE_NUMBER)
    return number
