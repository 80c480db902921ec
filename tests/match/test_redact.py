"""One entry told alone is told as in the whole journal, however much was taken back, corrected and contested."""

from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest

from companion.engine.errors import IllegalMove
from companion.engine.game import Viewer
from companion.engine.journal import Contested, Settled, newest_first
from companion.match.correct import amend
from companion.match.errors import NothingToUndo
from companion.match.precondition import Precondition
from companion.match.redact import redact_entry, redact_journal
from companion.match.snapshot import Snapshot
from companion.store import Match
from tests.games.english import said
from tests.table.conftest import Round

STEPS = 40


def any_step(four: Round, match: Match, random: Random) -> None:
    """One more entry of any kind, where it can be made."""
    version = four.matches.snapshot(match.id, four.host).version
    index = random.randrange(version)
    corrected = {"kind": "count_rings", "seat": index % 4, "rings": random.randrange(13)}
    steps: list[Callable[[], object]] = [
        lambda: four.enter(match, **corrected),
        lambda: four.enter(match, kind="trick", levels=[version % 12 + 1, index % 12 + 1], highest=0, second=1),
        lambda: four.matches.undo(match.id, four.host, random.choice((None, index)), Precondition(confirm=True)),
        lambda: four.matches.redo(match.id, four.host, Precondition(confirm=True)),
        lambda: amend(four.matches, match.id, four.host, [(index, corrected)], Precondition(confirm=True), anyway=True),
        lambda: four.matches.note(match.id, four.host, Contested(index, "rule"), Precondition()),
        lambda: four.matches.note(match.id, four.host, Settled(index), Precondition()),
    ]
    with suppress(NothingToUndo, IllegalMove):
        random.choices(steps, (5, 5, 2, 2, 2, 2, 1))[0]()


def contested_by_the_book(now: Snapshot) -> dict[int, int]:
    """What is contested, read from the whole journal."""
    found: dict[int, int] = {}
    for number, event in enumerate(now.timeline.events):
        if isinstance(event, Contested):
            found[event.index] = number
        elif isinstance(event, Settled):
            found.pop(event.index, None)
    sources = {node.play.index: node.play.source for node in newest_first(now.timeline.revision.last)}
    return {index: by for index, by in found.items() if index in sources and sources[index] < by}


@pytest.mark.parametrize("seed", range(6))
def test_an_entry_alone_is_told_as_in_the_whole_journal(four: Round, seed: int) -> None:
    match, random = four.begin("land-unter"), Random(seed)
    four.enter(match, kind="count_rings", seat=0, rings=3)
    for _ in range(STEPS):
        any_step(four, match, random)
        now = four.matches.snapshot(match.id, four.host)
        assert now.contested == contested_by_the_book(now)
        for viewer in (Viewer(frozenset()), Viewer(frozenset({1}))):
            whole = list(redact_journal(now, viewer))
            assert [redact_entry(now, index, viewer) for index in range(now.version)] == whole
    assert now.version > STEPS / 2


def test_of_a_hidden_entry_nobody_else_is_told_what_was_doubtful_about_it(four: Round) -> None:
    match = four.limits_with_red_hidden()
    four.enter(match, kind="exchange", seat=2, colour="blue")
    now = four.matches.snapshot(match.id, four.host)
    told = {seat: redact_entry(now, 6, Viewer(frozenset({seat}))).flags for seat in range(4)}
    undoubted = redact_entry(now, 5, Viewer(frozenset({0})))
    assert [flag.clauses for flag in told[2]] == [("LI-13",)]
    for seat in (0, 1, 3):
        assert [said(flag.text) for flag in told[seat]] == ["What you saved doesn’t match the game’s box."]
    assert undoubted.flags == ()
