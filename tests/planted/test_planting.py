"""The tool itself: a fault is planted in one place or said to have none, and the same seed draws the same faults."""

import ast
from itertools import islice
from pathlib import Path

import pytest

from tests.planted.faults import LAYERS, Early, Fault, NoSuchPlace, Words, read_sources
from tests.planted.mended import MENDED
from tests.planted.mutations import all_mutations, drawn

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


def test_words_are_found_however_they_are_broken_into_lines() -> None:
    planted = fault(Words('if not scores: raise ValueError("nobody plays")', "pass")).planted(SOURCES)

    assert (planted.path, planted.function) == ("companion/games/toy/end.py", "winner")
    assert "nobody plays" not in planted.text


def test_a_function_may_begin_with_a_fault_after_its_docstring() -> None:
    planted = fault(Early("check", "return")).planted(SOURCES)

    assert '    """Nothing, or an error."""\n    return\n    winner' in planted.text


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


def test_the_second_place_is_taken_where_the_first_is_gone() -> None:
    assert fault(Words("is not there", ""), Words("== 1", ">= 1")).planted(SOURCES).line == 9


def test_every_mutation_is_a_change_that_can_be_read() -> None:
    found = list(all_mutations(SOURCES))

    assert {one.kind for one in found} == {
        "arguments swapped",
        "call dropped",
        "comparison swapped",
        "condition negated",
        "edge moved",
        "filter dropped",
        "guard dropped",
        "off by one",
        "returns early",
    } - {"arguments swapped"}
    for one in found:
        assert one.text != GAME
        ast.parse(one.text)
    assert len({one.name for one in found}) == len(found)


def test_the_same_seed_draws_the_same_whatever_else_there_is() -> None:
    more = {"companion/games/toy/new.py": "def is_new(age: int) -> bool:\n    return age < 1\n", **SOURCES}
    names = [one.name for one in drawn(SOURCES, 1)]

    assert names == [one.name for one in drawn(dict(reversed(SOURCES.items())), 1)]
    assert names != [one.name for one in drawn(SOURCES, 2)]
    assert sorted(names) == sorted(one.name for one in drawn(more, 1) if "is_new" not in one.name)
    assert {one.layer for one in islice(drawn(SOURCES, 1), 9)} <= {*LAYERS}


def test_every_bug_that_was_mended_can_be_made_again() -> None:
    sources = read_sources(Path(__file__).parents[2])
    gone = []
    for one in MENDED:
        try:
            one.planted(sources)
        except NoSuchPlace as error:
            gone.append(f"{one.name}: {error}")

    assert gone == []
