"""The drawing of a match's table, with a cell to tap wherever one makes sense; and how everyone stands (DU-23, DU-40 to DU-44)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, TypeAlias

from companion.engine import story
from companion.engine.text import Text, say, say_many, signs
from companion.games.down_under.board.billabong_entry import BillabongEntry, LoopEntry, tap_of
from companion.games.down_under.board.desk import (
    Desk,
    Ghost,
    Tapped,
    cells_beyond,
    desk_of,
    edges_of,
    free,
    view_of,
)
from companion.games.down_under.board.drawing import (
    LINES,
    DrawnTile,
    Marker,
    PhotoFrame,
    Window,
    apart,
    markers,
    piece,
    spots,
)
from companion.games.down_under.board.tile_entry import TileEntry
from companion.games.down_under.board.trail import Trail, WalkEntry, counted, room_for, trail
from companion.games.down_under.rules.components import ANIMALS, WORDS, Animal, Cell, Colour, Kind
from companion.games.down_under.rules.ground import Ground
from companion.games.down_under.rules.route import Route, condition_text, longest, routes
from companion.games.down_under.rules.score import RABBIT_COST, SET_BONUS, Worth, routes_on, worths_of
from companion.games.down_under.rules.span import lies_tall
from companion.games.down_under.rules.state import State
from companion.games.down_under.rules.tiles import Tile
from companion.games.down_under.rules.views import lost, status
from companion.games.down_under.rules.ways import own_ends


class ColourStanding(NamedTuple):
    """One colour. `length` is None before its first tile; `state` says how its route stands; `parts` what animals bring,
    `animals` which the route passes and how many of each.

    `at` is its place among the colours of the game.
    """

    seat: int
    at: int
    colour: Colour
    line: str
    name: Text
    length: int | None
    points: int
    state: Text | None
    parts: tuple[Text, ...]
    animals: tuple[tuple[Animal, int], ...]
    stock: Mapping[Kind, int]
    is_in_turn: bool
    is_done: bool
    is_finished: bool
    is_open: bool
    is_numbered: bool


def standings(state: State, found: tuple[Route, ...], numbered: Colour | None) -> tuple[ColourStanding, ...]:
    return tuple(
        _standing(state, found, worth, numbered)
        for seat in range(state.seats)
        for worth in worths_of(state, found, seat)
    )


def _standing(state: State, found: tuple[Route, ...], worth: Worth, numbered: Colour | None) -> ColourStanding:
    colour = worth.colour
    route = longest(found, colour)
    met = worth.route.animals if worth.route and state.options["animals"] else {}
    return ColourStanding(
        seat=state.seat_of(colour),
        at=state.colours.index(colour),
        colour=colour,
        line=LINES[colour],
        name=WORDS[colour],
        # Where tiles are not tracked a route is unknown until it is followed or typed in: 0 would be wrong.
        length=worth.length if _is_known(state, colour) else None,
        points=worth.points,
        state=_state(state, route, colour),
        parts=animal_parts(worth, state) if state.options["animals"] else (),
        animals=tuple((one, met[one]) for one in ANIMALS if one in met),
        stock=state.ground.stock(colour),
        is_in_turn=state.tracks_tiles
        and state.turn is not None
        and colour in state.colours_of(state.turn)
        and colour not in state.done,
        is_done=colour in state.done,
        is_finished=route is not None and route.condition == "finished",
        is_open=route is not None and route.condition == "open" and colour not in state.done,
        is_numbered=colour == numbered,
    )


def _is_known(state: State, colour: Colour) -> bool:
    is_followed = bool(state.walk_of(colour))
    # Tiles laid before the table chose to follow the routes alone are not all of them.
    follows = state.options["depth"] == "routes" and not state.is_over
    return state.tracks_tiles or is_followed or (state.has_opened(colour) and not follows)


def _state(state: State, route: Route | None, colour: Colour) -> Text | None:
    if route is None:
        return None
    # An open end no longer matters: the route of a player who is done is finished (DU-40).
    if route.condition == "open" and colour in state.done:
        return say("Its player is done.")
    return condition_text(route.condition, len(route.leads_to))


LOST: Final = say("own dingo not placed: lost")


def animal_parts(worth: Worth, state: State) -> tuple[Text, ...]:
    """What the animals of a route bring, part by part."""
    parts = []
    if worth.sets:
        parts.append(
            say_many("{count} set: +{points}", "{count} sets: +{points}", worth.sets, points=SET_BONUS * worth.sets)
        )
    if worth.rabbits:
        text = say_many(
            "{count} rabbit: −{points}", "{count} rabbits: −{points}", worth.rabbits, points=RABBIT_COST * worth.rabbits
        )
        parts.append(text)
    # Where everyone has lost by it, points decide after all, and it says nothing (DU-44).
    if not worth.has_dingo_laid and not (state.is_over and len(lost(state)) == state.seats):
        parts.append(LOST if state.is_over else say("own dingo not placed yet"))
    return tuple(parts)


def who_won(state: State) -> Text:
    """The sentence that says who has won, alone or with others, and with how much."""
    now = status(state)
    winners = now.winners or (0,)
    count = now.scores[winners[0]]
    paths = None if state.options["animals"] else say_many("{count} path", "{count} paths", count)
    return story.who_won(winners, count, paths)


def best_colours(state: State) -> tuple[Colour, ...]:
    """Whose route has won; of those who share the win, the route of each."""
    order = [route.colour for route in routes_on(state)]
    own = [state.colours_of(seat) for seat in status(state).winners or (0,)]
    return tuple(next((one for one in order if one in colours), colours[0]) for colours in own)


NEXT: Final = "_next"
"""Under this name a tap lays the tile that is being entered; the page then taps the same cell for the next player."""
Entry: TypeAlias = TileEntry | LoopEntry | BillabongEntry | WalkEntry


def tiles_with(state: State, entry: Entry | None) -> tuple[tuple[Tile, ...], Tile | None]:
    """The tiles as they would lie with what is being entered, and which of them is new."""
    if entry is None or entry.tile is None or not entry.is_complete:
        return state.tiles, None
    if isinstance(entry, LoopEntry):
        # A turned tile takes the place of the one that lies there.
        return (*(tile for tile in state.tiles if tile.cell != entry.tile.cell), entry.tile), entry.tile
    return (*state.tiles, entry.tile), entry.tile


def numbered_route(state: State, tiles: tuple[Tile, ...], colour: Colour | None) -> Route | None:
    """The longest route of a colour on these tiles: the one whose paths are numbered."""
    return longest(routes(Ground(tiles, state.options)), colour) if colour else None


def picture(
    state: State,
    entry: Entry | None,
    colours: Sequence[Colour],
    walk: int | None,
    frame: PhotoFrame,
    held: Sequence[Cell] = (),
) -> Desk:
    """The table drawn, the routes of these colours numbered; for `walk` only so many paths of the first.

    `held`: the corner cells of all that is drawn, whatever lies there by now.
    """
    tiles, new = tiles_with(state, entry)
    if isinstance(entry, WalkEntry):
        return _followed(state, entry, frame)
    chosen = _chosen(entry)
    called = [one.cell for one in state.meetings]
    walked = [cell for cells in _walked(state).values() for cell in cells]
    more = [*called, *walked, *frame.cells, *_ways_on(state, entry), *([] if chosen is None else [chosen])]
    # While tiles still settle how large the area is, there are no sides to draw.
    ground = replace(state.ground, area=None) if state.is_marking_the_area else state.ground
    window = view_of(ground, held or more, is_over=state.is_over or bool(held))
    marked = [pick.turning.cell for pick in entry.picks] if isinstance(entry, LoopEntry) else called
    tapped, words = _tapped(state, entry), _called(entry)
    return desk_of(state.tiles, window, frame, tapped, chosen, drawn=tiles, new=new, called=words)._replace(
        beyond=cells_beyond(ground, window),
        edges=edges_of(ground.span, ground.area, window),
        markers=_numbers(state, entry, colours, walk, window),
        trails=_lit(state, tiles, colours, walk, window) if walk else _trails(state, window),
        joints=spots(entry.joints, window) if isinstance(entry, TileEntry) else (),
        is_wrong=isinstance(entry, TileEntry) and (entry.is_forbidden or bool(entry.refusal)),
        marked=tuple(window.corner(cell) for cell in dict.fromkeys(marked) if window.holds(cell)),
        ends=_ends(entry, window),
        fits=_fits(entry, window),
        last=None if new else last_corner(state, window),
        is_tall=window.rows > window.columns if held else _is_tall(state, walked),
    )


def _is_tall(state: State, walked: Sequence[Cell]) -> bool:
    if state.variant == "fixed_area" and state.area is not None:
        return state.area[0] < state.area[1]
    return lies_tall([tile.cell for tile in state.tiles] or walked)


def all_counted(state: State, desk: Desk, found: Sequence[ColourStanding]) -> Desk:
    """The table with every route numbered, the one that brings least first, as they are counted before the end."""
    window = desk.window
    counts = [
        (markers(route.paths, one.line, window))
        if (route := numbered_route(state, state.tiles, one.colour))
        else counted(state.walk_of(one.colour), one.line, window, state.tiles)
        for one in sorted(found, key=lambda one: one.points)
    ]
    return desk._replace(markers=apart(one for marked in counts for one in marked))


def _walked(state: State) -> dict[Colour, tuple[Cell, ...]]:
    return {colour: cells for colour, cells in state.walked.items() if state.walk_of(colour)}


def _trails(state: State, window: Window, but: Colour | None = None) -> tuple[Trail, ...]:
    shown = {one: cells for one, cells in _walked(state).items() if one != but}
    return tuple(trail(cells, LINES[one], window, state.tiles) for one, cells in shown.items())


def _followed(state: State, entry: WalkEntry, frame: PhotoFrame) -> Desk:
    """The table to follow a route on: what is known of it, every cell to be tapped, the route so far numbered."""
    walked = _walked(state)
    now = entry.colour if entry.cells else None
    own = entry.colour if entry.colour in walked else next(reversed(walked), None)
    cells = entry.cells if entry.cells or own is None else walked[own]
    drawn = [*frame.cells, *(cell for cells in walked.values() for cell in cells), *entry.cells]
    window = view_of(state.ground, drawn if state.tiles else room_for(state.area, drawn))
    last = cells[-1] if cells else None
    desk = desk_of(state.tiles, window, frame, lambda cell, _: ("cell", f"{cell[0]},{cell[1]}"), last)
    return desk._replace(
        chosen=None,
        markers=(
            *(
                one
                for colour in walked
                if colour != now
                for one in counted(walked[colour], LINES[colour], window, state.tiles)
            ),
            *counted(entry.cells, entry.line, window, state.tiles),
        ),
        trails=(
            *_trails(state, window, but=now),
            *(
                [trail(entry.cells, entry.line, window, state.tiles)._replace(is_refused=entry.is_forbidden)]
                if entry.cells
                else []
            ),
        ),
    )


def _totals(state: State, window: Window) -> tuple[Marker, ...]:
    """How long each route is that a finger followed, at its end."""
    walked = _walked(state)
    return tuple(one for colour in walked for one in counted(walked[colour], LINES[colour], window, state.tiles)[-1:])


def _numbers(
    state: State, entry: Entry | None, colours: Sequence[Colour], walk: int | None, window: Window
) -> tuple[Marker, ...]:
    """The numbers of a route's paths; of the tiles to be turned instead, until those of another route are asked for."""
    if isinstance(entry, LoopEntry) and entry.picks and walk is None and {*colours} <= {entry.colour}:
        return _turnable(entry, window)
    if not colours:
        return ()
    # A tile that may not lie there brings no path: numbers would run on over the tile of another.
    is_void = isinstance(entry, TileEntry) and entry.is_forbidden
    tiles, new = tiles_with(state, None if is_void else entry)
    found = [route for one in colours[: 1 if walk else None] if (route := numbered_route(state, tiles, one))]
    if not found:
        return _totals(state, window)
    return apart(
        one for route in found for one in markers(route.paths, LINES[route.colour], window, new=new, upto=walk)
    )


