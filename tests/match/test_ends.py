"""A match is over with its last entry: whoever stops in between, none of the two is there without the other."""

from typing import Any

import pytest

from companion.match.precondition import Precondition
from companion.match.session import Session
from companion.store import Match
from tests.conformance.playing import golden
from tests.table.conftest import Round


class Killed(BaseException):
    """The process ends here."""


def ended(round_: Round, match: Match) -> bool:
    """Whether the records say that the match has ended."""
    found = round_.store.matches.get(match.id)
    assert found is not None
    return found.ended_at is not None


@pytest.fixture
def nearly_over(four: Round) -> tuple[Match, dict[str, Any]]:
    """A match before its last move, and that move."""
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
    assert four.store.matches.going_on(four.table.id) == ()


def test_an_entry_taken_back_reopens_the_match_and_brought_back_ends_it(
    four: Round, nearly_over: tuple[Match, dict[str, Any]]
) -> None:
    match, last = nearly_over
    assert not ended(four, match)
    four.enter(match, **last)
    assert ended(four, match)
    four.matches.undo(match.id, four.host, None, Precondition(confirm=True))
    assert not ended(four, match)
    seen = four.matches.redo(match.id, four.host, Precondition(confirm=True))
    assert ended(four, match)
    stored = four.store.matches.get(match.id)
    assert stored is not None
    assert seen.match.ended_at == stored.ended_at
