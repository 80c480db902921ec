"""How large the play area is, and how far it still reaches, as the judge is asked (DU-4, DU-6, DU-20, DU-21)."""

from dataclasses import dataclass
from typing import Annotated

from companion.engine.disputes import Judged, judged
from companion.engine.game import Options
from companion.engine.rulings import Reason, each_of, first_of
from companion.engine.schema.marks import Prompt
from companion.engine.text import Text, say
from companion.games.down_under.rules import sentences as says
from companion.games.down_under.rules.board import doubts_about
from companion.games.down_under.rules.components import AreaSide
from companion.games.down_under.rules.ground import asked
from companion.games.down_under.rules.span import Area, Room, Span, fits, room
from companion.games.down_under.rules.tiles import Tiles


@dataclass(frozen=True, slots=True)
class AreaAnswer:
    """How far the play area still reaches."""

    may_add: Room


def size_of(area: Area) -> Reason:
    """How large the area is; a square lies one way only."""
    short, long = sorted(area)
    return (says.SQUARE_AREA if short == long else says.AREA)(short=short, long=long)


def judge_area(
    tiles: Tiles,
    area: Annotated[tuple[AreaSide, AreaSide], Prompt(say("How large is the play area?"), widget="area")],
    options: Options,
) -> Judged[AreaAnswer]:
    """What the area still allows. Raise `IllegalMove` for a board that cannot be, or an area smaller than one cell."""
    ground = asked(tiles, options, area)
    left, (short, long) = room(ground.span, area), area
    because = (size_of(area), says.CELLS(cells=short * long), *_reached(ground.span, area, options))
    facts = {"tiles": tiles, "area": area}
    return judged("area", _headline(left), AreaAnswer(left), because, doubts_about(tiles), facts=facts)


def _reached(span: Span | None, area: Area, options: Options) -> tuple[Reason, ...]:
    """Return how far the tiles reach, and what the area then still allows."""
    if span is None:
        return (says.NO_TILE_COUNTS(),)
    short, long = sorted(area)
    # Once wider than the short side, the tiles have settled which way the long side lies (DU-20).
    columns, rows = (long, short) if span.width > short else (short, long)
    return (
        says.TILES_REACH(columns=span.width, rows=span.height),
        *each_of(not options["terminus_in_span"] and says.ENDS_MAY_LIE_OUTSIDE()),
        *first_of(
            not fits(span, area) and says.NOT_THAT_BIG(),
            max(span.width, span.height) <= short < long and says.EITHER_CAN_BE_LONG(short=short),
            says.AT_MOST(columns=columns, rows=rows),
        ),
    )


def _headline(left: Room) -> Text:
    if not left.west and not left.north:
        return say("The area is already full size.")
    return say(
        "Columns you can still add: {columns}. Rows: {rows}.",
        columns=left.west,
        rows=left.north,
    )
