"""Bids in plants, hidden until all have bid: for the hippo's extra phase and for the start (NI-50, NI-51)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from companion.engine.errors import refuse
from companion.engine.game import Outcome
from companion.engine.rulings import Flag
from companion.engine.text import SeatName, Text, say
from companion.games.nile.rules.auction import auction, start_bid
from companion.games.nile.rules.components import PLANT_WORDS, STOCK, Kind, Plant
from companion.games.nile.rules.moves import Bid
from companion.games.nile.rules.state import State, Turn


def bid(state: State, move: Bid) -> Outcome[State]:
    """The state with a player's bid; with the last one all are opened. Raises `IllegalMove` for what cannot be bid."""
    _check_occasion(state)
    _check_first(state, move)
    _check_box(move)
    flags = _doubts_about_held(state, move)
    bids = {**state.bids, move.seat: move.plants}
    if len(bids) < state.seats:
        return Outcome(replace(state, bids=bids), flags=flags)
    opened = replace(state, bids={}, events=state.events + 1)
    settled = _for_the_start(opened, bids) if state.phase == "boat" else _for_the_hippo(opened, bids)
    return replace(settled, flags=flags)


def _check_occasion(state: State) -> None:
    if state.phase == "boat":
        if not state.options["start_bid"]:
            raise refuse(say("In this game the oldest starts, without bids."), "NI-8", "NI-51")
    elif not state.options["hippo"]:
        raise refuse(say("The hippo does nothing in this game."), "NI-43", "NI-50")
    elif state.turn is not None and state.turn.is_extra:
        text = say("First {name} plays the extra phase.", name=SeatName(state.turn.seat))
        raise refuse(text, "NI-50")


def _check_first(state: State, move: Bid) -> None:
    """Nothing; raises `IllegalMove` for a second bid of a player.

    Taking it in place of the first would show the first to all when the bids are opened, though nobody saw it at the table.
    """
    if move.seat in state.bids:
        text = say("{name} has already bid. Edit that entry instead.", name=SeatName(move.seat))
        raise refuse(text, "NI-51" if state.phase == "boat" else "NI-50", path="seat")


def _check_box(move: Bid) -> None:
    """Nothing; raises `IllegalMove` for more plants of a kind than anybody has (NI-1)."""
    for kind, count in Counter(move.plants).items():
        if count > STOCK[kind]:
            raise refuse(_too_many(move.seat, kind, count, STOCK[kind]), "NI-1", "NI-50", path="plants")


def _doubts_about_held(state: State, move: Bid) -> tuple[Flag, ...]:
    """What speaks against the plants being in hand, by where others of them are.

    By correcting what lay open before a hidden bid, somebody could learn from its fall what it holds. So it is a doubt
    for those who know the bid, and never makes it fall.
    """
    known, flags = state.known_plants(), []
    for kind, count in Counter(move.plants).items():
        plant = Plant(move.seat, kind)
        held = max(0, STOCK[kind] - known[plant] - state.sown.count(plant))
        if count > held:
            text = _too_many(move.seat, kind, count, held)
            flags.append(Flag(text, ("NI-1", "NI-50"), frozenset({move.seat}), is_of_the_entry=True))
    return tuple(flags)


def _too_many(seat: int, kind: Kind, count: int, held: int) -> Text:
    return say(
        "{name} can’t have {count} {plant} in hand, only {held}.",
        name=SeatName(seat),
        count=count,
        plant=PLANT_WORDS[kind],
        held=held,
    )


def _for_the_start(state: State, bids: dict[int, tuple[Kind, ...]]) -> Outcome[State]:
    """All bid plants in the boat and the pillar with the highest bid; on a tie everything as before (NI-51)."""
    result = start_bid({seat: len(plants) for seat, plants in bids.items()})
    if result.answer.winner is None:
        return Outcome(state, (result,), reveals=True)
    boat = tuple(plant for seat in sorted(bids) for plant in _plants(bids, seat))
    begun = replace(state, boat=(*state.boat, *boat), starter=result.answer.winner, ready=frozenset(range(state.seats)))
    return Outcome(begun, (result,), reveals=True)


def _for_the_hippo(state: State, bids: dict[int, tuple[Kind, ...]]) -> Outcome[State]:
    """The winner's hand in the boat and an extra phase begun, which interrupts the player at turn (NI-50)."""
    result = auction({seat: len(plants) for seat, plants in bids.items()}, Counter(plant.seat for plant in state.boat))
    if result.answer.winner is None:
        return Outcome(state, (result,), reveals=True)
    boat = (*state.boat, *_plants(bids, result.answer.winner))
    extra = Turn(result.answer.winner, is_extra=True)
    return Outcome(replace(state, boat=boat, turn=extra, aside=state.turn), (result,), reveals=True)


def _plants(bids: dict[int, tuple[Kind, ...]], seat: int) -> tuple[Plant, ...]:
    return tuple(Plant(seat, kind) for kind in bids[seat])
