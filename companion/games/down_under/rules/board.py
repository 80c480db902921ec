"""What a box and a table can hold at all: stock, animals, one tile a cell, no two colours joined (DU-1, DU-3, DU-12, DU-17)."""

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.engine.errors import NotAMove, check
from companion.engine.rulings import Doubt, Sentence, doubts
from companion.engine.text import say
from companion.games.down_under.rules import sentences as says
from companion.games.down_under.rules.components import BILLABONGS, HERD, STOCK, WORDS, Animal, Cell, Kind, colour_names
from companion.games.down_under.rules.network import Network, trace
from companion.games.down_under.rules.tiles import Tile, are_back_to_back


def checked_network(tiles: Sequence[Tile]) -> Network:
    """The network of a board that can lie on a table.

    Raise `NotAMove` for a tile that lacks what its kind has, `IllegalMove` for what the box does not hold, two tiles in
    a cell, or two colours joined.
    """
    check_board(tiles)
    network = trace(tiles)
    check_colours(network)
    return network


def check_board(tiles: Sequence[Tile], *, last: str = "") -> None:
    """Raise as `checked_network` does, except for joined colours. `last` is the path of the last tile."""
    paths = [f"tiles.{index}" for index in range(len(tiles))]
    if last:
        paths[-1] = last
    for tile, where in zip(tiles, paths, strict=True):
        check_tile(tile, where)
    _check_cells(tiles, paths)
    _check_box(tiles, paths, "kind", STOCK, says.TOO_MANY_TILES)
    _check_box(tiles, paths, "animal", HERD, says.TOO_MANY_ANIMALS)


def check_billabong(tiles: Sequence[Tile], billabong: Tile) -> None:
    """Raise as `check_board` does for a billabong laid onto a sound board by a move of its own fields."""
    # No stock is looked at: too many billabongs are doubted, because recorded matches may hold them.
    _check_through(billabong, "through")
    _check_cells((*tiles, billabong), [*("" for _ in tiles), "x"])


def check_turned(tiles: Sequence[Tile]) -> None:
    """Raise as `check_board` does for a sound board of which one tile has been turned by a move."""
    # A turn changes no stock, but two end tiles in a cell may no longer lie back to back (DU-12).
    _check_cells(tiles, ["turn"] * len(tiles))


def check_tile(tile: Tile, path: str) -> None:
    """Raise `NotAMove` if a tile lacks what its kind has, or has what its kind lacks."""
    if tile.kind == "billabong":
        for name in Tile.depending.without:
            if getattr(tile, name) is not None:
                raise NotAMove(f"{path}.{name}", say("A billabong has no colour and no animal."))
        _check_through(tile, f"{path}.through")
        return
    for name in Tile.depending.needed:
        if getattr(tile, name) is None:
            raise NotAMove(f"{path}.{name}", say("This is missing."))
    if tile.through:
        raise NotAMove(f"{path}.through", say("Only a billabong can have joined sides."))
    check(tile.kind == "terminus" and tile.animal and says.NO_ANIMAL_ON_END(), path=f"{path}.animal")


def _check_through(billabong: Tile, path: str) -> None:
    """Raise `IllegalMove` for a side of a billabong that is joined twice (DU-13)."""
    sides = [side for pair in billabong.through or () for side in pair]
    check(len(set(sides)) < len(sides) and says.JOINED_TWICE(), path=path)


def _check_cells(tiles: Sequence[Tile], paths: list[str]) -> None:
    """Raise `IllegalMove` for two tiles in a cell, unless they are two end tiles back to back (DU-12)."""
    lying: dict[Cell, list[Tile]] = {}
    for tile, path in zip(tiles, paths, strict=True):
        here = lying.setdefault(tile.cell, [])
        if here and not (len(here) == 1 and are_back_to_back(here[0], tile)):
            is_end = tile.kind == "terminus"
            check(
                is_end and len(here) == 2 and says.TWO_END_TILES(),
                is_end and here[0].kind == "terminus" and says.NOT_OPPOSITE(),
                says.CELL_IS_TAKEN(),
                path=path,
            )
        here.append(tile)


def _check_box(
    tiles: Sequence[Tile],
    paths: list[str],
    field: str,
    stock: Mapping[Kind, int] | Mapping[Animal, int],
    too_many: Sentence,
) -> None:
    """Raise `IllegalMove` for more tiles or animals of a kind than the box has of each colour (DU-1, DU-3)."""
    seen: Counter[tuple[str, str]] = Counter()
    for tile, path in zip(tiles, paths, strict=True):
        what, colour = getattr(tile, field), tile.colour
        # Billabongs have no colour, and are not counted here: too many of them are only doubtful (`doubts_about`).
        if what and colour:
            seen[what, colour] += 1
            if seen[what, colour] > stock[what]:
                which = says.IN_COLOUR.filled(colour=WORDS[colour], what=WORDS[what])
                check(too_many(what=which, count=seen[what, colour], most=stock[what]), path=f"{path}.{field}")


def check_colours(network: Network) -> None:
    """Raise `IllegalMove` if a chain joins paths of two colours."""
    check(*(says.COLOURS_JOINED(colours=colour_names(chain.colours)) for chain in network.mixed), path="tiles")


def doubts_about(tiles: Sequence[Tile]) -> tuple[Doubt, ...]:
    """What is doubtful about a board that can be judged: tiles that lie apart, more billabongs than the box holds."""
    billabongs = sum(tile.kind == "billabong" for tile in tiles)
    return doubts(
        not is_connected({tile.cell for tile in tiles}) and says.TILES_APART(),
        billabongs > BILLABONGS and says.TOO_MANY_BILLABONGS(count=billabongs),
    )


def is_connected(cells: set[Cell]) -> bool:
    """Whether every cell can be reached from every other over sides and corners."""
    unseen = set(cells)
    ahead = [unseen.pop()] if unseen else []
    while ahead:
        near = touching(ahead.pop()) & unseen
        unseen -= near
        ahead += near
    return not unseen


def touching(cell: Cell) -> set[Cell]:
    """Return the cell and the eight round it: tiles touch at sides and corners."""
    x, y = cell
    return {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
