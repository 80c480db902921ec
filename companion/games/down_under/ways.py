"""What a colour could still do: every tile it could lay by the rules, or turn (DU-15 to DU-24, DU-33)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.down_under.components import TURNS, Cell, Colour, Kind
from companion.games.down_under.network import Network, Port, network_on
from companion.games.down_under.placement import place
from companion.games.down_under.state import State
from companion.games.down_under.tiles import SHAPES, Tile, are_back_to_back, beyond, coloured_sides
from companion.games.down_under.turning import has_loop, turnings


def can_go_on(state: State, colour: Colour) -> bool:
    """Whether a colour can lay a tile or turn one, or might yet go on over a billabong (DU-24, DU-25, DU-32).

    One that has not opened yet always can.
    """
    if not state.has_opened(colour) or any(colour in meeting.goes_on for meeting in state.meetings):
        return True
    if any(has_loop(chain, colour) for chain in network_on(state.tiles).chains):
        return bool(turnings(state.tiles, colour, state.options))
    return next(ways_to_lay(state, colour), None) is not None


def ways_to_lay(state: State, colour: Colour) -> Iterator[Tile]:
    """Every tile a colour that has opened could lay to go on from an end of its route, breaking no rule."""
    stock = state.stock(colour)
    for port in own_ends(network_on(state.tiles), colour):
        for tile in _at(port, colour):
            if stock[tile.kind] and has_room(state, tile) and not _breaks_a_rule(state, tile):
                yield tile


def _breaks_a_rule(state: State, tile: Tile) -> bool:
    return bool(place(state.tiles, tile, state.area, state.options, is_first=False).broken)


def has_room(state: State, tile: Tile) -> bool:
    """Whether the cell takes the tile: it is free, or holds a terminus entered from the opposite side (DU-12, DU-33)."""
    here = [other for other in state.tiles if other.cell == tile.cell]
    if tile.cell in state.dead:
        return False
    return not here or (len(here) == 1 and are_back_to_back(here[0], tile))


def own_ends(network: Network, colour: Colour) -> tuple[Port, ...]:
    """The sides of cells at which a colour's routes could go on."""
    return tuple(port for chain in network.chains if colour in chain.colours for port in chain.leads_to)


def ways_still_out(state: State, colour: Colour) -> tuple[Cell, ...]:
    """The billabongs still to be left out of which this colour can lay a tile (DU-30)."""
    if not state.ways_out:
        return ()
    tiles = [*ways_to_lay(state, colour)]
    return tuple(cell for cell in state.ways_out if any(leads_out(tile, cell) for tile in tiles))


def leads_out(tile: Tile, billabong: Cell) -> bool:
    """Whether the tile's coloured path comes straight out of the billabong (DU-30)."""
    return any(beyond(tile.cell, side) == billabong for side in coloured_sides(tile))


def _at(port: Port, colour: Colour) -> Iterator[Tile]:
    x, y, side = port
    kinds: tuple[Kind, ...] = ("curve", "straight", "terminus")
    for kind in kinds:
        turns = [turn for turn in TURNS if side in SHAPES[kind, turn][0]]
        for turn in turns[:1] if kind == "straight" else turns:
            yield Tile(x, y, kind, colour, turn)