def _turnable(entry: LoopEntry, window: Window) -> tuple[Marker, ...]:
    """The tiles of a loop that may be turned, each with the number its buttons show."""
    cells = {pick.turning.cell: pick.number for pick in entry.picks}
    chosen = entry.tile.cell if entry.tile else None
    return tuple(
        Marker(window.left(x) + 50, window.top(y) + 50, number, entry.line, is_new=(x, y) == chosen)
        for (x, y), number in cells.items()
        if window.holds((x, y))
    )


def _lit(
    state: State, tiles: tuple[Tile, ...], colours: Sequence[Colour], walk: int, window: Window
) -> tuple[Trail, ...]:
    """What has been counted along of the first route, as a line."""
    route = numbered_route(state, tiles, colours[0]) if colours else None
    cells = [(path.x, path.y) for path in route.paths[:walk]] if route else []
    return (trail(cells, LINES[colours[0]], window, tiles),) if cells else ()


def _ends(entry: Entry | None, window: Window) -> tuple[Ghost, ...]:
    """The cells where the route may go on, each with its number and likeliest tile.

    None of the next player's, which may be tapped too: beside the tile being laid they would be taken for laid ones.
    """
    if not isinstance(entry, TileEntry):
        return ()
    return tuple(
        Ghost(*window.corner(one.cell), one.number, one.ways[0].kind, entry.line, one.ways[0].turn)
        for one in entry.ends
        if window.holds(one.cell)
    )


