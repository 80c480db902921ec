"""The actions of the player whose turn it is, as tapped: points as dots, what may be done, where a plant may go (NI-23, NI-24)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from companion.engine.rulings import Reason
from companion.engine.schema.formdata import last
from companion.engine.text import SeatName, Text, say, say_many
from companion.games.nile.board.stalls import DrawnPlant, KindTile, Pictured, in_hand, on_fields
from companion.games.nile.board.takings import next_takings
from companion.games.nile.board.taps import Taps
from companion.games.nile.rules.audit import doubts_about_field_plant
from companion.games.nile.rules.components import KINDS, MARKET, PLANTS_EACH, Kind
from companion.games.nile.rules.play import to_come
from companion.games.nile.rules.sale import is_alike, sale, within_reach
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


@dataclass(frozen=True, slots=True)
class Sale(Pictured):
    """A plant sold by one tap; where only the market is followed, its field has the palms of its column.

    `fits`: the column takes it, and the player may still have one to sell; `is_it`: the sale that is corrected.
    """

    fits: bool
    is_it: bool


class InTurn(NamedTuple):
    """One player in the order of turns: done, acting, or still to come."""

    seat: int
    points: int
    is_done: bool
    is_now: bool


class ActionEntry(NamedTuple):
    """What the player may do whose turn it is.

    `sales`: column by column, what may be sold there. `buys_joker`: none was bought in this phase. `shared`: what an entry that is
    corrected says of a plant of another player beside it. `is_untouched`: nothing was done yet
    in this phase. `is_barren`: all plants are gone for good, so that nothing can end the game.
    """

    seat: int
    step: str
    ap: int
    jokers: int
    buys_joker: bool
    is_extra: bool
    tab: str
    hand: tuple[KindTile, ...]
    fields: tuple[KindTile, ...]
    sales: tuple[tuple[int, tuple[Sale, ...]], ...]
    own_seeds: tuple[DrawnPlant, ...]
    others_seeds: tuple[DrawnPlant, ...]
    desert_pile: int
    spoiled: tuple[tuple[int, DrawnPlant], ...]
    turns: tuple[InTurn, ...]
    shared: bool
    is_untouched: bool
    is_barren: bool
    points: Text
    main: Text
    small: Text

    @property
    def can_sell(self) -> bool:
        """Whether a point is left for a sale; the sale that is corrected was paid."""
        return self.ap > 0 or any(one.is_it for _, sales in self.sales for one in sales)


def action_entry(state: State, turn: Turn, taps: Taps) -> ActionEntry:
    step = action_step(state, turn)
    # A phase won from the hippo is followed by the turn it interrupted, not by the next player.
    after = () if turn.is_extra else to_come(state, turn)
    # Each once, in the order of the boat: of two alike it does not matter which is bought.
    seeds = dict.fromkeys((plant.seat, plant.plant) for plant in state.boat)
    return ActionEntry(
        seat=turn.seat,
        step=step,
        ap=turn.ap,
        # In a phase won from the hippo no joker may be spent (NI-50).
        jokers=0 if turn.is_extra else state.jokers[turn.seat],
        buys_joker=turn.ap > 0
        and not turn.has_bought_joker
        and not (turn.is_extra and not state.options["extra_joker"]),
        is_extra=turn.is_extra,
        tab=_tab(state, taps, step),
        hand=in_hand(state, turn.seat),
        fields=on_fields(state, turn.seat),
        sales=_sales(state, turn, taps),
        own_seeds=tuple(DrawnPlant(kind, seat, "seed") for seat, kind in seeds if seat == turn.seat),
        others_seeds=tuple(
            DrawnPlant(kind, seat, "seed") for seat, kind in seeds if state.options["buy_others"] and seat != turn.seat
        ),
        desert_pile=state.desert_pile,
        spoiled=_spoiled(state, turn),
        turns=_turns(state, turn, after),
        shared=taps.kind == "harvest" and last(taps.draft, "shared") == "true",
        is_untouched=not turn.plays,
        is_barren=min(state.lost_by_seat) >= PLANTS_EACH,
        points=points_left(turn),
        main=_main(turn, after),
        small=_small(state, turn),
    )


def _main(turn: Turn, after: tuple[int, ...]) -> Text:
    if turn.is_extra:
        return say("{name} is done", name=SeatName(turn.seat))
    return say("Pass on to {name}", name=SeatName(after[0])) if after else say("Start the scoring")


def _small(state: State, turn: Turn) -> Text:
    """What the largest button ends, or else what it brings."""
    if turn.is_extra and state.interrupted is not None:
        return say("then {name} continues", name=SeatName(state.interrupted.seat))
    if turn.is_extra:
        return say("then flood or ebb")
    preview = next_takings(state)
    if preview is not None and preview.is_quiet:
        return preview.short
    if state.tracks_board:
        return points_left(turn)
    return say_many("{count} sold", "{count} sold", turn.sold)


def points_left(turn: Turn) -> Text:
    return say_many("{count} action point left", "{count} action points left", turn.ap)


def _turns(state: State, turn: Turn, after: tuple[int, ...]) -> tuple[InTurn, ...]:
    return tuple(
        InTurn(seat, state.pawns[seat] - 1, seat != turn.seat and seat not in after, seat == turn.seat)
        for seat in state.in_turn
    )


def action_step(state: State, turn: Turn) -> str:
    return f"r{state.round}s{turn.seat}"


def crop_of(state: State, kind: Kind, palms: int) -> Crop:
    """Where a ripe plant of a field of so many palms may go, and why not elsewhere."""
    ruling = sale(state.kinds_on_market, palms, kind)
    # The ruling first explains the reach, then each column in reach from the left.
    reach, *judged = ruling.because
    reasons = dict(zip(within_reach(palms), judged, strict=True))
    elsewhere = tuple(
        Elsewhere(column, reasons.get(column, reach), len(state.market[column]) >= squares)
        for column, squares in MARKET.items()
        if column not in ruling.answer.columns
    )
    return Crop(kind, palms, ruling.answer.columns, elsewhere, ruling.headline)


def _sales(state: State, turn: Turn, taps: Taps) -> tuple[tuple[int, tuple[Sale, ...]], ...]:
    said = (last(taps.draft, "plant"), last(taps.draft, "column")) if taps.kind == "harvest" else None
    ripe = [kind for kind in KINDS if turn.ap and not doubts_about_field_plant(state, turn, kind)]

    def sales(column: int) -> tuple[Sale, ...]:
        kinds = state.kinds_on_market[column]
        has_room = len(kinds) < MARKET[column]
        return tuple(
            Sale(kind, has_room and kind in ripe and not is_alike(kinds, kind), said == (kind, str(column)))
            for kind in KINDS
        )

    return tuple((column, sales(column)) for column in MARKET)


def _tab(state: State, taps: Taps, step: str) -> str:
    """What was asked for, or what the entry that is corrected is about; at first sales, or the fields if they are tracked."""
    tapped = taps.aside("_do", step)
    if tapped in TABS:
        return tapped
    usual = "field" if state.tracks_board else "harvest"
    return TAB_OF_KIND.get(taps.kind, usual)


def _spoiled(state: State, turn: Turn) -> tuple[tuple[int, DrawnPlant], ...]:
    """The plants a joker could make fresh, each with its column."""
    if not state.options["joker_heals"] or turn.is_extra:
        return ()
    return tuple(
        (column, DrawnPlant(plant.plant, plant.seat, plant.state, square))
        for column in MARKET
        for square, plant in enumerate(state.market[column])
        if plant.state == "spoiled"
    )
