"""The score of an evening, and who starts or was picked to start, in sentences for everybody at the table."""

from flask import Flask
from flask_babel import gettext

from companion.games import covers
from companion.match.snapshot import Snapshot
from companion.store import Table
from companion.table.evening import Evening, evening
from companion.table.seating_order import Picked
from companion.table.start_player import Started, said_of
from companion.web.app.i18n import isolated
from companion.web.app.services import services


def init_app(app: Flask) -> None:
    """Let templates write points that were counted in halves."""
    app.add_template_filter(in_points, "in_points")


def in_points(halves: int) -> str:
    """Points counted in halves, as people write them: 0, ½, 1, 1½."""
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)


def evening_of(table: Table) -> Evening:
    """The evening of a table, as far as it has come."""
    known = [match for match in services.tables.matches(table) if match.game in covers()]
    return evening(services.matches, table, services.tables.seats(table), known)


def picked_words(table: Table) -> str | None:
    """Who was picked to start whatever comes next, in a sentence; None if nobody was."""
    found = services.picking.picked(table)
    if found is None:
        return None
    names = {one.seat: one.name for one in services.tables.seats(table)}
    return sentence_of_pick(found, names[found.seat] or gettext("(forgotten)"))


def sentence_of(seen: Snapshot) -> str | None:
    """Who starts and how that was found; None if the app was not asked, or while it is not known."""
    found = services.beginnings.started(seen.match)
    if found is None or found.seat is None or found.seat not in seen.match.seats:
        return None
    name = seen.names[seen.match.seats.index(found.seat)] or gettext("(forgotten)")
    said = said_of(seen.game, seen.setup)
    return _sentence(found, "oldest" if said is not None and said.by_age == "oldest" else "youngest", name)


def sentence_at_start(seen: Snapshot) -> str | None:
    """The same, while nothing else has been entered."""
    if seen.version > 1:
        return None
    said = said_of(seen.game, seen.setup)
    return sentence_of(seen) if said is not None and seen.version == (said.move is not None) else None


def sentence_of_pick(found: Picked, name: str) -> str:
    """Who was picked to start, for whatever the table plays."""
    return _sentence(Started("lot" if found.how == "lot" else "rule", found.seat), found.how, name)


def _sentence(found: Started, by_age: str, name: str) -> str:
    apart = isolated(name)
    if found.how == "lot":
        return str(gettext("%(name)s came up in the draw and starts.", name=apart))
    if found.how == "turn":
        return str(gettext("%(name)s is next and starts.", name=apart))
    if found.how == "agreed":
        return str(gettext("%(name)s starts, as you agreed.", name=apart))
    if by_age == "oldest":
        return str(gettext("%(name)s starts as the oldest.", name=apart))
    return str(gettext("%(name)s starts as the youngest.", name=apart))
