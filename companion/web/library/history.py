"""The history of this device: who won how often, averages, records, who was ahead of whom; and who means whom."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from babel.dates import format_date
from babel.numbers import format_decimal
from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import get_locale, gettext
from werkzeug.wrappers import Response as BaseResponse

from companion.archive import history
from companion.archive.forgetting import Forgetter
from companion.archive.history import Against, CountedMatch, PersonalRecord, Wanted
from companion.archive.looking_back import VisibleHistory, visible_history
from companion.archive.people import Person, Spellings
from companion.engine.errors import NotAMove
from companion.engine.text import say
from companion.games import covers
from companion.match.errors import NoToken
from companion.web.app.device import caller
from companion.web.app.problems import problem_of
from companion.web.app.services import services
from companion.web.library.files import past_scores

blueprint = Blueprint("history", __name__)


Answer = str | tuple[str, int] | BaseResponse
ASKED: Final = ("game", "person", "players", "since", "until")
"""The fields by which matches are asked for."""
A_PAGE: Final = 25
MOST_BARS: Final = 12
"""At most this many people appear in the chart of who won; the table below it shows all."""


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody the chosen person met, and how they stood to each other."""

    name: str
    seen: Against


@blueprint.get("/history")
def page() -> str:
    """The history: every match that this browser may see, or those that were asked for."""
    return _page(None)


@blueprint.get("/history/scores.csv")
def scores() -> BaseResponse:
    """The matches that were asked for, as a table for a spreadsheet."""
    visible = _visible()
    wanted = _wanted(visible)
    played = [one for one in visible.played if wanted.wants(one)]
    named = _namer(visible)
    return past_scores([one.match for one in played], [[named(key) for key in one.people] for one in played])


@blueprint.post("/history/spellings")
def merge() -> Answer:
    """Two spellings are one person from now on, on this device."""
    if not caller().grants:
        raise NoToken
    visible = _visible()
    one, other = (_named(visible, request.form.get(field, "")) for field in ("spelling", "person"))
    try:
        if one is None or other is None:
            raise NotAMove("spelling", say("Choose two different names."))
        _spellings().merge(caller(), visible.named, one.name, other.name)
    except NotAMove as error:
        return _page(error), 400
    return redirect(url_for("history.page") + "#people", 303)


@blueprint.post("/history/spellings/part")
def part() -> BaseResponse:
    """A merged spelling is a person of its own again."""
    _spellings().part(caller(), request.form.get("spelling", ""))
    return redirect(url_for("history.page") + "#people", 303)


def person_id(key: str) -> str:
    """What stands for a person in an address: no name, because addresses are written down elsewhere."""
    return hmac.new(services.form_secret, f"person:{key}".encode(), hashlib.sha256).hexdigest()[:16]


def _page(error: NotAMove | None) -> str:
    visible = _visible()
    wanted = _wanted(visible)
    played = [one for one in visible.played if wanted.wants(one)]
    found = history.records(played)
    name_of_key = _namer(visible)
    return render_template(
        "history/page.html",
        wanted=wanted,
        is_narrowed=wanted != Wanted(),
        chosen=person_id(wanted.person) if wanted.person else "",
        problem=problem_of(error) if error else None,
        games=dict(sorted(visible.covers.items(), key=lambda one: (one[1].shelf or 0, one[1].title))),
        counts=sorted({len(one.people) for one in visible.played}),
        people=[(person_id(one.key), one) for one in visible.people.everybody()],
        who=name_of_key,
        person_id=person_id,
        all_played=len(visible.played),
        played=len(played),
        records=found,
        bars=found[:MOST_BARS],
        of_games=history.by_game(played),
        rivals=_rivals(played, found, wanted.person, name_of_key),
        matrix=_matrix(played, found, wanted.person),
        months=history.by_month(played),
        **_listed(played),
        unfinished=[one for one in visible.unfinished if not _is_narrowed_out(wanted, one.past.match.game)][:A_PAGE],
        pairs=sorted(_spellings().pairs(caller()).items()),
        is_owner=caller().is_owner,
        is_anybody=bool(caller().grants),
        may_forget=Forgetter(services.store, _spellings()).may(caller()),
        figure=figure,
        month_name=lambda month: _dated(month, "LLLL y"),
        short_month=lambda month: _dated(month, "LLL"),
    )


def figure(number: float) -> str:
    """A figure as the reader writes it, with one decimal if it has any."""
    return str(format_decimal(number, "#,##0.#", locale=get_locale())).replace("-", "−")


def _dated(day: date, pattern: str) -> str:
    return str(format_date(day, pattern, locale=get_locale()))


def _spellings() -> Spellings:
    return Spellings(services.store)


def _visible() -> VisibleHistory:
    return visible_history(services.store, _spellings(), caller())


def _wanted(visible: VisibleHistory) -> Wanted:
    """What was asked for, as far as there is such a thing."""
    game = request.args.get("game", "")
    person = _named(visible, request.args.get("person", ""))
    return Wanted(
        game if game in covers() or game in visible.covers else None,
        person.key if person else None,
        request.args.get("players", type=int),
        _day("since"),
        _day("until"),
    )


def _day(field: str) -> date | None:
    try:
        return date.fromisoformat(request.args.get(field, ""))
    except ValueError:
        return None


def _named(visible: VisibleHistory, given: str) -> Person | None:
    """The person that one of our ids means."""
    return next((one for one in visible.people.everybody() if person_id(one.key) == given), None) if given else None


def _namer(visible: VisibleHistory) -> Callable[[str | None], str]:
    """A function that gives the name of a person by key, or says that it was forgotten."""

    def named(key: str | None) -> str:
        person = None if key is None else visible.people.get(key)
        return person.name if person else str(gettext("(forgotten)"))

    return named


def _rivals(
    played: list[CountedMatch],
    found: tuple[PersonalRecord, ...],
    person: str | None,
    named: Callable[[str | None], str],
) -> list[Rival]:
    """How the chosen person did against everybody they met, those met most often first."""
    if person is None:
        return []
    seen = history.against(played, [one.person for one in found])
    own = [Rival(named(other), one) for (first, other), one in seen.items() if first == person]
    return sorted(own, key=lambda one: (-one.seen.matches, one.name))[:A_PAGE]


def _matrix(
    played: list[CountedMatch], found: tuple[PersonalRecord, ...], person: str | None
) -> list[tuple[str, list[Against | None]]]:
    """Those who played most against one another: a row each, in the order of the columns."""
    if person is not None:
        return []
    often = sorted(found, key=lambda one: -one.played)[: history.MOST_RIVALS]
    people = [one.person for one in found if one in often]
    seen = history.against(played, people)
    return [(one, [seen.get((one, other)) for other in people]) for one in people] if len(people) > 1 else []


def _listed(played: list[CountedMatch]) -> dict[str, Any]:
    """The matches of the requested page, and where older and newer ones are."""
    last = max(0, (len(played) - 1) // A_PAGE)
    at = min(max(request.args.get("page", 0, type=int), 0), last)
    here: dict[str, Any] = {name: request.args[name] for name in ASKED if request.args.get(name)}
    return {
        "listed": played[at * A_PAGE : (at + 1) * A_PAGE],
        "sheet": url_for("history.scores", **here),
        "newer": url_for("history.page", **here, page=at - 1) if at else None,
        "older": url_for("history.page", **here, page=at + 1) if at < last else None,
    }


def _is_narrowed_out(wanted: Wanted, game: str) -> bool:
    """Whether matches that do not count are left out, as when anything but their game was asked for."""
    return wanted not in (Wanted(), Wanted(game))
