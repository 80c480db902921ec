"""Whether there is water by which just those lose whom the table names, where no water is entered (LU-13 to LU-18)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TypeAlias

from companion.engine.rulings import Doubt, doubts
from companion.engine.text import names
from companion.games.land_unter.rules import sentences as says
from companion.games.land_unter.rules.components import CARDS_TURNED_UP, COPIES_OF_A_LEVEL, HIGHEST_LEVEL
from companion.games.land_unter.rules.loss import loses
from companion.games.land_unter.rules.state import Player, State

Order: TypeAlias = tuple[tuple[int, ...], ...]
"""Seats from the highest water down; those of a pair share a level."""


def may_lose_again(state: State) -> tuple[int, ...]:
    """Return who may lose twice in this trick: players with a ring, who may tie with one who has none."""
    if not (state.options["chain"] and state.options["tie_survivor_pays_again"]):
        return ()
    # Where all have a ring no one goes out, so no tie leaves a survivor who loses again.
    if all(state.players[seat].rings for seat in state.still_in):
        return ()
    return tuple(seat for seat in state.still_in if state.players[seat].rings)


def doubts_about_losers(state: State, named: Sequence[int], out: Sequence[int]) -> tuple[Doubt, ...]:
    """That others lose too after those who go out, or that no water makes just these lose; recorded matches hold such tricks."""
    if _can_lose(state, Counter(named)):
        return ()
    # Who may be missing from what was entered: someone else, or one of those named once more.
    others = [seat for seat in state.still_in if seat not in named] + [*may_lose_again(state)]
    # At most two lose at a time, because a level is in the box twice.
    more = [(*named, *some) for count in (1, 2) for some in combinations(others, count)]
    if out and any(_can_lose(state, Counter(all_of_them)) for all_of_them in more):
        return doubts(says.WHO_IS_NEXT(names=names(out)), new_entries_only=True)
    return doubts(says.NO_SUCH_WATER(), new_entries_only=True)


def _can_lose(state: State, hits: Counter[int]) -> bool:
    """Return whether some water makes just these lose, each as often as named."""
    return any(loses(shown, state.options).hits == hits for shown in _waters(state, frozenset(hits)))


def _waters(state: State, named: frozenset[int]) -> Iterator[tuple[Player, ...]]:
    """The seats with each order of water in which these come first; of the others one shows less, or none shows any."""
    others = [seat for seat in state.still_in if seat not in named]
    # Each trick two players take water; a player who has lost a ring shows some, and one who is out took some too.
    showing = len(named | _have_lost(state))
    most = CARDS_TURNED_UP * (state.trick + 1) - (state.seats - len(state.still_in))
    # Water for just the seats named is enough, if no one else has to show some.
    all_show = CARDS_TURNED_UP <= len(named) == showing <= most
    # One of the others is enough, whichever: below all those named, it loses nothing.
    rest = [(others[0],)] if others and max(len(named) + 1, showing) <= most else []
    for order in _orders(named):
        if all_show:
            yield _with_water(state, order)
        if rest:
            yield _with_water(state, (*order, *rest))


def _have_lost(state: State) -> frozenset[int]:
    """Who has fewer rings than their hand began with, and so shows water."""
    dealt = [state.hands[state.hand_of(seat)] for seat in range(state.seats)]
    return frozenset(
        seat for seat in state.still_in if (hand := dealt[seat]) and (state.players[seat].rings or 0) < hand.rings
    )


def _orders(seats: frozenset[int]) -> Iterator[Order]:
    """Return every order of water in which these seats can show it, two at most at a level."""
    if not seats:
        yield ()
    for count in range(1, min(COPIES_OF_A_LEVEL, len(seats)) + 1):
        for highest in combinations(sorted(seats), count):
            # With five players there are 450 orders at most, so all of them can be tried.
            for lower in _orders(seats - {*highest}):
                yield (highest, *lower)


def _with_water(state: State, order: Order) -> tuple[Player, ...]:
    # Any falling levels will do: who loses depends on the order of water alone.
    levels = {seat: HIGHEST_LEVEL - place for place, some in enumerate(order) for seat in some}
    return tuple(replace(player, level=levels.get(seat)) for seat, player in enumerate(state.players))
