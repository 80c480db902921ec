"""Where others write too, a question is put once while somebody looks, and never longer."""

import threading
from collections.abc import Iterator

import pytest

from companion.store import Draft, Seat, Store
from companion.store.glances import Glances
from tests.store.evening import NOW, begin_match, set_table

pytestmark = pytest.mark.ring("test")


@pytest.fixture
def stores(ready_url: str) -> Iterator[tuple[Store, Store]]:
    """Two workers on the same records."""
    with Store.open(ready_url) as one, Store.open(ready_url) as other:
        yield one, other


def names(store: Store, table: str) -> list[str | None]:
    return [seat.name for seat in store.seats.at(table)]


def test_in_a_glance_everything_stays_as_it_was_first_seen(stores: tuple[Store, Store]) -> None:
    one, other = stores
    table = set_table(one).id
    with one.glance():
        before = names(one, table)
        other.seats.rename(table, 0, "Zoe")
        assert names(one, table) == before
    assert names(one, table)[0] == "Zoe"


def test_without_a_glance_nothing_is_remembered(stores: tuple[Store, Store]) -> None:
    one, other = stores
    table = set_table(one).id
    assert names(one, table)[0] != "Zoe"
    other.seats.rename(table, 0, "Zoe")
    assert names(one, table)[0] == "Zoe"


def test_whoever_writes_sees_at_once_what_it_wrote_and_what_others_did(stores: tuple[Store, Store]) -> None:
    one, other = stores
    table = set_table(one).id
    with one.glance():
        assert names(one, table)[:2] != ["Zoe", "Yan"]
        other.seats.rename(table, 0, "Zoe")
        one.seats.rename(table, 1, "Yan")
        assert names(one, table)[:2] == ["Zoe", "Yan"]


def test_a_half_made_entry_is_there_as_soon_as_it_is_kept(stores: tuple[Store, Store]) -> None:
    one, _ = stores
    match = begin_match(one).id
    with one.glance():
        assert one.drafts.of(match) == ()
        one.drafts.save(Draft(match, "ana", "entry", "{}", NOW))
        assert [draft.seat_key for draft in one.drafts.of(match, "ana")] == ["ana"]


def test_one_thread_looks_without_another(stores: tuple[Store, Store]) -> None:
    one, other = stores
    table = set_table(one).id
    seen: list[tuple[Seat, ...]] = []
    with one.glance():
        before = one.seats.at(table)
        other.seats.rename(table, 0, "Zoe")
        looking = threading.Thread(target=lambda: seen.append(one.seats.at(table)))
        looking.start()
        looking.join()
        assert one.seats.at(table) == before
    assert seen[0][0].name == "Zoe"


def test_a_glance_within_a_glance_is_the_same_and_ends_with_the_outer_one() -> None:
    glances, answers = Glances(), iter(range(9))
    with glances.glance():
        with glances.glance():
            assert glances.answer("how many", "seats", lambda _: next(answers)) == 0
        assert glances.answer("how many", "seats", lambda _: next(answers)) == 0
        glances.look_anew()
        assert glances.answer("how many", "seats", lambda _: next(answers)) == 1
    assert glances.answer("how many", "seats", lambda _: next(answers)) == 2


def test_what_could_not_be_answered_is_asked_again() -> None:
    glances = Glances()
    with glances.glance():
        with pytest.raises(ZeroDivisionError):
            glances.answer("how many", "seats", lambda _: 1 // 0)
        assert glances.answer("how many", "seats", lambda _: 1) == 1
