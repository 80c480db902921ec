"""The set-up sheet: what to cover, deal and lay out (NI-1 to NI-8, NI-51)."""

from dataclasses import dataclass
from typing import Final

from companion.engine.game import Options, Setup, SetupSheet
from companion.engine.rulings import Reason
from companion.engine.schema.codec import written
from companion.engine.text import Text, say, say_many
from companion.games.nile.rules.components import (
    DESERT_CARDS,
    DESERTS_AT_FIRST,
    JOKERS_EACH,
    MARKET,
    PLANTS_EACH,
    WATER_CARDS,
    covered_rows,
    desert_pile,
    squares_left,
    water_cards_each,
)

HIPPO: Final = say(
    "Hippo: everyone bids plants. The highest bidder gets 3 extra action points at once, without jokers."
)
HIGHEST_BID: Final = Reason(
    say("Everyone bids plants from their hand. The highest bidder starts. All plants bid go in the boat."), ("NI-51",)
)


@dataclass(frozen=True, slots=True)
class LaidOut:
    """The numbers of the set-up sheet."""

    covered: tuple[int, ...]
    squares_left: int
    water_cards_each: int
    water_cards_out: int
    desert_pile: int
    jokers_each: int
    market: tuple[int, ...]


def lay_out(setup: Setup) -> SetupSheet:
    """Return the numbers and steps of the set-up."""
    cover = setup.options["two_player_cover"]
    each = water_cards_each(setup.seats)
    facts = LaidOut(
        covered=covered_rows(setup.seats, cover),
        squares_left=squares_left(setup.seats, cover),
        water_cards_each=each,
        water_cards_out=WATER_CARDS - each * setup.seats,
        desert_pile=desert_pile(setup.seats),
        jokers_each=JOKERS_EACH,
        market=tuple(MARKET.values()),
    )
    steps = (*_board(setup), *_cards(setup.seats), *_first_moves(setup.options), *variants(setup.options))
    return SetupSheet(written(facts), steps)


def _board(setup: Setup) -> tuple[Reason, ...]:
    cover = setup.options["two_player_cover"]
    takes = say("Everyone takes the pawn and the {plants} plants of one colour, seed side up.", plants=PLANTS_EACH)
    pawns = say("Put all pawns on the first square, the obelisk on the last and the marker on Flood.")
    rows = covered_rows(setup.seats, cover)
    of_two = any(rows.count(row) == 1 for row in rows)
    # No rule depends on which of them it is, but fields are entered by bank.
    tracked = say("If 2 rows are equally long, cover the one on the left bank.")
    return (
        Reason(_cover(rows, squares_left(setup.seats, cover)), ("NI-2", "NI-3")),
        *((Reason(tracked, ("NI-3",)),) if of_two and setup.options["depth"] == "board" else ()),
        Reason(takes, ("NI-1", "NI-5")),
        Reason(pawns, ("NI-5",)),
    )


def variants(options: Options) -> tuple[Reason, ...]:
    """The variants of the rulebook that a table plays besides the bids for the start."""
    played = (
        ("hippo", HIPPO, "NI-50"),
        ("buy_others", say("You may buy other players’ seeds from the boat for 2 action points."), "NI-52"),
        ("joker_heals", say("A joker freshens a spoiled plant, but never a rotten one."), "NI-53"),
    )
    return tuple(Reason(text, (clause,)) for name, text, clause in played if options[name])


def _cover(rows: tuple[int, ...], left: int) -> Text:
    if not rows:
        return say("Don’t cover any fields. All {left} are in play.", left=left)
    return say_many(
        "Cover one row of {rows} fields. {left} fields are in play.",
        "Cover {count} rows ({rows} fields). {left} fields are in play.",
        len(rows),
        rows=rows,
        left=left,
    )


def _cards(players: int) -> tuple[Reason, ...]:
    deserts = say(
        "Shuffle the {all} desert cards face down. Put {first} on fields of your choice next to the desert.",
        all=DESERT_CARDS,
        first=DESERTS_AT_FIRST,
    )
    jokers = say(
        "Everyone takes {each} desert cards as jokers. Put the remaining {left} face down on one of the 2 spaces. "
        "Spent ones go on the other.",
        each=JOKERS_EACH,
        left=desert_pile(players),
    )
    piles = say("Without looking, everyone makes 2 piles of about the same height.")
    return (
        Reason(deserts, ("NI-6",)),
        Reason(jokers, ("NI-6",)),
        *(Reason(text, ("NI-7",)) for text in _water(players)),
        Reason(piles, ("NI-7",)),
    )


def _water(players: int) -> tuple[Text, ...]:
    """Return how the water cards are dealt (NI-7)."""
    each = water_cards_each(players)
    out = WATER_CARDS - each * players
    deal = say("Shuffle the {all} water cards, waves up, and deal {each} to each player.", all=WATER_CARDS, each=each)
    rest = say_many("{count} is left over and out of the game.", "{count} are left over and out of the game.", out)
    return (deal, rest) if out else (deal,)


def _first_moves(options: Options) -> tuple[Reason, ...]:
    free = say("In turn, everyone places one water card on a free field.")
    anywhere = say("In turn, everyone places one water card on any field.")
    water = Reason(anywhere if options["first_water"] == "any" else free, ("NI-8", "NI-10"))
    plants = Reason(say("In turn, everyone places one ripe plant and one seed on fields."), ("NI-8", "NI-12"))
    if options["start_bid"]:
        return (HIGHEST_BID, water, plants)
    pillar = say("The start player takes the pillar.")
    boat = say("In turn, everyone puts 2 plants of their choice in the boat, seed side up.")
    return (Reason(pillar, ("NI-8",)), Reason(boat, ("NI-8",)), water, plants)
