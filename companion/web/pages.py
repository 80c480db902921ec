"""The way to a match: start page, opening a table, choosing a game and how to play it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.game import Choice, Game
from companion.games import games
from companion.service.callers import NOBODY, must_host
from companion.service.ending import is_abandoned
from companion.service.judging import find_game, set_up
from companion.service.tables import MOST_SEATS
from companion.store import Grant, Match, Table
from companion.web.choosing import check_enough, field_of, read_choices, read_players, ticked, usual_choices
from companion.web.device import caller, device_hash, forget_caller
from companion.web.fragments import go_to
from companion.web.i18n import chosen_language
from companion.web.invite import invite
from companion.web.join import find_table
from companion.web.problems import problem_of
from companion.web.screen import language_key
from companion.web.services import services

blueprint = Blueprint("pages", __name__)
FIRST_FIELDS = max(game.players[-1] for game in games().values())
"""As many as the largest game takes."""
Answer = str | tuple[str, int] | BaseResponse


def playable() -> list[Game[Any]]:
    """The games that have a board of their own."""
    return [game for game in games().values() if game.board is not None]


@blueprint.get("/")
def home() -> str:
    """What is on the table tonight?"""
    who = caller()
    may_open = services.keeping.may_open(who)
    return render_template(
        "pages/home.html", games=playable(), tables=_my_tables(), may_open=may_open, is_owner=who.is_owner
    )


@blueprint.get("/tables/new")
def new_table() -> str:
    """Who sits round the table?"""
    services.keeping.must_open(caller())
    return _new_table_page([], None)


@blueprint.post("/tables")
def open_table() -> Answer:
    """A table opened by this browser: it is the host, and holds the first seat if its person plays."""
    services.keeping.must_open(caller())
    typed = request.form.getlist("name")[: MOST_SEATS + 1]
    names = [name for name in typed if name.strip()]
    try:
        check_enough(games().get(request.form.get("game", "")), names)
        opened = services.tables.open(names)
    except NotAMove as error:
        return _new_table_page(typed, error), 400
    now = opened.table.opened_at
    device = device_hash()
    rights = [Grant(device, "host", "device", now, opened.table.id)]
    if request.form.get("watching") != "true":
        rights.append(Grant(device, "seat", "device", now, opened.table.id, 0))
    services.store.grant(*rights)
    services.store.set_setting(language_key(opened.table), chosen_language())
    forget_caller()
    game = request.form.get("game", "")
    if game in games():
        return redirect(url_for("pages.choose", code=opened.table.code, slug=game), 303)
    return redirect(url_for("pages.table", code=opened.table.code), 303)


@blueprint.get("/t/<code>")
def table(code: str) -> str:
    """The table: how phones join, who is here, what is played, what could be played."""
    return table_page(code, None)


@blueprint.get("/t/<code>/people")
def people(code: str) -> Answer:
    """Who sits where, alone, for a page that asks again; or on to where the asker belongs by now."""
    context = _table_context(code)
    moved_to = _moved_to(context)
    return render_template("pages/people.html", **context) if moved_to is None else go_to(moved_to)


@blueprint.get("/t/<code>/new/<slug>")
def choose(code: str, slug: str) -> str:
    """How do you play it? The house options, each with a sentence on who plays it so."""
    found = find_table(code)
    must_host(caller(), found)
    game = find_game(slug)
    return _choose_page(found, game, usual_choices(found, game), None)


@blueprint.post("/t/<code>/matches")
def start(code: str) -> Answer:
    """A match begun; on to its set-up sheet."""
    found = find_table(code)
    game = find_game(request.form.get("game", ""))
    options = read_choices(game, request.form)
    try:
        match = services.tables.start(found, caller(), game.slug, options, read_players(request.form))
    except (NotAMove, IllegalMove) as error:
        return _choose_page(found, game, options, error), 422 if isinstance(error, IllegalMove) else 400
    return redirect(url_for("pages.set_up_sheet", match=match.id), 303)


@blueprint.get("/m/<match>/setup")
def set_up_sheet(match: str) -> str:
    """Step by step: what to deal, to put back, to count."""
    seen = services.matches.look(match, caller())
    setup = seen.loaded.timeline.setup
    sheet = set_up(seen.loaded.game, setup.seats, dict(setup.options))
    held = services.seating.held(seen.table, caller())
    free = sum(not one.devices and not one.has_left for one in held) if caller().is_host(seen.table.id) else 0
    return render_template(
        "pages/setup.html", seen=seen, game=seen.loaded.game, sheet=sheet, setup=setup, free_seats=free
    )


def table_page(code: str, error: NotAMove | None) -> str:
    """The table's page, with what is wrong with the name that was to be added."""
    return render_template("pages/table.html", **_table_context(code), error=error, typed=request.form.get("name", ""))


def _new_table_page(typed: list[str], error: NotAMove | None) -> str:
    slug = request.values.get("game", "")
    game = games().get(slug)
    most = FIRST_FIELDS if game is None else game.players[-1]
    fields = [*typed, *[""] * max(0, most - len(typed))]
    return render_template(
        "pages/new_table.html",
        fields=fields,
        wrong=None if error is None else field_of(error.path, typed),
        error=error,
        slug=slug,
        game=game,
        watching=request.values.get("watching") == "true",
    )


def _table_context(code: str) -> dict[str, Any]:
    found = find_table(code)
    matches = [
        (match, games()[match.game], is_left(match))
        for match in services.tables.matches(found)
        if match.game in games()
    ]
    held = services.seating.held(found, caller())
    is_host, mine = caller().is_host(found.id), caller().seats(found.id)
    return {
        "table": found,
        "held": held,
        "phones": sum(bool(one.devices) and not one.has_left for one in held),
        "matches": matches[::-1],
        "present": next((one for one in matches[::-1] if one[0].ended_at is None), None),
        "games": playable(),
        "is_host": is_host,
        "mine": mine,
        "is_guest": bool(mine) and not is_host,
        "invitation": invite(found),
        "port": services.settings.port,
    }


def is_left(match: Match) -> bool:
    """Whether the match was broken off before its end."""
    return match.ended_at is not None and is_abandoned(services.matches.look(match.id, NOBODY).loaded)


def _moved_to(context: Mapping[str, Any]) -> str | None:
    """Where a page that was drawn for another match, or for another seat, goes now. None: it stays.

    A seat goes to the match that has begun. The others keep the table's page, drawn anew.
    """
    present = context["present"]
    is_match_known = request.args.get("match", present[0].id if present else "") == (present[0].id if present else "")
    seated = "yes" if context["mine"] else "no"
    if is_match_known and request.args.get("seated", seated) == seated:
        return None
    if present and context["is_guest"]:
        return url_for("play.board", match=present[0].id)
    return url_for("pages.table", code=context["table"].code)


def _choose_page(
    found: Table, game: Game[Any], chosen: Mapping[str, Choice], error: NotAMove | IllegalMove | None
) -> str:
    seats = [seat for seat in services.tables.seats(found) if not seat.has_left]
    return render_template(
        "pages/choose.html",
        table=found,
        game=game,
        chosen={option.name: chosen.get(option.name, option.default) for option in game.options},
        seats=seats,
        ticked=ticked([seat.seat for seat in seats]),
        problem=None if error is None else problem_of(error),
    )


def _my_tables() -> list[Table]:
    ids = dict.fromkeys(grant.table_id for grant in caller().grants if grant.table_id)
    found = [services.store.table(table_id) for table_id in ids]
    return sorted((one for one in found if one), key=lambda one: one.opened_at, reverse=True)[:3]
