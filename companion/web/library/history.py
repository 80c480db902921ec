"""The history of this device: who won how often, averages, records, who was ahead of whom; and who means whom."""

import hashlib
import hmac
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import groupby
from typing import Any, Final

from babel.dates import format_date
from babel.numbers import format_decimal
from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from companion.archive import history, looking_back
from companion.archive.history import Against, CountedMatch, PersonalRecord, Wanted
from companion.archive.looking_back import VisibleHistory, milestones, visible_history
from companion.archive.people import People, Person, tables_in_sight
from companion.archive.results import Result, result_of
from companion.engine.errors import NotAMove
from companion.engine.text import say
from companion.games import covers
from companion.match.errors import CannotOpen, NoToken, Unknown
from companion.store import Within
from companion.table.faces import KINDS, Face, read_face
from companion.web.app.device import caller
from companion.web.app.i18n import country, words
from companion.web.app.problems import problem_of
from companion.web.app.seat_style import styles_in
from companion.web.app.services import services
from companion.web.library.files import past_scores

blueprint = Blueprint("history", __name__)


ASKED: Final = ("game", "person", "players", "since", "until")
"""The fields by which matches are asked for."""
A_PAGE: Final = 25
MOST_BARS: Final = 12
"""At most this many people appear in the chart of who won; the table below it shows all."""
MOST_PEOPLE: Final = 100
"""Of a crowd, at most this many are named in the table and to choose from."""


@blueprint.get("/history")
def page() -> str:
    """The history: the newest matches that this browser may see, or those that were asked for."""
    return _page(None)


@blueprint.get("/history/scores.csv")
def scores() -> ResponseReturnValue:
    """The matches that were asked for, as a table for a spreadsheet."""
    _, seen, wanted = _asked()
    played = [one for one in seen.played if wanted.wants(one)]
    named = _namer(seen)
    return past_scores([one.match_id for one in played], [[named(key) for key in one.people] for one in played])


@blueprint.post("/history/spellings")
def merge() -> ResponseReturnValue:
    """Two spellings are one person from now on, on this device."""
    if not caller().grants:
        raise NoToken
    visible = visible_history(services.store, caller())
    one, other = (_meant(visible, request.form.get(field, "")) for field in ("spelling", "person"))
    try:
        if one is None or other is None:
            raise NotAMove("spelling", say("Choose 2 different names."))
        services.spellings.merge(caller(), visible.named, one.name, other.name)
    except NotAMove as error:
        return _page(error), 400
    return redirect(url_for("history.page") + "#people", 303)


@blueprint.post("/history/spellings/part")
def part() -> ResponseReturnValue:
    """A merged spelling is a person of its own again."""
    services.spellings.part(caller(), request.form.get("spelling", ""))
    return redirect(url_for("history.page") + "#people", 303)


def person_id(key: str) -> str:
    """Return what stands for a person in an address: no name, because addresses are written down elsewhere."""
    # Keyed: names are few, and a bare hash of one could be found by trying.
    return hmac.new(services.form_secret, f"person:{key}".encode(), hashlib.sha256).hexdigest()[:16]


def _faces(visible: VisibleHistory) -> dict[str, Face]:
    """Return the colour and the sign that people chose last, else those of a seat they had, by the keys of the history."""
    chosen = services.store.people.faces(tables_in_sight(caller()))
    # The seat's own look at first; what someone chose replaces it below.
    found = {visible.people.key(name): Face(seat % KINDS, seat % KINDS) for _, seat, name in visible.named if name}
    return found | {
        visible.people.key(name): face for name, stored in chosen if (face := read_face(stored)) is not None
    }


