"""Sitting down: with the code of a table or seat, in one's own colour; and the owner's link. A GET shows, a POST claims."""

from dataclasses import replace

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.engine.errors import NotAMove
from companion.engine.text import Text, say
from companion.games import covers
from companion.match.errors import Unknown
from companion.match.judge import find_game
from companion.store import Table
from companion.table.faces import Face, must_be, read_choice
from companion.table.tables import HOME_CODE, LONG_CODE, folded, read_code
from companion.web.app.device import OWN_COOKIE, caller, claiming_device, forget_caller, keep_while_open
from companion.web.app.problems import Problem, TooManyGuesses, foreseen
from companion.web.app.services import services
from companion.web.evening.choosing import own_name, read_picked
from companion.web.evening.tables import find_table, going_on, present_match, running_table, way_into

blueprint = Blueprint("join", __name__)


@blueprint.get("/join")
def code_page() -> ResponseReturnValue:
    """Where the table's code is typed; given one, on to the table's seats."""
    return _asked_for_code("join.seats")


@blueprint.get("/tv")
@blueprint.get("/screen")
def screen_page() -> ResponseReturnValue:
    """The same for a television, on to the table's screen: who knows no code may have typed the address alone."""
    return _asked_for_code("screen.page")


def _asked_for_code(leads_to: str) -> ResponseReturnValue:
    if "code" not in request.args:
        return _code_page("", None, leads_to)
    code = read_code(request.args["code"])
    try:
        table = find_table(code)
    # Beside the field it was typed in, and not on a page of errors: the next try is one letter away.
    except (Unknown, TooManyGuesses) as error:
        problem = foreseen(error)
        if isinstance(error, Unknown) and (why := _misread(code)):
            problem = replace(problem, details=(why,))
        return _code_page(code, problem, leads_to), problem.status, dict(problem.headers)
    return redirect(url_for(leads_to, code=table.code), 303)


@blueprint.get("/lid/<slug>")
def by_lid(slug: str) -> ResponseReturnValue:
    """From the sticker on a game's box: to the table that is in use, else to a new one for the game."""
    game, table = find_game(slug), running_table(slug)
    if table is None:
        return redirect(url_for("pages.new_table", game=game.slug), 303)
    # The sticker leads to the table, and its code then asks who it is; nobody sits down by a scan alone.
    if not caller().is_at(table.id):
        return redirect(url_for("join.seats", code=table.code, lid=game.slug), 303)
    match = going_on(table)
    return redirect(url_for("pages.table", code=table.code) if match is None else way_into(match), 303)


@blueprint.get("/t/<code>/join")
def seats(code: str) -> str:
    """Which seat is yours? Or say your name, and take one more."""
    table, name = find_table(code), own_name(caller())
    there = {folded(one.name) for one in services.tables.seats(table) if one.name is not None}
    # The name last used is proposed, unless it is taken here: a table has each name once.
    return _seats_page(table, "" if folded(name) in there else name, None)


@blueprint.post("/t/<code>/join")
def come(code: str) -> ResponseReturnValue:
    """A seat of their own for someone who was in no one's list, held by this phone from now on."""
    table = find_table(code)
    typed = request.form.get("name", "")
    try:
        seat = services.tables.come(table, typed)
    except NotAMove as error:
        return _seats_page(table, typed, error), 400
    # The colour that was picked may have been taken meanwhile; then the next page says so.
    return _seated(table, seat.seat, None, wanted=read_picked())


@blueprint.get("/t/<code>/join/<int:seat>")
def is_that_you(code: str, seat: int) -> str:
    """Asked before a seat is claimed, and above all if another phone holds it: by who comes back to it or takes it over."""
    return _ask(find_table(code), seat, url_for("join.claim", code=code, seat=seat))


@blueprint.post("/t/<code>/join/<int:seat>")
def claim(code: str, seat: int) -> ResponseReturnValue:
    """The seat is this phone's from now on; its holder keeps it too."""
    table = find_table(code)
    if _was_free(table, seat):
        return redirect(url_for("join.is_that_you", code=code, seat=seat), 303)
    return _seated(table, seat, None)


@blueprint.get("/join/seat/<token>")
def by_link(token: str) -> str:
    """The same, as asked by a seat's own code or link."""
    table, seat = services.seating.find(token)
    return _ask(table, seat, url_for("join.claim_by_link", token=token))


@blueprint.post("/join/seat/<token>")
def claim_by_link(token: str) -> ResponseReturnValue:
    """The seat of this link is this phone's from now on."""
    table, seat = services.seating.find(token)
    if _was_free(table, seat):
        return redirect(url_for("join.by_link", token=token), 303)
    return _seated(table, seat, token)


@blueprint.get("/owner/<token>")
def owner(token: str) -> str:
    """The owner's one-time link, before it is used."""
    if not services.seating.is_owner_link(token):
        raise Unknown("owner link")
    return render_template("join/owner.html", token=token)


