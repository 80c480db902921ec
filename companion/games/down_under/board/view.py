"""What the board of Down Under shows, and the table screen: the table drawn, how everyone stands, the entry being made.

Everything lies open, so everyone sees the same. Nothing here changes a match: what an entry would bring is found out by
trying it on the state and forgetting it.
"""

from collections.abc import Callable, Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

from companion.engine.game import Draft, Viewer
from companion.engine.identity_cache import cached_by_identity
from companion.engine.present import Screen
from companion.engine.schema.formdata import choice, kind_of, last
from companion.engine.text import SeatName, Text, say
from companion.games.down_under.board.billabong_entry import LoopEntry, billabong_entry, by_name, loop_entry
from companion.games.down_under.board.desk import Desk
from companion.games.down_under.board.drawing import FIELDS, ORIGIN, PhotoFrame, frame_of
from companion.games.down_under.board.marking import Way, is_marked, unplayed, way_of_marking
from companion.games.down_under.board.picture import (
    ColourStanding,
    Entry,
    all_counted,
    best_colours,
    last_corner,
    numbered_route,
    picture,
    standings,
    tiles_with,
    who_won,
)
from companion.games.down_under.board.taps import number
from companion.games.down_under.board.tile_entry import TileEntry, is_catching_up, tile_entry
from companion.games.down_under.board.trail import WalkEntry, walk_entry
from companion.games.down_under.rules.billabong import meeting_at
from companion.games.down_under.rules.components import Cell, Colour
from companion.games.down_under.rules.score import routes_on
from companion.games.down_under.rules.state import State
from companion.games.down_under.rules.views import moment, status

Form: TypeAlias = Literal["lay", "turn", "billabong", "walk"]
FORMS: Final[Mapping[Form, Callable[[State, Draft], Entry]]] = {
    "lay": tile_entry,
    "turn": loop_entry,
    "billabong": billabong_entry,
    "walk": walk_entry,
}
LARGER: Final[Mapping[bool, str]] = {False: "fingers", True: "end"}
"""What a device taps to enlarge the table, by whether the match is over: who has won is seen before that."""
NUMBERED: Final = "_route"
"""The field that says whose route this device numbers: a colour, "none", or the player in turn."""


class Call(NamedTuple):
    cell: Cell
    headline: Text


class Board(NamedTuple):
    """Everything the template shows. `number` counts turns from 1; `walk` is the path counted last while paths are counted aloud.

    `depth`: how much the app follows; `scene`: the table on which all routes are counted, once the match is over;
    `is_held`: it is drawn in the measure of its end, as in a replay.
    `marks` is what is laid to mark a fixed area before anyone opens; `may_frame`: a line or a frame, as the table likes.
    """

    depth: str
    phase: str
    moment: str
    turn: int | None
    number: int
    area: Text
    desk: Desk
    frame: PhotoFrame
    size: tuple[int, int]
    zoom: str
    larger: str
    standings: tuple[ColourStanding, ...]
    box: tuple[Colour, ...]
    has_animals: bool
    walk: int | None
    length: int
    form: Form | None
    entry: Entry | None
    calls: tuple[Call, ...]
    way_out: Cell | None
    marks: Way | None
    may_frame: bool
    stood: int
    catching_up: bool
    scene: Desk | None
    is_held: bool

    @property
    def lay(self) -> TileEntry | None:
        return self.entry if isinstance(self.entry, TileEntry) else None

    @property
    def points(self) -> Mapping[int, int]:
        """What everyone has by now, with two routes for both."""
        seats = dict.fromkeys(sorted(one.seat for one in self.standings))
        return {seat: sum(one.points for one in self.standings if one.seat == seat) for seat in seats}

    def brought_since(self, before: "Board") -> tuple[tuple[int, int], ...]:
        """What the entries since then brought: whose points they changed, and by how many."""
        had = before.points
        changes = ((seat, points - had[seat]) for seat, points in self.points.items())
        return tuple((seat, change) for seat, change in changes if change)


def board(state: State, viewer: Viewer, draft: Draft) -> Board:
    """The board with what this device has tapped so far. Nothing is secret."""
    return draw_up(state, draft) if draft else _untouched(state)


def held(last: State) -> Draft:
    """The cells of the table at its end, which every step of a replay shows: nothing that lies there moves or shrinks."""
    window = _untouched(last).desk.window
    numbers = (window.west + ORIGIN, window.north + ORIGIN, window.columns, window.rows)
    return {f"_held_{name}": (str(one),) for name, one in zip(FIELDS, numbers, strict=True)}


@cached_by_identity
def _untouched(state: State) -> Board:
    return draw_up(state, {})


