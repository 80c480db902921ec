"""What gets forgotten at tables, for the foot of the sheet."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.game import Options
from companion.engine.rulings import Reason
from companion.engine.text import say


def reminders(options: Options) -> tuple[Reason, ...]:
    """The rules to look up while playing, by the house rules of this table."""
    return (*_laying(options), *_special(), *_counting(options))


def _laying(options: Options) -> Iterator[Reason]:
    yield Reason(say("From the second turn on, the new tile's colour continues your own route."), ("DU-16",))
    yield Reason(say("Nothing may join two colours, grey in between included."), ("DU-17",))
    if options["variant"] == "children":
        yield Reason(say("There is no play area: lay wherever there is room."), ("DU-50",))
        return
    yield Reason(say("Once the tiles reach further than the short side one way, that way is the long one."), ("DU-20",))
    if not options["terminus_in_span"]:
        yield Reason(say("A terminus alone may lie outside the area."), ("DU-21",))


def _special() -> Iterator[Reason]:
    yield Reason(say("A loop: lay nothing, turn one of your own tiles by 90 degrees instead."), ("DU-24",))
    three = say("Three routes at one free cell: a billabong; whoever led there goes on, the other two end.")
    yield Reason(three, ("DU-30",))
    yield Reason(say("Four: all end. Two, one of them out of curves: a billabong may lie there."), ("DU-31", "DU-32"))


def _counting(options: Options) -> Iterator[Reason]:
    paths = say("Count paths: colour, grey and termini alike, a tile crossed twice as two.")
    yield Reason(paths, ("DU-41",))
    if options["billabong_ends_count"]:
        yield Reason(say("A billabong is one path to pass or to end at."), ("DU-42",))
    else:
        yield Reason(say("A billabong is one path for those who pass, none for those who end."), ("DU-42",))
    if options["animals"]:
        yield Reason(
            say("5 for a set of emu, kangaroo and platypus; a rabbit costs 2, unless a dingo is there."), ("DU-43",)
        )
        yield Reason(say("No dingo of your own laid: you lose."), ("DU-43",))
