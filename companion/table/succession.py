"""The host's part passes on where the host's phone is silent: others at the table agree, and the first of them hosts.

The phone is asked by closing its streams. One that is awake opens them again within a second: then its person is asked, and nothing
passes on without them. The one who lost the table so takes it back alone.
"""

import json
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from math import ceil
from typing import Final, NamedTuple

from companion.engine.schema.codec import read_stored
from companion.engine.text import say
from companion.live import Live, notify
from companion.match.access import Caller
from companion.match.errors import NotAllowed, NoToken
from companion.match.topics import device_topic, rights_topic
from companion.store import Grant, Missing, Store, Table

SILENT: Final = timedelta(minutes=1)
"""So long a phone has to be silent after it was asked."""
AWAY: Final = timedelta(minutes=5)
"""So long a phone has to have asked for nothing until it counts as away."""
FORGOTTEN: Final = timedelta(minutes=10)
"""So long a wish stands that too few agreed to."""
NEWS: Final = timedelta(seconds=20)
"""So long it is news who hosts, that the host let a wish be, or that one more phone took a seat."""
ENOUGH: Final = 2
"""So many phones have to agree, where there are as many besides the host's."""


@dataclass(frozen=True, slots=True)
class Wish:
    """Somebody's wish to host in place of a silent phone: by which device, from which seat, since when; which devices agree,
    whether the host's phone was heard meanwhile, and which devices let it be.
    """

    by: str
    seat: int
    since: str
    agree: tuple[str, ...]
    is_heard: bool = False
    declined: tuple[str, ...] = ()

    @property
    def is_over(self) -> bool:
        """The host let it be, at `since`: kept for a moment as an answer to its own phone."""
        return self.by in self.declined

    def age(self, now: datetime) -> timedelta:
        return now - datetime.fromisoformat(self.since)

    def seconds_left(self, now: datetime) -> int:
        """Return how long the host may still answer."""
        return max(0, ceil((SILENT - self.age(now)).total_seconds()))


class Newest(NamedTuple):
    """The seat of the phone that hosts since that part passed on, and since when."""

    seat: int | None
    since: datetime


