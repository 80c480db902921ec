"""An entry is committed, then told: nobody waits for whoever made it; a match is over with its last entry."""

import json
from dataclasses import replace
from datetime import timedelta
from threading import Thread
from typing import Any

import pytest

from companion.engine.journal import Contested
from companion.live import InProcessLive
from companion.match import journal_codec
from companion.match.enter import Matches
from companion.match.errors import CannotOpen, MovedOn, NotAllowed
from companion.match.precondition import Precondition
from companion.match.session import Session
from companion.match.snapshot import Snapshot
from companion.store import Match, NewEntry, Outage, StoreUnavailable, VersionConflict
from companion.table.seats import Seating
from tests.conformance.playing import golden
from tests.store.evening import NOW
from tests.table.conftest import Round
from tests.there import there

COUNT = {"kind": "count_rings", "seat": 2, "rings": 4}


def test_a_match_lasts_until_it_is_over_whatever_is_noted_or_put_right_later(four: Round) -> None:
    times = iter(NOW + timedelta(minutes=minutes) for minutes in (0, 3, 8, 18))
    matches = Matches(four.store, InProcessLive(), clock=lambda: next(times))
    match = four.begin("points", rounds="3")
    for points in ([1, 2, 3, 4], [4, 3, 2, 2], [0, 0, 0, 1]):
        matches.move(match.id, four.host, {"kind": "score", "points": points}, Precondition())
    matches.note(match.id, four.host, Contested(1, "rule"), Precondition())
    began, ended = matches.snapshot(match.id, four.host).span
    assert ended - began == timedelta(minutes=8)


