"""The tool itself: a fault is planted in one place or said to have none, and the same seed draws the same faults."""

from pathlib import Path

import pytest

from tests.planted.faults import Early, Fault, NoSuchPlace, Words, read_sources
from tests.planted.mended import MENDED

GAME = '''"""A game – of sorts."""


def winner(scores: list[int], least: int) -> int | None:
    """Who has won."""
    if not scores:
        raise ValueError("nobody plays")
    best = max(score for score in scores if score >= least)
    return scores.index(best) if scores.count(best) == 1 else None


def check(scores: list[int]) -> None:
    """Nothing, or an error."""
    winner(scores, least=0)
'''
SOURCES = {"companion/games/toy/end.py": GAME, "templates/toy.html": "<b>{{ name }}</b>\n<i>{{ name }}</i>"}


def fault(*places: Words | Early) -> Fault:
    return Fault("wrong", "rules", places)


@pytest.mark.parametrize(
    "place",
    [
        Words("is not there", ""),
        Words("{{ name }}", ""),
        Words("least", "", within="check_all"),
        Early("lost", "return"),
    ],
    ids=str,
)
def test_a_place_that_is_gone_or_not_the_only_one_is_reported(place: Words | Early) -> None:
    with pytest.raises(NoSuchPlace):
        fault(place).planted(SOURCES)


def test_every_bug_that_was_mended_can_be_made_again() -> None:
    sources = read_sources(Path(__file__).parents[2])
    gone = []
    for one in MENDED:
        try:
            one.planted(sources)
        except NoSuchPlace as error:
            gone.append(f"{one.name}: {error}")

    assert gone == []
