"""The page on which a player chooses a colour and a sign, to be worn from now on at every table of this device."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.engine.errors import NotAMove
from companion.match.errors import Unknown
from companion.store import Table
from companion.table.faces import must_be, read_choice
from companion.web.app.device import caller
from companion.web.app.services import services
from companion.web.evening.tables import find_table

blueprint = Blueprint("faces", __name__)
Answer = str | tuple[str, int] | BaseResponse


@blueprint.get("/t/<code>/seats/<int:seat>/face")
def page(code: str, seat: int) -> str:
    """The colours and the signs, and who at the table wears which."""
    table = find_table(code)
    must_be(caller(), table, seat)
    return _page(table, seat, is_taken="taken" in request.args)


@blueprint.post("/t/<code>/seats/<int:seat>/face")
def choose(code: str, seat: int) -> Answer:
    """What is worn from now on; where that is another colour or sign than the one tapped, the page says so."""
    table = find_table(code)
    try:
        wanted = read_choice(request.form.get("colour", ""), request.form.get("sign", ""))
    except NotAMove as error:
        must_be(caller(), table, seat)
        return _page(table, seat, error=error), 400
    given = services.faces.choose(table, caller(), seat, wanted)
    if given != wanted:
        return _page(table, seat, is_taken=True)
    return redirect(url_for("pages.table", code=table.code), 303)


def _page(table: Table, seat: int, *, is_taken: bool = False, error: NotAMove | None = None) -> str:
    there, faces = services.tables.seats(table), services.faces.at(table)
    if seat >= len(there):
        raise Unknown("seat")
    return render_template(
        "evening/face.html",
        table=table,
        seat=there[seat],
        own=faces[seat],
        is_taken=is_taken,
        error=error,
        others=[(one.name, faces[one.seat]) for one in there if one.seat != seat and not one.has_left],
    )
