"""Tables and their matches as a browser finds them: by a code, by the seats it has had; and the addresses that phones scan."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from flask import request, url_for
from flask_babel import gettext
from markupsafe import Markup

from companion.archive.keeping import ANYONE
from companion.engine.game import Game
from companion.engine.present import Cover
from companion.games import cover_of, covers
from companion.lan import addresses, is_lan_address, is_this_device, qr_svg
from companion.match.access import Caller, must_host
from companion.match.errors import Unknown
from companion.store import Match, Table
from companion.table.evening import readable
from companion.web.app.device import caller
from companion.web.app.security import check_guesses, note_wrong_guess
from companion.web.app.services import services
from companion.web.app.templating import title_of

AN_EVENING: Final = timedelta(hours=12)
"""So long after it was opened or used a table is where its people most likely want to go."""
MOST_TABLES: Final = 12
"""So many tables, those used last, may be the one that a sticker on a box leads to."""


@dataclass(frozen=True, slots=True)
class OtherMatch:
    """Another match of the evening, as a page names it and leads to it."""

    match_id: str
    title: str
    code: str
    has_ended: bool


def other_match(match: Match) -> OtherMatch:
    """Return the match by its game's title and its table's short code for it. Its game has to be there."""
    cover = cover_of(match.game, match.options)
    return OtherMatch(match.id, title_of(cover), cover.code, match.ended_at is not None)


def left_open(table: Table, game: Game[Any]) -> OtherMatch | None:
    """Return the match that stays open while the next one is chosen; not one of this game that is only being set up
    anew.
    """
    known = [match for match in services.tables.matches(table) if match.ended_at is None and match.game in covers()]
    going = [
        match
        for match in known
        if match.game != game.slug or ((seen := readable(services.matches, match)) and not seen.is_untouched)
    ]
    return other_match(going[-1]) if going else None


def find_table(code: str, who: Caller | None = None) -> Table:
    """Return the table of a code, for pages and the interface alike; `who` asks, by default the caller with this
    browser's token.

    Raise `Unknown`, and `TooManyGuesses` after many wrong codes from one address: for right codes too, or guessing
    would go on. Anyone who sits at the table or hosts it never waits, because others may share the address.
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
    """Return the same, for its host alone. Raise `NotAllowed`, `NoToken`."""
    found = find_table(code)
    must_host(caller(), found)
    # These pages have no stream, by which the phone would be known to be awake.
    services.succession.hear(found.id, caller())
    return found


def asked_of_host(table: Table) -> dict[str, Any]:
    """Return what pages for the host alone ask of them: whether somebody else should host."""
    wish = services.succession.wish(table, datetime.now(UTC))
    names = {one.seat: one.name for one in services.store.seats.at(table.id)} if wish else {}
    return {"wish": wish, "wishes": names.get(wish.seat) if wish else None}


def present_match(table: Table) -> Match | None:
    """Return the match last begun at the table, whether it goes on or is over.

    If that one was broken off and an older one still goes on, people are back at the older one.
    """
    matches = services.tables.matches(table)
    if not matches:
        return None
    newest = matches[-1]
    going = [match for match in matches if match.ended_at is None]
    # A match that was broken off has an end too; only its journal says which of the two it is.
    if newest.ended_at is None or not going:
        return newest
    seen = readable(services.matches, newest)
    return going[-1] if seen is None or seen.is_abandoned else newest


def way_into(match: Match, *, comes_late: bool = False) -> str:
    """Return the board of a match, where everyone goes; who `comes_late` is offered to be taught, above it."""
    seen = readable(services.matches, match) if comes_late else None
    has_begun = seen is not None and not seen.is_untouched
    return url_for("play.board", match_id=match.id, new="yes" if has_begun else None)


def last_tables() -> list[Table]:
    """Return the last tables this browser was at, the newest first."""
    # Each table once: host and seat are two rights at one.
    ids = dict.fromkeys(grant.table_id for grant in caller().grants if grant.table_id)
    found = [services.store.tables.get(table_id) for table_id in ids]
    # Rights outlive their tables: some may have been deleted since.
    return sorted((one for one in found if one), key=lambda one: one.opened_at, reverse=True)[:3]


def going_on(table: Table) -> Match | None:
    """Return the match that a table plays now; None if it plays none."""
    going = [match for match in services.tables.matches(table) if match.ended_at is None]
    return going[-1] if going and going[-1].game in covers() else None


