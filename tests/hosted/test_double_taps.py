"""Double taps on the table's page whose two halves come in at different workers."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from companion.live import InProcessLive
from companion.match.enter import Matches
from companion.store import Match, Store
from companion.table.seats import Seating
from companion.table.tables import Tables
from tests.store.evening import all_at_once
from tests.table.conftest import Round, round_of

WORKERS = 4


@pytest.fixture
def workers(postgres_url: str) -> Iterator[list[Round]]:
    """One table of eight, as each of the workers of a service sees it."""
    with ExitStack() as opened:
        stores = [opened.enter_context(Store.open(postgres_url)) for _ in range(WORKERS)]
        first = round_of(stores[0], 8)
        yield [first, *(_at_another(store, first) for store in stores[1:])]


def _at_another(store: Store, first: Round) -> Round:
    live = InProcessLive()
    tables = Tables(store, live, Seating(store, live))
    return Round(tables, Matches(store, live), store, first.table, first.host, first.guest)


@pytest.mark.parametrize("start", ["lot", "rule"])
def test_a_match_is_begun_once(workers: list[Round], start: str) -> None:
    found = all_at_once(WORKERS, lambda one: workers[one].begin("limits", start, [0, 1, 2], after=""))
    assert len({match.id for match in found if isinstance(match, Match)}) == 1, found
    assert len(workers[0].tables.matches(workers[0].table)) == 1
    assert sum(len(one.drawn) for one in workers) == (1 if start == "lot" else 0)
