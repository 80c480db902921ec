"""How a game of one's own is scored, in three cards."""

from __future__ import annotations

from companion.engine.game import Setup
from companion.engine.lesson import LessonCard
from companion.engine.rulings import Reason
from companion.engine.text import say
from companion.games.own_game.rules.options import definition_of, when_it_ends, who_wins


def lesson(setup: Setup | None) -> tuple[LessonCard, ...]:
    """The cards: of this set-up, or of any game."""
    return (_say(), _write(setup), _end(setup))


def _say() -> LessonCard:
    return LessonCard(
        say("Say what you play"),
        (
            Reason(say("Give the game a name and say how it is scored."), ("OW-1",)),
            Reason(say("Next time it is offered first."), ("OW-1",)),
        ),
        "name",
        say("A box with a pencil on it"),
    )


def _write(setup: Setup | None) -> LessonCard:
    is_pad = setup is not None and definition_of(setup.options).is_pad
    rounds = Reason(say("Enter the points of each round, for everyone or only yours."), ("OW-2",))
    rows = Reason(say("Fill in the rows of the pad in any order. It adds up by itself."), ("OW-7",))
    return LessonCard(
        say("Enter the points"),
        (rows,) if is_pad else (rounds,),
        "write",
        say("Four lines with a figure each, and the keys of the app"),
    )


def _end(setup: Setup | None) -> LessonCard:
    told = [Reason(say("Most points win, or fewest, as you agreed."), ("OW-9",))]
    if setup is not None:
        definition = definition_of(setup.options)
        told = [Reason(who_wins(definition), ("OW-9",)), Reason(when_it_ends(definition), ("OW-8",))]
    return LessonCard(say("Who wins"), tuple(told), "end", say("A crown over the highest of three bars"))