def is_tonight(table: Table) -> bool:
    """Return whether a table's evening is not over yet: something is played at it, or it was opened of late."""
    return going_on(table) is not None or datetime.now(UTC) - table.opened_at < AN_EVENING


def running_table(slug: str) -> Table | None:
    """Return the table that is in use now, as a sticker on a game's box means it: one that plays the game, else the one
    used last.

    At home it may be any; on a public host, or where only the admin opens tables, one that this browser was at.
    """
    uses = [one for one in services.store.tables.uses(MOST_TABLES) if datetime.now(UTC) - one.last_used_at < AN_EVENING]
    # At home anyone in the Wi-Fi may follow a sticker. On a public host it would lead strangers to another's table
    # (P11).
    is_for_all = not services.settings.public_url and services.keeping.who_opens() == ANYONE
    here = [one.table for one in uses if is_for_all or caller().is_at(one.table.id)]
    plays = (one for one in here if (match := going_on(one)) is not None and match.game == slug)
    return next(plays, here[0] if here else None)


def set_up_of(table: Table, game: Cover) -> str:
    """Return where a table sets up the game that is next."""
    _, options = _next(table)
    if game.is_made and not options:
        return url_for("defining.form", code=table.code)
    return url_for("beginning.choose", code=table.code, slug=game.slug, **json.loads(options or "{}"))


def next_game(table: Table) -> Cover | None:
    """Return the game that the host has chosen and not yet begun."""
    slug, options = _next(table)
    return cover_of(slug, options) if slug in covers() else None


def choose_next(table: Table, slug: str) -> None:
    """Let every phone know which game is next."""
    # Notified only of a change: the form may be opened any number of times.
    if _next(table)[0] != slug:
        services.store.table_settings.set(table.id, "game", slug)
        services.tables.notify(table)


def _next(table: Table) -> tuple[str, str]:
    """Return the slug of what the host has chosen, and as which game of a table's own it is to be played."""
    slug, _, options = (services.store.table_settings.get(table.id, "game") or "").partition(" ")
    return slug, options


@dataclass(frozen=True, slots=True)
class Invitation:
    """One address to scan or to type, and the others the host may pick instead."""

    base: str
    others: tuple[str, ...]
    link: str

    @property
    def is_here_alone(self) -> bool:
        """Whether the address leads only to this device itself."""
        return is_this_device(_name(self.base.partition("://")[2]))

    @property
    def listens_at(self) -> str:
        """Return the one address the server was started to listen at, if any."""
        return services.settings.listens_at

    @property
    def code(self) -> Markup:
        return Markup(qr_svg(self.link, gettext("Code to scan with a phone: %(link)s", link=self.link)))


def invite(table: Table) -> Invitation:
    return invite_to(url_for("join.seats", code=table.code))


def invite_seat(table: Table, seat: int) -> Invitation:
    """Return the invitation to one seat, which carries the seat's token."""
    return invite_to(url_for("join.by_link", token=services.seating.token(table.id, seat)))


def bases() -> tuple[str, ...]:
    """Return every address at which phones may reach this server, the likeliest first; for a public host its only one."""
    if services.settings.public_url:
        return (services.settings.public_url.removesuffix(services.settings.root),)
    # The address that this browser uses works, so it comes first: the host has perhaps chosen among several networks.
    if is_reachable(request.host):
        others = () if is_this_device(services.settings.listens_at) else _lan_bases()
        return tuple(dict.fromkeys((request.host_url.rstrip("/"), *others)))
    return _lan_bases()


def is_reachable(host: str) -> bool:
    """Return whether a phone can use the Host the asker used: not localhost, which every phone is to itself."""
    name = _name(host)
    return is_lan_address(name) or not (is_this_device(name) or host.startswith("["))


def _name(host: str) -> str:
    """Return the Host without its port."""
    return host.rsplit(":", 1)[0] if not host.startswith("[") else host.partition("]")[0] + "]"


def _lan_bases() -> tuple[str, ...]:
    listens_at = services.settings.listens_at
    found = (f"[{listens_at}]" if ":" in listens_at else listens_at,) if listens_at else addresses()
    return tuple(f"http://{address}:{services.settings.port}" for address in found)


def invite_to(path: str) -> Invitation:
    """Return the invitation to any page, by its path."""
    offered: Sequence[str] = bases()
    # Only one of ours: a link must not be able to put another address into the code.
    picked = request.args.get("at", "")
    base = picked if picked in offered else offered[0]
    return Invitation(base, tuple(one for one in offered if one != base), base + path)
