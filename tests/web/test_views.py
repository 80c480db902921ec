"""With whose eyes a browser looks at a match: never with those of a seat it was not passed to there."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask

from companion.match.access import NOBODY
from companion.match.snapshot import Snapshot
from companion.store import Grant, Store, token_hash
from companion.web.board.boards import View, view_of
from tests.table.conftest import round_of


@pytest.mark.parametrize(
    ("held", "passed_to", "acting"),
    [
        ((), "this:1", None),
        ((2,), "", 2),
        ((1, 2), "", None),
        ((1, 2), "this:2", 2),
        ((1, 2), "this:3", None),
        ((1, 2), "another:2", None),
        ((1, 2), "2", None),
    ],
)
def test_of_several_seats_a_phone_sees_that_to_which_it_was_passed_in_this_match(
    held: tuple[int, ...], passed_to: str, acting: int | None
) -> None:
    eyes = replace(NOBODY, passed_to=passed_to).viewing_seats("this", frozenset(held))

    assert eyes == frozenset(() if acting is None else (acting,))


def test_a_program_looks_with_every_seat_it_holds() -> None:
    assert NOBODY.viewing_seats("this", frozenset((1, 2))) == {1, 2}


@pytest.fixture
def seen(tmp_path: Path) -> Snapshot:
    """A match of three of the four at a table; whoever sits on seat 3 does not play."""
    with Store.open(tmp_path / "t.sqlite") as store:
        four = round_of(store, 4)
        match = four.begin("land-unter", seats=[0, 1, 2])
        return four.matches.snapshot(match.id, four.host)


def sits(app: Flask, seen: Snapshot, *rights: tuple[str, int | None]) -> View:
    """As whom somebody with these rights at the table looks at the match."""
    grants = tuple(
        Grant(token_hash("x"), role, "device", datetime.now(UTC), seen.table.id, seat)  # type: ignore[arg-type]
        for role, seat in rights
    )
    with app.test_request_context("/"):
        return view_of(seen.match, replace(NOBODY, grants=grants, passed_to=""))


def test_who_looks_on_enters_nothing_and_sees_no_secret(app: Flask, seen: Snapshot) -> None:
    assert not sits(app, seen).is_at_table
    assert seen.viewer_of(replace(NOBODY, passed_to="")).seats == frozenset()


def test_the_phones_of_two_seats_are_one_view_and_the_host_on_a_seat_is_another(app: Flask, seen: Snapshot) -> None:
    assert sits(app, seen, ("seat", 1)) == sits(app, seen, ("seat", 2))
    assert sits(app, seen, ("seat", 1)) != sits(app, seen, ("seat", 1), ("seat", 2))
    assert sits(app, seen, ("seat", 1)) != sits(app, seen, ("host", None), ("seat", 1))
