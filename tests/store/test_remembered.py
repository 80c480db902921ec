"""What was read is remembered until it changes, and nobody is told what was so before."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import pytest

from companion.store import Draft, NewEntry, Store, StoreUnavailable
from companion.store.database import Database
from companion.store.glances import Glances
from companion.store.remembered import Remembered
from tests.store.evening import NOW, begin_match, set_table


@dataclass
class Shelf:
    """A database as far as remembering looks at it."""

    is_alone: bool = True
    changes: int = 0
    glances: Glances = field(default_factory=Glances)
    asked: list[str] = field(default_factory=list)

    def ask(self, whose: str) -> int:
        self.asked.append(whose)
        return len(self.asked)


def remembered(shelf: Shelf) -> Remembered:
    return Remembered(cast(Database, shelf))


def test_a_question_is_put_once_until_something_changes() -> None:
    shelf = Shelf()
    memory = remembered(shelf)
    questions = [("seats", "one"), ("seats", "one"), ("seats", "two"), ("table", "one"), ("seats", "two")]
    assert [memory.answer(what, whose, shelf.ask) for what, whose in questions] == [1, 1, 2, 3, 2]
    assert shelf.asked == ["one", "two", "one"]
    shelf.changes += 1
    assert memory.answer("seats", "one", shelf.ask) == 4


def test_nothing_is_remembered_where_others_write_too() -> None:
    shelf = Shelf(is_alone=False)
    memory = remembered(shelf)
    assert [memory.answer("seats", "one", shelf.ask), memory.answer("seats", "one", shelf.ask)] == [1, 2]


def test_one_answer_is_forgotten_and_the_others_stay() -> None:
    shelf = Shelf()
    memory = remembered(shelf)
    memory.answer("seats", "one", shelf.ask)
    memory.answer("seats", "two", shelf.ask)
    memory.forget("seats", "one")
    assert [memory.answer("seats", "one", shelf.ask), memory.answer("seats", "two", shelf.ask)] == [3, 2]


@pytest.mark.parametrize("is_forgotten", [True, False])
def test_an_answer_read_before_a_change_is_not_given_after_it(is_forgotten: bool) -> None:
    shelf = Shelf()
    memory = remembered(shelf)

    def read_while_it_changes(_whose: str) -> str:
        if is_forgotten:
            memory.forget("seats", "one")
        else:
            shelf.changes += 1
        return "as it was"

    assert memory.answer("seats", "one", read_while_it_changes) == "as it was"
    assert memory.answer("seats", "one", lambda _: "as it is") == "as it is"


def test_a_failed_question_is_put_again() -> None:
    shelf = Shelf()
    memory = remembered(shelf)

    def fail(_whose: str) -> int:
        raise ValueError("no answer")

    with pytest.raises(ValueError, match="no answer"):
        memory.answer("seats", "one", fail)
    assert memory.answer("seats", "one", shelf.ask) == 1


@contextmanager
def reading_all_the_time(store: Store, table_id: str) -> Iterator[None]:
    """Somebody asks who sits at the table as fast as they can."""
    is_over = threading.Event()

    def read() -> None:
        while not is_over.is_set():
            store.seats.at(table_id)

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    try:
        yield
    finally:
        is_over.set()
        for reader in readers:
            reader.join()


def test_whoever_has_changed_something_reads_the_change_however_many_read_meanwhile(store: Store) -> None:
    table = set_table(store)
    with reading_all_the_time(store, table.id):
        for number in range(30):
            store.seats.rename(table.id, 0, f"Ana {number}")
            assert store.seats.at(table.id)[0].name == f"Ana {number}"


def test_a_saved_draft_is_read_at_once(store: Store) -> None:
    match = begin_match(store, set_table(store), [0, 1])
    assert store.drafts.of(match.id, "seat 0") == ()
    for body in ("{}", '{"a": 1}'):
        store.drafts.save(Draft(match.id, "seat 0", "entry", body, NOW))
        assert [draft.body for draft in store.drafts.of(match.id, "seat 0")] == [body]


def test_an_entry_takes_the_draft_it_was_made_of_with_it(store: Store) -> None:
    match = begin_match(store, set_table(store), [0, 1])
    for seat_key, name in (("seat 0", "entry"), ("seat 0", "ways"), ("seat 1", "entry")):
        store.drafts.save(Draft(match.id, seat_key, name, "{}", NOW))
    store.journal.append(match.id, 0, NewEntry(NOW, "seat", "{}", 0), ("seat 0", "entry"))
    assert [(draft.seat_key, draft.name) for draft in store.drafts.of(match.id)] == [
        ("seat 0", "ways"),
        ("seat 1", "entry"),
    ]


def test_an_entry_that_is_not_taken_leaves_the_draft(store: Store) -> None:
    match = begin_match(store, set_table(store), [0, 1])
    store.drafts.save(Draft(match.id, "seat 0", "entry", "{}", NOW))
    store.journal.append(match.id, 0, NewEntry(NOW, "seat", "{}", 1, "key"))
    store.journal.append(match.id, 0, NewEntry(NOW, "seat", "{}", 0, "key"), ("seat 0", "entry"))
    assert len(store.drafts.of(match.id, "seat 0")) == 1


def test_a_closed_store_answers_nothing_from_memory(file: Path) -> None:
    with Store.open(file) as store:
        table = set_table(store)
        assert store.seats.at(table.id)
    with pytest.raises(StoreUnavailable):
        store.seats.at(table.id)