def _fits(entry: Entry | None, window: Window) -> tuple[DrawnTile, ...]:
    """Where the tile that may not lie as it does could lie."""
    if not isinstance(entry, TileEntry) or entry.tile is None:
        return ()
    return tuple(
        piece(replace(entry.tile, x=one.x, y=one.y, turn=turn, animal=None), window)
        for one, turn in entry.fits
        if window.holds(one.cell)
    )


def _called(entry: Entry | None) -> dict[Cell, Text]:
    """The cells at which the route may go on, by what a tap lays there; that of the tile being entered by the tile."""
    if not isinstance(entry, TileEntry):
        return {}
    ends = (*entry.ends, *entry.following)
    called = {one.cell: signs("{free}; {way}", free=free(*one.cell), way=one.label()) for one in ends}
    return {**called, entry.end.cell: entry.end.label(entry.tile)} if entry.end else called


def last_corner(state: State, window: Window) -> tuple[int, int] | None:
    last = state.tiles[-1] if state.tiles and not state.is_over else None
    return window.corner(last.cell) if last and window.holds(last.cell) else None


def _ways_on(state: State, entry: Entry | None) -> tuple[Cell, ...]:
    """The cells where the route of the colour being entered could go on, outside the area too."""
    if not isinstance(entry, TileEntry):
        return ()
    if entry.following:
        return tuple(one.cell for one in entry.following)
    return tuple((x, y) for x, y, _ in own_ends(state.ground.network, entry.colour))


