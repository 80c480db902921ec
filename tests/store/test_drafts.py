"""What is half entered: the one that came in last is kept, whichever way it took."""

from datetime import timedelta

import pytest

from companion.store import Draft, Store
from tests.store.evening import NOW, begin_match


@pytest.mark.parametrize(
    ("seconds", "kept"), [(0.0, "second"), (1.0, "second"), (-0.001, "first"), (-9.0, "first"), (-11.0, "second")]
)
def test_what_came_in_earlier_replaces_nothing_unless_the_clock_stepped_back(
    store: Store, seconds: float, kept: str
) -> None:
    match = begin_match(store)
    store.drafts.save(Draft(match.id, "0", "form", "first", NOW))
    store.drafts.save(Draft(match.id, "0", "form", "second", NOW + timedelta(seconds=seconds)))
    store.drafts.save(Draft(match.id, "1", "form", "another's", NOW - timedelta(seconds=1)))

    assert [draft.body for draft in store.drafts.of(match.id)] == [kept, "another's"]
