"""The first-round guide in eight cards (DU-1 to DU-53)."""

from companion.engine.game import Options, Setup
from companion.engine.options import usual
from companion.engine.present import LessonCard
from companion.engine.rulings import Reason
from companion.engine.text import say
from companion.games.down_under.rules.components import STOCK
from companion.games.down_under.rules.options import OPTIONS, TWO_ROUTES, in_force
from companion.games.down_under.rules.state import State
from companion.games.down_under.words.clauses import STATED

LOOP = Reason(say("If your route becomes a loop, you may turn one of your tiles instead."), ("DU-24",))
SETS = Reason(
    say("5 for each set of emu, kangaroo and platypus. −2 for each rabbit, unless a dingo is there."), ("DU-43",)
)
LOST = Reason(say("You lose if you haven’t placed your own dingo."), ("DU-43",))
NO_AREA = Reason(say("There’s no play area. Place tiles anywhere."), ("DU-50",))
GROW = LessonCard(say("Then extend it"), (STATED["DU-16"],), "grow")
GREY = LessonCard(say("Grey is for everyone"), (STATED["DU-18"],), "grey")
CLOSING = LessonCard(
    say("When an end is closed"),
    (
        Reason(say("An end tile closes an end of your route. You never have to place one."), ("DU-12", "DU-22")),
        STATED["DU-23"],
        LOOP,
    ),
    "closing",
)


def lesson(setup: Setup | None) -> tuple[LessonCard, ...]:
    options = usual(OPTIONS) if setup is None else in_force(setup.options, setup.seats)
    longest = Reason(say("Build the longest route in your colour and grey."), ("DU-18", "DU-40"))
    animals = Reason(say("Build a long route in your colour and grey, with the right animals."), ("DU-18", "DU-43"))
    both = Reason(say("Build two long routes in your colours and grey. Both count."), ("DU-18", "DU-53"))
    usual_goal = animals if options["animals"] else longest
    return (
        LessonCard(
            say("Build a route"), (STATED["DU-2"], both if options["variant"] in TWO_ROUTES else usual_goal), "goal"
        ),
        _tiles(options, setup),
        _first(options),
        GROW,
        GREY,
        _forbidden(options),
        CLOSING,
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
        return Reason(say("A line of unused tiles marks the play area."), ("DU-51",))
    area = None if setup is None else State(options, setup.seats).area
    if area is None:
        return Reason(say("Agree on the size of the play area. Your tiles decide where it lies."), ("DU-4", "DU-5"))
    size = say("The play area is {short} by {long}. Your tiles decide where it lies.", short=area[0], long=area[1])
    return Reason(size, ("DU-4", "DU-5"))


def _first(options: Options) -> LessonCard:
    if options["variant"] == "one_end":
        opening: tuple[Reason, ...] = (
            Reason(say("Everyone starts with an end tile."), ("DU-52",)),
            Reason(
                say("The second player places it back to back with the first, the fourth with the third."), ("DU-52",)
            ),
        )
    elif options["variant"] in TWO_ROUTES:
        opening = (
            Reason(say("Everyone starts with an end tile of each colour. The two fill one cell."), ("DU-53",)),
            _each_turn(options),
        )
    else:
        return LessonCard(say("The first tile"), (STATED["DU-15"],), "first")
    return LessonCard(say("The first tile"), opening, "first_terminus")


def _each_turn(options: Options) -> Reason:
    if options["variant"] == "one_tile_per_turn":
        return Reason(say("After that, place 1 tile a turn, for either route."), ("DU-53",))
    return Reason(
        say("The first player then places 1 tile. After that, place 2 a turn, one of each colour."), ("DU-53",)
    )


def _forbidden(options: Options) -> LessonCard:
    edge: tuple[Reason, ...] = ()
    if options["variant"] != "children":
        nothing = Reason(say("No tile may lie outside the play area."), ("DU-20", "DU-21"))
        edge = (nothing if options["terminus_in_span"] else STATED["DU-21"],)
    return LessonCard(say("Not allowed"), (STATED["DU-17"], *edge), "forbidden")


def _count(options: Options) -> LessonCard:
    longest = STATED["DU-40"]
    if options["variant"] in TWO_ROUTES:
        longest = Reason(
            say("When every route is finished, your two count together. The longest total wins."), ("DU-40", "DU-53")
        )
    return LessonCard(
        say("Count the paths"),
        (STATED["DU-41"], SETS, LOST) if options["animals"] else (longest, STATED["DU-41"]),
        "count",
    )
