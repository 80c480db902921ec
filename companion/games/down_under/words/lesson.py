"""The first-round guide in nine cards (DU-1 to DU-53)."""

from companion.engine.game import Options, Setup
from companion.engine.options import usual
from companion.engine.present import LessonCard
from companion.engine.rulings import Reason
from companion.engine.text import say
from companion.games.down_under.rules.components import STOCK
from companion.games.down_under.rules.options import OPTIONS, TWO_ROUTES, in_force
from companion.games.down_under.rules.placement import OPENS_WITH_A_TERMINUS
from companion.games.down_under.rules.setup import starting_ends
from companion.games.down_under.rules.state import State
from companion.games.down_under.words.clauses import STATED

LOOP = Reason(say("If your route loops, you may turn a tile of yours instead of placing one."), ("DU-24",))
SETS = Reason(
    say("5 for each set of emu, kangaroo and platypus. −2 for each rabbit, unless there’s a dingo."), ("DU-43",)
)
LOST = Reason(say("You lose if you haven’t placed your own dingo."), ("DU-43",))
NO_AREA = Reason(say("There’s no play area. Place tiles anywhere."), ("DU-50",))
LINE = Reason(say("A line of unused tiles marks the play area."), ("DU-51",))
TOGETHER = Reason(
    say("When all routes are finished, add your two together. The higher total wins."), ("DU-40", "DU-53")
)
GREY = LessonCard(say("Grey is for everyone"), (STATED["DU-18"],), "grey")


def lesson(setup: Setup | None) -> tuple[LessonCard, ...]:
    options = usual(OPTIONS) if setup is None else in_force(setup.options, setup.seats)
    longest = Reason(say("Build the longest route in your colour and grey."), ("DU-18", "DU-40"))
    animals = Reason(say("Build a long route in your colour and grey, with the right animals."), ("DU-18", "DU-43"))
    both = Reason(say("Build 2 long routes in your colours and grey. Both count."), ("DU-18", "DU-53"))
    usual_goal = animals if options["animals"] else longest
    return (
        LessonCard(
            say("Build a route"), (STATED["DU-2"], both if options["variant"] in TWO_ROUTES else usual_goal), "goal"
        ),
        _tiles(options, setup),
        _first(options, 2 if setup is None else setup.seats),
        LessonCard(say("Then extend it"), (extend(options),), "grow"),
        GREY,
        _forbidden(options),
        _closing(options),
        LessonCard(say("Where routes meet"), meeting(options), "billabong"),
        _count(options),
    )


def _tiles(options: Options, setup: Setup | None) -> LessonCard:
    numbers = {"straights": STOCK["straight"], "curves": STOCK["curve"], "termini": STOCK["terminus"]}
    one = say(
        "Everyone takes the tiles of one colour: {straights} straights, {curves} curves, {termini} end tiles.",
        **numbers,
    )
    two = say(
        "Everyone takes two colours, each with {straights} straights, {curves} curves and {termini} end tiles.",
        **numbers,
    )
    own = two if options["variant"] in TWO_ROUTES else one
    return LessonCard(say("Your tiles and the area"), (Reason(own, ("DU-1",)), _area(options, setup)), "tiles")


def _area(options: Options, setup: Setup | None) -> Reason:
    if options["variant"] == "children":
        return NO_AREA
    if options["variant"] == "fixed_area":
        return LINE
    area = None if setup is None else State(options, setup.seats).area
    if area is None:
        return Reason(say("Agree on the size of the play area. Your tiles decide where it lies."), ("DU-4", "DU-5"))
    size = say("The play area is {short} by {long}. Your tiles decide where it lies.", short=area[0], long=area[1])
    return Reason(size, ("DU-4", "DU-5"))


def _first(options: Options, seats: int) -> LessonCard:
    opening = starting_ends(str(options["variant"]), seats)
    if not opening:
        return LessonCard(say("The first tile"), (STATED["DU-15"],), "first")
    return LessonCard(say("The first tile"), opening, "first_terminus")


def extend(options: Options) -> Reason:
    """How a route grows from the second turn on: at either end, or at the one that no end tile closes."""
    if options["variant"] in OPENS_WITH_A_TERMINUS:
        text = say("Then extend your own route at its open end. The coloured path of the new tile must join it.")
        return Reason(text, ("DU-16", "DU-23"))
    return STATED["DU-16"]


def _closing(options: Options) -> LessonCard:
    ends = Reason(
        say("An end tile closes an end of your route. You never have to place one."), ("DU-12", "DU-22", "DU-25")
    )
    if options["stopping"] == "stuck":
        last = say("An end tile closes an end of your route. If nothing else fits, place it.")
        ends = Reason(last, ("DU-12", "DU-22", "DU-25"))
    return LessonCard(say("When an end is closed"), (ends, STATED["DU-23"], LOOP), "closing")


def meeting(options: Options) -> tuple[Reason, ...]:
    """What becomes of routes that lead to one free cell, by the house rules of this table."""
    three = say("If 3 routes meet, place a billabong. Only the player who joined them goes on.")
    rest = say("If 4 meet, all end. If 2 meet and a player has no curves left, you may place a billabong.")
    outsider = Reason(say("If neither route is yours, both end."), ("DU-33",))
    return (
        Reason(three, ("DU-30",)),
        Reason(rest, ("DU-31", "DU-32")),
        *((outsider,) if options["outsider_billabong"] == "end" else ()),
    )


def _forbidden(options: Options) -> LessonCard:
    edge: tuple[Reason, ...] = ()
    if options["variant"] != "children":
        # Without the exception that DU-21 makes for end tiles.
        nothing = Reason(say("No tile may lie outside the play area."), ("DU-20", "DU-21"))
        edge = (nothing if options["terminus_in_span"] else STATED["DU-21"],)
    return LessonCard(say("Not allowed"), (STATED["DU-17"], *edge), "forbidden")


def _count(options: Options) -> LessonCard:
    longest = STATED["DU-40"]
    if options["variant"] in TWO_ROUTES:
        longest = TOGETHER
    return LessonCard(
        say("Count the paths"),
        (STATED["DU-41"], SETS, LOST) if options["animals"] else (longest, STATED["DU-41"]),
        "count",
    )