@blueprint.post("/owner/<token>")
def claim_owner(token: str) -> ResponseReturnValue:
    """The browser is the owner's from now on."""
    services.seating.claim_owner(token, claiming_device())
    return redirect(url_for("pages.home"), 303)


@blueprint.get("/t/<code>/seats/<int:seat>/face")
def face(code: str, seat: int) -> str:
    """The colours and the signs, and who at the table wears which."""
    table = find_table(code)
    must_be(caller(), table, seat)
    return _face_page(table, seat, is_taken="taken" in request.args)


@blueprint.post("/t/<code>/seats/<int:seat>/face")
def choose_face(code: str, seat: int) -> ResponseReturnValue:
    """What is worn from now on; where that is another colour or sign than the one tapped, the page says so."""
    table = find_table(code)
    try:
        wanted = read_choice(request.form.get("colour", ""), request.form.get("sign", ""))
    except NotAMove as error:
        must_be(caller(), table, seat)
        return _face_page(table, seat, error=error), 400
    given = services.faces.choose(table, caller(), seat, wanted)
    # Another phone took it in the same moment: said at once, because one looks for oneself by that colour.
    if given != wanted:
        return _face_page(table, seat, is_taken=True)
    return redirect(url_for("pages.table", code=table.code), 303)


def _was_free(table: Table, seat: int) -> bool:
    """Return whether the seat was free on the page that claims it, and another phone took it meanwhile."""
    held = next((one for one in services.seating.held(table, caller()) if one.seat == seat), None)
    return "free" in request.form and held is not None and held.devices > held.is_mine


def _ask(table: Table, seat: int, action: str) -> str:
    held = services.seating.held(table, caller())
    own = next((one for one in held if one.seat == seat), None)
    if own is None:
        raise Unknown("seat")
    # Clockwise from the chair asked about, as its player will see them.
    others = sorted(
        (one for one in held if one.seat != seat and not one.has_left), key=lambda one: (one.seat < seat, one.seat)
    )
    return render_template("join/ask.html", table=table, held=own, others=others, action=action)


def _seats_page(table: Table, typed: str, error: NotAMove | None) -> str:
    held = services.seating.held(table, caller())
    lid = covers().get(request.args.get("lid", ""))
    return render_template(
        "join/seats.html",
        table=table,
        held=held,
        was_freed=services.seating.was_freed,
        typed=typed,
        error=error,
        lid=lid,
        match=going_on(table),
        free=services.faces.free(table),
        picked=read_picked() or services.faces.known(caller()).get(folded(typed)),
    )


def _seated(table: Table, seat: int, link: str | None, *, wanted: Face | None = None) -> ResponseReturnValue:
    own = caller().seats(table.id) - {seat}
    # Nobody is new to the game who comes back to their seat, or holds one more: asked before the claim, which changes both answers.
    is_new = not caller().is_at(table.id) and not services.seating.was_taken(table, seat)
    services.seating.claim(table, seat, claiming_device(), link=link)
    # Who sits down again has come back, even if the host had noted them as gone.
    services.tables.note_back(table, seat)
    forget_caller()
    faces = services.faces
    is_as_chosen = faces.begin(table, seat, wanted) if wanted else faces.put_on(table, caller(), [seat])
    match = present_match(table)
    response = redirect(url_for("pages.table", code=table.code), 303)
    # Straight to the game: a face can be changed later, the trick waits now.
    if match is not None and match.ended_at is None:
        response = redirect(way_into(match, comes_late=is_new), 303)
    elif not is_as_chosen:
        response = redirect(url_for("join.face", code=table.code, seat=seat, taken="yes"), 303)
    if len(own) == 1:
        # With a second seat the phone stays its owner's, and shows their line.
        keep_while_open(response, OWN_COOKIE, f"{table.id}:{min(own)}")
    return response


def _misread(code: str) -> Text | None:
    """Return why no table could have this code, if it shows: a look-alike was typed, or too little."""
    if set(code) & set("O0I1"):
        return say("No table has this code. Codes never contain O, 0, I or 1.")
    return say("This code is too short. Type all of it.") if len(code) < services.settings.code_length else None


def _code_page(code: str, problem: Problem | None, leads_to: str) -> str:
    # Records of a public host, restored at home, have longer codes than those drawn here.
    most = LONG_CODE if services.settings.public_url else max(HOME_CODE, services.store.tables.longest_code())
    return render_template("join/code.html", code=code, most=most, problem=problem, is_screen=leads_to == "screen.page")


def _face_page(table: Table, seat: int, *, is_taken: bool = False, error: NotAMove | None = None) -> str:
    there, faces = services.tables.seats(table), services.faces.at(table)
    own = next((one for one in there if one.seat == seat), None)
    if own is None:
        raise Unknown("seat")
    return render_template(
        "evening/face.html",
        table=table,
        seat=own,
        own=faces[seat],
        is_taken=is_taken,
        error=error,
        others=[(one, faces[one.seat]) for one in there if one.seat != seat and not one.has_left],
    )
