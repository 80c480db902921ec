"""The actions of the player whose turn it is, as tapped: points as dots, what may be done, where a plant may go (NI-23, NI-24)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from companion.engine.rulings import Reason
from companion.engine.schema.formdata import as_number, last
from companion.engine.text import SeatName, Text, say, say_many
from companion.games.nile.board.stalls import KindTile, Pictured, Tile, in_hand, on_fields
from companion.games.nile.board.takings import Takings, coming
from companion.games.nile.board.taps import Taps
from companion.games.nile.rules.components import ACTION_POINTS, KINDS, MARKET, Kind
from companion.games.nile.rules.play import to_come
from companion.games.nile.rules.sale import SaleFacts, sale
from companion.games.nile.rules.state import State, Turn

TABS: Final = ("field", "harvest", "more")
TAB_OF_KIND: Final[Mapping[str, str]] = {
    "sow": "field",
    "grow": "field",
    "buy_seed": "more",
    "buy_other": "more",
    "buy_joker": "more",
    "joker": "more",
    "heal": "more",
    "rot": "more",
    "flooded": "more",
}


class Elsewhere(NamedTuple):
    """A column a plant may not go to, and why; `is_full`: not even if the table insists."""

    column: int
    reason: Reason
    is_full: bool


@dataclass(frozen=True, slots=True)
class Crop(Pictured):
    """A ripe plant on its way to the market: where it may go, from the left, and why not elsewhere."""

    palms: int
    columns: tuple[int, ...]
    elsewhere: tuple[Elsewhere, ...]
    headline: Text


class InTurn(NamedTuple):
    """One player in the order of turns: done, acting, or still to come; `ends` is the seat whose turn is the last one before."""

    seat: int
    points: int
    is_done: bool
    ends: int | None

    @property
    def is_now(self) -> bool:
        return not self.is_done and self.ends is None


class ActionEntry(NamedTuple):
    """What the player may do whose turn it is.

    `dots`: whether each point is left; `ends`: the seat up to which the largest
    button ends the actions. `shared`: what an entry that is corrected says of a plant of another player beside it.
    """

    seat: int
    step: str
    ap: int
    dots: tuple[bool, ...]
    jokers: int
    is_extra: bool
    tab: str
    hand: tuple[KindTile, ...]
    fields: tuple[KindTile, ...]
    crop: Crop | None
    own_seeds: tuple[Tile, ...]
    others_seeds: tuple[Tile, ...]
    desert_pile: int
    spoiled: tuple[tuple[int, Tile], ...]
    turns: tuple[InTurn, ...]
    shared: bool
    ends: int
    is_last: bool
    main: Text
    small: Text

    @property
    def points(self) -> Text:
        return say_many("{count} action point left", "{count} action points left", self.ap)


def action_entry(state: State, turn: Turn, taps: Taps) -> ActionEntry:
    step = action_step(state, turn)
    after = () if turn.is_extra else to_come(state, turn)
    preview = coming(state)
    is_whole_round = not (state.tracks_board or turn.is_extra)
    seeds = dict.fromkeys((plant.seat, plant.plant) for plant in state.boat)
    return ActionEntry(
        seat=turn.seat,
        step=step,
        ap=turn.ap,
        dots=(False,) * max(0, ACTION_POINTS - turn.ap) + (True,) * turn.ap,
        jokers=0 if turn.is_extra else state.jokers[turn.seat],
        is_extra=turn.is_extra,
        tab=_tab(state, taps, step),
        hand=in_hand(state, turn.seat),
        fields=on_fields(state, turn.seat),
        crop=_crop(state, taps),
        own_seeds=tuple(Tile(kind, seat, "seed") for seat, kind in seeds if seat == turn.seat),
        others_seeds=tuple(
            Tile(kind, seat, "seed") for seat, kind in seeds if state.options["buy_others"] and seat != turn.seat
        ),
        desert_pile=state.desert_pile,
        spoiled=_spoiled(state, turn),
        turns=_turns(state, turn),
        shared=taps.kind == "harvest" and last(taps.draft, "shared") == "true",
        ends=after[-1] if after and is_whole_round else turn.seat,
        is_last=not after and not turn.is_extra,
        main=say("Start the scoring") if is_whole_round else say("{name} is done", name=SeatName(turn.seat)),
        small=say_many("{names} sells nothing", "{names} sell nothing", after)
        if after and is_whole_round
        else _what_follows(state, turn, preview),
    )


def _turns(state: State, turn: Turn) -> tuple[InTurn, ...]:
    after = () if turn.is_extra else to_come(state, turn)
    before = {seat: state.in_turn[place - 1] for place, seat in enumerate(state.in_turn)}
    return tuple(
        InTurn(
            seat,
            state.pawns[seat] - 1,
            seat != turn.seat and seat not in after,
            before[seat] if seat in after else None,
        )
        for seat in state.in_turn
    )


def action_step(state: State, turn: Turn) -> str:
    return f"r{state.round}s{turn.seat}"


def crop_of(state: State, kind: Kind, palms: int) -> Crop:
    """Where a ripe plant of a field of so many palms may go, and why not elsewhere."""
    ruling = sale(SaleFacts(state.kinds_on_market, palms, kind))
    # The ruling first explains the reach, then each column in reach from the left.
    reach, *judged = ruling.because
    reasons = dict(zip(range(palms, 0, -1), judged, strict=True))
    elsewhere = tuple(
        Elsewhere(column, reasons.get(column, reach), len(state.market[column]) >= squares)
        for column, squares in MARKET.items()
        if column not in ruling.answer.columns
    )
    return Crop(kind, palms, ruling.answer.columns, elsewhere, ruling.headline)


def _crop(state: State, taps: Taps) -> Crop | None:
    """The plant tapped last on this step, or the one of a harvest that is being corrected or was refused.

    None if another one is asked for.
    """
    tapped = taps.aside("_crop")
    kind, _, palms = (tapped or "").partition(".")
    if tapped is None and taps.kind == "harvest":
        kind, palms = last(taps.draft, "plant"), last(taps.draft, "quality")
    number, known = as_number(palms, 1, max(MARKET)), next((one for one in KINDS if one == kind), None)
    return None if known is None or number is None else crop_of(state, known, number)


def _tab(state: State, taps: Taps, step: str) -> str:
    """What was asked for, or what the entry that is corrected is about; at first sales, or the fields if they are tracked."""
    tapped = taps.aside("_do", step)
    if tapped in TABS:
        return tapped
    usual = "field" if state.tracks_board else "harvest"
    return TAB_OF_KIND.get(taps.kind, usual)


def _spoiled(state: State, turn: Turn) -> tuple[tuple[int, Tile], ...]:
    """The plants a joker could make fresh, each with its column (NI-53)."""
    if not state.options["joker_heals"] or turn.is_extra:
        return ()
    return tuple(
        (column, Tile(plant.plant, plant.seat, plant.state, square))
        for column in MARKET
        for square, plant in enumerate(state.market[column])
        if plant.state == "spoiled"
    )


def _what_follows(state: State, turn: Turn, preview: Takings | None) -> Text:
    if preview is not None:
        after = preview.short
    elif turn.is_extra and state.aside is not None:
        after = say("then {name} continues", name=SeatName(state.aside.seat))
    elif turn.is_extra:
        after = say("then flood and ebb")
    else:
        after = say("then {name} acts", name=SeatName((turn.seat + 1) % state.seats))
    if not turn.ap or not state.tracks_board:
        return after
    return say_many(
        "{count} action point unused, {after}", "{count} action points unused, {after}", turn.ap, after=after
    )
