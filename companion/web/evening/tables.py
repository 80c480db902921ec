"""Tables and their matches as a browser finds them: by a code, by the seats it has had, and what is played there now."""

from dataclasses import dataclass

from flask import url_for

from companion.games import cover_of, covers
from companion.match.access import Caller, must_host
from companion.match.errors import Unknown
from companion.store import Match, Table
from companion.table.evening import readable
from companion.web.app.device import caller
from companion.web.app.security import check_guesses, note_wrong_guess
from companion.web.app.services import services
from companion.web.app.templating import title_of


@dataclass(frozen=True, slots=True)
class OtherMatch:
    """Another match of the evening, as a page names it and leads to it."""

    match: str
    title: str
    code: str


def other_match(match: Match) -> OtherMatch:
    """The match by its game's title and its table's short code for it. Its game has to be there."""
    cover = cover_of(match.game, match.options)
    return OtherMatch(match.id, title_of(cover), cover.code)


def find_table(code: str, who: Caller | None = None) -> Table:
    """The table of a code, for pages and the interface alike; `who` asks, by default whoever holds this browser's token.

    Raises `Unknown`, and `TooManyGuesses` after many wrong codes from one address: for right codes too, or guessing
    would go on. Whoever sits at the table or hosts it never waits, because others may share the address.
    """
    try:
        found = services.tables.find(code)
    except Unknown:
        note_wrong_guess()
        raise
    if not (caller() if who is None else who).is_at(found.id):
        check_guesses()
    return found


def hosted_table(code: str) -> Table:
    """The same, for its host alone. Raises `NotAllowed`, `NoToken`."""
    found = find_table(code)
    must_host(caller(), found)
    return found


def present_match(table: Table) -> Match | None:
    """The match last begun at the table, whether it goes on or is over.

    If that one was broken off and an older one still goes on, people are back at the older one.
    """
    matches = services.tables.matches(table)
    if not matches:
        return None
    newest = matches[-1]
    going = [match for match in matches if match.ended_at is None]
    if newest.ended_at is None or not going:
        return newest
    seen = readable(services.matches, newest)
    return going[-1] if seen is None or seen.is_abandoned else newest


def way_into(match: Match, *, comes_late: bool = False) -> str:
    """Where a phone that comes to a match goes: while it waits for its first entry, to what is to be laid out for it.

    Who `comes_late` is offered to be taught, above the board.
    """
    seen = readable(services.matches, match)
    is_waiting = seen is not None and seen.is_untouched
    if is_waiting:
        return url_for("beginning.set_up_sheet", match=match.id)
    return url_for("play.board", match=match.id, new="yes" if comes_late else None)


def last_tables() -> list[Table]:
    """The last tables this browser was at, the newest first."""
    ids = dict.fromkeys(grant.table_id for grant in caller().grants if grant.table_id)
    found = [services.store.tables.get(table_id) for table_id in ids]
    return sorted((one for one in found if one), key=lambda one: one.opened_at, reverse=True)[:3]


def going_on(table: Table) -> Match | None:
    """The match that a table plays now; None if it plays none."""
    going = [match for match in services.tables.matches(table) if match.ended_at is None]
    return going[-1] if going and going[-1].game in covers() else None
