"""The way to a match: start page, opening a table, choosing a game and how to play it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any, Final

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from companion.archive.history import CountedMatch, records
from companion.archive.looking_back import SEASONS, season_of, visible_history
from companion.engine.errors import NotAMove
from companion.engine.text import Text, say
from companion.games import cover_of, covers, offered
from companion.match.access import Caller
from companion.store import Grant, Match, Table, Within
from companion.table.evening import Evening, readable
from companion.table.faces import KINDS, Face
from companion.table.seats import Held
from companion.table.succession import NEWS
from companion.table.tables import MOST_SEATS, folded
from companion.web.app.answers import go_to
from companion.web.app.device import caller, claiming_device, forget_caller
from companion.web.app.i18n import chosen_language
from companion.web.app.security import count_opening
from companion.web.app.services import services
from companion.web.evening.choosing import known_names, own_name, read_picked
from companion.web.evening.defining import chosen_by
from companion.web.evening.evening import evening_of, picked_words
from companion.web.evening.tables import (
    AN_EVENING,
    asked_of_host,
    find_table,
    going_on,
    hosted_table,
    invite,
    is_tonight,
    last_tables,
    next_game,
    set_up_of,
    way_into,
)

blueprint = Blueprint("pages", __name__)


@blueprint.get("/")
def home() -> str:
    """What is on the table tonight? Above all: back to what is going on."""
    who, tables = caller(), last_tables()
    here, last = _last_played(tables)
    is_played = last is not None and last.ended_at is None
    going = last if is_played else next(filter(None, map(going_on, tables)), None)
    return render_template(
        "pages/home.html",
        games=offered(),
        unfinished=None if going is None else (going, cover_of(going.game, going.options)),
        is_played=is_played,
        here=here,
        at_home=here is not None and any(one.role == "host" and one.table_id == here.id for one in who.grants),
        others=[(one, going_on(one) is not None) for one in tables if one is not here],
        last=_last_evening(tables),
        season=season_now(who),
        may_open=services.keeping.may_open(who),
        is_owner=who.is_owner,
    )


@blueprint.get("/tables/new")
def new_table() -> str:
    """Who are you? The others say it on their own phones."""
    services.keeping.must_open(caller())
    return _new_table_page(own_name(caller()), None)


@blueprint.post("/tables")
def open_table() -> ResponseReturnValue:
    """A table opened by this browser, which hosts it, and holds the first seat if its person plays.

    A form may name further people, and `as` says instead of what was typed who this is.
    """
    services.keeping.must_open(caller())
    # One more than may sit there, so that too many are refused in words, and not cut off unnoticed.
    typed = request.form.getlist("as") or request.form.getlist("name")[: MOST_SEATS + 1]
    names = [name for name in typed if name.strip()]
    # A tablet in the middle of the table hosts without playing.
    plays = request.form.get("watching") != "true"
    try:
        # Counted before it is opened, and in one step: many requests at once would else all find room.
        count_opening()
        # Without any name the blank one goes along, so that the refusal says that one is missing.
        opened = services.tables.open(names or typed[:1] if plays else names, may_be_empty=not plays)
    except NotAMove as error:
        return _new_table_page(typed[0] if typed else "", error), 400
    now = opened.table.opened_at
    device = claiming_device()
    rights = [Grant(device, "host", "device", now, opened.table.id)]
    if plays:
        rights.append(Grant(device, "seat", "device", now, opened.table.id, 0))
    # Both rights at once, or a cut in between would leave a table without a host.
    services.store.grants.add(*rights)
    # For the television of this table, whose own browser may speak another.
    services.store.table_settings.set(opened.table.id, "language", chosen_language())
    services.store.table_settings.set(opened.table.id, "game", " ".join(_asked_game()).strip() or None)
    # This request has read the rights before they were given.
    forget_caller()
    if plays and (wanted := read_picked()):
        services.faces.begin(opened.table, 0, wanted)
    services.faces.put_on(opened.table, caller(), range(len(opened.seats)))
    return redirect(url_for("pages.table", code=opened.table.code), 303)


@blueprint.get("/t/<code>")
def table(code: str) -> str:
    """The table: how phones join, who is here, what is played, what could be played."""
    # Looking at the table's page is a sign of life of the host's phone (P6), which the page itself is to know.
    services.succession.hear(find_table(code).id, caller())
    context = table_context(code)
    freed = request.args.get("freed", type=int)
    lost = next((one for one in context["round"] if one.seat == freed and not context["mine"]), None)
    return render_template(
        "pages/table.html", **context, drawn_for=drawn_for(context), lost=lost, games=offered(), is_asked_again=False
    )


@blueprint.get("/t/<code>/people")
def people(code: str) -> ResponseReturnValue:
    """The list of seats alone, for a page that asks again; or on to where the asker belongs by now."""
    context = table_context(code)
    moved_to = _moved_to(context)
    return render_template("pages/round.html", **context, is_asked_again=True) if moved_to is None else go_to(moved_to)


@blueprint.get("/t/<code>/new")
def shelf(code: str) -> str:
    """Which game next?"""
    found = hosted_table(code)
    return render_template("pages/shelf_at_table.html", table=found, games=offered(), **asked_of_host(found))


def _new_table_page(typed: str, error: NotAMove | None) -> str:
    (slug, options), known = _asked_game(), known_names(caller(), [typed])
    return render_template(
        "pages/new_table.html",
        typed=typed,
        error=error,
        game=cover_of(slug, options) if slug else None,
        pad=request.values.get("pad", ""),
        known=known,
        free=[Face(one, one) for one in range(KINDS)],
        picked=read_picked() or services.faces.known(caller()).get(folded(typed)),
    )


def _asked_game() -> tuple[str, str]:
    """Return the game that this visit is about, if there is such a game, and as which one of those kept here it is to be
    played.
    """
    slug = request.values.get("game", "")
    kept = services.definitions.get(caller().token_hash, request.values.get("pad", ""))
    return slug if slug in covers() else "", "" if kept is None else json.dumps(chosen_by(kept.definition))


def table_context(code: str) -> dict[str, Any]:
    """Return what the pages of a table show of it: who is here, what is played and was, how phones get here, the score."""
    found = find_table(code)
    evening = evening_of(found)
    matches = [(one.match, cover_of(one.match.game, one.match.options), one) for one in evening.shown]
    held = services.seating.held(found, caller())
    here = {one.seat: one for one in held if not one.has_left}
    order = [here[seat] for seat in services.seating_order.order(found) if seat in here]
    own = next((at for at, one in enumerate(order) if one.is_mine), 0)
    away = services.succession.away(found)
    is_host, mine = caller().is_host(found.id), caller().seats(found.id)
    present = next((one for one in matches[::-1] if one[0].ended_at is None), None)
    return {
        "table": found,
        "held": held,
        "was_freed": services.seating.was_freed,
        # Clockwise from the reader's own seat: as they see the others from where they sit.
        "round": [*order[own:], *order[:own]],
        "may_come": len(held) < MOST_SEATS,
        "is_too_full": len(order) > MOST_SEATS,
        "phones": sum(one.has_own and not one.has_left and one.seat not in away for one in held),
        "matches": matches[::-1],
        "present": present,
        "next_game": next_game(found),
        "set_up_of": set_up_of,
        "is_host": is_host,
        "mine": mine,
        "is_guest": bool(mine) and not is_host,
        "invitation": invite(found),
        "port": services.settings.port,
        "wifi": services.networks.of(found.id) if is_host else None,
        "offers_wifi": not services.settings.has_other_workers,  # they could not see what is kept in memory only
        "evening": evening,
        "cover_of": cover_of,
        # A lot is drawn for what comes next, and would be read as of the game that goes on.
        "picked": None if present else picked_words(found),
        "lot": None if present else services.seating_order.picked(found),
        "doubled": {
            seat for seat, had in services.seating.doubled(found.id, datetime.now(UTC)) if had == caller().token_hash
        },
        **_succession(found, held),
    }


def _succession(table: Table, held: Sequence[Held]) -> dict[str, Any]:
    """Return who wishes to host in place of a silent phone, what the asker may do about it, and whether they lost the table
    so; whether the host's phone is away, and who hosts since a moment ago.
    """
    now, found = datetime.now(UTC), services.succession
    wish, heir, mine = found.wish(table, now), found.heir(table), {one.seat for one in held if one.is_mine}
    is_host, names = caller().is_host(table.id), {one.seat: one.name for one in held}
    refused, has_enough = found.refused(table, caller(), now), wish is not None and found.has_enough(table, wish)
    return {
        "wish": wish,
        "wishes": names.get(wish.seat) if wish else None,
        "is_asked": wish is not None
        and (is_host or not (wish.is_heard or has_enough or mine <= found.settled(table, wish))),
        "caller_wishes": wish is not None and caller().token_hash == wish.by,
        "waits": has_enough and wish is not None and not wish.is_heard,
        "left": wish.seconds_left(now) if wish else 0,
        "was_host": found.was_host(table.id, caller()),
        "refused": refused if refused is None else names.get(refused) or gettext("(removed)"),
        "is_away": found.is_away(table),
        "away": found.away(table),
        "hosted_from": found.hosted_from(table.id, caller()),
        "new_host": names.get(heir.seat) if heir and heir.seat is not None and now - heir.since < NEWS else None,
    }


def drawn_for(context: Mapping[str, Any]) -> dict[str, str]:
    """Return what the rest of a table's page was drawn for, as its address says when it asks for its seats."""
    present, chosen = context["present"], context["next_game"]
    return {
        "match": present[0].id if present else "",
        "seated": "yes" if context["mine"] else "no",
        "game": chosen.slug if chosen else "",
        "hosts": "yes" if context["is_host"] else "no",
    }


