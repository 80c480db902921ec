"""The next match of an evening: who starts it, by the rule, by lot or as agreed; and that it is begun once."""

import itertools
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.engine.errors import NotAMove
from companion.live import InProcessLive
from companion.match.precondition import Precondition
from companion.store import Store
from companion.table.next_match import MatchStarter, NewMatch, Started
from companion.table.seating_order import SeatingOrder
from tests.table.conftest import Round, at_another


def test_whom_the_table_taps_as_the_youngest_or_the_oldest_starts_by_the_rule(four: Round) -> None:
    limits, nile = four.begin("limits", "rule-2"), four.begin("nile", "rule-1")
    assert (four.moves(limits), limits.seats) == ([{"kind": "start", "seat": 0}], (2, 3, 0, 1))
    assert (four.moves(nile), nile.seats[0]) == ([{"kind": "starter", "seat": 0}], 1)
    assert four.match_starter.started(limits) == Started("rule", 2)


def test_whom_nobody_tapped_the_board_asks_for(four: Round) -> None:
    match = four.begin("limits")
    assert four.match_starter.started(match) == Started("rule", None)
    assert four.moves(match) == []


def test_where_a_table_tracks_the_fields_too_the_pillar_is_asked_for_once(four: Round) -> None:
    match = four.begin("nile", "rule-1", depth="board")
    assert [move["kind"] for move in four.moves(match)] == ["starter"]
    assert four.match_starter.started(match) == Started("rule", 1)


def test_a_table_is_told_of_a_match_when_it_is_known_who_starts(four: Round, monkeypatch: pytest.MonkeyPatch) -> None:
    known: list[list[Started | None]] = []

    def look(live: InProcessLive, topic: str, level: int) -> None:
        if topic == four.table.id:
            known.append([four.match_starter.started(match) for match in four.tables.matches(four.table)])

    monkeypatch.setattr(InProcessLive, "publish", look)
    four.begin("nile", "rule-1")
    assert known == [[Started("rule", 1)]]


def test_what_the_lot_decided_stands_in_the_journal(four: Round) -> None:
    match = four.begin("limits", "lot", [0, 1, 2])
    assert match.seats == (2, 0, 1)
    assert four.moves(match) == [{"kind": "start", "seat": 0, "by": "lot"}]


def test_a_table_may_agree_on_anybody_who_plays(four: Round) -> None:
    match = four.begin("limits", "seat-1", [0, 1, 2])
    assert match.seats == (1, 2, 0)
    assert four.moves(match) == [{"kind": "start", "seat": 0, "by": "agreed"}]
    with pytest.raises(NotAMove):
        four.begin("limits", "seat-3", [0, 1, 2])
    for nonsense in ("seat-", "seat-x", "somebody", ""):
        with pytest.raises(NotAMove):
            four.begin("limits", nonsense)


def test_a_match_set_up_anew_before_anything_was_entered_starts_with_the_same_and_leaves_the_old(four: Round) -> None:
    waiting = four.begin("limits", "seat-2")
    other = four.begin("down-under")
    anew = four.begin("limits", "seat-2", pile="logged")
    assert anew.seats == waiting.seats == (2, 3, 0, 1)
    assert four.moves(waiting)[-1] == {"kind": "abandon"}
    ended = {match.id: match.ended_at is not None for match in four.tables.matches(four.table)}
    assert [ended[match.id] for match in (waiting, other, anew)] == [True, False, False]


@pytest.fixture
def lots(four: Round) -> MatchStarter:
    """A match starter with lots that fall on another seat each time."""
    found = itertools.count(2)
    seating_order = SeatingOrder(four.store, four.tables, lambda seats: seats[next(found) % len(seats)])
    return MatchStarter(four.store, four.tables, four.matches, seating_order, four.faces)


@pytest.mark.parametrize("slug", ["limits", "down-under", "land-unter"])
@pytest.mark.parametrize("start", ["lot", "rule", "seat-2"])
def test_what_was_begun_since_the_form_was_drawn_is_not_begun_again_by_the_same_wish(
    four: Round, lots: MatchStarter, slug: str, start: str
) -> None:
    asked = (four.table, four.host, NewMatch(slug, {}, None, start))
    first = lots.begin(*asked, after="")
    assert [lots.begin(*asked, after=after).id for after in ("", "one before")] == [first.id, first.id]
    assert len(four.tables.matches(four.table)) == 1
    anew = lots.begin(*asked, after=first.id)
    assert anew.id != first.id
    assert lots.begin(*asked, after=first.id).id == anew.id


@pytest.mark.parametrize("slug", ["limits", "down-under"])
def test_another_wish_for_who_starts_is_another_match(four: Round, lots: MatchStarter, slug: str) -> None:
    wishes = ("rule", "lot", "seat-1", "rule", "seat-3", "lot")
    begun = [lots.begin(four.table, four.host, NewMatch(slug, {}, None, start), after="").id for start in wishes]
    assert len(set(begun)) == len(wishes)


def test_a_match_with_an_entry_or_broken_off_is_not_begun_again(four: Round, lots: MatchStarter) -> None:
    asked = (four.table, four.host, NewMatch("limits", {}, None, "lot"))
    first = four.first_entry(lots.begin(*asked, after=""))
    second = lots.begin(*asked, after="")
    four.matches.abandon(second.id, four.host, Precondition())
    assert len({first.id, second.id, lots.begin(*asked, after="").id}) == 3


@pytest.mark.parametrize("slug", ["limits", "down-under"])
@pytest.mark.parametrize("start", ["rule", "lot"])
def test_a_match_that_is_damaged_keeps_nobody_from_the_next(four: Round, tmp_path: Path, slug: str, start: str) -> None:
    four.first_entry(four.begin(slug, "seat-1"))
    broken = four.first_entry(four.begin(slug, "seat-2"))
    copy = tmp_path / "copy.sqlite"
    with closing(sqlite3.connect(tmp_path / "t.sqlite")) as file:
        file.execute("VACUUM INTO ?", (str(copy),))
    with closing(sqlite3.connect(copy)) as file, file:
        file.execute("UPDATE journal SET hash = ? WHERE match_id = ?", ("0" * 64, broken.id))
    with Store.open(copy) as store:
        assert at_another(store, four).begin(slug, start, after="").seats[0] in (0, 2, 3)


def test_the_same_wish_for_others_is_another_match(four: Round) -> None:
    wished = [four.begin("land-unter", "rule", seats, after="").seats for seats in ([0, 1, 2], [1, 2, 3])]
    assert [{*seats} for seats in wished] == [{0, 1, 2}, {1, 2, 3}]