def test_whoever_looks_before_an_entry_is_answered_sees_all_of_it_or_nothing(
    four: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = InProcessLive()
    match, append, matches = four.begin("land-unter"), four.store.journal.append, Matches(four.store, live)
    looked: list[Snapshot] = []
    told: list[tuple[int, int]] = []

    def look() -> Snapshot:
        looked.append(matches.snapshot(match.id, four.host))
        return looked[-1]

    def look_on_both_sides(*given: Any, **more: Any) -> object:
        look()
        appended = append(*given, **more)
        look()
        return appended

    def tell(topic: str, version: int) -> None:
        if topic == match.id:
            told.append((version, look().version))

    monkeypatch.setattr(four.store.journal, "append", look_on_both_sides)
    monkeypatch.setattr(live, "publish", tell)
    answers = [
        matches.move(match.id, four.host, COUNT, Precondition()),
        matches.abandon(match.id, four.host, Precondition()),
        matches.take_up(match.id, four.host, Precondition()),
    ]
    assert [one.version for one in looked] == [0, 1, 1, 1, 2, 2, 2, 3, 3]
    assert told == [(1, 1), (2, 2), (3, 3)], "who is told can look at it at once"
    assert [(one.version, len(one.entries), one.is_new) for one in answers] == [(at, at, True) for at in (1, 2, 3)]
    for seen in (*looked, *answers, matches.snapshot(match.id, four.host)):
        assert seen.is_abandoned == (seen.match.ended_at is not None) == (seen.version == 2)
        assert seen.match.version == seen.version == len(seen.entries) == len(seen.timeline.events)
        assert seen.replay.state.players[2].rings == (4 if seen.version else None)


def test_nobody_waits_longer_than_for_an_entry_while_other_records_are_put_in_place(
    four: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.store.database.PATIENCE_SECONDS", 0.2)
    match = four.begin("land-unter")
    refused: list[StoreUnavailable] = []

    def look() -> None:
        with pytest.raises(StoreUnavailable) as caught:
            four.matches.snapshot(match.id, four.host)
        refused.append(caught.value)

    looking = Thread(target=look, daemon=True)
    with four.matches.while_replaced():
        looking.start()
        looking.join(10)
        assert [one.reason for one in refused] == [Outage.LOCKED]
    assert four.matches.snapshot(match.id, four.host).version == 0


@pytest.fixture
def overtaking(four: Round, monkeypatch: pytest.MonkeyPatch) -> Round:
    """The table, where another worker is faster with the next entry: seat 1 has counted."""
    right, other = four.store.journal.append, Matches(four.store, InProcessLive())

    def overtaken(match_id: str, *given: object, **more: object) -> object:
        monkeypatch.setattr(four.store.journal, "append", right)
        other.move(match_id, four.host, {**COUNT, "seat": 1}, Precondition())
        raise VersionConflict(other.snapshot(match_id, four.host).version)

    monkeypatch.setattr(four.store.journal, "append", overtaken)
    return four


def test_an_entry_overtaken_at_another_worker_is_made_if_it_means_the_same(overtaking: Round) -> None:
    assert overtaking.tap(overtaking.begin("land-unter"), 0, kind="count_rings", seat="2", rings="4") == 2


def test_an_entry_overtaken_at_another_worker_is_refused_if_it_means_something_else(overtaking: Round) -> None:
    match = overtaking.begin("land-unter")
    with pytest.raises(MovedOn):
        overtaking.tap(match, 0, kind="count_rings", seat="1", rings="4")
    assert overtaking.store.journal.version(match.id) == 1


def test_where_one_phone_holds_several_seats_an_entry_bears_the_one_it_is_made_for(four: Round) -> None:
    third = four.tables.caller(Seating(four.store, InProcessLive()).token(four.table.id, 2))
    both = replace(four.guest, grants=(*four.guest.grants, *third.grants))
    match = four.begin("land-unter")
    for seat in (2, 1):
        four.matches.move(match.id, both, {**COUNT, "seat": seat}, Precondition())
    assert [one.by_seat for one in four.matches.snapshot(match.id, four.host).entries] == [2, 1]


class Killed(BaseException):
    """The process ends here."""


def ended(round_: Round, match: Match) -> bool:
    return there(round_.store.matches.get(match.id)).ended_at is not None


@pytest.fixture
def nearly_over(four: Round) -> tuple[Match, dict[str, Any]]:
    course = golden("land_unter")[0]
    match = four.begin("land-unter", seats=[*range(course["players"])])
    for move in course["moves"][:-1]:
        four.enter(match, **move)
    return match, course["moves"][-1]


def test_a_worker_killed_right_after_the_last_entry_leaves_a_match_that_has_ended(
    four: Round, nearly_over: tuple[Match, dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    match, last = nearly_over

    def die(*_: object) -> None:
        raise Killed

    monkeypatch.setattr(Session, "add", die)
    with pytest.raises(Killed):
        four.enter(match, **last)

    assert four.store.journal.version(match.id) == len(golden("land_unter")[0]["moves"])
    assert ended(four, match)


def test_an_undo_reopens_the_match_and_a_redo_ends_it(four: Round, nearly_over: tuple[Match, dict[str, Any]]) -> None:
    match, last = nearly_over
    assert not ended(four, match)
    four.enter(match, **last)
    assert ended(four, match)
    four.matches.undo(match.id, four.host, None, Precondition(confirm=True))
    assert not ended(four, match)
    seen = four.matches.redo(match.id, four.host, Precondition(confirm=True))
    assert ended(four, match)
    assert seen.match.ended_at == there(four.store.matches.get(match.id)).ended_at


def test_of_entries_taken_back_no_move_is_read(four: Round, monkeypatch: pytest.MonkeyPatch) -> None:
    read, right = list[Any](), journal_codec.read_move

    def noted(game: Any, given: Any, seats: int, **more: Any) -> Any:
        read.append(given)
        return right(game, given, seats, **more)

    monkeypatch.setattr(journal_codec, "read_move", noted)
    match = four.begin("land-unter")
    for rings in range(9):
        four.enter(match, kind="count_rings", seat=0, rings=rings)
        four.matches.undo(match.id, four.host, None, Precondition())
    four.enter(match, kind="count_rings", seat=1, rings=5)
    remembered = four.matches.snapshot(match.id, four.host)
    four.matches.forget(match.id)
    read.clear()

    anew = four.matches.snapshot(match.id, four.host)

    assert read == [{"kind": "count_rings", "rings": 5, "seat": 1}]
    assert anew.replay.state == remembered.replay.state
    assert anew.timeline.events == remembered.timeline.events
    assert len(read) == 10


def test_an_entry_that_cannot_be_understood_is_no_play_that_fell(four: Round) -> None:
    match = four.begin("land-unter")
    body = '{"entry":"played","move":{"kind":"castle"}}'
    four.store.journal.append(match.id, 0, NewEntry(NOW, "host", body))
    four.matches.forget(match.id)
    with pytest.raises(CannotOpen):
        four.matches.snapshot(match.id, four.host)


def test_nothing_is_entered_after_an_entry_that_the_rules_forbid_before_it_is_taken_back(four: Round) -> None:
    match = four.begin("land-unter")
    body = {"entry": "played", "move": {"kind": "trick", "levels": [5, 5], "cards": dict.fromkeys("0123", 1)}}
    four.store.journal.append(match.id, 0, NewEntry(NOW, "host", json.dumps(body)))
    four.matches.forget(match.id)
    counted = {"kind": "count_rings", "seat": 0, "rings": 5}

    with pytest.raises(NotAllowed, match="no longer fits"):
        four.matches.move(match.id, four.host, counted, Precondition())
    four.matches.undo(match.id, four.host, None, Precondition())
    four.matches.move(match.id, four.host, counted, Precondition())

    remembered = four.matches.snapshot(match.id, four.host).replay.state
    four.matches.forget(match.id)
    assert four.matches.snapshot(match.id, four.host).replay.state == remembered