def _chosen(entry: Entry | None) -> Cell | None:
    if isinstance(entry, BillabongEntry):
        return entry.cell
    return entry.tile.cell if entry and entry.tile else None


def _tapped(state: State, entry: Entry | None) -> Tapped:
    """What a tap on each cell sends: a free cell is chosen, the chosen one turned, a tile of a loop turned."""

    def tapped(cell: Cell, here: Sequence[Tile]) -> tuple[str, str] | None:
        if isinstance(entry, LoopEntry):
            sent = tap_of(state, entry, cell)
            return ("cell", sent) if sent else None
        # Two termini may share a cell back to back; everything else lies alone.
        is_for_second_end = isinstance(entry, TileEntry) and len(here) == 1 and here[0].kind == "terminus"
        if entry is None or (here and not is_for_second_end):
            return None
        if isinstance(entry, TileEntry):
            return _tap_to_lay(entry, cell)
        return ("cell", f"{cell[0]},{cell[1]}")

    return tapped


def _tap_to_lay(entry: TileEntry, cell: Cell) -> tuple[str, str]:
    """On the tile itself the next one that may lie there, or a turn; on an open end its likeliest tile; else the cell."""
    if entry.tile and entry.tile.cell == cell:
        return ("cell", entry.end.tapped(entry.tile)) if entry.end else ("tile.turn", str(entry.next_turn))
    for name, ends in (("cell", entry.ends), (NEXT, entry.following)):
        for one in ends:
            if one.cell == cell:
                return (name, one.tapped())
    return ("cell", f"{cell[0]},{cell[1]}")
