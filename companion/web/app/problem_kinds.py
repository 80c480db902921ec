"""Every kind of problem a request can meet: its name, its status, its title, and when it is met."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.engine.text import Text, say


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of problem: its status, its title, and when it is met. Status 0: that of the server's answer."""

    status: int
    title: Text
    when: Text


KINDS: Final[Mapping[str, Kind]] = {
    "shape": Kind(
        400, say("This is not complete"), say("What was sent does not have the right shape; field says where.")
    ),
    "foreign-host": Kind(400, say("Wrong address"), say("The server was called by a name that is not its own.")),
    "no-token": Kind(401, say("Who is this?"), say("No token was given, or nobody is known by it.")),
    "not-allowed": Kind(
        403, say("That is not yours to do"), say("Somebody else may do this: the host, or another seat.")
    ),
    "foreign-origin": Kind(403, say("Not from here"), say("A page of another site sent this.")),
    "unknown": Kind(404, say("Not found"), say("There is no such table, seat, match, game, ruling or address.")),
    "method": Kind(405, say("That did not work"), say("This address does not take this method.")),
    "stale": Kind(409, say("The match has moved on"), say("The version given is not the present one any more.")),
    "broken-off": Kind(
        409, say("This match was broken off"), say("Nothing is entered in it before the host takes it up again.")
    ),
    "needs-host": Kind(
        409, say("The host has to confirm this"), say("It would go back behind cards that have been turned up since.")
    ),
    "too-large": Kind(413, say("That did not work"), say("The body is larger than anything this server takes.")),
    "illegal": Kind(422, say("The rules do not allow this"), say("The rules or the box forbid it; clauses say why.")),
    "doubtful": Kind(422, say("Can that be?"), say("The box speaks against it; with anyway it is recorded.")),
    "nothing-to-undo": Kind(
        422, say("Nothing to take back"), say("There is nothing to take back, to bring back, or to correct.")
    ),
    "file": Kind(
        422, say("This file is not imported"), say("What was to be imported is no file of Tableside's, or was changed.")
    ),
    "too-many": Kind(
        429, say("A moment, please"), say("Too many wrong codes or tokens, or new tables, came from this address.")
    ),
    "unexpected": Kind(500, say("Something went wrong"), say("An error in Tableside itself; please report it.")),
    "store-unavailable": Kind(
        503, say("The records cannot be reached"), say("The store is away or full; nothing was recorded.")
    ),
    "http": Kind(0, say("That did not work"), say("Anything else that http itself refuses.")),
}
"""Every kind of problem by its name, which ends its `type`."""
