"""A trick entered piece by piece: who has laid a card, what is missing, and the card of one's own (LU-10, LU-11)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.game import Viewer
from companion.engine.text import Text, names, say
from companion.games.land_unter.board.taps import Taps
from companion.games.land_unter.board.water_entry import LevelCell, level_cells, only_level, tapped_levels, water_words
from companion.games.land_unter.rules.components import CARDS_TURNED_UP, HAND, WEATHER_CARDS
from companion.games.land_unter.rules.state import State


@dataclass(frozen=True, slots=True)
class OwnCard:
    """The card of one's own seat: laid already, or to be tapped; the numbers known to be in the hand come first."""

    seat: int
    laid: int | None
    chosen: int | None
    hand: tuple[int, ...]
    others: tuple[int, ...]
    played: frozenset[int]

    @property
    def main(self) -> Text:
        """The label of the button that lays the card."""
        if self.chosen is None:
            return say("Play your card")
        return say("Play the {card}", card=self.chosen)


@dataclass(frozen=True, slots=True)
class Pieces:
    """What has come in so far, for everybody; and their own card for whoever holds a seat that has yet to lay."""

    laid: tuple[int, ...]
    missing: tuple[int, ...]
    waiting: Text | None
    open_cards: dict[int, int]
    levels: tuple[int, ...]
    water: Text | None
    has_water: bool
    cells: tuple[LevelCell, ...]
    double: int | None
    own: OwnCard | None

    @property
    def has_double(self) -> bool:
        """Whether both water cards show the same level."""
        return self.double is not None and len(self.levels) == CARDS_TURNED_UP


def has_pieces(state: State) -> bool:
    """Whether anything of the present trick was entered by itself."""
    return bool(state.laid) or state.levels is not None


def pieces(state: State, viewer: Viewer, taps: Taps) -> Pieces:
    """The pieces of the present trick as this viewer may see them: `taps` are those of both forms."""
    laid = dict(state.laid)
    missing = tuple(seat for seat in state.still_in if seat not in laid)
    levels = tapped_levels(state, taps)
    return Pieces(
        laid=tuple(sorted(laid)),
        missing=missing,
        waiting=_waiting(state, missing),
        open_cards=laid if state.options["open_play"] else {},
        levels=levels,
        water=water_words(levels),
        has_water=state.levels is not None,
        cells=level_cells(state, levels),
        double=only_level(levels),
        own=_own(state, viewer, taps),
    )


def _waiting(state: State, missing: tuple[int, ...]) -> Text | None:
    if missing:
        return say("Still to play: {names}", names=names(missing))
    return say("Everyone has played. Enter the water.") if state.levels is None else None


def _own(state: State, viewer: Viewer, taps: Taps) -> OwnCard | None:
    """The own card: with several seats on one phone, the first that has not laid yet."""
    mine = [seat for seat in state.still_in if seat in viewer.seats]
    if not mine:
        return None
    laid = dict(state.laid)
    seat = next((one for one in mine if one not in laid), mine[0])
    hand = _hand(state, seat, viewer)
    return OwnCard(
        seat,
        laid.get(seat),
        taps.number("card", 1, WEATHER_CARDS),
        hand,
        tuple(card for card in range(1, WEATHER_CARDS + 1) if card not in hand),
        state.cards_played,
    )


def _hand(state: State, seat: int, viewer: Viewer) -> tuple[int, ...]:
    """The twelve numbers, if this viewer entered them: in the first round only, then the hand is passed on."""
    hand = state.hands[seat]
    known = hand.cards if hand and not state.round and seat in viewer.seats else None
    return tuple(sorted(known)) if known and len(known) == HAND else ()