def _moved_to(context: Mapping[str, Any]) -> str | None:
    """Return where a page drawn for another match, seat or choice goes now; None if it stays.

    A seat goes to the match that has begun. Others keep the table's page, drawn anew.
    """
    present = context["present"]
    now = drawn_for(context)
    # A page of an older version may ask without some of them; what it does not name has not changed for it.
    if all(request.args.get(name, value) == value for name, value in now.items()):
        return None
    if present and context["is_guest"]:
        return way_into(present[0])
    # Whose seat the host has freed is led back to it.
    freed = None if context["mine"] or request.args.get("seated") != "yes" else request.args.get("sat")
    return url_for("pages.table", code=context["table"].code, freed=freed)


def _last_played(tables: Sequence[Table]) -> tuple[Table | None, Match | None]:
    """Return at which of these tables people were last, and what they played there: it goes on, or ended this evening; no
    match at a table at which none was begun yet.
    """
    since = datetime.now(UTC) - AN_EVENING
    found: list[tuple[datetime, Table, Match | None]] = []
    for table in tables:
        matches = services.tables.matches(table)
        uses = [(at, table, match) for match in matches if match.game in covers() and (at := _played_at(match))]
        found += [one for one in uses if one[0] > since or one[2].ended_at is None]
        found += [(table.opened_at, table, None)] if not matches and table.opened_at > since else []
    return max(found, key=lambda one: one[0])[1:] if found else (next(filter(is_tonight, tables), None), None)


