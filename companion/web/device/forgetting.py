"""Forgetting a player's name: who it is, what would change at which tables, and then it is gone."""

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.archive.people import Person
from companion.engine.errors import NotAMove
from companion.match.errors import Unknown
from companion.table.tables import folded
from companion.web.app.device import caller
from companion.web.app.problems import problem_of
from companion.web.app.services import services
from companion.web.library.history import MOST_PEOPLE, person_called, person_id

blueprint = Blueprint("forgetting", __name__)


@blueprint.get("/forget")
def page() -> str:
    """Whose name? Everyone at the tables that the asker may change; of a crowd, those whose name holds what was typed."""
    everybody, typed = services.forgetter.people(caller()).everybody(), folded(request.args.get("name", "").strip())
    people = [one for one in everybody if any(typed in folded(spelling) for spelling in one.spellings)]
    return render_template(
        "history/forget.html",
        people=[(person_id(one.key), one) for one in people[:MOST_PEOPLE]],
        is_crowd=len(everybody) > MOST_PEOPLE,
        is_cut=len(people) > MOST_PEOPLE,
        is_owner=caller().is_owner,
    )


@blueprint.get("/forget/<person>")
def ask(person: str) -> str:
    """What would change, table by table, before anything does."""
    return _ask(_find(person), None)


@blueprint.post("/forget/<person>")
def forget(person: str) -> ResponseReturnValue:
    """The name removed at the tables that were ticked."""
    found = _find(person)
    try:
        done = services.forgetter.forget(caller(), found, request.form.getlist("table"))
    except NotAMove as error:
        return _ask(found, error), 400
    # Their open pages show the name until they ask again.
    for one in done.tables:
        services.tables.notify(one.table)
    return redirect(url_for("forgetting.page", gone=len(done.tables)), 303)


def _find(given: str) -> Person:
    """Return the person of one of our ids, among those the asker knows. Raise `Unknown`, `NoToken`, `NotAllowed`."""
    found = person_called(services.forgetter.in_sight(caller()), given)
    if found is None:
        raise Unknown("person")
    return found


def _ask(person: Person, error: NotAMove | None) -> str:
    found = services.forgetter.preview(caller(), person)
    shown: dict[str, Any] = {"found": found, "person": found.person, "id": person_id(person.key)}
    copies = services.backups.automatic(caller()) if caller().is_owner else ()
    return render_template(
        "history/forget_person.html", **shown, is_owner=caller().is_owner, copies=copies, problem=problem_of(error)
    )
