"""Who holds which seat: links with a seat's token, phones that claim it, rights that are taken back or handed over."""

import base64
import hashlib
import hmac
from collections.abc import Iterable, Set
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from companion.engine.text import say
from companion.live import Live, notify
from companion.match.access import NOBODY, Caller, fresh_token, must_host, must_own
from companion.match.errors import NotAllowed, Unknown
from companion.match.topics import device_topic, owner_topic, rights_topic, strangers_topic
from companion.store import Grant, Missing, Store, Table, token_hash
from companion.table.succession import NEWS

SECRET: Final = "seat_secret"


@dataclass(frozen=True, slots=True)
class Held:
    """A seat as the host sees it: how many devices hold it, and whether the asker's is one of them, and
    whether it is the own seat of one, and of a host's: one that the phone did not take beside another.
    """

    seat: int
    name: str | None
    has_left: bool
    devices: int
    is_mine: bool
    is_host: bool
    has_own: bool


class Seating:
    """Everything about rights at a table. `secret` makes the seats' links, so that the host can see them again."""

    def __init__(self, store: Store, live: Live) -> None:
        self._store = store
        self._live = live
        self._secret = secret_of(store, SECRET)

    def read_secret(self) -> None:
        """Make links with the secret that is in the records now: the records may have been replaced."""
        self._secret = secret_of(self._store, SECRET)

    def token(self, table_id: str, seat: int) -> str:
        serial = self._store.seats.link_serial(table_id, seat)
        # Made from a secret, not drawn and kept, so the host can be shown the link again while only its hash is stored. A new
        # serial makes a new link.
        digest = hmac.new(self._secret, f"{table_id}:{seat}:{serial}".encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest).decode().rstrip("=")

    def find(self, token: str) -> tuple[Table, int]:
        """Return the table and the seat of a seat's link. Raise `Unknown` if it was renewed or never existed."""
        for grant in self._store.grants.of(token_hash(token)):
            table = self._store.tables.get(grant.table_id or "")
            if grant.role == "seat" and grant.kind == "link" and table is not None and grant.seat is not None:
                return table, grant.seat
        raise Unknown("link")

    def held(self, table: Table, caller: Caller) -> tuple[Held, ...]:
        grants = [grant for grant in self._store.grants.at(table.id) if grant.kind == "device"]
        hosts = {grant.token_hash for grant in grants if grant.role == "host"}
        seats = self._store.seats.at(table.id)
        own = _own_seats(grants, {seat.seat for seat in seats if not seat.has_left})
        found = []
        for seat in seats:
            devices = {grant.token_hash for grant in grants if grant.role == "seat" and grant.seat == seat.seat}
            owners = {device for device in devices if own.get(device, seat.seat) == seat.seat}
            is_mine, is_host = caller.token_hash in devices, bool(owners & hosts)
            found.append(Held(seat.seat, seat.name, seat.has_left, len(devices), is_mine, is_host, bool(owners)))
        return tuple(found)

    def was_taken(self, table: Table, seat: int) -> bool:
        """Return whether who sits down there now has been here before: a phone holds the seat or lost it, or they went home."""
        held = next((one for one in self.held(table, NOBODY) if one.seat == seat), None)
        return self.was_freed(table, seat) or (held is not None and (held.devices > 0 or held.has_left))

    def was_freed(self, table: Table, seat: int) -> bool:
        """Return whether the host has ever taken the seat from its phones."""
        return self._store.seats.link_serial(table.id, seat) > 0

    def doubled(self, table_id: str, now: datetime) -> frozenset[tuple[int, str]]:
        """Return the seats that a phone has just taken beside others, each with a device that had it before."""
        shared = {one.seat for one in self._store.seats.at(table_id) if one.phones > 1}
        # Asked only where a seat has several: every board asks.
        grants = self._store.grants.at(table_id) if shared else ()
        phones = sorted(
            (one for one in grants if (one.role, one.kind) == ("seat", "device")), key=lambda one: one.created_at
        )
        by_seat = {seat: [one for one in phones if one.seat == seat] for seat in shared}
        return frozenset(
            (seat, one.token_hash)
            for seat, there in by_seat.items()
            for one in there[:-1]
            if now - there[-1].created_at < NEWS
        )

    def claim(self, table: Table, seat: int, device: str, *, link: str | None = None) -> None:
        """Give the device the seat from now on; no one else loses it. Raise `Unknown` for no such seat or link."""
        self._store.grants.claim_seat(
            table.id, seat, device, datetime.now(UTC), link_hash=None if link is None else token_hash(link)
        )
        # This device's other pages are to see their new rights; one that had no token yet can only be reached as a stranger.
        # Those who had the seat before are to say so at once.
        had = self.doubled(table.id, datetime.now(UTC))
        before = [device_topic(table.id, one) for at, one in had if at == seat]
        notify(self._live, table.id, device_topic(table.id, device), strangers_topic(table.id), *before)

    def release(self, table: Table, seat: int, device: str) -> None:
        """Take the seat from the device, which gives it back; nothing happens if it does not hold it."""
        if self._store.grants.revoke(token_hash=device, table_id=table.id, role="seat", seat=seat):
            self._shut(table)

    def renew(self, table: Table, caller: Caller, seat: int) -> None:
        """Take the seat from every phone and link; a new link is drawn. Raise `NotAllowed`, `Unknown`."""
        must_host(caller, table)
        rights = self._store.grants.at(table.id)
        freed = {one.token_hash for one in rights if (one.role, one.kind, one.seat) == ("seat", "device", seat)}
        self._store.seats.renew_link(table.id, seat)
        link = Grant(token_hash(self.token(table.id, seat)), "seat", "link", datetime.now(UTC), table.id, seat)
        # The old link first: otherwise a phone could still sit down by it once all phones have been sent away.
        self._store.grants.replace(link)
        self._store.grants.revoke(table_id=table.id, role="seat", seat=seat, kind="device")
        # Not None: by this everyone is told who hosts now.
        self._store.table_settings.change(table.id, "was_host", lambda kept: "" if kept in freed else kept)
        self._shut(table)

    def hand_over(self, table: Table, caller: Caller, seat: int) -> None:
        """Let the one other phone of that seat host the table from now on, and no longer the asker, who may take it back.

        Anyone who knows the table's code can take the seat beside its person, so no one can tell whom several phones belong
        to. Raise `NotAllowed`, also for several phones.
        """
        must_host(caller, table)
        devices = [
            grant.token_hash
            for grant in self._store.grants.at(table.id)
            if grant.kind == "device" and grant.role == "seat" and grant.seat == seat
        ]
        if not devices:
            raise NotAllowed(say("This player has no phone yet. Connect one first."))
        others = [device for device in devices if device != caller.token_hash]
        if len(others) > 1:
            raise NotAllowed(say("Several phones have this seat. Free it, then rejoin with one."))
        # The asker's own phone has the seat: there is nothing to hand over.
        if not others:
            return
        given = Grant(others[0], "host", "device", datetime.now(UTC), table.id)
        # A host by this browser hands over the very right; one by a link, or the admin, keeps theirs and gives another.
        if any(one.role == "host" and one.kind == "device" and one.table_id == table.id for one in caller.grants):
            try:
                self._store.grants.pass_on(replace(given, token_hash=caller.token_hash or ""), others[0])
            except Missing as error:  # handed to another person in the same moment
                raise NotAllowed(say("Only the host can do that.")) from error
            # So that it can be taken back from this phone alone, if it was handed to the wrong one.
            self._store.table_settings.set(table.id, "was_host", caller.token_hash)
            self._store.table_settings.set(table.id, "succession", None)
        else:
            self._store.grants.add(given)
        self._shut(table)

    def heir(self, table: Table, caller: Caller, seat: int) -> int | None:
        """Return the seat whose phone hosts once the host goes home from this one; None if another person goes, or
        no one else can.
        """
        held = self.held(table, caller)
        staying = [one for one in held if one.seat != seat and not one.has_left]
        if not any(one.seat == seat and one.is_mine for one in held) or any(one.is_mine for one in staying):
            return None
        # With exactly one phone: of several no one can tell whose they are (`hand_over`).
        after = sorted((one.seat - seat) % len(held) for one in staying if one.devices == 1)
        return (seat + after[0]) % len(held) if after else None

    def close_to_seats(self, table: Table, caller: Caller, *, is_closed: bool) -> None:
        """Set whether only the host enters for others. Raise `NotAllowed`."""
        must_host(caller, table)
        self._store.tables.set_closed_to_seats(table.id, is_closed)
        notify(self._live, table.id)

    def claim_owner(self, token: str, device: str) -> None:
        """Make the device the owner's from now on, and use the link up. Raise `Unknown` if it is used up."""
        # Taken back first: of two browsers that open the link at once, one finds it used up.
        if not self._store.grants.revoke(token_hash=token_hash(token), role="owner", kind="link"):
            raise Unknown("owner link")
        self._store.grants.add(Grant(device, "owner", "device", datetime.now(UTC)))

    def is_owner_link(self, token: str) -> bool:
        """Return whether the owner's link is still valid."""
        return any(grant.role == "owner" and grant.kind == "link" for grant in self._store.grants.of(token_hash(token)))

    def other_owners(self, caller: Caller) -> int:
        """Return how many other browsers own this device. Raise `NotAllowed`."""
        return len(self._other_owners(caller))

    def withdraw_other_owners(self, caller: Caller) -> None:
        """Let the asker alone own this device from now on: a link no one has used yet works no more.

        Raise `NotAllowed`.
        """
        others = self._other_owners(caller)
        # Links before browsers, or a browser just sent away could open one and be back.
        self._store.grants.revoke(role="owner", kind="link")
        for device in others:
            self._store.grants.revoke(token_hash=device, role="owner", kind="device")
            notify(self._live, owner_topic(device))

    def _other_owners(self, caller: Caller) -> list[str]:
        must_own(caller)
        return [device for device in self._store.grants.owners() if device != caller.token_hash]

    def _shut(self, table: Table) -> None:
        notify(self._live, rights_topic(table.id), table.id)


def _own_seats(grants: Iterable[Grant], here: Set[int]) -> dict[str, int]:
    """Return the own seat of each device: of those who are here, the one it took first. Others it only serves."""
    own: dict[str, int] = {}
    for grant in sorted(grants, key=lambda one: one.created_at):
        if grant.role == "seat" and grant.seat is not None and grant.seat in here:
            own.setdefault(grant.token_hash, grant.seat)
    return own


def secret_of(store: Store, key: str) -> bytes:
    """Return a secret of these records, drawn when it is first needed."""
    return store.settings.get_or_set(key, fresh_token()).encode()
