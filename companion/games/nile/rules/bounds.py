"""What no game has come to by a turn: cards, plants, points beyond box and turns (NI-1 to NI-8, NI-20 to NI-35)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from companion.engine.rulings import Flag, flag_if
from companion.engine.text import SeatName, Text, say, too_many
from companion.games.nile.rules.columns import SHARES
from companion.games.nile.rules.components import (
    DESERT_CARDS,
    LAST_SQUARE,
    MARKET,
    PLANTS_EACH,
    desert_pile,
    squares_left,
)
from companion.games.nile.rules.state import State
from companion.games.nile.rules.tide import ALL_CARDS

ONLY_FIRST_PLANTS: Final = 2
"""In so many phases of actions nobody can harvest more than the ripe plant and the seed of the set-up (NI-8, NI-23)."""


def doubts_about_standing(stands: State) -> tuple[Flag, ...]:
    """Everything of how things stand that no game brings about by then."""
    return (
        *_of_the_cards(stands),
        *_of_the_plants(stands),
        *_of_the_points(stands),
        *doubts_about_obelisk(stands.obelisk, [min(one, stands.round) for one in stands.lost_by_seat]),
    )


def doubts_about_obelisk(obelisk: int, steps: Sequence[int]) -> tuple[Flag, ...]:
    """An obelisk that cannot have gone so far: one square for each player who loses plants in a scoring (NI-30).

    `steps`: for each player the most scorings in which it went back for plants of theirs.
    """
    gone, least, most = LAST_SQUARE - obelisk, sum(one > 0 for one in steps), sum(steps)
    is_so = least <= gone <= most or (obelisk == 1 and most >= gone)
    text = say(
        "By the plants lost, the obelisk goes back {least} to {most}, not {gone}.",
        least=least,
        most=most,
        gone=gone,
    )
    return flag_if(not is_so, text, "NI-30", spares_recorded=True)


def _of_the_cards(stands: State) -> Iterator[Flag]:
    jokers, tides = sum(stands.jokers), stands.round + (stands.turn is not None)
    deserts = DESERT_CARDS if stands.options["desert_reshuffle"] else desert_pile(stands.seats)
    fields = squares_left(stands.seats, stands.options["two_player_cover"])
    water = min(fields, stands.seats + ALL_CARDS * tides)
    yield from _over(say("Desert cards in the pile"), stands.desert_pile, deserts, "NI-1", "NI-6")
    yield from _over(say("Jokers and desert cards in the pile"), stands.desert_pile + jokers, DESERT_CARDS, "NI-1")
    yield from _over(say("Water cards on the fields"), stands.water_lying, water, "NI-3", "NI-8", "NI-21")


def _of_the_plants(stands: State) -> Iterator[Flag]:
    elsewhere = Counter(plant.seat for plant in stands.boat)
    elsewhere.update(one.seat for column in stands.market.values() for one in column)
    for seat, lost in enumerate(stands.lost_by_seat):
        name = say("Plants of {name}", name=SeatName(seat))
        yield from _over(name, elsewhere[seat] + lost, PLANTS_EACH, "NI-1")
    if not stands.round:
        yield from _over(say("Plants lost for good"), sum(stands.lost_by_seat), 0, "NI-20", "NI-30")


def _of_the_points(stands: State) -> Iterator[Flag]:
    """A column pays once a scoring; and until the first own plants ripen, only those of the set-up can be sold (NI-8, NI-31)."""
    lying, columns = sum(map(len, stands.market.values())), len(MARKET) * stands.round
    phases = stands.round + (stands.turn is not None)
    if phases <= ONLY_FIRST_PLANTS and not stands.options["hippo"]:
        harvested = stands.seats * phases
        yield from _over(say("Plants on the market"), lying, harvested, "NI-8", "NI-23")
        columns = min(columns, max(0, harvested - lying) // min(MARKET.values()))
    points = sum(stands.pawns) - stands.seats
    yield from _over(say("Points"), points, SHARES[1][0] * columns, "NI-31")


def _over(what: Text, count: int, most: int, *clauses: str) -> tuple[Flag, ...]:
    return flag_if(count > most, too_many(what, count, most), *clauses, spares_recorded=True)
