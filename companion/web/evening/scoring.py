"""The score of an evening and who was picked to start, as the pages of a table show them."""

from __future__ import annotations

from flask import Flask
from flask_babel import gettext

from companion.games import covers
from companion.store import Table
from companion.table.evening import Evening, evening
from companion.web.app.services import services
from companion.web.evening.start_player import sentence_of_pick


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
