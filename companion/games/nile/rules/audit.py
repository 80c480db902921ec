"""Entries that the box cannot contain: doubtful, but the table may know better (NI-1, NI-7, NI-10, NI-23)."""

from collections.abc import Iterable

from companion.engine.rulings import Flag, flag_if
from companion.engine.text import SeatName, say, say_many, too_many
from companion.games.nile.rules.components import STOCK, WATER_CARDS, WORDS, Kind, Plant, squares_left, water_cards_each
from companion.games.nile.rules.moves import PlayTide
from companion.games.nile.rules.sale import too_many_of
from companion.games.nile.rules.state import State, Turn
from companion.games.nile.rules.tide import TideFacts, doubts_about_arrows, is_flood


def doubts_about_plants(state: State, added: Iterable[Plant]) -> tuple[Flag, ...]:
    """Plants on their way to boat or market of which that player has fewer (NI-1)."""
    counts = state.known_plants()
    flags: dict[Plant, Flag] = {}
    for plant in added:
        counts[plant] += 1
        if counts[plant] > STOCK[plant.plant]:
            flags[plant] = too_many_of(plant.seat, plant.plant, counts[plant])
    return tuple(flags.values())


def doubts_about_sowing(state: State, plant: Plant) -> tuple[Flag, ...]:
    """A plant sown although all of its kind are known to be elsewhere (NI-1)."""
    elsewhere = state.known_plants()[plant] + state.sown.count(plant)
    text = say(
        "{name} has no {plant} left: all {stock} are elsewhere.",
        name=SeatName(plant.seat),
        stock=STOCK[plant.plant],
        plant=WORDS[plant.plant],
    )
    return flag_if(elsewhere >= STOCK[plant.plant], text, "NI-1")


def doubts_about_field_plant(state: State, turn: Turn, kind: Kind) -> tuple[Flag, ...]:
    """A plant turned or harvested although none of its kind can be on a field, or none not acted on yet (NI-1, NI-23)."""
    left = STOCK[kind] - state.known_plants()[Plant(turn.seat, kind)]
    if left <= 0:
        text = say(
            "None of {name}’s {stock} {plant} can be on a field.",
            name=SeatName(turn.seat),
            stock=STOCK[kind],
            plant=WORDS[kind],
        )
        return (Flag(text, ("NI-1",)),)
    text = say(
        "{name} has used every {plant} on the fields.",
        name=SeatName(turn.seat),
        plant=WORDS[kind],
    )
    return flag_if(turn.handled.count(kind) >= left, text, "NI-23")


def doubts_about_points(turn: Turn, cost: int) -> tuple[Flag, ...]:
    """More action points than are left (NI-23)."""
    text = say_many(
        "{name} has {count} action point left. This costs {cost}.",
        "{name} has {count} action points left. This costs {cost}.",
        turn.ap,
        name=SeatName(turn.seat),
        cost=cost,
    )
    return flag_if(cost > turn.ap, text, "NI-23")


def doubts_about_desert_cards(state: State, cards: int) -> tuple[Flag, ...]:
    """More desert cards from the pile than it holds (NI-1, NI-6)."""
    left = state.desert_pile + (state.deserts_spent if state.options["desert_reshuffle"] else 0)
    return flag_if(cards > left, too_many(say("Desert cards in the pile"), cards, state.desert_pile), "NI-1", "NI-6")


def doubts_about_joker(state: State, turn: Turn) -> tuple[Flag, ...]:
    """A joker spent that the player is not known to have, or in a phase won from the hippo (NI-23, NI-50)."""
    none = say("{name} seems to have no joker left.", name=SeatName(turn.seat))
    extra = say("You can’t spend jokers in the hippo’s extra phase.")
    return (*flag_if(not state.jokers[turn.seat], none, "NI-6", "NI-23"), *flag_if(turn.is_extra, extra, "NI-50"))


def doubts_about_tide(state: State, move: PlayTide, jokers: int, deserts: int) -> tuple[Flag, ...]:
    """Cards that the box, the piles or the fields do not have for this tide; `state` is that before it."""
    is_flooding = is_flood(state.marker)
    few = too_many(say("Water cards on the fields"), move.moved, state.water_lying)
    kept = say("Only flooded desert cards become jokers, at most one for each water card.")
    each = say("Each event places at most one desert card.")
    return (
        *doubts_about_arrows(TideFacts(state.marker, move.moved, move.arrows, move.arrow_on), state.options),
        *(_laying(state, move) if is_flooding else flag_if(move.moved > state.water_lying, few, "NI-22")),
        *flag_if(jokers > (move.moved if is_flooding else 0), kept, "NI-11"),
        *doubts_about_desert_cards(state, deserts),
        *flag_if(deserts > move.moved, each, "NI-42"),
    )


def _laying(state: State, move: PlayTide) -> tuple[Flag, ...]:
    assert state.starter is not None
    laid, each = state.water_laid[state.starter] + move.moved, water_cards_each(state.seats)
    own = say(
        "{name} was dealt {each} water cards, not {laid}.",
        name=SeatName(state.starter),
        each=each,
        laid=laid,
    )
    together, lying = sum(state.water_laid) + move.moved, state.water_lying + move.moved
    fields = squares_left(state.seats, state.options["two_player_cover"])
    box = too_many(say("Water cards placed or taken"), together, WATER_CARDS)
    room = too_many(say("Water cards on the fields"), lying, fields)
    return (
        *flag_if(laid > each, own, "NI-7"),
        *flag_if(together > WATER_CARDS, box, "NI-1"),
        *flag_if(lying > fields, room, "NI-3", "NI-10"),
    )