def _page(error: NotAMove | None) -> str:
    newest, seen, wanted = _asked()
    played = [one for one in seen.played if wanted.wants(one)]
    found = history.records(played)
    name_of_key = _namer(seen)
    shelf = {**seen.covers, **newest.covers}
    return render_template(
        "history/page.html",
        wanted=wanted,
        newest=None if error or request.args else _newest(played),
        seats_of=styles_in,
        is_narrowed=wanted != Wanted(),
        chosen=person_id(wanted.person) if wanted.person else "",
        problem=problem_of(error),
        refused=request.form,
        games=dict(sorted(shelf.items(), key=lambda one: (one[1].shelf or 0, one[1].title))),
        counts=sorted({len(one.people) for one in newest.played}),
        people=_people_offered(seen, found),
        is_crowd=len(seen.people.everybody()) > MOST_PEOPLE,
        who=name_of_key,
        person_id=person_id,
        all_played=len(newest.played),
        may_open=services.keeping.may_open(caller()),
        is_cut=newest.oldest_at is not None,
        at_a_time=looking_back.MOST_MATCHES,
        latest=(seen.played or newest.played)[:1],
        played=len(played),
        records=found[:MOST_PEOPLE],
        bars=found[:MOST_BARS],
        of_games=history.by_game(played),
        rivals=_rivals(played, found, wanted.person, name_of_key),
        matrix=_matrix(played, found, wanted.person),
        months=history.by_month(played),
        end_of_month=_end_of_month,
        ahead=history.ahead_by_evening(seen.played),
        tonight=history.evening_day(datetime.now(UTC)),
        **_listed(seen, played, name_of_key),
        unfinished=[one for one in seen.unfinished if wanted in (Wanted(), Wanted(one.match.game))][:A_PAGE],
        pairs=sorted(services.spellings.pairs(caller()).items()),
        is_owner=caller().is_owner,
        is_anybody=bool(caller().grants),
        may_forget=services.forgetter.may(caller()),
        faces=_faces(seen),
        figure=figure,
        month_name=lambda month: _dated(month, "LLLL y"),
        short_month=lambda month: _dated(month, "LLL"),
    )


def _newest(played: Sequence[CountedMatch]) -> Result | None:
    """Return how the match that ended last went, to be drawn; None if it cannot be opened, though it is counted."""
    try:
        found = result_of(services.matches.snapshot(played[0].match_id, caller())) if played else None
    except (CannotOpen, Unknown):
        return None
    return found if found and found.story.headline else None


def figure(number: float) -> str:
    """Return a figure as the reader writes it, with one decimal if it has any."""
    return str(format_decimal(number, "#,##0.#", locale=country())).replace("-", "−")


def _dated(day: date, pattern: str) -> str:
    return str(format_date(day, pattern, locale=country()))


def _end_of_month(first: date) -> str:
    return ((first + timedelta(days=31)).replace(day=1) - timedelta(days=1)).isoformat()


def _asked() -> tuple[VisibleHistory, VisibleHistory, Wanted]:
    """Return the newest matches; those that figures are made of, others where dates or a game ask for older ones; what
    was asked for.
    """
    newest = seen = visible_history(services.store, caller())
    # With all matches in hand already, a question needs no second look into the store.
    if newest.oldest_at is not None and any(request.args.get(field) for field in (*ASKED, "before")):
        seen = visible_history(services.store, caller(), _within())
    game, person = request.args.get("game", ""), person_called(seen.people, request.args.get("person", ""))
    wanted = Wanted(
        game if game in covers() or game in seen.covers or game in newest.covers else None,
        person.key if person else None,
        request.args.get("players", type=int),
        _day("since"),
        _day("until"),
    )
    return newest, seen, wanted


def _within() -> Within:
    """Return the matches to ask the store for.

    A day is one of this device; `before` is where a page of older ones begins.
    """
    slug, until = request.args.get("game", "").partition(":")[0], _day("until")
    # The day itself included; after the last day there is no next one to name.
    after = None if until is None or until == date.max else _moment((until + timedelta(days=1)).isoformat())
    ends = [end for end in (after, _moment(request.args.get("before", ""))) if end is not None]
    since = _moment(request.args.get("since", ""))
    return Within(slug if slug in covers() else None, since, min(ends, default=None))


def _moment(written: str) -> datetime | None:
    """Return the time that is written, a day's first where it is a day; None for any other text, and beyond what clocks
    tell.
    """
    try:
        return datetime.fromisoformat(written).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _day(field: str) -> date | None:
    try:
        return date.fromisoformat(request.args.get(field, ""))
    except ValueError:
        return None


