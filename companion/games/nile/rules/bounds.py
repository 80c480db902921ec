"""What no game has come to by a turn: cards, plants, points beyond box and turns (NI-1 to NI-8, NI-20 to NI-35)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from companion.engine.rulings import Flag, Reason, doubts
from companion.engine.text import SeatName, signs
from companion.games.nile.rules import sentences as says
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
        *doubts(*_of_the_cards(stands), *_of_the_plants(stands), *_of_the_points(stands), spares_recorded=True),
        *doubts_about_obelisk(stands.obelisk, [min(one, stands.round) for one in stands.lost_by_seat]),
    )


def doubts_about_obelisk(obelisk: int, steps: Sequence[int]) -> tuple[Flag, ...]:
    """An obelisk that cannot have gone so far: one square for each player who loses plants in a scoring (NI-30).

    `steps`: for each player the most scorings in which it went back for plants of theirs.
    """
    gone, least, most = LAST_SQUARE - obelisk, sum(one > 0 for one in steps), sum(steps)
    is_so = least <= gone <= most or (obelisk == 1 and most >= gone)
    may_go = signs("{least}–{most}", least=least, most=most) if least < most else most
    return doubts(not is_so and says.WENT_BACK(steps=may_go, gone=gone), spares_recorded=True)


def _of_the_cards(stands: State) -> Iterator[Reason | bool]:
    jokers, tides = sum(stands.jokers), stands.round + (stands.turn is not None)
    pile, lying = stands.desert_pile, stands.water_lying
    deserts = DESERT_CARDS if stands.options["desert_reshuffle"] else desert_pile(stands.seats)
    fields = squares_left(stands.seats, stands.options["two_player_cover"])
    water = min(fields, stands.seats + ALL_CARDS * tides)
    yield pile > deserts and says.TOO_MANY_DESERTS(count=pile, most=deserts)
    yield pile + jokers > DESERT_CARDS and says.TOO_MANY_DESERTS_IN_ALL(count=pile + jokers, most=DESERT_CARDS)
    yield lying > water and says.NOT_THAT_MUCH_WATER(count=lying, most=water)


def _of_the_plants(stands: State) -> Iterator[Reason | bool]:
    elsewhere = Counter(plant.seat for plant in stands.boat)
    elsewhere.update(one.seat for column in stands.market.values() for one in column)
    for seat, lost in enumerate(stands.lost_by_seat):
        count, whose = elsewhere[seat] + lost, says.PLANTS_OF.filled(name=SeatName(seat))
        yield count > PLANTS_EACH and says.TOO_MANY_PLANTS(what=whose, count=count, most=PLANTS_EACH)
    all_lost = sum(stands.lost_by_seat)
    yield not stands.round and all_lost > 0 and says.NONE_LOST_YET(count=all_lost)


def _of_the_points(stands: State) -> Iterator[Reason | bool]:
    """A column pays once a scoring; and until the first own plants ripen, only those of the set-up can be sold (NI-8, NI-31)."""
    lying, columns = sum(map(len, stands.market.values())), len(MARKET) * stands.round
    phases = stands.round + (stands.turn is not None)
    if phases <= ONLY_FIRST_PLANTS and not stands.options["hippo"]:
        harvested = stands.seats * phases
        yield lying > harvested and says.NOT_HARVESTED(count=lying, most=harvested)
        columns = min(columns, max(0, harvested - lying) // min(MARKET.values()))
    points, most = sum(stands.pawns) - stands.seats, SHARES[1][0] * columns
    yield points > most and says.TOO_MANY_POINTS(count=points, most=most)
