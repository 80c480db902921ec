"""Entries that the box cannot contain: doubtful, but the table may know better (NI-1, NI-7, NI-10, NI-23)."""

from collections.abc import Iterable

from companion.engine.rulings import Flag
from companion.engine.text import SeatName, say, say_many
from companion.games.nile.rules.components import (
    PLANT_WORDS,
    STOCK,
    WATER_CARDS,
    Kind,
    Plant,
    squares_left,
    water_cards_each,
)
from companion.games.nile.rules.moves import PlayTide
from companion.games.nile.rules.sale import too_many
from companion.games.nile.rules.state import State, Turn
from companion.games.nile.rules.tide import TideFacts, doubts_about_arrows, is_flood


def doubts_about_plants(state: State, added: Iterable[Plant]) -> tuple[Flag, ...]:
    """Plants on their way to boat or market of which that player has fewer (NI-1)."""
    counts = state.known_plants()
    flags: dict[Plant, Flag] = {}
    for plant in added:
        counts[plant] += 1
        if counts[plant] > STOCK[plant.plant]:
            flags[plant] = too_many(plant.seat, plant.plant, counts[plant])
    return tuple(flags.values())


def doubts_about_sowing(state: State, plant: Plant) -> tuple[Flag, ...]:
    """A plant sown although all of its kind are known to be elsewhere (NI-1)."""
    elsewhere = state.known_plants()[plant] + state.sown.count(plant)
    if elsewhere < STOCK[plant.plant]:
        return ()
    text = say(
        "All {stock} {plant} of {name} are in the boat, on fields, on the market or out of the game.",
        name=SeatName(plant.seat),
        stock=STOCK[plant.plant],
        plant=PLANT_WORDS[plant.plant],
    )
    return (Flag(text, ("NI-1",)),)


def doubts_about_field_plant(state: State, turn: Turn, kind: Kind) -> tuple[Flag, ...]:
    """A plant turned or harvested although none of its kind can be on a field, or none not acted on yet (NI-1, NI-23)."""
    left = STOCK[kind] - state.known_plants()[Plant(turn.seat, kind)]
    if left <= 0:
        text = say(
            "None of {name}’s {stock} {plant} can be on a field.",
            name=SeatName(turn.seat),
            stock=STOCK[kind],
            plant=PLANT_WORDS[kind],
        )
        return (Flag(text, ("NI-1",)),)
    if turn.handled.count(kind) < left:
        return ()
    text = say(
        "{name} has used every {plant} on the fields. Use each plant once a phase.",
        name=SeatName(turn.seat),
        plant=PLANT_WORDS[kind],
    )
    return (Flag(text, ("NI-23",)),)


def doubts_about_points(turn: Turn, cost: int) -> tuple[Flag, ...]:
    """More action points than are left (NI-23)."""
    if cost <= turn.ap:
        return ()
    text = say_many(
        "{name} has {count} action point left. This costs {cost}.",
        "{name} has {count} action points left. This costs {cost}.",
        turn.ap,
        name=SeatName(turn.seat),
        cost=cost,
    )
    return (Flag(text, ("NI-23",)),)


def doubts_about_desert_cards(state: State, cards: int) -> tuple[Flag, ...]:
    """More desert cards from the pile than it holds (NI-1, NI-6)."""
    if cards <= state.desert_pile + (state.deserts_spent if state.options["desert_reshuffle"] else 0):
        return ()
    text = say_many(
        "Only {count} desert card is left in the pile, not {cards}.",
        "Only {count} desert cards are left in the pile, not {cards}.",
        state.desert_pile,
        cards=cards,
    )
    return (Flag(text, ("NI-1", "NI-6")),)


def doubts_about_joker(state: State, turn: Turn) -> tuple[Flag, ...]:
    """A joker spent that the player is not known to have, or in a phase won from the hippo (NI-23, NI-50)."""
    flags = []
    if not state.jokers[turn.seat]:
        flags.append(Flag(say("{name} seems to have no joker left.", name=SeatName(turn.seat)), ("NI-6", "NI-23")))
    if turn.is_extra:
        flags.append(Flag(say("You can’t spend jokers in the hippo’s extra phase."), ("NI-50",)))
    return tuple(flags)


def doubts_about_tide(state: State, move: PlayTide, jokers: int, deserts: int) -> tuple[Flag, ...]:
    """Cards that the box, the piles or the fields do not have for this tide; `state` is that before it."""
    is_flooding = is_flood(state.marker)
    flags = [*doubts_about_arrows(TideFacts(state.marker, move.moved, move.arrows, move.arrow_on), state.options)]
    flags += _laying(state, move) if is_flooding else _taking(state, move)
    if jokers > (move.moved if is_flooding else 0):
        text = say("Only flooded desert cards become jokers, at most one for each water card.")
        flags.append(Flag(text, ("NI-11",)))
    flags += doubts_about_desert_cards(state, deserts)
    if deserts > move.moved:
        flags.append(Flag(say("Each event places at most one desert card on a field."), ("NI-42",)))
    return tuple(flags)


def _laying(state: State, move: PlayTide) -> list[Flag]:
    assert state.starter is not None
    flags = []
    laid, each = state.water_laid[state.starter] + move.moved, water_cards_each(state.seats)
    if laid > each:
        text = say(
            "{name} was dealt {each} water cards and can’t have placed {laid}.",
            name=SeatName(state.starter),
            each=each,
            laid=laid,
        )
        flags.append(Flag(text, ("NI-7",)))
    together = sum(state.water_laid) + move.moved
    if together > WATER_CARDS:
        text = say("That makes {laid} water cards. The box has {all}.", laid=together, all=WATER_CARDS)
        flags.append(Flag(text, ("NI-1",)))
    fields = squares_left(state.seats, state.options["two_player_cover"])
    if state.water_lying + move.moved > fields:
        text = say(
            "There can’t be {lying} water cards on {fields} fields.",
            lying=state.water_lying + move.moved,
            fields=fields,
        )
        flags.append(Flag(text, ("NI-3", "NI-10")))
    return flags


def _taking(state: State, move: PlayTide) -> list[Flag]:
    if move.moved <= state.water_lying:
        return []
    text = say_many(
        "There’s only {count} water card on the fields.",
        "There are only {count} water cards on the fields.",
        state.water_lying,
    )
    return [Flag(text, ("NI-22",))]
