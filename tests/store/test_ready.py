"""Statements put into words once say what they said before, and how many rows they met."""

import pytest
from sqlalchemy import Connection, Update, bindparam, delete, update

from companion.store import Draft, Store
from companion.store.ready import Ready
from companion.store.schema import drafts
from tests.store.evening import NOW, begin_match

OF_SEAT = [drafts.c.match_id == bindparam("match"), drafts.c.seat_key == bindparam("whose")]


@pytest.fixture
def match_id(store: Store) -> str:
    """A match with two drafts of one seat and one of another."""
    match = begin_match(store)
    for seat_key, name in (("0", "form"), ("0", "ways"), ("1", "form")):
        store.drafts.save(Draft(match.id, seat_key, name, "{}", NOW))
    return match.id


def test_the_rows_that_were_met_are_counted(store: Store, match_id: str) -> None:
    drop = Ready(lambda _: delete(drafts).where(*OF_SEAT))
    with store._database.write() as connection:
        counts = [drop.run(connection, {"whose": seat, "match": match_id}) for seat in ("0", "0", "2")]
    assert counts == [2, 0, 0]
    assert [draft.seat_key for draft in store.drafts.of(match_id)] == ["1"]


@pytest.mark.parametrize("odd", ["", "'; --", "%s %(x)s :x ?", "%%", "🎲"])
def test_values_are_kept_as_they_are(store: Store, match_id: str, odd: str) -> None:
    change = Ready(lambda _: update(drafts).where(*OF_SEAT).values(body=bindparam("text")))
    with store._database.write() as connection:
        change.run(connection, {"text": odd, "match": match_id, "whose": "1"})
    assert [draft.body for draft in store.drafts.of(match_id, "1")] == [odd]


def test_a_statement_is_made_once_for_a_kind_of_database(store: Store, match_id: str) -> None:
    made: list[str] = []

    def make(connection: Connection) -> Update:
        made.append(connection.dialect.name)
        return update(drafts).where(*OF_SEAT).values(body=bindparam("text"))

    change = Ready(make)
    for text in ("one", "two"):
        with store._database.write() as connection:
            change.run(connection, {"match": match_id, "whose": "0", "text": text})
    assert len(made) == 1
    assert {draft.body for draft in store.drafts.of(match_id, "0")} == {"two"}
