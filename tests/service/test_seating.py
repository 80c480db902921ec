"""What leads to a seat: its link, and nothing else that somebody may hold."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from companion.live import InProcessLive
from companion.service.callers import fresh_token, hashed
from companion.service.errors import Unknown
from companion.service.seating import Seating
from companion.store import Grant
from tests.service.conftest import Round


@pytest.fixture
def seating(four: Round) -> Seating:
    """The seats of a table of four."""
    return Seating(four.store, InProcessLive())


def test_a_seats_link_leads_to_it(four: Round, seating: Seating) -> None:
    link = seating.token(four.table.id, 2)
    four.store.grant(Grant(hashed(link), "seat", "link", datetime.now(UTC), four.table.id, 2))

    assert seating.find(link) == (four.table, 2)


def test_the_token_of_a_device_is_no_link_though_it_holds_the_seat(four: Round, seating: Seating) -> None:
    device = fresh_token()
    seating.claim(four.table, 2, hashed(device))

    with pytest.raises(Unknown):
        seating.find(device)


def test_the_link_of_a_host_leads_to_no_seat(four: Round, seating: Seating) -> None:
    link = fresh_token()
    four.store.grant(Grant(hashed(link), "host", "link", datetime.now(UTC), four.table.id))

    with pytest.raises(Unknown):
        seating.find(link)
