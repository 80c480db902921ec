"""How things stand now: for a table that forgot to enter some of it, or that played without the app until now."""

from dataclasses import replace
from typing import Any, Final

from flask import Blueprint, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.engine.errors import DoubtfulMove, IllegalMove, NotAMove
from companion.engine.game import Draft
from companion.engine.schema.answers import Layout, normalise
from companion.engine.schema.codec import encode
from companion.engine.schema.declared import unwrap
from companion.engine.schema.form import Question, form_of
from companion.engine.schema.formdata import pairs, tree
from companion.engine.text import Text
from companion.match.access import must_enter
from companion.match.correct import PastPlay, given
from companion.match.errors import MovedOn
from companion.match.precondition import Precondition
from companion.match.redact import VisibleEntry
from companion.match.snapshot import Snapshot
from companion.web.app.address import Address, read_address
from companion.web.app.answers import part
from companion.web.app.device import caller
from companion.web.app.problems import foreseen, problem_of, texts_beside
from companion.web.app.services import services
from companion.web.board.forms import NOT_THE_ENTRY, read_pending, sent_number

blueprint = Blueprint("stand", __name__)


MOST_FACES: Final = 12
"""A player's question with more answers than these stands folded: there are several a player."""
ELSEWHERE: Final = "elsewhere"
"""The widget of a question that a form does not ask, because the answer is entered elsewhere."""


@blueprint.get("/m/<match_id>/stand")
def form(match_id: str) -> str:
    """The form, filled in with how the app thinks it stands."""
    seen = _look(match_id)
    # What is empty before the first entry has only not been said yet.
    return page(seen, tree(pairs(encode(_now(seen)), says_empty=not seen.is_untouched)))


@blueprint.post("/m/<match_id>/stand")
def enter(match_id: str) -> BaseResponse:
    """The match from now on as the table says it stands; it can be taken back like any entry."""
    seen = _look(match_id)
    if is_editing():
        # Rows are added by a round trip, with everything that was typed: it needs no script.
        return part(page(seen))
    asked = Precondition(sent_number("version"))
    try:
        anyway = request.form.get("anyway") == "true"
        services.matches.move(match_id, caller(), given(entered(seen)), asked, anyway=anyway, from_form=True)
    except (NotAMove, IllegalMove, DoubtfulMove, MovedOn) as error:
        return part(page(seen, error=error), foreseen(error).status)
    return redirect(url_for("play.board", match_id=match_id), 303)


def says_how_things_stand(past: PastPlay) -> bool:
    """Return whether a play is such an entry, for which no board has a form."""
    game = past.game
    return type(game.stands(past.replay.state)) is type(past.play.move)


def is_editing() -> bool:
    """Return whether a button was pressed that asks the form for more or fewer rows, and records nothing."""
    return "_set" in request.form


def given_in(entered: Draft) -> dict[str, Any]:
    """Return the answers of the form in an entry."""
    return {name: value for name, value in given(entered).items() if name != "kind"}


def entered(seen: Snapshot) -> Draft:
    """Return what the form sent, as the entry it stands for."""
    sent = _sent()
    # As the form would send it: with a row for each player, whatever an address left out.
    answers = normalise(unwrap(type(_now(seen))), sent.facts, _layout(seen, sent))
    entered: dict[str, tuple[str, ...]] = {"kind": (seen.game.kind_of(_now(seen)),)}
    for name, text in pairs(answers):
        # A list sends its name once for each value.
        entered[name] = (*entered.get(name, ()), text)
    return entered


def page(
    seen: Snapshot,
    answers: dict[str, Any] | None = None,
    visible: VisibleEntry | None = None,
    error: Exception | None = None,
) -> str:
    """Return the form with these answers, or with what it sent; `visible` is the entry being corrected, if any."""
    shape, sent = type(_now(seen)), _sent()
    layout = _layout(seen, sent)
    asked = form_of(shape, normalise(unwrap(shape), sent.facts if answers is None else answers, layout), layout)
    # What is entered elsewhere is not asked, and yet sent along (`kept`): without it the entry would say that there is none.
    shown = tuple(_in_play(one, seen) for one in asked.parts if one.widget != ELSEWHERE)
    match_id = seen.match.id
    action = url_for("stand.enter", match_id=match_id)
    if visible is not None:
        action = url_for("correct.change", match_id=match_id, index=visible.index)
    return render_template(
        "play/stand.html",
        seen=seen,
        game=seen.game,
        names=seen.names,
        visible=visible,
        pending="" if visible is None else read_pending().as_sent,
        here=action,
        evaluation={"form": asked, "layout": layout, "way": 0, "most_faces": MOST_FACES},
        shown=shown,
        kept=[
            (field.path, text)
            for one in asked.parts
            if one.widget == ELSEWHERE
            for field in one.every()
            for text in field.given
        ],
        wrong=_wrong(asked, error),
        problem=None if error is None else problem_of(error),
        can_override=isinstance(error, DoubtfulMove),
    )


def _look(match_id: str) -> Snapshot:
    seen = services.matches.snapshot(match_id, caller())
    g.names = seen.names
    # For no seat in particular: how things stand is said for the whole table.
    must_enter(caller(), seen.table, ())
    return seen


def _now(seen: Snapshot) -> Any:
    """Return the state as the move that would lead to it."""
    return seen.game.stands(seen.replay.state)


def _in_play(question: Question, seen: Snapshot) -> Question:
    """Return the question with only those choices that the shape says are in this match, where it says so; without the parts that
    have none, and with no more rows than this match has.
    """
    most = getattr(type(_now(seen)), "most", {})
    if question.name in most:
        question = replace(question, most=most[question.name](seen.replay.state))
    offered = getattr(type(_now(seen)), "offered", {})
    values = {name: choices(seen.replay.state) for name, choices in offered.items()}
    faces = tuple(face for face in question.faces if question.name not in values or face.value in values[question.name])
    parts = tuple(_in_play(one, seen) for one in question.parts if values.get(one.name, True))
    return replace(question, faces=faces, parts=parts)


def _sent() -> Address:
    """Return what the form sent: its answers, and how many rows it was asked for."""
    skipped = {*NOT_THE_ENTRY, "kind"}
    return read_address((name, text) for name, text in request.form.items(multi=True) if name not in skipped)


def _layout(seen: Snapshot, sent: Address) -> Layout:
    return Layout(seen.game.players, seen.players, rows=sent.rows)


def _wrong(asked: Question, error: Exception | None) -> dict[str, tuple[Text, ...]]:
    if not isinstance(error, (NotAMove, IllegalMove)):
        return {}
    return texts_beside(asked, error)
