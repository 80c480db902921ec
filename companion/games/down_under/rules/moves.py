"""What a table can enter: a tile laid, a tile turned, a billabong, a player who is done."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from companion.engine.schema.marks import Length, Prompt, Seat
from companion.engine.text import say
from companion.games.down_under.rules.components import NAMED_COLOURS, Colour, Side, Turn
from companion.games.down_under.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class Lay:
    """A tile of one's own colour; in `fixed_area`, before anybody has opened, also one of the line round or across the area.

    With `catching_up` it was laid earlier: it does not matter whose turn it was, and the turn stays where it is.
    """

    seat: Seat
    tile: Annotated[Tile, Prompt(say("The new tile"), widget="tile")]
    catching_up: bool | None = None


@dataclass(frozen=True, slots=True)
class TurnTile:
    """An own tile turned to open a loop; `turn` is how it lies afterwards (DU-24)."""

    said: ClassVar = say("{name} turned a tile of the loop")

    seat: Seat
    x: int
    y: int
    turn: Turn


@dataclass(frozen=True, slots=True)
class LayBillabong:
    """A billabong where routes meet, and the pairs of sides by which routes pass it (DU-30 to DU-33)."""

    said: ClassVar = say("{name} placed a billabong")

    seat: Seat
    x: int
    y: int
    through: Annotated[tuple[tuple[Side, Side], ...], Length(0, 2)]


@dataclass(frozen=True, slots=True)
class Done:
    """A player cannot or need not go on (DU-25); with two routes, `colour` says which of them, or is None for both."""

    said: ClassVar = (say("{name} is done with {colour}"), say("{name} is done"))

    seat: Seat
    colour: Annotated[Colour, NAMED_COLOURS] | None = None