def _played_at(match: Match) -> datetime | None:
    """Return when a match ended or anything was last entered in it; None for one that was broken off or cannot be opened."""
    seen = readable(services.matches, match)
    if seen is None or seen.is_abandoned:
        return None
    return match.ended_at or (seen.entries[-1].at if seen.entries else match.opened_at)


def _last_evening(tables: Sequence[Table]) -> tuple[Table, Evening] | None:
    """Return the last of these tables at which a match was played to its end; None if there is none."""
    known = ((one, evening_of(one)) for one in tables)
    return next(((one, found) for one, found in known if found.totals), None)


FEWEST_WINS: Final = 2
"""One win leads no one: it was the last evening, which stands beside it."""


@dataclass(frozen=True, slots=True)
class Season:
    """Since when it counts, who has won most, where they sat last, how often they won, and by how many wins they lead."""

    since: date
    names: tuple[str, ...]
    seats: tuple[tuple[Table, int], ...]
    wins: int
    lead: int

    @property
    def words(self) -> Text:
        return say("Since {month}", month=SEASONS[self.since.month])


def season_now(caller: Caller) -> Season | None:
    """Return the season under way; None while no one has won twice."""
    since = season_of(datetime.now().astimezone().date())
    midnight = datetime.combine(since, time.min).astimezone()
    seen = visible_history(services.store, caller, Within(since=midnight))
    # Counted from the matches in the reader's sight: a phone that has been at one table alone sees that one's winners.
    won = [(one.person, one.won) for one in records(seen.played)]
    most = max((wins for _, wins in won), default=0)
    first = [person for person, wins in won if wins == most]
    if most < FEWEST_WINS:
        return None
    names = tuple(one.name for person in first if (one := seen.people.get(person)) is not None)
    lead = most - max((wins for _, wins in won if wins < most), default=0)
    seats = tuple(seat for person in first for seat in _last_seat(seen.played, person))
    return Season(since, names, seats, most, lead)


def _last_seat(played: Sequence[CountedMatch], person: str) -> tuple[tuple[Table, int], ...]:
    """Return the table of the person's newest match, and where they sat; nothing if it has just been deleted."""
    newest = next(one for one in played if person in one.people)
    match = services.store.matches.get(newest.match_id)
    table = None if match is None else services.store.tables.get(match.table_id)
    return () if match is None or table is None else ((table, match.seats[newest.people.index(person)]),)
