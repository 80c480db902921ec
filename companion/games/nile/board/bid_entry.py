"""A bid in plants, tapped by its owner alone, and who is still awaited (NI-50, NI-51)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.game import Viewer
from companion.engine.text import Text, names, say, say_many
from companion.games.nile.board.opening_entry import Offer, offers
from companion.games.nile.board.rot_entry import event_step
from companion.games.nile.board.stalls import KINDS, count_of_plants, in_hand
from companion.games.nile.board.taps import Taps
from companion.games.nile.rules.state import State


@dataclass(frozen=True, slots=True)
class BidEntry:
    """The auction: `seat` is whose bid this device may enter or see, `own` its bid once it is in."""

    is_for_start: bool
    seat: int | None
    own: int | None
    offers: tuple[Offer, ...]
    chosen: int
    done: tuple[int, ...]
    missing: tuple[int, ...]
    waiting: Text
    main: Text
    small: Text


def bid_entry(state: State, viewer: Viewer, taps: Taps) -> BidEntry | None:
    """The auction that is under way or was tapped; None if there is none."""
    is_for_start = state.phase == "boat"
    if not _is_on(state, taps):
        return None
    seat = next(iter(sorted(viewer.seats)), None)
    bid = state.bids.get(seat) if seat is not None else None
    most = {} if seat is None else {tile.kind: tile.left for tile in in_hand(state, seat)}
    chosen = tuple(kind for kind in taps.draft.get("plants", ()) if kind in KINDS) if taps.kind == "bid" else ()
    missing = tuple(one for one in range(state.seats) if one not in state.bids)
    in_boat = sum(plant.seat == seat for plant in state.boat)
    return BidEntry(
        is_for_start=is_for_start,
        seat=seat,
        own=None if bid is None else len(bid),
        offers=offers(chosen, most) if bid is None else (),
        chosen=len(chosen),
        done=tuple(sorted(state.bids)),
        missing=missing,
        waiting=say("Still to bid: {names}", names=names(missing)),
        main=say_many("Bid {count} plant", "Bid {count} plants", len(chosen)),
        small=_small(len(chosen), in_boat, is_for_start=is_for_start),
    )


def _is_on(state: State, taps: Taps) -> bool:
    if state.phase == "boat":
        return bool(state.options["start_bid"])
    if not state.options["hippo"] or state.phase == "over" or (state.turn is not None and state.turn.is_extra):
        return False
    return bool(state.bids) or taps.aside("_event", event_step(state, taps)) == "hippo" or taps.kind == "bid"


def _small(chosen: int, in_boat: int, *, is_for_start: bool) -> Text:
    if is_for_start or not in_boat:
        return say("no one sees it until everyone has bid")
    return say("with {plants} in the boat: {sum}", plants=count_of_plants(in_boat), sum=chosen + in_boat)
