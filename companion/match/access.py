"""Who asks, and what that person may do (design: owner, host, seat, spectator)."""

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass

from companion.engine.game import Viewer
from companion.engine.text import say
from companion.match.errors import NotAllowed, NoToken
from companion.store import Grant, Match, Table


@dataclass(frozen=True, slots=True)
class Caller:
    """The holder of one token: its hash and every right granted to it. No one's caller has no hash and no rights.

    `passed_to` is the match and the seat ("match:seat") that a browser was passed to; None for a program.
    `own` is the table and the seat there ("table:seat") of whose phone it is, kept since it was first passed on.
    """

    token_hash: str | None = None
    grants: tuple[Grant, ...] = ()
    passed_to: str | None = None
    own: str = ""

    @property
    def is_owner(self) -> bool:
        """Whether this is the owner of the device Tableside runs on."""
        return any(grant.role == "owner" for grant in self.grants)

    def is_host(self, table_id: str) -> bool:
        """Return whether this person hosts the table; the owner of the device may do what a host may."""
        return self.is_owner or any(grant.role == "host" and grant.table_id == table_id for grant in self.grants)

    def seats(self, table_id: str) -> frozenset[int]:
        """Return the table seats this person holds."""
        return frozenset(
            grant.seat
            for grant in self.grants
            if grant.role == "seat" and grant.table_id == table_id and grant.seat is not None
        )

    def seats_in(self, match: Match) -> frozenset[int]:
        """Return the seats of a match that this person holds."""
        mine = self.seats(match.table_id)
        return frozenset(seat for seat, at in enumerate(match.seats) if at in mine)

    def viewer_of(self, match: Match) -> Viewer:
        """Return the viewer as whom this person sees a match: with all seats held, or with that to which a phone was
        passed.
        """
        return Viewer(self._viewing_seats(match, self.seats_in(match)))

    def own_seat(self, match: Match) -> int | None:
        """Whose phone it is, where it was passed on; None if no one's is known."""
        held = self.seats_in(match)
        return next((one for one in held if f"{match.table_id}:{match.seats[one]}" == self.own), None)

    def _viewing_seats(self, match: Match, held: frozenset[int]) -> frozenset[int]:
        """Return the seats with whose eyes it looks at a match in which it holds these.

        A program looks with all of them. People share a browser, so of several seats it looks with the one it was
        passed to in this match, if any; a match in which no one has passed it yet, with its owner's.
        """
        # One seat alone needs no passing on: its phone always looks with its eyes.
        if self.passed_to is None or len(held) == 1:
            return held
        # A cookie, so it may say anything: it only chooses among seats that this browser holds.
        there, _, seat = self.passed_to.partition(":")
        looks = seat if there == match.id else str(self.own_seat(match))
        return frozenset(one for one in held if str(one) == looks)

    def is_at(self, table_id: str) -> bool:
        """Return whether this person sits at the table or hosts it."""
        return self.is_host(table_id) or bool(self.seats(table_id))

    def scoped(self, key: str) -> str:
        """Return an idempotency key that belongs to this caller alone."""
        return hashlib.sha256(f"{self.token_hash}:{key}".encode()).hexdigest()


NOBODY = Caller()


def fresh_token() -> str:
    """Return a random token of 256 bits, as text for an address or a header."""
    return secrets.token_urlsafe(32)


def must_host(caller: Caller, table: Table) -> None:
    """Raise `NoToken` without a token, `NotAllowed` for anyone but the host."""
    if not caller.grants:
        raise NoToken
    if not caller.is_host(table.id):
        raise NotAllowed(say("Only the host can do that."))


def must_own(caller: Caller) -> None:
    """Raise `NoToken` without a token, `NotAllowed` for anyone but the admin of this device."""
    if not caller.grants:
        raise NoToken
    if not caller.is_owner:
        raise NotAllowed(say("Only the admin can do that."))


def must_enter(caller: Caller, table: Table, seats: Iterable[int | None]) -> None:
    """Raise if the caller may not enter for all of `seats` (table seats; None: for the whole table)."""
    if not caller.grants:
        raise NoToken
    # Before the seats are asked for: a host need not sit at the table to enter for it.
    if caller.is_host(table.id):
        return
    mine = caller.seats(table.id)
    if not mine:
        raise NotAllowed(say("Join the table first, or ask the host for your code."))
    # Open tables let anyone at them enter for others, because at a real table one person often taps for all.
    if table.closed_to_seats and not set(seats) <= mine:
        raise NotAllowed(say("Only the host can do that."))
