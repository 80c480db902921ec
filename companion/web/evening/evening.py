"""The evening as a whole: its score, who sits next to whom, who starts, in sentences for everyone."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from companion.archive.results import story_of
from companion.games import cover_of
from companion.match.snapshot import Snapshot
from companion.store import Match, Table
from companion.table.evening import Evening, evening, readable
from companion.table.next_match import Started, said_of
from companion.web.app.device import caller
from companion.web.app.i18n import isolated, words
from companion.web.app.services import services
from companion.web.evening.choosing import read_shift, seated
from companion.web.evening.tables import (
    asked_of_host,
    find_table,
    going_on,
    hosted_table,
    is_tonight,
    next_game,
    set_up_of,
    way_into,
)

blueprint = Blueprint("evening", __name__)


@blueprint.get("/t/<code>/evening")
def page(code: str) -> str:
    """The score of the evening, match by match, to look at and to print."""
    table = find_table(code)
    goes_on, found = is_tonight(table), evening_of(table)
    turning = found.turning
    # While it goes on, what the last game brought is not the very end.
    is_told = turning is not None and not (goes_on and turning.index == len(found.counted))
    return render_template(
        "evening/evening.html",
        table=table,
        evening=found,
        cover_of=cover_of,
        goes_on=goes_on,
        turning=turning if is_told else None,
        names=[one.name for one in services.tables.seats(table)],
        moments={one.match.id: _moment_of(one.match) for one in found.counted},
    )


def _moment_of(match: Match) -> str:
    """Return when a game was decided and how, in words; nothing where no one moment did."""
    seen = readable(services.matches, match)
    moment = None if seen is None else story_of(seen).moment
    return f"{words(moment.when, seen.names)}: {words(moment.text, seen.names)}" if seen and moment else ""


@blueprint.get("/t/<code>/first")
def first(code: str) -> str:
    """Who starts whatever comes next? The lot says."""
    table = hosted_table(code)
    lot, coming = services.seating_order.picked(table), next_game(table)
    return render_template(
        "evening/first.html", table=table, round=seated(table), picked=picked_words(table), lot=lot, next_game=coming,
        awaits=awaiting(table), cover_of=cover_of, set_up_of=set_up_of, **asked_of_host(table),
    )  # fmt: skip


@blueprint.post("/t/<code>/first")
def pick(code: str) -> ResponseReturnValue:
    """The start player drawn by lot and shown on every phone; or, once drawn, entered in the match that waits for it."""
    table = find_table(code)
    if "start" in request.form and (going := going_on(table)):
        services.match_starter.enter_lot(table, caller(), going)
        return redirect(way_into(going), 303)
    match = awaiting(table)
    services.seating_order.pick(table, caller(), request.form.get("after"), match.seats if match else None)
    return redirect(url_for("evening.first", code=table.code), 303)


@blueprint.post("/t/<code>/order")
def order(code: str) -> ResponseReturnValue:
    """Someone moved one place round the table."""
    table = find_table(code)
    services.seating_order.shift(table, caller(), *read_shift(request.form.get("shift", "")))
    return redirect(url_for("hosting.page", code=table.code, open="round", _anchor="round"), 303)


@blueprint.app_template_filter("in_points")
def in_points(halves: int) -> str:
    """Points counted in halves, as people write them: 0, ½, 1, 1½."""
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)


def evening_of(table: Table) -> Evening:
    """Return the evening of a table, as far as it has come."""
    return evening(services.matches, table, services.tables.seats(table), services.tables.matches(table))


def awaiting(table: Table) -> Match | None:
    """Return the match that goes on and waits to hear who starts it: lots are drawn for that one."""
    match = going_on(table)
    return match if match is not None and services.match_starter.awaits(match) else None


def picked_words(table: Table) -> str | None:
    """Return who was picked to start whatever comes next, in a sentence; None if no one was."""
    found = services.seating_order.picked(table)
    if found is None:
        return None
    names = {one.seat: one.name for one in services.tables.seats(table)}
    started = Started("lot" if found.how == "lot" else "rule", found.seat)
    return _sentence(started, found.how, names[found.seat] or gettext("(removed)"))


def sentence_of(seen: Snapshot) -> str | None:
    """Return who starts and how that was found; None if the app was not asked, or while it is not known."""
    found = services.match_starter.started(seen.match)
    if found is None or found.seat is None or found.seat not in seen.match.seats:
        return None
    name = seen.names[seen.match.seats.index(found.seat)] or gettext("(removed)")
    said = said_of(seen.game, seen.setup)
    if said is not None and said.says is not None:
        return words(said.says.filled(name=isolated(name)))
    return _sentence(found, "oldest" if said is not None and said.by_age == "oldest" else "youngest", name)


def sentence_at_start(seen: Snapshot) -> str | None:
    """Return the same, while nothing else has been entered."""
    # Once play has begun the sentence has said what it had to, and would stand in the way.
    if seen.version > 1:
        return None
    said = said_of(seen.game, seen.setup)
    if said is None or seen.version != (said.move is not None):
        return None
    # Where it takes a move to say who starts, that is the first entry, which names the oldest already.
    found = services.match_starter.started(seen.match)
    return None if said.by_age == "oldest" and found is not None and found.how == "rule" else sentence_of(seen)


def _sentence(found: Started, by_age: str, name: str) -> str:
    apart = isolated(name)
    if found.how == "lot":
        return str(gettext("%(name)s won the draw and starts.", name=apart))
    if found.how == "turn":
        return str(gettext("It’s %(name)s’s turn to start.", name=apart))
    if found.how == "agreed":
        return str(gettext("%(name)s starts, as you agreed.", name=apart))
    if by_age == "oldest":
        return str(gettext("%(name)s, the oldest, starts.", name=apart))
    return str(gettext("%(name)s, the youngest, starts.", name=apart))
