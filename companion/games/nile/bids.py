"""Bids in plants, hidden until all have bid: for the hippo's extra phase and for the start (NI-50, NI-51)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from companion.engine.errors import refuse
from companion.engine.game import Outcome
from companion.engine.text import SeatName, say
from companion.games.nile.auction import auction, start_bid
from companion.games.nile.components import PLANT_WORDS, STOCK, Kind, Plant
from companion.games.nile.moves import Bid
from companion.games.nile.state import State, Turn


def bid(state: State, move: Bid) -> Outcome[State]:
    """The state with a player's bid; with the last one all are opened. Raises `IllegalMove` for what cannot be bid."""
    _check_occasion(state)
    _check_held(state, move)
    bids = {**state.bids, move.seat: move.plants}
    if len(bids) < state.seats:
        return Outcome(replace(state, bids=bids))
    opened = replace(state, bids={})
    return _for_the_start(opened, bids) if state.phase == "boat" else _for_the_hippo(opened, bids)


def _check_occasion(state: State) -> None:
    if state.phase == "boat":
        if not state.options["start_bid"]:
            raise refuse(say("At this table the oldest starts; nobody bids for it."), "NI-8", "NI-51")
    elif not state.options["hippo"]:
        raise refuse(say("At this table the hippo does nothing."), "NI-43", "NI-50")
    elif state.turn is not None and state.turn.is_extra:
        text = say("First {name} plays the extra phase already won.", name=SeatName(state.turn.seat))
        raise refuse(text, "NI-50")


def _check_held(state: State, move: Bid) -> None:
    """Nothing; raises `IllegalMove` for more plants than can be in hand. Not a mere doubt: that would tell of the bid."""
    known = state.known_plants()
    for kind, count in Counter(move.plants).items():
        plant = Plant(move.seat, kind)
        held = STOCK[kind] - known[plant] - state.sown.count(plant)
        if count > held:
            text = say(
                "{name} cannot have {count} {plant} in hand, only {held}.",
                name=SeatName(move.seat),
                count=count,
                plant=PLANT_WORDS[kind],
                held=max(0, held),
            )
            raise refuse(text, "NI-1", "NI-50", path="plants")


def _for_the_start(state: State, bids: dict[int, tuple[Kind, ...]]) -> Outcome[State]:
    """All plants bid in the boat and the pillar with the highest bid; on a tie everything as before (NI-51)."""
    result = start_bid({seat: len(plants) for seat, plants in bids.items()})
    if result.winner is None:
        return Outcome(state, (result.ruling,), reveals=True)
    boat = tuple(plant for seat in sorted(bids) for plant in _plants(bids, seat))
    begun = replace(state, boat=(*state.boat, *boat), starter=result.winner, ready=frozenset(range(state.seats)))
    return Outcome(begun, (result.ruling,), reveals=True)


def _for_the_hippo(state: State, bids: dict[int, tuple[Kind, ...]]) -> Outcome[State]:
    """The winner's hand in the boat and an extra phase begun, which interrupts whoever was at it (NI-50)."""
    result = auction({seat: len(plants) for seat, plants in bids.items()}, Counter(plant.seat for plant in state.boat))
    if result.winner is None:
        return Outcome(state, (result.ruling,), reveals=True)
    boat = (*state.boat, *_plants(bids, result.winner))
    extra = Turn(result.winner, is_extra=True)
    return Outcome(replace(state, boat=boat, turn=extra, aside=state.turn), (result.ruling,), reveals=True)


def _plants(bids: dict[int, tuple[Kind, ...]], seat: int) -> tuple[Plant, ...]:
    return tuple(Plant(seat, kind) for kind in bids[seat])
