"""The start as it is tapped: the pillar, two plants each in the boat, what lies on the fields; and bids (NI-8, NI-50, NI-51)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from companion.engine.game import Viewer
from companion.engine.schema.formdata import last, number
from companion.engine.text import SeatName, Text, names, say, say_many
from companion.games.nile.board.rot_entry import event_step
from companion.games.nile.board.stalls import IN_BOAT_AT_FIRST, Pictured, count_of_plants, in_hand
from companion.games.nile.board.taps import LAID_AT, Taps, marks
from companion.games.nile.rules.components import DESERTS_AT_FIRST, KINDS, STOCK, WORDS, Kind, Plant
from companion.games.nile.rules.opening import deserts_to_come
from companion.games.nile.rules.state import FirstStep, State

Step: TypeAlias = Literal["deserts", "pillar", "boat", "water", "plants"]
OLDEST: Final = say("The oldest takes the pillar")


@dataclass(frozen=True, slots=True)
class OfferedPlant(Pictured):
    copy: int
    is_chosen: bool


class OpeningEntry(NamedTuple):
    """The form: who starts, whose plants are asked for, which are tapped, who is missing.

    `step` is what is asked for: on tracked fields the first desert cards, then the pillar, two plants each, and on tracked
    fields everyone's first water card, then everyone's ripe plant and seed. There `number` of how many steps is asked for.
    """

    starter: int | None
    seat: int | None
    missing: tuple[int, ...]
    offers: tuple[OfferedPlant, ...]
    chosen: tuple[str, ...]
    waiting: Text
    main: Text
    is_complete: bool
    step: Step
    number: tuple[int, int] | None

    @property
    def is_for_fields(self) -> bool:
        return self.step in ("deserts", "water", "plants")

    @property
    def tapped(self) -> tuple[Plant, ...]:
        """What is tapped for the boat, as far as it has places."""
        if self.seat is None:
            return ()
        tapped = (Plant(self.seat, kind) for kind in KINDS for _ in range(self.chosen.count(kind)))
        return tuple(tapped)[:IN_BOAT_AT_FIRST]


def opening_entry(state: State, viewer: Viewer, taps: Taps) -> OpeningEntry:
    missing = tuple(seat for seat in state.in_turn if seat not in state.laid_out)
    seat = _whose(taps, viewer, missing)
    desert = first_desert(state)
    # A table may begin with the boat and leave the deserts for later, or unentered.
    is_skipped = taps.aside("_do") == "boat" or taps.kind in ("boat", "starter")
    if desert is not None and not is_skipped:
        return OpeningEntry(
            state.starter, None, missing, (), (), desert, desert, False, "deserts", _number(state, "deserts")
        )
    if state.first_step is not None:
        assert seat is not None
        return _on_fields(state, taps, seat, missing, state.first_step)
    # What was tapped for a seat that is done by now is no one else's.
    is_of_seat = taps.kind == "boat" and last(taps.draft, "seat") in ("", str(seat))
    chosen = tuple(kind for kind in taps.draft.get("plants", ()) if kind in KINDS) if is_of_seat else ()
    is_open = state.starter is None and not chosen
    step: Step = "pillar" if is_open else "boat"
    # Who is done waits for those who put theirs in on their own phones, unless asked to do it for one of them.
    is_asked = taps.kind == "boat" and last(taps.draft, "seat") == str(seat)
    if viewer.seats and seat in viewer.elsewhere and not (is_asked or is_open):
        return OpeningEntry(
            state.starter,
            None,
            missing,
            (),
            (),
            _waiting(missing),
            _waiting(missing),
            False,
            step,
            _number(state, step),
        )
    return OpeningEntry(
        state.starter,
        seat,
        missing,
        offers(chosen, {kind: min(IN_BOAT_AT_FIRST, STOCK[kind]) for kind in KINDS}),
        chosen,
        OLDEST if is_open else _waiting(missing),
        _main(seat, chosen),
        seat is not None and len(chosen) == IN_BOAT_AT_FIRST,
        step,
        _number(state, step),
    )


def first_desert(state: State) -> Text | None:
    """Return how the next of the first desert cards is asked for: on tracked fields they come before all else."""
    left = deserts_to_come(state) if state.tracks_board and state.phase == "boat" and not state.ready else 0
    number = DESERTS_AT_FIRST - left + 1
    return (
        say("Tap the field for desert card {number} of {count}.", number=number, count=DESERTS_AT_FIRST)
        if left
        else None
    )


def _on_fields(state: State, taps: Taps, seat: int, missing: tuple[int, ...], step: FirstStep) -> OpeningEntry:
    main = say("Save {name}’s choice", name=SeatName(seat))
    is_complete = any(marks(taps, state).of(verb) for verb in LAID_AT[step])
    number = _number(state, step)
    return OpeningEntry(state.starter, seat, missing, (), (), _waiting(missing), main, is_complete, step, number)


def _number(state: State, step: Step) -> tuple[int, int] | None:
    """Return which step of how many it is on tracked fields; what was skipped counts as done."""
    if not state.tracks_board or state.options["start_bid"]:
        return None
    boat, each = DESERTS_AT_FIRST + 1, state.seats
    done = {
        "deserts": DESERTS_AT_FIRST - deserts_to_come(state),
        "pillar": DESERTS_AT_FIRST,
        "boat": boat + len(state.ready),
        "water": boat + each + len(state.first_water_done),
        "plants": boat + 2 * each + len(state.first_plants_done),
    }
    return done[step] + 1, boat + 3 * each


def offers(chosen: tuple[str, ...], most: Mapping[Kind, int]) -> tuple[OfferedPlant, ...]:
    """Every plant that may be tapped, as many of each kind as there are; the first ones of a kind are those chosen."""
    return tuple(
        OfferedPlant(kind, copy, copy < chosen.count(kind)) for kind in KINDS for copy in range(most.get(kind, 0))
    )


def _whose(taps: Taps, viewer: Viewer, missing: tuple[int, ...]) -> int | None:
    tapped = number(taps.draft, "seat", 0, 9) if taps.kind in ("boat", "lay_first") else None
    if tapped in missing:
        return tapped
    # Own plants first; then those of who has no phone, then the others'.
    mine = [seat for seat in missing if seat in viewer.seats]
    return next(iter((*mine, *(seat for seat in missing if seat not in viewer.elsewhere), *missing)), None)


def _waiting(missing: tuple[int, ...]) -> Text:
    if not missing:
        return OLDEST
    return say("Missing: {what}", what=names(missing))


def _main(seat: int | None, chosen: tuple[str, ...]) -> Text:
    if seat is None:
        return _waiting(())
    name = SeatName(seat)
    if len(chosen) > IN_BOAT_AT_FIRST:
        return say("Only 2 plants go in the boat")
    if len(chosen) < IN_BOAT_AT_FIRST:
        return say_many("Tap {count} more plant", "Tap {count} more plants", IN_BOAT_AT_FIRST - len(chosen))
    plants = tuple(WORDS[kind] for kind in chosen)
    return say("{name}: {plants} in the boat", name=name, plants=plants)


class BidEntry(NamedTuple):
    """The auction: `seat` is whose bid this device may enter or see, `own` its bid once it is in."""

    is_for_start: bool
    seat: int | None
    own: int | None
    offers: tuple[OfferedPlant, ...]
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
        waiting=say("Missing: {what}", what=names(missing)),
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
    # For the hippo one's plants in the boat count too; for the start there are none yet (NI-50, NI-51).
    if is_for_start or not in_boat:
        return say("no one sees it until everyone has bid")
    return say("with {plants} in the boat: {sum}", plants=count_of_plants(in_boat), sum=chosen + in_boat)
