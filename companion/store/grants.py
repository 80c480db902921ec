"""Who holds which right. Only the SHA-256 of a token is ever stored."""

import hashlib
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, select
from sqlalchemy.exc import IntegrityError

from companion.store import checks
from companion.store.database import Repository, insert_into, known_alone
from companion.store.errors import Missing
from companion.store.rows import Grant, Kind, Role
from companion.store.schema import grants, seats

_OF_TOKEN = select(grants).where(grants.c.token_hash == bindparam("token")).order_by(grants.c.created_at)
_SHAPES: dict[Role, tuple[bool, bool]] = {"owner": (False, False), "host": (True, False), "seat": (True, True)}
"""Whether a grant of the role names a table and a seat."""


def token_hash(token: str) -> str:
    """Return what is stored of a token: its SHA-256 in hexadecimal."""
    # A cookie may hold any text: one that is no UTF-8 has a hash too, which fits no right.
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


class GrantRepository(Repository):
    """Giving, finding and taking back rights."""

    def add(self, *given: Grant) -> None:
        """Give rights, all or none; those already given stay as they are. Raise Missing, ValueError."""
        try:
            with self._database.transaction() as connection:
                add_grants(connection, given)
        except IntegrityError as error:
            raise Missing("seat") from error

    @known_alone
    def of(self, token_hash: str) -> tuple[Grant, ...]:
        """Return every right the token gives, oldest first."""
        return self._grants(_OF_TOKEN, token=token_hash)

    def at(self, table_id: str) -> tuple[Grant, ...]:
        """Return every right at the table: who holds which seat."""
        there = select(grants).where(grants.c.table_id == table_id)
        return self._grants(there.order_by(grants.c.seat, grants.c.created_at, grants.c.token_hash))

    def owners(self) -> tuple[str, ...]:
        """Return the hashed token of every browser that owns this device, oldest first."""
        owners = select(grants.c.token_hash).where(grants.c.role == "owner", grants.c.kind == "device")
        with self._database.read() as connection:
            return tuple(connection.scalars(owners.order_by(grants.c.created_at, grants.c.token_hash)))

    def revoke(
        self,
        *,
        token_hash: str | None = None,
        table_id: str | None = None,
        role: Role | None = None,
        seat: int | None = None,
        kind: Kind | None = None,
    ) -> int:
        """Return how many grants were taken back: those that fit everything named. Raise ValueError if nothing is."""
        named = {"token_hash": token_hash, "table_id": table_id, "role": role, "seat": seat, "kind": kind}
        fits = [grants.c[name] == value for name, value in named.items() if value is not None]
        # Without a condition this DELETE would take every right there is.
        if not fits:
            raise ValueError("name what is to be revoked")
        with self._database.transaction() as connection:
            return connection.execute(delete(grants).where(*fits)).rowcount

    def replace(self, new: Grant) -> None:
        """Give a right in place of all of the same role, table, seat and kind: a renewed link. Raise Missing."""
        try:
            with self._database.transaction() as connection:
                # In one transaction with the new one: a seat is never without a link.
                connection.execute(delete(grants).where(_same_right(new)))
                add_grants(connection, [new])
        except IntegrityError as error:
            raise Missing("seat") from error

    def pass_on(self, right: Grant, to_hash: str) -> None:
        """Give another person a right in place of the one who has it. Raise Missing where that one has it no more."""
        with self._database.transaction() as connection:
            held = delete(grants).where(_same_right(right), grants.c.token_hash == right.token_hash)
            # The DELETE is the check: of two who pass the same right on at once, the second deletes nothing.
            if not connection.execute(held).rowcount:
                raise Missing("right")
            add_grants(connection, [replace(right, token_hash=to_hash)])

    def claim_seat(
        self, table_id: str, seat: int, device_hash: str, at: datetime, *, link_hash: str | None = None
    ) -> None:
        """Let the device hold the seat. Claiming again changes nothing.

        A seat that others hold is given too, so that no one is locked out. With `link_hash` the seat's link must still be
        good. Raise Missing.
        """
        new = Grant(device_hash, "seat", "device", at, table_id, seat)
        with self._database.transaction() as connection:
            # Locked, so that a link renewed in this moment either stops this claim or comes after it.
            held = select(seats.c.seat).where(seats.c.table_id == table_id, seats.c.seat == seat).with_for_update()
            if connection.execute(held).one_or_none() is None:
                raise Missing("seat")
            link = select(grants).where(_same_right(new, "link"), grants.c.token_hash == link_hash)
            if link_hash is not None and connection.execute(link).first() is None:
                raise Missing("link")
            add_grants(connection, [new])

    def _grants(self, statement: Any, **wanted: str) -> tuple[Grant, ...]:
        with self._database.read() as connection:
            return tuple(
                Grant(row.token_hash, row.role, row.kind, checks.instant(row.created_at), row.table_id, row.seat)
                for row in connection.execute(statement, wanted)
            )


def add_grants(connection: Connection, given: Iterable[Grant]) -> None:
    """Add rights within a transaction. Raise ValueError for a right that makes no sense."""
    rows = [_stored(grant) for grant in given]
    if rows:
        # A code scanned twice, or on two tabs, gives the same right twice: neither an error nor a second row.
        connection.execute(insert_into(connection, grants).on_conflict_do_nothing(), rows)


def _same_right(grant: Grant, kind: Kind | None = None) -> ColumnElement[bool]:
    return and_(
        grants.c.role == grant.role,
        grants.c.kind == (kind or grant.kind),
        # Not `==`: an owner's right names no table, and NULL equals nothing in SQL.
        grants.c.table_id.is_not_distinct_from(grant.table_id),
        grants.c.seat.is_not_distinct_from(grant.seat),
    )


def _stored(grant: Grant) -> dict[str, str | int | None]:
    if _SHAPES.get(grant.role) != (grant.table_id is not None, grant.seat is not None):
        raise ValueError("an owner's grant names no table, a host's a table, a seat's a table and a seat")
    if grant.kind not in ("link", "device"):
        raise ValueError("a grant is for a link or a device")
    return {
        "token_hash": checks.token_hash(grant.token_hash),
        "table_id": grant.table_id,
        "role": grant.role,
        "seat": grant.seat,
        "kind": grant.kind,
        "created_at": checks.instant_text(grant.created_at),
    }
