"""What a drawing for the judge shows and no one need enter: where most routes lead, who placed a tile last, whose loop it is."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from companion.engine.game import Answers, Options
from companion.games.down_under.board.drawing import FIELDS
from companion.games.down_under.board.judging import JudgeBoard, sound
from companion.games.down_under.rules.components import COLOURS, Cell, Colour
from companion.games.down_under.rules.ground import Ground

Draw: TypeAlias = Callable[[Answers, Mapping[str, int], Options], tuple[Answers, JudgeBoard | None]]
Seen: TypeAlias = tuple[Colour | None, Cell | None]
"""The colour and the cell that a drawing shows; None where it shows none or several."""
CELL: Final = "seen_cell"
COLOUR: Final = "seen_colour"
"""The form's own numbers of answers that were seen and not entered: as soon as another tile lies there, they are seen anew."""


def meeting(ground: Ground) -> Seen:
    """Who placed the last tile, and the one free cell that routes of most colours lead to, if of two at least."""
    led = sound(ground).led_to
    most = max(map(len, led.values()), default=0)
    cells = [cell for cell, colours in led.items() if len(colours) == most]
    last = next((tile.colour for tile in reversed(ground.tiles) if tile.colour), None)
    return last, cells[0] if most > 1 and len(cells) == 1 else None


def loop(ground: Ground) -> Seen:
    """Whose loop lies there, if it is one colour's."""
    looped = {colour for chain in sound(ground).network.chains if chain.is_loop for colour in chain.colours}
    return looped.pop() if len(looped) == 1 else None, None


def presuming(draw: Draw, name: str, look: Callable[[Ground], Seen]) -> Draw:
    """The drawing with what it shows filled in, until another answer is given; `name` is that of the colour asked for."""

    def drawn(given: Answers, settings: Mapping[str, int], options: Options) -> tuple[Answers, JudgeBoard | None]:
        after, shown = draw(_as_answers(given, settings, name), settings, options)
        if shown is None:
            return after, None
        colour, cell = look(shown.sketch.ground(options))
        more: Answers = {}
        if colour and not after.get(name):
            more[name] = [colour]
        if cell and not after.get("cell"):
            more["cell"] = [str(number) for number in cell]
        if not more:
            return after, shown
        still = {**{field: settings[field] for field in FIELDS if field in settings}, **dict(shown.kept)}
        # Once more with what was seen, and without the tap, which has been made already.
        after, shown = draw({**after, **more}, still, options)
        if shown is None:
            return after, None
        numbers = {
            COLOUR: 1 + COLOURS.index(colour) if colour and name in more else 0,
            CELL: int("cell" in more),
        }
        return after, shown._replace(kept=(*shown.kept, *(one for one in numbers.items() if one[1])))

    return drawn


def _as_answers(given: Answers, settings: Mapping[str, int], name: str) -> Answers:
    """The answers that were given: what was only seen is left out, unless something else stands there now."""
    found = dict(given)
    at = settings.get(COLOUR, 0) - 1
    if 0 <= at < len(COLOURS) and found.get(name) == [COLOURS[at]]:
        del found[name]
    if settings.get(CELL):
        found.pop("cell", None)
    return found
