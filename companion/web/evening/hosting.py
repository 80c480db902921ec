"""What only the host does: decide who may enter for others, whose seat is whose, who hosts."""

from datetime import UTC, datetime

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.engine.errors import NotAMove
from companion.engine.present import Cover
from companion.match.errors import Unknown
from companion.match.snapshot import Snapshot
from companion.store import Table
from companion.table.evening import readable
from companion.table.library import Pad, pads
from companion.web.app.device import caller, forget_caller, is_secure
from companion.web.app.i18n import language
from companion.web.app.services import services
from companion.web.app.wifi import read_wifi
from companion.web.evening.choosing import known_names, seated
from companion.web.evening.start_page import table_context
from companion.web.evening.tables import (
    asked_of_host,
    find_table,
    going_on,
    hosted_table,
    invite_seat,
    next_game,
    set_up_of,
)

blueprint = Blueprint("hosting", __name__)


@blueprint.get("/t/<code>/host")
def page(code: str) -> str:
    """Everything a host decides: the match, who is in, how people sit, the Wi-Fi; and what works on this connection."""
    return _host_page(code, None)


@blueprint.post("/t/<code>/wifi")
def wifi(code: str) -> ResponseReturnValue:
    """The Wi-Fi that phones are to join first, typed in or forgotten; it is kept in memory only."""
    table = hosted_table(code)
    form = request.form
    if form.get("forget") == "true":
        services.networks.forget(table.id)
        return _back_to_wifi(table)
    try:
        typed = read_wifi(form.get("ssid", ""), form.get("password", ""), is_hidden=form.get("hidden") == "true")
    except NotAMove as error:
        return _host_page(code, error), 400
    services.networks.put(table.id, typed)
    return _back_to_wifi(table)


@blueprint.get("/t/<code>/seats/<int:seat>")
def seat_page(code: str, seat: int) -> str:
    """One seat: its own code, who holds it, and what the host may do about it."""
    return _seat_page(code, seat, None)


@blueprint.get("/t/<code>/cards")
def cards(code: str) -> str:
    """A card to cut out for every seat, each with the seat's own code."""
    table = hosted_table(code)
    held = [one for one in services.seating.held(table, caller()) if not one.has_left]
    return render_template("pages/cards.html", table=table, cards=[(one, invite_seat(table, one.seat)) for one in held])


@blueprint.post("/t/<code>/closed")
def close(code: str) -> ResponseReturnValue:
    """From now on only the host enters for others, or every seat may again."""
    table = find_table(code)
    services.seating.close_to_seats(table, caller(), is_closed=request.form.get("closed") == "true")
    return redirect(url_for("hosting.page", code=table.code), 303)


@blueprint.get("/t/<code>/seats/new")
def newcomers(code: str) -> str:
    """Who else plays? Those who have no phone, one name after the other."""
    table = hosted_table(code)
    return _newcomers_page(table, None)


@blueprint.post("/t/<code>/seats")
def add(code: str) -> ResponseReturnValue:
    """Give someone a seat at the table, or their own again; `as` names whom this device knows, in place of what was typed.
    `on` goes on from here, where no one need be named any more: to the ready `pad` that wanted more players, if one did.
    """
    table = find_table(code)
    typed, goes_on = request.form.get("as", request.form.get("name", "")), "on" in request.form
    # "Go on" with an empty field is no nameless player, but the end of the list.
    if typed.strip() or not goes_on:
        try:
            new = services.tables.add(table, caller(), typed)
        except NotAMove as error:
            return _newcomers_page(table, error), 400
        forget_caller()
        services.faces.put_on(table, caller(), [new.seat])
    pad = _wanted_pad()
    if not goes_on:
        return redirect(url_for("hosting.newcomers", code=table.code, pad=pad and pad.slug), 303)
    if pad:
        return redirect(url_for("defining.form", code=table.code, find=pad.named(language()).name), 303)
    chosen = _chosen(table)
    return redirect(url_for("pages.table", code=table.code) if chosen is None else set_up_of(table, chosen), 303)


@blueprint.post("/t/<code>/seats/<int:seat>/name")
def rename(code: str, seat: int) -> ResponseReturnValue:
    """A player's name, put right."""
    table = find_table(code)
    try:
        services.tables.rename(table, caller(), seat, request.form.get("name", ""))
    except NotAMove as error:
        return _seat_page(code, seat, error), 400
    return _back(table)


@blueprint.post("/t/<code>/seats/<int:seat>/left")
def note_left(code: str, seat: int) -> ResponseReturnValue:
    """Someone has gone home, or is back. A host who goes leaves the table to the next who has a phone."""
    table, has_left = find_table(code), request.form.get("left") == "true"
    # Found before the seat is noted as left: afterwards no one sits there to have an heir.
    heir = services.seating.heir(table, caller(), seat) if has_left else None
    services.tables.note_left(table, caller(), seat, has_left=has_left)
    if heir is not None:
        services.seating.hand_over(table, caller(), heir)
    return _back(table)


