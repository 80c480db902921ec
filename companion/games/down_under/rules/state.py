"""What a table can enter, and where a match of Down Under stands. Immutable; every play makes a new one."""

from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Final

from companion.engine.game import Options
from companion.engine.schema.marks import Between, Length, Prompt, Seat
from companion.engine.text import say
from companion.games.down_under.rules.components import (
    COLOURS,
    HERD,
    LONGEST,
    NAMED_COLOURS,
    Animal,
    Cell,
    Colour,
    Side,
    Turn,
    areas,
    box_of,
)
from companion.games.down_under.rules.ground import Ground
from companion.games.down_under.rules.meeting import Meeting
from companion.games.down_under.rules.options import TWO_ROUTES
from companion.games.down_under.rules.span import Area, round_cells
from companion.games.down_under.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class Lay:
    """A tile of one's own colour; in `fixed_area`, before anyone has opened, also one of the line round or across the area.

    With `catching_up` it was laid earlier: it does not matter whose turn it was, and the turn stays where it is. With
    `taken_away`, as a correction says it, the tile lies there no more; the turn in which it was laid stays over.
    """

    seat: Seat
    tile: Annotated[Tile, Prompt(say("The new tile"), widget="tile")]
    catching_up: bool | None = None
    taken_away: bool | None = None


@dataclass(frozen=True, slots=True)
class TurnTile:
    """An own tile turned to open a loop; `turn` is how it lies afterwards. With `taken_away`: not turned, the turn over."""

    said: ClassVar = say("{name} turned a tile in the loop")

    seat: Seat
    x: int
    y: int
    turn: Turn
    taken_away: bool | None = None


@dataclass(frozen=True, slots=True)
class LayBillabong:
    """A billabong where routes meet, and the pairs of sides by which routes pass it.

    With `taken_away`, as a correction says it, none lies there, and the cell stays free.
    """

    said: ClassVar = say("{name} placed a billabong")

    seat: Seat
    x: int
    y: int
    through: Annotated[tuple[tuple[Side, Side], ...], Length(0, 2)]
    taken_away: bool | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """A player cannot or need not go on; with two routes, `colour` says which of them, or is None for both."""

    said: ClassVar = (say("{name}: {colour} is done"), say("{name} is done"))

    seat: Seat
    colour: Annotated[Colour, NAMED_COLOURS] | None = None


SET_OF: Final[tuple[Animal, ...]] = ("emu", "kangaroo", "platypus")
# As many as there are of the rarest animal of a set, which is the platypus (DU-3).
MOST_SETS: Final = len(COLOURS) * min(HERD[animal] for animal in SET_OF)
MOST_RABBITS: Final = len(COLOURS) * HERD["rabbit"]
Paths = Annotated[int, Between(0, LONGEST, "DU-41", "number of paths")]
Sets = Annotated[int, Between(0, MOST_SETS, "DU-3", "number of sets")]
Rabbits = Annotated[int, Between(0, MOST_RABBITS, "DU-3", "number of rabbits")]


@dataclass(frozen=True, slots=True)
class NotedRoute:
    """One colour at the end: the paths of its route; with animals also sets and rabbits on it, and whether its dingo lies."""

    length: Paths
    sets: Sets | None = None
    rabbits: Rabbits | None = None
    dingo: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """The whole match.

    - `turn`: whose turn it is, None at the end; `served`: the colours laid or turned in it so far; `turns`: how many
      are over.
    - `done`: the colours that go on no more; `dead`: free cells at which routes ended for want of a billabong.
    - `meetings`: where the last tile brought routes together; `ways_out`: the billabongs the mover must now leave.
    - `stood`: how often a table has said how things stand.
    - `walked`: the routes followed with a finger, where the tiles are not tracked.
    - `noted`: what a paper sheet says of each colour's route, where the match was typed in from one.
    """

    options: Options
    seats: int
    tiles: tuple[Tile, ...] = ()
    turn: int | None = 0
    served: tuple[Colour, ...] = ()
    turns: int = 0
    done: frozenset[Colour] = frozenset()
    dead: frozenset[Cell] = frozenset()
    meetings: tuple[Meeting, ...] = ()
    ways_out: tuple[Cell, ...] = ()
    stood: int = 0
    walked: dict[Colour, tuple[Cell, ...]] = field(default_factory=dict)
    noted: tuple[NotedRoute, ...] = ()

    @property
    def variant(self) -> str:
        return str(self.options["variant"])

    @property
    def tracks_tiles(self) -> bool:
        """Whether every tile is entered, so that it is known whose turn it is."""
        return self.options["depth"] == "tiles"

    @property
    def has_two_routes(self) -> bool:
        return self.variant in TWO_ROUTES

    @property
    def colours(self) -> tuple[Colour, ...]:
        box = box_of(self.options)
        return box if self.has_two_routes else box[: self.seats]

    @property
    def box(self) -> tuple[Colour, ...]:
        """The colours of the box in the order of the seats that play them, then the unused ones."""
        return box_of(self.options)

    @property
    def is_over(self) -> bool:
        """Whether every route is finished or its owner done."""
        return self.turn is None

    @property
    def due(self) -> Meeting | None:
        """The billabong that must be laid before anything else."""
        return next((one for one in self.meetings if one.is_due), None)

    @property
    def way_out(self) -> Cell | None:
        return next(iter(self.ways_out), None)

    @property
    def placed_last(self) -> Colour | None:
        """The colour of the newest tile of those that play."""
        return next((tile.colour for tile in reversed(self.tiles) if tile.colour in self.colours), None)

    @property
    def is_marking_the_area(self) -> bool:
        """Whether tiles of an unused colour may still be laid to settle the area."""
        return self.variant == "fixed_area" and all(tile.colour not in self.colours for tile in self.tiles)

    @property
    def area(self) -> Area | None:
        """The size of the play area, shorter side first; None if there is none, as for children (DU-50)."""
        if self.variant == "children":
            return None
        # A billabong has no colour and marks nothing.
        played = (None, *self.colours)
        marked = round_cells([tile.cell for tile in self.tiles if tile.colour not in played])
        if marked is not None:
            return (min(marked.width, marked.height), max(marked.width, marked.height))
        # Where there is only one size, it is the first and the last (DU-4).
        sizes = areas(self.seats, self.options)
        return sizes[-1] if self.options["area"] == "second" else sizes[0]

    @property
    def ground(self) -> Ground:
        """The tiles with all that decides where one more may lie."""
        return Ground(self.tiles, self.options, self.area, self.dead)

    def colours_of(self, seat: int) -> tuple[Colour, ...]:
        """The colours of a seat; with two routes the first and the third of the box, or the second and the fourth."""
        return self.colours[seat :: self.seats]

    def seat_of(self, colour: Colour) -> int:
        return self.colours.index(colour) % self.seats

    def waiting(self, seat: int) -> tuple[Colour, ...]:
        """The colours of a seat that are not done, and have laid no tile yet in this turn."""
        return tuple(one for one in self.colours_of(seat) if one not in (*self.served, *self.done))

    def has_opened(self, colour: Colour) -> bool:
        # A sheet typed in from paper has no tiles, but its routes were all laid.
        return bool(self.noted) or any(tile.colour == colour for tile in self.tiles)

    def walk_of(self, colour: Colour) -> tuple[Cell, ...]:
        """The route of a colour as it was followed last; empty if it was not, or its tiles are tracked."""
        is_laid = self.tracks_tiles and any(tile.colour == colour for tile in self.tiles)
        return () if is_laid else self.walked.get(colour, ())

    def is_done(self, seat: int) -> bool:
        return all(colour in self.done for colour in self.colours_of(seat))
