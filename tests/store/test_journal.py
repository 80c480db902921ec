"""Appending to a journal and reading it back; what a process that alone writes knows, it does not ask."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import Connection

from companion.store import (
    Appended,
    BrokenChain,
    Entry,
    Match,
    Missing,
    NewEntry,
    Remark,
    Repeated,
    Store,
    Unstorable,
    VersionConflict,
    token_hash,
)
from companion.store.sqlite import SqliteDatabase
from tests.records import reach_in
from tests.store.evening import NOW, begin_match, entry, opened, play, seat_link, seq
from tests.there import there


def test_entries_come_back_in_order_as_they_were_given(store: Store, match: Match) -> None:
    first = store.journal.append(match.id, 0, NewEntry(NOW, "seat", '{"é":"水"}', by_seat=2, idem="k"))
    second = store.journal.append(match.id, 1, NewEntry(NOW, "host", "{}"))
    assert isinstance(first, Appended)
    assert isinstance(second, Appended)
    assert store.journal.entries(match.id) == (
        Entry(match.id, 0, NOW, 2, "seat", '{"é":"水"}', "k", first.hash),
        Entry(match.id, 1, NOW, None, "host", "{}", None, second.hash),
    )
    assert store.journal.version(match.id) == 2


def test_an_entry_is_stale_unless_it_is_the_very_next(subtests: pytest.Subtests, store: Store, match: Match) -> None:
    play(store, match, 3)
    for taken_or_beyond in (-1, 0, 2, 4, 2**40, 2**80):
        with subtests.test(taken_or_beyond=taken_or_beyond):
            with pytest.raises(VersionConflict) as caught:
                store.journal.append(match.id, taken_or_beyond, entry(9))
            assert caught.value.current_version == 3
            assert store.journal.version(match.id) == 3
    assert seq(store.journal.append(match.id, 3, entry(3))) == 3


def test_the_same_key_again_adds_nothing_whatever_the_version(store: Store, match: Match) -> None:
    store.journal.append(match.id, 0, entry(0, "a tap"))
    assert store.journal.append(match.id, 0, entry(0, "a tap")) == Repeated(0)
    assert store.journal.append(match.id, 1, entry(7, "a tap")) == Repeated(0)
    assert store.journal.append(match.id, 99, entry(0, "a tap")) == Repeated(0)
    assert store.journal.verify(match.id) == 1


def test_there_is_no_journal_without_a_match(store: Store) -> None:
    for ask in (store.journal.version, store.journal.entries, store.journal.verify):
        with pytest.raises(Missing, match="match"):
            ask("nothing")
    with pytest.raises(Missing, match="match"):
        store.journal.append("nothing", 0, entry(0))


def test_a_removed_match_takes_no_entries_though_it_was_in_play(store: Store, match: Match) -> None:
    play(store, match, 2)
    store.matches.delete(match.id)
    with pytest.raises(Missing):
        store.journal.append(match.id, 2, entry(2))
    with pytest.raises(Missing):
        store.journal.version(match.id)


def test_times_come_back_in_utc_to_the_microsecond(store: Store, match: Match) -> None:
    in_lisbon = datetime(2026, 7, 1, 20, 4, 5, 7, tzinfo=timezone(timedelta(hours=1)))
    long_ago = datetime(2, 1, 1, tzinfo=UTC)
    store.journal.append(match.id, 0, NewEntry(in_lisbon, "seat", "{}"))
    store.journal.append(match.id, 1, NewEntry(long_ago, "seat", "{}"))
    assert [found.at for found in store.journal.entries(match.id)] == [in_lisbon, long_ago]
    assert all(found.at.tzinfo == UTC for found in store.journal.entries(match.id))


def test_no_entry_takes_the_place_of_one_its_match_knows_nothing_of(store: Store, target: str, match: Match) -> None:
    play(store, match, 2)
    before = store.journal.entries(match.id)
    reach_in(target, "UPDATE matches SET version=1, head=%s WHERE id=%s", before[0].hash, match.id)
    with pytest.raises((VersionConflict, BrokenChain)):
        store.journal.append(match.id, 1, entry(7))
    assert store.journal.entries(match.id) == before


def test_words_come_with_their_entry_or_not_at_all(store: Store, match: Match) -> None:
    said = NewEntry(NOW, "seat", "{}", 0, "key", remark="Ana counts badly")
    with pytest.raises(VersionConflict):
        store.journal.append(match.id, 3, said)
    with pytest.raises(Unstorable):
        store.journal.append(match.id, 0, replace(said, remark="half a letter: \ud800"))
    assert store.remarks.of(match.id) == ()
    assert store.journal.version(match.id) == 0
    store.journal.append(match.id, 0, said)
    assert store.remarks.of(match.id) == (Remark(match.id, 0, "Ana counts badly"),)
    store.journal.append(match.id, 0, replace(said, remark="other words, the same key"))
    assert [one.text for one in store.remarks.of(match.id)] == ["Ana counts badly"]


def test_what_is_known_is_what_was_written_last(store: Store, match: Match) -> None:
    table = there(store.tables.get(match.table_id))
    assert store.grants.of(token_hash("a link")) == ()
    store.grants.add(seat_link(table, 1, "a link"))
    assert [one.seat for one in store.grants.of(token_hash("a link"))] == [1]
    store.grants.revoke(token_hash=token_hash("a link"))
    assert store.grants.of(token_hash("a link")) == ()


class Overtaken(SqliteDatabase):
    """A database in which something is written after an answer and before it is known."""

    between: Callable[[], object] | None = None

    @contextmanager
    def read(self) -> Iterator[Connection]:
        with super().read() as connection:
            yield connection
        between, self.between = self.between, None
        if between:
            between()


def test_an_answer_from_before_an_entry_is_not_known_after_it(file: Path) -> None:
    with opened(file, Overtaken) as (store, database):
        match = begin_match(store)
        play(store, match, 3)
        last = store.journal.head(match.id).hash
        store.settings.set("anything", "else")
        assert isinstance(database, Overtaken)
        database.between = lambda: store.journal.append(match.id, 3, entry(3), after=last)
        store.journal.head(match.id)
        assert store.journal.version(match.id) == 4


def test_records_put_back_to_a_copy_are_noticed_by_the_next_entry(store: Store, match: Match, target: str) -> None:
    play(store, match, 3)
    last = store.journal.head(match.id).hash
    before = store.journal.entries(match.id)[1].hash
    reach_in(target, "DELETE FROM journal WHERE match_id = %s AND seq = 2", match.id)
    reach_in(target, "UPDATE matches SET version = 2, head = %s WHERE id = %s", before, match.id)
    with pytest.raises(VersionConflict) as noticed:
        store.journal.append(match.id, 3, entry(3), after=last)
    assert noticed.value.current_version == 2
    assert store.journal.head(match.id) == (2, before)