def person_called(people: People, given: str) -> Person | None:
    """Return the person that one of our ids means."""
    return next((one for one in people.everybody() if person_id(one.key) == given), None) if given else None


def _meant(seen: VisibleHistory, given: str) -> Person | None:
    """Return the person of one of our ids, or of a name that was typed where there are too many to choose from."""
    return person_called(seen.people, given) or seen.people.get(seen.people.key(" ".join(given.split())))


def _people_offered(seen: VisibleHistory, found: Sequence[PersonalRecord]) -> list[tuple[str, Person]]:
    """Everyone by name; of a crowd those who played most."""
    everybody = seen.people.everybody()
    often = {one.person for one in sorted(found, key=lambda one: -one.played)[:MOST_PEOPLE]}
    shown = everybody if len(everybody) <= MOST_PEOPLE else [one for one in everybody if one.key in often]
    return [(person_id(one.key), one) for one in shown]


def _namer(visible: VisibleHistory) -> Callable[[str | None], str]:
    """Return a function that gives the name of a person by key, or says that it was forgotten."""

    def named(key: str | None) -> str:
        person = None if key is None else visible.people.get(key)
        return person.name if person else str(gettext("(removed)"))

    return named


def _rivals(
    played: list[CountedMatch],
    found: tuple[PersonalRecord, ...],
    person: str | None,
    named: Callable[[str | None], str],
) -> list[tuple[str, Against]]:
    """Return how the chosen person did against everyone they met, those met most often first."""
    if person is None:
        return []
    seen = history.against(played, [one.person for one in found])
    own = [(named(other), one) for (first, other), one in seen.items() if first == person]
    return sorted(own, key=lambda one: (-one[1].matches, one[0]))[:A_PAGE]


def _matrix(
    played: list[CountedMatch], found: tuple[PersonalRecord, ...], person: str | None
) -> list[tuple[str, list[Against | None]]]:
    """Return those who played most against one another: a row each, in the order of the columns."""
    if person is not None:
        return []
    often = sorted(found, key=lambda one: -one.played)[: history.MOST_RIVALS]
    people = [one.person for one in found if one in often]
    seen = history.against(played, people)
    return [(one, [seen.get((one, other)) for other in people]) for one in people] if len(people) > 1 else []


def _chapters(listed: Sequence[CountedMatch]) -> list[tuple[date, list[tuple[date, list[CountedMatch]]]]]:
    """Return the matches by months, newest first, and the evenings in each."""
    evenings = [(day, list(found)) for day, found in groupby(listed, key=lambda one: one.evening)]
    return [(month, list(found)) for month, found in groupby(evenings, key=lambda one: one[0].replace(day=1))]


def _listed(seen: VisibleHistory, played: list[CountedMatch], named: Callable[[str | None], str]) -> dict[str, Any]:
    """Return the matches of the requested page, what stands out in each, and where older and newer ones are."""
    last = max(0, (len(played) - 1) // A_PAGE)
    # A bookmark may name a page that there is no longer.
    at = min(max(request.args.get("page", 0, type=int), 0), last)
    asked: dict[str, Any] = {name: request.args[name] for name in ASKED if request.args.get(name)}
    before: dict[str, Any] = {"before": request.args["before"]} if request.args.get("before") else {}
    older = url_for("history.page", **asked, **before, page=at + 1) if at < last else None
    if older is None and seen.oldest_at is not None:
        # By time and not by number: what is played meanwhile must not shift the pages.
        older = url_for("history.page", **asked, before=seen.oldest_at.isoformat())
    newer = url_for("history.page", **asked, **before, page=at - 1) if at else None
    listed = played[at * A_PAGE : (at + 1) * A_PAGE]
    told = {one.match_id: milestones(seen.played, one.match_id)[:1] for one in listed}
    return {
        "chapters": _chapters(listed),
        "told": {
            one.match_id: [words(text, [*map(named, one.people)]) for text in told[one.match_id]] for one in listed
        },
        "sheet": url_for("history.scores", **asked, **before),
        "newer": newer or (url_for("history.page", **asked) if before else None),
        "older": older,
        "kept": asked | before if seen.oldest_at is not None or before else {},
    }
