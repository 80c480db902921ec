"""A store that came back without its last entries: what is gone is neither shown nor judged upon."""

import pytest

from companion.live import InProcessLive
from companion.match.enter import Matches
from companion.match.errors import MovedOn
from companion.match.precondition import Precondition
from companion.match.session import Session, Sessions, memory_bytes
from companion.match.topics import rights_topic
from tests.records import reach_in
from tests.table.conftest import Round

COUNTED = [{"kind": "count_rings", "seat": seat, "rings": rings} for seat, rings in enumerate((4, 5, 3, 6))]


@pytest.fixture
def worker(four: Round) -> Matches:
    """A worker that holds the match of `four`, in which three have counted."""
    return Matches(four.store, InProcessLive())


def count(worker: Matches, four: Round, match_id: str, seat: int, rings: int = 0) -> int:
    move = COUNTED[seat] | ({"rings": rings} if rings else {})
    return worker.move(match_id, four.host, move, Precondition()).version


def lose(four: Round, match_id: str, left: int) -> None:
    """Take the last entries away, as a standby that had not received them yet."""
    heads = [entry.hash for entry in four.store.journal.entries(match_id)]
    place = f"{four.store.folder}/t.sqlite"
    reach_in(place, "DELETE FROM journal WHERE match_id = %s AND seq >= %s", match_id, left)
    reach_in(place, "UPDATE matches SET version = %s, head = %s WHERE id = %s", left, heads[left - 1], match_id)
    four.store.settings.set("anything", "new")


def rings_of(worker: Matches, four: Round, match_id: str) -> list[int]:
    """What each entry that a worker shows says."""
    return [event.move.rings for event in worker.snapshot(match_id, four.host).timeline.events]  # type: ignore[union-attr]


def test_a_worker_shows_what_is_and_ends_streams_that_showed_more(four: Round, monkeypatch: pytest.MonkeyPatch) -> None:
    told, live = list[str](), InProcessLive()
    worker, match_id = Matches(four.store, live), four.begin("land-unter").id
    assert [count(worker, four, match_id, seat) for seat in (0, 1, 2)] == [1, 2, 3]
    monkeypatch.setattr(live, "publish", lambda topic, _: told.append(topic))
    lose(four, match_id, 1)
    assert rings_of(worker, four, match_id) == [4]
    assert told == [rights_topic(four.table.id)]
    assert count(worker, four, match_id, 1) == 2
    assert four.store.journal.verify(match_id) == 2


def test_a_worker_that_has_not_looked_since_judges_on_nothing_that_is_gone(four: Round, worker: Matches) -> None:
    match_id = four.begin("land-unter").id
    other = Matches(four.store, InProcessLive())
    assert [count(worker, four, match_id, seat) for seat in (0, 1, 2)] == [1, 2, 3]
    lose(four, match_id, 1)
    assert [count(other, four, match_id, seat, 2) for seat in (3, 2)] == [2, 3]
    assert rings_of(worker, four, match_id) == [4, 2, 2]
    assert count(worker, four, match_id, 1) == 4
    assert four.store.journal.verify(match_id) == 4


def test_an_entry_is_refused_at_last_where_others_are_always_faster(
    four: Round, worker: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = four.begin("land-unter").id
    count(worker, four, match_id, 0)
    lose(four, match_id, 1)
    Matches(four.store, InProcessLive()).undo(match_id, four.host, 0, Precondition())
    monkeypatch.setattr(Sessions, "catch_up", lambda sessions, session: None)
    with pytest.raises(MovedOn):
        count(worker, four, match_id, 1)


def test_a_match_in_which_an_entry_is_being_made_is_not_loaded_beside_itself(four: Round, worker: Matches) -> None:
    first, second = four.begin("land-unter").id, four.begin("limits").id
    count(worker, four, first, 0)
    sessions = Sessions(four.store, most_entries=0)
    with sessions.use(first) as held:
        sessions.snapshot(second, four.host)
    assert session_of(sessions, first) is held


def test_matches_take_their_share_of_memory_and_the_one_not_used_longest_goes(four: Round, worker: Matches) -> None:
    assert memory_bytes() > 1 << 27
    first = four.begin("land-unter").id
    count(worker, four, first, 0)
    second = four.begin("land-unter").id
    count(worker, four, second, 0)
    third = four.begin("limits").id
    sessions = Sessions(four.store, most_entries=1)
    longest_ago, later = session_of(sessions, first), session_of(sessions, second)
    session_of(sessions, third)
    assert session_of(sessions, second) is later
    assert session_of(sessions, first) is not longest_ago


def session_of(sessions: Sessions, match_id: str) -> Session:
    """The session of a match: the one in memory, or one that is loaded now."""
    with sessions.use(match_id) as held:
        return held
