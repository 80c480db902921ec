"""Every working adds up when it is read aloud: no sentence that the facts do not bear, no clause that says something else."""

from __future__ import annotations

import importlib
import random
from typing import Any, cast

import pytest

from companion.engine.errors import IllegalMove
from companion.engine.game import Game
from companion.engine.options import read_options
from companion.engine.rulings import Reason, Ruling
from companion.engine.text import SeatName, Text, say
from companion.games import games
from companion.match.judge import judge
from tests.conformance.listening import Heard, Listener, Listeners, hears

QUESTIONS = 400
"""So many of each ruling are made up."""
HEARD = [*games().values()]


def listeners_of(game: Game[Any]) -> Listeners:
    """The listeners of a game."""
    return cast(Listeners, importlib.import_module(f"tests.games.{game.slug.replace('-', '_')}.listeners"))


@pytest.mark.parametrize("game", HEARD, ids=lambda game: game.slug)
def test_every_ruling_has_its_listener(game: Game[Any]) -> None:
    assert set(listeners_of(game).LISTENERS) == {kind.name for kind in game.rulings}


@pytest.mark.parametrize("game", HEARD, ids=lambda game: game.slug)
def test_every_working_adds_up_when_it_is_read_aloud(game: Game[Any]) -> None:
    theirs, heard = listeners_of(game), Heard()
    for kind in game.rulings:
        rng, listener = random.Random(f"{game.slug} {kind.name}"), theirs.LISTENERS[kind.name]
        judged = 0
        for _ in range(QUESTIONS):
            facts, options = theirs.question(kind.name, rng)
            try:
                ruling = judge(game, kind, facts, options)
            except IllegalMove:
                continue
            judged += 1
            heard.listen(listener(facts, dict(read_options(game, options))), ruling)
        assert judged > QUESTIONS / 2, f"most questions of {kind.name} are refused"
    assert not heard.wrong, "\n".join(heard.wrong[:5])
    known = {message for listener in theirs.LISTENERS.values() for message in listener.sentences}
    assert known - heard.sentences == set(), "sentences that were never said"


@pytest.mark.parametrize("game", HEARD, ids=lambda game: game.slug)
def test_every_choice_of_every_house_rule_of_a_ruling_is_among_the_questions(game: Game[Any]) -> None:
    theirs = listeners_of(game)
    for kind in game.rulings:
        rng = random.Random(f"{game.slug} {kind.name}")
        asked = [read_options(game, theirs.question(kind.name, rng)[1]) for _ in range(QUESTIONS)]
        for name in kind.options:
            wanted = {choice.value for choice in game.option(name).choices}
            assert {one[name] for one in asked} == wanted, (kind.name, name)


class Two(Listener):
    """Somebody who was told that seat 1 has two."""

    @hears("{name} has {count}.", "XX-1")
    def has(self, name: int, count: int) -> bool:
        """What was told."""
        return (name, count) == (1, 2)

    def concludes(self, ruling: Ruling) -> bool:
        """Two."""
        return ruling.verdict == {"two": True}


RIGHT = say("{name} has {count}.", name=SeatName(1), count=2)


def faults(text: Text, clause: str, *, two: bool = True) -> list[str]:
    """What is wrong with a ruling of one sentence."""
    heard = Heard()
    heard.listen(Two({}, {}), Ruling("x", text, {"two": two}, (Reason(text, (clause,)),)))
    return [fault.partition(":")[0] for fault in heard.wrong]


def test_a_listener_notices_whatever_does_not_add_up() -> None:
    assert faults(RIGHT, "XX-1") == []
    assert faults(say("{name} has {count}.", name=SeatName(1), count=3), "XX-1") == ["the facts do not bear it"]
    assert faults(RIGHT, "XX-2") == ["another clause says so"]
    assert faults(say("That is so."), "XX-1") == ["nobody can bear it out"]
    assert faults(RIGHT, "XX-1", two=False) == ["does not follow"]
