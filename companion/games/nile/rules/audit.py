"""Entries that the box cannot contain: doubtful, but the table may know better (NI-1, NI-7, NI-10, NI-23)."""

from collections.abc import Iterable

from companion.engine.rulings import Flag, Reason, doubts
from companion.engine.text import SeatName
from companion.games.nile.rules import sentences as says
from companion.games.nile.rules.components import STOCK, WATER_CARDS, WORDS, Kind, Plant, squares_left, water_cards_each
from companion.games.nile.rules.moves import PlayTide
from companion.games.nile.rules.sale import too_many_of
from companion.games.nile.rules.state import State, Turn
from companion.games.nile.rules.tide import doubts_about_arrows, is_flood


def doubts_about_plants(state: State, added: Iterable[Plant]) -> tuple[Flag, ...]:
    """Plants on their way to boat or market of which that player has fewer (NI-1)."""
    counts = state.known_plants()
    many: dict[Plant, Reason] = {}
    for plant in added:
        counts[plant] += 1
        if counts[plant] > STOCK[plant.plant]:
            many[plant] = too_many_of(plant.seat, plant.plant, counts[plant])
    return doubts(*many.values())


def doubts_about_sowing(state: State, plant: Plant) -> tuple[Flag, ...]:
    """A plant sown although all of its kind are known to be elsewhere (NI-1)."""
    elsewhere, stock = state.known_plants()[plant] + state.sown.count(plant), STOCK[plant.plant]
    name, word = SeatName(plant.seat), WORDS[plant.plant]
    return doubts(elsewhere >= stock and says.NONE_LEFT(name=name, stock=stock, plant=word))


def doubts_about_field_plant(state: State, turn: Turn, kind: Kind) -> tuple[Flag, ...]:
    """A plant turned or harvested although none of its kind can be on a field, or none not acted on yet (NI-1, NI-23)."""
    name, word = SeatName(turn.seat), WORDS[kind]
    left = STOCK[kind] - state.known_plants()[Plant(turn.seat, kind)]
    return doubts(
        left <= 0 and says.NONE_ON_A_FIELD(name=name, stock=STOCK[kind], plant=word),
        0 < left <= turn.handled.count(kind) and says.ALL_USED(name=name, plant=word),
    )


def doubts_about_points(turn: Turn, cost: int) -> tuple[Flag, ...]:
    """More action points than are left (NI-23)."""
    return doubts(cost > turn.ap and says.POINTS_LEFT(name=SeatName(turn.seat), count=turn.ap, cost=cost))


def doubts_about_desert_cards(state: State, cards: int) -> tuple[Flag, ...]:
    """More desert cards from the pile than it holds (NI-1, NI-6)."""
    left = state.desert_pile + (state.deserts_spent if state.options["desert_reshuffle"] else 0)
    return doubts(cards > left and says.TOO_MANY_DESERTS(count=cards, most=state.desert_pile))


def doubts_about_joker(state: State, turn: Turn) -> tuple[Flag, ...]:
    """A joker spent that the player is not known to have, or in a phase won from the hippo (NI-23, NI-50)."""
    return doubts(
        not state.jokers[turn.seat] and says.NO_JOKER_LEFT(name=SeatName(turn.seat)),
        turn.is_extra and says.NO_JOKERS_IN_EXTRA(),
    )


def doubts_about_tide(state: State, move: PlayTide, jokers: int, deserts: int) -> tuple[Flag, ...]:
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


def _laying(state: State, move: PlayTide) -> tuple[Flag, ...]:
    assert state.starter is not None
    laid, each = state.water_laid[state.starter] + move.moved, water_cards_each(state.seats)
    together, lying = sum(state.water_laid) + move.moved, state.water_lying + move.moved
    fields = squares_left(state.seats, state.options["two_player_cover"])
    return doubts(
        laid > each and says.DEALT_WATER(name=SeatName(state.starter), each=each, laid=laid),
        together > WATER_CARDS and says.TOO_MUCH_WATER(count=together),
        lying > fields and says.NO_ROOM_FOR_WATER(count=lying, most=fields),
    )
