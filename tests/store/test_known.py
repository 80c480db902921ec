"""What a process that alone writes knows, it does not ask: an entry is one change and one row."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import Connection

from companion.store import Match, Store, VersionConflict, token_hash
from tests.records import reach_in
from tests.store.evening import begin_match, entry, play, seat_link


@pytest.fixture
def match(store: Store) -> Match:
    """A match with three entries, at whose table nothing but them was written within ten minutes."""
    begun = begin_match(store)
    play(store, begun, 3)
    return begun


def head(store: Store, match: Match) -> str:
    return store.journal.head(match.id).hash


def test_what_is_known_is_what_was_written_last(store: Store, match: Match) -> None:
    table = store.tables.get(match.table_id)
    assert table is not None
    assert store.grants.of(token_hash("a link")) == ()
    store.grants.add(seat_link(table, 1, "a link"))
    assert [one.seat for one in store.grants.of(token_hash("a link"))] == [1]
    store.grants.revoke(token_hash=token_hash("a link"))
    assert store.grants.of(token_hash("a link")) == ()


def test_an_answer_from_before_an_entry_is_not_known_after_it(
    store: Store, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    last, read = head(store, match), store._database.read
    store.settings.set("anything", "else")

    @contextmanager
    def overtaken() -> Iterator[Connection]:
        with read() as connection:
            yield connection
        monkeypatch.undo()
        store.journal.append(match.id, 3, entry(3), after=last)

    monkeypatch.setattr(store._database, "read", overtaken)
    store.journal.head(match.id)
    assert store.journal.version(match.id) == 4


def test_records_put_back_to_a_copy_are_noticed_by_the_next_entry(store: Store, match: Match, target: str) -> None:
    last = head(store, match)
    before = store.journal.entries(match.id)[1].hash
    reach_in(target, "DELETE FROM journal WHERE match_id = %s AND seq = 2", match.id)
    reach_in(target, "UPDATE matches SET version = 2, head = %s WHERE id = %s", before, match.id)
    with pytest.raises(VersionConflict) as noticed:
        store.journal.append(match.id, 3, entry(3), after=last)
    assert noticed.value.current_version == 2
    assert store.journal.head(match.id) == (2, before)