class Succession:
    """Who hosts once the host is silent. All times come from the caller."""

    def __init__(self, store: Store, live: Live) -> None:
        self._store = store
        self._live = live
        # In memory only: a phone that is away when the app starts has not been seen to leave.
        self._silent: set[str] = set()
        self._heard: dict[str, datetime] = {}

    def note_awake(self, caller: Caller, now: datetime) -> None:
        """Note that a host's phone has asked for a page, any of them: many have no stream by which it would be known."""
        if caller.token_hash is None or all(one.role != "host" for one in caller.grants):
            return
        if caller.token_hash in self._silent:
            for table_id in {one.table_id for one in caller.grants if one.table_id and one.role == "host"}:
                self.hear(table_id, caller)
        self._heard[caller.token_hash] = now

    def note_silence(self, table_id: str, device: str, now: datetime) -> float | None:
        """Note that a host's phone has held no stream for a while. A wish it was to decide about is for the others again.

        Return after how many seconds to look again, if it was heard meanwhile.
        """
        awake = self._heard.get(device, now - AWAY) + AWAY - now
        if awake > timedelta():
            return awake.total_seconds()
        self._silent.add(device)
        if self._silent.issuperset(self._hosts(table_id)):
            self._store.table_settings.change(table_id, "succession", lambda kept: _asked_anew(kept, now))
        notify(self._live, table_id)
        return None

    def is_away(self, table: Table) -> bool:
        """Return whether no host's phone has been heard for a while."""
        hosts = self._hosts(table.id) if self._silent else []
        return bool(hosts) and self._silent.issuperset(hosts)

    def away(self, table: Table) -> frozenset[int]:
        """Return the seats of which every phone has not been heard for a while."""
        if not self._silent:
            return frozenset()
        grants = [one for one in self._store.grants.at(table.id) if (one.role, one.kind) == ("seat", "device")]
        awake = {one.seat for one in grants if one.token_hash not in self._silent}
        return frozenset(one.seat for one in grants if one.seat is not None and one.seat not in awake)

    def refused(self, table: Table, caller: Caller, now: datetime) -> int | None:
        """Return the seat from which the asker wished to host, if the host let that be a moment ago."""
        wish = _read(self._store.table_settings.get(table.id, "succession"))
        is_news = wish is not None and wish.is_over and wish.by == caller.token_hash and wish.age(now) < NEWS
        return wish.seat if wish and is_news and caller.seats(table.id) else None

    def wish(self, table: Table, now: datetime) -> Wish | None:
        """Return the wish that stands at the table, of a phone that still sits there."""
        wish = _standing(self._store.table_settings.get(table.id, "succession"), now)
        is_here = wish is not None and any(
            (one.role, one.token_hash) == ("seat", wish.by) for one in self._store.grants.at(table.id)
        )
        return wish if is_here else None

    def agree(self, table: Table, caller: Caller, now: datetime, since: str = "") -> None:
        """Let the asker wish to host, or agree to the wish that stands `since` then; pass the host's part on once that is
        enough: of the host's own phone, one is.

        Anyone who sat down after the wish does not count. Raise `NotAllowed` for a host without a wish, or without a seat.
        """
        device = _device_of(caller)
        if since and caller.is_host(table.id):
            wish = self.wish(table, now)
            if wish is not None and wish.since == since:
                self._pass_on(table, wish, now)
            return
        if caller.is_host(table.id) or not caller.seats(table.id):
            raise NotAllowed(say("Join the table first, or ask the host for your code."))
        # The first seat counts: a phone that takes a second one is no newcomer.
        sat = min(grant.created_at for grant in caller.grants if grant.table_id == table.id and grant.role == "seat")

        def change(kept: str | None) -> str | None:
            wish = _standing(kept, now)
            if not since and (wish is None or wish.is_heard):
                return _written(Wish(device, min(caller.seats(table.id)), now.isoformat(), (device,)))
            if wish is None or wish.is_heard or since not in ("", wish.since):
                return kept
            # Otherwise anyone with the code could sit down and agree with themselves (P6).
            may = device not in wish.agree and sat.isoformat() <= wish.since
            return _written(replace(wish, agree=(*wish.agree, device))) if may else kept

        wish = _standing(self._store.table_settings.change(table.id, "succession", change), now)
        if wish is None or wish.is_heard:
            return
        self.end_minute(table, now, wish.since)
        is_due = self._is_due(table, wish, now)
        if not (is_due and self.has_enough(table, wish)):
            # The host's phone is asked by closing its streams: one that is awake opens them again, and is heard by that.
            asked = [] if is_due else [device_topic(table.id, one) for one in self._hosts(table.id)]
            notify(self._live, table.id, *asked)

    def end_minute(self, table: Table, now: datetime, since: str) -> None:
        """Pass the host's part on if the wish of `since` has waited for its minute alone, whose page ever asks."""
        wish = self.wish(table, now)
        stands = wish is not None and wish.since == since and not wish.is_heard
        if wish and stands and self._was_heard_since(table, wish):
            self._store.table_settings.change(table.id, "succession", _heard)
            notify(self._live, table.id)
        elif wish and stands and self._is_due(table, wish, now) and self.has_enough(table, wish):
            self._pass_on(table, wish, now)

    def let_be(self, table: Table, caller: Caller, now: datetime, since: str) -> None:
        """Ask this phone no more about the wish that stands `since` then; no one, once the host or its own phone says so, or
        too few are left to agree.
        """
        device, others = _device_of(caller), self._others(table)
        decides = caller.is_host(table.id)

        def change(kept: str | None) -> str | None:
            wish = _standing(kept, now)
            if wish is None or wish.since != since or not (decides or device in others):
                return kept
            declined = (*wish.declined, device)
            if decides and device != wish.by:
                return _written(replace(wish, since=now.isoformat(), declined=(wish.by,)))
            is_void = device == wish.by or len(others.difference(declined)) < min(ENOUGH, len(others))
            return None if is_void else _written(replace(wish, declined=declined))

        self._store.table_settings.change(table.id, "succession", change)
        notify(self._live, table.id)

    def hosts_by_device(self, table_id: str, caller: Caller) -> bool:
        """Return whether the asker's phone hosts, by a right of its own."""
        return any(one.role == "host" and one.table_id == table_id and one.kind == "device" for one in caller.grants)

    def hear(self, table_id: str, caller: Caller) -> None:
        """Note that the host's phone is awake: no one takes its part; or one that was silent."""
        was_silent = caller.token_hash in self._silent
        self._silent.discard(caller.token_hash or "")
        # From here on the end of its stream says when it has gone.
        self._heard.pop(caller.token_hash or "", None)
        if not self.hosts_by_device(table_id, caller):
            if was_silent:
                notify(self._live, table_id)
            return
        # Looked at first: this is called by every page and stream of a host, and hardly ever finds a wish.
        kept = self._store.table_settings.get(table_id, "succession")
        is_new = kept is not None and self._store.table_settings.change(table_id, "succession", _heard) != kept
        if was_silent or is_new:
            notify(self._live, table_id)

    def was_host(self, table_id: str, caller: Caller) -> bool:
        """Return whether the asker's phone hosted until its part passed on by itself."""
        kept = self._store.table_settings.get(table_id, "was_host")
        # One that took its part back is still named there.
        return kept is not None and kept == caller.token_hash and not self.hosts_by_device(table_id, caller)

    def hosted_from(self, table_id: str, caller: Caller) -> bool:
        """Return whether another phone that holds a seat of the asker hosted until its part passed on."""
        kept = self._store.table_settings.get(table_id, "was_host")
        seats = caller.seats(table_id)
        if kept in (None, caller.token_hash):
            return False
        rights = [one for one in self._store.grants.at(table_id) if one.token_hash == kept]
        return any(one.role == "seat" and one.seat in seats for one in rights) and all(
            one.role != "host" for one in rights
        )

    def heir(self, table: Table) -> Newest | None:
        """Return who hosts since that part passed on; None if it has not, and for a host without a phone."""
        return self.host(table) if self._store.table_settings.get(table.id, "was_host") is not None else None

    def host(self, table: Table) -> Newest | None:
        """Return who hosts; None for a host without a phone."""
        grants = [one for one in self._store.grants.at(table.id) if one.kind == "device"]
        hosts = {one.token_hash: one.created_at for one in grants if one.role == "host"}
        mine = [one for one in grants if one.role == "seat" and one.token_hash in hosts]
        first = min(mine, key=lambda one: one.created_at, default=None)
        return Newest(first.seat if first else None, max(hosts.values())) if hosts else None

    def take_back(self, table: Table, caller: Caller, now: datetime) -> None:
        """Let the one who lost the table host it again. Raise `NotAllowed` for anyone else."""
        if caller.token_hash is None or not caller.grants:
            raise NoToken
        if not self.was_host(table.id, caller):
            raise NotAllowed(say("Only the host can do that."))
        self._store.table_settings.set(table.id, "succession", None)
        # Not emptied: by this everyone is told who hosts now.
        self._store.table_settings.set(table.id, "was_host", caller.token_hash)
        self._give(table, caller.token_hash, now)

    def has_enough(self, table: Table, wish: Wish) -> bool:
        """Return whether as many phones agree as have to: of one besides the host's, one."""
        return len(wish.agree) >= min(ENOUGH, len(self._others(table)))

    def settled(self, table: Table, wish: Wish) -> frozenset[int]:
        """Return the seats that are not asked: of the phones that agree or let it be, and of those alone that sat down since
        the wish.
        """
        grants = [one for one in self._store.grants.at(table.id) if (one.role, one.kind) == ("seat", "device")]
        sat = {one.token_hash for one in grants if one.created_at.isoformat() <= wish.since}
        asked = {one.seat for one in grants if one.token_hash in sat}
        agreed = {one.seat for one in grants if one.token_hash in (*wish.agree, *wish.declined)}
        return frozenset(
            one.seat for one in grants if one.seat is not None and (one.seat in agreed or one.seat not in asked)
        )

    def hosts_from(self, table_id: str, caller: Caller) -> bool:
        """Return whether another phone that holds a seat of the asker hosts."""
        grants = [one for one in self._store.grants.at(table_id) if one.kind == "device"]
        hosts = {one.token_hash for one in grants if one.role == "host"} - {caller.token_hash}
        seats = caller.seats(table_id)
        return any(one.role == "seat" and one.seat in seats and one.token_hash in hosts for one in grants)

    def _was_heard_since(self, table: Table, wish: Wish) -> bool:
        asked = datetime.fromisoformat(wish.since)
        return any(self._heard.get(one, asked) > asked for one in self._hosts(table.id))

    def _is_due(self, table: Table, wish: Wish, now: datetime) -> bool:
        """Return whether the host had a minute to answer, which began when the phone was lost."""
        return self.is_away(table) or wish.age(now) >= SILENT

    def _pass_on(self, table: Table, wish: Wish, now: datetime) -> None:
        # Before the right is given, while they are still the hosts.
        hosts = self._hosts(table.id)
        self._store.table_settings.set(table.id, "succession", None)
        self._store.table_settings.set(table.id, "was_host", hosts[0] if hosts else None)
        self._give(table, wish.by, now)

    def _give(self, table: Table, device: str, now: datetime) -> None:
        given = Grant(device, "host", "device", now, table.id)
        for one in self._hosts(table.id):
            if one != device:
                try:
                    self._store.grants.pass_on(replace(given, token_hash=one), device)
                except Missing:  # handed to somebody else in the same moment
                    return
        self._store.grants.add(given)
        notify(self._live, rights_topic(table.id), table.id)

    def _others(self, table: Table) -> set[str]:
        """Return the phones of those here, besides the host's."""
        here = {one.seat for one in self._store.seats.at(table.id) if not one.has_left}
        seats = [one for one in self._store.grants.at(table.id) if (one.role, one.kind) == ("seat", "device")]
        # Phones and not seats: one that serves three of them agrees once.
        return {one.token_hash for one in seats if one.seat in here} - {*self._hosts(table.id)}

    def _hosts(self, table_id: str) -> list[str]:
        """Return the devices that host the table."""
        return [one.token_hash for one in self._store.grants.at(table_id) if (one.role, one.kind) == ("host", "device")]


def _device_of(caller: Caller) -> str:
    """Return the asker's phone. Raise `NoToken`."""
    if caller.token_hash is None or not caller.grants:
        raise NoToken
    return caller.token_hash


def _standing(kept: str | None, now: datetime) -> Wish | None:
    wish = _read(kept)
    return wish if wish is not None and not wish.is_over and wish.age(now) < FORGOTTEN else None


def _heard(kept: str | None) -> str | None:
    wish = _read(kept)
    return kept if wish is None or wish.is_over else _written(replace(wish, is_heard=True))


def _asked_anew(kept: str | None, now: datetime) -> str | None:
    wish = _standing(kept, now)
    # From now on: the host's phone has its minute again.
    return _written(replace(wish, since=now.isoformat(), is_heard=False)) if wish and wish.is_heard else kept


def _read(kept: str | None) -> Wish | None:
    found = read_stored(kept, Wish, Wish("", 0, "", ()))
    return found if found.by else None


def _written(wish: Wish) -> str:
    return json.dumps(asdict(wish))
