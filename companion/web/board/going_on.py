"""Going on from what a step has brought, such as the end of a round: one tap does it for every phone and the television."""

from typing import Final

from companion.engine.game import GONE_ON, Draft
from companion.engine.journal import newest_first
from companion.live import notify
from companion.match.access import Caller, must_enter
from companion.match.snapshot import Snapshot
from companion.web.app.services import services

FIRST: Final = 1000
"""It is kept beside the steps of a set-up, all of which have lower numbers."""


def has_gone_on(seen: Snapshot) -> bool:
    """Return whether someone has gone on to the present moment."""
    return seen.moment.pauses and _step(seen) in services.store.matches.steps_done(seen.match.id)


def gone_on(seen: Snapshot) -> Draft:
    """Return what tells a board so."""
    return {GONE_ON: (seen.moment.key,)}


def go_on(seen: Snapshot, caller: Caller, moment: str) -> None:
    """Let the table go on to this moment, if it is the present one. Raise `NotAllowed` for anyone who may not enter."""
    must_enter(caller, seen.table, ())
    if seen.moment.pauses and moment == seen.moment.key:
        services.store.matches.set_step(seen.match.id, _step(seen), is_done=True)
        notify(services.live, seen.table.id)


def _step(seen: Snapshot) -> int:
    """Return the number of the entry that led to the present moment: if it is undone and made anew, all look again."""
    last = seen.timeline.revision.last
    entries = (
        node.play.index
        for node in newest_first(last)
        if seen.game.moment(seen.timeline.before(node).state) != seen.moment
    )
    return FIRST + next(entries, 0)
