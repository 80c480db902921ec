"""What is known of a box: shown, mended and exported for anyone who hosts a table here."""

import json
from typing import Any, Final

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.game import Game
from companion.engine.schema.codec import encode
from companion.engine.schema.formdata import tree
from companion.engine.text import say
from companion.match.boxes import read_item
from companion.match.errors import NotAllowed, NoToken, Unknown
from companion.match.judge import find_game
from companion.web.app.answers import saved_as
from companion.web.app.device import caller
from companion.web.app.problems import foreseen, problem_of
from companion.web.app.services import services
from companion.web.device.settings import safe_way_back

blueprint = Blueprint("box", __name__)


OLD: Final = "old"
"""The field that names the item to be replaced or forgotten."""
CLOSED: Final = say("The admin has locked this list.")
MINDS_THE_BOX: Final = frozenset({"owner", "host"})


@blueprint.get("/box/<slug>")
def page(slug: str) -> str:
    """Everything noted, to be mended or forgotten; `at` names the one being mended."""
    return _page(_game(slug), request.args.get("at", type=int), None)


@blueprint.post("/box/<slug>")
def put(slug: str) -> ResponseReturnValue:
    """One thing noted by hand, new or in place of another."""
    game = _game_to_change(slug)
    try:
        values = ((name, value) for name, value in request.form.items(multi=True) if name != OLD)
        services.boxes.put(game, read_item(game, tree(values), as_text=True), _old(game))
    except (NotAMove, IllegalMove) as error:
        return _page(game, request.args.get("at", type=int), error), foreseen(error).status
    return redirect(url_for("box.page", slug=slug), 303)


@blueprint.post("/box/<slug>/forget")
def forget(slug: str) -> ResponseReturnValue:
    """The note of one thing removed."""
    game = _game_to_change(slug)
    try:
        services.boxes.forget(game, _old(game))
    except (NotAMove, IllegalMove) as error:
        return _page(game, None, error), foreseen(error).status
    return redirect(url_for("box.page", slug=slug), 303)


@blueprint.post("/box/<slug>/closed")
def close(slug: str) -> ResponseReturnValue:
    """The notes left to the owner alone, or opened again to anyone who hosts a table here."""
    game = _game(slug)
    services.boxes.close(game, caller(), is_closed=request.form.get("closed") == "true")
    return redirect(url_for("box.page", slug=slug), 303)


@blueprint.get("/box/<slug>/colours")
def colours(slug: str) -> str:
    """How this device reads the colours of a box off a photo: chosen and kept in the browser alone, so by anyone."""
    game = find_game(slug)
    if not game.cover.reads_photos:
        raise Unknown("page")
    back = safe_way_back(request.args.get("back", ""))
    return render_template(game.template("colours.html")[0], game=game, back=back)


@blueprint.get("/box/<slug>/export.json")
def export(slug: str) -> ResponseReturnValue:
    """Everything noted, as one file."""
    game = _game(slug)
    text = json.dumps(services.boxes.export(game), ensure_ascii=False, indent=1) + "\n"
    return saved_as(Response(text, mimetype="application/json"), f"{game.slug}-box.json")


def _game(slug: str) -> Game[Any]:
    """Return the game, if it has something to note and the caller minds the box."""
    game = find_game(slug)
    if game.box is None:
        raise Unknown("page")
    if not caller().grants:
        raise NoToken
    if not any(grant.role in MINDS_THE_BOX for grant in caller().grants):
        raise NotAllowed(say("Only the host can do that."))
    return game


def _game_to_change(slug: str) -> Game[Any]:
    """Return the game, if the caller may also change its notes."""
    game = _game(slug)
    if services.boxes.is_closed(game) and not caller().is_owner:
        raise NotAllowed(CLOSED)
    return game


def _old(game: Game[Any]) -> Any:
    text = request.form.get(OLD, "")
    if not text:
        return None
    try:
        given = json.loads(text)
    # A few thousand brackets in one another are more than Python's reader of JSON takes.
    except (ValueError, RecursionError):
        raise NotAMove(OLD, say("This isn’t in the right format.")) from None
    return read_item(game, given)


def _page(game: Game[Any], at: int | None, error: NotAMove | IllegalMove | None) -> str:
    notes = services.boxes.notes(game)
    mended = notes[at].item if at is not None and 0 <= at < len(notes) else None
    return render_template(
        "pages/box.html",
        game=game,
        is_owner=caller().is_owner,
        closed=CLOSED if services.boxes.is_closed(game) else None,
        notes=[(note, json.dumps(encode(note.item), sort_keys=True)) for note in notes],
        mended=mended,
        # By what it says, not by its place: another phone may change the list meanwhile.
        old="" if mended is None else json.dumps(encode(mended), sort_keys=True),
        typed=request.form,
        problem=problem_of(error),
        item_template=game.template("box.html")[0],
    )
