"""The house options, each with a sentence on who plays it so."""

from typing import Final

from companion.engine.game import Option, OptionChoice, Options, option
from companion.engine.text import say, signs
from companion.games.down_under.rules.components import BOXES, DEALT, WORDS, sizes_of

OPTIONS: Final = (
    option(
        "depth",
        say("You enter"),
        ("DU-40", "DU-41"),
        OptionChoice("tiles", say("Every tile"), say("1 tap per tile.")),
        OptionChoice("routes", say("The routes"), say("1 swipe each.")),
        OptionChoice(
            "result",
            say("Only the result"),
            say("Or a photo."),
        ),
        # Older matches had every tile entered.
        before="tiles",
        proposed="result",
        pictures=("du", "pencil", "crown"),
    ),
    option(
        "difficulty",
        say("How large is the play area?"),
        ("DU-4",),
        *(
            OptionChoice(difficulty, label, say("{sizes} for 2, 3 or 4 players", sizes=sizes_of(difficulty)))
            for difficulty, label in (
                ("recommended", say("Recommended")),
                ("easy", say("Easy: a square")),
                ("hard", say("Hard: long and narrow")),
            )
        ),
        sign="table",
    ),
    option(
        "area",
        say("Two sizes are recommended. Which one?"),
        ("DU-4",),
        OptionChoice("first", say("The wider area"), say("Wider: 6 by 8 for 3 players, 7 by 9 for 4.")),
        OptionChoice("second", say("The longer area"), say("Longer: 5 by 9 for 3 players, 6 by 10 for 4.")),
        sign="table",
    ),
    option(
        "animals",
        say("Do the animals count?"),
        ("DU-43",),
        OptionChoice(False, say("No, the longest route wins"), say("The usual game.")),
        OptionChoice(True, say("Animals count"), say("Special scoring: sets, rabbits, the dingo.")),
        sign="crown",
    ),
    option(
        "terminus_in_span",
        say("Must an end tile lie in the play area?"),
        ("DU-21",),
        OptionChoice(False, say("No, it may lie outside"), say("As in the rulebook.")),
        OptionChoice(True, say("End tiles stay inside the area"), departs=True),
        sign="du",
        is_rare=True,
    ),
    option(
        "billabong_ends_count",
        say("Does a billabong count for a route that ends there?"),
        ("DU-42",),
        OptionChoice(True, say("Yes, 1, as if you passed through"), say("The rulebook doesn’t say.")),
        OptionChoice(False, say("Billabongs count only if you pass through"), departs=True),
        sign="wave",
        is_rare=True,
    ),
    option(
        "stopping",
        say("When is a player done?"),
        ("DU-22", "DU-25"),
        OptionChoice("stuck", say("When they can’t place a tile"), say("Our reading")),
        OptionChoice(
            "end_tile", say("Done when only an end tile fits"), say("You never have to close a route."), departs=True
        ),
        OptionChoice("any_time", say("Stop whenever you like"), departs=True),
        # Older matches let a player stop at will, and are replayed so.
        before="any_time",
        sign="hands",
        is_rare=True,
    ),
    option(
        "outsider_billabong",
        say("What if a third player’s tile brings two routes together?"),
        ("DU-32", "DU-33"),
        OptionChoice("go_on", say("Both routes continue"), say("Our reading")),
        OptionChoice("end", say("A third player’s billabong ends both routes"), departs=True),
        # Older matches ended both routes then, and are replayed so.
        before="end",
        sign="wave",
        is_rare=True,
    ),
    option(
        "variant",
        say("Variant"),
        ("DU-50", "DU-51", "DU-52", "DU-53"),
        OptionChoice("none", say("None"), say("The usual game.")),
        OptionChoice("children", say("For children"), say("No play area, so no edge stops you.")),
        OptionChoice("fixed_area", say("Fixed area"), say("2 or 3 players. An unused colour marks the area.")),
        OptionChoice("one_end", say("One end"), say("Everyone starts with an end tile and builds one way only.")),
        OptionChoice("two_routes", say("Two routes each"), say("2 players. Place one tile of each colour every turn.")),
        OptionChoice(
            "one_tile_per_turn",
            say("Two routes each, one tile a turn"),
            say("2 players. On your turn, choose which route to extend."),
        ),
        sign="lots",
    ),
    Option(
        DEALT,
        say("Colour"),
        tuple(
            OptionChoice(box, signs("{colours}", colours=tuple(WORDS[colour] for colour in box.split())))
            for box in BOXES
        ),
        ("DU-2",),
        # Before colours could be dealt otherwise, seats played them in the order of the box.
        before=BOXES[0],
        is_asked=False,
    ),
)

TWO_ROUTES: Final = ("two_routes", "one_tile_per_turn")
_VARIANT_PLAYERS: Final = {"fixed_area": (2, 3), "two_routes": (2,), "one_tile_per_turn": (2,)}


def suits(variant: str, seats: int) -> bool:
    """Whether a variant is for that many players."""
    return seats in _VARIANT_PLAYERS.get(variant, (seats,))


def idle(options: Options, seats: int) -> frozenset[str]:
    """The options that change nothing: those on an area without one, on a second size, or on a third player without one."""
    played = in_force(options, seats)
    found = set() if options["variant"] == "none" or played["variant"] != "none" else {"variant"}
    if played["variant"] == "children":
        found |= {"difficulty", "area", "terminus_in_span"}
    # Only for three or four players is a second size recommended (DU-4).
    elif seats == 2 or played["difficulty"] != "recommended":
        found.add("area")
    if seats == 2 and played["variant"] not in TWO_ROUTES:
        found.add("outsider_billabong")
    return frozenset(found)


def in_force(options: Options, seats: int) -> Options:
    """The options as they are played: a variant that is not for that many players is not played."""
    return options if suits(str(options["variant"]), seats) else {**options, "variant": "none"}
