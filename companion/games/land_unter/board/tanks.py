"""A player as the board draws one: rings on a peg, lost rings as outlines, the water behind them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from companion.engine.identity_cache import cached_by_identity
from companion.engine.text import SeatName, Text, say, say_many
from companion.games.land_unter.rules.components import HAND
from companion.games.land_unter.rules.state import Player, State

FLOOR = 131
STEP = 10
"""Ten units of the drawing are one water level, and one ring."""
LOWEST_RING = 117.5


class Tank(NamedTuple):
    """One player. `coming` is the water the half-made entry would bring; `score` is None before the first round's end."""

    seat: int
    rings: int | None
    lost: int
    level: int | None
    coming: int | None
    is_out: bool
    is_top: bool
    leads: bool
    score: int | None
    label: Text

    @property
    def water(self) -> int | None:
        """The height of the water in the drawing, from its top."""
        return None if self.level is None else FLOOR - STEP * self.level

    @property
    def ghost(self) -> int | None:
        """The height of the water to come in the drawing."""
        return None if self.coming is None else FLOOR - STEP * self.coming

    @property
    def pegged(self) -> tuple[float, ...]:
        """The top of each ring in the drawing."""
        return tuple(LOWEST_RING - STEP * at for at in range(self.rings or 0))

    @property
    def outlines(self) -> tuple[float, ...]:
        """The top of each lost ring in the drawing."""
        had = self.rings or 0
        return tuple(LOWEST_RING + 0.5 - STEP * at for at in range(had, min(had + self.lost, HAND)))


def tanks(state: State, coming: Mapping[int, int]) -> tuple[Tank, ...]:
    """Every player, clockwise from seat 0; `coming` is the water each would take by the entry being made."""
    levels = [player.level for player in state.players if player.level is not None]
    highest = max(levels, default=None)
    scores = state.scores if state.rounds else None
    return tuple(_tank(state, seat, coming.get(seat), highest, scores) for seat in range(state.seats))


@cached_by_identity
def tanks_as_they_are(state: State) -> tuple[Tank, ...]:
    """Every player, while no entry is being made."""
    return tanks(state, {})


def _tank(state: State, seat: int, coming: int | None, highest: int | None, scores: tuple[int, ...] | None) -> Tank:
    player = state.players[seat]
    hand = state.hands[state.hand_of(seat)]
    had = hand.rings if hand else 0
    is_top = player.level is not None and player.level == highest
    return Tank(
        seat=seat,
        rings=player.rings,
        lost=max(0, had - (player.rings or 0)),
        level=player.level,
        coming=coming,
        is_out=player.out,
        is_top=is_top,
        leads=state.leader == seat,
        score=None if scores is None else scores[seat],
        label=_label(seat, player, had, is_top=is_top, has_water=not state.is_by_rings),
    )


@lru_cache(maxsize=1024)
def _label(seat: int, player: Player, had: int, *, is_top: bool, has_water: bool) -> Text:
    name = SeatName(seat)
    if player.out:
        return say("{name} is out of this round", name=name)
    if player.rings is None:
        return say("{name}: rings not counted yet", name=name)
    rings = say_many("{left} of {count} ring left", "{left} of {count} rings left", had, left=player.rings)
    if not has_water:
        return say("{name}: {rings}", name=name, rings=rings)
    if player.level is None:
        return say("{name}: no water card, {rings}", name=name, rings=rings)
    if is_top:
        return say("{name}: water level {level}, the highest, {rings}", name=name, level=player.level, rings=rings)
    return say("{name}: water level {level}, {rings}", name=name, level=player.level, rings=rings)
