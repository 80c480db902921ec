"""Who holds which right, and claiming a seat."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.store import Grant, Missing, Store, token_hash
from tests.records import reach_in
from tests.store.evening import LATER, NOW, seat_link, set_table

OWNER = Grant(token_hash("owner"), "owner", "link", NOW)


def test_a_token_is_stored_only_as_its_sha256(store: Store, target: str) -> None:
    assert token_hash("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    store.grants.add(OWNER)
    with pytest.raises(ValueError, match="SHA-256"):
        store.grants.add(replace(OWNER, token_hash="owner"))
    assert reach_in(target, "SELECT token_hash FROM grants") == [(token_hash("owner"),)]


def test_a_token_gives_all_that_was_granted_to_it_and_nothing_else(store: Store) -> None:
    table, other = set_table(store, "ABCD"), set_table(store, "EFGH")
    host = Grant(token_hash("t"), "host", "device", NOW, table.id)
    seats = [seat_link(table, 0, "t"), seat_link(table, 1, "t"), seat_link(other, 0, "t")]
    store.grants.add(OWNER, host, *seats, seat_link(other, 1, "u"))
    assert set(store.grants.of(token_hash("t"))) == {host, *seats}
    assert store.grants.of(token_hash("unknown")) == ()
    assert store.grants.of("no hash at all") == ()


SENSELESS: list[Grant] = [
    Grant(token_hash("t"), "owner", "link", NOW, "table"),
    Grant(token_hash("t"), "host", "link", NOW),
    Grant(token_hash("t"), "host", "link", NOW, "table", 0),
    Grant(token_hash("t"), "seat", "link", NOW, "table"),
    Grant(token_hash("t"), "seat", "link", NOW, None, 0),
    Grant(token_hash("t"), "king", "link", NOW),  # type: ignore[arg-type]
    Grant(token_hash("t"), "owner", "spell", NOW),  # type: ignore[arg-type]
    Grant(token_hash("t"), "owner", "link", NOW.replace(tzinfo=None)),
]


def test_rights_at_a_table_or_seat_that_is_not_there_are_refused_all_together(store: Store) -> None:
    table = set_table(store)
    for nowhere in (replace(seat_link(table, 0, "t"), table_id="nothing"), seat_link(table, 3, "t")):
        with pytest.raises(Missing):
            store.grants.add(OWNER, nowhere)
        with pytest.raises(Missing):
            store.grants.replace(nowhere)
    assert store.grants.of(OWNER.token_hash) == ()


def test_a_renewed_link_takes_the_place_of_the_old_and_of_no_other(store: Store) -> None:
    table = set_table(store)
    device = Grant(token_hash("phone"), "seat", "device", NOW, table.id, 0)
    store.grants.add(OWNER, seat_link(table, 0, "old"), seat_link(table, 1, "other"), device)
    store.grants.replace(seat_link(table, 0, "new"))
    store.grants.replace(replace(OWNER, token_hash=token_hash("new owner")))
    assert set(store.grants.at(table.id)) == {seat_link(table, 0, "new"), seat_link(table, 1, "other"), device}
    assert store.grants.of(token_hash("old")) == store.grants.of(OWNER.token_hash) == ()
    assert len(store.grants.of(token_hash("new owner"))) == 1


@pytest.fixture
def claim(store: Store) -> Callable[..., None]:
    """Claims seat 1 of a new table for the named device."""
    table = set_table(store)
    store.grants.add(seat_link(table, 1, "link"), seat_link(table, 0, "link of another seat"))

    def claim_it(device: str, link_hash: str | None = None) -> None:
        store.grants.claim_seat(table.id, 1, token_hash(device), LATER, link_hash=link_hash)

    return claim_it


def test_a_link_that_was_renewed_meanwhile_claims_nothing(store: Store, claim: Callable[..., None]) -> None:
    claim("phone", link_hash=token_hash("link"))
    assert len(store.grants.of(token_hash("phone"))) == 1
    for bad in ("made up", "link of another seat", "phone"):
        with pytest.raises(Missing, match="link"):
            claim("tablet", link_hash=token_hash(bad))
    assert store.grants.of(token_hash("tablet")) == ()
