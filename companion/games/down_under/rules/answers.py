"""The shapes of what Down Under answers: verdicts, the state as it is shown, the facts of the set-up sheet.

They describe what is built elsewhere; tests check every answer against them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.engine.schema.marks import Seat
from companion.games.down_under.rules.components import Animal, Colour, Kind, Side, Turn
from companion.games.down_under.rules.meeting import Case
from companion.games.down_under.rules.network import Condition
from companion.games.down_under.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class PathAnswer:
    """One path of a route: its cell and the sides it reaches, in walking order."""

    x: int
    y: int
    sides: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class RouteOfAnswer:
    """One route: its colour, length, and paths in walking order (DU-41)."""

    colour: Colour
    length: int
    state: Condition
    paths: tuple[PathAnswer, ...]
    animals: Mapping[Animal, int]


@dataclass(frozen=True, slots=True)
class RouteAnswer:
    """Every route that has a colour, the longest first."""

    routes: tuple[RouteOfAnswer, ...]


@dataclass(frozen=True, slots=True)
class WalkAnswer:
    """The paths of a route as it was followed, and the numbers of those that the known tiles do not have."""

    length: int
    paths: tuple[PathAnswer, ...]
    off: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlacementAnswer:
    """Whether the tile may lie there, and every clause it breaks."""

    legal: bool
    broken: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoomAnswer:
    """The lines that may still be opened on each side, if it alone grows (DU-20)."""

    west: int
    east: int
    north: int
    south: int


@dataclass(frozen=True, slots=True)
class AreaAnswer:
    """How far the play area still reaches."""

    may_add: RoomAnswer


@dataclass(frozen=True, slots=True)
class TurningAnswer:
    """A tile that may be turned, how it lies then, and how long the route is then (DU-24)."""

    x: int
    y: int
    turn: Turn
    length: int


@dataclass(frozen=True, slots=True)
class TurnableAnswer:
    """Every turning that opens the loop."""

    turns: tuple[TurningAnswer, ...]


@dataclass(frozen=True, slots=True)
class WayAnswer:
    """A tile that may be placed: its cell, its shape, how it lies."""

    x: int
    y: int
    kind: Kind
    turn: Turn


@dataclass(frozen=True, slots=True)
class GoingOnAnswer:
    """Whether the player can go on, by which tiles, or by turning which tile of a loop (DU-25)."""

    can_go_on: bool
    tiles: tuple[WayAnswer, ...]
    turns: tuple[TurningAnswer, ...]


@dataclass(frozen=True, slots=True)
class BillabongAnswer:
    """Which case it is, whose routes end there and whose go on (DU-30 to DU-33)."""

    case: Case
    ends: tuple[Colour, ...]
    goes_on: tuple[Colour, ...]


@dataclass(frozen=True, slots=True)
class FinalScoreAnswer:
    """Length and points of every colour, which colours lost for want of a dingo, and who wins (DU-40 to DU-44)."""

    length: Mapping[Colour, int]
    points: Mapping[Colour, int]
    lost: tuple[Colour, ...]
    winners: tuple[Colour, ...]


@dataclass(frozen=True, slots=True)
class ShownColour:
    """One colour: its longest route and its worth, the tiles and animals left, the turnings of its loops."""

    length: int
    points: int
    sets: int
    rabbits: int
    dingo_laid: bool
    lost: bool
    state: Condition | None
    done: bool
    stock: Mapping[Kind, int]
    animals: Mapping[Animal, int]
    turns: tuple[TurningAnswer, ...]


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """One seat: its colour (with two routes also the other one), the length of its routes, its tiles left."""

    colour: Colour
    colours: tuple[Colour, ...]
    length: int
    stock: Mapping[Kind, int]
    done: bool
    by_colour: Mapping[Colour, ShownColour]


@dataclass(frozen=True, slots=True)
class ShownMeeting:
    """A cell where the last tile brought routes together, and what is to happen there."""

    cell: tuple[int, int]
    mover: Colour
    case: Case
    ends: tuple[Colour, ...]
    goes_on: tuple[Colour, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A match: the tiles in the order laid, the play area and how far it still reaches, the routes, what is due."""

    phase: Literal["lay", "turn", "billabong", "over"]
    tiles: tuple[Tile, ...]
    area: tuple[int, int] | None
    may_add: RoomAnswer | None
    routes: tuple[RouteOfAnswer, ...]
    meetings: tuple[ShownMeeting, ...]
    way_out: tuple[int, int] | None
    marking_the_area: bool
    seats: tuple[ShownSeat, ...]


@dataclass(frozen=True, slots=True)
class LaidOut:
    """The numbers of the set-up sheet: sizes of the play area, tiles of each colour, whose colours (DU-1, DU-4)."""

    areas: tuple[tuple[int, int], ...]
    area: tuple[int, int] | None
    straight: int
    curve: int
    terminus: int
    billabong: int
    colours: Mapping[Seat, tuple[Colour, ...]]
    fixed_area: tuple[Tile, ...] | None = None
    fixed_frame: tuple[Tile, ...] | None = None
