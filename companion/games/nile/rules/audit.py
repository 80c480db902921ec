"""What is doubtful, though the table may know better: entries the box cannot contain, standings no game comes to.

Entries: NI-1, NI-7, NI-10, NI-23. Standings: NI-1 to NI-8, NI-20 to NI-35.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from companion.engine.rulings import Doubt, Reason, doubts
from companion.engine.text import SeatName, signs
from companion.games.nile.rules import sentences as says
from companion.games.nile.rules.columns import SHARES
from companion.games.nile.rules.components import (
    DESERT_CARDS,
    LAST_SQUARE,
    MARKET,
    PLANTS_EACH,
    STOCK,
    WATER_CARDS,
    WORDS,
    Kind,
    Plant,
    desert_pile,
    squares_left,
    water_cards_each,
)
from companion.games.nile.rules.moves import PlayTide
from companion.games.nile.rules.sale import too_many_in_all, too_many_of
from companion.games.nile.rules.state import State, Turn
from companion.games.nile.rules.tide import ALL_CARDS, doubts_about_arrows, is_flood

ONLY_FIRST_PLANTS: Final = 2
"""In so many phases of actions no one can harvest more than the ripe plant and the seed of the set-up (NI-8, NI-23)."""


def doubts_about_plants(state: State, added: Iterable[Plant]) -> tuple[Doubt, ...]:
    """Plants on their way to boat or market of which that player has fewer."""
    counts = state.known_plants()
    many: dict[Plant, Reason] = {}
    for plant in added:
        # One after another, so that a player who adds several of a kind gets one doubt, with the number it comes to in the
        # end.
        counts[plant] += 1
        if counts[plant] > STOCK[plant.plant]:
            many[plant] = too_many_of(plant.seat, plant.plant, counts[plant])
    return doubts(*many.values())


def doubts_about_sowing(state: State, plant: Plant) -> tuple[Doubt, ...]:
    """A plant sown although all of its kind are known to be elsewhere."""
    elsewhere = state.known_plants()[plant] + state.sown.count(plant)
    name, word = SeatName(plant.seat), WORDS[plant.plant]
    return doubts(elsewhere >= STOCK[plant.plant] and says.NONE_LEFT(name=name, plant=word))


def doubts_about_field_plant(state: State, turn: Turn, kind: Kind) -> tuple[Doubt, ...]:
    """A plant turned or harvested although none of its kind can be on a field, or none not acted on yet."""
    name, word = SeatName(turn.seat), WORDS[kind]
    left = STOCK[kind] - state.known_plants()[Plant(turn.seat, kind)]
    return doubts(
        left <= 0 and says.NONE_ON_A_FIELD(name=name, plant=word),
        0 < left <= turn.handled.count(kind) and says.ALL_USED(name=name, plant=word),
    )


def doubts_about_action_points(turn: Turn, cost: int) -> tuple[Doubt, ...]:
    """More action points than are left."""
    return doubts(cost > turn.ap and says.POINTS_LEFT(count=turn.ap, cost=cost))


def doubts_about_desert_cards(state: State, cards: int) -> tuple[Doubt, ...]:
    """More desert cards from the pile than it holds."""
    left = state.desert_pile + (state.deserts_spent if state.options["desert_reshuffle"] else 0)
    return doubts(cards > left and says.TOO_MANY_DESERTS(count=cards, most=state.desert_pile))


def doubts_about_joker(state: State, turn: Turn) -> tuple[Doubt, ...]:
    """A joker spent that the player is not known to have, or in a phase won from the hippo."""
    return doubts(
        not state.jokers[turn.seat] and says.NO_JOKER_LEFT(name=SeatName(turn.seat)),
        turn.is_extra and says.NO_JOKER_SPENT_IN_EXTRA(),
    )


def doubts_about_tide(state: State, move: PlayTide, jokers: int, deserts: int) -> tuple[Doubt, ...]:
    """Cards that the box, the piles or the fields do not have for this tide; `state` is that before it."""
    moved, lying = move.moved, state.water_lying
    is_flooding = is_flood(state.marker)
    return (
        *doubts_about_arrows(state.marker, moved, move.arrows, state.options, move.arrow_on),
        *(_laying(state, move) if is_flooding else ()),
        *doubts(
            not is_flooding and moved > lying and says.NOT_SO_MUCH_TO_TAKE(count=moved, most=lying),
            jokers > (moved if is_flooding else 0) and says.FLOODED_ARE_KEPT(),
        ),
        *doubts_about_desert_cards(state, deserts),
        *doubts(deserts > moved and says.ONE_DESERT_EACH()),
    )


def _laying(state: State, move: PlayTide) -> tuple[Doubt, ...]:
    """Return the doubts about water that piles, box or fields do not have."""
    assert state.starter is not None
    laid, each = state.water_laid[state.starter] + move.moved, water_cards_each(state.seats)
    together, lying = sum(state.water_laid) + move.moved, state.water_lying + move.moved
    fields = squares_left(state.seats, state.options["two_player_cover"])
    return doubts(
        laid > each and says.DEALT_WATER(name=SeatName(state.starter), each=each, laid=laid),
        together > WATER_CARDS and says.TOO_MUCH_WATER(count=together),
        lying > fields and says.NO_ROOM_FOR_WATER(count=lying, most=fields),
    )


def doubts_about_standing(standing: State) -> tuple[Doubt, ...]:
    """Everything of how things stand that no game brings about by then."""
    return (
        *doubts(
            *_cards(standing),
            *_plants(standing),
            *_points(standing),
            new_entries_only=True,
        ),
        # Each scoring takes the obelisk back one square for a player, however many plants that player loses (NI-30).
        *doubts_about_obelisk(standing.obelisk, [min(one, standing.round) for one in standing.lost_by_seat]),
    )


def doubts_about_obelisk(obelisk: int, steps: Sequence[int]) -> tuple[Doubt, ...]:
    """An obelisk that cannot have gone so far: one square for each player who loses plants in a scoring.

    `steps`: for each player the most scorings in which it went back for plants of theirs.
    """
    gone, least, most = LAST_SQUARE - obelisk, sum(one > 0 for one in steps), sum(steps)
    # The obelisk stops on square 1 (NI-30), so there it may have gone less far than plants were lost.
    is_so = least <= gone <= most or (obelisk == 1 and most >= gone)
    may_go = signs("{least}–{most}", least=least, most=most) if least < most else most
    return doubts(not is_so and says.WENT_BACK(steps=may_go, gone=gone), new_entries_only=True)


def _cards(standing: State) -> Iterator[Reason | bool]:
    # Once actions have begun, the tide of this round has been played too.
    jokers, tides = sum(standing.jokers), standing.round + (standing.turn is not None)
    pile, lying = standing.desert_pile, standing.water_lying
    deserts = DESERT_CARDS if standing.options["desert_reshuffle"] else desert_pile(standing.seats)
    fields = squares_left(standing.seats, standing.options["two_player_cover"])
    # What can lie there: each player's first card, and as many in every tide as its player may lay.
    water = min(fields, standing.seats + ALL_CARDS * tides)
    yield pile > deserts and says.TOO_MANY_DESERTS(count=pile, most=deserts)
    yield pile + jokers > DESERT_CARDS and says.TOO_MANY_DESERTS_IN_ALL(count=pile + jokers, most=DESERT_CARDS)
    yield lying > water and says.NOT_THAT_MUCH_WATER(count=lying, most=water)


def _plants(standing: State) -> Iterator[Reason | bool]:
    elsewhere = Counter(plant.seat for plant in standing.boat)
    elsewhere.update(one.seat for column in standing.market.values() for one in column)
    for seat, lost in enumerate(standing.lost_by_seat):
        count = elsewhere[seat] + lost
        yield count > PLANTS_EACH and too_many_in_all(seat, count)
    all_lost = sum(standing.lost_by_seat)
    yield not standing.round and all_lost > 0 and says.NONE_LOST_YET(count=all_lost)


def _points(standing: State) -> Iterator[Reason | bool]:
    """A column pays once a scoring; and until the first own plants ripen, only those of the set-up can be sold."""
    lying, columns = sum(map(len, standing.market.values())), len(MARKET) * standing.round
    # The phase that is going on may have sold plants too, which no scoring has paid yet.
    phases = standing.round + (standing.turn is not None)
    # The hippo's extra phases could bring more harvests (NI-50), and how many there were is not known.
    if phases <= ONLY_FIRST_PLANTS and not standing.options["hippo"]:
        harvested = standing.seats * phases
        yield lying > harvested and says.NOT_HARVESTED(count=lying, most=harvested)
        # What was harvested and lies there no more was sold in full columns, the shortest of which takes so many.
        columns = min(columns, max(0, harvested - lying) // min(MARKET.values()))
    # Pawns start on square 1; a column pays 6 in all, however many share it (NI-31).
    points, most = sum(standing.pawns) - standing.seats, SHARES[1][0] * columns
    yield points > most and says.TOO_MANY_POINTS(count=points, most=most)
