"""What does not pass the store's door, on either database."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from companion.store import Grant, Match, NewEntry, Store, Table, fresh_id, token_hash
from tests.records import reach_in
from tests.store.evening import NOW, begin_match, entry, set_table


def every_way_in(store: Store) -> list[Callable[[str], object]]:
    """Every call by which text comes in or is asked for."""
    table = set_table(store)
    match = begin_match(store, table)
    hashed = token_hash("t")
    return [
        lambda text: store.tables.create(Table(text, "CODE", NOW), []),
        lambda text: store.tables.create(Table(fresh_id(), text, NOW), []),
        lambda text: store.tables.create(Table(fresh_id(), "CODE", NOW, name=text), []),
        lambda text: store.tables.create(Table(fresh_id(), "CODE", NOW), ["Ana", text]),
        lambda text: store.tables.get(text),
        lambda text: store.tables.by_code(text),
        lambda text: store.people.forget((), (), {}, {table.id: text}),
        lambda text: store.tables.delete(text),
        lambda text: store.seats.at(text),
        lambda text: store.seats.add(table.id, lambda there: text),
        lambda text: store.seats.rename(table.id, 0, lambda others: text),
        lambda text: store.people.forget([text], (), {}, {}),
        lambda text: store.matches.create(table.id, text, "{}", [0], NOW),
        lambda text: store.matches.create(table.id, "some-game", text, [0], NOW),
        lambda text: store.matches.create(table.id, "some-game", "{}", [0], NOW, text),
        lambda text: store.matches.get(text),
        lambda text: store.matches.at(text),
        lambda text: store.journal.append(text, 0, entry(0)),
        lambda text: store.journal.append(match.id, 0, NewEntry(NOW, text, "{}")),
        lambda text: store.journal.append(match.id, 0, NewEntry(NOW, "seat", text)),
        lambda text: store.journal.append(match.id, 0, entry(0, text)),
        lambda text: store.journal.append(match.id, 0, replace(entry(0), remark=text)),
        lambda text: store.journal.entries(text),
        lambda text: store.journal.version(text),
        lambda text: store.grants.of(text),
        lambda text: store.grants.at(text),
        lambda text: store.grants.add(Grant(hashed, "host", "link", NOW, text)),
        lambda text: store.grants.add(Grant(text, "host", "link", NOW, table.id)),
        lambda text: store.grants.revoke(token_hash=text),
        lambda text: store.grants.claim_seat(text, 0, hashed, NOW),
        lambda text: store.grants.claim_seat(table.id, 0, text, NOW),
        lambda text: store.settings.get(text),
        lambda text: store.settings.set(text, "x"),
        lambda text: store.settings.set("x", text),
    ]


@pytest.mark.parametrize("bad", ["\0", "a\0b", "\ud800", "fine\udfff"])
def test_nul_and_lone_surrogates_are_refused_everywhere(store: Store, target: str, bad: str) -> None:
    for way in every_way_in(store):
        with pytest.raises(ValueError, match=r"NUL|surrogates|SHA-256"):
            way(bad)
    counts = [reach_in(target, f"SELECT count(*) FROM {name}")[0][0] for name in ("tables", "players", "settings")]
    assert counts == [1, 3, 0]
    assert reach_in(target, "SELECT count(*) FROM journal") == [(0,)]


def test_a_body_may_be_long_and_a_key_may_not(store: Store, match: Match) -> None:
    body = "x" * 3_000_000
    store.journal.append(match.id, 0, NewEntry(NOW, "seat", body, idem="k" * 200))
    assert store.journal.entries(match.id)[0].body == body
    for key in ("", "k" * 201):
        with pytest.raises(ValueError, match="200 characters"):
            store.journal.append(match.id, 1, entry(1, key))
    assert store.journal.version(match.id) == 1


NO_SEATS: list[Any] = [-1, 2**31, 2**63, 2**200, True, 1.0]


def test_seats_are_whole_numbers_from_0_up(subtests: pytest.Subtests, store: Store, match: Match) -> None:
    ways: list[Callable[[Any], object]] = [
        lambda seat: store.journal.append(match.id, 0, replace(entry(0), by_seat=seat)),
        lambda seat: store.grants.claim_seat(match.table_id, seat, token_hash("t"), NOW),
        lambda seat: store.matches.create(match.table_id, "some-game", "{}", [seat], NOW),
        lambda seat: store.seats.rename(match.table_id, seat, lambda others: "x"),
        lambda seat: store.tables.uses(seat),
    ]
    for seat in NO_SEATS:
        with subtests.test(seat=seat):
            for way in ways:
                with pytest.raises(ValueError, match="whole number"):
                    way(seat)


def test_a_time_needs_its_zone(store: Store, match: Match) -> None:
    naive = datetime(2026, 3, 1, 20, 0)  # noqa: DTZ001 - that is the point
    ways: list[Callable[[], object]] = [
        lambda: store.journal.append(match.id, 0, replace(entry(0), at=naive)),
        lambda: store.journal.append(match.id, 0, replace(entry(0), ends_at=naive)),
        lambda: store.tables.create(Table(fresh_id(), "CODE", naive), []),
    ]
    for way in ways:
        with pytest.raises(ValueError, match="time zone"):
            way()
    assert store.journal.version(match.id) == 0
