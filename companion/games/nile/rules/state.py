"""Where a match of An den Ufern des Nils stands. Immutable; every play makes a new one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from companion.engine.game import Options, Setup
from companion.engine.rulings import Ruling
from companion.engine.text import Text, say
from companion.games.nile.rules.components import (
    ACTION_POINTS,
    JOKERS_EACH,
    LAST_SQUARE,
    MARKET,
    WORDS,
    Column,
    Kind,
    Market,
    Plant,
    desert_pile,
    into_boat,
)
from companion.games.nile.rules.fields import Board, Field

Phase: TypeAlias = Literal["boat", "tide", "actions", "over"]
FirstStep: TypeAlias = Literal["water", "plants"]


@dataclass(frozen=True, slots=True)
class Turn:
    """One player's actions: the points left, and what has been done with them.

    `handled` names the kinds of the plants sown or turned in this phase, one entry a plant; `acted` their fields where the
    board is tracked. `is_extra`: the phase won from the hippo, without jokers. `plays`: how many times points
    were spent or won by a joker, so that no two steps of the phase are alike. `sold`: how many plants went to the market.
    """

    seat: int
    ap: int = ACTION_POINTS
    handled: tuple[Kind, ...] = ()
    acted: tuple[Field, ...] = ()
    has_bought_joker: bool = False
    is_extra: bool = False
    plays: int = 0
    sold: int = 0


@dataclass(frozen=True, slots=True)
class Scoring:
    """One scoring, that of turn `turn` from 0: the plants that left the game from the boat, the columns sold, pawns and obelisk.

    Of pawns and obelisk each pair is where they stood and stand; `rulings` are purge and market where there was any, and the end.
    """

    turn: int
    purged: tuple[Plant, ...]
    sold: Mapping[int, Column]
    pawns: tuple[tuple[int, int], ...]
    obelisk: tuple[int, int]
    rulings: tuple[Ruling, ...]

    @property
    def gains(self) -> tuple[int, ...]:
        return tuple(after - before for before, after in self.pawns)


@dataclass(frozen=True, slots=True)
class State:
    """The whole match.

    `ready`: who has put plants into the boat for the start; `first_water_done` and `first_plants_done`: who has laid first water on
    the fields, and then plants.
    `turn`: whose actions, None during the tide; `interrupted`: the turn that an extra phase interrupts. `tried`: what could not be
    played in this tide. `lost`: the plants gone for good; `lost_unnamed`: how many more each seat has lost, of kinds not
    named. `sown`: plants known to be on fields. `water_laid`: water cards by seat; `water_taken`: those taken off again. `bids`:
    hands not open yet. `events`: how many cards with palms and auctions have been entered, also those by which nothing got
    worse. `deserts_spent`: the jokers spent so far, which a house rule shuffles into a new pile.
    """

    options: Options
    jokers: tuple[int, ...]
    pawns: tuple[int, ...]
    water_laid: tuple[int, ...]
    desert_pile: int
    obelisk: int = LAST_SQUARE
    starter: int | None = None
    marker: Literal["flood", "ebb1", "ebb2"] = "flood"
    tried: tuple[Literal["flood", "ebb"], ...] = ()
    ready: frozenset[int] = frozenset()
    first_water_done: frozenset[int] = frozenset()
    first_plants_done: frozenset[int] = frozenset()
    round: int = 0
    turn: Turn | None = None
    interrupted: Turn | None = None
    market: Market = field(default_factory=lambda: dict.fromkeys(MARKET, ()))
    boat: tuple[Plant, ...] = ()
    lost: tuple[Plant, ...] = ()
    lost_unnamed: tuple[int, ...] = ()
    sown: tuple[Plant, ...] = ()
    water_taken: int = 0
    bids: Mapping[int, tuple[Kind, ...]] = field(default_factory=dict)
    events: int = 0
    deserts_spent: int = 0
    board: Board = field(default_factory=dict)
    winners: tuple[int, ...] | None = None
    scorings: tuple[Scoring, ...] = ()

    @property
    def seats(self) -> int:
        return len(self.pawns)

    @property
    def scoring(self) -> tuple[Ruling, ...]:
        return self.scorings[-1].rulings if self.scorings else ()

    @property
    def last_scoring(self) -> Scoring | None:
        """The scoring with which the turn before ended; None in the first turn, and where it was not entered."""
        last = self.scorings[-1] if self.scorings else None
        return last if last and last.turn == self.round - 1 else None

    def lying(self, column: int, squares: Sequence[int]) -> Text:
        """Return the plants on these squares of a column in words, each with whose it is and how far it has rotted."""
        plants = tuple(self.market[column][square].in_words for square in squares)
        return say("Column {column}: {plants}", column=column, plants=plants)

    def freshened(self, seat: int, column: int, square: int) -> Text:
        """Return the plant that a player made fresh in words, with whose it is if that is another."""
        plant = self.market[column][square]
        return WORDS[plant.plant] if plant.seat == seat else plant.in_words

    def washed_since(self, before: State) -> Text | None:
        """Return the plants that the tide entered last has put into the boat, in words."""
        return into_boat(self.boat[len(before.boat) :])

    @property
    def phase(self) -> Phase:
        """Where the turn stands; an extra phase counts as actions."""
        if self.winners is not None:
            return "over"
        if self.starter is None or len(self.ready) < self.seats:
            return "boat"
        return "tide" if self.turn is None else "actions"

    @property
    def first_step(self) -> FirstStep | None:
        """What some have yet to lay on tracked fields before the first tide: everyone's water, then the plants (NI-8)."""
        # A tide tried in vain is a tide already: the start is over.
        is_before_the_tide = self.phase == "tide" and not self.round and not self.tried
        if not (self.tracks_board and is_before_the_tide):
            return None
        if len(self.first_water_done) < self.seats:
            return "water"
        return "plants" if len(self.first_plants_done) < self.seats else None

    @property
    def laid_out(self) -> frozenset[int]:
        """Who has made the entry of the start that is being made now; no one at any other time."""
        made = {"water": self.first_water_done, "plants": self.first_plants_done, None: frozenset[int]()}[
            self.first_step
        ]
        return self.ready if self.phase == "boat" else made

    @property
    def in_turn(self) -> tuple[int, ...]:
        """The seats in the order of turns, from the start player; from the first seat while no one has the pillar."""
        return tuple(((self.starter or 0) + step) % self.seats for step in range(self.seats))

    @property
    def tracks_board(self) -> bool:
        return self.options["depth"] == "board"

    @property
    def water_lying(self) -> int:
        return sum(self.water_laid) - self.water_taken

    @property
    def lost_by_seat(self) -> tuple[int, ...]:
        unnamed = self.lost_unnamed or (0,) * self.seats
        return tuple(sum(plant.seat == seat for plant in self.lost) + unnamed[seat] for seat in range(self.seats))

    @property
    def full_columns(self) -> tuple[int, ...]:
        return tuple(column for column, squares in MARKET.items() if len(self.market[column]) >= squares)

    @property
    def kinds_on_market(self) -> Mapping[int, tuple[Kind, ...]]:
        return {column: tuple(one.plant for one in plants) for column, plants in self.market.items()}

    def known_plants(self) -> Counter[Plant]:
        on_market = (Plant(one.seat, one.plant) for column in self.market.values() for one in column)
        return Counter((*self.boat, *self.lost, *on_market))

    def sown_without(self, plants: tuple[Plant, ...]) -> tuple[Plant, ...]:
        # Only those known to be sown: the table may have caught up since, or have entered no sowing.
        left = list(self.sown)
        for plant in plants:
            if plant in left:
                left.remove(plant)
        return tuple(left)

    def without_deserts(self, cards: int) -> State:
        """The state with so many desert cards off the pile; by the house rule the spent ones make a new pile once it is empty."""
        left = self.desert_pile - cards
        if left >= 0 or not self.options["desert_reshuffle"]:
            return replace(self, desert_pile=max(0, left))
        # The spent cards become the pile only when it has run out, and what is still to be drawn comes from the new one.
        return replace(self, desert_pile=max(0, left + self.deserts_spent), deserts_spent=0)


def start(setup: Setup) -> State:
    """The state before anything was put into the boat; everyone's first water card counts as laid."""
    seats = setup.seats
    return State(setup.options, (JOKERS_EACH,) * seats, (1,) * seats, (1,) * seats, desert_pile(seats))


def added(counts: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    """What each seat has once one of them has so many more, never less than nothing."""
    return (*counts[:seat], max(0, counts[seat] + more), *counts[seat + 1 :])
