"""The water of a trick as it is tapped, and a trick entered piece by piece (LU-10 to LU-12)."""

from typing import NamedTuple

from companion.engine.game import Draft, Viewer
from companion.engine.identity_cache import cached_by_identity
from companion.engine.schema.formdata import kind_of, number, numbers
from companion.engine.text import Text, names, say, signs
from companion.games.land_unter.rules.components import (
    CARDS_TURNED_UP,
    COPIES_OF_A_LEVEL,
    HIGHEST_LEVEL,
    TRICKS,
    WEATHER_CARDS,
)
from companion.games.land_unter.rules.state import State


class LevelCell(NamedTuple):
    """One water level to tap: how many cards of it are left in this round, and how often it is tapped."""

    level: int
    left: int
    times: int


class Water(NamedTuple):
    """The water cards tapped so far, or entered before; `cells` are the twelve levels to tap."""

    levels: tuple[int, ...]
    cells: tuple[LevelCell, ...]

    @property
    def is_whole(self) -> bool:
        return len(self.levels) == CARDS_TURNED_UP

    @property
    def missing(self) -> list[Text]:
        """The part of the water that is still to be tapped, as a question."""
        return [] if self.is_whole else [say("Which two water cards?")]

    @property
    def double(self) -> int | None:
        """The level that might have been turned up twice: the only one tapped."""
        return self.levels[0] if len(set(self.levels)) == 1 else None

    @property
    def has_double(self) -> bool:
        return self.double is not None and self.is_whole

    @property
    def words(self) -> Text | None:
        """The water turned up, as one reads it; None if nothing is tapped."""
        if not self.levels:
            return None
        if self.has_double:
            return say("{level} twice", level=self.levels[0])
        if len(self.levels) == 1:
            return say("{level} and ?", level=self.levels[0])
        return signs("{levels}", levels=tuple(sorted(self.levels)))

    @property
    def taken_first(self) -> Text | None:
        """What the highest player takes; nothing before both levels are tapped."""
        return say("takes the {level}", level=min(self.levels)) if self.is_whole else None


def water(state: State, taps: Draft) -> Water:
    """The water as far as it is known; a level twice only if it is alone."""
    levels = numbers(taps, "levels", 1, HIGHEST_LEVEL) or state.levels or ()
    certain = certain_levels(state)
    # Who taps what is filled in already confirms it; who takes both away has done so by another level in their place.
    if {*levels} <= {*certain} and (levels or kind_of(taps) != "trick"):
        levels = certain
    # A level may be tapped twice, as there are two cards of it (LU-2), but not with another one beside it.
    levels = levels if len(levels) <= CARDS_TURNED_UP else tuple(dict.fromkeys(levels))
    return Water(levels, level_cells(state, levels))


@cached_by_identity
def certain_levels(state: State) -> tuple[int, ...]:
    """The water of the last trick of a round, if all others were recorded: the two cards that are left."""
    if state.trick != TRICKS - 1 or len(state.this_round) != state.trick:
        return ()
    return tuple(cell.level for cell in level_cells(state, ()) for _ in range(cell.left))


@cached_by_identity
def level_cells(state: State, levels: tuple[int, ...]) -> tuple[LevelCell, ...]:
    seen = [level for record in state.this_round for level in record.levels]
    return tuple(
        [
            LevelCell(level, max(0, COPIES_OF_A_LEVEL - seen.count(level)), levels.count(level))
            for level in range(1, HIGHEST_LEVEL + 1)
        ]
    )


class OwnCard(NamedTuple):
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
        return say("Play your card") if self.chosen is None else say("Play the {card}", card=self.chosen)


class TrickSoFar(NamedTuple):
    """What has come in so far, for everyone; and their own card for a viewer whose seat has yet to lay."""

    laid: tuple[int, ...]
    missing: tuple[int, ...]
    waiting: Text | None
    open_cards: dict[int, int]
    water: Water
    has_water: bool
    own: OwnCard | None


def has_pieces(state: State) -> bool:
    """Whether anything of the present trick was entered by itself."""
    return bool(state.laid) or state.levels is not None


def lacks_water(state: State) -> bool:
    """Whether every card of the trick was entered by itself, and the water was not."""
    return state.levels is None and bool(state.laid) and len(state.laid) == len(state.still_in)


def pieces(state: State, viewer: Viewer, taps: Draft) -> TrickSoFar:
    """The pieces of the present trick as this viewer may see them: `taps` are those of both forms."""
    laid = dict(state.laid)
    missing = tuple(seat for seat in state.still_in if seat not in laid)
    waiting = say("Everyone has played. Enter the water.") if state.levels is None else None
    return TrickSoFar(
        laid=tuple(sorted(laid)),
        missing=missing,
        waiting=say("Missing: {what}", what=names(missing)) if missing else waiting,
        open_cards=laid if state.options["open_play"] else {},
        # Once it is known, what this phone had tapped of it counts no more.
        water=water(state, taps if state.levels is None else {}),
        has_water=state.levels is not None,
        own=_own(state, viewer, taps),
    )


def _own(state: State, viewer: Viewer, taps: Draft) -> OwnCard | None:
    """The own card: with several seats on one phone, the first that has not laid yet."""
    mine = [seat for seat in state.still_in if seat in viewer.seats]
    if not mine:
        return None
    laid = dict(state.laid)
    seat = next((one for one in mine if one not in laid), mine[0])
    # The player who entered the 12 numbers holds them in the first round only: then the hand is passed on.
    known = state.hands[seat]
    hand = tuple(sorted(known.cards)) if known and known.cards and not state.round else ()
    return OwnCard(
        seat,
        laid.get(seat),
        number(taps, "card", 1, WEATHER_CARDS),
        hand,
        tuple(card for card in range(1, WEATHER_CARDS + 1) if card not in hand),
        state.cards_played,
    )