def draw_up(state: State, draft: Draft) -> Board:
    form = open_form(state, draft)
    entry = FORMS[form](state, draft) if form else None
    held_to = frame_of((number(draft, f"_held_{name}") for name in FIELDS), None)
    colours = _numbered(state, draft, entry)
    if held_to.is_laid and not state.is_over:
        # In a replay that of the player in turn, as the television numbers it.
        colours = colours or state.colours_of(state.turn or 0)[:1]
    route = numbered_route(state, tiles_with(state, entry)[0], next(iter(colours), None))
    length = route.length if route else 0
    counted = min(number(draft, "walk") or 0, length)
    walk = counted if counted > 0 else None
    larger = LARGER[state.is_over]
    zoom = "fingers" if last(draft, "_zoom") == larger else "whole"
    frame = frame_of((number(draft, f"_{name}") for name in FIELDS), state.ground.span)
    # Where several are, a tap numbers one alone.
    lines = standings(state, routes_on(state), colours[0] if len(colours) == 1 else None)
    desk = picture(state, entry, colours, walk, frame, held_to.cells)
    return Board(
        depth=str(state.options["depth"]),
        phase=status(state).phase,
        moment=moment(state).key,
        turn=state.turn,
        number=state.turns + 1,
        area=_area(state),
        desk=desk,
        frame=frame,
        # For a photo where no area is played: the size recommended for four (DU-4).
        size=state.area or (7, 9),
        zoom=zoom,
        larger=larger,
        standings=lines,
        box=state.box,
        has_animals=bool(state.options["animals"]),
        walk=walk,
        length=length,
        form=form,
        entry=entry,
        calls=tuple(
            Call(one.cell, by_name(meeting_at(state, one.cell, one.mover)[1].headline, state)) for one in state.meetings
        ),
        way_out=state.way_out,
        marks=way_of_marking(state, draft),
        # A frame takes two unused colours (DU-51).
        may_frame=not state.tiles and len(unplayed(state)) > 1,
        stood=state.stood,
        catching_up=is_catching_up(state, draft) and not state.is_over,
        scene=all_counted(state, desk, lines) if state.is_over else None,
        is_held=held_to.is_laid,
    )


def open_form(state: State, draft: Draft) -> Form | None:
    if state.is_over:
        return None
    begun = next((one for one in FORMS if one == kind_of(draft)), None)
    phase = status(state).phase
    if not (begun or state.tracks_tiles):
        return "walk"
    return begun or ("billabong" if phase == "billabong" else "turn" if phase == "turn" else "lay")


def _area(state: State) -> Text:
    if state.area is None:
        return say("No play area")
    if state.is_marking_the_area and not is_marked(state):
        return say("no area yet")
    return say("{short} by {long}", short=state.area[0], long=state.area[1])


def _numbered(state: State, draft: Draft, entry: Entry | None) -> tuple[Colour, ...]:
    """Whose route is numbered: the one tapped, else that of the tile being entered, at the end the winners'."""
    if last(draft, NUMBERED) == "none":
        return ()
    tapped = choice(draft, NUMBERED, state.colours)
    if tapped:
        return (tapped,)
    if state.is_over:
        return best_colours(state)
    # The open ends have numbers of their own then, unless the paths are counted.
    if isinstance(entry, TileEntry) and entry.ends and "walk" not in draft:
        return ()
    if isinstance(entry, (TileEntry, LoopEntry, WalkEntry)) and entry.colour in state.colours:
        return (entry.colour,)
    return state.colours_of(state.turn or 0)[:1]


def screen(state: State) -> Screen:
    shown = board(state, Viewer(), {} if state.turn is None else {NUMBERED: state.colours_of(state.turn)[:1]})
    last = last_corner(state, shown.desk.window)
    return Screen(
        place=_place(state, shown.number),
        within=shown.area,
        call=_call(state, shown.phase),
        turn=state.turn if state.tracks_tiles else None,
        verdict=_verdict(state, shown),
        counted=say("Points") if state.is_over else None,
        more={
            # A television is not tapped: what only helps with entering is left out.
            "desk": shown.desk._replace(ends=(), last=last, chosen=None),
            "standings": shown.standings,
            "whose": [(one.seat, one.line) for one in shown.standings],
        },
    )


def _place(state: State, turn: int) -> Text:
    if state.turn is None:
        return say("The game is over")
    # Whose turn it is stands beside the board, with what to do.
    return say("Turn {number}", number=turn) if state.tracks_tiles else say("The table")


def _call(state: State, phase: str) -> Text | None:
    if state.turn is None:
        return None
    if not state.tracks_tiles:
        left = next((one for one in state.colours if not state.walk_of(one)), None)
        if state.options["depth"] == "routes" and left:
            return say("Draw along {name}’s route with a finger.", name=SeatName(state.seat_of(left)))
        if state.options["depth"] == "routes" and not state.options["animals"]:
            return say("End the game with this result")
        if state.options["animals"]:
            return say("At the end, count the paths and the animals.")
        return say("At the end, photograph the table or count the paths.")
    name = SeatName(state.turn)
    if phase == "billabong":
        return say("{name} places a billabong", name=name)
    if phase == "turn":
        return say("{name} may turn a tile", name=name)
    if state.way_out is not None:
        return say("{name} places one more tile that leads out of the billabong.", name=name)
    return say("{name} places a tile", name=name)


def _verdict(state: State, shown: Board) -> tuple[Text, ...]:
    if state.is_over:
        return (who_won(state),)
    # Two ponds may end the same routes: that is said once.
    return tuple(dict.fromkeys(call.headline for call in shown.calls))
