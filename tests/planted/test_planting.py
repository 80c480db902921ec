"""The tool itself: a fault is planted in one place or said to have none, and the same seed draws the same faults."""

from pathlib import Path

from tests.planted.faults import Early, Fault, NoSuchPlace, Words, read_sources
from tests.planted.mended import MENDED


def fault(*places: Words | Early) -> Fault:
    return Fault("wrong", "rules", places)


def test_every_bug_that_was_mended_can_be_made_again() -> None:
    sources = read_sources(Path(__file__).parents[2])
    gone = []
    for one in MENDED:
        try:
            one.planted(sources)
        except NoSuchPlace as error:
            gone.append(f"{one.name}: {error}")

    assert gone == []
