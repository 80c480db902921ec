"""Who starts a match, in a sentence for everybody at the table."""

from __future__ import annotations

from flask_babel import gettext

from companion.match.snapshot import Snapshot
from companion.table.seating_order import Picked
from companion.table.start_player import Started, said_of
from companion.web.app.i18n import isolated
from companion.web.app.services import services


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
        return str(gettext("The lot has fallen on %(name)s, who starts.", name=apart))
    if found.how == "turn":
        return str(gettext("%(name)s starts, next in turn.", name=apart))
    if found.how == "agreed":
        return str(gettext("%(name)s starts, as agreed.", name=apart))
    if by_age == "oldest":
        return str(gettext("%(name)s is the oldest and starts.", name=apart))
    return str(gettext("%(name)s is the youngest and starts.", name=apart))
