"""Opening, finding and removing tables and their matches; who holds which right there; how they were used."""

from dataclasses import replace
from datetime import timedelta

import pytest

from companion.store import (
    CodeTaken,
    Grant,
    Missing,
    Repeated,
    Seat,
    Store,
    Table,
    TableUse,
    VersionConflict,
    fresh_id,
    token_hash,
)
from tests.records import reach_in
from tests.store.evening import LATER, NOW, begin_match, entry, play, seat_link, set_table
from tests.there import there


def test_a_code_that_is_taken_is_refused_and_nothing_of_the_table_is_kept(store: Store) -> None:
    set_table(store, "KQTM")
    second = Table(fresh_id(), "KQTM", NOW)
    with pytest.raises(CodeTaken):
        store.tables.create(second, ["Dan"], [Grant(token_hash("t"), "host", "link", NOW, second.id)])
    assert store.tables.get(second.id) is None
    assert store.grants.of(token_hash("t")) == ()


def test_a_grant_for_a_seat_the_new_table_does_not_have_is_refused(store: Store, target: str) -> None:
    table = Table(fresh_id(), "KQTM", NOW)
    with pytest.raises(Missing):
        store.tables.create(table, ["Ana"], [seat_link(table, 1, "t")])
    assert store.tables.get(table.id) is None
    assert reach_in(target, "SELECT name FROM players") == []


def test_a_player_who_sits_at_another_table_too_outlives_a_removed_one(store: Store, target: str) -> None:
    gone, stays = set_table(store, "GONE", ["Ana"]), set_table(store, "STAY", ["Ben"])
    ana = store.seats.at(gone.id)[0].player_id
    reach_in(target, "UPDATE seats SET player_id=%s WHERE table_id=%s", ana, stays.id)
    store.tables.delete(gone.id)
    assert store.seats.at(stays.id) == (Seat(stays.id, 0, ana, "Ana", False),)


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


def test_a_link_that_was_renewed_meanwhile_claims_nothing(store: Store) -> None:
    table = set_table(store)
    store.grants.add(seat_link(table, 1, "link"), seat_link(table, 0, "link of another seat"))
    store.grants.claim_seat(table.id, 1, token_hash("phone"), LATER, link_hash=token_hash("link"))
    assert len(store.grants.of(token_hash("phone"))) == 1
    for bad in ("made up", "link of another seat", "phone"):
        with pytest.raises(Missing, match="link"):
            store.grants.claim_seat(table.id, 1, token_hash("tablet"), LATER, link_hash=token_hash(bad))
    assert store.grants.of(token_hash("tablet")) == ()


def test_the_last_use_is_that_of_the_newest_entry_of_any_match(store: Store) -> None:
    table = set_table(store)
    older, newer = begin_match(store, table), begin_match(store, table)
    store.journal.append(older.id, 0, replace(entry(0), at=LATER))
    play(store, newer, 2)
    assert store.tables.use_of(table.id) == TableUse(table, 2, 2, LATER)


def test_a_table_used_meanwhile_is_not_among_the_unused_however_far_its_stored_last_use_is_behind(store: Store) -> None:
    idle, used = set_table(store, "IDLE"), set_table(store, "USED")
    match = begin_match(store, used)
    minute = timedelta(minutes=1)
    store.journal.append(match.id, 0, replace(entry(0), at=NOW + minute))
    assert store.tables.unused(NOW + minute, 9) == (idle,)
    assert set(store.tables.unused(NOW + 2 * minute, 9)) == {idle, used}
    assert store.tables.contents().last_at == NOW + minute


def test_what_a_worker_of_an_earlier_version_opened_is_looked_at_exactly(store: Store, target: str) -> None:
    table = set_table(store)
    reach_in(target, "UPDATE tables SET last_used = ''")  # as its statement leaves it, which does not know the column
    assert store.tables.unused(NOW, 9) == ()
    assert [use.last_used_at for use in store.tables.uses(9)] == [NOW]
    assert store.tables.unused(NOW + timedelta(days=1), 9) == (table,)


def test_matches_are_numbered_within_their_evening(store: Store) -> None:
    friday, sunday = set_table(store, "FRID"), set_table(store, "SUND")
    matches = [begin_match(store, friday), begin_match(store, friday), begin_match(store, sunday)]
    assert [match.number for match in matches] == [1, 2, 1]
    assert store.matches.at(friday.id) == (matches[0], matches[1])


def test_ids_of_matches_cannot_be_guessed(store: Store) -> None:
    table = set_table(store)
    ids = {begin_match(store, table).id for _ in range(20)}
    assert len(ids) == 20
    assert min(map(len, ids)) >= 22  # 128 bits, six in a letter


def test_a_match_ends_with_the_entry_that_ends_it_and_goes_on_with_the_one_that_reopens_it(store: Store) -> None:
    match = begin_match(store)
    store.journal.append(match.id, 0, entry(0, "tap"))
    assert there(store.matches.get(match.id)).ended_at is None

    with pytest.raises(VersionConflict):
        store.journal.append(match.id, 0, replace(entry(1), ends_at=LATER))
    assert store.journal.append(match.id, 0, replace(entry(0, "tap"), ends_at=LATER)) == Repeated(0)
    assert there(store.matches.get(match.id)).ended_at is None

    store.journal.append(match.id, 1, replace(entry(1), ends_at=LATER))
    store.journal.append(match.id, 2, entry(2))
    ended = there(store.matches.get(match.id))
    assert (ended.version, ended.ended_at) == (3, LATER)

    store.journal.append(match.id, 3, replace(entry(3), reopens=True))
    assert there(store.matches.get(match.id)).ended_at is None


def test_a_match_needs_a_table_and_seats_that_are_there(store: Store) -> None:
    table = set_table(store)
    with pytest.raises(Missing, match="table"):
        store.matches.create("nothing", "some-game", "{}", [], NOW)
    with pytest.raises(Missing, match="seat"):
        store.matches.create(table.id, "some-game", "{}", [0, 3], NOW)
    assert store.matches.at(table.id) == ()


def test_a_removed_match_leaves_the_others_of_its_evening_alone(store: Store) -> None:
    table = set_table(store)
    gone, stays = begin_match(store, table), begin_match(store, table)
    play(store, gone, 2)
    play(store, stays, 2)
    store.matches.delete(gone.id)
    assert store.matches.at(table.id) == (store.matches.get(stays.id),)
    assert store.journal.verify(stays.id) == 2
    assert begin_match(store, table).number == 3
