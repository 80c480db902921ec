"""Entering a route by following it with a finger: whose, and the cells it crosses (DU-40, DU-41)."""

from dataclasses import dataclass

from companion.engine.game import Draft
from companion.engine.rulings import Reason
from companion.engine.taps import choice
from companion.engine.text import Text, say, say_many
from companion.games.down_under.board.drawing import LINES
from companion.games.down_under.board.trail import cells_of, refusal_of
from companion.games.down_under.rules.components import COLOUR_NAMES, Cell, Colour
from companion.games.down_under.rules.score import worths_of
from companion.games.down_under.rules.state import State


@dataclass(frozen=True, slots=True)
class WalkPick:
    """A route to follow: whose, its colour, and how long it was the last time; None if nobody followed it yet."""

    seat: int
    colour: Colour
    line: str
    name: Text
    length: int | None
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class WalkEntry:
    """The form that takes a route: the cells followed so far, `refusal` why no route can go like that."""

    seat: int
    colour: Colour
    line: str
    cells: tuple[Cell, ...]
    picks: tuple[WalkPick, ...]
    refusal: tuple[Reason, ...]
    main: Text
    small: Text
    tile: None = None

    @property
    def is_complete(self) -> bool:
        """Whether there is a route to be saved."""
        return bool(self.cells) and not self.refusal

    @property
    def lengths(self) -> tuple[int, ...] | None:
        """How long each colour's route is, once every one was followed."""
        found = tuple(pick.length for pick in self.picks if pick.length is not None)
        return found if len(found) == len(self.picks) else None


def walk_entry(state: State, draft: Draft) -> WalkEntry:
    """The form that takes a route: of the colour tapped, else of the first that nobody has followed."""
    followed = {
        worth.colour: worth.length
        for seat in range(state.seats)
        for worth in worths_of(state, (), seat)
        if state.walk_of(worth.colour)
    }
    first = next((one for one in state.colours if one not in followed), state.colours[0])
    colour = choice(draft, "colour", state.colours) or first
    cells = cells_of(draft)
    refusal = refusal_of(cells)
    return WalkEntry(
        seat=state.seat_of(colour),
        colour=colour,
        line=LINES[colour],
        cells=cells,
        picks=tuple(
            WalkPick(state.seat_of(one), one, LINES[one], COLOUR_NAMES[one], followed.get(one), one == colour)
            for one in state.colours
        ),
        refusal=refusal,
        main=say("Draw it another way") if refusal else say("Save this route"),
        small=say_many("{count} path", "{count} paths", len(cells)),
    )
