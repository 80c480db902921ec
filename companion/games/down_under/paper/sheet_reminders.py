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
    yield Reason(say("From your second turn on, the new tile’s colour continues your route."), ("DU-16",))
    yield Reason(say("Never join two colours, not even through grey."), ("DU-17",))
    if options["variant"] == "children":
        yield Reason(say("There’s no play area. Place tiles anywhere."), ("DU-50",))
        return
    yield Reason(say("Once the tiles are wider than the short side, that way is the long side."), ("DU-20",))
    if not options["terminus_in_span"]:
        yield Reason(say("Only an end tile may lie outside the area."), ("DU-21",))


def _special() -> Iterator[Reason]:
    yield Reason(say("A loop: don’t place. Turn one of your tiles by 90 degrees instead."), ("DU-24",))
    three = say("3 routes meet: a billabong. The player who led there continues, the other two end.")
    yield Reason(three, ("DU-30",))
    yield Reason(say("4 routes: all end. 2 routes, one out of curves: you may place a billabong."), ("DU-31", "DU-32"))


def _counting(options: Options) -> Iterator[Reason]:
    paths = say("Count paths: colour, grey and end tiles. Count a tile crossed twice as 2.")
    yield Reason(paths, ("DU-41",))
    if options["billabong_ends_count"]:
        yield Reason(say("A billabong counts 1 if you pass it or end there."), ("DU-42",))
    else:
        yield Reason(say("A billabong counts 1 if you pass it, 0 if you end there."), ("DU-42",))
    if options["animals"]:
        yield Reason(
            say("5 for each set of emu, kangaroo and platypus. −2 for each rabbit, unless a dingo is there."),
            ("DU-43",),
        )
        yield Reason(say("You lose if you haven’t placed your own dingo."), ("DU-43",))
