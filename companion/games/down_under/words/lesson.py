"""The first-round guide in eight cards (DU-1 to DU-53)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.game import Options, Setup
from companion.engine.lesson import LessonCard
from companion.engine.options import usual
from companion.engine.rulings import Reason
from companion.engine.text import say
from companion.games.down_under.rules.components import STOCK
from companion.games.down_under.rules.options import OPTIONS, TWO_ROUTES, in_force
from companion.games.down_under.rules.state import State


def lesson(setup: Setup | None) -> tuple[LessonCard, ...]:
    """The cards, with the sizes and house rules of this set-up; the usual game's where there is none."""
    options = usual(OPTIONS) if setup is None else in_force(setup.options, setup.seats)
    return (
        _goal(options),
        _tiles(options, setup),
        _first(options),
        _grow(),
        _grey(),
        _forbidden(options),
        _closing(),
        _count(options),
    )


def _goal(options: Options) -> LessonCard:
    longest = Reason(say("Build the longest route of your colour and grey."), ("DU-18", "DU-40"))
    animals = Reason(say("Build a long route of your colour and grey, with the right animals."), ("DU-18", "DU-43"))
    both = Reason(say("Build two long routes, one of each of your colours and grey: both count."), ("DU-18", "DU-53"))
    usual_goal = animals if options["animals"] else longest
    return LessonCard(
        say("Build a route"),
        (
            Reason(say("Tiles bear two paths: one in their colour, one grey that belongs to nobody."), ("DU-2",)),
            both if options["variant"] in TWO_ROUTES else usual_goal,
        ),
        "goal",
        say("Five tiles, and on them one winding route of coloured and grey paths"),
    )


def _tiles(options: Options, setup: Setup | None) -> LessonCard:
    numbers: Mapping[str, int] = {
        "straights": STOCK["straight"],
        "curves": STOCK["curve"],
        "termini": STOCK["terminus"],
    }
    one = say(
        "Everybody takes the tiles of one colour: {straights} straights, {curves} curves, {termini} termini.", **numbers
    )
    two = say(
        "Everybody takes two colours, of each {straights} straights, {curves} curves and {termini} termini.", **numbers
    )
    own = two if options["variant"] in TWO_ROUTES else one
    return LessonCard(
        say("Your tiles and the area"),
        (Reason(own, ("DU-1",)), _area(options, setup)),
        "tiles",
        say("A straight, a curve and a terminus, and the play area as a dashed frame, lying either way"),
    )


def _area(options: Options, setup: Setup | None) -> Reason:
    if options["variant"] == "children":
        return Reason(say("There is no play area: lay wherever there is room."), ("DU-50",))
    if options["variant"] == "fixed_area":
        return Reason(say("A line of tiles that nobody plays marks the play area."), ("DU-51",))
    area = None if setup is None else State(options, setup.seats).area
    if area is None:
        return Reason(say("Agree how large the play area is. Where it lies is settled as you lay."), ("DU-4", "DU-5"))
    size = say("The play area is {short} by {long}. Where it lies is settled as you lay.", short=area[0], long=area[1])
    return Reason(size, ("DU-4", "DU-5"))


def _first(options: Options) -> LessonCard:
    if options["variant"] == "one_end":
        opening: tuple[Reason, ...] = (
            Reason(say("Everybody opens with a terminus."), ("DU-52",)),
            Reason(
                say("The second lays it back to back with the first, the fourth back to back with the third."),
                ("DU-52",),
            ),
        )
    elif options["variant"] in TWO_ROUTES:
        opening = (
            Reason(
                say("Everybody opens with a terminus of each of their colours; the two fill one square."), ("DU-53",)
            ),
            _each_turn(options),
        )
    else:
        opening = (
            Reason(say("Everybody's first tile is a straight or a curve."), ("DU-15",)),
            Reason(
                say("From the second player on it touches a tile that lies there, at a side or a corner."), ("DU-15",)
            ),
        )
    drawing = "first_terminus" if options["variant"] in ("one_end", *TWO_ROUTES) else "first"
    shows = (
        say("Two termini of different colours, back to back in one square")
        if drawing == "first_terminus"
        else say("A tile, and two others that touch it: one along a side, one at a corner")
    )
    return LessonCard(say("The first tile"), opening, drawing, shows)


def _each_turn(options: Options) -> Reason:
    if options["variant"] == "one_tile_per_turn":
        return Reason(say("After that it is one tile a turn, for either route."), ("DU-53",))
    return Reason(
        say("Then the first player lays one tile; after that it is two a turn, one of each colour."), ("DU-53",)
    )


def _grow() -> LessonCard:
    return LessonCard(
        say("Then grow"),
        (
            Reason(say("From your second turn on, lengthen your own route at an open end."), ("DU-16",)),
            Reason(
                say("The coloured path of the new tile must join; the grey one alone will not do."), ("DU-16", "DU-18")
            ),
        ),
        "grow",
        say("A new tile joins the end of a route with its coloured path"),
    )


def _grey() -> LessonCard:
    return LessonCard(
        say("Grey is for whoever gets there"),
        (
            Reason(say("Grey that a route reaches belongs to it, and makes it longer."), ("DU-18",)),
            Reason(say("So the grey of your tile may lengthen or bend the route of somebody else."), ("DU-18",)),
        ),
        "grey",
        say("The route of one player goes on over the grey path of another player's tile"),
    )


def _forbidden(options: Options) -> LessonCard:
    edge: tuple[Reason, ...] = ()
    if options["variant"] != "children":
        only_terminus = Reason(say("Only a terminus may lie outside the play area."), ("DU-21",))
        nothing = Reason(say("No tile may lie outside the play area."), ("DU-20", "DU-21"))
        edge = (nothing if options["terminus_in_span"] else only_terminus,)
    return LessonCard(
        say("What may not be"),
        (
            Reason(say("No tile may join paths of two colours, neither directly nor over grey."), ("DU-17",)),
            *edge,
        ),
        "forbidden",
        say("Two tiles whose paths of different colours meet, crossed out"),
    )


def _closing() -> LessonCard:
    return LessonCard(
        say("When an end is closed"),
        (
            Reason(
                say("A terminus, half a tile, closes an end of your route. Nobody has to lay one."), ("DU-12", "DU-22")
            ),
            Reason(say("A route closed at both ends is finished; all others go on."), ("DU-23",)),
            Reason(
                say("A route that bites its own tail: you may turn one of your tiles instead of laying."), ("DU-24",)
            ),
        ),
        "closing",
        say("A route with a terminus at either end"),
    )


def _count(options: Options) -> LessonCard:
    count = Reason(say("Count the paths: a tile crossed twice counts twice, and grey counts like colour."), ("DU-41",))
    longest = Reason(say("When every route is finished, the longest wins."), ("DU-40",))
    if options["variant"] in TWO_ROUTES:
        longest = Reason(say("When every route is finished, your two count together; most wins."), ("DU-40", "DU-53"))
    sets = Reason(
        say("Emu, kangaroo and platypus together: 5 more. Each rabbit: 2 less, unless a dingo is on the route."),
        ("DU-43",),
    )
    lost = Reason(say("No dingo of your own laid: you lose."), ("DU-43",))
    return LessonCard(
        say("Count the paths"),
        (count, sets, lost) if options["animals"] else (longest, count),
        "count",
        say("A route over four tiles, its paths numbered 1 to 5: it crosses one tile twice"),
    )