@blueprint.post("/t/<code>/seats/<int:seat>/renew")
def renew(code: str, seat: int) -> ResponseReturnValue:
    """Every phone that held the seat has to sit down again, with the new code that is shown next."""
    table = find_table(code)
    services.seating.renew(table, caller(), seat)
    return redirect(url_for("hosting.seat_page", code=table.code, seat=seat), 303)


@blueprint.post("/t/<code>/seats/<int:seat>/host")
def hand_over(code: str, seat: int) -> ResponseReturnValue:
    """The holder of that seat hosts the table from now on."""
    table = find_table(code)
    services.seating.hand_over(table, caller(), seat)
    return _back(table)


@blueprint.post("/t/<code>/host/away")
def succeed(code: str) -> ResponseReturnValue:
    """The host's phone is silent: one wishes to host, others agree, and after a minute it is so. `no`: it is let be; `due`: a
    page only asks whether the minute of that wish is over.
    """
    table, since, now = find_table(code), request.form.get("since", ""), datetime.now(UTC)
    if "due" in request.args:
        services.succession.end_minute(table, now, request.args["due"])
        return "", 204
    if since and "no" in request.form:
        services.succession.let_be(table, caller(), now, since)
    else:
        services.succession.agree(table, caller(), now, since)
    return _back(table)


@blueprint.post("/t/<code>/host/back")
def take_back(code: str) -> ResponseReturnValue:
    """The one who hosted until the own phone was silent hosts again."""
    table = find_table(code)
    services.succession.take_back(table, caller(), datetime.now(UTC))
    return _back(table)


@blueprint.post("/t/<code>/seats/<int:seat>/release")
def release(code: str, seat: int) -> ResponseReturnValue:
    """The phone gives the seat back."""
    table = find_table(code)
    device = caller().token_hash
    if device is not None:
        # Only its own: the device is the caller's, whatever the address says.
        services.seating.release(table, seat, device)
    return _back(table)


def _chosen(table: Table) -> Cover | None:
    """Return the game that is to be set up next; None while another is played."""
    return None if going_on(table) else next_game(table)


def _wanted_pad() -> Pad | None:
    """Return the ready pad for which someone was missing."""
    return pads().get(request.args.get("pad", ""))


def _newcomers_page(table: Table, error: NotAMove | None) -> str:
    there, pad = seated(table), _wanted_pad()
    return render_template(
        "pages/newcomers.html",
        table=table,
        there=there,
        known=known_names(caller(), [one.name for one in there]),
        chosen=_chosen(table),
        pad=pad,
        wanted=pad and pad.named(language()).name,
        error=error,
        typed=request.form.get("name", "") if error else "",
    )


def _seat_page(code: str, seat: int, error: NotAMove | None) -> str:
    table = hosted_table(code)
    everybody, heir = services.seating.held(table, caller()), services.seating.heir(table, caller(), seat)
    held = next((one for one in everybody if one.seat == seat), None)
    if held is None:
        raise Unknown("seat")
    return render_template(
        "pages/seat.html",
        table=table,
        held=held,
        match=_last_match(table),
        was_freed=services.seating.was_freed(table, seat),
        heir=next((one for one in everybody if one.seat == heir), None),
        invitation=invite_seat(table, seat),
        **asked_of_host(table),
        error=error,
        typed=request.form.get("name", held.name or ""),
    )


def _host_page(code: str, error: NotAMove | None) -> str:
    table = hosted_table(code)
    return render_template(
        "evening/host.html",
        **table_context(code),
        match=_last_match(table),
        order=seated(table),
        error=error,
        typed=request.form,
        is_secure=is_secure(),
    )


def _last_match(table: Table) -> Snapshot | None:
    """Return the last match of the evening that has not been played to its end, as its host sees it.

    One that was broken off no longer matters once a later one has been played to its end.
    """
    is_one_over = False
    for match in reversed(services.tables.matches(table)):
        seen = readable(services.matches, match)
        if seen is None:
            continue
        is_one_over = is_one_over or seen.is_over
        if not seen.is_over and not (is_one_over and seen.is_abandoned):
            return seen
    return None


def _back_to_wifi(table: Table) -> ResponseReturnValue:
    return redirect(url_for("hosting.page", code=table.code, _anchor="wifi"), 303)


def _back(table: Table) -> ResponseReturnValue:
    """On to the table, or to the board on whose bar it was tapped, or the page that `ends` its game."""
    forget_caller()
    board, page = request.form.get("back"), "play.ask_to_end" if "ends" in request.form else "play.board"
    return redirect(url_for(page, match_id=board) if board else url_for("pages.table", code=table.code), 303)
