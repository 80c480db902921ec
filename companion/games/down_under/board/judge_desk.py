"""What the judge draws: tiles laid out by hand, their routes numbered, and where something is wrong (DU-14, DU-17)."""

from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.game import Options
from companion.games.down_under.board.desk import Desk, cells_beyond, desk_label, edges_of, pieces_of, rows_of
from companion.games.down_under.board.drawing import Marker, markers, spots
from companion.games.down_under.board.sketch import Sketch
from companion.games.down_under.board.window import Window
from companion.games.down_under.rules.board import check_board
from companion.games.down_under.rules.components import Cell
from companion.games.down_under.rules.network import Network, Port, trace
from companion.games.down_under.rules.placement import place
from companion.games.down_under.rules.route import Route
from companion.games.down_under.rules.span import Area, span_of
from companion.games.down_under.rules.tiles import Tile


def is_sound(tiles: tuple[Tile, ...]) -> bool:
    """Whether tiles can lie like that. Nothing is traced of others: with two in a cell a path might run in circles."""
    try:
        check_board(tiles)
    except (IllegalMove, NotAMove):
        return False
    return True


def traced(tiles: tuple[Tile, ...]) -> Network:
    """The network of these tiles, if they can lie like that."""
    return trace(tiles if is_sound(tiles) else ())


def numbers(found: tuple[Route, ...], shown: int, walk: int, window: Window) -> tuple[Marker, ...]:
    """The numbers of one route, or of the longest of each colour; somebody who walks along sees only one."""
    if not found:
        return ()
    if walk:
        route = found[max(shown - 1, 0)]
        return markers(route.paths, route.colour, window, upto=walk)
    longest = {route.colour: route for route in reversed(found)}
    wanted = (found[shown - 1],) if shown else longest.values()
    return tuple(one for route in wanted for one in markers(route.paths, route.colour, window))


def desk_of(
    sketch: Sketch,
    network: Network,
    window: Window,
    area: Area | None,
    options: Options,
    counted: tuple[Marker, ...],
) -> Desk:
    """What lies on the table, drawn, every cell to be tapped."""

    def tap(cell: Cell, here: object) -> tuple[str, str]:
        return ("_set", f"tap={window.cells.index(cell)}")

    others = sketch.others
    chosen = sketch.tile.cell if sketch.tile else None
    return Desk(
        window=window,
        pieces=pieces_of(sketch.tiles, window, None if sketch.new is None else sketch.tiles[sketch.new]),
        rows=rows_of(window, sketch.tiles, tap, chosen),
        label=desk_label(sketch.tiles),
        beyond=cells_beyond(others, area, options, window),
        edges=edges_of(span_of(others, options), area, window),
        markers=counted,
        joints=spots(_faults(sketch, network, area, options), window),
        chosen=window.corner(chosen) if chosen and window.holds(chosen) else None,
        marked=(window.corner(sketch.cell),) if sketch.cell and window.holds(sketch.cell) else (),
        left_out=sum(not window.holds(tile.cell) for tile in sketch.tiles),
    )


def _faults(sketch: Sketch, network: Network, area: Area | None, options: Options) -> tuple[Port, ...]:
    """The sides of cells where two colours meet, and those where the new tile breaks a clause."""
    found = []
    for chain in network.mixed:
        known = None
        for path in chain.paths:
            if path.colour and known and path.colour != known:
                found.append((path.x, path.y, path.sides[0]))
            known = path.colour or known
    if sketch.new is None or found or not is_sound(sketch.tiles):
        return tuple(found)
    tile, before = sketch.tiles[sketch.new], sketch.others
    is_first = all(one.colour != tile.colour for one in before)
    return place(before, tile, area, options, is_first=is_first).joints
