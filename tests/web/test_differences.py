"""Which values of a correction are people and which are numbers: as the game declares what it shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.engine.text import Text, say
from companion.match.correct import preview
from companion.match.precondition import Precondition
from companion.store import Store
from companion.web.board.differences import differences
from tests.games.english import told
from tests.table.conftest import round_of

Move = dict[str, Any]
Correct = Callable[..., dict[str, tuple[str, str]]]


@pytest.fixture
def correct(store: Store) -> Correct:
    """What changes, by its label, where the last of these moves at a table of four is corrected."""

    def corrected(
        moves: list[Move], last: Move, *, open_play: bool = False, **labels: Text
    ) -> dict[str, tuple[str, str]]:
        four = round_of(store, 4)
        match = four.begin("land-unter", open_play=open_play)
        for move in moves:
            four.enter(match, **move)
        done = preview(four.matches, match.id, four.host, [(len(moves) - 1, last)], Precondition(), anyway=True)
        timeline = done.before.timeline.view()
        timeline.game = replace(timeline.game, labels={**timeline.game.labels, **labels})
        done = replace(done, before=replace(done.before, timeline=timeline))
        return {
            told(one.what): (told(one.before), told(one.after)) for one in differences(done) if one.seat in (None, 3)
        }

    return corrected


def rings(*counted: int) -> list[Move]:
    """Everybody's rings."""
    return [{"kind": "count_rings", "seat": seat, "rings": number} for seat, number in enumerate(counted)]


def trick(number: int) -> Move:
    """A trick of a round in which everybody takes the higher water three times."""
    lower = number % 6 * 2 + 1
    return {"kind": "trick", "levels": [lower, lower + 1], "highest": number % 4, "second": (number + 1) % 4}


def test_who_wins_is_read_as_people_and_the_points_by_round_as_numbers(correct: Correct) -> None:
    rounds = [trick(number) for _ in range(4) for number in range(12)]
    changed = correct([*rings(12, 12, 12, 12), *rounds], {**rounds[-1], "highest": 0, "second": 3})

    assert changed["Who wins"] == ("Ana, Dora", "Ana")
    assert changed["Points by round"] == ("10, 10, 10, 10", "10, 10, 10, 9")


def test_a_list_declared_as_seats_is_read_as_people(correct: Correct) -> None:
    changed = correct(rings(3, 5, 5, 5), rings(3, 5, 5, 4)[-1], open_play=True, candidates=say("who may lead"))

    assert changed["who may lead"] == ("Ben, Cleo, Dora", "Ben, Cleo")
