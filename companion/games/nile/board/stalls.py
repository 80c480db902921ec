"""The market, the boat and the hands as they lie on the table: columns as long as they are, plants in their owners' colours."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final, NamedTuple

from companion.engine.text import SeatName, Text, say, say_many, signs
from companion.games.nile.rules.components import KINDS, MARKET, STOCK, WORDS, Kind, Plant, Scored, Sold, described
from companion.games.nile.rules.state import State

PICTURES: Final = {"flax": "flax", "wheat": "wheat", "grapes": "grapes", "onions": "onion", "aubergine": "aubergine"}


@dataclass(frozen=True, slots=True)
class Pictured:
    kind: Kind

    @property
    def picture(self) -> str:
        return PICTURES[self.kind]

    @property
    def word(self) -> Text:
        return WORDS[self.kind]


@dataclass(frozen=True, slots=True)
class KindTile(Pictured):
    """One kind of plant to tap, and how many of it a player may still have where it is looked for."""

    left: int


EVERY_KIND: Final = tuple(KindTile(kind, 0) for kind in KINDS)


@dataclass(frozen=True, slots=True)
class DrawnPlant(Pictured):
    """One plant as it is drawn, whose it is and of which kind, as far as that is known. `is_marked`: it decides a tie."""

    seat: int
    condition: str = "fresh"
    square: int = 0
    is_marked: bool = False
    has_owner: bool = True
    has_kind: bool = True

    @property
    def picture(self) -> str:
        return PICTURES[self.kind] if self.has_kind else "leaf"

    @property
    def can_get_worse(self) -> bool:
        return self.condition != "rotten"

    @property
    def label(self) -> Text:
        if not self.has_owner:
            return self.word
        condition = WORDS.get(self.condition, self.word)
        if not self.has_kind:
            return signs("{name} {condition}", name=SeatName(self.seat), condition=condition)
        return described(self.seat, self.word, self.condition)


class Stall(NamedTuple):
    column: int
    tiles: tuple[DrawnPlant, ...]
    free: int

    @property
    def label(self) -> Text:
        if not self.tiles:
            return say("Column {column}: empty, {free} squares", column=self.column, free=self.free)
        plants = tuple(tile.label for tile in self.tiles)
        return say("Column {column}: {plants}, {free} free", column=self.column, plants=plants, free=self.free)


class DrawnBoat(NamedTuple):
    """The boat: its plants, each with its place in the drawing, and at the start the places of those that are missing; the size
    of one, and what it says in words.
    """

    tiles: tuple[tuple[DrawnPlant, float, float], ...]
    missing: tuple[tuple[int, float, float], ...]
    size: int
    height: int
    label: Text


def stalls(state: State) -> tuple[Stall, ...]:
    return tuple(stall(column, state.market[column]) for column in MARKET)


def stall(column: int, plants: Sequence[Sold | Scored]) -> Stall:
    tiles = tuple(
        DrawnPlant(one.plant or KINDS[0], one.seat, one.state, square, has_kind=one.plant is not None)
        for square, one in enumerate(plants)
    )
    return Stall(column, tiles, MARKET[column] - len(plants))


def with_marks(shown: Stall, squares: Iterable[int]) -> Stall:
    marked = frozenset(squares)
    return shown._replace(tiles=tuple(replace(tile, is_marked=tile.square in marked) for tile in shown.tiles))


# In the units of the drawing's viewBox (templates/games/nile/boat.html), as all lengths below.
LEFT, RIGHT, DECK = 108, 322, 52
LARGE, SMALL = 40, 30
GAP = 5
IN_BOAT_AT_FIRST: Final = 2


def boat(state: State, tapped: Sequence[Plant] = ()) -> DrawnBoat:
    """The boat with what is in it and what is `tapped` for it, those of one player side by side, or one over the other; small
    where they are many.
    """
    plants = _aboard(state, tapped)
    size = LARGE if len(plants) * (LARGE + GAP) <= RIGHT - LEFT + GAP else SMALL
    a_row = (RIGHT - LEFT + GAP) // (size + GAP)
    rows = max(1, -(-len(plants) // a_row))
    above = max(0, rows * (size + GAP) - DECK)
    places = _stacked(plants, rows)
    columns = max((column + 1 for column, _ in places), default=1)
    if columns > a_row:
        places, columns = [(index % a_row, index // a_row) for index in range(len(plants))], a_row
    apart = min((RIGHT - LEFT + GAP) // columns, size + (3 if rows > 1 else 1) * GAP)
    placed = tuple(
        (one, LEFT + column * apart, above + DECK - (row + 1) * (size + GAP))
        for one, (column, row) in zip(plants, places, strict=True)
    )
    tiles = tuple(one for one in placed if one[0].has_kind)
    missing = tuple((one.seat, x, y) for one, x, y in placed if not one.has_kind)
    lying = tuple(tile.label for tile, _, _ in tiles)
    return DrawnBoat(
        tiles, missing, size, above, say("In the boat: {plants}", plants=lying) if lying else say("The boat is empty")
    )


def _stacked(plants: Sequence[DrawnPlant], rows: int) -> list[tuple[int, int]]:
    """Return column and row of each, in so many rows: everyone's plants are columns of their own."""
    found: list[tuple[int, int]] = []
    for _, own in groupby(plants, key=lambda one: one.seat):
        first = found[-1][0] + 1 if found else 0
        found += [(first + at // rows, at % rows) for at, _ in enumerate(own)]
    return found


def _aboard(state: State, tapped: Sequence[Plant]) -> list[DrawnPlant]:
    """The plants in the boat, player by player, and those that are missing once someone starts, of no kind yet."""
    lying = sorted((*state.boat, *tapped), key=lambda one: KINDS.index(one.plant))
    aboard = [DrawnPlant(one.plant, one.seat, "seed") for one in lying]
    if state.phase == "boat" and state.starter is not None:
        for seat in range(state.seats):
            here = sum(one.seat == seat for one in lying)
            aboard += [DrawnPlant(KINDS[0], seat, has_kind=False)] * (IN_BOAT_AT_FIRST - here)
    return sorted(aboard, key=lambda one: one.seat)


def in_hand(state: State, seat: int) -> tuple[KindTile, ...]:
    """Every kind, and how many of it the seat may still hold: those not known to be anywhere else."""
    known = state.known_plants()
    return tuple(
        KindTile(kind, max(0, STOCK[kind] - known[Plant(seat, kind)] - state.sown.count(Plant(seat, kind))))
        for kind in KINDS
    )


def on_fields(state: State, seat: int) -> tuple[KindTile, ...]:
    """Every kind, and how many of it the seat may have on fields and has not acted on in this phase."""
    known = state.known_plants()
    handled = state.turn.handled if state.turn is not None and state.turn.seat == seat else ()
    return tuple(KindTile(kind, max(0, STOCK[kind] - known[Plant(seat, kind)] - handled.count(kind))) for kind in KINDS)


def count_of_plants(count: int) -> Text:
    return say_many("{count} plant", "{count} plants", count)
